// Package locale speaks for a game: it holds the message catalogue of a pack
// and names cards, seats, zones, words and abilities in a language. Messages
// are chosen by go-i18n (language fallback, plural forms); placeholders are
// plain {name}.
//
// What is said to a seat is said by a Voice, from what package view shows to it. What the
// program itself says around a game, in the terminal, on the page and in reports, stands
// in the files of words/, a section for each (see Section).
//
// It may import engine (for the names of things), engine/view, interp/compile,
// interp/diag, interp/lists, interp/markup and interp/ast.
package locale

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/language"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Languages are the languages that the program itself speaks; a pack may bring
// more.
var Languages = []string{"en", "fr", "ja"}

// Catalogue is the messages of one pack in all its languages.
type Catalogue struct {
	compiled *compile.Compiled

	lock   sync.Mutex
	spoken map[string]*spoken
}

// spoken is what there is in a language: the keys of all messages, the text of those that
// are the same for every count, and the others.
type spoken struct {
	known map[string]bool
	plain map[string]string
	local *i18n.Localizer
	// signs are what stands for the icons in sentences where none is drawn; made once they are asked for.
	signs func() Args
}

// New makes the catalogue of a compiled pack. Messages that every game needs
// have defaults, which a pack's own messages replace.
func New(c *compile.Compiled) *Catalogue {
	return &Catalogue{compiled: c, spoken: map[string]*spoken{}}
}

// Lacking lists the program's own sentences that it does not have in a language,
// sorted.
func Lacking(lang string) []string {
	own := catalogue(lang)[InGames]
	return slices.DeleteFunc(lists.Sorted(catalogue("en")[InGames]),
		func(key string) bool { return own[key].Other != "" })
}

