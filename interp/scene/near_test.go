package scene_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// TestTracks: a number that the pack bounds is shown with what it may become, and how far it has
// come; the value itself stays as it is.
func TestTracks(t *testing.T) {
	g := newGame(t, "football-champions", 2, 3)
	g.next(t)
	in := g.input(g.asked())
	for i, n := range []int{0, 1, 3} {
		attributes := in.View.Players[0].Attributes
		at := slices.IndexFunc(attributes, func(a view.Attribute) bool { return a.Name == "subs" })
		attributes[at].Value.Number = n
		s := scene.NewComposer(g.table.Compiled, g.table.Speaker("en")).Scene(in)
		seat := s.Seats[slices.IndexFunc(s.Seats, func(x scene.Seat) bool { return x.Seat == 1 })]
		f := seat.Facts[slices.IndexFunc(seat.Facts, func(f scene.Fact) bool { return f.Key == "subs" })]
		want := []string{"Substitutions 0/3", "Substitutions 1/3", "Substitutions 3/3"}[i]
		if f.Brief != want || *f.Number != n || f.Most != 3 || f.Track != []int8{0, 33, 100}[i] {
			t.Errorf("%d substitutions are %q, number %d of %d, at %d %%", n, f.Brief, *f.Number, f.Most, f.Track)
		}
	}
}

// TestRounds: a phase that is repeated a number of times says in which of how many rounds it is,
// also where its own heading has the number.
func TestRounds(t *testing.T) {
	g := newGame(t, "../../testdata/tutorial/harvest", 3, 3)
	composer := scene.NewComposer(g.table.Compiled, g.table.Speaker("en"))
	var got []string
	for g.next(t) {
		if where := composer.Scene(g.input(1)).Where; !slices.Contains(got, where[0]) {
			got = append(got, where[0])
		}
	}
	want := []string{"Trick 1/9", "Trick 2/9", "Trick 3/9", "Trick 4/9", "Trick 5/9", "Trick 6/9", "Trick 7/9"}
	if !slices.Equal(got[:min(7, len(got))], want) {
		t.Errorf("the rounds are %q", got)
	}
	g = newGame(t, "bbtm", 2, 3)
	g.next(t)
	in := g.input(g.asked())
	at := slices.Index(in.View.Phases, "week")
	in.View.Rounds[at] = view.Round{Now: 1, Of: 4}
	where := scene.NewComposer(g.table.Compiled, g.table.Speaker("en")).Scene(in).Where
	if !slices.Contains(where, "Week 1/4") {
		t.Errorf("week 1 of 4 is headed %q", where)
	}
}

// TestEnded: who waits is told that the own turn is over, and who is asked again that a turn went by
// without a question; nobody is told of the turns of others.
func TestEnded(t *testing.T) {
	g := newGame(t, "football-champions", 2, 3)
	g.next(t)
	in := g.input(1)
	turns := func(seats ...int) (out []view.Event) {
		for i := 1; i < len(seats); i++ {
			from := view.Value{Kind: view.SeatValue, Number: seats[i-1]}
			to := view.Value{Kind: view.SeatValue, Number: seats[i]}
			out = append(out, view.Event{Kind: view.TurnEvent, Old: &from, New: &to})
		}
		return out
	}
	watching := g.input(0)
	watching.News = turns(0, 1)
	watching.View.Turn = 1
	if got := scene.NewComposer(g.table.Compiled, g.table.Speaker("en")).Scene(watching).Ended; got != "" {
		t.Errorf("who watches a first turn is told %q", got)
	}
	for _, c := range []struct {
		turns []int
		now   engine.Seat
		want  string
	}{
		{[]int{1, 2}, 2, "Your turn is over."},
		{[]int{1, 2, 1}, 1, ""},
		{[]int{2, 1, 2}, 2, "Your turn came and went: there was nothing to choose."},
		{[]int{1, 2, 1, 2, 1}, 1, "Your turn came and went: there was nothing to choose."},
		{[]int{2, 1}, 1, ""},
		{[]int{1, 1}, 1, ""},
		{nil, 2, ""},
	} {
		in.News, in.View.Turn = turns(c.turns...), c.now
		if got := scene.NewComposer(g.table.Compiled, g.table.Speaker("en")).Scene(in).Ended; got != c.want {
			t.Errorf("the turns %v end with %q, not %q", c.turns, got, c.want)
		}
	}
}

// TestEmptyPiles: a draw pile, a discard pile and a hand tell something without a card too; an empty
// place for cards that come into play, and the box, do not.
func TestEmptyPiles(t *testing.T) {
	g := newGame(t, "football-champions", 2, 3)
	if !g.next(t) {
		t.Fatal("nothing is asked")
	}
	in := g.input(1)
	for i := range in.View.Players {
		for j := range in.View.Players[i].Zones {
			z := &in.View.Players[i].Zones[j]
			z.Count, z.Cards, z.Hidden = 0, nil, 0
		}
	}
	in.Question = nil
	for _, seat := range scene.NewComposer(g.table.Compiled, g.table.Speaker("en")).Scene(in).Seats {
		var got []string
		for _, a := range seat.Areas {
			got = append(got, fmt.Sprintf("%s %s %d", a.Kind, a.Form, a.Count))
		}
		want := []string{"hand pile 0", "bench pile 0", "deck pile 0", "discard pile 0", "out pile 0"}
		if !slices.Equal(got, want) {
			t.Errorf("seat %d without a card has %q, want %q", seat.Seat, got, want)
		}
	}
}
