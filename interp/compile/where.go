package compile

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// where lowers the conditions of an ability: on its card, and on the
// parameters of the trigger.
func (f *filterer) where(t *ast.Tree) []engine.Condition {
	if t.Kind == ast.TreeList && len(t.Items) == 0 {
		return nil
	}
	if t.Kind != ast.TreeMap {
		f.wrong(t, "where", "a table of conditions")
		return nil
	}
	var out []engine.Condition
	for _, field := range t.Fields {
		if f.empty(field) {
			continue
		}
		if field.Name == "self" {
			out = append(out, engine.Condition{Param: -1, Filter: f.card(field.Value)})
			continue
		}
		i := f.whereParam(field)
		if i < 0 {
			continue
		}
		if filter := f.onParam(&f.trigger.Params[i], field.Value); filter != nil {
			out = append(out, engine.Condition{Param: i, Filter: filter})
		}
	}
	return out
}

func (f *filterer) whereParam(field ast.TreeField) int {
	allowed := append([]string{"self"}, paramNames(f.trigger, engine.Nil)...)
	for i, name := range allowed[1:] {
		if name == field.Name {
			return i
		}
	}
	message := fmt.Sprintf("where cannot look at %q: this ability answers no trigger", field.Name)
	if f.trigger != nil {
		message = fmt.Sprintf("the trigger %s has no parameter %q", f.trigger.Name, field.Name)
	}
	f.report.Unknown("unknown-parameter", field.Pos, message, field.Name, allowed)
	return -1
}

// onParam lowers the condition on one parameter.
func (f *filterer) onParam(p *engine.Param, t *ast.Tree) *engine.Filter {
	if t.Kind == ast.TreeMap && len(t.Fields) == 1 && t.Fields[0].Name == "not" && p.Kind != engine.Card {
		sub := f.onParam(p, t.Fields[0].Value)
		if sub == nil {
			return nil
		}
		return &engine.Filter{Terms: []engine.Term{{Op: engine.TermNot, Sub: sub}}}
	}
	var term engine.Term
	ok := true
	switch p.Kind {
	case engine.Card:
		if t.Kind != ast.TreeWord {
			return f.card(t)
		}
		term, ok = f.cardWord(t, p)
	case engine.SeatKind:
		return f.seat(p, t)
	case engine.Zone:
		term, ok = f.zone(t)
	default:
		term, ok = f.compare(t, p.Kind, p.Words, p.Name, true)
	}
	if !ok {
		return nil
	}
	return &engine.Filter{Terms: []engine.Term{term}}
}

// cardWords are words for the most used filters on a card.
var cardWords = []string{"self", "friendly", "enemy"}

func (f *filterer) cardWord(t *ast.Tree, p *engine.Param) (engine.Term, bool) {
	switch t.Text {
	case "self":
		return engine.Term{Op: engine.TermSelf}, true
	case "friendly":
		return engine.Term{Op: engine.TermFriendly}, true
	case "enemy":
		return engine.Term{Op: engine.TermEnemy}, true
	}
	f.unknownTree("unknown-value", t, fmt.Sprintf("%s is a card and is compared with a filter or a word, not", p.Name), cardWords)
	return engine.Term{}, false
}

// seatWords are the words for filters on a seat.
var seatWords = []string{"friendly", "enemy"}

// seat lowers a filter on a seat: friendly, enemy, or a table. p is nil for a
// seat that is no parameter.
func (f *filterer) seat(p *engine.Param, t *ast.Tree) *engine.Filter {
	name := "a seat"
	if p != nil {
		name = p.Name
	}
	switch {
	case t.Kind == ast.TreeWord && t.Text == "friendly":
		return &engine.Filter{Terms: []engine.Term{{Op: engine.TermFriendly}}}
	case t.Kind == ast.TreeWord && t.Text == "enemy":
		return &engine.Filter{Terms: []engine.Term{{Op: engine.TermEnemy}}}
	case t.Kind == ast.TreeWord:
		f.unknownTree("unknown-value", t, name+" is a seat and is compared with a word or a table, not", seatWords)
		return nil
	case t.Kind != ast.TreeMap:
		f.wrong(t, name, "friendly, enemy or a table of conditions on a seat")
		return nil
	}
	out := &engine.Filter{}
	record := keyword.Lookup("seat filter")
	for _, field := range t.Fields {
		switch field.Name {
		case "friendly", "enemy":
			op := engine.TermFriendly
			if field.Name == "enemy" {
				op = engine.TermEnemy
			}
			if field.Value.Kind != ast.TreeFlag {
				f.wrong(field.Value, field.Name, "true or false")
			}
			out.Terms = append(out.Terms, engine.Term{Op: op, Not: !field.Value.Flag})
		case "is":
			if i, ok := f.param(field.Value, engine.SeatKind); ok {
				out.Terms = append(out.Terms, engine.Term{Op: engine.TermIs, Attr: engine.AttributeID(i)})
			}
		case "not":
			if sub := f.seat(p, field.Value); sub != nil {
				out.Terms = append(out.Terms, engine.Term{Op: engine.TermNot, Sub: sub})
			}
		default:
			f.report.Unknown("unknown-filter", field.Pos, fmt.Sprintf("a filter on a seat has no condition %q", field.Name), field.Name, record.Names())
		}
	}
	return out
}
