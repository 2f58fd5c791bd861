package inference

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// world is what scripts can name: everything that the pack declares, by name.
type world struct {
	Compiled *compile.Compiled
	Pack     *engine.Pack

	// game, seat and zone are the fields of the entities; card those of the
	// cards of each type.
	Game, Seat, zone, action, Settings map[string]EntityField
	card                               []map[string]EntityField
	// anyCard has for each field of cards what it is on any type.
	anyCard map[string]EntityField
	// seatless are the types of cards to which nothing gives a seat.
	AllTypes, seatless uint64
	// OnCards are the types of the cards that carry an ability, by its name.
	OnCards map[string]uint64
	// Filters is what filters are judged by.
	Filters *filter.Facts
	// known are the names of each kind, once they were asked for.
	known                         map[keyword.Ref][]string
	ActionWords, NumberAttributes []string
	// named are the names of the attributes.
	named map[string]bool
}

// EntityField is what is known of a field of an entity.
type EntityField struct {
	Type lattice.Type
	// Write is set where scripts may assign the field.
	Write bool
	// state is set for attributes that live in the state; min and max bound
	// what may be assigned.
	Attribute *engine.Attribute
}

func newWorld(c *compile.Compiled) *world {
	w := &world{
		Compiled: c, Pack: c.Pack, anyCard: map[string]EntityField{}, Settings: map[string]EntityField{},
		OnCards: map[string]uint64{}, known: map[keyword.Ref][]string{}, named: map[string]bool{},
	}
	w.Filters = &filter.Facts{Keys: c.Filters, Modified: map[engine.AttributeID]bool{}}
	w.AllTypes = 1<<uint(len(w.Pack.Types)) - 1
	w.carried()
	w.names()
	w.entities()
	w.cards()
	w.options()
	return w
}

func Sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// Names returns the names of a kind that the pack has, sorted.
func (w *world) Names(of keyword.Ref) []string {
	names, ok := w.known[of]
	if !ok {
		names = w.Compiled.Names(of)
		w.known[of] = names
	}
	return names
}

func (w *world) names() {
	for _, a := range w.Pack.Cards {
		if a.Kind == engine.Number {
			w.NumberAttributes = append(w.NumberAttributes, a.Name)
		}
	}
	words := map[string]bool{}
	for i := range w.Pack.Abilities {
		switch a := &w.Pack.Abilities[i]; {
		case a.Form == engine.Action:
			words[w.Pack.Symbols[a.ActionKind]] = true
		case a.Form == engine.Modifier && a.OfHolder == engine.OfCard:
			w.Filters.Modified[a.Of] = true
		}
	}
	w.ActionWords = Sorted(words)
}

// entities makes the fields of the game, of seats, of zones and of actions.
func (w *world) entities() {
	w.Game, w.Seat, w.zone, w.action = w.builtin("game"), w.builtin("seat"), w.builtin("zone"), w.builtin("action")
	for i := range w.Pack.Game {
		w.Game[w.Pack.Game[i].Name] = w.attribute(&w.Pack.Game[i])
	}
	for i := range w.Pack.Seats {
		w.Seat[w.Pack.Seats[i].Name] = w.attribute(&w.Pack.Seats[i])
	}
	for i := range w.Pack.Zones {
		z := &w.Pack.Zones[i]
		f := EntityField{Type: lattice.ZoneOf(1 << uint(i))}
		switch {
		case z.Of == engine.OfSeat:
			w.Seat[z.Name] = f
		case z.Of == engine.OfTable && z.Rows == 0:
			w.Game[z.Name] = f
		}
	}
	w.narrow()
}

// builtin makes the fields that the registry gives an entity.
func (w *world) builtin(entity string) map[string]EntityField {
	out := map[string]EntityField{}
	for _, f := range keyword.Entity(entity).Fields {
		out[f.Name] = EntityField{Type: w.value(f.Type), Write: f.Write}
	}
	return out
}

// narrow says more of some fields than the registry can.
func (w *world) narrow() {
	set := func(fields map[string]EntityField, name string, t lattice.Type) {
		f := fields[name]
		f.Type = t
		fields[name] = f
	}
	set(w.Game, "seats", lattice.Type{Kinds: lattice.List, Item: &lattice.Type{Kinds: lattice.Seat}, Frozen: true})
	set(w.Seat, "opponents", lattice.Type{Kinds: lattice.List, Item: &lattice.Type{Kinds: lattice.Seat}, Frozen: true})
	set(w.Game, "phase", lattice.Choice(Sorted(w.Compiled.Phases)))
	set(w.Game, "options", lattice.Of(lattice.Settings))
	set(w.Seat, "number", lattice.Range(1, max(1, w.Pack.MaxSeats)))
	set(w.zone, "name", lattice.Choice(w.Names(keyword.RefZone)))
	set(w.action, "ability", lattice.Choice(w.Names(keyword.RefAbility)))
}

