package filter

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Candidate is what conditions leave open of a card that is known by its print alone:
// the zones it may lie in, the values its attributes may have, and whose it may be.
// Conditions are taken in one after the other; one that leaves nothing contradicts those
// before it. What cannot be told counts as possible.
type Candidate struct {
	*Facts
	ID  engine.DefID
	Def *engine.CardDef
	// Zones are the kinds of zones it may lie in.
	Zones uint64
	// Values are those that an attribute may have; From says what left no others.
	Values map[engine.AttributeID][]engine.Value
	From   map[engine.AttributeID]string
	// sides are its possible owners, and asked the conditions on the owner so far.
	sides uint8
	asked []*engine.Term
}

// Facts are what narrowing knows of a pack.
type Facts struct {
	*Keys
	// Modified are the attributes of cards that abilities change.
	Modified map[engine.AttributeID]bool
	// Lasting is set where the ability's card need not be of the ability's seat.
	Lasting bool
}

// Whose a card may be, seen from an ability.
const (
	itself uint8 = 1 << iota
	ofFriend
	ofEnemy
	ofNobody
	anybody = itself | ofFriend | ofEnemy | ofNobody
)

// Candidate returns all that a card of a definition may be.
func (f *Facts) Candidate(id engine.DefID) *Candidate {
	def := &f.Pack.Defs[id]
	return &Candidate{
		Facts: f, ID: id, Def: def, Zones: f.ZonesFor(def.Type), sides: anybody,
		Values: map[engine.AttributeID][]engine.Value{}, From: map[engine.AttributeID]string{},
	}
}

// Itself takes in that it is the ability's own card.
func (c *Candidate) Itself() {
	c.sides &= itself
	c.asked = append(c.asked, &engine.Term{Op: engine.TermSelf})
}

// ZonesFor are the kinds of zones in which cards of a type may lie.
func (f *Facts) ZonesFor(id engine.TypeID) uint64 {
	zones := uint64(0)
	for i := range f.Pack.Zones {
		z := &f.Pack.Zones[i]
		if len(z.Accepts) == 0 || slices.Contains(z.Accepts, id) || int(f.Pack.Types[id].Start) == i {
			zones |= 1 << uint(i)
		}
	}
	return zones
}

// zonesOn are the kinds of zones that cards of a type own.
func (f *Facts) zonesOn(id engine.TypeID) uint64 {
	zones := uint64(0)
	for i := range f.Pack.Zones {
		if z := &f.Pack.Zones[i]; z.Of == engine.OfCard && slices.Contains(z.Types, id) {
			zones |= 1 << uint(i)
		}
	}
	return zones
}

// Take takes in a filter, and returns why the card cannot pass it; "" where it may. by
// names the filter.
func (c *Candidate) Take(f *engine.Filter, by string) string {
	for i := 0; f != nil && i < len(f.Terms); i++ {
		t := &f.Terms[i]
		if narrow := c.Of(t).Narrow; narrow != nil {
			if why := narrow(c, t, by); why != "" {
				return why
			}
		}
	}
	return ""
}

func (c *Candidate) typeName() string { return c.Pack.Types[c.Def.Type].Name }

func narrowType(c *Candidate, t *engine.Term, by string) string {
	if (t.Set&(1<<uint(c.Def.Type)) != 0) == t.Not {
		return fmt.Sprintf("%s asks for another type of card than %s", by, c.typeName())
	}
	return ""
}

func narrowDef(c *Candidate, t *engine.Term, by string) string {
	if slices.Contains(t.Values, engine.Num(int(c.ID))) == t.Not {
		return fmt.Sprintf("%s asks for another card than %s", by, c.Def.ID)
	}
	return ""
}

func narrowZone(c *Candidate, t *engine.Term, by string) string {
	if t.Op != engine.TermZone {
		return ""
	}
	zones := uint64(t.Zones)
	if t.Not {
		zones = ^zones
	}
	switch {
	case c.ZonesFor(c.Def.Type)&zones == 0:
		return fmt.Sprintf("%s asks for a card in %s, where cards of the type %s never lie",
			by, c.ZoneList(zones), c.typeName())
	case c.Zones&zones == 0:
		return fmt.Sprintf("%s asks for a card in %s, and the card is then in %s",
			by, c.ZoneList(zones), c.ZoneList(c.Zones))
	}
	c.Zones &= zones
	return ""
}

// side is whose a card may be for which a term holds, and how people say it.
func (f *Facts) side(t *engine.Term) (sides uint8, words string) {
	switch t.Op {
	case engine.TermFriendly:
		sides = itself | ofFriend
		words = "friendly"
	case engine.TermEnemy:
		sides = ofEnemy
		words = "enemy"
		if f.Lasting {
			sides |= itself
		}
	case engine.TermSelf:
		sides = itself
		words = "the ability's own"
	case engine.TermOther:
		sides = anybody &^ itself
		words = "other"
	default:
		return anybody, ""
	}
	if t.Not {
		return anybody &^ sides, "not " + words
	}
	return sides, words
}

func narrowSide(c *Candidate, t *engine.Term, by string) string {
	sides, words := c.side(t)
	if c.sides&sides == 0 {
		for _, earlier := range c.asked {
			if other, otherWords := c.side(earlier); other&sides == 0 || earlier == c.asked[len(c.asked)-1] {
				return fmt.Sprintf("%s asks for a card that is %s and %s at once", by, otherWords, words)
			}
		}
	}
	c.sides &= sides
	if words != "" {
		c.asked = append(c.asked, t)
	}
	return ""
}

