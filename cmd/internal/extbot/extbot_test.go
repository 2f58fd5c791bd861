package extbot

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/scripts"
)

// asBot makes this program a bot that does what the variable says.
const asBot = "RULEDECK_TEST_BOT"

func TestMain(m *testing.M) {
	if how := os.Getenv(asBot); how == "deals" {
		deal()
		return
	} else if how != "" {
		misbehave(how)
		return
	}
	pack.Register(cards.Files, scripts.Files)
	debug.SetGCPercent(400) // as sim does
	interp.Keep()
	os.Exit(m.Run())
}

// misbehave is a bot that takes the first options, but for its fault at the third
// question.
func misbehave(how string) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	questions := 0
	for lines.Scan() {
		var q struct {
			Type        string
			N, Min, Max int
			Table       int
			Kind        string
			From        *int
			Events      []json.RawMessage
			Options     json.RawMessage
		}
		var options []struct{ Key string }
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil || strings.Contains(lines.Text(), `"seed":`) {
			os.Exit(3)
		}
		switch q.Type {
		case "hello":
			if how == "mute" {
				time.Sleep(time.Hour)
			}
			fmt.Printf(`{"type":"ready","v":3,"table":%d,"tables":%d,"events":%t}`+"\n", q.Table,
				map[bool]int{true: 2}[how == "shares"], how == "looks")
			continue
		case "end":
			continue
		}
		if questions++; questions == 3 {
			switch how {
			case "late":
				time.Sleep(time.Hour)
			case "ends":
				os.Exit(0)
			case "illegal":
				fmt.Printf(`{"type":"answer","n":%d,"keys":["the moon"]}`+"\n", q.N)
				continue
			case "other":
				fmt.Printf(`{"type":"answer","n":%d,"keys":[]}`+"\n", q.N+1)
				continue
			case "noise":
				fmt.Println("hello?")
				continue
			case "long":
				fmt.Println(strings.Repeat("x", 2*longest))
				continue
			}
		}
		if err := json.Unmarshal(q.Options, &options); err != nil {
			os.Exit(3)
		}
		if how == "asks" && questions < 30 {
			told(lines, q.N, "", len(options))
			if q.Kind == "one" && len(options) > 0 {
				told(lines, q.N, options[0].Key, 1)
			}
		}
		if how == "asks wrongly" {
			told(lines, q.N, "the moon", 1)
		}
		if (how == "looks") != (q.From != nil && len(q.Events) > 0) || how == "looks" && !looked(lines, q.N) {
			os.Exit(3)
		}
		answer := map[string]any{"type": "answer", "table": q.Table, "n": q.N}
		switch q.Kind {
		case "yes":
			answer["yes"] = true
		case "number":
			answer["number"] = q.Min
		default:
			keys := []string{}
			for i := range max(q.Min, 1) {
				if i < len(options) {
					keys = append(keys, options[i].Key)
				}
			}
			answer["keys"] = keys
		}
		data, _ := json.Marshal(answer)
		fmt.Println(string(data))
	}
}

// looked asks what the seat sees, and reports whether it is told.
func looked(lines *bufio.Scanner, number int) bool {
	fmt.Printf(`{"type":"view","n":%d}`+"\n", number)
	var line struct {
		Type    string
		N       int
		View    struct{ Players []json.RawMessage }
		Derived []json.RawMessage
	}
	return lines.Scan() && json.Unmarshal(lines.Bytes(), &line) == nil && line.Type == "view" && line.N == number &&
		len(line.View.Players) == 2 && line.Derived != nil
}

