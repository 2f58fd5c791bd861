//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/play"
)

// started is a game in a process of its own, whose questions are answered one by
// one.
type started struct {
	*exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	errs io.Reader
}

func start(t *testing.T, args ...string) *started {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := &started{Cmd: exec.Command(program, args...)}
	s.Env = append(os.Environ(), asProgram+"=1")
	if s.in, err = s.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := s.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.out = bufio.NewReader(out)
	if s.errs, err = s.StderrPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	return s
}

// prompt is the end of what asks a person for a line.
const prompt = "help)> "

// prompted waits for the next prompt, and returns what is shown up to it; false
// when the program ends.
func (s *started) prompted() (shown string, ok bool) {
	var text []byte
	for {
		c, err := s.out.ReadByte()
		if err != nil {
			return string(text), false
		}
		if text = append(text, c); bytes.HasSuffix(text, []byte(prompt)) {
			return string(text), true
		}
	}
}

// TestKilled kills games at random moments and goes on with them: at every prompt
// the file holds every answer that was given, no more and no less, and nothing of
// them is lost by the kill. The suite kills a few; 500:
//
//	RULEDECK_FULL=1 go test ./cmd/internal/cli -run TestKilled -v -timeout 2h
func TestKilled(t *testing.T) {
	times := 6
	if os.Getenv("RULEDECK_FULL") != "" {
		times = 500
	}
	dir := t.TempDir()
	torn, kept := 0, 0
	for n := 0; n < times; {
		coin := rand.New(rand.NewPCG(uint64(n), 7))
		path := filepath.Join(dir, fmt.Sprintf("%d.save", n))
		game := []string{"football-champions", "seven-missions"}[n/2%2]
		seats := []string{"human,random", "human"}[n/2%2]
		args := []string{"play", game, "--seats", seats, "--seed", fmt.Sprint(n), "--save", path}
		given := 0
		for range 2 {
			n++
			s := start(t, args...)
			args = []string{"play", "--resume", path}
			lines := 1 + coin.IntN(8)
			for i := 0; ; i++ {
				shown, ok := s.prompted()
				if !ok {
					t.Fatalf("game %d ends by itself:\n%s", n, shown)
				}
				// A line that leads to a further list is no answer yet.
				if i > 0 && !strings.Contains(shown, "\n  0 back\n") {
					given++
				}
				if have := len(mine(answersIn(t, path))); have != given {
					t.Fatalf("game %d: %d answers were given before this prompt, and %d are on disk:\n%s", n, given,
						have, shown)
				}
				fmt.Fprintln(s.in, "1")
				if i == lines {
					break
				}
			}
			time.Sleep(time.Duration(coin.IntN(3000)) * time.Microsecond)
			if err := s.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			_ = s.Wait()
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasSuffix(data, []byte("\n")) {
				torn++
			}
			have := len(mine(answersIn(t, path)))
			if have != given && have != given+1 {
				t.Fatalf("game %d: %d answers were given, and %d are on disk", n, given, have)
			}
			kept += have - given
			given = have
		}
		if code, out, errs := runTyped("quit\n", "play", "--resume", path); code != ExitFine {
			t.Fatalf("game %d: exit %d\n%s%s", n, code, out, errs)
		}
	}
	t.Logf("%d kills: %d with the last answer on disk before they came, %d with a torn tail", times, kept, torn)
}

