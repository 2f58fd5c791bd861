package diag

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// Kind is a kind of finding: what its code means, and what to do about it.
type Kind struct {
	Code string
	// Doc says what is wrong, Do what mends it; sentences for designers, names in
	// backquotes.
	Doc, Do string
}

// Kinds returns all kinds of findings by their codes: those of check, and the
// failures of tests, which are told in the same form.
func Kinds() []Kind { return slices.Clone(kinds()) }

// KindOf returns the kind that has a code; false if none has.
func KindOf(code string) (Kind, bool) {
	all := kinds()
	i, found := slices.BinarySearchFunc(all, code,
		func(k Kind, code string) int { return strings.Compare(k.Code, code) })
	if !found {
		return Kind{}, false
	}
	return all[i], true
}

// told is the one list of codes, sorted; a test holds it against the source.
//
//go:embed codes.md
var told string

// kinds reads the list when it is first asked for: a heading and two paragraphs for each.
var kinds = sync.OnceValue(func() []Kind {
	sections := strings.Split(told, "\n## ")
	out := make([]Kind, len(sections)-1)
	for i, section := range sections[1:] {
		parts := strings.SplitN(strings.TrimSpace(section), "\n\n", 3)
		for n, to := range []*string{&out[i].Code, &out[i].Doc, &out[i].Do} {
			*to = strings.ReplaceAll(parts[n], "\n", " ")
		}
	}
	return out
})
