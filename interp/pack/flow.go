package pack

import (
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// stepChange is what happens to one step or phase of the phase tree.
type stepChange struct {
	before, after []*source.Node
	// instead is the step or phase in its place.
	instead *source.Node
	remove  bool
	// pos is where the overlay says so; found is set when the step is met.
	pos   diag.Pos
	found bool
}

// patchFlow changes steps of the base's phase tree as an overlay says.
func (m *merger) patchFlow(flow, patch *source.Node) {
	if !ast.Check(patch, keyword.Type{Kind: keyword.RecordOf, Ref: "flow patch"}, "flow", m.report) {
		return
	}
	changes := m.stepChanges(patch.Get("steps"))
	var names []string
	if flow != nil {
		flow.Items = applySteps(flow.Items, changes, &names)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, step := range sortedKeys(changes) {
		if c := changes[step]; !c.found {
			m.report.Unknown("unknown-step", c.pos,
				fmt.Sprintf("the flow has no step or phase %q to change", step), step, names)
		}
	}
}

func (m *merger) stepChanges(steps *source.Node) map[string]*stepChange {
	changes := map[string]*stepChange{}
	of := func(step, how string, pos diag.Pos) *stepChange {
		if !m.claims.set(m.loader, m.laid, pos, "game.yaml", "flow", "steps", how, step) {
			return new(stepChange)
		}
		if changes[step] == nil {
			changes[step] = &stepChange{pos: pos}
		}
		return changes[step]
	}
	for _, p := range pairsOf(steps.Get("replace")) {
		of(p.Key, "instead of", p.Pos).instead = p.Value
	}
	for _, p := range pairsOf(steps.Get("before")) {
		of(p.Key, "before", p.Pos).before = listOf(p.Value)
	}
	for _, p := range pairsOf(steps.Get("after")) {
		of(p.Key, "after", p.Pos).after = listOf(p.Value)
	}
	for _, n := range listOf(steps.Get("remove")) {
		of(n.Text, "instead of", n.Pos).remove = true
	}
	return changes
}

func pairsOf(n *source.Node) []source.Pair {
	if n == nil {
		return nil
	}
	return n.Pairs
}

func listOf(n *source.Node) []*source.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == source.List:
		return n.Items
	}
	return []*source.Node{n}
}

// applySteps rebuilds a list of steps and phases with the changes; names
// collects the steps and phases that there are.
func applySteps(items []*source.Node, changes map[string]*stepChange, names *[]string) []*source.Node {
	var out []*source.Node
	for _, n := range items {
		name := n.Text
		if n.Kind == source.Map {
			if phase := n.Get("phase"); phase != nil {
				name = phase.Text
			}
			n = withDo(n, changes, names)
		}
		*names = append(*names, name)
		c := changes[name]
		if c == nil {
			out = append(out, n)
			continue
		}
		c.found = true
		out = append(out, c.before...)
		switch {
		case c.instead != nil:
			out = append(out, c.instead)
		case !c.remove:
			out = append(out, n)
		}
		out = append(out, c.after...)
	}
	return out
}

// withDo returns a phase with the changes inside it.
func withDo(phase *source.Node, changes map[string]*stepChange, names *[]string) *source.Node {
	do := phase.Get("do")
	if do == nil {
		return phase
	}
	list := *do
	list.Kind, list.Items = source.List, applySteps(listOf(do), changes, names)
	out := *phase
	out.Pairs = slices.Clone(phase.Pairs)
	for i := range out.Pairs {
		if out.Pairs[i].Key == "do" {
			out.Pairs[i].Value = &list
		}
	}
	return &out
}
