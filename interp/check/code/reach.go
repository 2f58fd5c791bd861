package code

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// Abilities that can never act: no card that carries one can be where and as its
// conditions ask, its trigger is never raised with what they ask for, it is never at
// the place of its trigger, or its function when is never true.
//
// A spot is what conditions leave open of one card: the zones it may lie in and the
// values its attributes may have. Conditions are taken in one after the other; one
// that leaves nothing contradicts those before it. Whatever cannot be told counts as
// possible.

// spot is what is left open of a card.
type spot struct {
	p   *program
	def *engine.CardDef
	// zones are the kinds of zones it may lie in.
	zones uint64
	// values are those that an attribute may have, by attribute; from says what
	// left no others.
	values map[engine.AttributeID][]engine.Value
	from   map[engine.AttributeID]string
	// sides has what was asked about its seat and whether it is the ability's card.
	sides map[engine.TermOp]bool
}

func (p *program) spot(def *engine.CardDef) *spot {
	return &spot{
		p: p, def: def, zones: p.zonesFor(def.Type),
		values: map[engine.AttributeID][]engine.Value{}, from: map[engine.AttributeID]string{}, sides: map[engine.TermOp]bool{},
	}
}

// zonesFor are the kinds of zones in which cards of a type may lie.
func (w *world) zonesFor(id engine.TypeID) uint64 {
	zones := uint64(0)
	for i := range w.p.Zones {
		z := &w.p.Zones[i]
		if len(z.Accepts) == 0 || slices.Contains(z.Accepts, id) || int(w.p.Types[id].Start) == i {
			zones |= 1 << uint(i)
		}
	}
	return zones
}

// take takes in a filter, and returns why nothing passes it; "" where something may.
// by names the condition.
func (s *spot) take(f *engine.Filter, by string) string {
	if f == nil {
		return ""
	}
	for i := range f.Terms {
		if why := s.term(&f.Terms[i], by); why != "" {
			return why
		}
	}
	return ""
}

func (s *spot) term(t *engine.Term, by string) string {
	typeName := s.p.p.Types[s.def.Type].Name
	switch t.Op {
	case engine.TermType:
		if (t.Set&(1<<uint(s.def.Type)) != 0) == t.Not {
			return fmt.Sprintf("%s asks for another type of card than %s", by, typeName)
		}
	case engine.TermZone:
		zones := uint64(t.Zones)
		if t.Not {
			zones = ^zones
		}
		if s.p.zonesFor(s.def.Type)&zones == 0 {
			return fmt.Sprintf("%s asks for a card in %s, where cards of the type %s never lie", by, s.p.zoneList(zones), typeName)
		}
		if s.zones&zones == 0 {
			return fmt.Sprintf("%s asks for a card in %s, and the card is then in %s", by, s.p.zoneList(zones), s.p.zoneList(s.zones))
		}
		s.zones &= zones
	case engine.TermFriendly, engine.TermEnemy, engine.TermSelf, engine.TermOther:
		if !t.Not {
			return s.side(t.Op, by)
		}
	case engine.TermHolds:
		if !t.Not {
			return s.holds(t.Sub, by)
		}
	case engine.TermHost:
		if !t.Not {
			return s.host(t.Sub, by)
		}
	case engine.TermAttribute:
		return s.attribute(t, by)
	case engine.TermAny:
		return s.any(t, by)
	}
	return ""
}

// against are the terms that contradict each other.
var against = map[engine.TermOp][]engine.TermOp{
	engine.TermFriendly: {engine.TermEnemy}, engine.TermEnemy: {engine.TermFriendly, engine.TermSelf},
	engine.TermSelf: {engine.TermOther, engine.TermEnemy}, engine.TermOther: {engine.TermSelf},
}

var sideNames = map[engine.TermOp]string{
	engine.TermFriendly: "friendly", engine.TermEnemy: "enemy", engine.TermSelf: "the ability's own", engine.TermOther: "other",
}

func (s *spot) side(op engine.TermOp, by string) string {
	for _, other := range against[op] {
		if s.sides[other] {
			return fmt.Sprintf("%s asks for a card that is %s and %s at once", by, sideNames[other], sideNames[op])
		}
	}
	s.sides[op] = true
	return ""
}

