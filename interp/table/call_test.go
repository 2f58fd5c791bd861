package table_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/table"
)

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
		status, body := game.Call(test.viewer, test.path, nil)
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
	if status, body := game.Call(at(2), "answer", answer); status != 409 {
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
			status, body := game.Call(at(seat), "knows", fmt.Appendf(nil, `{"at": %s}`, place))
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
			if status, body := game.Call(at(seat), "answer", answer); status != 200 {
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
		status, body := game.Call(test.viewer, "would", []byte(test.body))
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
		_, body := game.Call(test.viewer, "whynot", []byte(test.body))
		if !strings.Contains(string(body), test.is) || test.not != "" && strings.Contains(string(body), test.not) {
			t.Errorf("%+v: %s", test, body)
		}
	}
}
