package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// icon is the sign of a word or an attribute, "" for none.
func (c *Composer) icon(name string) string { return c.layout.Icons[name].Or(c.Lang, "") }

// called is what a sign stands for.
func (c *Composer) called(name string) string {
	if text, named := c.attribute(name); named {
		return text
	}
	word := c.Word(c.compiled.Symbols[name])
	if id, ok := c.compiled.Types[name]; ok && word == locale.Plain(name) {
		return c.Type(id)
	}
	return word
}

// attribute is what an attribute of seats, of the table or of cards is called; named
// reports whether it has a name for people.
func (c *Composer) attribute(name string) (text string, named bool) {
	if id, ok := c.compiled.SeatAttributes[name]; ok {
		text, named = c.SeatAttribute(id)
	}
	if id, ok := c.compiled.GameAttributes[name]; ok && !named {
		text, named = c.GameAttribute(id)
	}
	if id, ok := c.compiled.CardAttributes[name]; ok && !named {
		text, named = c.CardAttribute(id)
	}
	return text, named
}

// values are the named values of the table or of a seat.
func (s *composing) values(attributes []view.Attribute, declared []engine.Attribute,
	name func(engine.AttributeID) (string, bool)) []Fact {
	var out []Fact
	for i := range attributes {
		a := &attributes[i]
		label, named := name(a.ID)
		if !named || silent(&a.Value) {
			continue
		}
		f := s.fact(a, &declared[a.ID], label, "")
		if a.Value.Kind != view.NumberValue && a.Value.Kind != view.FlagValue {
			f.Brief = label + " " + f.Brief
		}
		f.Quiet = slices.Contains(s.layout.Quiet[a.Name], plain(&a.Value)) || slices.Contains(s.heading, f.Text) ||
			slices.Contains(s.heading, f.Brief) || strings.EqualFold(label, f.Text)
		out = append(out, f)
	}
	return out
}

// silent reports whether a value says nothing: none, a flag that is not set, an
// empty list.
func silent(v *view.Value) bool {
	return v.Kind == view.NothingValue || v.Kind == view.FlagValue && v.Number == 0 ||
		v.Kind == view.ListValue && len(v.Items) == 0
}

// plain is a value as the files of a pack write it.
func plain(v *view.Value) string {
	switch v.Kind {
	case view.NumberValue:
		return strconv.Itoa(v.Number)
	case view.FlagValue:
		return strconv.FormatBool(v.Number != 0)
	}
	return v.Text
}

// fact is a value of what has the key, with its name.
func (s *composing) fact(a *view.Attribute, declared *engine.Attribute, name, key string) Fact {
	f := Fact{Key: a.Name, Name: name, Text: s.text(&a.Value)}
	f.Brief = s.brief(a.Name, name, &a.Value)
	if a.Value.Kind == view.NumberValue {
		f.Number = s.number(a.Value.Number)
	}
	if a.Printed != nil {
		f.Printed = s.text(a.Printed)
	}
	for i := range a.By {
		f.By = append(f.By, s.modifier(&a.By[i], key))
	}
	f.follow(declared)
	return f
}

// ofCard is a value of a card, whose texts are as they are written.
func (s *composing) ofCard(a *view.Attribute, name, key string) Fact {
	s.verbatim = s.compiled.Verbatim[a.ID]
	f := s.fact(a, &s.compiled.Pack.Cards[a.ID], name, key)
	s.verbatim = false
	return f
}

// follow says of a number that changes and has a most what that is, and how far it has come.
func (f *Fact) follow(declared *engine.Attribute) {
	least, most := int(declared.Min), int(declared.Max)
	if f.Number == nil || !declared.HasMax || !declared.State || most <= least {
		return
	}
	f.Brief += fmt.Sprintf("/%d", most)
	f.Most = declared.Max
	f.Track = int8(max(0, min(100, (*f.Number-least)*100/(most-least))))
}