// holds takes in that a card passing a filter lies in a zone of this one.
func (s *spot) holds(f *engine.Filter, by string) string {
	for i := range s.p.p.Defs {
		inner := s.p.spot(&s.p.p.Defs[i])
		inner.zones &= s.p.zonesOn(s.def.Type)
		if inner.zones != 0 && inner.take(f, by) == "" {
			return ""
		}
	}
	return fmt.Sprintf("%s asks for a card that lies on one of the type %s, and no such card can", by, s.p.p.Types[s.def.Type].Name)
}

// zonesOn are the kinds of zones that cards of a type own.
func (w *world) zonesOn(id engine.TypeID) uint64 {
	zones := uint64(0)
	for i := range w.p.Zones {
		if z := &w.p.Zones[i]; z.Of == engine.OfCard && slices.Contains(z.Types, id) {
			zones |= 1 << uint(i)
		}
	}
	return zones
}

// host takes in that this card lies on one that passes a filter.
func (s *spot) host(f *engine.Filter, by string) string {
	zones := uint64(0)
	for i := range s.p.p.Defs {
		host := &s.p.p.Defs[i]
		on := s.p.zonesOn(host.Type)
		if s.zones&on&^zones != 0 && s.p.spot(host).take(f, by) == "" {
			zones |= on
		}
	}
	if s.zones&zones == 0 {
		return fmt.Sprintf("%s asks what the card lies on, and it lies on no such card in %s", by, s.p.zoneList(s.zones))
	}
	s.zones &= zones
	return ""
}

func (s *spot) any(t *engine.Term, by string) string {
	if t.Not {
		return ""
	}
	why := ""
	for _, f := range t.Subs {
		one := *s
		one.values, one.from, one.sides = copied(s.values), copied(s.from), copied(s.sides)
		if why = one.take(f, by); why == "" {
			return ""
		}
	}
	return why
}

