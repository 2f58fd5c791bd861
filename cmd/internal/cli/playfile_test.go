package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
)

// asProgram, in the environment, makes the test binary be ruledeck itself: for
// what has to happen in a new process.
const asProgram = "RULEDECK_TEST_AS_PROGRAM"

// alone, in the environment, makes the test binary keep none of the packs that it reads:
// TestHostile and TestHostileArchives measure memory in a process of their own.
const alone = "RULEDECK_TEST_ALONE"

// liveIn, in the environment of a process, names the file that gets its live memory.
const liveIn = "RULEDECK_TEST_LIVE"

// between is how many bytes are taken between two collections where there is little
// live memory: where there is much, a fifth of it.
const between = 8 << 20

// watchLive notes the live memory after each collection of a process of whom it is
// asked, and has them often. What it returns writes down the most.
func watchLive() (done func()) {
	path := os.Getenv(liveIn)
	if path == "" {
		return func() {}
	}
	var most atomic.Uint64
	live := func() {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(sample)
		now := sample[0].Value.Uint64()
		most.Store(max(most.Load(), now))
		debug.SetGCPercent(int(max(20, 100*between/max(now, 1<<20))))
	}
	var again func(*[16]byte)
	again = func(*[16]byte) {
		live()
		runtime.SetFinalizer(new([16]byte), again)
	}
	again(nil)
	return func() {
		live()
		_ = os.WriteFile(path, strconv.AppendUint(nil, most.Load(), 10), 0o600)
	}
}

// misbehaving is the program with a command that does with limits what its argument says
// and no pack may.
func misbehaving(h Host) *cobra.Command {
	root := New(h)
	c := &cobra.Command{Use: "misbehave", Hidden: true, RunE: func(_ *cobra.Command, args []string) error {
		fmt.Fprintln(h.Err, "panic: says the pack")
		fmt.Fprintln(h.Out, "so far")
		// What nobody has read yet would be lost with the process, as in any other.
		_ = command.File(h.Out).Sync()
		switch args[0] {
		case "eats":
			for kept := [][]byte{}; ; {
				kept = append(kept, bytes.Repeat([]byte{1}, 1<<20))
			}
		case "spins":
			for n := 1; n > 0; n = n%7 + 1 {
			}
		}
		return &ExitError{Code: ExitWrong, Message: "it has failed"}
	}}
	packLimits.Megabytes, packLimits.Seconds = 64, 1
	root.AddCommand(walled(h, c, nil))
	return root
}

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == asLedger {
		writeLedger(os.Args[2])
		return
	}
	// What starts itself, for packs from a disk, is the program too.
	if os.Getenv(asProgram) != "" || len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-test.") {
		said := watchLive()
		h := Host{Args: os.Args[1:], In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Walls: true}
		code := RunTree(h, "ruledeck", misbehaving)
		said()
		saySpent()
		os.Exit(code)
	}
	// Games that nobody saves are kept, and not where those of the developer are.
	state, err := os.MkdirTemp("", "ruledeck-state-")
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", state)
	}
	if err != nil {
		panic(err)
	}
	debug.SetGCPercent(400) // as sim does
	if os.Getenv(alone) == "" {
		interp.Keep()
	}
	code := m.Run()
	_ = os.RemoveAll(state)
	os.Exit(code)
}

