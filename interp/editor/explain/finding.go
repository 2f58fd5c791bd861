package explain

import "github.com/ruledeck/ruledeck/interp/diag"

// Finding explains a kind of finding by its code. It is no part of a game and needs
// none: a pack in which something is found may not load. The error is an UnknownError.
func Finding(code string) (*Thing, error) {
	if k, ok := diag.KindOf(code); ok {
		return &Thing{Kind: "finding", Name: k.Code, Doc: k.Doc, Facts: []Fact{{Name: "what to do", Value: k.Do}}}, nil
	}
	var codes []string
	for _, k := range diag.Kinds() {
		codes = append(codes, k.Code)
	}
	return nil, &UnknownError{"finding", code, codes}
}
