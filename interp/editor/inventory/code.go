package inventory

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// scripts makes the entries of the steps and the abilities.
func (b *builder) scripts() {
	trees := map[string]*syntax.Tree{}
	for _, s := range b.Loaded.Scripts {
		tree, err := syntax.Parse(s.File, s.Text)
		if err != nil {
			continue // a pack that cannot be read is not compared
		}
		trees[s.File] = tree
	}
	b.steps(trees)
	for _, h := range b.Scripts.Headers() {
		b.ability(&h, trees[h.File])
	}
}

// steps makes the entries of the functions of the rules. A file that builds its
// table in a way that cannot be followed is one entry for all; a function that
// takes the place of another stands beside it.
func (b *builder) steps(trees map[string]*syntax.Tree) {
	found := map[string]*Entry{}
	whole := map[string]*syntax.Tree{}
	for _, s := range b.Loaded.Scripts {
		tree := trees[s.File]
		if !s.Rules || tree == nil {
			continue
		}
		for _, f := range tree.Functions() {
			name := s.Name + "." + f.Name
			found[name] = b.add(&Entry{Kind: "step", Name: name, At: b.Compiled.StepPlaces[name]})
			found[name].AddCode("code", f.Form)
		}
		if !s.Extends {
			whole[s.Name] = tree
			continue
		}
		for _, f := range tree.Replacing() {
			if e := found[s.Name+"."+f.Name]; e != nil {
				e.AddCode("replaced", f.Form)
			}
		}
	}
	for _, name := range lists.Sorted(b.Compiled.StepPlaces) {
		file, _, _ := strings.Cut(name, ".")
		if tree := whole[file]; found[name] == nil && tree != nil {
			step := b.add(&Entry{Kind: "step", Name: name, At: b.Compiled.StepPlaces[name]})
			step.AddCode("code", syntax.Print(tree.Stmts))
		}
	}
}

// ability makes the entry of one part of an ability: its header by field, and
// its functions.
func (b *builder) ability(h *compile.Header, tree *syntax.Tree) {
	name := h.ID
	if len(b.Compiled.Abilities[h.ID]) > 1 {
		name += " part " + string(rune('1'+h.Part))
	}
	e := b.add(&Entry{Kind: "ability", Name: name, At: diag.Pos{File: h.File, Line: h.Line}})
	e.Label = b.Compiled.Labels.Abilities[h.ID]
	fields := slices.Clone(h.Fields.Fields)
	slices.SortStableFunc(fields, func(a, b ast.TreeField) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range fields {
		if f.Name != "doc" {
			e.Add(f.Name, f.Value.Sorted().Inline())
		}
	}
	if h.Part == 0 {
		b.sentences(e, "text", "ability."+h.ID)
	}
	if tree != nil {
		e.functions(h, tree)
	}
}

// functions adds the functions of a part of an ability: the whole file, where they cannot be
// followed.
func (e *Entry) functions(h *compile.Header, tree *syntax.Tree) {
	has := map[string]bool{"run": h.HasRun, "when": h.HasWhen, "target": h.HasFrom, "amount": h.HasAmount}
	members, ok := tree.Members("ability", h.Part)
	if !ok && (h.HasRun || h.HasWhen || h.HasFrom || h.HasAmount) {
		e.AddCode("code", syntax.Print(tree.Stmts))
	}
	for _, m := range members {
		if has[m.Name] {
			e.AddCode(m.Name, m.Form)
		}
	}
}
