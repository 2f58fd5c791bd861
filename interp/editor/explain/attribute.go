package explain

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// holders are where attributes are declared: the table's, the seats', and those of the types
// of cards.
type holder struct {
	name       string
	of         engine.Holder
	attributes []*ast.Attribute
}

func (e *Explainer) holders() []holder {
	tree := e.compiled.Tree
	out := []holder{{"the table", engine.OfTable, tree.Game}, {"each seat", engine.OfSeat, tree.Seat}}
	for _, t := range tree.Types {
		out = append(out, holder{"cards of the type " + t.Name.Text, engine.OfCard, t.Attributes})
	}
	return out
}

func (e *Explainer) attributeNames() []string {
	var names []string
	for _, h := range e.holders() {
		names = append(names, lists.Map(h.attributes, func(a *ast.Attribute) string { return a.Name.Text })...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// attribute explains all attributes of a name, whoever has them.
func (e *Explainer) attribute(name string) *Thing {
	var t *Thing
	seen := map[engine.Holder]bool{}
	for _, h := range e.holders() {
		for _, a := range h.attributes {
			if a.Name.Text != name {
				continue
			}
			if t == nil {
				t = e.declared("attribute", a.Name, a.Label, a.Doc)
			}
			t.Facts = append(t.Facts, attributeFact("of "+h.name, a))
			if !seen[h.of] {
				seen[h.of] = true
				t.Hooks = append(t.Hooks, e.modifiers(h.of, e.attributeID(h.of, name))...)
			}
		}
	}
	if t != nil {
		t.Scripts = e.inScripts(func(line string) bool { return mentions(line, "."+name) || mentions(line, name+" =") })
	}
	return t
}

func (e *Explainer) attributeID(of engine.Holder, name string) engine.AttributeID {
	switch of {
	case engine.OfTable:
		return e.compiled.GameAttributes[name]
	case engine.OfSeat:
		return e.compiled.SeatAttributes[name]
	}
	return e.compiled.CardAttributes[name]
}

// declaredAttribute is the attribute of a type of cards as written.
func (e *Explainer) declaredAttribute(kind, name string) *ast.Attribute {
	for of, a := range e.compiled.Tree.Attributes() {
		if of == "the type "+kind && a.Name.Text == name {
			return a
		}
	}
	return &ast.Attribute{}
}

func (e *Explainer) die(name string) *Thing {
	for _, d := range e.compiled.Tree.Dice {
		if d.Name.Text == name {
			faces := lists.Map(d.Faces, func(f *ast.Tree) string { return f.Inline() })
			t := e.declared("die", d.Name, nil, "")
			t.Facts = []Fact{{Name: "faces", Value: strings.Join(faces, ", ")}}
			t.Scripts = e.inScripts(quotedWord(name))
			return t
		}
	}
	return nil
}

func (e *Explainer) words(name string) *Thing {
	for _, list := range e.compiled.Tree.Words {
		if list.Name.Text != name {
			continue
		}
		t := e.declared("words", list.Name, nil, "")
		for i, w := range list.Words {
			t.Facts = append(t.Facts, Fact{Name: w.Text, Value: list.Labels[i].Or(e.lang, w.Text), At: w.Pos})
		}
		return t
	}
	return nil
}

func (e *Explainer) rulingNames() []string {
	return lists.Map(e.compiled.Tree.Rulings, func(r *ast.Ruling) string { return r.ID.Text })
}

func (e *Explainer) ruling(name string) *Thing {
	for _, r := range e.compiled.Tree.Rulings {
		if r.ID.Text != name && !strings.HasPrefix(r.ID.Text, name+"_") {
			continue
		}
		t := e.declared("ruling", r.ID, nil, r.Question)
		t.Facts = facts("ruling", r, "id", "question")
		short, _, _ := strings.Cut(r.ID.Text, "_")
		t.Scenarios = e.inScenarios([]string{r.ID.Text, short})
		return t
	}
	return nil
}

// rulings are all rulings of the pack.
func (e *Explainer) rulings() ([]*Thing, error) {
	out := lists.Map(e.compiled.Tree.Rulings, func(r *ast.Ruling) *Thing { return e.ruling(r.ID.Text) })
	if len(out) == 0 {
		return nil, &UnknownError{"ruling of " + e.compiled.Pack.ID, "rulings", nil}
	}
	return out, nil
}
