package check

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// Words that no list holds can be anything, and so can be misspelt without
// contradiction. What gives them away is that nothing else in the pack knows
// them, and that something near is known where they stand.

// freeWord is a word of no list, and the role it stands in: an attribute of
// cards or a parameter of an ability.
type freeWord struct {
	ast.Word
	role string
}

// lonely reports such words, printed on cards or given to abilities.
func (c *checker) lonely() {
	free := c.freeWords()
	count := map[string]int{}
	roles := map[string][]string{}
	for _, w := range free {
		count[w.Text]++
		roles[w.role] = append(roles[w.role], w.Text)
	}
	for _, w := range free {
		if count[w.Text] != 1 || c.used.Words[w.Text] || c.isWord(w.Text) || !c.own(w.Pos.File) ||
			c.inOverlays(w.Text) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(roles[w.role]), func(other string) bool { return other == w.Text })
		near := slices.Clone(others)
		for _, family := range c.wordFamilies() {
			if slices.ContainsFunc(others, func(other string) bool { return family[other] }) {
				near = append(near, sorted(family)...)
			}
		}
		if likely := diag.Nearest(w.Text, near); likely != "" {
			c.report.Add(diag.Finding{
				Code: "lone-word", Severity: diag.Warning, Pos: w.Pos, Suggestion: likely,
				Message: fmt.Sprintf("the word %q stands nowhere else in the pack", w.Text),
			})
		}
	}
}

// wordFamilies are the names that a free word may repeat, one set for each kind.
func (c *checker) wordFamilies() []map[string]bool {
	if p := c.Compiled; c.words == nil {
		c.words = append(p.WordSets(), setOf(p.Defs), setOf(p.Zones), setOf(p.Types), setOf(p.Abilities),
			setOf(p.Triggers), setOf(p.CardAttributes), setOf(p.Dice))
	}
	return c.words
}

// isWord reports whether one of the families has a name.
func (c *checker) isWord(name string) bool {
	return slices.ContainsFunc(c.wordFamilies(), func(family map[string]bool) bool { return family[name] })
}

func setOf[V any](m map[string]V) map[string]bool {
	set := make(map[string]bool, len(m))
	for name := range m {
		set[name] = true
	}
	return set
}

// freeWords are the words of no list in the cards.
func (c *checker) freeWords() []freeWord {
	var out []freeWord
	add := func(t *ast.Tree, role string) {
		eachWord(t, func(w ast.Word) { out = append(out, freeWord{w, role}) })
	}
	attributes := map[string]bool{}
	for _, t := range c.Loaded.Tree.Types {
		for _, a := range t.Attributes {
			attributes[a.Name.Text] = !a.State &&
				(a.Type.Text == "word" && !a.Of.Given() || a.Type.Text == "list" && a.Of.Text == "word")
		}
	}
	params := c.freeParams()
	for _, card := range c.Compiled.Cards {
		for _, v := range card.Values {
			if attributes[v.Name.Text] {
				add(v.Value, v.Name.Text)
			}
		}
		for _, use := range card.Abilities {
			free := params[use.Name.Text]
			switch {
			case use.Params == nil || len(free) == 0:
			case use.Params.Kind == ast.TreeMap:
				for _, f := range use.Params.Fields {
					if free[f.Name] {
						add(f.Value, use.Name.Text+" "+f.Name)
					}
				}
			default:
				add(use.Params, use.Name.Text+" "+sorted(free)[0])
			}
		}
	}
	return out
}

// freeParams are the parameters of abilities that are words of no list, by
// ability.
func (c *checker) freeParams() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, h := range c.Compiled.Headers {
		params := h.Fields.Get("params")
		if params == nil {
			continue
		}
		for _, f := range params.Fields {
			if t := f.Value.Get("type"); t != nil && t.Text == "word" && f.Value.Get("of") == nil {
				if out[h.ID] == nil {
					out[h.ID] = map[string]bool{}
				}
				out[h.ID][f.Name] = true
			}
		}
	}
	return out
}

// eachWord visits the words in a tree, the keys of its maps too.
func eachWord(t *ast.Tree, visit func(ast.Word)) {
	if t == nil {
		return
	}
	if t.Kind == ast.TreeWord {
		visit(ast.Word{Text: t.Text, Pos: t.Pos})
	}
	for _, item := range t.Items {
		eachWord(item, visit)
	}
	for _, f := range t.Fields {
		visit(ast.Word{Text: f.Name, Pos: f.Pos})
		eachWord(f.Value, visit)
	}
}
