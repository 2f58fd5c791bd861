// Package lexicon is the registry with the names of a game: what may stand at each place
// of the files of its packs, as editors offer it. Where the registry leaves keys and
// values to the game, they are those of its attributes, zones, triggers, cards and words.
//
//	lexicon.go   the keys of maps
//	values.go    what may stand under them
//	names.go     the names of each kind
//	declared.go  what the game declares, and what people call it
package lexicon

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// Lexicon knows what may stand in the files of one game, and without one what the language
// has. It is a walk.Registry.
type Lexicon struct {
	*compile.Compiled
	// Headers are the headers of the abilities in scripts, with the parameters that cards set.
	Headers []compile.Header
	// Overlay is set for the game.yaml of a pack that changes another.
	Overlay bool
	// Defaults is the defaults record of the card file, nil for none.
	Defaults *source.Node
	// Trigger is the one that an ability answers, "" for none.
	Trigger string

	// cards are the names of the cards, byName their ids by what scenarios call them,
	// once they have been asked for.
	cards  []Word
	byName map[string]string
	// declared is what the game declares, first the first of each name.
	declared []Declared
	first    map[Symbol]Declared
}

func list(item keyword.Type) keyword.Type    { return keyword.Type{Kind: keyword.ListOf, Item: &item} }
func either(of ...keyword.Type) keyword.Type { return keyword.Type{Kind: keyword.Either, Of: of} }
func named(ref keyword.Ref, words []string) keyword.Type {
	return keyword.Type{Kind: keyword.Name, Ref: ref, Words: words}
}
func mapBy(ref keyword.Ref, words []string, item keyword.Type) keyword.Type {
	return keyword.Type{Kind: keyword.MapOf, Keys: ref, Words: words, Item: &item}
}

// Flat returns the ways in which a place may be filled: of several alternatives each, of
// a list that one value may stand for that value, of what the game knows better that.
func (l *Lexicon) Flat(types []keyword.Type) []keyword.Type {
	var out []keyword.Type
	for _, t := range types {
		switch {
		case t.Like != nil:
			out = append(out, l.Flat([]keyword.Type{*t.Like})...)
		case t.Kind == keyword.Either:
			out = append(out, l.Flat(t.Of)...)
		case t.Kind == keyword.Texts:
			out = append(out, mapBy(keyword.RefLanguage, nil, keyword.Type{Kind: keyword.Text}))
		case t.Kind == keyword.Filter:
			out = append(out, keyword.RecordType(filter.CardFilter))
		case t.Kind == keyword.ListOf:
			out = append(out, t)
			if t.Single {
				out = append(out, l.Flat([]keyword.Type{*t.Item})...)
			}
			if l.Overlay {
				out = append(out, keyword.RecordType("list change"))
			}
		default:
			out = append(out, t)
		}
	}
	return out
}

// At returns the ways in which the place at the end of a path of keys may be filled, ""
// for a list; nil for no such place.
func (l *Lexicon) At(t keyword.Type, path []string) []keyword.Type {
	ways := l.Flat([]keyword.Type{t})
	for i, name := range path {
		if name == "" {
			if i < len(path)-1 {
				ways = l.Flat(walk.Items(ways))
			}
			continue
		}
		keys := walk.KeysOf(l, ways, nil)
		f, ok := keys.Field(name)
		if !ok {
			return nil
		}
		ways = l.Flat([]keyword.Type{f.Type})
	}
	return ways
}

