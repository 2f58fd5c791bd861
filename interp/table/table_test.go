package table_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/table"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// starting starts games of a pack, as its files are then.
func starting(name string, seats int, seed uint64) play.Start {
	return func() (*interp.Table, *engine.Game, error) {
		p, err := interp.Load(name, interp.With{})
		if err != nil {
			return nil, nil, err
		}
		t, err := p.Table(interp.Settings{Seats: seats, Seed: seed})
		if err != nil {
			return nil, nil, err
		}
		return play.From(t)()
	}
}

// stall is the test pack of package play, in a folder of its own, with one text exchanged.
func stall(t testing.TB, file, old, instead string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../play/testdata/stall")); err != nil {
		t.Fatal(err)
	}
	edit(t, dir, file, old, instead)
	return dir
}

func edit(t testing.TB, dir, file, old, instead string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(file))
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), old) {
		t.Fatalf("%s: no %q (%v)", file, old, err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, instead, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func lay(t testing.TB, start play.Start, s table.Settings) *table.Table {
	t.Helper()
	out, err := table.New(t.Context(), s,
		func(s play.Settings) (*play.Session, error) { return play.New(start, s) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(out.Close)
	out.Play()
	return out
}

// people are so many seats that nobody but the host's viewers play.
func people(seats int) table.Settings {
	return table.Settings{Settings: play.Settings{Players: make([]play.Player, seats)}}
}

func at(seat engine.Seat) table.Viewer { return table.Viewer{Seat: seat, Lang: "en"} }

// log is a game as somebody knows it who puts frames together.
type log struct {
	*testing.T
	lines []transcript.Line
	marks []table.Mark
	id    string
	last  *table.Frame
	count int
}

func (l *log) take(f *table.Frame) {
	l.Helper()
	if f.From > len(l.lines) || f.FromMark > len(l.marks) {
		l.Fatalf("frame %s begins at line %d and mark %d of %d and %d", f.ID, f.From, f.FromMark, len(l.lines),
			len(l.marks))
	}
	l.lines = append(l.lines[:f.From], f.Lines...)
	l.marks = append(l.marks[:f.FromMark], f.Marks...)
	l.id, l.last = f.ID, f
	l.count++
}

// hear takes what has come.
func (l *log) hear(frames <-chan *table.Frame) {
	l.Helper()
	for {
		select {
		case f := <-frames:
			l.take(f)
		default:
			return
		}
	}
}

func (l *log) text() string {
	var out []string
	for _, line := range l.lines {
		out = append(out, line.String())
	}
	return strings.Join(out, "\n")
}

// rest waits until the table has come to rest.
func rest(t testing.TB, of *table.Table) {
	t.Helper()
	if err := of.Look(func(*play.Session) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// open is the seat that is asked, with its question, nil where none is.
func open(t testing.TB, of *table.Table) (seat engine.Seat, q *play.Question) {
	t.Helper()
	_ = of.Look(func(s *play.Session) error {
		for _, at := range s.Seats() {
			if now := at.Question(); now != nil && q == nil {
				seat, q = at.Number(), now
			}
		}
		return nil
	})
	return seat, q
}

// says answers with the option of a key, or the first.
func says(t testing.TB, of *table.Table, key string) table.Answer {
	t.Helper()
	seat, q := open(t, of)
	if q == nil {
		t.Fatal("nobody is asked")
	}
	a := table.Answer{Number: q.Number, Reply: q.First()}
	if i := slices.Index(q.Keys(), key); i >= 0 {
		a.Reply = engine.Reply{i}
	}
	if again, err := of.Answer(at(seat), a); again || err != nil {
		t.Fatalf("%s: again %t, %v", key, again, err)
	}
	rest(t, of)
	return a
}

// TestAnswers: an answer that is sent again is said yes to and counts once; another one to
// the same question is refused with what is open.
func TestAnswers(t *testing.T) {
	game := lay(t, starting("../play/testdata/stall", 2, 4), people(2))
	seat, q := open(t, game)
	one := table.Answer{Number: q.Number, Reply: engine.Reply{5}, Nonce: "a"}
	for i, want := range []bool{false, true, true} {
		if i == 2 {
			one.Nonce = "b" // the same answer by another way
		}
		if again, err := game.Answer(at(seat), one); again != want || err != nil {
			t.Fatalf("again %t, %v", again, err)
		}
		rest(t, game)
	}
	_, now := open(t, game)
	var refused *table.Refused
	other := table.Answer{Number: one.Number, Reply: engine.Reply{0}, Nonce: "a"}
	if _, err := game.Answer(at(seat), other); !errors.As(err, &refused) || refused.Status != 409 || !refused.Late ||
		refused.Open == nil || refused.Open.Number != now.Number {
		t.Errorf("another answer: %v, %+v", err, refused)
	}
	if _, err := game.Answer(at(seat), table.Answer{Number: now.Number, Reply: engine.Reply{9}}); err == nil {
		t.Error("an option that there is not was taken")
	}
	if _, err := game.Answer(at(seat), table.Answer{Number: now.Number, Again: 1, Reply: engine.Reply{0}}); err == nil {
		t.Error("an answer to another question with the number was taken")
	}
	_, err := game.Answer(at(2), table.Answer{Number: now.Number, Reply: engine.Reply{0}})
	if !errors.As(err, &refused) || refused.Status != 409 || refused.Open != nil {
		t.Errorf("an answer for a seat that is not asked: %v, %+v", err, refused)
	}
	status, body := game.Call(at(seat), "answer", nil, fmt.Appendf(nil, `{"number": %d, "reply": [0]}`, one.Number))
	if want := fmt.Sprintf(`"open":{"number":%d,`, now.Number); status != 409 || !strings.Contains(string(body), want) {
		t.Errorf("%d %s", status, body)
	}
	_ = game.Look(func(s *play.Session) error {
		if n := len(s.Answers()); n != 1 {
			t.Errorf("%d answers are recorded", n)
		}
		return nil
	})
}

// TestFrames: who puts the frames of a whole game together has what it was told, also
// who is slow, who comes late, and who was away.
func TestFrames(t *testing.T) {
	for _, name := range []string{"../play/testdata/stall", "football-champions"} {
		game := lay(t, starting(name, 2, 4), people(2))
		logs := map[engine.Seat]*log{0: {T: t}, 1: {T: t}, 2: {T: t}}
		frames := map[engine.Seat]<-chan *table.Frame{}
		for seat := range logs {
			var err error
			if frames[seat], _, err = game.Listen(at(seat), ""); err != nil {
				t.Fatal(err)
			}
		}
		away := &log{T: t}
		f, err := game.Frame(at(1))
		if err != nil {
			t.Fatal(err)
		}
		away.take(f)
		for n := 0; ; n++ {
			if _, q := open(t, game); q == nil || n == 400 {
				break
			}
			says(t, game, "")
			for seat, log := range logs {
				if seat != 2 || n%7 == 0 { // who is slow
					log.hear(frames[seat])
				}
			}
			if n%50 == 13 { // who was away
				again, leave, err := game.Listen(at(1), away.id)
				if err != nil {
					t.Fatal(err)
				}
				f := <-again
				leave()
				if n > 50 && f.From == 0 {
					t.Errorf("%s: who was away is told everything", name)
				}
				away.take(f)
				if diff := cmp.Diff(logs[1].lines, away.lines); diff != "" {
					t.Fatalf("%s: who was away has another log (-listened +away):\n%s", name, diff)
				}
			}
		}
		for seat, log := range logs {
			log.hear(frames[seat])
			f, err := game.Frame(at(seat))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(f.Lines, log.lines); diff != "" {
				t.Errorf("%s, seat %d (-told +heard):\n%s", name, seat, diff)
			}
			if diff := cmp.Diff(f.Marks, log.marks); diff != "" || len(f.Marks) == 0 {
				t.Errorf("%s, seat %d (-told +heard):\n%s", name, seat, diff)
			}
			var want string
			_ = game.Look(func(s *play.Session) error {
				want = strings.Join(play.Told(s, seat, "en"), "\n")
				return nil
			})
			if log.text() != want && log.last.Scene.Over != nil {
				t.Errorf("%s, seat %d heard\n%s\nand not\n%s", name, seat, log.text(), want)
			}
		}
	}
}

// TestPushes: while a seat picks a card that others do not know, that the game waits is
// told to nobody else: no frame comes, and who asks is shown the game of before.
func TestPushes(t *testing.T) {
	game := lay(t, starting("../play/testdata/stall", 3, 4), people(3))
	one, two := &log{T: t}, &log{T: t}
	asked, _, err := game.Listen(at(1), "")
	if err != nil {
		t.Fatal(err)
	}
	waits, _, err := game.Listen(at(2), "")
	if err != nil {
		t.Fatal(err)
	}
	one.hear(asked)
	two.hear(waits)
	was := body(t, game, at(2), "past") + body(t, game, at(2), "graph")
	says(t, game, `"sell"`)
	one.hear(asked)
	two.hear(waits)
	if one.count != 2 || two.count != 1 {
		t.Fatalf("the seat that is asked has %d frames, another one %d", one.count, two.count)
	}
	before := two.last
	anew, err := game.Frame(at(2))
	if err != nil {
		t.Fatal(err)
	}
	anew.Lines, anew.Marks, anew.From, anew.FromMark = before.Lines, before.Marks, before.From, before.FromMark
	if diff := cmp.Diff(before, anew); diff != "" {
		t.Errorf("who asks is shown another game (-pushed +asked):\n%s", diff)
	}
	if f, err := game.Frame(at(3)); err != nil || f.ID != before.ID || f.Scene.Waiting != nil {
		t.Errorf("who comes anew is shown %+v, %v", f, err)
	}
	if is := body(t, game, at(2), "past") + body(t, game, at(2), "graph"); is != was {
		t.Errorf("the past was\n%s\nand is\n%s", was, is)
	}
	says(t, game, "")
	says(t, game, `"sell"`)
	says(t, game, "")
	if two.hear(waits); two.count < 2 {
		t.Error("what was kept back is never told")
	}
}

func body(t *testing.T, of *table.Table, v table.Viewer, path string) string {
	t.Helper()
	status, out := of.Call(v, path, map[string]string{"at": "1000"}, nil)
	if status != 200 {
		t.Fatalf("%s: %d %s", path, status, out)
	}
	return string(out)
}

// TestStood: the past shows a seat the question that it was asked then, as it was put, with its reply; it
// tells nobody what others were asked, nor whether they were.
func TestStood(t *testing.T) {
	game := lay(t, starting("bbtm", 2, 7), people(2))
	past := func(v table.Viewer, event, decision int) (out struct {
		Scene struct{ Ask json.RawMessage }
		Reply engine.Reply
	}) {
		params := map[string]string{"at": fmt.Sprint(event), "decision": fmt.Sprint(decision)}
		status, body := game.Call(v, "past", params, nil)
		if err := json.Unmarshal(body, &out); status != 200 || err != nil {
			t.Fatalf("decision %d: %d, %v", decision, status, err)
		}
		return out
	}
	type asked struct {
		seat  engine.Seat
		event int
		ask   *scene.Ask
		reply engine.Reply
	}
	var all []asked
	for range 10 {
		seat, _ := open(t, game)
		f, err := game.Frame(at(seat))
		if err != nil {
			t.Fatal(err)
		}
		a := says(t, game, "")
		all = append(all, asked{seat, f.Last, f.Scene.Ask, a.Reply})
	}
	for _, a := range all[:8] { // behind the last ones not all may be shown yet
		got := past(at(a.seat), a.event, a.ask.Number)
		ask, err := json.Marshal(a.ask)
		if err != nil || string(got.Scene.Ask) != string(ask) || !slices.Equal(got.Reply, a.reply) {
			t.Errorf("decision %d was replied to with %v, not %v, %v, and is shown as %.300s, not %.300s",
				a.ask.Number, a.reply, got.Reply, err, got.Scene.Ask, ask)
		}
		for _, viewer := range []engine.Seat{0, 3 - a.seat} {
			if got := past(at(viewer), 1, a.ask.Number); got.Scene.Ask != nil || got.Reply != nil {
				t.Errorf("seat %d is shown what seat %d was asked: %.300s", viewer, a.seat, got.Scene.Ask)
			}
		}
	}
	if got := past(at(1), 1, 4000); got.Scene.Ask != nil {
		t.Errorf("a question that nobody was asked: %.300s", got.Scene.Ask)
	}
}

// TestAnswered: who has answered, and may be shown nothing new yet, is told nothing, and is
// not shown the question again.
func TestAnswered(t *testing.T) {
	const act = `if act == "sell" then sell(seat) end`
	dir := stall(t, "scripts/rules/day.lua", act, act+` if act == "wait" then sell(seats_from(seat)[2]) end`)
	game := lay(t, starting(dir, 2, 4), people(2))
	frames, _, err := game.Listen(at(1), "")
	if err != nil {
		t.Fatal(err)
	}
	before := <-frames
	says(t, game, `"wait"`)
	if seat, q := open(t, game); seat != 2 || q.Prompt != "sell" {
		t.Fatalf("seat %d is asked %s", seat, q.Prompt)
	}
	f, err := game.Frame(at(1))
	if err != nil || f.ID != before.ID || f.Scene.Ask != nil || slices.Contains(f.Can, "answer") || len(frames) > 0 {
		t.Errorf("%v: %+v", err, f)
	}
}

// TestUndo: what is told after an answer was taken back is told anew, to those who knew
// of it, by a frame that says from where.
func TestUndo(t *testing.T) {
	game := lay(t, starting(stall(t, "game.yaml", "standing:", "undo: free\nstanding:"), 2, 4), people(2))
	frames, _, err := game.Listen(at(2), "")
	if err != nil {
		t.Fatal(err)
	}
	log := &log{T: t}
	says(t, game, `"roll"`)
	log.hear(frames)
	if _, err := game.Undo(1); err != nil {
		t.Fatal(err)
	}
	before := log.id
	says(t, game, `"draw"`)
	log.hear(frames)
	f, err := game.Frame(at(2))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f.Lines, log.lines); diff != "" || before == log.id || log.id != f.ID {
		t.Errorf("%s, %s, %s (-told +heard):\n%s", before, log.id, f.ID, diff)
	}
}

// TestRefereeUndo: who is told everything is told anew as well.
func TestRefereeUndo(t *testing.T) {
	s := people(2)
	s.Open, s.FreeUndo = true, true
	s.Offers = func(engine.Seat) []string { return []string{"answer", "undo"} }
	game := lay(t, starting("../play/testdata/stall", 2, 4), s)
	frames, _, err := game.Listen(at(view.Referee), "")
	if err != nil {
		t.Fatal(err)
	}
	log := &log{T: t}
	says(t, game, `"roll"`)
	says(t, game, `"roll"`)
	log.hear(frames)
	if _, err := game.Undo(1); err != nil {
		t.Fatal(err)
	}
	says(t, game, `"draw"`)
	log.hear(frames)
	f, err := game.Frame(at(view.Referee))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f.Marks, log.marks); diff != "" || len(f.Marks) == 0 || f.ID != log.id {
		t.Errorf("%s, %s (-told +heard):\n%s", f.ID, log.id, diff)
	}
	if last := f.Marks[len(f.Marks)-1]; last.Event != f.Last && last.Decision != 2 {
		t.Errorf("the last mark is %+v", last)
	}
}

// TestConsent: where the pack wants it the others are asked; one who says no is enough.
func TestConsent(t *testing.T) {
	game := lay(t, starting(stall(t, "game.yaml", "standing:", "undo: ask\nstanding:"), 3, 4), people(3))
	logs, frames := map[engine.Seat]*log{}, map[engine.Seat]<-chan *table.Frame{}
	for seat := engine.Seat(1); seat <= 3; seat++ {
		logs[seat] = &log{T: t}
		var err error
		if frames[seat], _, err = game.Listen(at(seat), ""); err != nil {
			t.Fatal(err)
		}
	}
	asked := func() (out []engine.Seat) {
		for seat := engine.Seat(1); seat <= 3; seat++ {
			logs[seat].hear(frames[seat])
			if c := logs[seat].last.Consent; c != nil && c.Seat == 1 && c.Decision == 1 &&
				slices.Contains(logs[seat].last.Can, "consent") {
				out = append(out, seat)
			}
		}
		return out
	}
	says(t, game, `"roll"`)
	undo := func() {
		t.Helper()
		if status, body := game.Call(at(1), "undo", nil, nil); status != 200 || string(body) != `{"asked":[2,3]}` {
			t.Fatalf("%d %s", status, body)
		}
	}
	consent := func(seat engine.Seat, yes bool, want int) {
		t.Helper()
		status, body := game.Call(at(seat), "consent", nil, fmt.Appendf(nil, `{"decision": 1, "yes": %t}`, yes))
		if rest(t, game); status != want {
			t.Errorf("seat %d says %t: %d %s", seat, yes, status, body)
		}
	}
	undo()
	if got := asked(); !slices.Equal(got, []engine.Seat{2, 3}) {
		t.Errorf("%v are asked", got)
	}
	consent(1, true, 409)
	consent(2, true, 200)
	if got := asked(); !slices.Equal(got, []engine.Seat{3}) {
		t.Errorf("%v are asked", got)
	}
	consent(3, false, 200)
	if _, q := open(t, game); q.Number != 2 || len(asked()) > 0 {
		t.Error("one said no, and decision", q.Number, "is open")
	}
	undo()
	consent(2, true, 200)
	consent(3, true, 200)
	if _, q := open(t, game); q.Number != 1 || len(asked()) > 0 {
		t.Error("all said yes, and decision", q.Number, "is open")
	}
	undo409 := func() { consent(2, true, 409) }
	undo409()
}

// thinker looks ahead for as long as somebody lets it.
type thinker struct {
	play.Player
	begun chan context.Context
	done  chan struct{}
	wrong error
}

func (b *thinker) Kind() string { return "search:test" }

func (b *thinker) Play(ctx context.Context, at *play.Seat) error {
	b.begun <- ctx
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-b.done:
	}
	if b.wrong != nil {
		return b.wrong
	}
	q := at.Question()
	return at.Reply(q.Number, q.First())
}

// TestThinksBeside: while a bot thinks the table is shown, gone through, and taken back;
// what it finds after that is forgotten.
func TestThinksBeside(t *testing.T) {
	bot := &thinker{begun: make(chan context.Context, 10), done: make(chan struct{})}
	s := people(2)
	s.Players[1] = bot
	s.Open = true
	s.FreeUndo = true
	game := lay(t, starting("../play/testdata/stall", 2, 4), s)
	says(t, game, `"wait"`)
	says(t, game, `"wait"`)
	thinking := <-bot.begun
	f, err := game.Frame(at(1))
	if err != nil || f.Scene.Ask != nil || !slices.Equal(f.Scene.Waiting, view.Seats{2}) ||
		slices.Contains(f.Can, "answer") {
		t.Fatalf("%v, %+v", err, f)
	}
	for _, path := range []string{"past", "graph"} {
		if status, body := game.Call(at(1), path, map[string]string{"at": "3"}, nil); status != 200 {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if _, err := game.Undo(1); err != nil {
		t.Fatal(err)
	}
	<-thinking.Done()
	if seat, q := open(t, game); seat != 1 || q.Number != 2 {
		t.Errorf("decision %d of seat %d is open", q.Number, seat)
	}
	says(t, game, `"draw"`)
	<-bot.begun
	frames, _, err := game.Listen(at(1), "")
	if err != nil {
		t.Fatal(err)
	}
	close(bot.done)
	for f := range frames {
		if f.Scene.Ask != nil {
			break
		}
	}
	var kinds []string
	_ = game.Look(func(s *play.Session) error { kinds = s.Kinds(); return nil })
	if !slices.Equal(kinds, []string{"human", "search:test"}) {
		t.Error(kinds)
	}
}

// TestThinksWrong: a bot that has no answer stops the game, and that is told.
func TestThinksWrong(t *testing.T) {
	bot := &thinker{begun: make(chan context.Context, 1), done: make(chan struct{}), wrong: errors.New("no idea")}
	s := people(2)
	s.Players[0] = bot
	failed := make(chan error, 10)
	s.Rested = func(_ *play.Session, failure error) { failed <- failure }
	lay(t, starting("../play/testdata/stall", 2, 4), s)
	<-failed
	close(bot.done)
	if err := <-failed; err == nil || !strings.Contains(err.Error(), "no idea") {
		t.Error(err)
	}
}

// TestSame: bots that think beside the game answer what they answer in it.
func TestSame(t *testing.T) {
	s := people(2)
	for i := range s.Players {
		bot, err := play.NewBot("search:5")
		if err != nil {
			t.Fatal(err)
		}
		s.Players[i] = bot
	}
	in, err := play.New(starting("../play/testdata/stall", 2, 4), s.Settings)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := in.Advance(t.Context()); err != nil {
		t.Fatal(err)
	}
	beside := lay(t, starting("../play/testdata/stall", 2, 4), s)
	frames, _, err := beside.Listen(at(0), "")
	if err != nil {
		t.Fatal(err)
	}
	for f := range frames {
		if f.Scene.Over != nil {
			break
		}
	}
	_ = beside.Look(func(s *play.Session) error {
		if diff := cmp.Diff(in.Answers(), s.Answers()); diff != "" ||
			s.Position().Log().Hash() != in.Position().Log().Hash() {
			t.Errorf("(-in +beside):\n%s", diff)
		}
		return nil
	})
}

// TestOffers: what the host does not offer is refused, the referee's view above all.
func TestOffers(t *testing.T) {
	game := lay(t, starting("../play/testdata/stall", 2, 4), people(2))
	for _, test := range []struct {
		viewer table.Viewer
		path   string
		want   int
	}{
		{at(view.Referee), "graph", 403},
		{at(0), "answer", 403},
		{at(1), "why", 403},
		{at(7), "graph", 400},
		{table.Viewer{Seat: 1, Lang: "xx"}, "graph", 400},
		{at(1), "past", 400},
		{at(1), "graph", 200},
	} {
		status, body := game.Call(test.viewer, test.path, nil, nil)
		var said struct{ Error string }
		_ = json.Unmarshal(body, &said) // of a list it leaves none
		if status != test.want || !json.Valid(body) || (said.Error == "") != (status == 200) {
			t.Errorf("%+v: %d %s", test, status, body)
		}
	}
	if _, err := game.Frame(at(view.Referee)); err == nil {
		t.Error("the referee is shown the game")
	}
	if _, _, err := game.Listen(at(view.Referee), ""); err == nil {
		t.Error("the referee is told the game")
	}
	// At a table whose seats are kept apart nobody speaks for another.
	answer := []byte(`{"number": 1, "reply": [0], "seat": 1}`)
	if status, body := game.Call(at(2), "answer", nil, answer); status != 409 {
		t.Errorf("an answer for another seat: %d %s", status, body)
	}
}

// TestKnows: a seat is told what it alone knows of hidden cards, now and at a place of the
// past, and the referee what each seat knows: where they lie, or among which places.
func TestKnows(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/draft")); err != nil {
		t.Fatal(err)
	}
	knows := func(of []scene.Known) (text []string) {
		for _, k := range of {
			line := k.Name + ":"
			for _, where := range k.Cards {
				line += fmt.Sprintf(" %s in %s;", strings.Join(where.Cards, ", "), strings.Join(where.Places, ", "))
			}
			text = append(text, line)
		}
		return text
	}
	one, two := "dumpling, egg, salmon, sashimi × 3, squid, tempura", "egg, salmon × 2, sashimi × 3, squid, tempura"
	three := "dumpling × 2, egg, squid × 2, tempura × 3"
	for i, want := range [][]string{
		{"Seat 1: " + one + " in hand of Seat 2;", "Seat 2: " + two + " in hand of Seat 3;",
			"Seat 3: " + three + " in hand of Seat 1;"},
		{"Seat 1: " + one + " in hand of Seat 2 50 %, hand of Seat 3 50 %;",
			"Seat 2: " + two + " in hand of Seat 1 50 %, hand of Seat 3 50 %;",
			"Seat 3: " + three + " in hand of Seat 1;"},
	} {
		if i == 1 {
			edit(t, dir, "scripts/rules/draft.lua", "move(hands, zones)",
				"for i, hand in ipairs(hands) do move(hand, zones[i]) end")
		}
		settings := people(3)
		settings.Offers = func(engine.Seat) []string { return []string{"knows", "answer"} }
		game := lay(t, starting(dir, 3, 4), settings)
		var of []scene.Known
		ask := func(seat engine.Seat, place string) []string {
			status, body := game.Call(at(seat), "knows", map[string]string{"at": place}, nil)
			if err := json.Unmarshal(body, &of); err != nil || status != 200 {
				t.Fatalf("%d %s", status, body)
			}
			return knows(of)
		}
		if got := ask(1, "-1"); !slices.Equal(got, []string{"Seat 1:"}) {
			t.Errorf("before anything passes: %q", got)
		}
		for seat := engine.Seat(1); seat <= 3; seat++ {
			answer := []byte(`{"number": 1, "reply": [0]}`)
			if status, body := game.Call(at(seat), "answer", nil, answer); status != 200 {
				t.Fatalf("%d %s", status, body)
			}
		}
		if got := ask(view.Referee, "-1"); !slices.Equal(got, want) {
			t.Errorf("all: %q", got)
		}
		if got := ask(1, "-1"); !slices.Equal(got, want[:1]) {
			t.Errorf("seat 1: %q", got)
		}
		if got := ask(1, "3"); !slices.Equal(got, []string{"Seat 1:"}) {
			t.Errorf("seat 1, at the beginning: %q", got)
		}
	}
}

// TestWould: the seat that is asked is told what its options would do, nobody else is, and
// no question is told of that is not open.
func TestWould(t *testing.T) {
	game := lay(t, starting("../play/testdata/stall", 2, 4), people(2))
	for _, test := range []struct {
		viewer table.Viewer
		body   string
		want   int
		says   string
	}{
		{at(1), `{"number": 1}`, 200, `"say":["then: What do you sell?","at best: Cloth; `},
		{at(1), `{"number": 2}`, 409, "decision 2 is not open to seat 1"},
		{at(2), `{"number": 1, "seat": 1}`, 409, "decision 1 is not open to seat 2"},
	} {
		status, body := game.Call(test.viewer, "would", nil, []byte(test.body))
		if status != test.want || !strings.Contains(string(body), test.says) {
			t.Errorf("%+v: %d %s", test, status, body)
		}
	}
}

// TestWhyNot: the seat that is asked is told why a card is not among the options; nobody
// else is told more than that he is not asked.
func TestWhyNot(t *testing.T) {
	game := lay(t, starting("../play/testdata/stall", 2, 4), people(2))
	for _, test := range []struct {
		viewer  table.Viewer
		body    string
		is, not string
	}{
		{at(1), `{"key": "lamp"}`, `"known":false`, ""},
		{at(2), `{"key": "lamp", "seat": 1}`, "you are not asked now", "lamp"},
		{at(1), `{"key": ["lamp"]}`, "the call is not JSON as it should be", ""},
	} {
		_, body := game.Call(test.viewer, "whynot", nil, []byte(test.body))
		if !strings.Contains(string(body), test.is) || test.not != "" && strings.Contains(string(body), test.not) {
			t.Errorf("%+v: %s", test, body)
		}
	}
}

// TestKeepsThePack: a table plays on with the files that it began with, until its host
// changes them.
func TestKeepsThePack(t *testing.T) {
	dir := stall(t, "game.yaml", "coins}}", "coins}}")
	game := lay(t, starting(dir, 2, 4), people(2))
	says(t, game, `"wait"`)
	edit(t, dir, "game.yaml", "name: {en: coins}", "name: {en: shillings}")
	says(t, game, `"wait"`)
	names := func() string {
		f, err := game.Frame(at(1))
		if err != nil {
			t.Fatal(err)
		}
		return f.Scene.Seats[0].Facts[0].Name
	}
	if names() != "coins" {
		t.Error("the table has taken changed files by itself:", names())
	}
	if err := game.Change(func(s *play.Session) (*play.Replayed, error) {
		r, err := s.Replay(t.Context())
		s.Take(r)
		return r, err
	}); err != nil {
		t.Fatal(err)
	}
	if _, q := open(t, game); names() != "shillings" || q.Number != 3 {
		t.Errorf("the host has changed the files, and they are %s at decision %d", names(), q.Number)
	}
}

// TestMemory: who listens to a long game keeps a place in it, and not what happened.
func TestMemory(t *testing.T) {
	game := lay(t, starting("seven-missions", 2, 7), people(2))
	bots := map[engine.Seat]*bot.Random{1: bot.NewRandom(1, 7), 2: bot.NewRandom(2, 7)}
	answers := 0
	for seat, q := open(t, game); q != nil; seat, q = open(t, game) {
		reply := bots[seat].Reply(&bot.Question{Shape: q.Shape(), Number: q.Number, Seat: seat, Secret: q.Secret})
		if _, err := game.Answer(at(seat), table.Answer{Number: q.Number, Reply: reply}); err != nil {
			t.Fatal(err)
		}
		rest(t, game)
		answers++
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const listeners = 8
	before := heap()
	for n := range listeners {
		frames, _, err := game.Listen(at(engine.Seat(n%3)), "")
		if err != nil {
			t.Fatal(err)
		}
		<-frames
	}
	each := (int(heap()) - int(before)) / 3 // the others share what these have
	if t.Logf("%d answers, %d bytes a listener", answers, each); answers < 400 || each > 400_000 {
		t.Errorf("after %d answers a listener keeps %d bytes", answers, each)
	}
}

// TestAnywhere: a table is carried by anything: it touches no network, no files and no
// system. That it is built for a browser, CI sees when it vets it for each system.
func TestAnywhere(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{join .Imports "\n"}}`, ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, imported := range strings.Fields(string(out)) {
		if slices.Contains([]string{"os", "net", "syscall", "time"}, strings.Split(imported, "/")[0]) {
			t.Errorf("package table imports %s", imported)
		}
	}
}
