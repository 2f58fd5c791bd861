package pack

import (
	"cmp"
	"slices"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
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
	if !ast.Check(patch, keyword.RecordType("flow patch"), "flow", m.report) {
		return
	}
	changes := m.stepChanges(patch.Get("steps"))
	var names []string
	if flow != nil {
		flow.Items = m.applySteps(flow.Items, changes, &names)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, step := range lists.Sorted(changes) {
		if c := changes[step]; !c.found {
			m.report.Unknown("unknown-step", c.pos, step, names, "the flow has no step or phase %q to change", step)
		}
	}
}

func (m *merger) stepChanges(steps *source.Node) map[string]*stepChange {
	changes := map[string]*stepChange{}
	of := func(step, how, to string, pos diag.Pos) *stepChange {
		what := []string{"game.yaml", "flow", "steps", how, step}
		if how != "instead of" {
			what = append(what, m.laid.source.Shown) // several may stand there
		}
		if !m.claims.set(m.loader, m.laid, pos, to, what...) {
			return new(stepChange)
		}
		if changes[step] == nil {
			changes[step] = &stepChange{pos: pos}
		}
		return changes[step]
	}
	for _, p := range steps.Get("replace").Keys() {
		of(p.Key, "instead of", p.Value.Inline(), p.Pos).instead = p.Value
	}
	for _, p := range steps.Get("before").Keys() {
		of(p.Key, "before", "", p.Pos).before = p.Value.Entries()
	}
	for _, p := range steps.Get("after").Keys() {
		of(p.Key, "after", "", p.Pos).after = p.Value.Entries()
	}
	for _, n := range steps.Get("remove").Entries() {
		of(n.Text, "instead of", "nothing", n.Pos).remove = true
	}
	return changes
}

// beside is where an overlay has put a step or phase: before or behind which one.
type beside struct {
	name   string
	behind bool
	by     *layer
}

func (b beside) is(name string, behind bool) bool {
	return b.by != nil && b.name == name && b.behind == behind
}

// inTurn puts steps that overlays have put at one place into the order in which they are laid.
func (m *merger) inTurn(items []*source.Node) {
	by := func(n *source.Node) *layer { return m.beside[n.Pos].by }
	slices.SortStableFunc(items, func(a, b *source.Node) int {
		return cmp.Or(cmp.Compare(by(a).priority, by(b).priority), cmp.Compare(by(a).laid, by(b).laid))
	})
	for _, n := range items {
		if by(n) != by(items[0]) {
			m.turns = append(m.turns, by(items[0]).id, by(n).id)
		}
	}
}

// note keeps where the layer puts steps or phases.
func (m *merger) note(items []*source.Node, name string, behind bool) {
	for _, n := range items {
		m.beside[n.Pos] = beside{name, behind, m.laid}
	}
}

// applySteps rebuilds a list of steps and phases with the changes; names
// collects the steps and phases that there are.
func (m *merger) applySteps(items []*source.Node, changes map[string]*stepChange, names *[]string) []*source.Node {
	var out []*source.Node
	for i := 0; i < len(items); i++ {
		n := items[i]
		name := n.Text
		if n.Kind == source.Map {
			if phase := n.Get("phase"); phase != nil {
				name = phase.Text
			}
			n = m.withDo(n, changes, names)
		}
		*names = append(*names, name)
		c := changes[name]
		if c == nil {
			out = append(out, n)
			continue
		}
		c.found = true
		m.note(c.before, name, false)
		m.note(c.after, name, true)
		from := len(out)
		for from > 0 && m.beside[out[from-1].Pos].is(name, false) {
			from--
		}
		out = append(out, c.before...)
		m.inTurn(out[from:])
		switch {
		case c.instead != nil:
			out = append(out, c.instead)
		case !c.remove:
			out = append(out, n)
		}
		from = len(out)
		for ; i+1 < len(items) && m.beside[items[i+1].Pos].is(name, true); i++ {
			out = append(out, m.applySteps(items[i+1:i+2], changes, names)...)
		}
		out = append(out, c.after...)
		m.inTurn(out[from:])
	}
	return out
}

// withDo returns a phase with the changes inside it.
func (m *merger) withDo(phase *source.Node, changes map[string]*stepChange, names *[]string) *source.Node {
	do := phase.Get("do")
	if do == nil {
		return phase
	}
	list := *do
	list.Kind = source.List
	list.Items = m.applySteps(do.Entries(), changes, names)
	out := *phase
	out.Pairs = slices.Clone(phase.Pairs)
	for i := range out.Pairs {
		if out.Pairs[i].Key == "do" {
			out.Pairs[i].Value = &list
		}
	}
	return &out
}