// value is what a type of the registry says of a value that scripts get.
func (w *world) value(t keyword.Type) lattice.Type {
	switch t.Kind {
	case keyword.ListOf:
		item := w.value(*t.Item)
		return lattice.ListOf(item)
	case keyword.MapOf, keyword.RecordOf:
		return lattice.Top
	case keyword.Either:
		var out lattice.Type
		for _, o := range t.Of {
			out = lattice.Join(out, w.value(o), nil)
		}
		return out
	case keyword.CardValue:
		return lattice.CardOf(w.AllTypes)
	case keyword.ZoneValue:
		return lattice.ZoneOf(w.allZones())
	case keyword.Thing:
		out := lattice.Of(lattice.Things)
		out.Cards, out.Zones = w.AllTypes, w.allZones()
		return out
	case keyword.Choice:
		return lattice.Choice(t.Words)
	}
	return lattice.Of(lattice.KindsOf(t))
}

func (w *world) allZones() uint64 {
	return 1<<uint(len(w.Pack.Zones)) - 1 // of 64 all bits: 1<<64 is 0
}

// attribute is the field of an attribute.
func (w *world) attribute(a *engine.Attribute) EntityField {
	w.named[a.Name] = true
	return EntityField{Type: w.attributeType(a), Write: a.State, Attribute: a}
}

func (w *world) attributeType(a *engine.Attribute) lattice.Type {
	switch a.Kind {
	case engine.List:
		item := w.kindType(a.Item, a.Words)
		return lattice.Type{Kinds: lattice.List, Item: &item, Frozen: true, Keyed: true}
	case engine.Number:
		if a.HasMin && a.HasMax {
			return lattice.Range(int(a.Min), int(a.Max))
		}
	}
	return w.kindType(a.Kind, a.Words)
}

// kindType is a value of a kind of the engine; words are those allowed.
func (w *world) kindType(k engine.Kind, words []engine.Symbol) lattice.Type {
	switch k {
	case engine.Number:
		return lattice.Of(lattice.Number)
	case engine.Flag:
		return lattice.Of(lattice.Flag)
	case engine.Word:
		if len(words) > 0 {
			return lattice.Choice(w.Pack.Spell(words))
		}
		return lattice.Of(lattice.Word)
	case engine.Card:
		return lattice.CardOf(w.AllTypes)
	case engine.SeatKind:
		return lattice.Of(lattice.Seat)
	case engine.Zone:
		return lattice.ZoneOf(w.allZones())
	}
	return lattice.Top
}

// cards makes the fields of the cards of each type.
func (w *world) cards() {
	for i := range w.Pack.Types {
		fields := w.builtin("card")
		fields["type"] = EntityField{Type: lattice.Choice([]string{w.Pack.Types[i].Name})}
		fields["host"] = EntityField{Type: lattice.CardOf(w.hosts()).Or(lattice.Nil)}
		fields["place"] = EntityField{Type: lattice.CardOf(w.Places(^uint64(0), engine.TypeID(i)))}
		if w.onTable(engine.TypeID(i)) {
			w.seatless |= 1 << uint(i)
		}
		for _, a := range w.Pack.Types[i].Attributes {
			fields[w.Pack.Cards[a].Name] = w.attribute(&w.Pack.Cards[a])
		}
		for k := range w.Pack.Zones {
			z := &w.Pack.Zones[k]
			if z.Of == engine.OfCard && slices.Contains(z.Types, engine.TypeID(i)) && !z.PerSeat {
				fields[z.Name] = EntityField{Type: lattice.ZoneOf(1 << uint(k))}
			}
		}
		w.card = append(w.card, fields)
		for name, f := range fields {
			if was, ok := w.anyCard[name]; ok {
				f.Type = lattice.Join(was.Type, f.Type, nil)
				f.Write = f.Write || was.Write
				if f.Attribute == nil {
					f.Attribute = was.Attribute
				}
			}
			w.anyCard[name] = f
		}
	}
}

