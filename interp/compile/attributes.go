package compile

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

func sortedKeys[V any](m map[string]V) []string { return lists.Sorted(m) }

// valueType is what the values of an attribute or a parameter are.
type valueType struct {
	kind engine.Kind
	// words are the allowed words; any if empty.
	words []engine.Symbol
	// list names the enumeration that the words are from.
	list string
	// item is the kind of the items of a list or map.
	item engine.Kind
	// isMap tells maps from lists, set sets from both, text tells texts from words.
	isMap, set, text bool
}

// valueType resolves type and of; allowed are the plain types of the place.
func (c *Compiler) valueType(typ, of ast.Word, allowed []string) (valueType, bool) {
	t := valueType{}
	switch {
	case !typ.Given():
		return t, false
	case slices.Contains(allowed, typ.Text):
		switch typ.Text {
		case "text":
			t.kind = engine.Word
			t.text = true
		case "list", "map", "set":
			t.kind = engine.List
			t.isMap = typ.Text == "map"
			t.set = typ.Text == "set"
		default:
			t.kind, _ = engine.KindOf(typ.Text)
		}
	default:
		words, ok := c.out.Enumerations[typ.Text]
		if !ok {
			known := slices.Concat(allowed, sortedKeys(c.out.Enumerations))
			c.unknown("unknown-type", typ, "there is no type or list of words", known)
			return t, false
		}
		t.kind = engine.Word
		t.words = words
		t.list = typ.Text
	}
	return t, c.itemType(&t, typ, of) && (!t.set || c.setOf(&t, typ, of))
}

// setOf gives the words of a set their places in all sets, and reports whether there is room for them.
func (c *Compiler) setOf(t *valueType, typ, of ast.Word) bool {
	if len(t.words) == 0 {
		c.errorf("missing-key", typ, "a set needs of: a list of words")
		return false
	}
	for _, w := range t.words {
		if v := engine.WordValue(w); !slices.Contains(c.pack.Sets, v) {
			c.pack.Sets = append(c.pack.Sets, v)
		}
	}
	if n := len(c.pack.Sets); n > engine.MostInSets {
		c.errorf("too-many", of, "the sets of a pack hold at most %d words, all together; with those of %s "+
			"there are %d", engine.MostInSets, of, n)
		return false
	}
	return true
}

// itemType resolves of, the list of words of a word or what the items of a list
// or a map are, and reports whether it is one.
func (c *Compiler) itemType(t *valueType, typ, of ast.Word) bool {
	if !of.Given() {
		return true
	}
	if words, ok := c.out.Enumerations[of.Text]; ok && t.list == "" &&
		(t.kind == engine.List || t.kind == engine.Word && !t.text) {
		t.words = words
		t.list = of.Text
		if t.kind == engine.List {
			t.item = engine.Word
		}
		return true
	}
	switch {
	case t.kind == engine.List && slices.Contains(keyword.ItemTypes, of.Text):
		switch of.Text {
		case "text":
			t.item = engine.Word
		case "list", "map":
			t.item = engine.List
		default:
			t.item, _ = engine.KindOf(of.Text)
		}
		return true
	case t.kind == engine.List:
		c.unknown("unknown-type", of, "there is no type of items or list of words",
			slices.Concat(keyword.ItemTypes, sortedKeys(c.out.Enumerations)))
	case t.kind == engine.Word && !t.text && t.list == "":
		c.unknown("unknown-type", of, "there is no list of words", sortedKeys(c.out.Enumerations))
	default:
		c.errorf("meaningless-key", of,
			"of says nothing for the type %q; it is for word, list, map and set", typ)
	}
	return false
}

var fieldPattern = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// luaWords cannot be written behind a dot in a script.
var luaWords = []string{"and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
	"local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while"}

// fieldName reports whether scripts can write a name as a field, with a
// finding if not: of what entity says which names are taken.
func (c *Compiler) fieldName(w ast.Word, kind string, taken ...[]string) bool {
	switch {
	case !fieldPattern.MatchString(w.Text):
		c.errorf("bad-name", w, "the name of %s has letters, digits and _ alone, as scripts write it: %q",
			keyword.Article(kind), w)
	case slices.Contains(luaWords, w.Text):
		c.reserved(w, "is a word of the script language", kind)
	case slices.ContainsFunc(taken, func(names []string) bool { return slices.Contains(names, w.Text) }):
		c.reserved(w, "has a meaning of its own in scripts", kind)
	default:
		return true
	}
	return false
}

// reserved refuses a name that means something of the language itself.
func (c *Compiler) reserved(w ast.Word, means, kind string) {
	c.errorf("reserved-name", w, "%q %s and cannot name %s; %q is free", w, means,
		keyword.Article(kind), w.Text+"_"+kind[strings.LastIndexByte(kind, ' ')+1:])
}

// freeName refuses a name that the language does not leave to authors, where it names such a
// thing.
func (c *Compiler) freeName(w ast.Word, of keyword.Ref) {
	if means, taken := keyword.Reserved()[of][w.Text]; taken {
		c.reserved(w, means, string(of))
	}
}

