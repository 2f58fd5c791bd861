package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// CardFinding is one thing that a pack's own check says of a card.
type CardFinding struct {
	// Rule is the rule that is broken, Entry where in the card's file, as
	// starters[4] or deck.r03; By how far it misses, as the script writes the number.
	Rule, Entry, By string
	// Text is the key of the sentence, below check.; Values and Texts fill it.
	Text   string
	Values map[string]engine.Value
	Texts  map[string]string
}

// CheckCard runs a check on a card: a pure function(card) that returns a list of
// {rule =, entry =, by =, text =, values =}.
func (m *Machine) CheckCard(r *engine.Run, step engine.StepID, c engine.CardID) ([]CardFinding, error) {
	defer m.leave(m.enter(r, nil))
	result, err := m.state.Call(m.steps[step], m.cards[c])
	if err != nil {
		return nil, err
	}
	list, ok := result.(*language.Table)
	if !ok {
		return nil, nil
	}
	var found []CardFinding
	for i := 1; i <= list.Len(); i++ {
		if item, ok := list.At(i).(*language.Table); ok {
			found = append(found, m.cardFinding(item))
		}
	}
	return found, nil
}

func (m *Machine) cardFinding(item *language.Table) CardFinding {
	word := func(name string) string {
		if v := item.Field(name); v != nil {
			return language.Text(v)
		}
		return ""
	}
	p := CardFinding{Rule: word("rule"), Entry: word("entry"), By: word("by"), Text: word("text"),
		Values: map[string]engine.Value{}, Texts: map[string]string{}}
	if values, ok := item.Field("values").(*language.Table); ok {
		eachField(values, func(key, value language.Value) {
			if v, err := m.toValue(value, "values"); err == nil {
				p.Values[language.Text(key)] = v
			} else {
				p.Texts[language.Text(key)] = language.Text(value)
			}
		})
	}
	return p
}
