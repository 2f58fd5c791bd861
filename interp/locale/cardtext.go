package locale

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/ruledeck/ruledeck/engine"
)

// CardText returns the sentences of a card: its own, and those of its abilities
// that have a name, with what the card gives them. A text that only names
// abilities is left out where their sentences say it.
func (s *Speaker) CardText(d engine.DefID) []string {
	var out []string
	def := &s.compiled.Pack.Defs[d]
	key := "card." + def.ID
	if text := s.compiled.Cards[d].Text; text.Given() {
		key = text.Text
	}
	text, _ := s.Message(key, nil)
	names := text
	for i := range def.Abilities {
		a := &s.compiled.Pack.Abilities[def.Abilities[i].Ability]
		if a.Part > 0 || !s.HasAbilityName(a.Name) {
			continue
		}
		if sentence, ok := s.AbilityText(a.Name, def.Abilities[i:]); ok {
			out = append(out, s.Ability(a.Name)+": "+sentence)
			names = strings.ReplaceAll(names, s.Ability(a.Name), "")
		}
	}
	if strings.ContainsFunc(names, unicode.IsLetter) {
		out = append([]string{text}, out...)
	}
	return out
}

// AbilityText returns the sentence of an ability with the parameters that a
// card gives to its parts, the first of which is the first that is carried.
// Without any it is the rule as it stands for all cards.
func (s *Speaker) AbilityText(name string, carried []engine.CardAbility) (string, bool) {
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
	return s.Message("ability."+name, args)
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
	list := &s.compiled.Pack.Lists[v.N]
	items := make([]string, len(list.Items))
	for i, item := range list.Items {
		items[i] = s.Plain(item)
		if list.Keys != nil {
			items[i] = s.Word(list.Keys[i]) + " " + items[i]
		}
	}
	return strings.Join(items, comma)
}
