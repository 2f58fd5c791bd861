package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/filter"
)

// neverActing reports the abilities that can never act.
func (p *judge) neverActing() {
	if p.report.HasErrors() || p.usage.anyLasting {
		return
	}
	carriers := map[engine.AbilityID][]engine.DefID{}
	for i := range p.Pack().Defs {
		for _, a := range p.Pack().Defs[i].Abilities {
			carriers[a.Ability] = append(carriers[a.Ability], engine.DefID(i))
		}
	}
	for i := range p.Pack().Abilities {
		a := &p.Pack().Abilities[i]
		h := p.headerOf(a)
		if h == nil || len(carriers[a.ID]) == 0 || p.Lasting[a.Name] {
			continue
		}
		why := ""
		for _, def := range carriers[a.ID] {
			why = p.neverOn(a, def)
			if why == "" {
				break
			}
		}
		if why == "" {
			why = p.neverAgreed(h)
		}
		if why != "" {
			p.warn("never-acts", h, "the ability %q never acts: %s", a.Name, why)
		}
	}
}

// neverOn says why an ability never acts on a card; "" where it may.
func (p *judge) neverOn(a *engine.Ability, def engine.DefID) string {
	self := p.Filters().Candidate(def)
	active := a.Active
	by := "active"
	if active == nil {
		active = self.Pack.Types[self.Def.Type].Active
		by = "active, of the type " + self.Pack.Types[self.Def.Type].Name + ","
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
func (p *judge) neverRaised(a *engine.Ability, c *engine.Condition, self *filter.Candidate) string {
	trigger := p.Trigger(a.Trigger)
	param := &trigger.Params[c.Param]
	asks := func(t engine.Term) bool { return !t.Not && (t.Op == engine.TermFriendly || t.Op == engine.TermEnemy) }
	if slices.ContainsFunc(c.Filter.Terms, asks) && param.Kind == engine.SeatKind {
		return p.seatless(trigger.Name)
	}
	if param.Kind != engine.Card || c.Filter == nil {
		return ""
	}
	by := "where " + param.Name
	after := p.after(a, c.Param)
	isSelf := func(t engine.Term) bool { return t.Op == engine.TermSelf && !t.Not }
	if slices.ContainsFunc(c.Filter.Terms, isSelf) {
		if p.raisedAs(a.Trigger, param.Name)&(1<<uint(self.Def.Type)) == 0 {
			return fmt.Sprintf("%s is never raised with a %s as %s", trigger.Name,
				p.Pack().Types[self.Def.Type].Name, param.Name)
		}
		if why := happened(self, after, trigger.Name); why != "" {
			return why
		}
		return self.Take(c.Filter, by)
	}
	why := ""
	types := p.raisedAs(a.Trigger, param.Name)
	for i := range p.Pack().Defs {
		if types&(1<<uint(p.Pack().Defs[i].Type)) == 0 {
			continue
		}
		s := p.Filters().Candidate(engine.DefID(i))
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

// seatless says why a trigger of the flow never names a seat: its phase stands in no turns.
func (p *judge) seatless(trigger string) string {
	phase := strings.TrimSuffix(strings.TrimSuffix(trigger, ".begins"), ".ends")
	turns := func(n *ast.PhaseNode) bool { return n.Turns != nil }
	for n, around := range ast.Nodes(p.Compiled().Tree.Flow) {
		if phase != trigger && n.Name.Text == phase && !p.usage.raised[trigger] && !slices.ContainsFunc(around, turns) {
			return fmt.Sprintf("%s has no seat, for the phase %s stands within no turns; a phase under its turns "+
				"has one", trigger, phase)
		}
	}
	return ""
}

// neverOf says why a modifier finds no card to modify.
func (p *judge) neverOf(a *engine.Ability) string {
	why := ""
	for i := range p.Pack().Defs {
		c := p.Filters().Candidate(engine.DefID(i))
		if !slices.Contains(p.Pack().Types[c.Def.Type].Attributes, a.Of) {
			continue
		}
		why = c.Take(a.OfFilter, "of")
		if why == "" {
			return ""
		}
	}
	return why
}

// outOfScope says why an ability is never at the place of its trigger.
func (p *judge) outOfScope(a *engine.Ability, self *filter.Candidate) string {
	trigger := p.Trigger(a.Trigger)
	if trigger.Scope < 0 {
		return ""
	}
	param := trigger.Params[trigger.Scope].Name
	if p.Places(self.Zones, self.Def.Type)&p.raisedAs(a.Trigger, param) != 0 {
		return ""
	}
	return fmt.Sprintf("%s is heard by cards at its %s alone, and this one is in %s; anywhere = true lets it hear "+
		"everything", trigger.Name, param, p.Filters().ZoneList(self.Zones))
}

// raisedAs are the types of cards with which a trigger is raised as a parameter.
func (p *judge) raisedAs(id engine.TriggerID, param string) uint64 {
	t, ok := p.Gives[inference.AbsentParam{Trigger: id, Name: param}]
	params := p.Trigger(id).Params
	at := slices.IndexFunc(params, func(q engine.Param) bool { return q.Name == param })
	if !ok || p.usage.anyRaise || params[at].Write || !t.Known() ||
		t.Kinds&lattice.Card == 0 || t.Cards == 0 {
		return p.AllTypes
	}
	return t.Cards
}

// neverAgreed says why the functions of an ability never let it act.
func (p *judge) neverAgreed(h *compile.Header) string {
	for _, s := range p.HeaderSites[fmt.Sprintf("%s:%d", h.File, h.Line)] {
		for _, f := range inference.FunctionsOf(s.Fields["when"]) {
			if len(f.Results) == 0 {
				return "when returns nothing; it returns true where the ability acts"
			}
			if t := f.Results[0]; t.Known() && t.Kinds&^(lattice.Nil|lattice.False) == 0 {
				return "when is never true"
			}
		}
		for _, f := range p.Tells(s, h) {
			if len(f.Results) == 0 {
				return "the function that tells what there is to act on returns nothing"
			}
		}
	}
	return ""
}