// TestKilledBots kills games of bots from outside, among themselves and with others, as soon
// as some of their answers are told: each answer that a bot knows to be taken, and each that
// was told, is on disk.
func TestKilledBots(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for n, seats := range []string{"exec,exec", "exec,random", "random,exec", "search:1ms,exec", "human,exec"} {
		dir := t.TempDir()
		path := filepath.Join(dir, "game.save")
		kinds := strings.Split(seats, ",")
		for i, kind := range kinds {
			if kind == "exec" {
				kinds[i] = fmt.Sprintf("exec:%s %s %s", program, asLedger, filepath.Join(dir, fmt.Sprint(i+1)))
			}
		}
		s := start(t, "play", "football-champions", "--seats", strings.Join(kinds, ","), "--seed", fmt.Sprint(n),
			"--save", path, "--format", "json", "--view", "0")
		go func() { _, _ = io.WriteString(s.in, strings.Repeat("1\n", 1000)) }() // it is killed before
		go func() { _, _ = io.Copy(io.Discard, s.errs) }()
		told := map[int]int{}
		hear := func(line []byte) {
			var e struct {
				Kind   string
				Seat   int
				Forced bool
			}
			if json.Unmarshal(line, &e) == nil && e.Kind == "answer" && !e.Forced {
				told[e.Seat]++
			}
		}
		for most := 10 + 17*n; told[1]+told[2] < most; {
			line, err := s.out.ReadBytes('\n')
			if err != nil {
				t.Fatalf("%s: %v", seats, err)
			}
			hear(line)
		}
		if err := s.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(s.out) // up to where it was killed
		_ = s.Wait()
		for line := range bytes.Lines(rest) {
			hear(line)
		}
		kept := map[int]int{}
		for _, a := range answersIn(t, path) {
			kept[int(a.Seat)]++
		}
		for i, kind := range kinds {
			if play.Repeats(kind) {
				continue
			}
			ledger, _ := os.ReadFile(filepath.Join(dir, fmt.Sprint(i+1))) // none of those that are built in
			known := bytes.Count(ledger, []byte("answer "))
			if kept[i+1] == 0 || kept[i+1] < known || kept[i+1] < told[i+1] {
				t.Errorf("%s, seat %d: %d answers are known to be taken and %d were told, and %d are on disk", seats,
					i+1, known, told[i+1], kept[i+1])
			}
		}
	}
}

