package replay_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot/table"
	"github.com/ruledeck/ruledeck/engine/internal/tinypack"
	"github.com/ruledeck/ruledeck/engine/replay"
)

const seats = 3

var kinds = []string{"human", "random", "some bot, with a comma"}

// setup is the tiny pack with options, in which nobody decides in process.
func setup(t testing.TB, seed uint64) engine.Setup {
	t.Helper()
	p := tinypack.Pack()
	p.Version = "1.2.0"
	p.Hash = [32]byte{0xab, 0xcd}
	p.Symbols = append(p.Symbols, "long", "a, b")
	long, odd := engine.WordValue(engine.Symbol(len(p.Symbols)-2)), engine.WordValue(engine.Symbol(len(p.Symbols)-1))
	p.Options = []engine.Option{{Name: "season"}, {Name: "limit", Number: true}, {Name: "first", Seat: true}, {Name: "teams", PerSeat: true}}
	l, err := engine.NewLayout(p, seats)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Setup{
		Layout: l, Scripts: tinypack.Scripts{}, Seed: seed,
		Options: [][]engine.Value{{long}, {engine.Num(-7)}, {engine.SeatValue(2)}, {long, odd, long}},
	}
}

// answering plays on with random answers of a seed until the decision with
// number until is open, or the game is over.
func answering(t testing.TB, g *engine.Game, seed uint64, until int) {
	t.Helper()
	var bots [seats + 1]table.Player
	for s := 1; s <= seats; s++ {
		b, err := table.New("random", engine.Seat(s), seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		bots[s] = b
	}
	for {
		status, err := g.Advance()
		if err != nil {
			t.Fatal(err)
		}
		d := g.Open()
		if status == engine.Ended || d.Number == until {
			return
		}
		for s := engine.Seat(1); s <= seats; s++ {
			if g.Open() == d && d.Waits(s) {
				if err := g.Answer(d.Number, s, bots[s].Decide(g.Position(), d, s)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// same tells whether two games stand alike and have one log.
func same(a, b *engine.Game) string {
	switch {
	case a.Position().Hash() != b.Position().Hash():
		return "the states differ:\n" + cmp.Diff(a.Layout().Dump(a.Position().State()), b.Layout().Dump(b.Position().State()))
	case a.Log().Len() != b.Log().Len() || a.Log().Hash() != b.Log().Hash():
		return fmt.Sprintf("the logs differ: %d and %d events", a.Log().Len(), b.Log().Len())
	}
	return cmp.Diff(a.Open(), b.Open())
}

func TestASaveAtAnyDecisionGoesOnTheSame(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		s := setup(t, seed)
		want := engine.New(s)
		until := rapid.IntRange(1, 30).Draw(rt, "save at")
		answering(t, want, seed, until)
		data, err := replay.Save(want, kinds)
		if err != nil {
			rt.Fatal(err)
		}
		again := setup(t, 0) // seed and options come from the save
		again.Options = nil
		got, err := replay.Load(data, again)
		if err != nil {
			rt.Fatal(err)
		}
		if problem := same(got, want); problem != "" {
			rt.Fatal(problem)
		}
		back := 0
		if answers := want.Answers(); len(answers) > 0 {
			back = rapid.IntRange(0, answers[len(answers)-1].Number).Draw(rt, "undo to")
		}
		for _, g := range []*engine.Game{got, want} {
			if back > 0 {
				if err := g.Undo(back); err != nil {
					rt.Fatal(err)
				}
			}
			answering(t, g, seed+1, 0)
		}
		if problem := same(got, want); problem != "" {
			rt.Fatal(problem)
		}
	})
}

// atSecret plays to an open secret decision.
func atSecret(t testing.TB, g *engine.Game, seed uint64) *engine.Decision {
	t.Helper()
	for n := 1; n < 40; n++ {
		answering(t, g, seed, n)
		if d := g.Open(); d != nil && d.Secret && d.Waits(1) && d.Waits(2) && d.Waits(3) {
			return d
		}
	}
	t.Fatal("there is no secret decision")
	return nil
}

func TestSecretAnswersAreSaved(t *testing.T) {
	g := engine.New(setup(t, 4))
	d := atSecret(t, g, 4)
	for seat, reply := range map[engine.Seat]engine.Reply{2: {1, 0}, 3: {}} {
		if err := g.Answer(d.Number, seat, reply); err != nil {
			t.Fatal(err)
		}
	}
	data, err := replay.Save(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := replay.Load(data, setup(t, 0))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]engine.Reply{nil, nil, {1, 0}, {}}, loaded.Open().Given); diff != "" {
		t.Error(diff)
	}
	for _, g := range []*engine.Game{g, loaded} {
		if err := g.Answer(d.Number, 1, engine.Reply{0}); err != nil {
			t.Fatal(err)
		}
		answering(t, g, 4, 0)
	}
	if problem := same(loaded, g); problem != "" {
		t.Error(problem)
	}
}

func TestLoadRefuses(t *testing.T) {
	g := engine.New(setup(t, 1))
	answering(t, g, 1, 7)
	data, err := replay.Save(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := bytes.Cut(data, []byte("\n\n"))
	with := func(old, new string) []byte { return bytes.Replace(data, []byte(old), []byte(new), 1) }
	otherHash := setup(t, 1)
	otherHash.Layout.Pack.Hash[0]++
	twoSeats := setup(t, 1)
	twoSeats.Layout, _ = engine.NewLayout(twoSeats.Layout.Pack, 2)
	for _, test := range []struct {
		name  string
		data  []byte
		setup engine.Setup
		want  string
	}{
		{"nothing", nil, setup(t, 1), `this is no such file: its first line must be "ruledeck save 2"`},
		{"something else", []byte("{\"game\": 1}\n"), setup(t, 1), `this is no such file: its first line must be "ruledeck save 2"`},
		{"a record", with("ruledeck save", "ruledeck record"), setup(t, 1), `this is no such file: its first line must be "ruledeck save 2"`},
		{"a later format", with("save 2", "save 3"), setup(t, 1), `this is format 3 of a save; expected is "ruledeck save 2"`},
		{"other random numbers", with("pcg-splitmix-1", "dice"), setup(t, 1), "the game was kept with the random numbers dice, but here it is pcg-splitmix-1"},
		{"another pack", with("pack: tiny", "pack: huge"), setup(t, 1), "the game was kept with the pack huge, but here it is tiny"},
		{"other files", data, otherHash, "the game was kept with the files of the pack abcd0000 (version 1.2.0), but here it is accd0000 (version 1.2.0)"},
		{"fewer seats", data, twoSeats, "the game was kept with a number of seats: 3, but here it is 2"},
		{"an unknown word", with("season: long", "season: longer"), setup(t, 1), `option season cannot be "longer"`},
		{"no number", with("limit: -7", "limit: few"), setup(t, 1), `option limit cannot be "few"`},
		{"no seat", with("first: 2", "first: 9"), setup(t, 1), `option first cannot be "9"`},
		{"another option", with("option season", "option reason"), setup(t, 1), "the game was kept with the option reason, but here it is season"},
		{"a changed body", append(data[:len(data)-1:len(data)-1], data[len(data)-1]^1), setup(t, 1), "the save was changed: its checksum does not fit"},
		{"a body cut off", data[:len(data)-5], setup(t, 1), "the save is cut off or was changed: its body has"},
		{"only a header", header, setup(t, 1), `a line "body: ..." was expected, not ""`},
		{"part of a header", data[:60], setup(t, 1), `line 4: the file is cut off: a line "hash: ..." was expected`},
		{"a bad hash", with("abcd", "xbcd"), setup(t, 1), "cannot be read: encoding/hex: invalid byte"},
		{"a short hash", with("abcd00", "abcd"), setup(t, 1), "cannot be read: a hash has 64 digits"},
		{"a bad seed", with("seed: 1", "seed: one"), setup(t, 1), `line 6: "seed: one" cannot be read`},
		{"lines in another order", with("version: 1.2.0\n", ""), setup(t, 1), `line 3: a line "version: ..." was expected, not "hash:`},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := replay.Load(test.data, test.setup)
			if g != nil || err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
	for n := range data {
		if _, err := replay.Load(data[:n], setup(t, 1)); err == nil {
			t.Fatalf("%d of %d bytes are loaded", n, len(data))
		}
	}
}

func TestSavesNeedAKindForEverySeat(t *testing.T) {
	g := engine.New(setup(t, 1))
	if _, err := replay.Save(g, kinds[:2]); err == nil {
		t.Error("saved")
	}
	if _, err := replay.NewRecord(g, kinds[:2]); err == nil {
		t.Error("recorded")
	}
}

func TestHeaders(t *testing.T) {
	g := engine.New(setup(t, 99))
	save, err := replay.Save(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	record, err := replay.NewRecord(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	want := replay.Header{
		Pack: "tiny", Version: "1.2.0", Hash: [32]byte{0xab, 0xcd}, Seed: 99, Seats: kinds,
		Options: []replay.Option{{"season", []string{"long"}}, {"limit", []string{"-7"}}, {"first", []string{"2"}}, {"teams", []string{"long", "a, b", "long"}}},
	}
	for kind, data := range map[string][]byte{"save": save, "record": []byte(record.String())} {
		got, err := replay.ReadHeader(data)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", kind, err, diff)
		}
		if replay.IsSave(data) != (kind == "save") || replay.IsRecord(data) != (kind == "record") {
			t.Errorf("a %s is not known as one", kind)
		}
	}
	if _, err := replay.ReadHeader([]byte("hello")); err == nil || !strings.Contains(err.Error(), `"ruledeck save or record 2"`) {
		t.Error(err)
	}
}

// recorded is a record of a game to its end.
func TestGamesSetUpByHandAreSavedButNotRecorded(t *testing.T) {
	g := engine.New(setup(t, 5))
	err := g.Edit(func(p *engine.Editor) error { return p.Put(3, g.Layout().ZoneOf(tinypack.Heap, 0, 0), engine.Top) })
	if err != nil {
		t.Fatal(err)
	}
	answering(t, g, 5, 4)
	if _, err := replay.NewRecord(g, kinds); err == nil {
		t.Error("recorded")
	}
	data, err := replay.Save(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := replay.Load(data, setup(t, 0))
	if err != nil {
		t.Fatal(err)
	}
	if problem := same(loaded, g); problem != "" {
		t.Error(problem)
	}
}

func FuzzLoad(f *testing.F) {
	g := engine.New(setup(f, 3))
	for _, until := range []int{1, 9, 0} {
		answering(f, g, 3, until)
		data, err := replay.Save(g, kinds)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	s := setup(f, 0)
	f.Fuzz(func(t *testing.T, data []byte) {
		if g, err := replay.Load(data, s); err == nil {
			g.Advance()
		}
	})
}
