package explain

import (
	"fmt"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Finding explains a kind of finding by its code. It is no part of a game and needs
// none: a pack in which something is found may not load. That of an older pack has all
// that changed in the language. The error is an UnknownError.
func Finding(code string) (*Thing, error) {
	if k, ok := diag.KindOf(code); ok {
		facts := []Fact{{Name: "what to do", Value: k.Do}}
		if code == "older-api" {
			for _, c := range keyword.History() {
				facts = append(facts, Fact{Name: fmt.Sprintf("since %d", c.API), Value: c.What + ": " + c.Fix})
			}
		}
		return &Thing{Kind: "finding", Name: k.Code, Doc: k.Doc, Facts: facts}, nil
	}
	codes := lists.Map(diag.Kinds(), func(k diag.Kind) string { return k.Code })
	return nil, &UnknownError{"finding", code, codes}
}
