package locale

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/markup"
)

// CardText returns the sentences of a card: its own, and those of its named
// abilities, with the parameters of the card. A text that only names abilities is
// left out if their sentences say it.
func (s *Speaker) CardText(d engine.DefID) []string {
	text, _ := s.CardSentences(d)
	return text
}

// CardSentences are CardText with the key by which the catalogues have each sentence.
func (s *Speaker) CardSentences(d engine.DefID) (out, keys []string) {
	key := s.compiled.Cards[d].TextKey()
	text := s.own(d, key)
	names := text
	for _, carried := range s.named(d) {
		name := s.carrying(carried)
		if text != "" && s.compiled.Headers[carried[0].Ability].Retargeted {
			continue // the card says itself on what it acts
		}
		if sentence, ok := s.deeds(carried); ok {
			out, keys = append(out, sentence), append(keys, "ability."+name)
		} else if sentence, ok := s.AbilityText(name, carried); ok {
			out, keys = append(out, s.rule(name, sentence)), append(keys, "ability."+name)
			names = strings.ReplaceAll(names, s.Ability(name), "")
		}
	}
	if text != "" && (names == text || strings.ContainsFunc(names, unicode.IsLetter)) {
		out, keys = append([]string{text}, out...), append([]string{key}, keys...)
	}
	return out, keys
}

// own is a sentence of a card, with its parameters and the values that are printed on it.
// What an icon has the name of stands for the icon.
func (s *Speaker) own(d engine.DefID, key string) string {
	text, _ := s.Message(key, s.cardArguments(d))
	if strings.Contains(text, "{") {
		args := Args{}
		for _, a := range s.compiled.Pack.Types[s.compiled.Pack.Defs[d].Type].Attributes {
			name := s.compiled.Pack.Cards[a].Name
			if values := s.compiled.Pack.Defs[d].Printed.Of(a); len(values) > 0 && s.compiled.Icons[name] == "" {
				args[name] = s.Printed(a, values[0])
			}
		}
		text = Fill(text, args)
	}
	return s.unmarked(text)
}

// unmarked is a sentence as it is shown where no markup is drawn.
func (s *Speaker) unmarked(text string) string {
	if s.Marked {
		return text
	}
	return markup.Plain(text)
}

// Printed is a value of an attribute that is printed on cards. A text is as its author wrote
// it; a word has a name.
func (s *Speaker) Printed(a engine.AttributeID, v engine.Value) string {
	if v.Kind == engine.Word && s.compiled.Verbatim[a] {
		return s.compiled.Pack.Symbols[v.N]
	}
	return s.Plain(v)
}

// rule is the sentence of an ability behind its name.
func (s *Speaker) rule(name, sentence string) string {
	text, _ := s.Message("scene.rule", Args{"ability": s.Ability(name), "rule": sentence})
	return s.unmarked(text)
}

// named are the abilities of a card that have a name, each with the nameless parts
// that follow it.
func (s *Speaker) named(d engine.DefID) [][]engine.CardAbility {
	var out [][]engine.CardAbility
	carried := s.compiled.Pack.Defs[d].Abilities
	for i := range carried {
		if a := &s.compiled.Pack.Abilities[carried[i].Ability]; a.Under != "" ||
			a.Part == 0 && s.HasAbilityName(a.Name) {
			out = append(out, carried[i:])
		}
	}
	return out
}

// deeds is what a card does under a form: the name of the form, and the sentences of its
// deeds with their numbers. It is none if one of them has no sentence.
func (s *Speaker) deeds(carried []engine.CardAbility) (string, bool) {
	first := &s.compiled.Pack.Abilities[carried[0].Ability]
	if first.Under == "" {
		return "", false
	}
	var said []string
	for i := range first.Then + 1 {
		sentence, ok := s.DeedText(carried[i], carried[0].Ability)
		if !ok {
			return "", false
		}
		said = append(said, sentence)
	}
	form := s.in(s.compiled.Labels.Forms[first.Under], first.Under)
	if first.May {
		form, _ = s.Message("scene.optional", Args{"ability": form})
	}
	text, _ := s.Message("scene.rule", Args{"ability": form, "rule": strings.Join(said, " ")})
	return s.unmarked(text), true
}

func (s *Speaker) carrying(carried []engine.CardAbility) string {
	return s.compiled.Pack.Abilities[carried[0].Ability].Name
}

