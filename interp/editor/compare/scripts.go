package compare

import (
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// scripts makes the entries of the flow, the steps and the abilities.
func (b *builder) scripts() {
	flow := b.out.add(&entry{kind: "flow", name: "flow", at: b.tree.GamePos})
	if len(b.tree.Flow) > 0 {
		flow.at = firstPos(b.tree.Flow[0], flow.at)
	}
	flow.addCode("phases", ast.FlowText(b.tree.Flow, func(*ast.PhaseNode) string { return "" }))
	flow.add("undo", b.tree.Undo.Text)
	if n := b.tree.Pause; n != nil {
		flow.add("pause", number(n.Number))
	}
	if n := b.tree.UsualSeats; n != nil {
		flow.add("usual_seats", number(n.Number))
	}
	if s := b.tree.Search; s != nil {
		for _, of := range []struct {
			name string
			n    *ast.Tree
		}{{"search depth", s.Depth}, {"search rollout", s.Rollout}, {"search playouts", s.Playouts}} {
			if of.n != nil {
				flow.add(of.name, number(of.n.Number))
			}
		}
		if s.Bluff {
			flow.add("search bluff", "true")
		}
	}
	asked := map[string][]string{}
	for key, w := range b.tree.Asked() {
		asked[key] = append(asked[key], w.Text)
	}
	for _, key := range slices.Sorted(maps.Keys(asked)) {
		flow.addList(key, asked[key])
	}
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

func firstPos(n *ast.PhaseNode, otherwise diag.Pos) diag.Pos {
	if n.Name.Given() {
		return n.Name.Pos
	}
	if n.Step.Given() {
		return n.Step.Pos
	}
	return otherwise
}

// steps makes the entries of the functions of the rules. A file that builds its
// table in a way that cannot be followed is one entry for all; a function that
// takes the place of another stands beside it.
func (b *builder) steps(trees map[string]*syntax.Tree) {
	found, whole := map[string]*entry{}, map[string]*syntax.Tree{}
	for _, s := range b.Loaded.Scripts {
		tree := trees[s.File]
		if !s.Rules || tree == nil {
			continue
		}
		for _, f := range tree.Functions() {
			name := s.Name + "." + f.Name
			found[name] = b.out.add(&entry{kind: "step", name: name, at: b.Compiled.StepPlaces[name]})
			found[name].addCode("code", f.Form)
		}
		if !s.Extends {
			whole[s.Name] = tree
			continue
		}
		for _, f := range tree.Replacing() {
			if e := found[s.Name+"."+f.Name]; e != nil {
				e.addCode("replaced", f.Form)
			}
		}
	}
	for name, at := range b.Compiled.StepPlaces {
		file, _, _ := strings.Cut(name, ".")
		if tree := whole[file]; found[name] == nil && tree != nil {
			b.out.add(&entry{kind: "step", name: name, at: at}).addCode("code", syntax.Print(tree.Stmts))
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
	e := b.out.add(&entry{kind: "ability", name: name, at: diag.Pos{File: h.File, Line: h.Line}})
	e.label = b.Compiled.Labels.Abilities[h.ID].Or("en", "")
	fields := slices.Clone(h.Fields.Fields)
	slices.SortStableFunc(fields, func(a, b ast.TreeField) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range fields {
		if f.Name != "doc" {
			e.add(f.Name, inOrder(f.Value))
		}
	}
	if h.Part == 0 {
		b.sentences(e, "text", "ability."+h.ID)
	}
	if tree == nil {
		return
	}
	members, ok := tree.Members("ability", h.Part)
	if !ok && (h.HasRun || h.HasWhen || h.HasAmong || h.HasAmount) {
		e.addCode("code", syntax.Print(tree.Stmts))
	}
	for _, m := range members {
		if m.Name == "run" && h.HasRun || m.Name == "when" && h.HasWhen || m.Name == "among" && h.HasAmong ||
			m.Name == "amount" && h.HasAmount {
			e.addCode(m.Name, m.Form)
		}
	}
}

// inOrder writes a tree with the keys of its maps in the order of the alphabet:
// their order means nothing.
func inOrder(t *ast.Tree) string { return sortedTree(t).Inline() }

func sortedTree(t *ast.Tree) *ast.Tree {
	out := *t
	out.Items, out.Fields = nil, nil
	out.Items = lists.Map(t.Items, sortedTree)
	for _, f := range t.Fields {
		f.Value = sortedTree(f.Value)
		out.Fields = append(out.Fields, f)
	}
	slices.SortStableFunc(out.Fields, func(a, b ast.TreeField) int { return strings.Compare(a.Name, b.Name) })
	return &out
}