// told asks what the options of a decision would do, or the one with a key, of which as
// many must be told as there are options.
func told(lines *bufio.Scanner, number int, key string, options int) {
	asked := map[string]any{"type": "would", "n": number}
	if key != "" {
		asked["keys"] = []string{key}
	}
	data, _ := json.Marshal(asked)
	fmt.Println(string(data))
	var line struct {
		Type    string
		N       int
		Options []struct{ Say []string }
	}
	if !lines.Scan() || json.Unmarshal(lines.Bytes(), &line) != nil || line.Type != "would" || line.N != number ||
		len(line.Options) != options && key != "" || len(line.Options) > 0 && len(line.Options[0].Say) == 0 {
		fmt.Fprintln(os.Stderr, "what would be told is", lines.Text())
		os.Exit(3)
	}
}

// game plays football with a bot from outside at seat 2.
func game(t *testing.T, kind string, limit time.Duration) (*play.Session, error) {
	t.Helper()
	s, bot := begun(t, kind, limit)
	defer bot.Close(t.Context())
	_, err := s.Advance(t.Context())
	return s, err
}

// begun is the game before it is played.
func begun(t *testing.T, kind string, limit time.Duration) (*play.Session, *Bot) {
	t.Helper()
	p, err := interp.Load("football-champions", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := p.Table(interp.Settings{Seats: 2, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	random, err := play.NewBot("random")
	if err != nil {
		t.Fatal(err)
	}
	bot, err := New(kind, limit, os.Stderr, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := play.New(play.From(tab), play.Settings{Players: []play.Player{random, bot}})
	if err != nil {
		t.Fatal(err)
	}
	return s, bot
}

// TestInterrupted: a bot that thinks is cut off at once, and not blamed for it; asked
// again it begins anew, and the game is the one that nobody interrupted.
func TestInterrupted(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	kind := Prefix + `"` + self + `"`
	t.Setenv(asBot, "fine")
	want, err := game(t, kind, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"mute", "late"} {
		t.Setenv(asBot, how)
		s, bot := begun(t, kind, time.Minute)
		defer bot.Close(t.Context())
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(300*time.Millisecond, stop)
		began := time.Now()
		_, err := s.Advance(ctx)
		// The bot has a minute for its answer: who waits for it waits that long.
		if took := time.Since(began); !errors.Is(err, context.Canceled) || took > 30*time.Second {
			t.Fatalf("%s: after %v: %v", how, took, err)
		}
		t.Setenv(asBot, "fine")
		if _, err := s.Advance(t.Context()); err != nil || s.Position().Log().Hash() != want.Position().Log().Hash() {
			t.Errorf("%s: it goes on to another end: %v", how, err)
		}
	}
}

// TestShared: bots at tables of their own use one process as long as it has room, and play
// the games that they would play alone; the process ends with the last of them.
func TestShared(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	kind := Prefix + `"` + self + `"`
	t.Setenv(asBot, "fine")
	want, err := game(t, kind, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(asBot, "shares")
	shared := &Shared{}
	var bots []*Bot
	var wait sync.WaitGroup
	for range 3 {
		s, bot := begun(t, kind, time.Minute)
		bot.shared = shared
		bots = append(bots, bot)
		wait.Go(func() {
			_, err := s.Advance(t.Context())
			if err != nil || s.Position().Log().Hash() != want.Position().Log().Hash() {
				t.Errorf("another game: %v", err)
			}
		})
	}
	wait.Wait()
	processes := map[*process]bool{}
	for _, b := range bots {
		processes[b.process] = true
	}
	if len(processes) != 2 {
		t.Errorf("three tables are at %d processes that take two each", len(processes))
	}
	for _, b := range bots {
		b.Close(t.Context())
	}
	for p := range processes {
		if !p.over || len(p.tables) > 0 {
			t.Errorf("a process without tables goes on: %v", p.tables)
		}
	}
}

// TestForetold: a bot that asks what its answers would do, or what its seat sees, is told, and
// plays the same game.
func TestForetold(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	kind := Prefix + `"` + self + `"`
	t.Setenv(asBot, "fine")
	want, err := game(t, kind, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"asks", "looks"} {
		t.Setenv(asBot, how)
		have, err := game(t, kind, time.Minute)
		if err != nil || have.Position().Log().Hash() != want.Position().Log().Hash() {
			t.Errorf("%s: it plays another game: %v", how, err)
		}
	}
}

// TestFaults: a bot that answers wrongly, late or not at all fails the game, with its
// seat in the error.
func TestFaults(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	kind := Prefix + `"` + self + `"`
	for how, want := range map[string]string{
		"mute":         "did not answer within 150ms when it was greeted",
		"late":         "did not answer within 150ms at decision",
		"ends":         "ended at decision",
		"illegal":      `that is not legal: "the moon" is not offered`,
		"other":        "is open",
		"asks wrongly": `asked at decision 1 what an answer would do that is not legal: "the moon" is not offered`,
		"noise":        `with "hello?"; {"type": "answer", "n": `,
		"long":         "wrote a line of more than 1048576 bytes at decision",
	} {
		t.Setenv(asBot, how)
		limit := 20 * time.Second
		if how == "mute" || how == "late" {
			limit = 150 * time.Millisecond
		}
		_, err := game(t, kind, limit)
		var fault *Error
		if !errors.As(err, &fault) || fault.Seat != 2 || !strings.HasPrefix(err.Error(), "seat 2 ("+kind+") ") ||
			!strings.Contains(err.Error(), want) {
			// A machine that is very busy may be too slow to greet within the limit.
			if how == "late" && err != nil && strings.Contains(err.Error(), "when it was greeted") {
				continue
			}
			t.Errorf("%s: %v", how, err)
		}
	}
	if _, err := game(t, "exec:there-is-no-such-program", time.Second); err == nil ||
		!strings.Contains(err.Error(), "seat 2 (exec:there-is-no-such-program) cannot be started: ") {
		t.Error(err)
	}
}

// kept takes what is written to the standard input of a process.
type kept struct{ strings.Builder }

// Close does nothing.
func (*kept) Close() error { return nil }

// TestEndOfADraw: the process is told which seats share the game.
func TestEndOfADraw(t *testing.T) {
	p, err := interp.Load("../../../testdata/tictactoe", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	tab, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	s, err := play.New(play.From(tab), play.Settings{Players: make([]play.Player, 2)})
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range []int{0, 3, 6, 0, 4, 3, 0, 1} {
		if _, err := s.Advance(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.Seat(engine.Seat(1+i%2)).Reply(i+1, []int{at}); err != nil {
			t.Fatal(err)
		}
	}
	if status, err := s.Advance(t.Context()); err != nil || status != engine.Ended {
		t.Fatal(status, err)
	}
	to := &kept{}
	(&Bot{process: &process{to: to}, table: 2, at: s.Seat(1), limit: time.Minute}).End(s.Seat(1))
	if want := `{"type":"end","table":2,"winners":[],"draw":[1,2],"returns":[0.5,0.5]}` + "\n"; to.String() != want {
		t.Errorf("%s, want %s", to.String(), want)
	}
}

// TestPython plays whole games with the example, twice the same.
func TestPython(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 on this machine, and the example is written in it")
	}
	const kind = "exec:python3 ../../../interp/editor/reference/bot.py"
	var hashes [2]uint64
	for i := range hashes {
		s, err := game(t, kind, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if !s.Position().Over() || s.Kinds()[1] != kind {
			t.Errorf("over: %v, %v", s.Position().Over(), s.Kinds())
		}
		hashes[i] = s.Position().Log().Hash()
	}
	if hashes[0] != hashes[1] {
		t.Error("the same seed gave another game")
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string]string{
		`python3 bot.py`:          `["python3" "bot.py"]`,
		`  "a b"  --x="1, 2" "" `: `["a b" "--x=1, 2" ""]`,
		`"open`:                   "a quote is not closed",
		` `:                       "a command is expected behind the colon, as in exec:python3 bot.py",
	} {
		words, err := split(text)
		if got := fmt.Sprintf("%q", words); got != want && (err == nil || err.Error() != want) {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}