// Record returns the keys of a map of a type, those of the game among them; in is the
// map, nil for any.
func (l *Lexicon) Record(t keyword.Type, in *source.Node) *keyword.Record {
	switch t.Kind {
	case keyword.MapOf:
		return l.names(t)
	case keyword.RecordOf:
		if ability, ok := strings.CutPrefix(string(t.Ref), paramsOfAbility); ok {
			return &keyword.Record{Fields: l.abilityParams(ability)}
		}
		if trigger, ok := strings.CutPrefix(string(t.Ref), paramsOfTrigger); ok {
			return &keyword.Record{Fields: l.parameters(trigger, keyword.AsSaid)}
		}
		r := l.Conditions().Lookup(string(t.Ref))
		if (len(r.Adds) == 0 || l.Compiled == nil) && !(l.Overlay && r.Name == "game file") {
			return r
		}
		out := *r
		out.Fields = slices.Clone(r.Fields)
		for _, a := range r.Adds {
			out.Fields = append(out.Fields, l.added(r, a, in)...)
		}
		if l.Overlay && r.Name == "game file" {
			i := slices.IndexFunc(out.Fields, func(f keyword.Field) bool { return f.Name == "flow" })
			out.Fields[i].Type = keyword.RecordType("flow patch")
			out.Fields = append(out.Fields,
				keyword.Field{Name: keyword.RemoveKey, Doc: "What of the base's game.yaml is not in the game."})
		}
		return &out
	}
	return nil
}

// names are the keys of a map by names: one for each name that there is.
func (l *Lexicon) names(t keyword.Type) *keyword.Record {
	r := &keyword.Record{}
	if t.Keys == keyword.RefText {
		r.Fields = l.sentences()
		return r
	}
	for _, w := range l.words(t.Keys, t.Words) {
		r.Fields = append(r.Fields, keyword.Field{Name: w.Text, Doc: strings.TrimSpace(w.Label + " " + w.Doc),
			Names: t.Keys, Type: l.Under(t, w.Text)})
	}
	if t.Keys == keyword.RefAbility && t.One {
		r.Fields = append(r.Fields, l.names(mapBy(keyword.RefForm, nil, keyword.RecordType("deeds"))).Fields...)
	}
	return r
}

// The records of parameters are made for each ability and each trigger.
const (
	paramsOfAbility = "parameters of the ability "
	paramsOfTrigger = "parameters of the trigger "
)

// paramOf stands before the name of an ability whose parameter is named.
const paramOf = "parameter of "

// added are the keys that a record has from the game.
func (l *Lexicon) added(r *keyword.Record, a keyword.Added, in *source.Node) []keyword.Field {
	var out []keyword.Field
	switch a.Names {
	case keyword.RefAttribute:
		known := l.typeOf(in)
		of := map[string][]engine.Attribute{"table": l.Pack.Game, "seat": l.Pack.Seats, "card": l.Pack.Cards}
		for id, attribute := range of[a.Holder] {
			if a.As != keyword.AsPrinted && !stated(a.As, &attribute) ||
				a.As == keyword.AsPrinted && (attribute.State ||
					known >= 0 && !slices.Contains(l.Pack.Types[known].Attributes, engine.AttributeID(id))) {
				continue
			}
			f := keyword.Field{Name: attribute.Name, Names: keyword.RefAttribute, Type: l.attribute(&attribute, a.As)}
			if a.As >= keyword.AsPrinted {
				f.Doc = l.Tree.AttributeDoc(attribute.Name)
			}
			if r.Name == "card patch" && attribute.Kind == engine.List {
				f.Type = either(f.Type, keyword.RecordType("list change"))
			}
			out = append(out, f)
		}
	case keyword.RefZone:
		for i := range l.Pack.Zones {
			z := &l.Pack.Zones[i]
			if z.Of != holders[a.Holder] {
				continue
			}
			out = append(out, keyword.Field{Name: z.Name, Names: a.Names, Type: a.Item,
				Doc: l.Doc(Symbol{"zone", z.Name})})
			for _, part := range a.Parts {
				out = append(out,
					keyword.Field{Name: z.Name + part, Names: a.Names, Type: a.Item, Doc: zoneParts[part]})
			}
		}
	case keyword.RefParameter:
		out = l.parameters(l.Trigger, a.As)
	case keyword.RefTrigger:
		for i := range l.Pack.Triggers {
			name := l.Pack.Triggers[i].Name
			out = append(out, keyword.Field{Name: name, Names: a.Names, Doc: l.Doc(Symbol{"trigger", name}),
				Type: keyword.RecordType(paramsOfTrigger + name)})
		}
	case keyword.RefSeat, keyword.RefCardName, keyword.RefAbility:
		out = l.names(mapBy(a.Names, nil, a.Item)).Fields
	}
	return out
}

