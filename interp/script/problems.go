package script

import (
	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// Problem is one thing that a pack's own check says of a card.
type Problem struct {
	// Rule is the rule that is broken, Entry where in the card's file, as
	// starters[4] or deck.r03; By how far it misses.
	Rule, Entry string
	By          int
	// Text is the key of the sentence, below check.; Values and Texts fill it.
	Text   string
	Values map[string]engine.Value
	Texts  map[string]string
}

// Problems runs a check on a card: a pure function(card) that returns a list of
// {rule =, entry =, by =, text =, values =}.
func (m *Machine) Problems(r *engine.Run, step engine.StepID, c engine.CardID) ([]Problem, error) {
	defer m.leave(m.enter(r, nil))
	if err := m.clean(m.state.Call(m.steps[step], 1, m.cards[c])); err != nil {
		return nil, err
	}
	list, ok := m.state.Result(0).(*lua.LTable)
	if !ok {
		return nil, nil
	}
	var found []Problem
	for i := 1; i <= list.Len(); i++ {
		if item, ok := list.RawGetInt(i).(*lua.LTable); ok {
			found = append(found, m.problem(item))
		}
	}
	return found, nil
}

func (m *Machine) problem(item *lua.LTable) Problem {
	word := func(name string) string {
		if v := item.RawGetString(name); v != lua.LNil {
			return sandbox.Text(v)
		}
		return ""
	}
	p := Problem{Rule: word("rule"), Entry: word("entry"), Text: word("text"), Values: map[string]engine.Value{}, Texts: map[string]string{}}
	if by, ok := item.RawGetString("by").(lua.LNumber); ok {
		p.By = int(by)
	}
	if values, ok := item.RawGetString("values").(*lua.LTable); ok {
		eachField(values, func(key, value lua.LValue) {
			if v, err := m.toValue(value, "values"); err == nil {
				p.Values[sandbox.Text(key)] = v
			} else {
				p.Texts[sandbox.Text(key)] = sandbox.Text(value)
			}
		})
	}
	return p
}
