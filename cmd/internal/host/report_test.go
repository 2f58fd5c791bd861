package host

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestReport: what was marked, over what people thought longest, and what nobody chose is told
// of a table, while it is played or behind its end.
func TestReport(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions", "seats": ["human", "random"], "seed": "5"}`)
	g := guests[0]
	playOn(t, guests, 3)
	slow := g.frame().Scene.Ask.Number
	time.Sleep(2 * time.Second)
	mark := fmt.Sprintf(`{"word": "lost", "event": %d}`, g.frame().Event)
	for path, body := range map[string]string{"name": `{"name": "Ann"}`, "mark": mark} {
		if status, text := g.call(path, body); status != 200 {
			t.Fatalf("%s: %d %s", path, status, text)
		}
	}
	answers := 3 + playOn(t, guests, 5)
	file := filepath.Join(s.Folder, m.Table+".journal")
	r, err := ReportOf(t.Context(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Seats) != 1 || r.Seats[0].Answers != answers || len(r.Unchosen) == 0 {
		t.Fatalf("%+v", r)
	}
	// A busy machine may be slower than the person.
	long := slices.IndexFunc(r.Seats[0].Long, func(l Thought) bool { return l.Decision == slow && l.Seconds >= 2 })
	if long < 0 || r.Seats[0].Usual > r.Seats[0].Long[long].Seconds {
		t.Fatalf("%+v", r)
	}
	var text strings.Builder
	r.Write(&text)
	for _, want := range []string{
		fmt.Sprintf("%s: Football Champions, %d decisions, not over\n", file, r.Decisions),
		fmt.Sprintf("  seat 1 (Ann) marked decision %d: lost\n", slow),
		fmt.Sprintf("  seat 1 (Ann) gave %d answers, usually after ", answers),
		fmt.Sprintf(" s at decision %d: %s\n", slow, r.Seats[0].Long[long].Question), "line up?\n",
		"  moved and never chosen: ",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report does not say %q:\n%s", want, &text)
		}
	}
	if marks, err := MarksOf(file); err != nil || len(marks) != 1 || marks[0].Word != "lost" {
		t.Errorf("marks: %+v %v", marks, err)
	}
	damaged := filepath.Join(t.TempDir(), "x.journal")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 4
	if err := os.WriteFile(damaged, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReportOf(t.Context(), damaged, nil); err == nil || !strings.Contains(err.Error(), "--salvage") {
		t.Errorf("of a damaged journal: %v", err)
	}
}

// TestGather: words and cards of several tables of a game are counted together.
func TestGather(t *testing.T) {
	var text strings.Builder
	Gather(&text, []*Report{
		{Game: "Harvest", Marks: []Mark{{Word: "fun"}, {Word: "long"}, {Word: "fun"}},
			Unchosen: []string{"Barn", "Crow"}},
		{Game: "Alone", Marks: []Mark{{Word: "fun"}}, Unchosen: []string{"Crow"}},
		{Game: "Harvest", Marks: []Mark{{Word: "lost"}}, Unchosen: []string{"Crow"}},
	})
	if want := "2 tables of Harvest\n  marked moments: fun 2, long 1, lost 1\n" +
		"  moved and never chosen, by tables: Crow 2, Barn 1\n"; text.String() != want {
		t.Errorf("%s\nexpected are\n%s", &text, want)
	}
}

// TestExpectations: beside who won a game that is over stands how often each seat wins between
// bots, which play one beginning once.
func TestExpectations(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	m, _, watcher := s.begin(`{"game": "football-champions", "seats": ["random", "random"], "seed": "5"}`)
	for end := time.Now().Add(time.Minute); watcher.frame().Scene.Over == nil; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("bots do not end their game")
		}
	}
	defer func(usual int) { expecting = usual }(expecting)
	expecting = 4
	known, file := Expectations{}, filepath.Join(s.Folder, m.Table+".journal")
	r, err := ReportOf(t.Context(), file, known)
	if err != nil {
		t.Fatal(err)
	}
	if r.Games != expecting || len(r.Expected) != 2 || len(known) != 1 ||
		r.Expected[0]+r.Expected[1] < 1 || r.Expected[0]+r.Expected[1] > 2*expecting {
		t.Fatalf("%+v; %v", r, known)
	}
	var text strings.Builder
	r.Write(&text)
	want := fmt.Sprintf("\n  of 4 games between greedy bots seat 1 wins %d, seat 2 wins %d\n", r.Expected[0],
		r.Expected[1])
	if !strings.Contains(text.String(), want) {
		t.Errorf("the report does not say %q:\n%s", want, &text)
	}
	for _, wins := range known {
		wins[0] = 99
	}
	if again, err := ReportOf(t.Context(), file, known); err != nil || again.Expected[0] != 99 {
		t.Errorf("the bots play again: %+v %v", again, err)
	}
}

// TestMarkOfWhatWasShown: a word is put where the page stood that it was said at, also where the game
// has gone on since.
func TestMarkOfWhatWasShown(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions", "seats": ["human", "human"], "seed": "5"}`)
	var shown []told
	for range 4 {
		shown = append(shown, guests[0].frame())
		playOn(t, guests, 1)
	}
	if shown[1].Event == shown[3].Event {
		t.Fatal("nothing is shown in between")
	}
	for _, n := range []int{1, 3} {
		status, text := guests[0].call("mark", fmt.Sprintf(`{"word": "lost", "event": %d}`, shown[n].Event))
		if status != 200 {
			t.Fatalf("%d %s", status, text)
		}
	}
	for event, status := range map[int]int{-7: 200, 1 << 40: 200} {
		if got, text := guests[0].call("mark", fmt.Sprintf(`{"word": "fun", "event": %d}`, event)); got != status {
			t.Errorf("%d: %d %s", event, got, text)
		}
	}
	marks, err := MarksOf(filepath.Join(s.Folder, m.Table+".journal"))
	if err != nil || len(marks) != 4 || marks[0].Decision != 2 || marks[1].Decision != 4 {
		t.Errorf("%+v %v", marks, err)
	}
}
