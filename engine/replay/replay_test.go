package replay_test

import (
	"bytes"
	"errors"
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
				if err := g.Answer(d.Number, s, bots[s].Decide(g, d, s)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// same tells whether two games stand alike and have one log.
func same(a, b *engine.Game) string {
	switch {
	case a.Hash() != b.Hash():
		return "the states differ:\n" + cmp.Diff(a.Dump(a.State()), b.Dump(b.State()))
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
		back := rapid.IntRange(0, want.Counts().Decisions).Draw(rt, "undo to")
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
		{"nothing", nil, setup(t, 1), `this is no such file: its first line must be "ruledeck save 1"`},
		{"something else", []byte("{\"game\": 1}\n"), setup(t, 1), `this is no such file: its first line must be "ruledeck save 1"`},
		{"a record", with("ruledeck save", "ruledeck record"), setup(t, 1), `this is no such file: its first line must be "ruledeck save 1"`},
		{"a later format", with("save 1", "save 2"), setup(t, 1), `this is format 2 of a save; expected is "ruledeck save 1"`},
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
	if _, err := replay.ReadHeader([]byte("hello")); err == nil || !strings.Contains(err.Error(), `"ruledeck save or record 1"`) {
		t.Error(err)
	}
}

func TestRecordsPlayBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		want := engine.New(setup(t, seed))
		answering(t, want, seed, rapid.IntRange(0, 30).Draw(rt, "record at"))
		record, err := replay.NewRecord(want, kinds)
		if err != nil {
			rt.Fatal(err)
		}
		read, err := replay.Read(strings.NewReader(record.String()))
		if err != nil {
			rt.Fatal(err)
		}
		if diff := cmp.Diff(record, read); diff != "" {
			rt.Fatal(diff)
		}
		got, err := replay.Replay(read, setup(t, 0))
		if err != nil {
			rt.Fatal(err)
		}
		if problem := same(got, want); problem != "" {
			rt.Fatal(problem)
		}
		if d, err := replay.Verify(read, setup(t, 0)); d != nil || err != nil {
			rt.Fatal(d, err)
		}
		if last := record.End.Decisions; last > 0 {
			n := rapid.IntRange(1, last).Draw(rt, "play back to")
			part, err := replay.ReplayTo(read, setup(t, 0), n)
			if err != nil || part.Open() == nil || part.Open().Number != n {
				rt.Fatal(n, err)
			}
			if err := want.Undo(n); err != nil {
				rt.Fatal(err)
			}
			if problem := same(part, want); problem != "" {
				rt.Fatal(problem)
			}
		}
	})
}

