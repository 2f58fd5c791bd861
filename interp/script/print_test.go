package script_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
)

// TestPrint: what a script prints is told once, though a step that asks is run
// again with each answer; things are told as scenarios name them.
func TestPrint(t *testing.T) {
	body := `print("before", seat, {cards{}[1], game.seats[2].hand}) ` +
		`local n = choose.one{seat = seat, prompt = "ask", from = {1, 2}} ` +
		`print("got", n) choose.one{seat = seat, prompt = "ask", from = {1, 2}}`
	p := smalltest.Load(t, map[string]string{"scripts/rules/turn.lua": fmt.Sprintf(smalltest.Asking, body),
		"locale/en.yaml": smalltest.AskingTexts})
	var told []string
	p.Print = func(file string, line int, text string) {
		told = append(told, fmt.Sprintf("%s:%d: %s", file[strings.LastIndex(file, "/")+1:], line, text))
	}
	tab, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	g, err := tab.NewGame()
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // two questions of the first turn, and one of the second
		if _, err := g.Advance(t.Context()); err != nil || g.Open() == nil {
			t.Fatal(err)
		}
		d := g.Open()
		if err := g.Answer(d.Number, d.Seat, d.First(d.Seat)); err != nil {
			t.Fatal(err)
		}
	}
	want := "turn.lua:4: before\tseat 1\t{ant#1, zone 2.hand} turn.lua:4: got\t1 " +
		"turn.lua:4: before\tseat 2\t{ant#1, zone 2.hand}"
	if got := strings.Join(told, " "); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
