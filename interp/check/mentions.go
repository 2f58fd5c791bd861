package check

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/ruledeck/ruledeck/interp/source"
)

// shelf holds texts in which names are looked for. The names are many and the
// texts long: most names are told by their first word not to be there.
type shelf struct {
	texts [][]byte
	words map[string]bool
	// known holds the names looked for, and whether each exists.
	known sync.Map
}

// shelve returns the texts as a shelf, the same as long as they are the same.
func (c *checker) shelve(use string, texts [][]byte) *shelf {
	s, _ := source.Keep(c.Memo, use, c.Name, string(bytes.Join(texts, []byte{0})), nil,
		func() (*shelf, error) { return newShelf(texts), nil })
	return s
}

func newShelf(texts [][]byte) *shelf {
	s := &shelf{texts: texts, words: map[string]bool{}}
	for _, text := range texts {
		for _, word := range bytes.FieldsFunc(text, func(r rune) bool { return !isWordRune(r) }) {
			s.words[string(word)] = true
		}
	}
	return s
}

func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// has reports whether one of the texts has the name as a whole word.
func (s *shelf) has(name string) bool {
	first := strings.TrimLeftFunc(name, func(r rune) bool { return !isWordRune(r) })
	if end := strings.IndexFunc(first, func(r rune) bool { return !isWordRune(r) }); end >= 0 {
		first = first[:end]
	}
	if !s.words[first] || first == name {
		return s.words[first]
	}
	if found, ok := s.known.Load(name); ok {
		return found.(bool)
	}
	found := s.find(name)
	s.known.Store(name, found)
	return found
}

// find looks for a name through all texts.
func (s *shelf) find(name string) bool {
	var whole *regexp.Regexp
	for _, text := range s.texts {
		if !bytes.Contains(text, []byte(name)) {
			continue
		}
		if whole == nil {
			whole = regexp.MustCompile(`(^|[^\pL\pN_])` + regexp.QuoteMeta(name) + `($|[^\pL\pN_])`)
		}
		if whole.Match(text) {
			return true
		}
	}
	return false
}

// inOverlays reports whether an overlay that the pack carries names something.
func (c *checker) inOverlays(name string) bool {
	if c.overlays == nil {
		c.overlays = c.shelve("overlays", c.Loaded.Carries())
	}
	return c.overlays.has(name)
}

// inScenarios reports whether a scenario names something.
func (c *checker) inScenarios(name string) bool {
	if c.scenarios == nil {
		c.scenarios = c.shelve("scenarios", c.Scenarios)
	}
	return c.scenarios.has(name)
}
