package code

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
)

// Abilities that can never act: no card that carries one can be where and as its
// conditions ask, its trigger is never raised with what they ask for, it is never at
// the place of its trigger, or its function when is never true.

// neverActing reports the abilities that can never act.
func (p *program) neverActing() {
	if p.report.HasErrors() || p.used.anyLasting {
		return
	}
	carriers := map[engine.AbilityID][]engine.DefID{}
	for i := range p.p.Defs {
		for _, a := range p.p.Defs[i].Abilities {
			carriers[a.Ability] = append(carriers[a.Ability], engine.DefID(i))
		}
	}
	for i := range p.p.Abilities {
		a := &p.p.Abilities[i]
		h := p.headerOf(a)
		if h == nil || len(carriers[a.ID]) == 0 || p.used.lasting[a.Name] {
			continue
		}
		why := ""
		for _, def := range carriers[a.ID] {
			if why = p.neverOn(a, def); why == "" {
				break
			}
		}
		if why == "" {
			why = p.neverAgreed(h)
		}
		if why == "" {
			why = p.cancelledBefore(a)
		}
		if why != "" {
			p.warn("never-acts", headerPos(h), "the ability %q never acts: %s", a.Name, why)
		}
	}
}

func (p *program) headerOf(a *engine.Ability) *compile.Header {
	for i := range p.headers {
		if h := &p.headers[i]; h.ID == a.Name && h.Part == a.Part && h.Fields != nil {
			return h
		}
	}
	return nil
}

func headerPos(h *compile.Header) diag.Pos {
	if h.Fields.Pos.Column > 0 {
		return h.Fields.Pos
	}
	return diag.Pos{File: h.File, Line: h.Line}
}

// neverOn says why an ability never acts on a card; "" where it may.
func (p *program) neverOn(a *engine.Ability, def engine.DefID) string {
	self := p.filters.Candidate(def)
	active, by := a.Active, "active"
	if active == nil {
		active, by = self.Pack.Types[self.Def.Type].Active,
			"active, of the type "+self.Pack.Types[self.Def.Type].Name+","
	}
	if why := self.Take(active, by); why != "" {
		return why
	}
	self.Itself()
	for i := range a.Where {
		c := &a.Where[i]
		switch {
		case c.Param < 0:
			if why := self.Take(c.Filter, "where self"); why != "" {
				return why
			}
		case a.Form == engine.Hook:
			if why := p.neverRaised(a, c, self); why != "" {
				return why
			}
		}
	}
	if a.Form == engine.Modifier && a.OfHolder == engine.OfCard {
		return p.neverOf(a)
	}
	if a.Form == engine.Hook && !a.Anywhere && a.Trigger >= 0 { // one that is missing is told where it is named
		return p.outOfScope(a, self)
	}
	return ""
}

// neverRaised says why no card that the trigger gives passes a condition on it.
func (p *program) neverRaised(a *engine.Ability, c *engine.Condition, self *filter.Candidate) string {
	trigger := &p.p.Triggers[a.Trigger]
	param := &trigger.Params[c.Param]
	if param.Kind != engine.Card || c.Filter == nil {
		return ""
	}
	by := "where " + param.Name
	after := p.after(a, c.Param)
	if isSelf(c.Filter) {
		if p.given(a.Trigger, param.Name)&(1<<uint(self.Def.Type)) == 0 {
			return fmt.Sprintf("%s is never raised with a %s as %s", trigger.Name,
				p.p.Types[self.Def.Type].Name, param.Name)
		}
		if why := happened(self, after, trigger.Name); why != "" {
			return why
		}
		return self.Take(c.Filter, by)
	}
	why := ""
	types := p.given(a.Trigger, param.Name)
	for i := range p.p.Defs {
		if types&(1<<uint(p.p.Defs[i].Type)) == 0 {
			continue
		}
		s := p.filters.Candidate(engine.DefID(i))
		if one := s.Take(c.Filter, by); one != "" {
			why = one
			continue
		}
		if one := happened(s, after, trigger.Name); one != "" {
			why = one
			continue
		}
		return ""
	}
	return why
}

func isSelf(f *engine.Filter) bool {
	return slices.ContainsFunc(f.Terms, func(t engine.Term) bool { return t.Op == engine.TermSelf && !t.Not })
}

// neverOf says why a modifier finds no card to modify.
func (p *program) neverOf(a *engine.Ability) string {
	why := ""
	for i := range p.p.Defs {
		c := p.filters.Candidate(engine.DefID(i))
		if !slices.Contains(p.p.Types[c.Def.Type].Attributes, a.Of) {
			continue
		}
		if why = c.Take(a.OfFilter, "of"); why == "" {
			return ""
		}
	}
	return why
}

// outOfScope says why an ability is never at the place of its trigger.
func (p *program) outOfScope(a *engine.Ability, self *filter.Candidate) string {
	trigger := &p.p.Triggers[a.Trigger]
	if trigger.Scope < 0 {
		return ""
	}
	param := trigger.Params[trigger.Scope].Name
	if p.places(self.Zones, self.Def.Type)&p.given(a.Trigger, param) != 0 {
		return ""
	}
	return fmt.Sprintf("%s is heard by cards at its %s alone, and this one is in %s; anywhere = true lets it hear "+
		"everything", trigger.Name, param, p.filters.ZoneList(self.Zones))
}

// places are the types of the outermost cards on which a card of a type may lie, in
// one of the kinds of zones: itself, where no card carries it.
func (w *world) places(zones uint64, id engine.TypeID) uint64 {
	types, carriers := uint64(0), uint64(0)
	within := func(zones uint64, id engine.TypeID) {
		zones &= w.filters.ZonesFor(id)
		for i := range w.p.Zones {
			switch z := &w.p.Zones[i]; {
			case zones&(1<<uint(i)) == 0:
			case z.Of != engine.OfCard:
				types |= 1 << uint(id)
			default:
				for _, owner := range z.Types {
					carriers |= 1 << uint(owner)
				}
			}
		}
	}
	within(zones, id)
	for seen := uint64(0); carriers != seen; {
		next := engine.TypeID(bits.TrailingZeros64(carriers &^ seen))
		seen |= 1 << uint(next)
		within(^uint64(0), next)
	}
	return types
}

// given are the types of cards with which a trigger is raised as a parameter.
func (p *program) given(id engine.TriggerID, param string) uint64 {
	t, ok := p.gives[absentParam{id, param}]
	if !ok || p.used.anyRaise || p.p.Triggers[id].Params[p.paramIndex(id, param)].Write || !t.known() ||
		t.kinds&kCard == 0 || t.cards == 0 {
		return p.allTypes
	}
	return t.cards
}

func (p *program) paramIndex(id engine.TriggerID, name string) int {
	return slices.IndexFunc(p.p.Triggers[id].Params, func(param engine.Param) bool { return param.Name == name })
}

// neverAgreed says why the functions of an ability never let it act.
func (p *program) neverAgreed(h *compile.Header) string {
	for _, s := range p.headerSites[fmt.Sprintf("%s:%d", h.File, h.Line)] {
		for _, f := range functionsOf(s.fields["when"]) {
			if len(f.results) == 0 {
				return "when returns nothing; it returns true where the ability acts"
			}
			if t := f.results[0]; t.known() && t.kinds&^(kNil|kFalse) == 0 {
				return "when is never true"
			}
		}
		for _, f := range functionsOf(s.fields["among"]) {
			if len(f.results) == 0 {
				return "among returns nothing; it returns what there is to act on"
			}
		}
	}
	return ""
}