// number is a number to point at.
func (s *composing) number(n int) *int {
	if len(s.numbers) == cap(s.numbers) {
		s.numbers = make([]int, 0, 64)
	}
	s.numbers = append(s.numbers, n)
	return &s.numbers[len(s.numbers)-1]
}

// modifier is what modifies a value, with how much, and the card that does unless
// it is the one that has the key.
func (s *composing) modifier(m *view.Modifier, key string) string {
	amount := s.text(&m.Amount)
	switch n := m.Amount.Number; m.Op {
	case "add":
		if n >= 0 {
			amount = "+" + amount
		}
	case "remove":
		amount = "−" + amount
	case "at_least":
		amount = "≥" + amount
	case "at_most":
		amount = "≤" + amount
	default:
		amount = "=" + amount
	}
	if m.Card != nil && m.Card.Text == key && s.HasAbilityName(m.Ability) {
		return amount + " " + s.Ability(m.Ability)
	}
	return amount + " " + s.voice.AbilityOf(m.Ability, m.Card)
}

// text is a value in words; equal items of a list are counted.
func (s *composing) text(v *view.Value) string {
	if v.Kind == view.WordValue && s.verbatim {
		return v.Text
	}
	if v.Kind != view.ListValue {
		return s.voice.Value(v)
	}
	var parts []string
	for i := 0; i < len(v.Items); {
		n := i + 1
		for n < len(v.Items) && v.Keys == nil && v.Items[n].Key() == v.Items[i].Key() {
			n++
		}
		part := s.text(&v.Items[i])
		if v.Keys != nil {
			part = v.Keys[i] + " " + part
		}
		if n > i+1 {
			part = fmt.Sprintf("%d %s", n-i, part)
		}
		parts = append(parts, part)
		i = n
	}
	return s.Join(parts)
}

// brief is the short form: a number with its sign or name, a word alone, a flag
// by its name, a list in signs. A printed card has names in place of single signs.
func (s *composing) brief(key, name string, v *view.Value) string {
	if s.printed && (v.Kind == view.NumberValue || v.Kind == view.WordValue) {
		return name + " " + s.text(v)
	}
	switch v.Kind {
	case view.NumberValue:
		icon := s.icon(key)
		if icon == "" {
			return name + " " + strconv.Itoa(v.Number)
		}
		s.signs[key] = true
		if last, _ := utf8.DecodeLastRuneInString(icon); unicode.Is(unicode.Latin, last) {
			icon += " "
		}
		return icon + strconv.Itoa(v.Number)
	case view.FlagValue:
		if icon := s.icon(key); icon != "" && !s.printed {
			s.signs[key] = true
			return icon
		}
		return name
	case view.ListValue:
		return s.briefList(v)
	}
	if v.Kind == view.SeatValue && v.Number >= 1 && v.Number <= len(s.marked) {
		return s.marked[v.Number-1]
	}
	return s.sign(v)
}

// sign is the sign of a word, or its name.
func (s *composing) sign(v *view.Value) string {
	if v.Kind == view.WordValue {
		if icon := s.icon(v.Text); icon != "" {
			s.signs[v.Text] = true
			return icon
		}
	}
	return s.text(v)
}

func (s *composing) briefList(v *view.Value) string {
	if v.Keys != nil {
		return s.text(v)
	}
	var parts []string
	between := ""
	for i := range v.Items {
		parts = append(parts, s.sign(&v.Items[i]))
		if s.icon(v.Items[i].Text) == "" {
			between = "/"
		}
	}
	return strings.Join(parts, between)
}

// slots are the places of a face, in the order in which they are read.
var slots = [...]string{"corner", "line", "left", "middle", "right"}

// faceless is the layout of a card whose type has none.
var faceless = &compile.Face{}

