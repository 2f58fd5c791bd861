package explain

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// wordNames are the words of the pack's lists of words.
func (e *Explainer) wordNames() []string {
	var names []string
	for _, list := range e.compiled.Tree.Words {
		names = append(names, lists.Map(list.Words, func(w ast.Word) string { return w.Text })...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// word explains a word of one list or of several: the lists, the attributes that
// can be it, the cards on which it is printed, and the lines of scripts that name it.
func (e *Explainer) word(name string) *Thing {
	var t *Thing
	for _, list := range e.compiled.Tree.Words {
		i := slices.IndexFunc(list.Words, func(w ast.Word) bool {
			return w.Text == name || fold(e.wordLabel(list, w)) == fold(name)
		})
		if i < 0 {
			continue
		}
		w := list.Words[i]
		if t == nil {
			t = &Thing{Kind: "word", Name: w.Text, Label: e.wordLabel(list, w), At: w.Pos}
		}
		t.Facts = append(t.Facts, Fact{Name: "one of", Value: list.Name.Text, At: list.Name.Pos})
		for _, h := range e.holders() {
			for _, a := range h.attributes {
				if a.Type.Text == list.Name.Text || a.Of.Text == list.Name.Text {
					t.Facts = append(t.Facts, attributeFact(a.Name.Text+" of "+h.name, a))
				}
			}
		}
	}
	if t == nil {
		return nil
	}
	for d, card := range e.compiled.Cards {
		if slices.ContainsFunc(card.Values, func(v ast.CardValue) bool { return says(v.Value, t.Name) }) {
			t.Cards = append(t.Cards, e.compiled.Pack.Defs[d].ID)
		}
	}
	quoted := quotedWord(t.Name)
	t.Scripts = e.inScripts(func(line string) bool {
		return quoted(line) || strings.HasPrefix(line, "function ") && mentions(line, "."+t.Name)
	})
	t.Scenarios = e.inScenarios([]string{t.Name, t.Label})
	return t
}

// wordLabel is what people call a word of a list.
func (e *Explainer) wordLabel(list *ast.Enumeration, w ast.Word) string {
	i := slices.Index(list.Words, w)
	return list.Labels[i].Or(e.lang, w.Text)
}

// says reports whether a value is a word, or a list that has it.
func says(t *ast.Tree, word string) bool {
	return t != nil && (t.Kind == ast.TreeWord && t.Text == word ||
		slices.ContainsFunc(t.Items, func(item *ast.Tree) bool { return says(item, word) }))
}
