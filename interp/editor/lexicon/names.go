package lexicon

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
)

// Symbol is something that a game has, by its kind and its name: the kinds are
// those of package explain, and text for the key of a sentence.
type Symbol struct{ Kind, Name string }

// Word is one value, or one key, that may stand at a place: what it names, if anything,
// and what people call that.
type Word struct {
	Text, Label, Doc string
	Symbol           Symbol
}

// Symbol is what a name of a kind names; one without a kind if there is no such thing.
func (l *Lexicon) Symbol(ref keyword.Ref, name string) Symbol {
	if ability, ok := strings.CutPrefix(string(ref), paramOf); ok {
		return Symbol{"parameter", ability + "." + name}
	}
	switch ref {
	case keyword.RefPlace:
		if _, phase := l.Phases[name]; phase {
			return Symbol{"phase", name}
		}
	case keyword.RefZones:
		if _, zone := l.Zones[name]; zone {
			return Symbol{"zone", name}
		}
		return Symbol{"group", name}
	case keyword.RefZone:
		name, _, _ = strings.Cut(name, ".") // what lies there
	case keyword.RefCardName, keyword.RefAnswer:
		if id, ok := l.cardNamed(name); ok {
			return Symbol{"card", id}
		}
	}
	return Symbol{ref.Thing(), name}
}

// Known is what a name of a kind names, if the game has it.
func (l *Lexicon) Known(ref keyword.Ref, name string) (Symbol, bool) {
	switch ref {
	case keyword.RefCardName, keyword.RefAnswer:
		s := l.Symbol(ref, name)
		return s, s.Kind != ""
	case keyword.RefWord:
		_, ok := l.Symbols[name]
		return Symbol{"word", name}, ok
	}
	return l.Symbol(ref, name), slices.Contains(l.Names(ref), name)
}

// optionValue stands before the name of an option whose values are named.
const optionValue = "value of "

// Words are the words that may stand for a type: names of its kind, or those that it lists.
func (l *Lexicon) Words(t keyword.Type) []Word {
	switch t.Kind {
	case keyword.Flag:
		return plain("true", "false")
	case keyword.Choice:
		return plain(t.Words...)
	case keyword.Name:
		return l.words(t.Ref, t.Words)
	}
	return nil
}

func plain(texts ...string) []Word {
	out := make([]Word, len(texts))
	for i, text := range texts {
		out[i].Text = text
	}
	return out
}

// words are the names of a kind, or some, each with what people call it.
func (l *Lexicon) words(ref keyword.Ref, some []string) []Word {
	switch ref {
	case keyword.RefCardName:
		return l.cardNames()
	case keyword.RefStop:
		return l.stops()
	case keyword.RefPrompt:
		return l.prompts()
	case keyword.RefLanguage:
		return plain(l.languages()...)
	case keyword.RefSeat:
		return l.seats()
	case keyword.RefParameter:
		for _, p := range l.parameters(l.Trigger, keyword.AsSaid) {
			some = append(some, p.Name)
		}
		return plain(some...)
	}
	if option, ok := strings.CutPrefix(string(ref), optionValue); ok {
		return l.optionValues(option)
	}
	if ref != keyword.RefWord {
		some = l.Names(ref)
	}
	var out []Word
	for _, name := range some {
		symbol := l.Symbol(ref, name)
		out = append(out, Word{name, l.Label(symbol), l.Doc(symbol), symbol})
	}
	return out
}

// ParameterDoc is what a parameter of triggers is.
func (l *Lexicon) ParameterDoc(triggers []string, name string) string {
	for _, t := range l.Tree.Triggers {
		for _, p := range t.Params {
			if slices.Contains(triggers, t.Name.Text) && p.Name.Text == name {
				return p.Doc
			}
		}
	}
	return ""
}

// languages are those that the game has texts in.
func (l *Lexicon) languages() []string {
	langs := []string{"en", "fr", "ja"}
	for lang := range l.Texts {
		if !slices.Contains(langs, lang) {
			langs = append(langs, lang)
		}
	}
	slices.Sort(langs[3:])
	return langs
}

// seats are the numbers of the seats.
func (l *Lexicon) seats() []Word {
	var out []Word
	for n := 1; n <= l.Pack.MaxSeats; n++ {
		out = append(out, Word{Text: fmt.Sprint(n), Doc: fmt.Sprintf("Seat %d.", n)})
	}
	return out
}

// optionValues are the values of an option.
func (l *Lexicon) optionValues(option string) []Word {
	i, ok := l.GameOptions[option]
	if !ok {
		return nil
	}
	o := l.Tree.GameOptions[i]
	var out []Word
	for i, v := range o.Values {
		w := Word{Text: v.Text}
		if i < len(o.Labels) {
			w.Label, _ = o.Labels[i].In("en")
		}
		out = append(out, w)
	}
	if o.Seat {
		out = append(out, Word{Text: "random"})
	}
	return out
}

// stops are the steps of the flow, and the beginnings and ends of its phases.
func (l *Lexicon) stops() []Word {
	out := slices.DeleteFunc(l.words(keyword.RefPlace, nil), func(w Word) bool { return w.Symbol.Kind == "phase" })
	for _, phase := range l.Names(keyword.RefPhase) {
		for _, end := range []string{".begins", ".ends"} {
			out = append(out, Word{Text: phase + end, Symbol: Symbol{"phase", phase}})
		}
	}
	return out
}

// prompts are the questions that the game asks.
func (l *Lexicon) prompts() []Word {
	var out []Word
	for _, text := range l.Names(keyword.RefText) {
		if prompt, ok := strings.CutPrefix(text, "prompt."); ok {
			out = append(out, Word{Text: prompt, Label: l.Texts["en"][text].Text, Symbol: Symbol{"text", text}})
		}
	}
	return out
}

// cardNames are the cards by their English names, by their ids where several share one.
func (l *Lexicon) cardNames() []Word {
	if l.cards != nil {
		return l.cards
	}
	shared := map[string]int{}
	label := func(i int) string { return l.Labels.Cards[i].Or("en", l.Pack.Defs[i].ID) }
	for i := range l.Pack.Defs {
		shared[label(i)]++
	}
	for i := range l.Pack.Defs {
		id := l.Pack.Defs[i].ID
		w := Word{Text: label(i), Label: id, Symbol: Symbol{"card", id}}
		if shared[w.Text] > 1 {
			w.Text, w.Label = id, w.Text
		}
		l.cards = append(l.cards, w)
	}
	slices.SortFunc(l.cards, func(a, b Word) int { return cmp.Compare(a.Text, b.Text) })
	return l.cards
}

// cardNamed is the id of the card that a scenario names.
func (l *Lexicon) cardNamed(text string) (string, bool) {
	if l.byName == nil {
		l.byName = map[string]string{}
		for _, w := range l.cardNames() {
			l.byName[position.Fold(w.Text)], l.byName[position.Fold(w.Symbol.Name)] = w.Symbol.Name, w.Symbol.Name
		}
	}
	name, _, _ := strings.Cut(text, "#")
	id, ok := l.byName[position.Fold(name)]
	return id, ok
}