func (c *Compiler) attributes() {
	c.pack.Game = c.holderAttributes(c.tree.Game, "game", c.out.GameAttributes, &c.out.Labels.GameAttributes)
	c.pack.Seats = c.holderAttributes(c.tree.Seat, "seat", c.out.SeatAttributes, &c.out.Labels.SeatAttributes)
	for _, t := range c.tree.Types {
		id, ok := c.out.Types[t.Name.Text]
		if !ok {
			continue
		}
		for _, a := range t.Attributes {
			if attr, ok := c.cardAttribute(t, a); ok {
				c.pack.Types[id].Attributes = append(c.pack.Types[id].Attributes, attr)
			} else {
				c.out.Broken[a.Name.Text] = true
			}
		}
	}
	for _, t := range c.tree.Types {
		c.chosenBy(t)
	}
}

// holderAttributes compiles the attributes of the table or of seats, which are
// all state.
func (c *Compiler) holderAttributes(attributes []*ast.Attribute, holder string, ids map[string]engine.AttributeID,
	labels *[]ast.Texts) []engine.Attribute {
	var out []engine.Attribute
	taken := keyword.Entity(holder).AllNames()
	for _, a := range attributes {
		if !c.declare(holder+" attribute", a.Name) || !c.fieldName(a.Name, "attribute", taken) {
			continue
		}
		if z, clash := c.zoneField(a.Name.Text, holder); clash {
			c.errorf("reserved-name", a.Name,
				"%q is a zone (%s), and scripts could not tell the attribute from it", a.Name, z)
			continue
		}
		if a.By.Given() {
			c.errorf("meaningless-key", a.By, "by is for printed attributes of cards")
		}
		for _, w := range a.KeepsIn {
			c.errorf("meaningless-key", w, "keeps_in is for state attributes of cards")
			break
		}
		state := *a
		state.State = true
		state.KeepsIn = nil
		if attr, _, ok := c.attribute(&state); ok {
			ids[a.Name.Text] = engine.AttributeID(len(out))
			out = append(out, attr)
			*labels = append(*labels, a.Label)
		} else {
			c.out.Broken[a.Name.Text] = true
		}
	}
	return out
}

// zoneField reports whether scripts reach a zone under the name as a field of
// the holder, and where it is declared.
func (c *Compiler) zoneField(name, holder string) (diag.Pos, bool) {
	id, ok := c.out.Zones[name]
	if !ok {
		return diag.Pos{}, false
	}
	of := map[string]engine.Holder{"game": engine.OfTable, "seat": engine.OfSeat, "card": engine.OfCard}[holder]
	return c.places["zone "+name], c.pack.Zones[id].Of == of
}

// cardAttribute compiles an attribute of a type. Types may share attributes:
// then each declares it alike.
func (c *Compiler) cardAttribute(t *ast.Type, a *ast.Attribute) (engine.AttributeID, bool) {
	if !c.declare("attribute of "+t.Name.Text, a.Name) ||
		!c.fieldName(a.Name, "attribute", keyword.Entity("card").AllNames(), c.out.Filters.Table.Names(),
			keyword.Lookup("card").Names(), keyword.Lookup("card patch").Names()) {
		return 0, false
	}
	if z, clash := c.zoneField(a.Name.Text, "card"); clash {
		c.errorf("reserved-name", a.Name,
			"%q is a zone (%s), and scripts could not tell the attribute from it", a.Name, z)
		return 0, false
	}
	attr, vt, ok := c.attribute(a)
	if !ok {
		return 0, false
	}
	if attr.Kind == engine.Card || attr.Kind == engine.SeatKind || attr.Kind == engine.Zone {
		if !attr.State {
			c.errorf("wrong-type", a.Type, "a %s cannot be printed on a card; add state: true", attr.Kind)
			return 0, false
		}
	}
	id, shared := c.out.CardAttributes[a.Name.Text]
	if !shared {
		id = engine.AttributeID(len(c.pack.Cards))
		c.out.CardAttributes[a.Name.Text] = id
		c.pack.Cards = append(c.pack.Cards, attr)
		c.out.Labels.CardAttributes = append(c.out.Labels.CardAttributes, a.Label)
		c.places["attribute "+a.Name.Text] = a.Name.Pos
		c.cardTypes = append(c.cardTypes, vt)
		c.out.Verbatim = append(c.out.Verbatim, vt.text || a.Of.Text == "text")
		c.cardBy = append(c.cardBy, a.By.Text)
		return id, true
	}
	if len(c.out.Labels.CardAttributes[id]) == 0 {
		c.out.Labels.CardAttributes[id] = a.Label // one of the types names it
	}
	if !reflect.DeepEqual(c.pack.Cards[id], attr) || c.cardBy[id] != a.By.Text ||
		c.cardTypes[id].isMap != vt.isMap || c.cardTypes[id].text != vt.text {
		c.errorf("attributes-differ", a.Name,
			"types that share the attribute %q must declare it alike; it is different at %s", a.Name,
			c.places["attribute "+a.Name.Text])
		return 0, false
	}
	return id, true
}

