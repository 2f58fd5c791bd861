package compile

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
)

// Layout is what screens are told about the table, by the names of zones, card
// types and attributes.
type Layout struct {
	// Table and Seat are zones in their order.
	Table, Seat []string
	Hide, Piles map[string]bool
	// Texts are the zones whose cards stand with their texts.
	Texts map[string]bool
	// Slots are zones by card type; Sort attributes by zone.
	Slots, Sort map[string][]string
	// Turn are attributes of seats; Quiet are values by attribute of the table
	// or of seats.
	Turn  map[string]bool
	Quiet map[string][]string
	// Icons are short forms of words, attributes and cards of a type.
	Icons map[string]ast.Texts
	Faces map[string]*Face
}

// Face is what the cards of a type show: attributes by place.
type Face struct {
	Corner, Line, Left, Middle, Right []string
	Hide                              map[string]bool
	// Turned and Quiet are values by attribute.
	Turned, Quiet map[string][]string
}

// layout resolves the names in the layout.
func (c *Compiler) layout() {
	in := c.tree.Layout
	out := &c.out.Layout
	*out = Layout{
		Hide: map[string]bool{}, Piles: map[string]bool{}, Texts: map[string]bool{}, Slots: map[string][]string{},
		Sort: map[string][]string{},
		Turn: map[string]bool{}, Quiet: map[string][]string{}, Icons: map[string]ast.Texts{}, Faces: map[string]*Face{},
	}
	if in == nil {
		return
	}
	out.Table = c.zonesOf(in.Table, "table", func(z *engine.ZoneKind) bool { return z.Of == engine.OfTable })
	out.Seat = c.zonesOf(in.Seat, "seat", func(z *engine.ZoneKind) bool { return z.Of == engine.OfSeat })
	c.spread(in.Hide, out.Hide)
	c.spread(in.Piles, out.Piles)
	c.spread(in.Texts, out.Texts)
	for _, s := range in.Slots {
		if id, ok := c.typeNamed(s.Name); ok {
			has := func(z *engine.ZoneKind) bool { return z.Of == engine.OfCard && slices.Contains(z.Types, id) }
			out.Slots[s.Name.Text] = c.zonesOf(s.Words, s.Name.Text, has)
		}
	}
	for _, s := range in.Sort {
		if _, ok := c.zoneNamed(s.Name); ok {
			out.Sort[s.Name.Text] = c.cardAttributes(s.Words)
		}
	}
	c.holderHints(in)
	for _, i := range in.Icons {
		c.icon(i)
	}
	for _, f := range in.Faces {
		if _, ok := c.typeNamed(f.Type); ok {
			out.Faces[f.Type.Text] = c.face(f)
		}
	}
}

// zonesOf resolves zones that a holder has.
func (c *Compiler) zonesOf(words []ast.Word, holder string, has func(*engine.ZoneKind) bool) []string {
	var known, out []string
	for i := range c.pack.Zones {
		if has(&c.pack.Zones[i]) {
			known = append(known, c.pack.Zones[i].Name)
		}
	}
	for _, w := range words {
		if !slices.Contains(known, w.Text) {
			c.unknown("unknown-zone", w, fmt.Sprintf("the %s has no zone", holder), known)
			continue
		}
		out = append(out, w.Text)
	}
	return out
}

// spread puts the zones that are named, groups opened, into a set.
func (c *Compiler) spread(words []ast.Word, into map[string]bool) {
	mask := c.zoneMask(words)
	for i := range c.pack.Zones {
		if mask&(1<<uint(i)) != 0 {
			into[c.pack.Zones[i].Name] = true
		}
	}
}

func (c *Compiler) typeNamed(w ast.Word) (engine.TypeID, bool) {
	id, ok := c.out.Types[w.Text]
	if !ok {
		c.unknown("unknown-type", w, "there is no type of cards", sortedKeys(c.out.Types))
	}
	return id, ok
}

func (c *Compiler) zoneNamed(w ast.Word) (engine.ZoneKindID, bool) {
	id, ok := c.out.Zones[w.Text]
	if !ok {
		c.unknown("unknown-zone", w, "there is no zone", sortedKeys(c.out.Zones))
	}
	return id, ok
}

