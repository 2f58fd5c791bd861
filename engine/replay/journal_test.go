package replay_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
)

var header = replay.Header{
	Game: "./games/ants", Overlays: []string{"../more ants"}, Pack: "ants", Version: "1.2.0", API: 1,
	Seed:  rng.Seed{Low: 1<<64 - 1, Drawn: rng.Drawn{High: 1, Bots: 3}},
	Seats: []string{"human", "random"}, GameOptions: []replay.GameOption{{Name: "season", Values: []string{"long"}},
		{Name: "teams", Values: []string{"a, b", "\"c\" <d>"}}},
	Files: map[string]string{"pack.yaml": "00ff", "cards/ä.yaml": "1234"}, Cards: map[string]string{"ant": "aa"},
	Scripts: map[string]string{"rules/play": "bb"},
}

// drawn is a journal as a game makes one: answers in turn, changed and taken
// back, an end.
func drawn(t *rapid.T) *replay.Journal {
	j := &replay.Journal{Header: header}
	last := 0
	for range rapid.IntRange(0, 20).Draw(t, "entries") {
		switch what := rapid.IntRange(0, 9).Draw(t, "what"); {
		case what == 0 && last > 0:
			n := rapid.IntRange(1, last).Draw(t, "undo")
			j.Entries, last = append(j.Entries, replay.Entry{Undo: n}), n-1
		default:
			if what > 2 || last == 0 {
				last++
			}
			a := &replay.Answer{Number: last, Seat: engine.Seat(rapid.IntRange(1, 2).Draw(t, "seat")),
				Keys: rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "keys")}
			if len(a.Keys) == 0 {
				a.Keys = nil
			}
			j.Entries = append(j.Entries, replay.Entry{Answer: a})
		}
	}
	if rapid.Bool().Draw(t, "over") {
		j.Entries = append(j.Entries,
			replay.Entry{End: &replay.End{Decisions: last, Hash: rapid.Uint64().Draw(t, "hash")}})
		for range rapid.IntRange(0, 3).Draw(t, "told") {
			line := rapid.String().Draw(t, "line")
			j.Entries = append(j.Entries, replay.Entry{Step: &replay.Step{Name: line, Digests: []string{"1f", "2e"}}},
				replay.Entry{Line: &line})
		}
	}
	return j
}

func same2(a, b *replay.Journal) string {
	return cmp.Diff(a.Entries, b.Entries) + cmp.Diff(a.Header, b.Header)
}

func TestJournalsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawn(t)
		data := want.Encode()
		got, err := replay.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := same2(want, got); diff != "" || got.Torn(data) {
			t.Fatal(diff, got.Torn(data))
		}
	})
}

// TestFlippedBytes: one changed byte is refused, or the journal holds the same
// game.
func TestFlippedBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawn(t)
		data := want.Encode()
		at := rapid.IntRange(0, len(data)-1).Draw(t, "at")
		data[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "by"))
		got, err := replay.Decode(data)
		var format *replay.FormatError
		switch {
		case err != nil && !errors.As(err, &format):
			t.Fatalf("%T: %v", err, err)
		case err == nil && same2(want, got) != "":
			t.Fatalf("a flipped byte gives another game: %s", same2(want, got))
		}
	})
}

// TestCutJournals: cut anywhere behind its first line, a journal holds what whole
// records hold, and says where they end.
func TestCutJournals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawn(t)
		data := want.Encode()
		cut := rapid.IntRange(0, len(data)).Draw(t, "cut")
		got, err := replay.Decode(data[:cut])
		first := bytes.IndexByte(data, '\n')
		if cut < first {
			if err == nil {
				t.Fatal("a journal without its header is read")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		whole := bytes.Count(data[:cut], []byte("\n"))
		if cut < len(data) && data[cut] == '\n' {
			whole++ // all but the line break
		}
		if n := len(got.Entries); n != max(whole, 1)-1 || n > 0 && !cmp.Equal(got.Entries, want.Entries[:n]) {
			t.Fatalf("%d entries of %d lines, %s", n, whole,
				cmp.Diff(got.Entries, want.Entries[:min(n, len(want.Entries))]))
		}
		again := append(data[:got.Valid:got.Valid], data[min(got.Valid, len(data)):]...)
		if !bytes.Equal(again, data) || got.Torn(data[:cut]) != (got.Valid < cut) {
			t.Fatal("the valid part is no prefix")
		}
	})
}

