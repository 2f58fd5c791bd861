package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// watched is a game in a terminal of the test's own: what is typed goes in, what
// is shown can be waited for.
type watched struct {
	t    testing.TB
	dir  string
	in   *io.PipeWriter
	mu   sync.Mutex
	out  bytes.Buffer
	read int // how much of out has been waited for
	done chan int
}

// Write takes what the game shows.
func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(p)
}

// watch starts a pack in a folder of its own and plays it with --watch.
func watch(t *testing.T, line string) *watched {
	t.Helper()
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	return watchIn(t, dir, "variety", line)
}

// watchIn plays the pack in a folder of dir.
func watchIn(t testing.TB, dir, pack, line string) *watched {
	t.Helper()
	t.Chdir(dir)
	r, in := io.Pipe()
	w := &watched{t: t, dir: filepath.Join(dir, pack), in: in, done: make(chan int, 1)}
	go func() {
		w.done <- Run(Host{Args: strings.Fields(line), In: r, Out: w, Err: w})
	}()
	t.Cleanup(func() { in.Close() })
	return w
}

// types types a line.
func (w *watched) types(line string) {
	w.t.Helper()
	if _, err := io.WriteString(w.in, line+"\n"); err != nil {
		w.t.Fatal(err)
	}
}

// waits waits until the game has shown a text after the last one waited for,
// and returns what was shown until then.
func (w *watched) waits(text string) string {
	w.t.Helper()
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		w.mu.Lock()
		shown := w.out.String()[w.read:]
		if i := strings.Index(shown, text); i >= 0 {
			w.read += i + len(text)
			w.mu.Unlock()
			return shown[:i+len(text)]
		}
		w.mu.Unlock()
	}
	w.t.Fatalf("no %q in\n%s", text, w.out.String()[w.read:])
	return ""
}

// saves replaces a text in a file of the pack, as an editor does.
func (w *watched) saves(file, from, to string) {
	w.t.Helper()
	path := filepath.Join(w.dir, filepath.FromSlash(file))
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), from) {
		w.t.Fatalf("%s: no %q: %v", file, from, err)
	}
	if err := os.WriteFile(path+".new", []byte(strings.Replace(string(data), from, to, 1)), 0o644); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		w.t.Fatal(err)
	}
}

// ends closes the input and returns the exit code.
func (w *watched) ends() int {
	w.t.Helper()
	w.in.Close()
	select {
	case code := <-w.done:
		return code
	case <-time.After(60 * time.Second):
		w.t.Fatal("the game does not end")
	}
	return 0
}

const watching = "play variety --seats human,random --seed 5 --watch"

// TestWatchApplies changes a text, a card and a script of a running game: each
// is applied at the same decision, and what that changes in what went before is
// shown.
func TestWatchApplies(t *testing.T) {
	w := watch(t, watching)
	w.waits("watching variety\n")
	w.waits("Seat 1: Who comes on stage?\n  1 Clown   Applause 1\n")
	w.types("why")
	w.waits("nothing has happened yet that could be explained; answer the question first, then ask why\n")
	w.types("2")
	w.waits("Seat 1 brings Juggler on stage\n  Seat 1 stands at 2\n")
	w.waits("Singer x2   Applause 3\n(or help)> ")

	for _, change := range []struct{ file, from, to, shows string }{
		{"locale/en.yaml", "Who comes on stage?", "Who is next?", "Seat 1: Who is next?\n  1 Clown   Applause 1\n"},
		{"cards/performers.yaml", "applause: 2", "applause: 7", "so far differs from here on:\n  Seat 1 stands at 7\n"},
		{"scripts/rules/show.lua", "seat.points + ev.applause", "seat.points + 2 * ev.applause",
			"so far differs from here on:\n  Seat 1 stands at 14\n"},
	} {
		w.saves(change.file, change.from, change.to)
		w.waits(change.shows)
		w.waits("Singer x2   Applause 3\n(or help)> ")
	}

	w.types("1")
	w.waits("Seat 1 brings Clown on stage\n  Seat 1 stands at 20\n") // 2 * (1 + 2)
	if code := w.ends(); code != ExitFine {
		t.Errorf("exit %d", code)
	}
}

// BenchmarkWatch changes a pack of the size of a real game, in the middle of a
// season: how long it takes until the same question is asked again.
func BenchmarkWatch(b *testing.B) {
	dir := b.TempDir()
	for from, to := range map[string]string{"../../../cards/bbtm": "bb", "../../../scripts/bbtm": "bb/scripts"} {
		if err := os.CopyFS(filepath.Join(dir, to), os.DirFS(from)); err != nil {
			b.Fatal(err)
		}
	}
	w := watchIn(b, dir, "bb",
		"play bb --seats human,random,random,random --seed 9 --option teams=gouged_eye,random,random,random --watch")
	for range 30 {
		w.waits("(or help)> ")
		w.types("1")
	}
	w.waits("(or help)> ")
	b.ReportAllocs()
	for b.Loop() {
		w.saves("scripts/abilities/named/guard.lua", "-- Guard", "-- changed\n-- Guard")
		w.waits("\nreloaded\n")
		w.waits("(or help)> ")
	}
	w.types("quit")
	if code := w.ends(); code != ExitFine {
		b.Errorf("exit %d", code)
	}
}

