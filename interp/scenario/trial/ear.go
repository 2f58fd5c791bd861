package trial

import (
	"context"
	"errors"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// ear hears in a game whether an ability acts.
type ear struct {
	of Target
	*engine.Layout
	acted bool
	draw  rng.Source
	// wide lets the card be put into any zone of a seat: it may come from there to where it works.
	wide bool
}

func (t Target) hear(setup *engine.Setup) *ear {
	e := &ear{of: t, Layout: setup.Layout}
	setup.Noticed = func(a *engine.Ability, c engine.CardID) {
		e.acted = e.acted || !a.HasRun && t.is(setup.Layout, a, c)
	}
	return e
}

// is reports whether an ability of a card is the one.
func (t Target) is(l *engine.Layout, a *engine.Ability, c engine.CardID) bool {
	return a.ID == t.Ability.ID && c != 0 && l.Def[c] == t.Def
}

// in reports whether the ability has acted in a game since a place of its log.
func (e *ear) in(g *engine.Game, from int) bool {
	for _, ev := range view.ReaderAt(g.Position(), view.Referee, from).Next() {
		e.acted = e.acted || ev.Kind == view.AbilityEvent && ev.Card != nil &&
			e.of.is(e.Layout, &e.Pack.Abilities[ev.Index], ev.Card.Raw.Card())
	}
	return e.acted
}

// lucky is in how many cases one is left to chance.
const lucky = 4

// lead makes the players of a game choose the ability and its card where they can, but for chance.
func (e *ear) lead(setup *engine.Setup) {
	for i := 1; i <= e.Seats; i++ {
		random := setup.Deciders[i]
		setup.Deciders[i] = func(ctx context.Context, p *engine.Position, d *engine.Decision,
			s engine.Seat) engine.Reply {
			for k, c := range d.OptionsOf(s) {
				reply := engine.Reply{k}
				wanted := slices.ContainsFunc(c.V[:c.N], func(v engine.Value) bool { return e.names(p, v) })
				if wanted && d.Check(s, reply) == nil && e.draw.Below(lucky) > 0 {
					return reply
				}
			}
			return random(ctx, p, d, s)
		}
	}
}

// names reports whether a value is the ability or its card.
func (e *ear) names(p *engine.Position, v engine.Value) bool {
	in, ok := p.InstanceOf(v)
	return ok && e.of.is(e.Layout, in.Ability, in.Card) ||
		v.Kind == engine.Card && e.Def[v.Card()] == e.of.Def
}

// mostPlaces is how many places are tried for a card.
const mostPlaces = 200

// place puts the card where its ability works: in the place of another card, or into a zone.
func (e *ear) place(g *engine.Game) {
	p := g.Position()
	card := e.FirstCard(e.of.Def)
	var mask engine.ZoneMask
	for i := range e.Instances {
		if in := &e.Instances[i]; in.Card == card && in.Ability == e.of.Ability {
			mask = in.Zones()
		}
	}
	fits := func(z engine.ZoneID) bool { return mask.Has(e.KindOfZone(z)) || e.wide && e.ZoneSeat(z) != 0 }
	if fits(p.ZoneAt(card)) && e.draw.Below(lucky) > 0 {
		return
	}
	for range mostPlaces {
		z := engine.ZoneID(e.draw.Below(e.ZoneTotal()) + 1)
		lying := p.CardsIn(nil, z)
		seat := max(e.ZoneSeat(z), p.Controller(card), 1)
		if host := e.ZoneCard(z); host != 0 {
			seat = p.Controller(host)
		}
		switch {
		case !fits(z):
		case len(lying) > 0 && e.draw.Below(lucky) > 0:
			if g.Exchange(card, lying[e.draw.Below(len(lying))]) == nil {
				return
			}
		case seat != 0 && g.Edit(func(to *engine.Editor) error {
			if err := to.Put(card, z, engine.Bottom); err != nil {
				return err
			}
			return errors.Join(to.SetOwner(card, seat), to.SetController(card, seat))
		}) == nil:
			return
		}
	}
}