// attribute compiles what all attributes share.
func (c *Compiler) attribute(a *ast.Attribute) (engine.Attribute, valueType, bool) {
	out := engine.Attribute{Name: a.Name.Text, State: a.State, By: -1, Seen: visibility(a.Seen)}
	vt, ok := c.valueType(a.Type, a.Of, keyword.AttributeTypes)
	if !ok {
		return out, vt, false
	}
	out.Kind = vt.kind
	out.Words = vt.words
	out.Item = vt.item
	if vt.set {
		out.Start = engine.EmptySet
	} else if a.State && vt.kind == engine.List {
		c.errorf("wrong-type", a.Type,
			"a state attribute holds one value, or a set of words (type: set); lists and maps are printed")
		return out, vt, false
	}
	c.bounds(a, &out)
	if !a.State {
		if a.Start != nil {
			c.errorf("meaningless-key", a.Start, "start is for state attributes; add state: true")
		}
		for _, w := range a.KeepsIn {
			c.errorf("meaningless-key", w, "keeps_in is for state attributes; add state: true")
			break
		}
		return out, vt, true
	}
	out.Keeps = c.keeps(a.KeepsIn)
	out.Start = c.start(a, &out, vt)
	return out, vt, true
}

func (c *Compiler) bounds(a *ast.Attribute, out *engine.Attribute) {
	for _, bound := range []*ast.Tree{a.Min, a.Max} {
		if bound != nil && out.Kind != engine.Number {
			c.errorf("meaningless-key", bound, "min and max are for numbers")
			return
		}
	}
	if a.Min != nil {
		out.Min = int32(a.Min.Number)
		out.HasMin = true
	}
	if a.Max != nil {
		out.Max = int32(a.Max.Number)
		out.HasMax = true
	}
	if out.HasMin && out.HasMax && out.Min > out.Max {
		c.errorf("bad-range", a.Max, "max is below min")
	}
}

// start returns the value that a state attribute has at first.
func (c *Compiler) start(a *ast.Attribute, out *engine.Attribute, vt valueType) engine.Value {
	none := out.Start
	switch vt.kind {
	case engine.Number, engine.Flag, engine.Word:
		none.Kind = vt.kind
	}
	if a.Start == nil {
		if out.HasMin && out.Min > 0 || out.HasMax && out.Max < 0 {
			c.errorf("missing-key", a.Name, "%q needs a start: 0 is out of its range", a.Name)
		}
		return none
	}
	switch vt.kind {
	case engine.Card, engine.SeatKind, engine.Zone:
		c.errorf("meaningless-key", a.Start,
			"a %s is nothing at first; a step of the rules sets it", vt.kind)
		return none
	}
	value, ok := c.value(a.Start, vt, "start")
	if ok {
		c.inRange(a.Start, out, value)
	}
	return value
}

// inRange checks a number against the bounds of its attribute.
func (c *Compiler) inRange(t *ast.Tree, a *engine.Attribute, v engine.Value) {
	if a.HasMin && v.N < a.Min || a.HasMax && v.N > a.Max {
		c.errorf("bad-range", t, "%s of %q is out of its range: %s", t.Text, a.Name, a.Range())
	}
}

// chosenBy resolves by: the state attribute whose word chooses among several
// printed values.
func (c *Compiler) chosenBy(t *ast.Type) {
	for _, a := range t.Attributes {
		if !a.By.Given() {
			continue
		}
		id, ok := c.out.CardAttributes[a.Name.Text]
		if !ok {
			continue
		}
		var choosers []string
		for _, other := range t.Attributes {
			if o, ok := c.out.CardAttributes[other.Name.Text]; ok && other.State && len(c.pack.Cards[o].Words) > 0 {
				choosers = append(choosers, other.Name.Text)
			}
		}
		switch {
		case a.State:
			c.errorf("meaningless-key", a.By, "by is for printed attributes, and %q is state", a.Name)
			c.out.Broken[a.Name.Text] = true
		case !slices.Contains(choosers, a.By.Text):
			c.unknown("unknown-attribute", a.By,
				fmt.Sprintf("by needs a state attribute of the type %q with a list of words, not", t.Name),
				choosers)
			c.out.Broken[a.Name.Text] = true
		default:
			c.pack.Cards[id].By = c.out.CardAttributes[a.By.Text]
		}
	}
}

func visibility(w ast.Word) engine.Visibility {
	return engine.Visibility(max(0, slices.Index(keyword.SeenWords, w.Text)))
}

// keeps reads where a value is kept: in some zones, or always.
func (c *Compiler) keeps(in []ast.Word) engine.ZoneMask {
	always := slices.IndexFunc(in, func(w ast.Word) bool { return w.Text == "always" })
	if always < 0 {
		return c.zoneMask(in)
	}
	if len(in) > 1 {
		c.errorf("always-kept", in[always],
			"always stands alone: what no end of a life takes is kept in all zones")
	}
	return ^engine.ZoneMask(0)
}
