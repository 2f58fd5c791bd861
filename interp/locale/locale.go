// Package locale speaks for a game: it holds the message catalogue of a pack
// and names cards, seats, zones, words and abilities in a language. Messages
// are chosen by go-i18n (language fallback, plural forms); placeholders are
// plain {name}.
//
// It may import the engine, interp/compile and interp/ast.
package locale

import (
	"fmt"
	"sort"
	"strings"
	"unicode"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
)

// Languages are the languages that the program itself speaks; a pack may bring
// more.
var Languages = []string{"en", "fr", "ja"}

// Catalogue is the messages of one pack in all its languages.
type Catalogue struct {
	compiled *compile.Compiled
	bundle   *i18n.Bundle
}

// New makes the catalogue of a compiled pack. Messages that every game needs
// have defaults, which a pack's own messages replace.
func New(c *compile.Compiled) *Catalogue {
	cat := &Catalogue{compiled: c, bundle: i18n.NewBundle(language.English)}
	for _, lang := range sortedKeys(defaults) {
		for _, key := range sortedKeys(defaults[lang]) {
			cat.add(lang, key, defaults[lang][key], nil)
		}
	}
	for _, lang := range sortedKeys(c.Texts) {
		for _, key := range sortedKeys(c.Texts[lang]) {
			m := c.Texts[lang][key]
			cat.add(lang, key, m.Text, m.Forms)
		}
	}
	return cat
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func (c *Catalogue) add(lang, key, text string, forms []ast.Form) {
	tag, err := language.Parse(lang)
	if err != nil {
		return // the loader has reported a file with such a name
	}
	m := &i18n.Message{ID: key, Other: text}
	for _, f := range forms {
		switch f.Category {
		case "zero":
			m.Zero = f.Text
		case "one":
			m.One = f.Text
		case "two":
			m.Two = f.Text
		case "few":
			m.Few = f.Text
		case "many":
			m.Many = f.Text
		default:
			m.Other = f.Text
		}
	}
	_ = c.bundle.AddMessages(tag, m) // fails for no message that has an id
}

// Missing lists the keys that English has and a language lacks, sorted.
func (c *Catalogue) Missing(lang string) []string {
	var keys []string
	for key := range c.compiled.Texts["en"] {
		if c.compiled.Texts[lang][key] == nil {
			keys = append(keys, key)
		}
	}
	sort.Strings(keys)
	return keys
}

// Speaker says things of one game in one language.
type Speaker struct {
	*Catalogue
	Lang   string
	layout *engine.Layout
	local  *i18n.Localizer
	known  map[string]bool
}

// Speaker returns a speaker for games of a layout.
func (c *Catalogue) Speaker(lang string, layout *engine.Layout) *Speaker {
	s := &Speaker{Catalogue: c, Lang: lang, layout: layout, local: i18n.NewLocalizer(c.bundle, lang, "en"), known: map[string]bool{}}
	for _, l := range []string{"en", lang} {
		for key := range c.compiled.Texts[l] {
			s.known[key] = true
		}
		for key := range defaults[l] {
			s.known[key] = true
		}
	}
	return s
}

// Args are the values of a message's placeholders.
type Args map[string]string

// Has tells whether there is a message with that key.
func (s *Speaker) Has(key string) bool { return s.known[key] }

// Message returns the message with its placeholders filled, and whether there
// is one. A placeholder without a value stays as it is, so that the slip shows.
func (s *Speaker) Message(key string, args Args) (string, bool) {
	if !s.known[key] {
		return "", false
	}
	config := &i18n.LocalizeConfig{MessageID: key, TemplateParser: template.IdentityParser{}}
	if count, ok := args["count"]; ok {
		config.PluralCount = count
	}
	// The error only says that the text is a fallback; the text is there.
	text, _ := s.local.Localize(config)
	return Fill(text, args), true
}

// Fill puts values in the places of {name}.
func Fill(text string, args Args) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			break
		}
		length := strings.IndexByte(text[open:], '}')
		if length < 0 {
			break
		}
		b.WriteString(text[:open])
		name := text[open+1 : open+length]
		if value, ok := args[name]; ok {
			b.WriteString(value)
		} else {
			b.WriteString(text[open : open+length+1])
		}
		text = text[open+length+1:]
	}
	b.WriteString(text)
	return b.String()
}

// in picks the text of a language, then English; plain if there is neither.
func (s *Speaker) in(texts ast.Texts, plain string) string {
	if t, ok := texts.In(s.Lang); ok && t != "" {
		return t
	}
	if t, ok := texts.In("en"); ok && t != "" {
		return t
	}
	return Plain(plain)
}

// Plain turns an id into words: underscores become spaces.
func Plain(id string) string { return strings.ReplaceAll(id, "_", " ") }

// Title is the name of the pack.
func (s *Speaker) Title() string {
	return s.in(s.compiled.Labels.Pack, s.compiled.Pack.ID)
}

// Card returns the name of a card.
func (s *Speaker) Card(c engine.CardID) string {
	d := s.layout.Def[c]
	return s.in(s.compiled.Labels.Cards[d], s.compiled.Pack.Defs[d].ID)
}