// TestLinesTakenAway: without a line in the middle, or with two lines exchanged,
// a journal is refused where that tells another game.
func TestLinesTakenAway(t *testing.T) {
	var entries []replay.Entry
	for n := 1; n <= 6; n++ {
		entries = append(entries,
			replay.Entry{Answer: &replay.Answer{Number: n, Seat: 1, Keys: []string{fmt.Sprint(n)}}})
	}
	entries = append(entries, replay.Entry{Undo: 4}, replay.Entry{Answer: &replay.Answer{Number: 4, Seat: 1}},
		replay.Entry{End: &replay.End{Decisions: 4}})
	lines := bytes.SplitAfter((&replay.Journal{Header: header, Entries: entries}).Encode(), []byte("\n"))
	for i := range len(lines) - 2 {
		less := bytes.Join(append(slices.Clone(lines[:i]), lines[i+1:]...), nil)
		if _, err := replay.Decode(less); err == nil {
			t.Errorf("line %d is missing, and nothing is said", i+1)
		}
		swapped := slices.Clone(lines)
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
		if _, err := replay.Decode(bytes.Join(swapped, nil)); err == nil && i < len(lines)-2 {
			t.Errorf("lines %d and %d are exchanged, and nothing is said", i+1, i+2)
		}
	}
}

func TestAnswersThatHold(t *testing.T) {
	answer := func(n int, seat engine.Seat, key string) replay.Entry {
		return replay.Entry{Answer: &replay.Answer{Number: n, Seat: seat, Keys: []string{key}}}
	}
	j := &replay.Journal{Header: header, Entries: []replay.Entry{
		answer(1, 2, "a"), answer(1, 1, "b"), answer(1, 2, "c"), answer(2, 1, "d"), answer(3, 1, "e"),
		{Undo: 2}, answer(2, 1, "f"),
	}}
	var got []string
	for _, a := range j.Answers() {
		got = append(got, fmt.Sprint(a.Number, a.Seat, a.Keys))
	}
	if want := "1 1 [b], 1 2 [c], 2 1 [f]"; strings.Join(got, ", ") != want {
		t.Errorf("%s, not %s", strings.Join(got, ", "), want)
	}
}

func TestForeignJournals(t *testing.T) {
	whole := string((&replay.Journal{Header: header}).Encode())
	for _, c := range []struct{ data, want string }{
		{"", "the file is empty"},
		{"PK\x03\x04", "this is no journal of a game"},
		{"ruledeck save 1\npack: bbtm\n", "this is no journal of a game"},
		{`{"v":2}`, "cut off in its first line"},
		{`{"v":1}`, "line 1: this is version 1 of a journal; expected is 2"},
		{whole[:40], "cut off in its first line"},
		{strings.Replace(whole, "long", "short", 1), "line 1: the line was changed: its checksum does not fit"},
		{whole + "\n" + whole, "line 2: the line was changed"},
		{whole + whole, "line 2: the line was changed"},
	} {
		if _, err := replay.Decode([]byte(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, not %s", c.data, err, c.want)
		}
	}
}

func FuzzJournal(f *testing.F) {
	j := &replay.Journal{Header: header, Entries: []replay.Entry{
		{Answer: &replay.Answer{Number: 1, Seat: 1, Keys: []string{"ant#1 / zone hill"}, Question: "1f"}}, {Undo: 1},
		{Answer: &replay.Answer{Number: 1, Seat: 2}}, {End: &replay.End{Decisions: 1, Hash: 77}},
	}}
	whole := j.Encode()
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add(append(whole[:len(whole)-1:len(whole)-1], '0'))
	f.Add(whole[:len(whole)-9])
	f.Fuzz(func(t *testing.T, data []byte) {
		j, err := replay.Decode(data)
		if err != nil {
			return
		}
		j.Answers()
		j.End()
		sound := data[:j.Valid:j.Valid]
		if j.Open {
			sound = append(sound, '\n')
		}
		more := (&replay.Entry{Undo: 1}).Encode(2 + len(j.Entries))
		if _, err := replay.Decode(append(slices.Clone(sound), more...)); err != nil &&
			!strings.Contains(err.Error(), "cannot go back") {
			t.Fatalf("it cannot go on behind the valid part: %v", err)
		}
		again, err := replay.Decode(sound)
		if err != nil || len(again.Entries) != len(j.Entries) {
			t.Fatalf("the valid part reads as something else: %v", err)
		}
	})
}
