package scene_test

import (
	"math"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// ledger is a game whose seats have attributes of every kind.
const ledger = "../../testdata/ledger"

// TestCourses: at each event a course has what the scene of that event shows, in its words,
// with modifiers, for every viewer; what the scene does not show has no value or is hidden.
func TestCourses(t *testing.T) {
	for _, test := range []struct {
		game, lang       string
		decisions, every int
	}{{ledger, "en", 100, 1}, {ledger, "ja", 8, 1}, {"bbtm", "en", 40, 41}, {"seven-missions", "fr", 60, 37},
		{"football-champions", "en", 60, 43}} {
		g := newGame(t, test.game, 2, 5)
		for n := 0; n < test.decisions && g.next(t); n++ {
		}
		composer := scene.NewComposer(g.table.Compiled, g.table.Speaker(test.lang))
		for _, viewer := range []engine.Seat{0, 1, view.Referee} {
			p := g.Position()
			courses := composer.TimeSeries(view.TimeSeriesOf(p, viewer, math.MaxInt), view.Of(p, viewer))
			reader := view.NewReader(g.Position(), viewer)
			events := len(reader.Next())
			shown := 0
			for event := 0; event < events; event += test.every {
				then, _ := reader.At(event)
				if event == events-1 {
					then = view.Of(g.Position(), viewer)
				}
				for _, seat := range composer.Scene(scene.Input{View: then}).Seats {
					shown += compared(t, g, courses, &seat, event)
				}
			}
			if shown == 0 {
				t.Errorf("%s: no scene shows anything of a seat", test.game)
			}
		}
	}
}

// compared compares what the courses have at an event with the facts of a seat; it returns
// how many of these there are.
func compared(t *testing.T, g *game, courses []scene.TimeSeries, seat *scene.Seat, event int) int {
	t.Helper()
	ofTurn := g.table.Compiled.Layout.Turn
	for _, c := range courses {
		went := c.Seats[seat.Seat-1]
		fact := slices.IndexFunc(seat.Facts, func(f scene.Fact) bool { return f.Key == c.Key })
		if went.Hidden {
			if fact >= 0 || len(went.Steps) > 0 {
				t.Errorf("%s of seat %d is hidden, and shown as %+v", c.Key, seat.Seat, went.Steps)
			}
			continue
		}
		at := went.Steps[0]
		for _, s := range went.Steps {
			if s.Event <= event {
				at = s
			}
		}
		switch {
		case fact < 0 && ofTurn[c.Key] && !seat.Turn: // it is shown to who has the turn alone
		case fact < 0 && !at.None && (c.Form != scene.FlagSeries || *at.Number != 0):
			t.Errorf("event %d: %s of seat %d is %q, and the scene shows nothing", event, c.Key, seat.Seat, at.Text)
		case fact >= 0 && at.Text != seat.Facts[fact].Text:
			t.Errorf("event %d: %s of seat %d is %q, in the scene %q", event, c.Key, seat.Seat,
				at.Text, seat.Facts[fact].Text)
		}
	}
	return len(seat.Facts)
}

// TestCoursesHidden: what a viewer may not know of a seat's values is hidden, or has the
// name of any card.
func TestCoursesHidden(t *testing.T) {
	g := newGame(t, ledger, 2, 5)
	for n := 0; n < 5 && g.next(t); n++ {
	}
	p := g.Position()
	composer := scene.NewComposer(g.table.Compiled, g.table.Speaker("en"))
	for _, test := range []struct {
		viewer engine.Seat
		// hidden are the seats whose value is hidden, told what the steps of seat 2 say; of many
		// alone the first.
		key    string
		hidden []engine.Seat
		told   string
	}{
		{1, "secret", []engine.Seat{2}, ""}, {2, "secret", []engine.Seat{1}, "nothing"},
		{0, "secret", []engine.Seat{1, 2}, ""}, {view.Referee, "secret", nil, "nothing"},
		{1, "debt", []engine.Seat{1, 2}, ""}, {view.Referee, "debt", nil, "0"},
		{1, "held", nil, "nothing, a card"}, {1, "chosen", nil, "nothing"}, {1, "rival", nil, "nothing, Seat 1"},
	} {
		courses := composer.TimeSeries(view.TimeSeriesOf(p, test.viewer, math.MaxInt), view.Of(p, test.viewer))
		i := slices.IndexFunc(courses, func(c scene.TimeSeries) bool { return c.Key == test.key })
		var hidden []engine.Seat
		for _, s := range courses[i].Seats {
			if s.Hidden {
				hidden = append(hidden, s.Seat)
			}
		}
		told := ""
		for n, s := range courses[i].Seats[1].Steps {
			if n > 0 {
				told += ", "
			}
			told += s.Text
		}
		if !slices.Equal(hidden, test.hidden) || len(told) < len(test.told) || told[:len(test.told)] != test.told {
			t.Errorf("to %d %s is hidden of %v, and of seat 2 it is %q; expected %v and %q", test.viewer, test.key,
				hidden, told, test.hidden, test.told)
		}
	}
	if i := slices.IndexFunc(
		composer.TimeSeries(view.TimeSeriesOf(p, view.Referee, math.MaxInt), view.Of(p, view.Referee)),
		func(c scene.TimeSeries) bool { return c.Key == "tally" }); i >= 0 {
		t.Error("an internal attribute is shown")
	}
}