// onTable reports whether cards of a type lie in zones of the table alone: they have
// no seat unless a script gives them one.
func (w *world) onTable(id engine.TypeID) bool {
	for i := range w.Pack.Zones {
		z := &w.Pack.Zones[i]
		if z.Of != engine.OfTable && (len(z.Accepts) == 0 || slices.Contains(z.Accepts, id)) {
			return false
		}
	}
	return true
}

// hosts are the types of cards that own zones.
func (w *world) hosts() uint64 {
	var mask uint64
	for _, z := range w.Pack.Zones {
		if z.Of == engine.OfCard {
			mask |= maskOf(z.Types)
		}
	}
	return mask
}

// maskOf is a set of types of cards.
func maskOf(types []engine.TypeID) (mask uint64) {
	for _, t := range types {
		mask |= 1 << uint(t)
	}
	return mask
}

// options makes the fields of game.options.
func (w *world) options() {
	for i := range w.Pack.GameOptions {
		o := &w.Pack.GameOptions[i]
		var t lattice.Type
		switch {
		case o.Seat:
			t = lattice.Of(lattice.Seat) // what is random is drawn before a game begins
		case o.Number:
			t = lattice.Range(o.Min, o.Max)
		default:
			t = lattice.Choice(o.Values)
		}
		if o.PerSeat {
			t = lattice.Type{Kinds: lattice.List,
				Item: &lattice.Type{Kinds: t.Kinds, Words: t.Words, Declared: t.Declared}, Frozen: true}
		}
		w.Settings[o.Name] = EntityField{Type: t}
	}
}

// accepted are the types of cards that may lie in zones of these kinds.
func (w *world) accepted(zones uint64) uint64 {
	var mask uint64
	for i := range lattice.Bits(zones & w.allZones()) {
		if len(w.Pack.Zones[i].Accepts) == 0 {
			return w.AllTypes
		}
		mask |= maskOf(w.Pack.Zones[i].Accepts)
		for k := range w.Pack.Types {
			if int(w.Pack.Types[k].Start) == i {
				mask |= 1 << uint(k)
			}
		}
	}
	return mask
}

// zoneMask returns the kinds of zones of a zone or group.
func (w *world) zoneMask(name string) (uint64, bool) {
	if id, ok := w.Compiled.Zones[name]; ok {
		return 1 << uint(id), true
	}
	m, ok := w.Compiled.Groups[name]
	return uint64(m), ok
}

// carried finds out which types of cards carry an ability.
func (w *world) carried() {
	for i := range w.Pack.Defs {
		for _, a := range w.Pack.Defs[i].Abilities {
			w.OnCards[w.Pack.Abilities[a.Ability].Name] |= 1 << uint(w.Pack.Defs[i].Type)
		}
	}
}

// abilityParams are the types of the parameters of a named ability, as its
// headers declare them.
func (w *world) abilityParams(fields *ast.Tree) map[string]lattice.Type {
	out := map[string]lattice.Type{}
	params := fields.Get("params")
	if params == nil {
		return out
	}
	for _, p := range params.Fields {
		t := lattice.Top
		if declared := p.Value.Get("type"); declared != nil {
			t = w.declaredType(declared.Text, p.Value.Get("of"))
		}
		out[p.Name] = t
	}
	return out
}

// declaredType is a value of a type as a header names it.
func (w *world) declaredType(name string, item *ast.Tree) lattice.Type {
	if words, ok := w.Compiled.Enumerations[name]; ok {
		return lattice.Choice(w.Pack.Spell(words))
	}
	switch name {
	case "number":
		return lattice.Of(lattice.Number)
	case "flag":
		return lattice.Of(lattice.Flag)
	case "word":
		if item != nil {
			return w.declaredType(item.Text, nil)
		}
		return lattice.Of(lattice.Word)
	case "text":
		return lattice.Of(lattice.Word)
	case "list", "map":
		inner := lattice.Top
		if item != nil {
			inner = w.declaredType(item.Text, nil)
		}
		return lattice.Type{Kinds: lattice.List, Item: &inner, Frozen: true, Keyed: true}
	}
	return lattice.Top
}

// Places are the types of the outermost cards on which a card of a type may lie, in
// one of the kinds of zones: itself, where no card carries it.
func (w *world) Places(zones uint64, id engine.TypeID) uint64 {
	types, carriers := uint64(0), uint64(0)
	within := func(zones uint64, id engine.TypeID) {
		for i := range lattice.Bits(zones & w.Filters.ZonesFor(id) & w.allZones()) {
			if z := &w.Pack.Zones[i]; z.Of != engine.OfCard {
				types |= 1 << uint(id)
			} else {
				carriers |= maskOf(z.Types)
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
