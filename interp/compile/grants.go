package compile

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
)

// grant reads an ability that gives another one to cards.
func (h *headerReader) grant(out *engine.Ability) {
	out.Where = h.where(nil)
	if w := h.word("grants"); w.Given() {
		h.filters(nil).Ability(w)
	}
	of := h.fields["of"]
	if of == nil {
		h.errorf("missing-key", h.header, "grants needs of: a filter on the cards that are given it")
		return
	}
	out.OfFilter = h.filters(nil).Cards(of)
	for _, t := range out.OfFilter.Terms {
		for k, z := range h.pack.Zones {
			if t.Zones.Has(engine.ZoneKindID(k)) && z.Seen != engine.SeenByAll {
				h.report.Notef("grants-in-hiding", of, "nothing is given in %s, which not all see", z.Name)
			}
		}
	}
}

// grants finds the abilities that abilities give, once all are known. A card gives them with the
// parameters of its own ability.
func (c *Compiler) grants() {
	for i := range c.pack.Abilities {
		a := &c.pack.Abilities[i]
		t := c.out.Headers[i].Fields.Get("grants")
		if a.Form != engine.Grant || a.OfFilter == nil || t == nil {
			continue
		}
		for _, id := range c.out.Abilities[t.Text] {
			what := &c.pack.Abilities[id]
			switch {
			case !slices.Contains([]engine.AbilityForm{engine.Hook, engine.Action, engine.Marker}, what.Form):
				c.errorf("bad-ability", t, "%q is %s: given are those that act, and marks; a modifier says "+
					"itself with of what it changes", t.Text, formNames[what.Form])
			case what.Limit.Times > 0:
				c.errorf("bad-ability", t,
					"%q has a limit, and uses of an ability that is given are not counted", t.Text)
			default:
				a.Grants = append(a.Grants, id)
				a.Params = what.Params
				c.params[a.ID] = c.params[id]
			}
		}
	}
}