func TestARecordAsText(t *testing.T) {
	g := engine.New(setup(t, 5))
	answering(t, g, 5, 4)
	record, err := replay.NewRecord(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := record.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := `ruledeck record 1
pack: tiny
version: 1.2.0
hash: abcd000000000000000000000000000000000000000000000000000000000000
rng: pcg-splitmix-1
seed: 5
seats: human, random, "some bot, with a comma"
option season: long
option limit: -7
option first: 2
option teams: long, "a, b", long

1 1 piecee#2
2 2 pieceg#2, piecef#1, piecea#1
3 3 -
end 3 dcfc8b9cee007a46
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestDecidersTakeOverBehindTheEnd(t *testing.T) {
	g := engine.New(setup(t, 5))
	answering(t, g, 5, 9)
	record, err := replay.NewRecord(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, 0)
	asked := 0
	for seat := engine.Seat(1); seat <= seats; seat++ {
		b, err := table.New("random", seat, 5, nil)
		if err != nil {
			t.Fatal(err)
		}
		s.Deciders[seat] = func(g *engine.Game, d *engine.Decision, seat engine.Seat) engine.Reply {
			if d.Number < 9 {
				t.Errorf("decision %d is in the record", d.Number)
			}
			asked++
			return b.Decide(g, d, seat)
		}
	}
	got, err := replay.Replay(record, s)
	if err != nil || !got.Over() || asked == 0 {
		t.Fatal(err, asked)
	}
	// Verify looks at the record alone.
	asked = 0
	if d, err := replay.Verify(record, s); d != nil || err != nil || asked > 0 {
		t.Error(d, err, asked)
	}
}

// recorded is a record of a game to its end.
func recorded(t testing.TB) *replay.Record {
	t.Helper()
	g := engine.New(setup(t, 5))
	answering(t, g, 5, 0)
	r, err := replay.NewRecord(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestVerifyFindsTheFirstDifference(t *testing.T) {
	for _, test := range []struct {
		name     string
		change   func(r *replay.Record, s *engine.Setup)
		decision int
		want     string
	}{
		{"a card that is not offered", func(r *replay.Record, _ *engine.Setup) { r.Answers[0].Keys = []string{"chipa#1"} }, 1,
			"the recorded answer is no longer offered; recorded: chipa#1; offered: "},
		{"a card that is not there", func(r *replay.Record, _ *engine.Setup) { r.Answers[0].Keys = []string{"chipz"} }, 1,
			"there is no card chipz; recorded: chipz; offered: "},
		{"too many", func(r *replay.Record, _ *engine.Setup) {
			r.Answers[1].Keys = append(r.Answers[1].Keys, r.Answers[1].Keys...)
		}, 2, "decision 2 of seat"},
		{"another seat", func(r *replay.Record, _ *engine.Setup) { r.Answers[0].Seat = 3 }, 1,
			"decision 1 of seat 1: this seat was not asked, but seat 3, who answered "},
		{"more answers than decisions", func(r *replay.Record, _ *engine.Setup) {
			r.Answers = append(r.Answers, replay.Answer{Number: r.End.Decisions + 1, Seat: 2})
		}, -1, "it is not asked any more: the game ends before it; recorded: -"},
		{"fewer answers than decisions", func(r *replay.Record, _ *engine.Setup) { r.Answers = r.Answers[:1] }, 0, "1 decisions were answered, recorded: "},
		{"another end", func(r *replay.Record, _ *engine.Setup) { r.End.Hash++ }, 0, "every answer fits, but the game ends otherwise: the state's digest is "},
		{"another seed", func(r *replay.Record, _ *engine.Setup) { r.Header.Seed++ }, 2, "the recorded answer is no longer offered"},
		{"another die", func(_ *replay.Record, s *engine.Setup) { s.Layout.Pack.Dice[0].Faces = []engine.Value{engine.Num(1)} }, 0, "every answer fits, but"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, s := recorded(t), setup(t, 0)
			test.change(r, &s)
			if test.decision < 0 {
				test.decision = r.End.Decisions + 1
			}
			d, err := replay.Verify(r, s)
			if err != nil || d == nil || d.Decision != test.decision || !strings.Contains(d.Error(), test.want) {
				t.Errorf("got %v (%v), want %q at decision %d", d, err, test.want, test.decision)
			}
			if test.decision > 0 {
				g, err := replay.Replay(r, s)
				var same *replay.Difference
				if !errors.As(err, &same) || same.Error() != d.Error() || g == nil {
					t.Errorf("Replay says %v", err)
				}
			}
		})
	}
}

func TestOfferedNamesWhatThereIs(t *testing.T) {
	r := recorded(t)
	seen := map[string]bool{}
	for i := range r.Answers {
		change := *r
		change.Answers = append([]replay.Answer(nil), r.Answers...)
		change.Answers[i].Keys = []string{`"nonsense"`}
		d, err := replay.Verify(&change, setup(t, 0))
		if err != nil || d == nil || d.Decision != r.Answers[i].Number || d.Seat != r.Answers[i].Seat || len(d.Offered) == 0 {
			t.Fatalf("answer %d: %v %v", i, d, err)
		}
		seen[d.Offered[0]] = true
	}
	for _, want := range []string{"yes", "-2 to 5", `"take"`} {
		if !seen[want] {
			t.Errorf("%s was never offered: %v", want, seen)
		}
	}
}

func TestReplayToBounds(t *testing.T) {
	r := recorded(t)
	last := r.End.Decisions
	for n, want := range map[int]string{0: fmt.Sprintf("the record has decisions 1 to %d, not 0", last), last + 2: "not", last + 1: "the game ends before it"} {
		if _, err := replay.ReplayTo(r, setup(t, 0), n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("to %d: %v", n, err)
		}
	}
}

func TestBotsAnswerWhereAReplayStopsAtASecretDecision(t *testing.T) {
	g := engine.New(setup(t, 4))
	number := atSecret(t, g, 4).Number
	answering(t, g, 4, number+1)
	r, err := replay.NewRecord(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	s := setup(t, 0)
	s.Deciders[2] = func(*engine.Game, *engine.Decision, engine.Seat) engine.Reply { return engine.Reply{} }
	part, err := replay.ReplayTo(r, s, number)
	if err != nil {
		t.Fatal(err)
	}
	if d := part.Open(); !d.Waits(1) || d.Waits(2) || !d.Waits(3) {
		t.Errorf("%+v", d.Given)
	}
}

// TestFollow: another game of the same setup follows the answers of the first
// from wherever it stands, leaves the decision open that the first has open, and
// tells the first answer that does not fit.
func TestFollow(t *testing.T) {
	var nobody [engine.MaxSeats + 1]engine.Decider
	for _, ahead := range []int{0, 1, 5} {
		first := engine.New(setup(t, 4))
		answering(t, first, 9, 12)
		other := engine.New(setup(t, 4))
		if ahead > 0 {
			answering(t, other, 9, ahead)
		}
		if err := replay.Follow(other, replay.AnswersOf(first), 12, nobody); err != nil {
			t.Fatal(err)
		}
		if text := same(first, other); text != "" || other.Open() == nil || other.Open().Number != 12 {
			t.Errorf("from decision %d: %s", ahead, text)
		}
		answers := replay.AnswersOf(first)
		answers[8].Keys = []string{"nonsense"}
		lost := engine.New(setup(t, 4))
		err := replay.Follow(lost, answers, 12, nobody)
		var d *replay.Difference
		if !errors.As(err, &d) || d.Decision != answers[8].Number || lost.Open() == nil || lost.Open().Number != d.Decision {
			t.Errorf("a wrong answer: %v", err)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	text := recorded(t).String()
	with := func(old, new string) string { return strings.Replace(text, old, new, 1) }
	answers := strings.Index(text, "\n\n") + 2
	firstLine, _, _ := strings.Cut(text[answers:], "\n")
	for _, test := range []struct{ name, text, want string }{
		{"a save", with("record 1", "save 1"), `its first line must be "ruledeck record 1"`},
		{"no empty line", with("\n\n", "\n"), "an empty line was expected before the answers"},
		{"no end", text[:strings.LastIndex(text, "end ")], `the file is cut off: a last line "end ..." was expected`},
		{"half a line", text[:answers+3], `the file is cut off: a last line "end ..." was expected`},
		{"only a header", text[:answers-1], `the file is cut off: a last line "end ..." was expected`},
		{"more behind the end", text + firstLine + "\n", "nothing was expected behind the line that begins with end"},
		{"a gap", with(firstLine+"\n", ""), "cannot follow on decision 0 of seat 0"},
		{"twice", with(firstLine, firstLine+"\n"+firstLine), "cannot follow on decision 1 of seat 1"},
		{"no such seat", with(firstLine, "1 4 -"), "there is no seat 4"},
		{"no answer", with(firstLine, "1 1"), "expected is: decision seat answer"},
		{"no numbers", with(firstLine, "one two three"), "expected is: decision seat answer"},
		{"a bad end", with("end ", "end x"), "expected is: end decisions digest"},
		{"another number at the end", text[:answers] + firstLine + "\nend 5 0\n", "the last decision above is 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := replay.Read(strings.NewReader(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
	for n := range text {
		if _, err := replay.Read(strings.NewReader(text[:n])); err == nil {
			t.Fatalf("%d of %d bytes are read", n, len(text))
		}
	}
	if _, err := replay.Read(strings.NewReader(strings.ReplaceAll(text, "\n", "\r\n"))); err != nil {
		t.Errorf("with the line ends of Windows: %v", err)
	}
}

func TestGamesWithoutALogAreNotRecorded(t *testing.T) {
	s := setup(t, 5)
	s.DropLog = true
	g := engine.New(s)
	answering(t, g, 5, 0)
	if _, err := replay.NewRecord(g, kinds); err == nil {
		t.Error("recorded")
	}
	data, err := replay.Save(g, kinds)
	if err != nil {
		t.Fatal(err)
	}
	if loaded, err := replay.Load(data, s); err != nil || loaded.Hash() != g.Hash() {
		t.Error(err)
	}
}

func TestGamesSetUpByHandAreSavedButNotRecorded(t *testing.T) {
	g := engine.New(setup(t, 5))
	err := g.Edit(func(p *engine.Position) error { return p.Place(3, g.ZoneOf(tinypack.Heap, 0, 0), engine.Top) })
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

func FuzzRead(f *testing.F) {
	f.Add(recorded(f).String())
	s := setup(f, 0)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := replay.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := replay.Read(strings.NewReader(r.String()))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, again); diff != "" {
			t.Fatal(diff)
		}
		replay.Verify(r, s)
	})
}
