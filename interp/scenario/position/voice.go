package position

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Voice names things as a game names them now; a reader of a scenario may know everything.
func (b *Fixture) Voice(g *engine.Position) *locale.Voice {
	return b.English.At(view.Players(g, view.Referee))
}

// CardName is the English name of a card.
func (b *Fixture) CardName(c engine.CardID) string { return b.English.Def(b.Layout.Def[c]) }

// OptionPart is the label of one value that is offered, as a seat sees it.
func (b *Fixture) OptionPart(g *engine.Position, v engine.Value, seat engine.Seat) string {
	shown := view.Project(g, v, seat)
	if v.Kind == engine.SeatKind || v.Kind == engine.Zone {
		return b.Voice(g).OptionPart(&shown)
	}
	return b.English.At(nil).OptionPart(&shown)
}

// OptionText is the label of an option.
func (b *Fixture) OptionText(g *engine.Position, d *engine.Decision, c *engine.Choice) string {
	parts := make([]view.Value, c.N)
	for i, v := range c.V[:c.N] {
		parts[i] = view.Project(g, v, view.Referee)
	}
	return b.Voice(g).OptionText(b.Compiled.Pack.Symbols[d.Prompt], parts)
}
