package keyword

import "slices"

// RefOptionValue stands for the values of an option, which authors name.
const RefOptionValue Ref = "option value"

// FaceOfAll is the key under which stands what all faces have.
const FaceOfAll = "all"

// Reserved are the words that the language itself uses where authors choose names: by what is
// named, each word with what it means there. What scripts write as a field has others, the
// words of Lua and the fields of things.
var Reserved = map[Ref]map[string]string{
	RefOption:      {"seats": "means the number of seats, under refuse"},
	RefOptionValue: {"random": "means that one of the values is drawn"},
	RefType:        {FaceOfAll: "means the types together, under faces"},
	RefTrigger: {
		"game":    "means that a limit is never set back, under per",
		"ability": "means an ability that acted, under events",
		"say":     "means a line that a script said, under events",
	},
	RefEnumeration: means("is a type of values",
		AttributeTypes, ItemTypes, ParameterTypes),
}

func means(what string, words ...[]string) map[string]string {
	out := map[string]string{}
	for _, word := range slices.Concat(words...) {
		out[word] = what
	}
	return out
}