// stated reports whether an attribute may be written in a way that is not print: what is state
// alone, and of that what can be paid.
func stated(as keyword.As, a *engine.Attribute) bool {
	switch as {
	case keyword.AsState:
		return a.State
	case keyword.AsPaid:
		return a.State && (a.Kind == engine.Number || a.Kind == engine.Flag)
	}
	return true
}

var holders = map[string]engine.Holder{"table": engine.OfTable, "seat": engine.OfSeat, "card": engine.OfCard}

var zoneParts = map[string]string{
	".has":   "Cards that lie there, among others.",
	".lacks": "Cards that do not lie there.",
	".count": "How many cards lie there.",
	".top":   "The card on top.", ".bottom": "The card at the bottom.",
}

// typeOf is the type of the card that a map describes: what it says, what the
// file's defaults say, or what the patched card is; -1 if that is not known.
func (l *Lexicon) typeOf(in *source.Node) engine.TypeID {
	for _, n := range []*source.Node{in.Get("type"), l.Defaults.Get("type")} {
		if n != nil {
			if t, ok := l.Types[n.Text]; ok {
				return t
			}
		}
	}
	if id := in.Get("id"); id != nil {
		if d, ok := l.Defs[id.Text]; ok {
			return l.Pack.Defs[d].Type
		}
	}
	return -1
}

// parameters returns the parameters of a trigger.
func (l *Lexicon) parameters(trigger string, as keyword.As) []keyword.Field {
	id, ok := l.Triggers[trigger]
	if !ok {
		return nil
	}
	var out []keyword.Field
	t := &l.Pack.Triggers[id]
	for i := range t.Params {
		p := &t.Params[i]
		f := keyword.Field{Name: p.Name}
		if as == keyword.AsCompared {
			f.Doc = l.ParameterDoc([]string{trigger}, p.Name)
			f.Type = l.compared(p)
		} else if f.Type = l.value(p.Kind, engine.Nil, p.Words); p.Kind == engine.Card {
			f.Type = named(keyword.RefCardName, nil)
		}
		out = append(out, f)
	}
	return out
}

// abilityParams are the parameters of a named ability.
func (l *Lexicon) abilityParams(ability string) []keyword.Field {
	var out []keyword.Field
	for _, id := range l.Abilities[ability] {
		for _, p := range l.Pack.Abilities[id].Params {
			f := keyword.Field{Name: p.Name, Names: paramOf + keyword.Ref(ability), Type: l.param(ability, &p)}
			if slices.ContainsFunc(out, func(o keyword.Field) bool { return o.Name == p.Name }) {
				continue
			}
			if m := l.Texts["en"]["ability."+ability+"."+p.Name]; m != nil {
				f.Doc = m.Text
			}
			out = append(out, f)
		}
	}
	return out
}

// sentences are the keys of sentences that the game can say, those of its own names
// included.
func (l *Lexicon) sentences() []keyword.Field {
	var out []keyword.Field
	add := func(name, doc string) {
		out = append(out, keyword.Field{Name: name, Doc: doc, Names: keyword.RefText,
			Type: keyword.RecordType("message")})
	}
	for i := range keyword.Messages {
		m := &keyword.Messages[i]
		names := m.Refs()
		switch {
		case len(names) == 0:
			add(m.Key, m.Doc)
		case l.Compiled != nil && len(names) == 1 && spoken[keyword.Ref(names[0])]:
			for _, name := range l.Compiled.Names(keyword.Ref(names[0])) {
				add(strings.Replace(m.Key, "<"+names[0]+">", name, 1), m.Doc)
			}
		}
	}
	return out
}

// spoken are the kinds of names that have sentences of their own.
var spoken = map[keyword.Ref]bool{keyword.RefAbility: true, keyword.RefTrigger: true, keyword.RefZone: true,
	keyword.RefCard: true, keyword.RefDie: true, keyword.RefPhase: true, keyword.RefAttribute: true}
