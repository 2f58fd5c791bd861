package check

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
)

var wholeNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\pL\pN{.])(\pN+)($|[^\pL\pN}.%])`)
})

// plainNumbers notes numbers in texts that equal a parameter of the ability: if a card
// gives the parameter another value, or a designer changes it, the text becomes wrong.
func (c *checker) plainNumbers() {
	p := c.Compiled.Pack
	abilities := map[string]map[string][]int{} // by ability and parameter, as cards give it
	for name := range c.Compiled.Abilities {
		if c.numbered("ability."+name) != nil {
			abilities[name] = map[string][]int{}
		}
	}
	for i := range p.Defs {
		own := map[string][]int{}
		key := "card." + p.Defs[i].ID
		m := c.numbered(key)
		for _, use := range p.Defs[i].Abilities {
			a := &p.Abilities[use.Ability]
			given := abilities[a.Name]
			for k, v := range use.Params {
				if name := a.Params[k].Name; v.Kind == engine.Number {
					if m != nil {
						own[name] = append(own[name], int(v.N))
					}
					if given != nil {
						given[name] = append(given[name], int(v.N))
					}
				}
			}
		}
		if m != nil {
			c.plainIn(key, m, own)
		}
	}
	for _, name := range sorted(abilities) {
		c.plainIn("ability."+name, c.numbered("ability."+name), abilities[name])
	}
}

// numbered is the sentence of a key of the own files if it says a number, else nil.
func (c *checker) numbered(key string) *ast.Message {
	m := c.Compiled.Texts["en"][key]
	if m == nil || !strings.ContainsAny(m.Text, "0123456789") || !c.own(m.Key.Pos.File) {
		return nil
	}
	return m
}

// plainIn notes the numbers in a sentence that are one parameter.
func (c *checker) plainIn(key string, m *ast.Message, values map[string][]int) {
	if len(values) == 0 || slices.Contains(used(m), "params") {
		return
	}
	for _, name := range sorted(values) {
		n := values[name][0]
		others := slices.ContainsFunc(sorted(values), func(other string) bool {
			return other != name && slices.Contains(values[other], n)
		})
		if others || slices.Contains(used(m), name) || len(slices.Compact(slices.Clone(values[name]))) > 1 ||
			!says(m, fmt.Sprint(n)) {
			continue
		}
		c.report.Add(diag.Finding{
			Code: "plain-number", Severity: diag.Note, Pos: m.Key.Pos,
			FixHint: diag.FixHint{What: "number", Name: fmt.Sprint(key, " ", name, " ", n)},
			Message: fmt.Sprintf("the sentence %q says %d, which is the parameter %q: write {%s}", key, n, name, name),
		})
	}
}

// says reports whether a sentence says a number once.
func says(m *ast.Message, number string) bool {
	notIn := func(r rune) bool { return !unicode.IsNumber(r) }
	if len(m.Forms) > 0 || !slices.Contains(strings.FieldsFunc(m.Text, notIn), number) {
		return false
	}
	found := wholeNumber().FindAllStringSubmatch(m.Text, -1)
	return len(found) == 1 && found[0][2] == number
}