// Def returns the name of a card definition.
func (s *Speaker) Def(d engine.DefID) string {
	return s.in(s.compiled.Labels.Cards[d], s.compiled.Pack.Defs[d].ID)
}

// Hidden is what stands for a card that the reader does not know.
func (s *Speaker) Hidden() string {
	text, _ := s.Message("hidden.card", nil)
	return text
}

// Type returns the name of a card type.
func (s *Speaker) Type(t engine.TypeID) string {
	return s.in(s.compiled.Labels.Types[t], s.compiled.Pack.Types[t].Name)
}

// Word returns the name of a word.
func (s *Speaker) Word(w engine.Symbol) string {
	word := s.compiled.Pack.Symbols[w]
	if texts := s.compiled.Labels.Words[w]; len(texts) > 0 {
		return s.in(texts, word)
	}
	if text, ok := s.Message("word."+word, nil); ok {
		return text
	}
	if d, ok := s.compiled.Defs[word]; ok {
		return s.Def(d)
	}
	return Plain(word)
}

// Ability returns the name of a named ability.
func (s *Speaker) Ability(name string) string {
	texts := s.compiled.Labels.Abilities[name]
	if len(texts) == 0 {
		if d, ok := s.compiled.Defs[name]; ok {
			return s.Def(d)
		}
	}
	return s.in(texts, name)
}

// HasAbilityName tells whether an ability was given a name of its own.
func (s *Speaker) HasAbilityName(name string) bool { return len(s.compiled.Labels.Abilities[name]) > 0 }

// Phase returns the name of a phase, "" if it was given none.
func (s *Speaker) Phase(p int) string {
	texts := s.compiled.Labels.Phases[p]
	if len(texts) == 0 {
		return ""
	}
	return s.in(texts, s.compiled.Pack.Phases[p].Name)
}

// Seat returns the name of a seat now: the message "seat" filled with the
// seat's attributes, or "Seat 2" while one of them is not set. A name that two
// seats share gets the number.
func (s *Speaker) Seat(p *engine.Position, seat engine.Seat) string {
	if seat == 0 {
		text, _ := s.Message("table", nil)
		return text
	}
	name, ok := s.seatName(p, seat)
	number := fmt.Sprint(int(seat))
	if !ok {
		text, _ := s.Message("seat.unnamed", Args{"number": number})
		return text
	}
	for other := engine.Seat(1); int(other) <= s.layout.Seats; other++ {
		if other == seat {
			continue
		}
		if same, ok := s.seatName(p, other); ok && same == name {
			return name + " (" + number + ")"
		}
	}
	return name
}

func (s *Speaker) seatName(p *engine.Position, seat engine.Seat) (string, bool) {
	if !s.known["seat"] {
		return "", false
	}
	args := Args{"number": fmt.Sprint(int(seat))}
	for i := range s.compiled.Pack.Seats {
		a := &s.compiled.Pack.Seats[i]
		if a.Kind != engine.Word && a.Kind != engine.Card {
			continue
		}
		v, err := p.SeatAttribute(seat, engine.AttributeID(i))
		switch {
		case err != nil || v.Kind == engine.Nil:
		case v.Kind == engine.Word:
			args[a.Name] = s.Word(engine.Symbol(v.N))
		case v.Kind == engine.Card:
			args[a.Name] = s.Card(v.Card())
		}
	}
	text, _ := s.Message("seat", args)
	return text, !strings.Contains(text, "{")
}

// Zone returns the name of a zone: the message zone.<kind> with its owner, or
// the kind's name and the owner's.
func (s *Speaker) Zone(p *engine.Position, z engine.ZoneID) string {
	kind := s.layout.KindOfZone(z)
	name := s.compiled.Pack.Zones[kind].Name
	args := Args{"zone": s.in(s.compiled.Labels.Zones[kind], name)}
	if seat := s.layout.ZoneSeat(z); seat != 0 {
		args["seat"] = s.Seat(p, seat)
	}
	if c := s.layout.ZoneCard(z); c != 0 {
		args["card"] = s.Card(c)
	}
	if s.compiled.Pack.Zones[kind].Rows > 0 {
		row, column := s.layout.BoardPlace(z, 1)
		args["row"], args["column"] = fmt.Sprint(row+1), fmt.Sprint(column+1)
	}
	if text, ok := s.Message("zone."+name, args); ok {
		return text
	}
	key := "zone.of.table"
	switch {
	case args["card"] != "":
		key = "zone.of.card"
	case args["seat"] != "":
		key = "zone.of.seat"
	case args["row"] != "":
		key = "zone.of.board"
	}
	text, _ := s.Message(key, args)
	return text
}