// add gives a message in a language to a bundle.
func add(to *i18n.Bundle, lang, key string, from *ast.Message) {
	tag, err := language.Parse(lang)
	if err != nil {
		return // the loader has reported a file with such a name
	}
	m := &i18n.Message{ID: key, Other: from.Text}
	for _, f := range from.Forms {
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
	_ = to.AddMessages(tag, m) // fails for no message that has an id
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
	Lang string
	// Marked leaves the icons of sentences, {name}, and their markup as they are written, for
	// those who draw them.
	Marked bool
	*spoken
}

// Speaker returns a speaker of a language.
func (c *Catalogue) Speaker(lang string) *Speaker {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.spoken[lang] == nil {
		c.spoken[lang] = c.learn(lang)
	}
	return &Speaker{Catalogue: c, Lang: lang, spoken: c.spoken[lang]}
}

// learn finds what there is in a language, or else in English, or else in another: the cards of a
// sheet may have texts in one language alone.
func (c *Catalogue) learn(lang string) *spoken {
	bundle := i18n.NewBundle(language.English)
	s := &spoken{known: map[string]bool{}, plain: map[string]string{}}
	s.signs = sync.OnceValue(func() Args {
		speaker := &Speaker{Catalogue: c, Lang: lang, spoken: s}
		signs := Args{}
		for name := range c.compiled.Icons {
			signs[name] = speaker.Sign(name)
		}
		return signs
	})
	languages := slices.Compact([]string{"en", lang})
	counted := map[string]bool{}
	for _, l := range languages {
		for key, m := range c.compiled.Texts[l] {
			counted[key] = counted[key] || len(m.Forms) > 0
		}
	}
	for _, l := range languages {
		said := map[string]*ast.Message{}
		for key, text := range catalogue(l)[InGames] {
			said[key] = &ast.Message{Text: text.Other}
		}
		maps.Copy(said, c.compiled.Texts[l]) // one without text silences the program's own
		for key, m := range said {
			switch {
			case counted[key]:
				add(bundle, l, key, m)
			case m.Text != "" || !s.known[key]:
				s.plain[key] = m.Text
			}
			s.known[key] = true
		}
	}
	for _, l := range lists.Sorted(c.compiled.Texts) {
		for key, m := range c.compiled.Texts[l] {
			if !s.known[key] {
				s.known[key] = true
				s.plain[key] = m.Text
			}
		}
	}
	s.local = i18n.NewLocalizer(bundle, lang, "en")
	return s
}

// Args are the values of a message's placeholders.
type Args map[string]string

// Pairs are values by the names before them.
func Pairs(pairs ...string) Args {
	args := Args{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[pairs[i]] = pairs[i+1]
	}
	return args
}

// Has reports whether there is a message with that key.
func (s *Speaker) Has(key string) bool { return s.known[key] }

// Message returns the message with its placeholders filled, and whether there
// is one. A placeholder without a value stays as it is, so that the slip shows.
func (s *Speaker) Message(key string, args Args) (string, bool) {
	if text, known := s.plain[key]; known {
		return s.signed(Fill(text, args)), true
	}
	if !s.known[key] {
		return "", false
	}
	return s.signed(Fill(s.localized(key, args), args)), true
}

// signed puts signs or words in the places of icons.
func (s *Speaker) signed(text string) string {
	if s.Marked || len(s.compiled.Icons) == 0 || !strings.Contains(text, "{") {
		return text
	}
	return Fill(text, s.signs())
}

// Sign is what stands for an icon where none is drawn: the layout's sign for the thing of that name, else its name.
func (s *Speaker) Sign(icon string) string {
	if text := s.in(s.compiled.Layout.Icons[icon], ""); text != "" {
		return text
	}
	if id, ok := s.compiled.CardAttributes[icon]; ok {
		text, _ := s.CardAttribute(id)
		return text
	}
	if w, ok := s.compiled.Symbols[icon]; ok {
		return s.Word(w)
	}
	return Plain(icon)
}

// localized is the text of a message for the count among its values.
func (s *Speaker) localized(key string, args Args) string {
	config := &i18n.LocalizeConfig{MessageID: key, TemplateParser: template.IdentityParser{}}
	if count, ok := args["count"]; ok {
		config.PluralCount = count
	}
	// The error only says that the text is a fallback; the text is there.
	text, _ := s.local.Localize(config)
	return text
}

// mostFilled and mostName are how many bytes a text with values in it may have, and a
// name: packs come from strangers, and every line of a game may be such a text.
const (
	mostFilled = 4096
	mostName   = 1024
)

// cut ends a text where it is longer than it may be, between two letters.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

// Fill puts values in the places of {name}, and cuts what becomes too long by it.
func Fill(text string, args Args) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for b.Len() <= mostFilled {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			break
		}
		length := strings.IndexByte(text[open:], '}')
		if length < 0 {
			break
		}
		b.WriteString(cut(text[:open], mostFilled))
		name := text[open+1 : open+length]
		if value, ok := args[name]; ok {
			b.WriteString(isolated(cut(value, mostFilled)))
		} else {
			b.WriteString(text[open : open+length+1])
		}
		text = text[open+length+1:]
	}
	b.WriteString(cut(text, mostFilled))
	return cut(b.String(), mostFilled)
}