func (c *Compiler) triggerNamed(w ast.Word) (engine.TriggerID, bool) {
	id, ok := c.out.Triggers[w.Text]
	if !ok {
		c.unknown("unknown-trigger", w, "there is no trigger", sortedKeys(c.out.Triggers))
	}
	return id, ok
}

// cardAttributes resolves names of attributes that cards have.
func (c *Compiler) cardAttributes(words []ast.Word) []string {
	var out []string
	for _, w := range words {
		if _, ok := c.out.CardAttributes[w.Text]; ok {
			out = append(out, w.Text)
		} else if !c.out.Broken[w.Text] {
			c.unknown("unknown-attribute", w, "cards have no attribute", sortedKeys(c.out.CardAttributes))
		}
	}
	return out
}

// holderHints resolves the hints for attributes of the table and of seats.
func (c *Compiler) holderHints(in *ast.Layout) {
	seat := sortedKeys(c.out.SeatAttributes)
	for _, w := range in.Turn {
		if !slices.Contains(seat, w.Text) {
			c.unknown("unknown-attribute", w, "seats have no attribute", seat)
			continue
		}
		c.out.Layout.Turn[w.Text] = true
	}
	all := slices.Concat(sortedKeys(c.out.GameAttributes), seat)
	for _, q := range in.Quiet {
		if !slices.Contains(all, q.Name.Text) {
			c.unknown("unknown-attribute", q.Name, "neither the table nor seats have an attribute", all)
			continue
		}
		for _, v := range q.Values {
			c.out.Layout.Quiet[q.Name.Text] = append(c.out.Layout.Quiet[q.Name.Text], v.Text)
		}
	}
}

func (c *Compiler) icon(i ast.Icon) {
	known := sortedKeys(c.out.Types)
	for _, list := range sortedKeys(c.out.Enumerations) {
		known = append(known, c.pack.Spell(c.out.Enumerations[list])...)
	}
	for _, attributes := range []map[string]engine.AttributeID{c.out.GameAttributes, c.out.SeatAttributes,
		c.out.CardAttributes} {
		known = append(known, sortedKeys(attributes)...)
	}
	if !slices.Contains(known, i.Name.Text) {
		c.unknown("unknown-word", i.Name, "there is no attribute, no card type and no word of a list", known)
		return
	}
	c.out.Layout.Icons[i.Name.Text] = i.Texts
}

func (c *Compiler) face(f *ast.Face) *Face {
	out := &Face{Hide: map[string]bool{}, Turned: c.faceValues(f, f.Turned), Quiet: c.faceValues(f, f.Quiet)}
	for _, place := range []struct {
		words []ast.Word
		into  *[]string
	}{{f.Corner, &out.Corner}, {f.Line, &out.Line}, {f.Left, &out.Left}, {f.Middle, &out.Middle},
		{f.Right, &out.Right}} {
		*place.into = c.onFace(f, place.words)
	}
	for _, name := range c.onFace(f, f.Hide) {
		out.Hide[name] = true
	}
	return out
}

// onFace resolves attributes of the face's type.
func (c *Compiler) onFace(f *ast.Face, words []ast.Word) []string {
	var out []string
	known := c.attributesOf(f.Type.Text)
	for _, w := range words {
		switch {
		case slices.Contains(known, w.Text):
			out = append(out, w.Text)
		case !c.out.Broken[w.Text]:
			c.unknown("unknown-attribute", w, "cards of the type "+f.Type.Text+" have no attribute", known)
		}
	}
	return out
}

// faceValues checks values of attributes of the face's type.
func (c *Compiler) faceValues(f *ast.Face, named []ast.NamedValues) map[string][]string {
	out := map[string][]string{}
	for _, n := range named {
		for _, name := range c.onFace(f, []ast.Word{n.Name}) {
			for _, v := range n.Values {
				if _, ok := c.value(v, c.cardTypes[c.out.CardAttributes[name]], name); ok {
					out[name] = append(out[name], v.Text)
				}
			}
		}
	}
	return out
}