// facts are the values of a known card, those of the face first; turned reports whether the
// card lies turned.
func (s *composing) facts(c *view.Card) (out []Fact, turned bool) {
	hinted := s.layout.Faces[c.Type] != nil
	face := cmp.Or(s.layout.Faces[c.Type], faceless)
	used := make([]bool, len(c.Attributes))
	out = s.facted[:0]
	add := func(i int, slot string) {
		if i < 0 || used[i] {
			return
		}
		used[i] = true
		a := &c.Attributes[i]
		name := a.Name
		label, named := s.CardAttribute(a.ID)
		value := plain(&a.Value)
		turned = turned || slices.Contains(face.Turned[name], value)
		if !named || silent(&a.Value) || s.printed && s.compiled.Pack.Cards[a.ID].State {
			return
		}
		f := s.ofCard(a, label, c.Key)
		f.Slot = slot
		f.Quiet = face.Hide[name] || slices.Contains(face.Quiet[name], value)
		all, now := s.states(c, a)
		switch {
		case s.printed:
			if len(all) > 0 {
				f.Text = s.Join(all)
				f.Brief = label + " " + f.Text
			}
			if face.Hide[name] {
				f.Quiet = slices.Contains(face.Quiet[name], value)
				f.Slot = "foot"
			}
		case len(all) > 0:
			f.Other = s.Join(slices.Delete(all, now, now+1))
		}
		if !hinted {
			s.unhinted(&f, a, s.voice.Value(&c.Is))
		}
		out = append(out, f)
	}
	for i, names := range [...][]string{face.Corner, face.Line, face.Left, face.Middle, face.Right} {
		for _, name := range names {
			add(slices.IndexFunc(c.Attributes, func(a view.Attribute) bool { return a.Name == name }), slots[i])
		}
	}
	for i := range c.Attributes {
		add(i, "")
	}
	if len(s.in.Derived) > 0 {
		out = append(out, s.derived(0, c.Key)...)
	}
	s.facted = out
	return slices.Clip(append([]Fact(nil), out...)), turned
}

// states are the values that a card has printed for each state of the attribute that
// selects among them, with the state's name, and which of them holds now.
func (s *composing) states(c *view.Card, a *view.Attribute) (all []string, now int) {
	pack := s.compiled.Pack
	values := pack.Defs[c.Is.Def].Printed.Of(a.ID)
	by := pack.Cards[a.ID].By
	if by < 0 || len(values) < 2 {
		return nil, 0
	}
	words := pack.Cards[by].Words[:len(values)]
	for w, word := range words {
		all = append(all, s.Word(word)+" "+s.Printed(a.ID, values[w]))
	}
	for i := range c.Attributes {
		if state := &c.Attributes[i]; state.ID == by {
			now = max(0, slices.Index(words, state.Value.Word))
		}
	}
	return all, now
}

// unhinted shows a value of a card whose type has no face in the layout: its numbers
// stand in a line, a list has its name, and what goes without saying is quiet: a number
// that is 0, a state that is as it begins, what the card's name says, if nothing modifies
// them.
func (s *composing) unhinted(f *Fact, a *view.Attribute, name string) {
	declared := &s.compiled.Pack.Cards[a.ID]
	switch {
	case f.Number != nil:
		f.Slot = "line"
	case a.Value.Kind == view.ListValue:
		f.Brief = f.Name + " " + f.Brief
	}
	f.Quiet = a.Printed == nil && (f.Number != nil && *f.Number == 0 ||
		declared.State && a.Value.Raw == declared.Start ||
		slices.Contains(strings.Fields(name), f.Text))
}

// says is the text of a card.
func (c *Composer) says(d engine.DefID) []string {
	text, known := c.texts[d]
	if !known {
		text = c.CardText(d)
		c.texts[d] = text
	}
	return text
}

// Definition is a card as it is printed, without a game: everything on it, for those who
// read or print the pack. Values that it has only in a game are left out, and a value that
// depends on another lists all that are printed.
func (c *Composer) Definition(d engine.DefID) Card {
	card := view.Definition(c.compiled.Pack, d)
	s := c.compose(&view.View{})
	s.printed = true
	out := s.card(&card)
	out.Signs = s.legend()
	return out
}
