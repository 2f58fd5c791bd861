package keyword

import (
	"slices"
	"sync"
)

// RefOptionValue stands for the values of an option, which authors name.
const RefOptionValue Ref = "option value"

// Together is the key under which stands what all types, or all faces, share.
const Together = "all"

// Reserved are the words that the language itself uses where authors choose names: by what is
// named, each word with what it means there. What scripts write as a field has others, the
// words of Lua and the fields of things.
var Reserved = sync.OnceValue(func() map[Ref]map[string]string {
	return map[Ref]map[string]string{
		RefOption:      {"seats": "means the number of seats, under refuse"},
		RefOptionValue: {"random": "means that one of the values is drawn"},
		RefTrigger: {
			"game":    "means that a limit is never set back, under per",
			"ability": "means an ability that acted, under events",
			"say":     "means a line that a script said, under events",
		},
		RefEnumeration: means("is a type of values",
			AttributeTypes, ItemTypes, ParameterTypes),
		RefCard:    means("means something else under then, in scenarios", Lookup("then").Names()),
		RefAbility: means("means something else among the deeds of a card", Lookup("deeds").Names()),
		RefKind:    means("means something else under where", []string{"self", "friendly", "enemy"}),
		RefZone:    always,
		RefGroup:   always,
	}
})

// always are the names that keeps_in reads as all zones.
var always = map[string]string{"always": "means all zones, under keeps_in"}

func means(what string, words ...[]string) map[string]string {
	out := map[string]string{}
	for _, word := range slices.Concat(words...) {
		out[word] = what
	}
	return out
}