func copied[K comparable, V any](m map[K]V) map[K]V {
	out := make(map[K]V, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}

// attribute takes in a condition on an attribute.
func (s *spot) attribute(t *engine.Term, by string) string {
	a := &s.p.p.Cards[t.Attr]
	if !slices.Contains(s.p.p.Types[s.def.Type].Attributes, t.Attr) {
		if t.Not || t.Compare == engine.OneOf && len(t.Values) == 0 {
			return ""
		}
		return fmt.Sprintf("%s asks for %s, which cards of the type %s do not have", by, a.Name, s.p.p.Types[s.def.Type].Name)
	}
	if !a.State {
		return s.printed(t, a, by)
	}
	if t.Compare != engine.OneOf || a.Kind == engine.List || s.p.modified[t.Attr] {
		return ""
	}
	allowed := t.Values
	if t.Not {
		if a.Kind != engine.Flag && len(a.Words) == 0 {
			return ""
		}
		allowed = slices.DeleteFunc(everyValue(a), func(v engine.Value) bool { return slices.Contains(t.Values, v) })
	}
	was, bound := s.values[t.Attr]
	if !bound {
		s.values[t.Attr], s.from[t.Attr] = allowed, by
		return ""
	}
	both := slices.DeleteFunc(slices.Clone(allowed), func(v engine.Value) bool { return !slices.Contains(was, v) })
	if len(both) == 0 {
		return fmt.Sprintf("%s asks for %s %s, and %s leaves it %s", by, a.Name, s.p.valueList(allowed), s.from[t.Attr], s.p.valueList(was))
	}
	s.values[t.Attr] = both
	return ""
}

func everyValue(a *engine.Attribute) []engine.Value {
	if a.Kind == engine.Flag {
		return []engine.Value{engine.Bool(false), engine.Bool(true)}
	}
	var out []engine.Value
	for _, w := range a.Words {
		out = append(out, engine.Value{Kind: engine.Word, N: int32(w)})
	}
	return out
}

// printed compares what is printed on the card, where nothing changes it.
func (s *spot) printed(t *engine.Term, a *engine.Attribute, by string) string {
	values := s.def.Printed[t.Attr]
	if t.Not || t.Compare != engine.OneOf || len(values) == 0 && a.Kind != engine.List || s.p.modified[t.Attr] {
		return ""
	}
	if len(values) == 0 {
		return fmt.Sprintf("%s asks for %s %s, and %s has none", by, a.Name, s.p.valueList(t.Values), s.def.ID)
	}
	for _, v := range values {
		if v.Kind == engine.List {
			if slices.ContainsFunc(s.p.p.Lists[v.N].Items, func(v engine.Value) bool { return slices.Contains(t.Values, v) }) {
				return ""
			}
		} else if slices.Contains(t.Values, v) {
			return ""
		}
	}
	return fmt.Sprintf("%s asks for %s %s, and %s has another", by, a.Name, s.p.valueList(t.Values), s.def.ID)
}

func (p *program) zoneList(mask uint64) string {
	names := p.zonesIn(mask)
	if len(names) > 4 {
		names = append(names[:4:4], "...")
	}
	return strings.Join(names, ", ")
}

func (p *program) valueList(values []engine.Value) string {
	var out []string
	for _, v := range values {
		switch v.Kind {
		case engine.Word:
			out = append(out, p.p.Symbols[v.N])
		case engine.Flag:
			out = append(out, fmt.Sprint(v.N != 0))
		default:
			out = append(out, fmt.Sprint(v.N))
		}
	}
	return strings.Join(out, " or ")
}

// neverActing reports the abilities that can never act.
func (p *program) neverActing() {
	if p.report.HasErrors() || p.used.anyLasting {
		return
	}
	carriers := map[engine.AbilityID][]*engine.CardDef{}
	for i := range p.p.Defs {
		for _, a := range p.p.Defs[i].Abilities {
			carriers[a.Ability] = append(carriers[a.Ability], &p.p.Defs[i])
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
func (p *program) neverOn(a *engine.Ability, def *engine.CardDef) string {
	self := p.spot(def)
	active, by := a.Active, "active"
	if active == nil {
		active, by = p.p.Types[def.Type].Active, "active, of the type "+p.p.Types[def.Type].Name+","
	}
	if why := self.take(active, by); why != "" {
		return why
	}
	self.sides[engine.TermSelf], self.sides[engine.TermFriendly] = true, true
	for i := range a.Where {
		c := &a.Where[i]
		switch {
		case c.Param < 0:
			if why := self.take(c.Filter, "where self"); why != "" {
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
func (p *program) neverRaised(a *engine.Ability, c *engine.Condition, self *spot) string {
	trigger := &p.p.Triggers[a.Trigger]
	param := &trigger.Params[c.Param]
	if param.Kind != engine.Card || c.Filter == nil {
		return ""
	}
	by := "where " + param.Name
	after := p.after(a, c.Param)
	if isSelf(c.Filter) {
		if p.given(a.Trigger, param.Name)&(1<<uint(self.def.Type)) == 0 {
			return fmt.Sprintf("%s is never raised with a %s as %s", trigger.Name, p.p.Types[self.def.Type].Name, param.Name)
		}
		if why := self.happened(after, trigger.Name); why != "" {
			return why
		}
		return self.take(c.Filter, by)
	}
	why := ""
	types := p.given(a.Trigger, param.Name)
	for i := range p.p.Defs {
		if types&(1<<uint(p.p.Defs[i].Type)) == 0 {
			continue
		}
		s := p.spot(&p.p.Defs[i])
		if one := s.take(c.Filter, by); one != "" {
			why = one
			continue
		}
		if one := s.happened(after, trigger.Name); one != "" {
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
		def := &p.p.Defs[i]
		if !slices.Contains(p.p.Types[def.Type].Attributes, a.Of) {
			continue
		}
		if why = p.spot(def).take(a.OfFilter, "of"); why == "" {
			return ""
		}
	}
	return why
}

// outOfScope says why an ability is never at the place of its trigger.
func (p *program) outOfScope(a *engine.Ability, self *spot) string {
	trigger := &p.p.Triggers[a.Trigger]
	if trigger.Scope < 0 {
		return ""
	}
	param := trigger.Params[trigger.Scope].Name
	if p.places(self.zones, self.def.Type)&p.given(a.Trigger, param) != 0 {
		return ""
	}
	return fmt.Sprintf("%s is heard by cards at its %s alone, and this one is in %s; anywhere = true lets it hear everything", trigger.Name, param, p.zoneList(self.zones))
}

// places are the types of the outermost cards on which a card of a type may lie, in
// one of the kinds of zones: itself, where no card carries it.
func (w *world) places(zones uint64, id engine.TypeID) uint64 {
	types, carriers := uint64(0), uint64(0)
	within := func(zones uint64, id engine.TypeID) {
		zones &= w.zonesFor(id)
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
	if !ok || p.used.anyRaise || p.p.Triggers[id].Params[p.paramIndex(id, param)].Write || !t.known() || t.kinds&kCard == 0 || t.cards == 0 {
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
