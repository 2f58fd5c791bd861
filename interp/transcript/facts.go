package transcript

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// facts are what headings and names depend on, folded from the events: the
// turn, and the attributes of the table and of the seats.
type facts struct {
	turn    engine.Seat
	game    map[string]view.Value
	players []view.Player
	// changes are the events that changed them since the phase began or ended last, for
	// abilities that are undone: none goes on over that.
	changes []view.Event
}

func startOf(v *view.View) facts {
	f := facts{turn: v.Turn, game: map[string]view.Value{}}
	for i := range v.Game {
		f.game[v.Game[i].Name] = v.Game[i].Value
	}
	for i := range v.Players {
		p := v.Players[i]
		p.Attributes = slices.Clone(p.Attributes)
		f.players = append(f.players, p)
	}
	return f
}

// follow takes in an event; it reports whether seats may be called otherwise.
func (f *facts) follow(e *view.Event) bool {
	switch {
	case e.Kind == view.FailedEvent:
		for i := len(f.changes) - 1; i >= 0 && f.changes[i].Number >= e.Since; i-- {
			f.change(&f.changes[i], f.changes[i].Old)
			f.changes = f.changes[:i]
		}
		return true
	case e.Kind == view.PhaseEvent:
		f.changes = nil
	case e.Kind == view.TurnEvent, e.Kind == view.SetEvent && e.Holder != view.OfCard:
		f.changes = append(f.changes, *e)
		f.change(e, e.New)
	}
	return e.Kind == view.SetEvent && e.Holder == view.OfSeat &&
		(e.New.Kind == view.WordValue || e.New.Kind == view.CardValue || e.New.Kind == view.NothingValue)
}

func (f *facts) change(e *view.Event, to *view.Value) {
	switch {
	case e.Kind == view.TurnEvent:
		f.turn = engine.Seat(to.Number)
	case e.Holder == view.OfGame:
		f.game[e.Name] = *to
	default:
		p := &f.players[e.Seat-1]
		i := slices.IndexFunc(p.Attributes, func(a view.Attribute) bool { return a.Name == e.Name })
		if i < 0 {
			i = len(p.Attributes)
			p.Attributes = append(p.Attributes, view.Attribute{Name: e.Name})
		}
		p.Attributes[i].Value = *to
	}
}