// Value returns the text of a value; sees says whether the reader knows a card.
func (s *Speaker) Value(p *engine.Position, v engine.Value, sees func(engine.CardID) bool) string {
	switch v.Kind {
	case engine.Card:
		if sees != nil && !sees(v.Card()) {
			return s.Hidden()
		}
		return s.Card(v.Card())
	case engine.SeatKind:
		return s.Seat(p, v.Seat())
	case engine.Zone:
		return s.Zone(p, v.Zone())
	case engine.Word:
		return s.Word(engine.Symbol(v.N))
	case engine.Flag:
		if v.N != 0 {
			text, _ := s.Message("yes", nil)
			return text
		}
		text, _ := s.Message("no", nil)
		return text
	case engine.Number:
		return fmt.Sprint(v.N)
	case engine.Handle:
		if in, ok := p.InstanceOf(v); ok {
			return s.AbilityOf(p, in, sees)
		}
	case engine.Nil:
		text, _ := s.Message("nothing", nil)
		return text
	}
	return ""
}

// AbilityOf names an ability with its card: "Guard (Orc Lineman)", or the card
// alone where the ability has no name of its own.
func (s *Speaker) AbilityOf(p *engine.Position, in *engine.Instance, sees func(engine.CardID) bool) string {
	card := ""
	if in.Card != 0 {
		card = s.Value(p, engine.CardValue(in.Card), sees)
	}
	if !s.HasAbilityName(in.Ability.Name) && card != "" {
		return card
	}
	if card == "" {
		return s.Ability(in.Ability.Name)
	}
	text, _ := s.Message("ability.of", Args{"ability": s.Ability(in.Ability.Name), "card": card})
	return text
}

// OptionText is the label of one option of a decision: the message
// option.<prompt> for one of several parts ({1}, {2}), else its parts.
func (s *Speaker) OptionText(p *engine.Position, d *engine.Decision, c *engine.Choice, sees func(engine.CardID) bool) string {
	if c.N == 1 {
		return s.OptionPart(p, d, c.V[0], sees)
	}
	args := Args{}
	parts := make([]string, c.N)
	for i := range c.N {
		parts[i] = s.OptionPart(p, d, c.V[i], sees)
		args[fmt.Sprint(i+1)] = parts[i]
	}
	if text, ok := s.Message("option."+s.compiled.Pack.Symbols[d.Prompt], args); ok {
		return text
	}
	comma, _ := s.Message("list.and", nil)
	return strings.Join(parts, comma)
}

// OptionPart is the label of one value offered: option.<word> for a word, else
// its name.
func (s *Speaker) OptionPart(p *engine.Position, d *engine.Decision, v engine.Value, sees func(engine.CardID) bool) string {
	if v.Kind == engine.Word {
		if text, ok := s.Message("option."+s.compiled.Pack.Symbols[v.N], nil); ok {
			return text
		}
	}
	return s.Value(p, v, sees)
}

// Question is the text of a decision's prompt.
func (s *Speaker) Question(p *engine.Position, d *engine.Decision, sees func(engine.CardID) bool) string {
	args := Args{}
	comma, _ := s.Message("list.and", nil)
	for _, n := range d.About {
		name := s.compiled.Pack.Symbols[n.Name]
		text := s.Value(p, n.Value, sees)
		if before, ok := args[name]; ok {
			text = before + comma + text
		}
		args[name] = text
		if n.Value.Kind == engine.Number {
			args["count"] = fmt.Sprint(n.Value.N)
		}
	}
	key := s.compiled.Pack.Symbols[d.Prompt]
	if text, ok := s.Message("prompt."+key, args); ok {
		return text
	}
	return Plain(strings.ReplaceAll(key, ".", " "))
}

// AttributeName returns the name of an attribute, one of the three lists of the
// pack, and whether the pack gave it one for people.
func (s *Speaker) AttributeName(list []engine.Attribute, i int) (string, bool) {
	labels := s.compiled.Labels.CardAttributes
	switch {
	case len(list) > 0 && len(s.compiled.Pack.Game) > 0 && &list[0] == &s.compiled.Pack.Game[0]:
		labels = s.compiled.Labels.GameAttributes
	case len(list) > 0 && len(s.compiled.Pack.Seats) > 0 && &list[0] == &s.compiled.Pack.Seats[0]:
		labels = s.compiled.Labels.SeatAttributes
	}
	return s.in(labels[i], list[i].Name), len(labels[i]) > 0
}

// ZoneKind returns the name of a kind of zones.
func (s *Speaker) ZoneKind(k engine.ZoneKindID) string {
	return s.in(s.compiled.Labels.Zones[k], s.compiled.Pack.Zones[k].Name)
}

// CardText returns the sentences of a card: its own, and those of its abilities
// that have a name. A text that only names abilities is left out where their
// sentences say it.
func (s *Speaker) CardText(d engine.DefID) []string {
	var out []string
	text, _ := s.Message("card."+s.compiled.Pack.Defs[d].ID, nil)
	names := text
	for _, carried := range s.compiled.Pack.Defs[d].Abilities {
		a := &s.compiled.Pack.Abilities[carried.Ability]
		if a.Part > 0 || !s.HasAbilityName(a.Name) {
			continue
		}
		if sentence, ok := s.Message("ability."+a.Name, nil); ok {
			out = append(out, s.Ability(a.Name)+": "+sentence)
			names = strings.ReplaceAll(names, s.Ability(a.Name), "")
		}
	}
	if strings.ContainsFunc(names, unicode.IsLetter) {
		out = append([]string{text}, out...)
	}
	return out
}
