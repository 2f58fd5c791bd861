package replay_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ruledeck/ruledeck/engine/replay"
)

// played is a journal with everything that happens to a game in it.
func played() *replay.Journal {
	var entries []replay.Entry
	for n := 1; n <= 6; n++ {
		entries = append(entries,
			replay.Entry{Answer: &replay.Answer{Number: n, Seat: 2,
				Keys: []string{"ant#1 / zone hill", "yes"}, Question: "1f"}})
	}
	entries = append(entries, replay.Entry{Undo: 3},
		replay.Entry{Answer: &replay.Answer{Number: 3, Seat: 1, Keys: []string{"no"}}})
	return &replay.Journal{Header: header,
		Entries: append(entries, replay.Entry{End: &replay.End{Decisions: 3, Hash: 77}})}
}

// TestAFlippedBitIsPutRight: whichever bit of a journal is wrong, the game is
// whole, and the damage is told where Decode finds it.
func TestAFlippedBitIsPutRight(t *testing.T) {
	want := played()
	data := want.Encode()
	for bit := 0; bit < 8*len(data)-8; bit += 11 { // without the last line break, which nothing needs
		damaged := slices.Clone(data)
		damaged[bit/8] ^= 1 << (bit % 8)
		if _, err := replay.Decode(damaged); err == nil {
			t.Fatalf("bit %d: nothing is said", bit)
		}
		s := replay.Salvage(damaged)
		if s == nil {
			t.Fatalf("bit %d: nothing is salvaged", bit)
		}
		line := 1 + bytes.Count(data[:bit/8], []byte("\n"))
		if s.Damage.Line != line || s.Repaired != 1 || s.Lost != 0 {
			t.Fatalf("bit %d in line %d: %+v", bit, line, s)
		}
		if diff := cmp.Diff(want.Entries, s.Journal.Entries); diff != "" || !bytes.Equal(s.Journal.Encode(), data) {
			t.Fatalf("bit %d: %s", bit, diff)
		}
	}
}

// TestSalvageUpToTheDamage: with more than a bit wrong, something cut out, or zeros in
// a block's place, all lines before that are there, and none behind it.
func TestSalvageUpToTheDamage(t *testing.T) {
	whole := played()
	data := whole.Encode()
	for name, spoil := range map[string]func(at int) []byte{
		"bytes": func(at int) []byte {
			return slices.Concat(data[:at], []byte("#~#"), data[at+3:])
		},
		"cut out": func(at int) []byte { return slices.Concat(data[:at], data[at+40:]) },
		"zeros":   func(at int) []byte { return slices.Concat(data[:at], make([]byte, 64), data[at+64:]) },
		"other":   func(at int) []byte { return slices.Concat(data[:at], data[:64], data[at+64:]) },
	} {
		t.Run(name, func(t *testing.T) {
			header := bytes.IndexByte(data, '\n')
			for at := 1; at < len(data)-70; at += 13 {
				damaged := spoil(at)
				before := bytes.Count(data[:at], []byte("\n"))
				s := replay.Salvage(damaged)
				if at <= header {
					if s != nil {
						t.Fatalf("%d: without its first line it is read as %+v", at, s.Journal)
					}
					continue
				}
				if s == nil || s.Damage.Line != before+1 || s.Repaired != 0 ||
					s.Lost != 1+bytes.Count(bytes.TrimSuffix(damaged[s.Journal.Valid:], []byte("\n")), []byte("\n")) {
					t.Fatalf("%d: %+v", at, s)
				}
				if diff := cmp.Diff(whole.Entries[:before-1], s.Journal.Entries, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("%d: %s", at, diff)
				}
				if again, err := replay.Decode(s.Journal.Encode()); err != nil || len(again.Entries) != before-1 {
					t.Fatalf("%d: what is salvaged is no journal: %v", at, err)
				}
			}
		})
	}
	if s := replay.Salvage(data); s != nil {
		t.Errorf("a sound journal is damaged: %+v", s)
	}
	if s := replay.Salvage(data[:len(data)-30]); s != nil {
		t.Errorf("one whose last record was never finished is damaged: %+v", s)
	}
}

// TestSalvageOfAGolden leaves out what a golden tells: it is of another game then.
func TestSalvageOfAGolden(t *testing.T) {
	j := played()
	line := "Seat 1 wins"
	j.Entries = append(j.Entries, replay.Entry{Step: &replay.Step{Name: "a.b", Digests: []string{"00"}}},
		replay.Entry{Line: &line})
	data := j.Encode()
	copy(data[len(data)-20:], "#~#")
	s := replay.Salvage(data)
	if s == nil || s.Lost != 1 || len(s.Journal.Entries) != len(played().Entries) || s.Journal.End() == nil {
		t.Errorf("%+v", s)
	}
}
