package studio

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// TestBalance plays games for their figures beside an open one: one run at a time,
// that can be stopped, and whose page says what came out.
func TestBalance(t *testing.T) {
	p := open(t, "football-champions", NewGame{Seats: []string{"human", "random"}, Seed: rng.Seed{Low: 3}})
	t.Cleanup(func() { _ = p.server.end() })
	before := p.scene("0/events?seat=1").Scene.Ask.Number
	type far struct {
		Done, Games int
		Over, Page  bool
		Failure     string
	}
	over := func() (out far) {
		for end := time.Now().Add(time.Minute); !out.Over; time.Sleep(5 * time.Millisecond) {
			if p.get("/t/0/call/balance", &out); time.Now().After(end) {
				t.Fatalf("the run does not end: %+v", out)
			}
		}
		return out
	}
	start := func(games int, seats ...string) (int, string) {
		status, text := p.ask(http.MethodPost, "/t/0/call/measure",
			map[string]any{"number": games, "game": NewGame{Seats: seats, Seed: rng.Seed{Low: 1}}}, nil)
		return status, string(text)
	}
	for _, test := range []struct {
		games int
		seats []string
		want  string
	}{
		{10, []string{"human", "random"}, `is no bot`},
		{10, []string{"random"}, `not by 1`},
		{0, []string{"random", "random"}, `1 to 10000`},
		{1 << 30, []string{"random", "random"}, `1 to 10000`},
	} {
		if status, text := start(test.games, test.seats...); status != http.StatusUnprocessableEntity ||
			!strings.Contains(text, test.want) {
			t.Errorf("%d games of %v: %d %s", test.games, test.seats, status, text)
		}
	}
	if status, _ := p.ask(http.MethodGet, "/balance", nil, nil); status != http.StatusNotFound {
		t.Errorf("a page without games: %d", status)
	}

	if status, text := start(10_000, "random", "random"); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if status, text := start(1, "random", "random"); status != http.StatusConflict ||
		!strings.Contains(text, "stop them first") {
		t.Errorf("a second run: %d %s", status, text)
	}
	p.play(1) // the game goes on meanwhile
	p.post("/t/0/call/halt", struct{}{})
	if out := over(); out.Done >= 10_000 || out.Failure != "" {
		t.Errorf("a run that was stopped: %+v", out)
	}

	if status, text := start(8, "random", "random"); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if out := over(); out.Done != 8 || !out.Page {
		t.Fatalf("%+v", out)
	}
	for lang, want := range map[string]string{"en": "Random play", "fr": "Équilibre", "ja": "バランス"} {
		status, page := p.ask(http.MethodGet, "/balance?lang="+lang, nil, nil)
		if status != http.StatusOK || !strings.Contains(string(page), want) ||
			!strings.Contains(string(page), "--games 8 --seed 1 --seats random,random") {
			t.Errorf("%s: %d %.600s", lang, status, page)
		}
		if strings.Contains(string(page), "<style") || strings.Contains(string(page), "style=") ||
			strings.Contains(string(page), "<script") {
			t.Errorf("%s: the page has what the policy forbids", lang)
		}
	}
	if now := p.scene("0/events?seat=1").Scene.Ask.Number; now <= before {
		t.Errorf("the open game stands at %d, it was at %d", now, before)
	}
}

// TestKnob plays games with other values of a card beside an open one, and says by value what
// came of them; another turn of a knob takes the place of the first.
func TestKnob(t *testing.T) {
	p := open(t, "../../../testdata/trials", NewGame{Seats: []string{"human", "random"}, Seed: rng.Seed{Low: 3},
		GameOptions: map[string]string{"planted": "yes"}})
	t.Cleanup(func() { _ = p.server.end() })
	turn := func(knob string, want int) {
		t.Helper()
		if status, text := p.ask(http.MethodPost, "/t/0/call/measure", map[string]any{"text": knob},
			nil); status != want {
			t.Fatalf("%s: %d %s", knob, status, text)
		}
	}
	turn("five.worth=0,9", http.StatusOK)
	turn("ten.worth=0,10,49", http.StatusOK)
	var out struct {
		Knob    string
		Games   int
		Over    bool
		Failure string
		Curves  []lab.Curve
	}
	for end := time.Now().Add(2 * time.Minute); len(out.Curves) == 0 && out.Failure == ""; {
		time.Sleep(50 * time.Millisecond)
		if p.get("/t/0/call/balance", &out); time.Now().After(end) {
			t.Fatalf("nothing is known: %+v", out)
		}
	}
	last := out.Curves[len(out.Curves)-1]
	if out.Knob != "ten.worth=0,10,49" || last.Key != "ten" || len(last.Points) < 3 {
		t.Errorf("%+v", out)
	}
	p.post("/t/0/call/halt", struct{}{})
	p.server.measuring.group.Wait()
	turn("no such", http.StatusOK)
	p.server.measuring.group.Wait()
	if p.get("/t/0/call/balance", &out); !strings.Contains(out.Failure, `"no such" names no values of a card`) {
		t.Errorf("%+v", out)
	}
	turn("", http.StatusUnprocessableEntity)
}
