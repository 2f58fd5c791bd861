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
		e.acted = e.acted || (!a.HasRun || a.Form == engine.Deed) && e.is(a, c)
	}
	return e
}

// is reports whether an ability of a card is the one.
func (e *ear) is(a *engine.Ability, c engine.CardID) bool {
	return a.ID == e.of.Ability.ID && c != 0 && e.Def[c] == e.of.Def
}

// in reports whether the ability has acted in a game since a place of its log.
func (e *ear) in(g *engine.Game, from int) bool {
	for _, ev := range view.ReaderAt(g.Position(), view.Referee, max(from, g.Log().Base)).Next() {
		e.acted = e.acted || ev.Kind == view.AbilityEvent && ev.Card != nil &&
			e.is(&e.Pack.Abilities[ev.Index], ev.Card.Raw.Card())
	}
	return e.acted
}

// lead makes the players of a game choose the ability and its card where they can, but for chance.
func (e *ear) lead(setup *engine.Setup) {
	for i := 1; i <= e.Seats; i++ {
		random := setup.Deciders[i]
		setup.Deciders[i] = func(ctx context.Context, p *engine.Position, d *engine.Decision,
			s engine.Seat) engine.Reply {
			for k, c := range d.OptionsOf(s) {
				reply := engine.Reply{k}
				wanted := slices.ContainsFunc(c.V[:c.N], func(v engine.Value) bool {
					in, ok := p.InstanceOf(v)
					return ok && e.is(in.Ability, in.Card) || v.Kind == engine.Card && e.Def[v.Card()] == e.of.Def
				})
				if wanted && d.Check(s, reply) == nil && e.draw.Below(lucky) > 0 {
					return reply
				}
			}
			return random(ctx, p, d, s)
		}
	}
}

// place puts the card where its ability works, or with others another one where an ability of it does: in the
// place of another card, or into a zone.
func (s *search) place(g *engine.Game, others bool) {
	p := g.Position()
	card := s.CardsOf(s.of.Def)[0]
	mask := s.works(card, s.of.Ability)
	fits := func(z engine.ZoneID) bool { return mask.Has(s.KindOfZone(z)) || s.wide && s.ZoneSeat(z) != 0 }
	if fits(p.ZoneAt(card)) && s.draw.Below(lucky) > 0 {
		if !others {
			return
		}
		card = engine.CardID(s.draw.Below(s.Cards()) + 1)
		mask = s.works(card, nil)
	}
	for range mostPlaces {
		z := engine.ZoneID(s.draw.Below(s.ZoneTotal()) + 1)
		lying := p.CardsIn(nil, z)
		seat := max(s.ZoneSeat(z), p.Controller(card), 1)
		if host := s.ZoneCard(z); host != 0 {
			seat = p.Controller(host)
		}
		switch {
		case !fits(z):
		case len(lying) > 0 && s.draw.Below(lucky) > 0:
			if g.Exchange(card, lying[s.draw.Below(len(lying))]) == nil {
				return
			}
		case seat != 0 && g.Edit(func(to *engine.Editor) error {
			return errors.Join(to.Put(card, z, engine.Bottom), to.SetOwner(card, seat), to.SetController(card, seat))
		}) == nil:
			return
		}
	}
}

// works are the zones in which an ability of a card works, or any for nil.
func (s *search) works(card engine.CardID, a *engine.Ability) (mask engine.ZoneMask) {
	for i := range s.Instances {
		if in := &s.Instances[i]; in.Card == card && (a == nil || in.Ability == a) {
			mask |= in.Zones()
		}
	}
	return mask
}