// runTyped runs the program in process, with what a person types.
func runTyped(typed string, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = Run(Host{Args: args, In: strings.NewReader(typed), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

// answersIn are the answers that a save holds.
func answersIn(t *testing.T, path string) []replay.Answer {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	j, err := replay.Decode(data)
	if err != nil {
		t.Fatalf("%s cannot be read: %v", path, err)
	}
	return j.Answers()
}

// runAnew runs the program in a new process.
func runAnew(t *testing.T, typed string, args ...string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	c.Stdin = strings.NewReader(typed)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestResumeInNewProcess saves games in the middle of a decision, goes on with
// them in a new process, and compares with the same game played in one go: the
// saves at the end, state and log, must be the same bytes.
func TestResumeInNewProcess(t *testing.T) {
	for _, game := range []struct{ id, seats string }{{"bbtm", "human,human"}, {"seven-missions", "human"},
		{"football-champions", "human,human"}} {
		t.Run(game.id, func(t *testing.T) {
			dir := t.TempDir()
			part, rest, whole := filepath.Join(dir, "part.save"), filepath.Join(dir, "rest.save"),
				filepath.Join(dir, "whole.save")
			answers := func(n int) string { return strings.Repeat("1\n", n) }
			if code, _, errs := runTyped(answers(30), "play", game.id, "--seats", game.seats, "--seed", "7", "--save",
				whole); code != ExitFine {
				t.Fatal(errs)
			}
			if code, _, errs := runTyped(answers(11), "play", game.id, "--seats", game.seats, "--seed", "7", "--save",
				part); code != ExitFine {
				t.Fatal(errs)
			}
			out := runAnew(t, answers(19), "play", "--resume", part, "--save", rest)
			want, err := os.ReadFile(whole)
			if err != nil {
				t.Fatal(err)
			}
			have, err := os.ReadFile(rest)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(want, have) {
				t.Errorf("the game that was resumed is another:\n%s", out)
			}
			if before, err := os.ReadFile(part); err != nil || bytes.Equal(before, have) {
				t.Errorf("nothing was played after it was resumed: %v\n%s", err, out)
			}
		})
	}
}

const passScenario = `game: bbtm
seats: 2
options: {teams: [reavers, gouged_eye], first: 1}
given:
  1: {hand: [Human Thrower, Ogre]}
  2: {hand: [Orc Blitzer]}
  table: {reel: [{Bad Snap: {midfield: [Ball]}}]}
scenarios:
  - name: a pass
    do:
      - 1: [Human Thrower, Bad Snap left]
      - 1: "yes"
    then:
      Human Thrower: {holds: Ball}
  - name: an ogre
    do:
      - 1: [Ogre, Bad Snap right]
`

// TestPlayFromScenario opens scenarios as games, at their beginning and behind
// lines, with people and bots; what is played is written back as a scenario that
// passes.
func TestPlayFromScenario(t *testing.T) {
	for _, test := range []struct {
		name  string
		args  []string
		typed string
		// shown is what a person reads, written lines of what is kept.
		shown, written []string
	}{
		{
			"from its beginning", []string{"--seats", "human,human"}, "4\n",
			[]string{"Reikland Reavers: Commit a player to a matchup, or pass\n  1 Ogre to the left of Bad Snap",
				"\n  4 Human Thrower to the left of Bad Snap", "Reikland Reavers: Shall Human Thrower use pass?"},
			[]string{"do: [{1: Human Thrower to the left of Bad Snap}]\n", "then: {asked: {1: pass}}\n",
				"  1: {hand: [Human Thrower#1, Ogre]}\n"},
		},
		{
			"behind its first answer", []string{"--at", "11", "--seats", "human,human"}, "2\n",
			[]string{"Reikland Reavers: Shall Human Thrower use pass?"},
			[]string{"  agenda: [{skills.use: [Human Thrower#1, pass, Bad Snap]}]\n",
				"do: [{1: no}, {through: matchup.commit}]\n"},
		},
		{
			"behind its second answer", []string{"--at", "12", "--seats", "human,human"}, "1\n",
			[]string{"Gouged Eye: Commit a player to a matchup, or pass\n  1 Orc Blitzer to the right of Bad Snap"},
			[]string{"  at: matchup.action\n", "{Human Thrower#1: {carries: [Ball#1]}}",
				"do: [{2: Orc Blitzer to the right of Bad Snap}]\n", "then: {asked: {2: tackle}}\n"},
		},
		{
			"the other scenario of the file", []string{"--at", "17", "--seats", "human,human"}, "",
			[]string{"Ogre to the right of Bad Snap"}, []string{"then: {asked:"},
		},
		{
			"with as many seats as it has, which are fewer than usual", []string{"--at", "17"}, "",
			[]string{"Ogre to the right of Bad Snap"}, []string{"then: {asked:"},
		},
		{
			"with a bot", []string{"--seats", "human,random", "--seed", "5"}, "5\n2\n",
			[]string{"Reikland Reavers send Human Thrower to the right of Bad Snap\n", "Gouged Eye "},
			[]string{"  - {1: Human Thrower to the right of Bad Snap}\n  - {1: no}\n  - {2: Orc Blitzer to The Chaos " +
				"Cup}\n  - {through: matchup.commit}\n"},
		},
		{
			"with bots alone, to the end", []string{"--seats", "random,random", "--seed", "5"}, "",
			[]string{"=== Manager of the Year ==="}, []string{"then: {winner: ["},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			file, kept := filepath.Join(dir, "pass.yaml"), filepath.Join(dir, "kept.yaml")
			if err := os.WriteFile(file, []byte(passScenario), 0o644); err != nil {
				t.Fatal(err)
			}
			code, out, errs := runTyped(test.typed,
				append([]string{"play", "--scenario", file, "--save-scenario", kept}, test.args...)...)
			if code != ExitFine {
				t.Fatalf("exit %d\n%s%s", code, out, errs)
			}
			data, err := os.ReadFile(kept)
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range test.shown {
				if !strings.Contains(out, part) {
					t.Errorf("a person does not read %q:\n%s", part, out)
				}
			}
			for _, part := range test.written {
				if !strings.Contains(string(data), part) {
					t.Errorf("the scenario has no %q:\n%s", part, data)
				}
			}
			if code, out, _ := runCLI("test", kept); code != ExitFine || out != "1 passed, 0 failed\n" {
				t.Errorf("what was played does not pass:\n%s\n%s", out, data)
			}
		})
	}
}

// TestPlayFromScenarioRefuses: wrong usage and wrong files are told.
func TestPlayFromScenarioRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "pass.yaml")
	broken := filepath.Join(dir, "broken.yaml")
	for path, text := range map[string]string{file: passScenario,
		broken: strings.Replace(passScenario, "[Human Thrower, Ogre]", "[Human Throwr, Ogre]", 1)} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"play"}, ExitUsage, "takes one GAME"},
		{[]string{"play", "football-champions", "--scenario", file}, ExitUsage,
			"pass.yaml is a scenario of bbtm, not of football-champions\n"},
		{[]string{"play", "--scenario", file, "--resume", file}, ExitUsage,
			"a game is resumed or starts in a scenario, not both"},
		{[]string{"play", "bbtm", "--at", "3"}, ExitUsage, "--at and --save-scenario go with --scenario"},
		{[]string{"play", "--scenario", file, "--seats", "random,random,random"}, ExitUsage,
			"the scenario has 2 seats, but --seats names 3"},
		{[]string{"play", "--scenario", broken}, ExitWrong,
			`broken.yaml:5:14: there is no card "Human Throwr"; did you mean "Human Thrower"?`},
		{[]string{"play", "--scenario", filepath.Join(dir, "nowhere.yaml")}, ExitWrong, "nowhere.yaml"},
		{[]string{"play", "--resume", file}, ExitWrong, "this is no journal of a game: its first line must begin with"},
	} {
		if code, _, errs := runTyped("", test.args...); code != test.code || !strings.Contains(errs, test.says) {
			t.Errorf("%v: exit %d, %s", test.args, code, errs)
		}
	}
}

