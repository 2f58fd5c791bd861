package stubs

import (
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// className makes of a record's name the name of a class: choose.one becomes
// ruledeck.ChooseOne.
func className(record string) string {
	var out strings.Builder
	out.WriteString("ruledeck.")
	for _, word := range strings.FieldsFunc(record,
		func(r rune) bool { return r == ' ' || r == '.' || r == '_' || r == '-' }) {
		out.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return out.String()
}

// kinds are the types whose name says all.
var kinds = map[keyword.Kind]string{
	keyword.Any: "any", keyword.Text: "string", keyword.Word: "string", keyword.Number: "integer",
	keyword.Flag:   "boolean",
	keyword.Scalar: "string|integer|boolean", keyword.Texts: "string|table<string, string>",
	keyword.Filter:  className("card filter"),
	keyword.Nothing: "nil", keyword.GameValue: "ruledeck.Game", keyword.SeatValue: "ruledeck.Seat",
	keyword.CardValue: "ruledeck.Card",
	keyword.ZoneValue: "ruledeck.Zone", keyword.Thing: "ruledeck.Thing", keyword.ActionValue: "ruledeck.Action",
	keyword.OptionsValue: className("options list"), keyword.EventValue: "ruledeck.Event", keyword.Function: "function",
	keyword.Real: "number", keyword.Same: "T", keyword.Element: "T", keyword.Key: "any",
}

// names are the kinds of names that have an alias, which a game fills.
var names = map[keyword.Ref]string{
	keyword.RefZone: "ruledeck.ZoneName", keyword.RefZones: "ruledeck.ZoneName", keyword.RefType: "ruledeck.TypeName",
	keyword.RefCard: "ruledeck.CardName", keyword.RefAttribute: "ruledeck.AttributeName",
	keyword.RefTrigger: "ruledeck.TriggerName",
	keyword.RefAbility: "ruledeck.AbilityName", keyword.RefStep: "ruledeck.StepName",
	keyword.RefDie: "ruledeck.DieName",
}

// typ writes a type of the registry.
func typ(t keyword.Type) string {
	switch t.Kind {
	case keyword.Choice:
		return quoted(t.Words)
	case keyword.Name:
		if alias := names[t.Ref]; alias != "" {
			return alias
		}
		return "string"
	case keyword.ListOf:
		item := typ(*t.Item)
		list := item + "[]"
		if strings.Contains(item, "|") {
			list = "(" + item + ")[]"
		}
		if t.Single {
			return item + "|" + list
		}
		return list
	case keyword.MapOf:
		return "table<string, " + typ(*t.Item) + ">"
	case keyword.RecordOf:
		return className(string(t.Ref))
	case keyword.Either:
		return strings.Join(lists.Map(t.Of, typ), "|")
	}
	return kinds[t.Kind]
}

// quoted writes words as a type: one of them.
func quoted(words []string) string { return strings.Join(lists.Map(words, strconv.Quote), "|") }
