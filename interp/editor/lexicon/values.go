package lexicon

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Under returns what may stand under a key of a map of names: where the registry takes
// any value, what the thing of the name can be.
func (l *Lexicon) Under(t keyword.Type, key string) keyword.Type {
	value := keyword.Type{}
	switch {
	case t.New:
		return t.ItemAt(key)
	case t.Keys == keyword.RefOption:
		value = named(keyword.Ref(optionValue+key), nil)
	case t.Keys == keyword.RefDie:
		value = l.face(key)
	case t.Keys == keyword.RefAttribute:
		value = l.valueOf(key)
	case t.Keys == keyword.RefAbility && t.Item.Kind == keyword.Any:
		value = keyword.RecordType(paramsOfAbility + key)
		if params := l.abilityParams(key); len(params) > 0 { // one may stand alone
			value = either(value, params[0].Type)
		} else if ids := l.Abilities[key]; len(ids) > 0 && l.Pack.Abilities[ids[0]].Form == engine.Deed {
			value = keyword.Type{Kind: keyword.Flag}
		}
	}
	return fill(*t.Item, value)
}

// fill puts a type where another leaves the value open.
func fill(t, value keyword.Type) keyword.Type {
	switch {
	case value.Kind == keyword.Any:
		return t
	case t.Kind == keyword.Any && t.Like == nil, t.Kind == keyword.Scalar:
		return value
	case t.Kind == keyword.ListOf:
		item := fill(*t.Item, value)
		t.Item = &item
	}
	return t
}

// valueOf is the value of an attribute of the table, of seats or of cards.
func (l *Lexicon) valueOf(name string) keyword.Type {
	for holder, ids := range []map[string]engine.AttributeID{l.GameAttributes, l.SeatAttributes, l.CardAttributes} {
		if id, ok := ids[name]; ok {
			a := &[][]engine.Attribute{l.Pack.Game, l.Pack.Seats, l.Pack.Cards}[holder][id]
			return l.value(a.Kind, a.Item, a.Words)
		}
	}
	return keyword.Type{}
}

// attribute is how the value of an attribute is written.
func (l *Lexicon) attribute(a *engine.Attribute, as keyword.As) keyword.Type {
	value := l.value(a.Kind, a.Item, a.Words)
	if least := int(a.Min); a.HasMin {
		value.Least = &least
	}
	if most := int(a.Max); a.HasMax {
		value.Most = &most
	}
	switch {
	case as == keyword.AsCompared && a.Kind == engine.List || a.IsSet():
		return either(value, list(value), l.value(a.Item, engine.Nil, a.Words))
	case as == keyword.AsCompared:
		return either(value, list(value))
	case as == keyword.AsPrinted && a.By >= 0:
		return either(value, mapBy(keyword.RefWord, l.Pack.Spell(l.Pack.Cards[a.By].Words), value))
	case as != keyword.AsPrinted && a.Kind == engine.Card:
		return named(keyword.RefCardName, nil)
	}
	return value
}

// compared is what a parameter of a trigger is compared with.
func (l *Lexicon) compared(p *engine.Param) keyword.Type {
	switch p.Kind {
	case engine.Card:
		return either(named(keyword.RefKind, nil), keyword.RecordType(filter.CardFilter))
	case engine.SeatKind:
		return keyword.RecordType(filter.SeatFilter)
	case engine.Number:
		return keyword.RecordType("bounds")
	}
	value := l.value(p.Kind, engine.Nil, p.Words)
	return either(value, list(value))
}

// value is a value of a kind of the engine.
func (l *Lexicon) value(k, item engine.Kind, words []engine.Symbol) keyword.Type {
	switch k {
	case engine.Number:
		return keyword.Type{Kind: keyword.Number}
	case engine.Flag:
		return keyword.Type{Kind: keyword.Flag}
	case engine.Word:
		return named(keyword.RefWord, l.Pack.Spell(words))
	case engine.List:
		items := list(l.value(item, engine.Nil, words))
		return either(items, mapBy(keyword.RefWord, l.Pack.Spell(words), keyword.Type{}))
	case engine.Card:
		return named(keyword.RefCard, nil)
	}
	return keyword.Type{}
}

// param is the value of a parameter of an ability: its header says from which list a word is.
func (l *Lexicon) param(ability string, p *engine.AbilityParam) keyword.Type {
	for i := range l.Headers {
		if l.Headers[i].ID != ability {
			continue
		}
		declared := l.Headers[i].Fields.Get("params").Get(p.Name)
		for _, name := range []string{"type", "of"} {
			if of := declared.Get(name); of != nil {
				if words, ok := l.Enumerations[of.Text]; ok {
					one := l.value(engine.Word, engine.Nil, words)
					return either(one, list(one))
				}
			}
		}
	}
	return l.value(p.Kind, engine.Nil, nil)
}

// face is what comes up of a die.
func (l *Lexicon) face(die string) keyword.Type {
	out := keyword.Type{Kind: keyword.Choice}
	i := slices.IndexFunc(l.Tree.Dice, func(d *ast.Die) bool { return d.Name.Text == die })
	if i < 0 {
		return keyword.Type{}
	}
	out.Words = lists.Map(l.Tree.Dice[i].Faces, func(f *ast.Tree) string { return f.Inline() })
	return out
}
