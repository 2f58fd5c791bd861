package golden_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/golden"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

const traces = "../../testdata/traces"

// TestTraces plays the games that this program and others have kept state by state, kuhn by a
// program in Python.
func TestTraces(t *testing.T) {
	files, err := golden.Find(traces)
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	results, err := golden.Run(t.Context(), files, golden.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if !r.Passed() {
			t.Error(r.Report())
		}
	}
	// They are chosen by their names, as goldens are.
	if none, err := golden.Run(t.Context(), files, golden.Config{Run: regexp.MustCompile("^no")}); len(none) > 0 {
		t.Error(none, err)
	}
}

// TestTraceDiffers: each kind of difference is named at the first state that has it.
func TestTraceDiffers(t *testing.T) {
	kept, err := os.ReadFile(filepath.Join(traces, "kuhn.trace"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ from, to, want string }{
		{`"asked": 1, "legal"`, `"asked": 2, "legal"`, "4: state 3: asked is seat 1 here, seat 2 there"},
		{`["check", "bet"]`, `["check", "bet", "pass"]`,
			"4: state 3: legal here and not there: []; there and not here: [pass]"},
		{`["check", "bet"]`, `["bet"]`, "4: state 3: legal here and not there: [check]; there and not here: []"},
		{`[1, 1, 1]`, `[1, 2, 1]`, "2: state 1: chance weighs [1 1 1] here, ["},
		{`[1, 1, 1]`, `[1, 1]`, "2: state 1: there are 3 options there, and 2 weights"},
		{`"seats": 2`, `"seats": "2"`, "1: seats cannot be a string"},
		{`"returns": [-1, 1]`, `"returns": [-1, 2]`, "6: state 5: returns [-1 1] here, [-1 2] there"},
		{`"took": ["Jack"]`, `"took": ["Jock"]`, `2: state 1: the answer Jock: "Jock" is not offered here`},
		{`"1   None"`, `"2 Queen  None"`, "4: state 3: seat 2 cannot tell it from state 2 there, and can here"},
		{`"2 Jack  None"`, `"2 Joker  None"`, "9: state 8: seat 1 cannot tell it from state 3 here, and can there"},
		{`{"asked": 0, "returns": [-1, 1], "knows": ["2 Jack check check [-1, 1]", ` +
			`"2 Queen check check [-1, 1]"]}` + "\n", "", "6: state 5: the game is over here, and goes on there"},
	} {
		path := filepath.Join(t.TempDir(), "a.trace")
		game, err := filepath.Abs("../../testdata/kuhn")
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(kept), `"../kuhn"`, `"`+filepath.ToSlash(game)+`"`, 1)
		text = strings.Replace(text, c.from, c.to, 1)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		results, err := golden.Run(t.Context(), []string{path}, golden.Config{})
		if err != nil || results[0].Passed() || !strings.Contains(results[0].Report(), ":"+c.want) {
			t.Errorf("%s: %v\n%s", c.to, err, results[0].Report())
		}
	}
}

// TestTraceOfCopies: the copies of a card that chance can deal are one outcome in a trace, with
// the weight of all of them.
func TestTraceOfCopies(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/kuhn")); err != nil {
		t.Fatal(err)
	}
	cards := `cards:
  - {id: jack, name: {en: Jack}, type: card, copies: 2, rank: 11}
  - {id: queen, name: {en: Queen}, type: card, copies: 3, rank: 12}
`
	if err := os.WriteFile(filepath.Join(dir, "cards", "cards.yaml"), []byte(cards), 0o644); err != nil {
		t.Fatal(err)
	}
	for weights, want := range map[string]string{
		"[1, 3]": "", "[2, 6]": "", "[1, 1]": "3: state 2: chance weighs [1 3] here, [1 1] there, for [Jack, Queen]",
	} {
		path := filepath.Join(dir, "a.trace")
		text := `{"trace": 1, "game": ".", "seats": 2}
{"asked": 0, "legal": ["Jack", "Queen"], "weights": [2, 3], "took": ["Jack"]}
{"asked": 0, "legal": ["Jack", "Queen"], "weights": ` + weights + `, "took": ["Queen"]}
{"asked": 1, "legal": ["Check", "BET"]}
`
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		results, err := golden.Run(t.Context(), []string{path}, golden.Config{})
		if err != nil || results[0].Passed() != (want == "") || !strings.Contains(results[0].Report(), want) {
			t.Errorf("%s: %v\n%s", weights, err, results[0].Report())
		}
	}
}

// rolling is a game of one step that rolls many times.
var rolling = map[string]string{
	"pack.yaml": "id: rolling\nname: {en: Rolling}\nversion: 1.0.0\napi: 3\nseats: {min: 1, max: 1}\n",
	"game.yaml": "game: {sum: {type: number}}\ndice: {d: [1, 2]}\nflow: [{phase: turn, do: [play.all]}]\n",
	"scripts/rules/play.lua": `local play = {}
function play.all()
  for _ = 1, 50 do
    if game.sum >= 0 then game.sum = game.sum + roll("d") end
  end
end
return play
`,
}

// TestTraceCosts: a step runs once for all that chance decides in it, where a trace is made and
// where it is played.
func TestTraceCosts(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "scripts", "rules"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range rolling {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	var runs language.Counter
	p.Count = func(what language.Counted) *language.Counter {
		if what.Kind == language.Branch {
			return &runs
		}
		return nil
	}
	table, err := p.Table(interp.Settings{Seats: 1, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	session, err := play.New(play.From(table), play.Settings{Players: make([]play.Player, 1)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Advance(t.Context()); err != nil || runs[1] != 50 {
		t.Fatalf("the game has %d rolls; %v", runs[1], err)
	}
	trace, err := golden.Played(t.Context(), session, ".", nil)
	if err != nil || len(trace.States) != 51 || runs[1] != 100 {
		t.Fatalf("a trace is made with %d runs of the loop; %v", runs[1]-50, err)
	}
	table, err = p.Table(interp.Settings{Seats: 1, AskChance: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := trace.Against(t.Context(), table); err != nil || runs[1] != 150 {
		t.Errorf("it is played with %d runs; %v", runs[1]-100, err)
	}
}

// FuzzReadTrace: a trace that can be read is written as it was read, and nothing panics.
func FuzzReadTrace(f *testing.F) {
	f.Add([]byte(`{"trace":1,"game":"..","seats":2}` + "\n" +
		`{"asked":1,"took":["a"]}` + "\n" + `{"asked":0,"returns":[1]}`))
	f.Add([]byte("{\"trace\":2}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		trace, err := golden.ReadTrace(data)
		var wrong *golden.TraceError
		if err != nil {
			if !errors.As(err, &wrong) {
				t.Fatal(err)
			}
			return
		}
		again, err := golden.ReadTrace(trace.Encode())
		if err != nil || !bytes.Equal(again.Encode(), trace.Encode()) || !slices.EqualFunc(again.States, trace.States,
			func(a, b golden.State) bool { return a.Asked == b.Asked }) {
			t.Fatal(err)
		}
	})
}
