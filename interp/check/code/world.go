package code

import (
	"maps"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// world is what scripts can name: everything that the pack declares, by name.
type world struct {
	c *compile.Compiled
	p *engine.Pack

	// game, seat and zone are the fields of the entities; card those of the
	// cards of each type.
	game, seat, zone, action, settings map[string]field
	card                               []map[string]field
	// anyCard has for each field of cards what it is on any type.
	anyCard map[string]field

	// seatless are the types of cards to which nothing gives a seat.
	allTypes, seatless uint64
	// onCards are the types of the cards that carry an ability, by its name.
	onCards map[string]uint64
	// filters is what filters are judged by.
	filters *filter.Facts
	// zoneNames, typeNames and so on are lists of what can be named.
	zoneNames, zonesAndGroups, typeNames, cardNames, triggerNames []string
	abilityNames, dieNames, attributeNames, actionWords           []string
	numberAttributes                                              []string
}

// field is what is known of a field of an entity.
type field struct {
	typ typ
	// write is set where scripts may assign the field.
	write bool
	// state is set for attributes that live in the state; min and max bound
	// what may be assigned.
	attribute *engine.Attribute
}

func newWorld(c *compile.Compiled) *world {
	w := &world{
		c: c, p: c.Pack, anyCard: map[string]field{}, settings: map[string]field{}, onCards: map[string]uint64{},
	}
	w.filters = &filter.Facts{Keys: c.Filters, Modified: map[engine.AttributeID]bool{}}
	for i := range w.p.Types {
		w.allTypes |= 1 << uint(i)
	}
	w.carried()
	w.names()
	w.entities()
	w.cards()
	w.options()
	return w
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (w *world) names() {
	w.zoneNames, w.typeNames, w.cardNames = sorted(w.c.Zones), sorted(w.c.Types), sorted(w.c.Defs)
	w.zonesAndGroups = append(slices.Clone(w.zoneNames), sorted(w.c.Groups)...)
	w.triggerNames, w.abilityNames, w.dieNames = sorted(w.c.Triggers), sorted(w.c.Abilities), sorted(w.c.Dice)
	w.attributeNames = sorted(w.c.CardAttributes)
	for _, a := range w.p.Cards {
		if a.Kind == engine.Number {
			w.numberAttributes = append(w.numberAttributes, a.Name)
		}
	}
	words := map[string]bool{}
	for i := range w.p.Abilities {
		switch a := &w.p.Abilities[i]; {
		case a.Form == engine.Action:
			words[w.p.Symbols[a.ActionKind]] = true
		case a.Form == engine.Modifier && a.OfHolder == engine.OfCard:
			w.filters.Modified[a.Of] = true
		}
	}
	w.actionWords = sorted(words)
}

// entities makes the fields of the game, of seats, of zones and of actions.
func (w *world) entities() {
	w.game, w.seat, w.zone, w.action = w.builtin("game"), w.builtin("seat"), w.builtin("zone"), w.builtin("action")
	for i := range w.p.Game {
		w.game[w.p.Game[i].Name] = w.attribute(&w.p.Game[i])
	}
	for i := range w.p.Seats {
		w.seat[w.p.Seats[i].Name] = w.attribute(&w.p.Seats[i])
	}
	for i := range w.p.Zones {
		z := &w.p.Zones[i]
		f := field{typ: zoneOf(1 << uint(i))}
		switch {
		case z.Of == engine.OfSeat:
			w.seat[z.Name] = f
		case z.Of == engine.OfTable && z.Rows == 0:
			w.game[z.Name] = f
		}
	}
	w.narrow()
}

// builtin makes the fields that the registry gives an entity.
func (w *world) builtin(entity string) map[string]field {
	out := map[string]field{}
	for _, f := range keyword.Entity(entity).Fields {
		out[f.Name] = field{typ: w.value(f.Type), write: f.Write}
	}
	return out
}

// narrow says more of some fields than the registry can.
func (w *world) narrow() {
	set := func(fields map[string]field, name string, t typ) {
		f := fields[name]
		f.typ = t
		fields[name] = f
	}
	set(w.game, "seats", typ{kinds: kList, item: &typ{kinds: kSeat}, frozen: true})
	set(w.seat, "opponents", typ{kinds: kList, item: &typ{kinds: kSeat}, frozen: true})
	set(w.game, "phase", choiceOf(sorted(w.c.Phases)))
	set(w.game, "options", of(kSettings))
	set(w.seat, "number", number(1, max(1, w.p.MaxSeats)))
	set(w.zone, "name", choiceOf(w.zoneNames))
	set(w.action, "ability", choiceOf(w.abilityNames))
}

// value is what a type of the registry says of a value that scripts get.
func (w *world) value(t keyword.Type) typ {
	switch t.Kind {
	case keyword.ListOf:
		item := w.value(*t.Item)
		return listOf(item)
	case keyword.MapOf, keyword.RecordOf:
		return top
	case keyword.Either:
		var out typ
		for _, o := range t.Of {
			out = join(out, w.value(o), nil)
		}
		return out
	case keyword.CardValue:
		return cardOf(w.allTypes)
	case keyword.ZoneValue:
		return zoneOf(w.allZones())
	case keyword.Thing:
		out := of(things)
		out.cards, out.zones = w.allTypes, w.allZones()
		return out
	case keyword.Choice:
		return choiceOf(t.Words)
	}
	return of(kindsOf(t))
}

func (w *world) allZones() uint64 {
	if len(w.p.Zones) >= 64 {
		return ^uint64(0)
	}
	return 1<<uint(len(w.p.Zones)) - 1
}

// attribute is the field of an attribute.
func (w *world) attribute(a *engine.Attribute) field {
	return field{typ: w.attributeType(a), write: a.State, attribute: a}
}

func (w *world) attributeType(a *engine.Attribute) typ {
	switch a.Kind {
	case engine.List:
		item := w.kindType(a.Item, a.Words)
		return typ{kinds: kList, item: &item, frozen: true, keyed: true}
	case engine.Number:
		if a.HasMin && a.HasMax {
			return number(int(a.Min), int(a.Max))
		}
	}
	return w.kindType(a.Kind, a.Words)
}

// kindType is a value of a kind of the engine; words are those allowed.
func (w *world) kindType(k engine.Kind, words []engine.Symbol) typ {
	switch k {
	case engine.Number:
		return of(kNumber)
	case engine.Flag:
		return of(flag)
	case engine.Word:
		if len(words) > 0 {
			return choiceOf(w.p.Spell(words))
		}
		return of(kWord)
	case engine.Card:
		return cardOf(w.allTypes)
	case engine.SeatKind:
		return of(kSeat)
	case engine.Zone:
		return zoneOf(w.allZones())
	}
	return top
}

// cards makes the fields of the cards of each type.
func (w *world) cards() {
	for i := range w.p.Types {
		fields := w.builtin("card")
		fields["type"] = field{typ: choiceOf([]string{w.p.Types[i].Name})}
		fields["host"] = field{typ: cardOf(w.hosts()).or(kNil)}
		fields["place"] = field{typ: cardOf(w.places(^uint64(0), engine.TypeID(i)))}
		if w.onTable(engine.TypeID(i)) {
			w.seatless |= 1 << uint(i)
		}
		for _, a := range w.p.Types[i].Attributes {
			fields[w.p.Cards[a].Name] = w.attribute(&w.p.Cards[a])
		}
		for k := range w.p.Zones {
			z := &w.p.Zones[k]
			if z.Of == engine.OfCard && slices.Contains(z.Types, engine.TypeID(i)) && !z.PerSeat {
				fields[z.Name] = field{typ: zoneOf(1 << uint(k))}
			}
		}
		w.card = append(w.card, fields)
		for name, f := range fields {
			if was, ok := w.anyCard[name]; ok {
				f.typ = join(was.typ, f.typ, nil)
				f.write = f.write || was.write
				if f.attribute == nil {
					f.attribute = was.attribute
				}
			}
			w.anyCard[name] = f
		}
	}
}

// onTable reports whether cards of a type lie in zones of the table alone: they have
// no seat unless a script gives them one.
func (w *world) onTable(id engine.TypeID) bool {
	for i := range w.p.Zones {
		z := &w.p.Zones[i]
		if z.Of != engine.OfTable && (len(z.Accepts) == 0 || slices.Contains(z.Accepts, id)) {
			return false
		}
	}
	return true
}

// hosts are the types of cards that own zones.
func (w *world) hosts() uint64 {
	var mask uint64
	for _, z := range w.p.Zones {
		if z.Of == engine.OfCard {
			for _, t := range z.Types {
				mask |= 1 << uint(t)
			}
		}
	}
	return mask
}

// options makes the fields of game.options.
func (w *world) options() {
	for i := range w.p.GameOptions {
		o := &w.p.GameOptions[i]
		var t typ
		switch {
		case o.Seat:
			t = choiceOf([]string{"random"}).or(kSeat)
		case o.Number:
			t = number(o.Min, o.Max)
		default:
			t = choiceOf(o.Values)
		}
		if o.PerSeat {
			t = typ{kinds: kList, item: &typ{kinds: t.kinds, words: t.words, declared: t.declared}, frozen: true}
		}
		w.settings[o.Name] = field{typ: t}
	}
}

// accepted are the types of cards that may lie in zones of these kinds.
func (w *world) accepted(zones uint64) uint64 {
	var mask uint64
	for i := range w.p.Zones {
		if zones&(1<<uint(i)) == 0 {
			continue
		}
		if len(w.p.Zones[i].Accepts) == 0 {
			return w.allTypes
		}
		for _, t := range w.p.Zones[i].Accepts {
			mask |= 1 << uint(t)
		}
		for k := range w.p.Types {
			if int(w.p.Types[k].Start) == i {
				mask |= 1 << uint(k)
			}
		}
	}
	return mask
}

// zoneMask returns the kinds of zones of a zone or group.
func (w *world) zoneMask(name string) (uint64, bool) {
	if id, ok := w.c.Zones[name]; ok {
		return 1 << uint(id), true
	}
	m, ok := w.c.Groups[name]
	return uint64(m), ok
}

// carried finds out which types of cards carry an ability.
func (w *world) carried() {
	for i := range w.p.Defs {
		for _, a := range w.p.Defs[i].Abilities {
			w.onCards[w.p.Abilities[a.Ability].Name] |= 1 << uint(w.p.Defs[i].Type)
		}
	}
}

// abilityParams are the types of the parameters of a named ability, as its
// headers declare them.
func (w *world) abilityParams(fields *ast.Tree) map[string]typ {
	out := map[string]typ{}
	params := fields.Get("params")
	if params == nil {
		return out
	}
	for _, p := range params.Fields {
		t := top
		if declared := p.Value.Get("type"); declared != nil {
			t = w.declaredType(declared.Text, p.Value.Get("of"))
		}
		out[p.Name] = t
	}
	return out
}

// declaredType is a value of a type as a header names it.
func (w *world) declaredType(name string, item *ast.Tree) typ {
	if words, ok := w.c.Enumerations[name]; ok {
		return choiceOf(w.p.Spell(words))
	}
	switch name {
	case "number":
		return of(kNumber)
	case "flag":
		return of(flag)
	case "word":
		if item != nil {
			return w.declaredType(item.Text, nil)
		}
		return of(kWord)
	case "text":
		return of(kWord)
	case "list", "map":
		inner := top
		if item != nil {
			inner = w.declaredType(item.Text, nil)
		}
		return typ{kinds: kList, item: &inner, frozen: true, keyed: true}
	}
	return top
}
