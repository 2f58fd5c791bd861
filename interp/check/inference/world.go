package inference

import (
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
	compiled *compile.Compiled
	pack     *engine.Pack

	// game, seat and zone are the fields of the entities; card those of the cards of each
	// type.
	game, seat, zone, action, settings map[string]EntityField
	card                               []map[string]EntityField
	// anyCard has the merged type of each field over all types of cards.
	anyCard map[string]EntityField
	// seatless are the types of cards to which nothing gives a seat.
	AllTypes, seatless uint64
	// OnCards are the types of the cards that carry an ability, by its name.
	OnCards map[string]uint64
	// filters is what filters are judged by.
	filters *filter.Facts
	// known are the names of each kind, once they were asked for.
	known                         map[keyword.Ref][]string
	ActionWords, NumberAttributes []string
	// named are the names of the attributes.
	named map[string]bool
}

// EntityField describes a field of an entity.
type EntityField struct {
	Type lattice.Type
	// Write is set where scripts may assign the field.
	Write bool
	// Attribute is the one that the field is, nil for other fields.
	Attribute *engine.Attribute
}

// Takes is what scripts may assign to the field: of a list any table.
func (f EntityField) Takes() lattice.Type {
	if f.Type.Kinds&lattice.List != 0 {
		f.Type.Kinds |= lattice.Table
	}
	return f.Type
}

func newWorld(c *compile.Compiled) *world {
	w := &world{
		compiled: c, pack: c.Pack, anyCard: map[string]EntityField{}, settings: map[string]EntityField{},
		OnCards: map[string]uint64{}, known: map[keyword.Ref][]string{}, named: map[string]bool{},
	}
	w.filters = &filter.Facts{Keys: c.Filters, Modified: map[engine.AttributeID]bool{}}
	w.AllTypes = 1<<uint(len(w.pack.Types)) - 1
	w.carried()
	w.words()
	w.entities()
	w.cards()
	w.options()
	return w
}

// names returns the names of a kind that the pack has, sorted.
func (w *world) names(of keyword.Ref) []string {
	names, ok := w.known[of]
	if !ok {
		names = w.compiled.Names(of)
		w.known[of] = names
	}
	return names
}

func (w *world) words() {
	for _, a := range w.pack.Cards {
		if a.Kind == engine.Number {
			w.NumberAttributes = append(w.NumberAttributes, a.Name)
		}
	}
	words := map[string]bool{}
	for i := range w.pack.Abilities {
		a := &w.pack.Abilities[i]
		switch {
		case a.Form == engine.Action:
			words[w.pack.Symbols[a.ActionKind]] = true
		case a.Form == engine.Modifier && a.OfHolder == engine.OfCard:
			if a.Of != engine.Control {
				w.filters.Modified[a.Of] = true
			}
		}
	}
	w.ActionWords = Sorted(words)
}

// entities makes the fields of the game, of seats, of zones and of actions.
func (w *world) entities() {
	w.game, w.seat, w.zone, w.action = w.builtin("game"), w.builtin("seat"), w.builtin("zone"), w.builtin("action")
	for i := range w.pack.Game {
		w.game[w.pack.Game[i].Name] = w.attribute(&w.pack.Game[i])
	}
	for i := range w.pack.Seats {
		w.seat[w.pack.Seats[i].Name] = w.attribute(&w.pack.Seats[i])
	}
	for i := range w.pack.Zones {
		z := &w.pack.Zones[i]
		f := EntityField{Type: lattice.ZoneOf(1 << uint(i))}
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
	set(w.game, "seats", lattice.Type{Kinds: lattice.List, Item: &lattice.Type{Kinds: lattice.Seat}, Frozen: true})
	set(w.seat, "opponents", lattice.Type{Kinds: lattice.List, Item: &lattice.Type{Kinds: lattice.Seat}, Frozen: true})
	set(w.game, "phase", lattice.Choice(Sorted(w.compiled.Phases)))
	set(w.game, "options", lattice.Of(lattice.Settings))
	set(w.seat, "number", lattice.Range(1, max(1, w.pack.MaxSeats)))
	set(w.zone, "name", lattice.Choice(w.names(keyword.RefZone)))
	set(w.action, "ability", lattice.Choice(w.names(keyword.RefAbility)))
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
	return 1<<uint(len(w.pack.Zones)) - 1 // of 64 all bits: 1<<64 is 0
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
			return lattice.Choice(w.pack.Spell(words))
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
	for i := range w.pack.Types {
		fields := w.builtin("card")
		fields["type"] = EntityField{Type: lattice.Choice([]string{w.pack.Types[i].Name})}
		fields["host"] = EntityField{Type: lattice.CardOf(w.hosts()).Or(lattice.Nil)}
		fields["place"] = EntityField{Type: lattice.CardOf(w.Places(^uint64(0), engine.TypeID(i)))}
		if w.onTable(engine.TypeID(i)) {
			w.seatless |= 1 << uint(i)
		}
		for _, a := range w.pack.Types[i].Attributes {
			fields[w.pack.Cards[a].Name] = w.attribute(&w.pack.Cards[a])
		}
		for k := range w.pack.Zones {
			z := &w.pack.Zones[k]
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
	for i := range w.pack.Zones {
		z := &w.pack.Zones[i]
		if z.Of != engine.OfTable && (len(z.Accepts) == 0 || slices.Contains(z.Accepts, id)) {
			return false
		}
	}
	return true
}

// hosts are the types of cards that own zones.
func (w *world) hosts() uint64 {
	var mask uint64
	for _, z := range w.pack.Zones {
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
	for i := range w.pack.GameOptions {
		o := &w.pack.GameOptions[i]
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
		w.settings[o.Name] = EntityField{Type: t}
	}
}

// carried finds out which types of cards carry an ability.
func (w *world) carried() {
	for i := range w.pack.Defs {
		for _, a := range w.pack.Defs[i].Abilities {
			w.OnCards[w.pack.Abilities[a.Ability].Name] |= 1 << uint(w.pack.Defs[i].Type)
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
	if words, ok := w.compiled.Enumerations[name]; ok {
		return lattice.Choice(w.pack.Spell(words))
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
		for i := range lattice.Bits(zones & w.filters.ZonesFor(id) & w.allZones()) {
			if z := &w.pack.Zones[i]; z.Of != engine.OfCard {
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

// EntityKinds are the values with fields that the pack and the registry declare.
var EntityKinds = []lattice.Kinds{lattice.Game, lattice.Settings, lattice.Seat, lattice.Card, lattice.Zone,
	lattice.Action}

// fieldsOf are the fields of an entity; a card has the fields of any type.
func (w *world) fieldsOf(k lattice.Kinds) map[string]EntityField {
	switch k {
	case lattice.Game:
		return w.game
	case lattice.Settings:
		return w.settings
	case lattice.Seat:
		return w.seat
	case lattice.Zone:
		return w.zone
	case lattice.Action:
		return w.action
	}
	return w.anyCard
}

// cardField joins the field over the types that a card may have.
func (w *world) cardField(types uint64, name string) (EntityField, bool) {
	var out EntityField
	found := false
	if types == 0 {
		types = w.AllTypes
	}
	if types == w.AllTypes {
		f, ok := w.anyCard[name]
		return f, ok
	}
	for i := range lattice.Bits(types) {
		if f, ok := w.card[i][name]; ok {
			out.Type = lattice.Join(out.Type, f.Type, nil)
			found = true
			out.Write = out.Write || f.Write
			if f.Attribute != nil {
				out.Attribute = f.Attribute
			}
		}
	}
	return out, found
}