// TestWatchRefuses: a pack that does not load, an answer that is no longer
// offered and a question that is another one leave the game as it is, and are
// told.
func TestWatchRefuses(t *testing.T) {
	w := watch(t, watching)
	w.waits("(or help)> ")
	w.types("2")
	w.waits("Seat 1 stands at 2\n")
	w.waits("(or help)> ")
	const stays = "\nthe files changed, but the game goes on with the pack as it was:\n"
	for _, change := range []struct {
		file, from, to string
		says           []string
	}{
		{"scripts/abilities/encore.lua", "performer.enters", "performer.entres",
			[]string{"variety/scripts/abilities/encore.lua:4:", `"performer.entres"`, "performer.enters?"}},
		{"cards/performers.yaml", "id: juggler", "id: acrobat",
			[]string{"decision 1 of seat 1: ", "there is no card juggler", "recorded: juggler", "offered: acrobat"}},
		{"scripts/rules/show.lua", "move(card, seat.stage)",
			"seat.points = 1\n  move(game.seats[2].hand:cards(), game.seats[2].deck)\n  move(card, seat.stage)",
			[]string{"decision 2 of seat 2: it leaves no choice any more",
				"the first line that differs\n  was: Seat 1 brings Juggler on stage\n  is:  Seat 1 stands at 1\n"}},
		{"game.yaml", "{of: table}", "{of: tabel}",
			[]string{"variety/game.yaml:11:13:", "did you mean table?"}},
		{"scripts/rules/show.lua", `prompt = "perform"`, `prompt = "enter"`,
			[]string{"decision ", ` is another one: "Seat 1: enter", not "Seat 1: perform"`}},
		{"game.yaml", "times: 4", "times: 1",
			[]string{": the game ends before it"}},
	} {
		w.saves(change.file, change.from, change.to)
		w.waits(stays)
		shown := w.waits("(or help)> ")
		for _, want := range change.says {
			if !strings.Contains(shown, want) {
				t.Errorf("%s: no %q in\n%s", change.file, want, shown)
			}
		}
		if !strings.Contains(shown, "Seat 1: Who comes on stage?\n  1 Clown   Applause 1\n") {
			t.Errorf("%s: the question is not asked again:\n%s", change.file, shown)
		}
		w.saves(change.file, change.to, change.from)
		w.waits("\nreloaded\n")
		w.waits("(or help)> ")
	}
	// What loads and is a mistake all the same is applied, and told.
	w.saves("scripts/rules/show.lua", "local show = {}", "local show = {}\nprint(\"loaded\")")
	w.waits("\nvariety/scripts/rules/show.lua:2: loaded\nreloaded\n")
	w.saves("scripts/abilities/encore.lua", "count{zone", "count{zoen")
	w.waits("\nreloaded\nvariety/scripts/abilities/encore.lua:7:")
	w.waits("(or help)> ")
	w.types("2")
	w.waits("Seat 1 stands at 5\n")
	if code := w.ends(); code != ExitFine {
		t.Errorf("exit %d", code)
	}
}

// TestWatchMends: a script that fails in the game waits for a change.
func TestWatchMends(t *testing.T) {
	w := watch(t, watching)
	w.waits("(or help)> ")
	w.saves("scripts/rules/show.lua", "move(card, seat.stage)", "move(card, seat.hand.top)")
	w.waits("\nreloaded\n")
	w.waits("(or help)> ")
	w.types("2")
	w.waits("The game waits until the files change; quit leaves it.\n")
	w.types("2")
	w.waits("quit leaves the game; it goes on when the files change\n")
	w.saves("scripts/rules/show.lua", "move(card, seat.hand.top)", "move(card, seat.stage)")
	w.waits("\nreloaded\nSeat 1 brings Juggler on stage\n  Seat 1 stands at 2\n")
	w.waits("(or help)> ")
	w.types("quit")
	if code := w.ends(); code != ExitFine {
		t.Errorf("exit %d", code)
	}
}

// TestWatchScenario watches a game that began in a scenario, and the scenario.
func TestWatchScenario(t *testing.T) {
	w := watch(t, "play variety --scenario variety/scenarios/encore.yaml --seats human,random --seed 1 --watch")
	w.waits("watching variety, variety/scenarios/encore.yaml\n")
	w.waits("  2 Juggler   Applause 2\n(or help)> ")
	w.saves("scenarios/encore.yaml", "hand: [Clown, Juggler]", "hand: [Clown, Juggler, Juggler#3, Singer#2]")
	w.waits("\nreloaded\n")
	w.waits("(or help)> ")
	w.types("1")
	w.waits("Seat 1 stands at 10\n")
	w.waits("(or help)> ")
	w.saves("scripts/abilities/encore.lua", "ev.applause + 2 *", "ev.applause + 5 *")
	w.waits("so far differs from here on:\n  Seat 1 stands at 16\n")
	w.waits("(or help)> ")
	w.saves("scenarios/encore.yaml", "points: 5", "points: 50")
	w.waits("so far differs from here on:\n  Seat 1 stands at 61\n")
	w.waits("(or help)> ")
	if code := w.ends(); code != ExitFine {
		t.Errorf("exit %d", code)
	}
}

func TestWatchUsage(t *testing.T) {
	dir := t.TempDir()
	fine(t, dir, "new pack variety")
	for line, want := range map[string]string{
		"play bbtm --watch": "--watch needs files to look at, and bbtm is built into " +
			"the program",
		"play variety --seats random,random --watch":       "--watch waits at the questions of a human",
		"play variety --watch --format json":               "--watch goes with --format text",
		"play variety --seats human,random --watch --sede": "has no flag --sede",
	} {
		if got := wrong(t, dir, line, ExitUsage); !strings.Contains(got, want) {
			t.Errorf("ruledeck %s says\n%swant\n%s", line, got, want)
		}
	}
}
