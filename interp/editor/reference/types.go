package reference

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// kinds are the types whose name says all.
var kinds = map[keyword.Kind]string{
	keyword.Any: "anything", keyword.Text: "a text", keyword.Word: "a word", keyword.Number: "a number",
	keyword.Flag:   "true or false",
	keyword.Scalar: "a word, a number or a flag", keyword.Texts: "a text, or one by language",
	keyword.Filter:  "a [[card filter]]",
	keyword.Nothing: "nil", keyword.GameValue: "the table", keyword.SeatValue: "a seat", keyword.CardValue: "a card",
	keyword.ZoneValue: "a zone",
	keyword.Thing:     "a card, seat, zone, word, number or action", keyword.ActionValue: "an action",
	keyword.OptionsValue: "a list of options()",
	keyword.EventValue:   "the parameters of a trigger", keyword.Function: "a function",
	keyword.Real: "a number, whole or not", keyword.Same: "its first argument", keyword.Element: "an item of the list",
}

// typeText says what a type is.
func typeText(t keyword.Type) string {
	switch t.Kind {
	case keyword.Choice:
		if len(t.Words) == 1 {
			return quote(t.Words[0])
		}
		return "one of " + quotes(t.Words)
	case keyword.Name:
		return "the name of " + keyword.Article(string(t.Ref))
	case keyword.ListOf:
		if t.Single {
			return typeText(*t.Item) + ", or a list of such"
		}
		return "a list: each " + typeText(*t.Item)
	case keyword.MapOf:
		if t.One {
			return "a map of one name to " + typeText(*t.Item)
		}
		return "a map of names: each " + typeText(*t.Item)
	case keyword.RecordOf:
		return "a map: [[" + string(t.Ref) + "]]"
	case keyword.Either:
		return strings.Join(lists.Map(t.Of, typeText), "; or ")
	}
	return kinds[t.Kind]
}