// TestNeverAsked: a program whose seat is never asked hears that each game begins, before
// another one is asked, and that it is over.
func TestNeverAsked(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	game := filepath.Join(dir, "alone")
	for name, text := range map[string]string{
		"pack.yaml": "id: alone\nversion: 1.0.0\napi: 3\nname: {en: Alone}\nseats: {min: 2, max: 2}\n",
		"game.yaml": "types: {card: {start: box}}\nzones: {box: {of: table}}\n" +
			"flow:\n  - phase: game\n    do: [word.ask]\n",
		"cards/cards.yaml": "cards:\n  - {id: card, name: {en: Card}, type: card}\n",
		"scripts/rules/word.lua": "local word = {}\nfunction word.ask()\n" +
			"  choose.yes{seat = game.seats[1], prompt = \"act\"}\n" +
			"  finish{draw = game.seats}\nend\nreturn word\n",
		"locale/en.yaml": "prompt.act: \"Act?\"\n",
	} {
		path := filepath.Join(game, filepath.FromSlash(name))
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err = errors.Join(err, os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for args, games := range map[string]int{"play": 1, "sim --workers 1 --games 3": 3} {
		var kinds []string
		for seat := range 2 {
			ledger := filepath.Join(dir, fmt.Sprintf("%s-%d", args[:3], seat))
			kinds = append(kinds, fmt.Sprintf("exec:%s %s %s", program, asLedger, ledger))
		}
		line := append(strings.Fields(args), game, "--seats", strings.Join(kinds, ","))
		if code, out, errs := runTyped("", line...); code != ExitFine {
			t.Fatalf("%s: exit %d\n%s%s", args, code, out, errs)
		}
		for seat := range 2 {
			ledger, _ := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%s-%d", args[:3], seat)))
			hellos, ends := bytes.Count(ledger, []byte("hello")), bytes.Count(ledger, []byte("end\n"))
			if hellos != games || ends != games {
				t.Errorf("%s: the program %d hears hello %d times and end %d times in %d games:\n%s", args, seat,
					hellos, ends, games, ledger)
			}
		}
	}
}

// mine are the answers of the first seat.
func mine(answers []replay.Answer) []replay.Answer {
	var out []replay.Answer
	for _, a := range answers {
		if a.Seat == 1 {
			out = append(out, a)
		}
	}
	return out
}

// TestAskedToStop: a game that the system stops is left as with quit.
func TestAskedToStop(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		path := filepath.Join(t.TempDir(), "evening.save")
		s := start(t, "play", "football-champions", "--seats", "human,random", "--seed", "3", "--save", path)
		var said bytes.Buffer
		for range 3 {
			_, _ = s.prompted()
			fmt.Fprintln(s.in, "1")
		}
		_, _ = s.prompted()
		if err := s.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(&said, s.out)
		if err := s.Wait(); err != nil {
			t.Errorf("%s: %v", signal, err)
		}
		if n := len(mine(answersIn(t, path))); n != 3 {
			t.Errorf("%s: %d answers are saved, not 3", signal, n)
		}
	}
}

// TestKeptWithoutSave: a person's game is kept without being asked for, and
// --resume alone goes on with it; a game of bots alone is not.
func TestKeptWithoutSave(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	if code, _, errs := runTyped("", "play", "--resume"); code != ExitUsage ||
		!strings.Contains(errs, "there is no game to go on with") {
		t.Errorf("exit %d, %s", code, errs)
	}
	if code, _, errs := runTyped("", "play", "seven-missions", "--seats", "random", "--seed", "2"); code != ExitFine {
		t.Fatal(errs)
	}
	if code, _, errs := runTyped("1\n1\n", "play", "football-champions", "--seats", "human,random", "--seed",
		"3"); code != ExitFine || !strings.Contains(errs, "go on with: ruledeck play --resume\n") {
		t.Fatalf("exit %d, %s", code, errs)
	}
	code, _, errs := runTyped("1\n", "play", "--resume")
	if code != ExitFine || !strings.Contains(errs, "Football Champions, 2 seats, seed 3\n") {
		t.Fatalf("exit %d, %s", code, errs)
	}
	folder, err := savedir.Folder()
	if err != nil {
		t.Fatal(err)
	}
	if games := savedir.Games(folder); len(games) != 1 || len(mine(answersIn(t, games[0]))) != 3 {
		t.Errorf("kept are %v", games)
	}
}

// TestResumeRefuses: what is no game, was changed, or is played elsewhere.
func TestResumeRefuses(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "evening.save"), filepath.Join(dir, "notes.txt")
	if code, _, errs := runTyped("1\n1\n1\n", "play", "football-champions", "--seats", "human,random", "--seed", "3",
		"--save", path); code != ExitFine {
		t.Fatal(errs)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) string {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return at
	}
	write("notes.txt", []byte("buy milk\n"))
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"--resume " +
			write("seed.save", bytes.Replace(data, []byte(`"seed":"3"`), []byte(`"seed":"4"`), 1)), ExitWrong,
			"seed.save: line 1: the line was changed: its checksum does not fit"},
		{"--resume " + write("option.save", bytes.Replace(data, []byte(`"first":["`), []byte(`"first":["1`), 1)),
			ExitWrong, "line 1: the line was changed"},
		{"--resume " + other, ExitWrong, "this is no journal of a game"},
		{"--resume " + filepath.Join(dir, "none.save"), ExitUsage, "there is no saved game "},
		{"bbtm --resume " + path, ExitUsage, "is a game of football-champions, not of bbtm"},
		{"football-champions --seats human,random --save " + other, ExitUsage,
			"notes.txt holds something else than a game; nothing was written"},
		{"football-champions --seats human,random --save " + path, ExitUsage, "holds a game that is not over"},
		{"--resume " + path + " --seats human", ExitUsage, "is played by 2 seats, but --seats names 1"},
	} {
		if code, _, errs := runTyped("", append([]string{"play"}, strings.Fields(c.args)...)...); code != c.code ||
			!strings.Contains(errs, c.says) {
			t.Errorf("play %s: exit %d, %s", c.args, code, errs)
		}
	}
	if notes, err := os.ReadFile(other); err != nil || string(notes) != "buy milk\n" {
		t.Errorf("a file of another kind now holds %q, %v", notes, err)
	}
	for name, data := range map[string][]byte{"open.save": data[:len(data)-1],
		"odd.save": append(data[:len(data)-1:len(data)-1], '0')} {
		at := write(name, data)
		if code, _, errs := runTyped("1\n", "play", "--resume", at); code != ExitFine ||
			strings.Contains(errs, "left out") {
			t.Errorf("%s: exit %d, %s", name, code, errs)
		}
		if n := len(mine(answersIn(t, at))); n != 4 {
			t.Errorf("%s: %d answers, not 4", name, n)
		}
	}
	cut := write("cut.save", data[:len(data)-20])
	if code, _, errs := runTyped("1\n", "play", "--resume", cut); code != ExitFine ||
		!strings.Contains(errs, "the last record was cut off when the game stopped, and is left out") {
		t.Errorf("a torn tail: exit %d, %s", code, errs)
	}
	answersIn(t, cut)
	s := start(t, "play", "--resume", path)
	_, _ = s.prompted()
	if code, _, errs := runTyped("", "play", "--resume", path); code != ExitWrong ||
		!strings.Contains(errs, "another ruledeck is at it") {
		t.Errorf("a game that is being played: exit %d, %s", code, errs)
	}
	_ = s.Process.Kill()
	_ = s.Wait()
}