// TestPlayFromSeededScenario plays on from a scenario that begins at the very
// start, in French, and keeps it in another folder: the scenario that is written
// is in English, finds its game, has nothing random in its options, and passes.
func TestPlayFromSeededScenario(t *testing.T) {
	dir := copyPack(t, "bbtm")
	deep := filepath.Join(dir, "kept", "deeper")
	for _, folder := range []string{filepath.Join(dir, "scenarios"), deep} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file, kept := filepath.Join(dir, "scenarios", "seeded.yaml"), filepath.Join(deep, "kept.yaml")
	const text = "game: ..\nname: seeded\nrandom: seed 9\ndo: [until: matchup.commit]\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := runTyped("5\n0\n", "play", "--scenario", file, "--at", "4", "--seats", "human,random", "--seed",
		"4", "--lang", "fr", "--save-scenario", kept)
	if code != ExitFine || !strings.Contains(out, "-- Semaine 1 --\n") ||
		!strings.Contains(out, "Athelorn Avengers passent\n") {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	data, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"game: ../..\n", "options: {first: 2, teams: [avengers, chaos]}\n",
		"name: played on from seeded.yaml\n", "[Wood Elf Lineman#1, ", "{1: pass}"} {
		if !strings.Contains(string(data), part) {
			t.Errorf("the scenario has no %q:\n%s", part, data)
		}
	}
	if code, out, errs := runCLI("test", kept); code != ExitFine {
		t.Errorf("it does not pass: exit %d\n%s%s\n%s", code, out, errs, data)
	}
}