// narrowHolds takes in that a card passing a filter lies in a zone of this one.
func narrowHolds(c *Candidate, t *engine.Term, by string) string {
	if t.Not {
		return ""
	}
	for i := range c.Pack.Defs {
		inner := c.Candidate(engine.DefID(i))
		inner.Zones &= c.zonesOn(c.Def.Type)
		if inner.Zones != 0 && inner.Take(t.Sub, by) == "" {
			return ""
		}
	}
	return fmt.Sprintf("%s asks for a card that lies on one of the type %s, and no such card can", by, c.typeName())
}

// narrowHost takes in that this card lies on one that passes a filter.
func narrowHost(c *Candidate, t *engine.Term, by string) string {
	if t.Not {
		return ""
	}
	zones := uint64(0)
	for i := range c.Pack.Defs {
		on := c.zonesOn(c.Pack.Defs[i].Type)
		if c.Zones&on&^zones != 0 && c.Candidate(engine.DefID(i)).Take(t.Sub, by) == "" {
			zones |= on
		}
	}
	if c.Zones&zones == 0 {
		return fmt.Sprintf("%s asks what the card lies on, and it lies on no such card in %s", by, c.ZoneList(c.Zones))
	}
	c.Zones &= zones
	return ""
}

func narrowAny(c *Candidate, t *engine.Term, by string) string {
	if t.Not {
		return ""
	}
	why := ""
	for _, f := range t.Subs {
		one := *c
		one.Values = maps.Clone(c.Values)
		one.From = maps.Clone(c.From)
		one.asked = slices.Clone(c.asked)
		why = one.Take(f, by)
		if why == "" {
			return ""
		}
	}
	return why
}

// narrowAttribute takes in a condition on an attribute.
func narrowAttribute(c *Candidate, t *engine.Term, by string) string {
	a := &c.Pack.Cards[t.Attr]
	if !slices.Contains(c.Pack.Types[c.Def.Type].Attributes, t.Attr) {
		if t.Not || t.Compare == engine.OneOf && len(t.Values) == 0 {
			return ""
		}
		return fmt.Sprintf("%s asks for %s, which cards of the type %s do not have", by, a.Name, c.typeName())
	}
	switch {
	case t.Compare != engine.OneOf || c.Modified[t.Attr]:
		return ""
	case !a.State:
		return c.printed(t, a, by)
	case a.Kind == engine.List:
		return ""
	}
	allowed := t.Values
	if t.Not {
		if a.Kind != engine.Flag && len(a.Words) == 0 {
			return ""
		}
		allowed = slices.DeleteFunc(everyValue(a), func(v engine.Value) bool { return slices.Contains(t.Values, v) })
	}
	was, bound := c.Values[t.Attr]
	if !bound {
		c.Values[t.Attr], c.From[t.Attr] = allowed, by
		return ""
	}
	both := slices.DeleteFunc(slices.Clone(allowed), func(v engine.Value) bool { return !slices.Contains(was, v) })
	if len(both) == 0 {
		return fmt.Sprintf("%s asks for %s %s, and %s leaves it %s",
			by, a.Name, c.ValueList(allowed), c.From[t.Attr], c.ValueList(was))
	}
	c.Values[t.Attr] = both
	return ""
}

func everyValue(a *engine.Attribute) []engine.Value {
	if a.Kind == engine.Flag {
		return []engine.Value{engine.Bool(false), engine.Bool(true)}
	}
	return lists.Map(a.Words, engine.WordValue)
}

// printed compares the printed value of the card, where nothing changes it.
func (c *Candidate) printed(t *engine.Term, a *engine.Attribute, by string) string {
	values := c.Def.Printed.Of(t.Attr)
	switch {
	case t.Not:
		return ""
	case len(values) == 0 && (a.Kind == engine.Flag || a.Kind == engine.Number):
		values = []engine.Value{{Kind: a.Kind}}
	case len(values) == 0:
		return fmt.Sprintf("%s asks for %s %s, and %s has none", by, a.Name, c.ValueList(t.Values), c.Def.ID)
	}
	for _, v := range values {
		items := []engine.Value{v}
		if v.Kind == engine.List {
			items = c.Pack.List(v).Items
		}
		if slices.ContainsFunc(items, func(v engine.Value) bool { return slices.Contains(t.Values, v) }) {
			return ""
		}
	}
	return fmt.Sprintf("%s asks for %s %s, and %s has another", by, a.Name, c.ValueList(t.Values), c.Def.ID)
}

// ZoneList names kinds of zones.
func (k *Keys) ZoneList(mask uint64) string {
	var names []string
	for i := range k.Pack.Zones {
		if mask&(1<<uint(i)) != 0 {
			names = append(names, k.Pack.Zones[i].Name)
		}
	}
	if len(names) > 4 {
		names = append(names[:4:4], "...")
	}
	return strings.Join(names, ", ")
}

// ValueList writes values as people do.
func (k *Keys) ValueList(values []engine.Value) string {
	return strings.Join(lists.Map(values, k.value), " or ")
}
