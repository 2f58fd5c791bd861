package table_test

import (
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
	"github.com/ruledeck/ruledeck/engine/replay"
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
	status, body := game.Call(at(seat), "answer", fmt.Appendf(nil, `{"number": %d, "reply": [0]}`, one.Number))
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
				want = strings.Join(play.Transcript(s, seat, "en"), "\n")
				return nil
			})
			if log.text() != want && log.last.Scene.Over != nil {
				t.Errorf("%s, seat %d heard\n%s\nand not\n%s", name, seat, log.text(), want)
			}
		}
	}
}

// TestPushes: while a seat picks a card that others do not know, they are told what it has
// answered before, and not that the game waits; who asks is shown the same.
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
	answer := says(t, game, `"sell"`)
	one.hear(asked)
	two.hear(waits)
	if one.count != 2 || two.count != 2 {
		t.Fatalf("the seat that is asked has %d frames, another one %d", one.count, two.count)
	}
	before := two.last
	if mark := two.marks[len(two.marks)-1]; mark.Kind != "answer" || mark.Decision != answer.Number ||
		before.Event != mark.Event || before.Scene.Waiting != nil {
		t.Errorf("who waits is told %+v at last, and is shown %+v", mark, before)
	}
	anew, err := game.Frame(at(2))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(anew.Lines, two.lines) || !slices.Equal(anew.Marks, two.marks) {
		t.Errorf("who asks is told %v %v, not %v %v", anew.Lines, anew.Marks, two.lines, two.marks)
	}
	anew.Lines, anew.Marks, anew.From, anew.FromMark = before.Lines, before.Marks, before.From, before.FromMark
	if diff := cmp.Diff(before, anew); diff != "" {
		t.Errorf("who asks is shown another game (-pushed +asked):\n%s", diff)
	}
	if f, err := game.Frame(at(3)); err != nil || f.ID != before.ID || f.Scene.Waiting != nil {
		t.Errorf("who comes anew is shown %+v, %v", f, err)
	}
	var answers []replay.Answer
	_ = game.Look(func(s *play.Session) error { answers = s.Answers(); return nil })
	resumed, err := table.New(t.Context(), people(3), func(s play.Settings) (*play.Session, error) {
		return play.Resume(t.Context(), starting("../play/testdata/stall", 3, 4), answers, s)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer resumed.Close()
	resumed.Play()
	if f, err := resumed.Frame(at(2)); err != nil || f.ID != before.ID {
		t.Errorf("resumed, seat 2 is shown %+v, %v", f, err)
	}
	says(t, game, "")
	says(t, game, `"sell"`)
	says(t, game, "")
	if two.hear(waits); two.count < 3 {
		t.Error("what was kept back is never told")
	}
}

// TestAnswered: who has answered, and may not be shown who is asked next, is told his answer, and
// that his question is gone; who looks on is told the same.
func TestAnswered(t *testing.T) {
	const act = `if act == "sell" then sell(seat) end`
	dir := stall(t, "scripts/rules/day.lua", act, act+` if act == "wait" then sell(seats_from(seat)[2]) end`)
	game := lay(t, starting(dir, 2, 4), people(2))
	frames, _, err := game.Listen(at(1), "")
	if err != nil {
		t.Fatal(err)
	}
	others, _, err := game.Listen(at(2), "")
	if err != nil {
		t.Fatal(err)
	}
	watching, _, err := game.Listen(at(0), "")
	if err != nil {
		t.Fatal(err)
	}
	before := <-frames
	<-others
	<-watching
	says(t, game, `"wait"`)
	if seat, q := open(t, game); seat != 2 || q.Prompt != "sell" {
		t.Fatalf("seat %d is asked %s", seat, q.Prompt)
	}
	f, err := game.Frame(at(1))
	if err != nil || f.Scene.Ask != nil || slices.Contains(f.Can, "answer") || len(frames) != 1 {
		t.Fatalf("%v: %+v, %d frames", err, f, len(frames))
	}
	for seat, told := range []*table.Frame{<-watching, <-frames} {
		if told.ID != f.ID || told.Scene.Ask != nil || told.Scene.Waiting != nil || told.From != len(before.Lines) ||
			len(told.Marks) != 1 || told.Marks[0].Kind != "answer" || told.Event != before.Event+1 {
			t.Errorf("seat %d is told %+v", seat, told)
		}
	}
	if len(others) != 1 {
		t.Errorf("the next one has %d frames", len(others))
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
	_, err := game.Frame(at(0)) // what all see, and the rules compute, is kept once
	if err != nil {
		t.Fatal(err)
	}
	before := heap()
	for n := range listeners {
		frames, _, err := game.Listen(at(engine.Seat(1+n%2)), "")
		if err != nil {
			t.Fatal(err)
		}
		<-frames
	}
	each := (int(heap()) - int(before)) / 2 // the others share what these have
	if t.Logf("%d answers, %d bytes a listener", answers, each); answers < 400 || each > 250_000 {
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

// TestEnded: who has answered is told that the own turn is over, as soon as the turn is another's.
func TestEnded(t *testing.T) {
	game := lay(t, starting("../../testdata/tutorial/harvest", 3, 7), people(3))
	told := 0
	for range 9 {
		seat, q := open(t, game)
		if q == nil {
			break
		}
		if _, err := game.Answer(at(seat), table.Answer{Number: q.Number, Reply: []int{0}}); err != nil {
			t.Fatal(err)
		}
		rest(t, game)
		frames, stop, err := game.Listen(at(seat), "")
		if err != nil {
			t.Fatal(err)
		}
		s := (<-frames).Scene
		stop()
		if over := s.Turn != seat && s.Turn != 0; over != (s.Ended == "Your turn is over.") {
			t.Errorf("seat %d has answered, it is the turn of %d, and it is told %q", seat, s.Turn, s.Ended)
		} else if over {
			told++
		}
	}
	if told == 0 {
		t.Error("no turn has ended")
	}
}

// TestSharedFrames: the game from the beginning is told to all who come at once by one frame, and by
// another one as soon as it has gone on.
func TestSharedFrames(t *testing.T) {
	game := lay(t, starting("football-champions", 2, 7), people(2))
	look := func() *table.Frame {
		f, err := game.Frame(at(0))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	first := look()
	if look() != first {
		t.Error("it is made twice")
	}
	seat, q := open(t, game)
	reply := bot.NewRandom(seat, 7).Reply(&bot.Question{Shape: q.Shape(), Number: q.Number, Seat: seat})
	if _, err := game.Answer(at(seat), table.Answer{Number: q.Number, Reply: reply}); err != nil {
		t.Fatal(err)
	}
	rest(t, game)
	if next := look(); next == first || next.Last <= first.Last {
		t.Errorf("behind an answer event %d is told, not more than %d", next.Last, first.Last)
	}
}

// TestClosing: who looks at a table that closes meanwhile is shown all of it, what the rules compute too.
func TestClosing(t *testing.T) {
	start := starting("football-champions", 2, 3)
	going, closing := lay(t, start, people(2)), lay(t, start, people(2))
	for range 60 {
		says(t, going, "")
		says(t, closing, "")
		want, err := going.Frame(at(1))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(want.Scene.Seats[0].Facts, func(f scene.Fact) bool { return f.Key == "contest" }) {
			continue
		}
		closing.Close()
		if got, err := closing.Frame(at(1)); err != nil || cmp.Diff(want.Scene, got.Scene) != "" {
			t.Errorf("%v: %s", err, cmp.Diff(want.Scene, got.Scene))
		}
		return
	}
	t.Fatal("there is no contest")
}