// isolated sets a value off from the sentence around it where it is written from right to left,
// or turns the direction itself: the sentence goes on behind it as it began.
func isolated(value string) string {
	turns := func(r rune) bool {
		return r >= 0x590 && r < 0x900 || r >= 0xfb1d && r < 0xff00 && r != 0xfeff || r >= 0x10800 && r < 0x11000 ||
			r >= 0x1e800 && r < 0x1f000 || unicode.Is(unicode.Bidi_Control, r)
	}
	if strings.IndexFunc(value, turns) < 0 {
		return value
	}
	// What the value turns itself must end with it: its marks stay, what spans more does not.
	marks := strings.Map(func(r rune) rune {
		if r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, value)
	return "\u2068" + marks + "\u2069"
}

// in picks the name in a language, in English or in another; plain if there is none.
func (s *Speaker) in(texts ast.Texts, plain string) string {
	text := texts.Or(s.Lang, "")
	if text == "" {
		text = Plain(plain)
	}
	return cut(text, mostName)
}

// Plain turns an id into words: underscores become spaces.
func Plain(id string) string { return strings.ReplaceAll(id, "_", " ") }

// Title is the name of the pack.
func (s *Speaker) Title() string { return s.in(s.compiled.Labels.Pack, s.compiled.Pack.ID) }

// Def returns the name of a card definition.
func (s *Speaker) Def(d engine.DefID) string {
	return s.in(s.compiled.Labels.Cards[d], s.compiled.Pack.Defs[d].ID)
}

// Hidden is what stands for a card that the reader does not know.
func (s *Speaker) Hidden() string {
	text, _ := s.Message("hidden.card", nil)
	return text
}

// Derived returns the name of a derived value, by its place in the pack's list.
func (s *Speaker) Derived(i int) string {
	return s.in(s.compiled.Labels.Derived[i], s.compiled.Pack.Derived[i].Name)
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

// Kind returns what a card of a kind is called in a sentence, "" where there is no such kind.
func (s *Speaker) Kind(name string) string {
	if k := s.compiled.Filters.Kinds[name]; k != nil {
		return s.in(k.Label, name)
	}
	return ""
}

// HasAbilityName reports whether an ability was given a name of its own.
func (s *Speaker) HasAbilityName(name string) bool { return len(s.compiled.Labels.Abilities[name]) > 0 }

// ZoneWord is what the pack calls a kind of zones in its files.
func (s *Speaker) ZoneWord(k engine.ZoneKindID) string { return s.compiled.Pack.Zones[k].Name }

// IsBoard reports whether the zones of a kind have places on a board.
func (s *Speaker) IsBoard(k engine.ZoneKindID) bool { return s.compiled.Pack.Zones[k].Rows > 0 }

// PhaseDepth is how many phases stand around a phase.
func (s *Speaker) PhaseDepth(p int) int { return s.compiled.Pack.Phases[p].Depth }

// Option returns the name of an option of the pack, by its place.
func (s *Speaker) Option(i int) string {
	return s.in(s.compiled.Labels.GameOptions[i], s.compiled.Pack.GameOptions[i].Name)
}

// OptionValue returns the name of a value of an option: its own, or that of the word.
func (s *Speaker) OptionValue(i int, value string) string {
	labels := s.compiled.Labels.OptionValues[i]
	if at := slices.Index(s.compiled.Pack.GameOptions[i].Values, value); at >= 0 &&
		at < len(labels) && len(labels[at]) > 0 {
		return s.in(labels[at], value)
	}
	if w, known := s.compiled.Symbols[value]; known {
		return s.Word(w)
	}
	return value
}

// PublicAttributes are the names of the table's attributes that everybody sees.
func (s *Speaker) PublicAttributes() []string { return s.compiled.Pack.PublicAttributes() }

// Phase returns the name of a phase, "" if it was given none.
func (s *Speaker) Phase(p int) string {
	texts := s.compiled.Labels.Phases[p]
	if len(texts) == 0 {
		return ""
	}
	return s.in(texts, s.compiled.Pack.Phases[p].Name)
}

// GameAttribute, SeatAttribute and CardAttribute return the name of an attribute
// of the table, of seats or of cards, and whether the pack gave it one for people.
func (s *Speaker) GameAttribute(a engine.AttributeID) (string, bool) {
	return s.attribute(s.compiled.Labels.GameAttributes, s.compiled.Pack.Game, a)
}

// SeatAttribute is GameAttribute for an attribute of seats.
func (s *Speaker) SeatAttribute(a engine.AttributeID) (string, bool) {
	return s.attribute(s.compiled.Labels.SeatAttributes, s.compiled.Pack.Seats, a)
}

// CardAttribute is GameAttribute for an attribute of cards.
func (s *Speaker) CardAttribute(a engine.AttributeID) (string, bool) {
	return s.attribute(s.compiled.Labels.CardAttributes, s.compiled.Pack.Cards, a)
}

func (s *Speaker) attribute(labels []ast.Texts, list []engine.Attribute, a engine.AttributeID) (string, bool) {
	return s.in(labels[a], list[a].Name), len(labels[a]) > 0
}

// ZoneKind returns the name of a kind of zones.
func (s *Speaker) ZoneKind(k engine.ZoneKindID) string {
	return s.in(s.compiled.Labels.Zones[k], s.compiled.Pack.Zones[k].Name)
}