// TestSaveOutlivesItsPack changes the pack of a saved game: where it still agrees
// it goes on; else the first difference is told with what changed, and the game
// goes on from there.
func TestSaveOutlivesItsPack(t *testing.T) {
	dir := copyPack(t, "football-champions")
	path := filepath.Join(t.TempDir(), "evening.save")
	play := func(typed string, args ...string) (int, string) {
		code, out, errs := runTyped(typed, append([]string{"play"}, args...)...)
		return code, out + errs
	}
	if code, said := play("1\n1\n1\n1\n", dir, "--seats", "human,random", "--seed", "3", "--save",
		path); code != ExitFine {
		t.Fatal(said)
	}
	edit := func(file, old, instead string) {
		t.Helper()
		at := filepath.Join(dir, file)
		data, err := os.ReadFile(at)
		if err != nil || !strings.Contains(string(data), old) {
			t.Fatalf("%s has no %q: %v", file, old, err)
		}
		if err := os.WriteFile(at, []byte(strings.Replace(string(data), old, instead, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before := len(mine(answersIn(t, path)))
	edit("pack.yaml", "id:", "# a comment\nid:")
	if code, said := play("1\n", "--resume", path); code != ExitFine {
		t.Fatalf("a comment makes a save unusable: exit %d, %s", code, said)
	} else if strings.Contains(said, "changed since") {
		t.Errorf("a comment changes no card: %s", said)
	}
	if n := len(mine(answersIn(t, path))); n != before+1 {
		t.Errorf("%d answers, not %d", n, before+1)
	}
	script, err := filepath.Glob(filepath.Join(dir, "scripts", "rules", "*.lua"))
	if err != nil || len(script) == 0 {
		t.Fatal(err)
	}
	away := dir + "-moved"
	if err := os.Rename(dir, away); err != nil {
		t.Fatal(err)
	}
	if code, said := play("", "--resume", path); code != ExitUsage ||
		!strings.Contains(said, "which is not there; say where it is now: ruledeck play GAME --resume "+path) {
		t.Errorf("a pack that is gone: exit %d, %s", code, said)
	}
	if code, said := play("1\n", away, "--resume", path); code != ExitFine {
		t.Errorf("a pack that was moved: exit %d, %s", code, said)
	} else if strings.Contains(said, "changed since") {
		t.Errorf("another folder changes no card: %s", said)
	}
	dir = away
	edit("cards/squads/iron_vale.yaml", "sixth: iv_r6", "sixth: iv_r5")
	code, said := play("1\n", away, "--resume", path)
	if want := "the game may go differently; changed since it was recorded:\n    card "; code != ExitFine ||
		!strings.Contains(said, want) {
		t.Errorf("another card, and all answers fit: exit %d, %s; want %s", code, said, want)
	}
}

// TestSaveThatCannotBeWritten: it is told at once, the game goes on, and leaving
// it ends with exit 1.
func TestSaveThatCannotBeWritten(t *testing.T) {
	if os.Getuid() != 0 {
		t.Log("limits of files hold for everybody")
	}
	path := filepath.Join(t.TempDir(), "evening.save")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// The shell bounds the size of files: the header fits, and a few answers.
	c := exec.Command("sh", "-c", `ulimit -f 16; exec "$0" "$@"`, program, "play", "football-champions", "--seats",
		"human,random", "--seed", "3", "--save", path)
	c.Env = append(os.Environ(), asProgram+"=1")
	c.Stdin = strings.NewReader(strings.Repeat("1\n", 400) + "quit\n")
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err = c.Run()
	if !strings.Contains(errs.String(), "ruledeck: the game cannot be saved: ") ||
		strings.Count(errs.String(), "cannot be saved") != 1 || strings.Contains(errs.String(), ".ruledeck-") {
		t.Errorf("it says %s", errs.String())
	}
	if c.ProcessState.ExitCode() != ExitWrong {
		t.Errorf("%v", err)
	}
	answersIn(t, path)
}

// TestFirstDifference: a save whose third answer is not offered any more says so;
// the game goes on from there if the person wants that, and stays else.
func TestFirstDifference(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.save")
	if code, _, errs := runTyped("1\n1\n1\n", "play", "football-champions", "--seats", "human,random", "--seed", "3",
		"--save", path); code != ExitFine {
		t.Fatal(errs)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	j, err := replay.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	j.Entries[2].Answer.Keys = []string{"zone bench"}
	for card := range j.Header.Cards {
		j.Header.Cards[card] = "00000000"
		break
	}
	if err := os.WriteFile(path, j.Encode(), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runTyped("no\n", "play", "--resume", path)
	for _, part := range []string{"evening.save does not fit the pack as it is now: decision 3", "recorded: zone bench",
		"changed since it was recorded:\n    card ", "Go on from decision 3?",
		"the game stays as it is saved"} {
		if !strings.Contains(errs, part) {
			t.Errorf("there is no %q in\n%s%s", part, out, errs)
		}
	}
	if after, err := os.ReadFile(path); code != ExitWrong || err != nil || !bytes.Equal(after, j.Encode()) {
		t.Errorf("exit %d; the save was changed: %v", code, err)
	}
	if code, out, errs := runTyped("yes\n1\n", "play", "--resume", path); code != ExitFine {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	if answers := answersIn(t, path); len(answers) < 3 || answers[2].Keys[0] == "zone bench" {
		t.Errorf("%v", answers)
	}
	if code, out, errs := runTyped("1\n", "play", "--resume", path); code != ExitFine ||
		strings.Contains(errs, "does not fit") {
		t.Errorf("it does not go on: exit %d\n%s%s", code, out, errs)
	}
}

// TestProgramsInSaves: no program that a save names is run, unless it is named again.
func TestProgramsInSaves(t *testing.T) {
	dir := t.TempDir()
	path, mark := filepath.Join(dir, "evening.save"), filepath.Join(dir, "it ran")
	if code, _, errs := runTyped("1\nquit\n", "play", "football-champions", "--seats", "human,random", "--seed", "3",
		"--save", path); code != ExitFine {
		t.Fatal(errs)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	j, err := replay.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	j.Header.Seats[1] = "exec:touch '" + mark + "'"
	if err := os.WriteFile(path, j.Encode(), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runTyped("1\nquit\n", "play", "--resume", path)
	if _, err := os.Stat(mark); err == nil || code != ExitUsage || out != "" ||
		!strings.Contains(errs,
			"no program that a file names is run; if you know it, name it: --seats 'human,exec:touch ") {
		t.Errorf("exit %d, %s%s, %v", code, out, errs, err)
	}
	if code, _, errs := runTyped("1\nquit\n", "play", "--resume", path, "--seats", "human,random"); code != ExitFine {
		t.Errorf("with another player: exit %d, %s", code, errs)
	}
}