// AbilityText returns the sentence of an ability with the parameters that a
// card gives to its parts, the first of which is the first that is carried.
// Without any it is the rule as it stands for all cards.
func (s *Speaker) AbilityText(name string, carried []engine.CardAbility) (string, bool) {
	text, ok := s.Message("ability."+name, s.arguments(name, carried))
	if len(carried) > 0 {
		text = s.aimed(text, carried[0].Ability)
	}
	return text, ok
}

// DeedText returns the sentence of a deed that a card does, on the target of the entry in which it
// stands.
func (s *Speaker) DeedText(deed engine.CardAbility, entry engine.AbilityID) (string, bool) {
	name := s.compiled.Pack.Abilities[deed.Ability].Name
	text, ok := s.Message("ability."+name, s.arguments(name, []engine.CardAbility{deed}))
	return s.aimed(text, entry), ok
}

// aimed is a sentence with the name of what an ability acts on, if that has one.
func (s *Speaker) aimed(text string, id engine.AbilityID) string {
	if kind := s.Kind(s.compiled.Pack.Abilities[id].Aim()); kind != "" {
		return Fill(text, Args{"target": kind})
	}
	return text
}

// cardArguments are the parameters that a card gives to its abilities, for its own text;
// of those with one name the first.
func (s *Speaker) cardArguments(d engine.DefID) Args {
	args := Args{}
	carried := s.compiled.Pack.Defs[d].Abilities
	for i, use := range carried {
		a := &s.compiled.Pack.Abilities[use.Ability]
		if a.Part > 0 && i > 0 {
			continue // with the part before it
		}
		for name, v := range s.arguments(a.Name, carried[i:]) {
			if _, given := args[name]; !given && name != "params" {
				args[name] = v
			}
		}
	}
	return args
}

// arguments are the parameters that a card gives to the parts of an ability.
func (s *Speaker) arguments(name string, carried []engine.CardAbility) Args {
	args := Args{}
	var does []string
	for i, use := range carried {
		a := &s.compiled.Pack.Abilities[use.Ability]
		if a.Name != name || i > 0 && a.Part == 0 {
			break
		}
		for j, v := range use.Params {
			does = s.parameter(does, args, name, a.Params[j].Name, v)
		}
	}
	if len(carried) == 0 {
		for _, id := range s.compiled.Abilities[name] {
			for _, p := range s.compiled.Pack.Abilities[id].Params {
				does = s.parameter(does, args, name, p.Name, engine.Value{})
			}
		}
	}
	comma, _ := s.Message("list.and", nil)
	if len(does) > 0 {
		args["params"] = strings.Join(does, comma)
	}
	return args
}

// parameter notes the value of a parameter, and adds what it does to the list;
// nil stands for whatever a card may give. Several parts may share one.
func (s *Speaker) parameter(does []string, args Args, ability, name string, v engine.Value) []string {
	if _, known := args[name]; known {
		return does
	}
	args[name] = "{" + name + "}"
	if v.Kind != engine.Nil {
		args[name] = s.Plain(v)
	}
	one := Args{name: args[name]}
	switch {
	case v.Kind == engine.Number:
		one["count"] = fmt.Sprint(v.N)
	case v.Kind == engine.Nil:
		one["count"] = "2"
	}
	if v.Kind != engine.Nil && v.N == 0 && v.Kind != engine.Word {
		return does
	}
	if text, ok := s.Message("ability."+ability+"."+name, one); ok {
		does = append(does, text)
	}
	return does
}

// Plain returns the text of a value that belongs to no game: one that is printed.
func (s *Speaker) Plain(v engine.Value) string {
	switch v.Kind {
	case engine.Word:
		return s.Word(engine.Symbol(v.N))
	case engine.Flag:
		text, _ := s.Message([...]string{"no", "yes"}[min(v.N, 1)], nil)
		return text
	case engine.List:
	default:
		return fmt.Sprint(v.N)
	}
	comma, _ := s.Message("list.and", nil)
	list := s.compiled.Pack.List(v)
	items := make([]string, len(list.Items))
	for i, item := range list.Items {
		items[i] = s.Plain(item)
		if list.Keys != nil {
			items[i] = s.Word(list.Keys[i]) + " " + items[i]
		}
	}
	return strings.Join(items, comma)
}
