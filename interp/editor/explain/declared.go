package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// declared is a thing as a file declares it.
func (e *Explainer) declared(kind string, name ast.Word, label ast.Texts, doc string) *Thing {
	return &Thing{Kind: kind, Name: name.Text, Label: label.Or(e.lang, ""), At: name.Pos, Doc: doc}
}

// facts are the keys that a declaration of a record gives, but its name, its line of
// explanation, and some.
func facts(record string, declared any, without ...string) []Fact {
	var out []Fact
	for _, given := range ast.KeysOf(record, declared) {
		if given.Key != "name" && given.Key != "doc" && !slices.Contains(without, given.Key) {
			out = append(out, Fact{Name: given.Key, Value: strings.Trim(given.Value, "[]"), At: given.Pos})
		}
	}
	return out
}

// Line says in a few words what a declaration of a record gives: "number, state, start 1",
// "seat, ordered, seen owner". What it is stands first.
func Line(record string, declared any) string {
	var parts []string
	for i, f := range facts(record, declared) {
		switch {
		case i == 0:
			parts = append(parts, f.Value)
		case f.Name == "of":
			parts[len(parts)-1] += " of " + f.Value
		case f.Value == "true":
			parts = append(parts, f.Name)
		default:
			parts = append(parts, f.Name+" "+f.Value)
		}
	}
	return strings.Join(parts, ", ")
}

// lineFact is a declaration in a line, with what explains it.
func lineFact(name, record string, declared any, doc string, at diag.Pos) Fact {
	if doc != "" {
		doc = " - " + doc
	}
	return Fact{Name: name, Value: Line(record, declared) + doc, At: at}
}

func attributeFact(name string, a *ast.Attribute) Fact {
	return lineFact(name, "attribute", a, a.Doc, a.Name.Pos)
}

func (e *Explainer) trigger(name string) *Thing {
	id, ok := e.compiled.Triggers[name]
	if !ok {
		return nil
	}
	t := &Thing{Kind: "trigger", Name: name, Label: e.compiled.Labels.Triggers[id].Or(e.lang, ""),
		Doc: "Raised by the flow, as the phase begins or ends.", At: e.phaseOf(name)}
	for _, declared := range e.compiled.Tree.Triggers {
		if declared.Name.Text != name {
			continue
		}
		t.At, t.Doc = declared.Name.Pos, declared.Doc
		for _, p := range declared.Params {
			t.Facts = append(t.Facts, lineFact("parameter "+p.Name.Text, "parameter", p, p.Doc, p.Name.Pos))
		}
		t.Facts = append(t.Facts, facts("trigger", declared, "windows")...)
	}
	compiled := &e.compiled.Pack.Triggers[id]
	if len(t.Facts) == 0 {
		for _, p := range compiled.Params {
			t.Facts = append(t.Facts, Fact{Name: "parameter " + p.Name, Value: p.Kind.String()})
		}
	}
	t.Facts = append(t.Facts, Fact{Name: "windows", Value: strings.Join(compiled.Open(), ", ")})
	for i := range e.compiled.Pack.Abilities {
		a := &e.compiled.Pack.Abilities[i]
		if a.Form == engine.Hook && a.Trigger == id {
			t.Hooks = append(t.Hooks, e.hook(a, len(e.compiled.Abilities[a.Name])))
		}
	}
	slices.SortStableFunc(t.Hooks, func(a, b Hook) int { return windowOrder(a) - windowOrder(b) })
	t.Text, t.TextAt = e.text("trigger." + name)
	t.Scripts = e.inScripts(quotedWord(name))
	t.Scenarios = e.inScenarios([]string{name})
	return t
}

func windowOrder(h Hook) int { return slices.Index(keyword.WindowNames, h.Window) }

// phaseOf is the place of the phase whose beginning or end a trigger is.
func (e *Explainer) phaseOf(trigger string) diag.Pos {
	name := strings.TrimSuffix(strings.TrimSuffix(trigger, ".begins"), ".ends")
	if n, _ := e.inFlow(name); n != nil {
		return n.Name.Pos
	}
	return diag.Pos{}
}

// inFlow finds a phase, and the phases that it is in.
func (e *Explainer) inFlow(name string) (*ast.PhaseNode, []*ast.PhaseNode) {
	for n, around := range ast.Nodes(e.compiled.Tree.Flow) {
		if !n.Step.Given() && n.Name.Text == name {
			return n, around
		}
	}
	return nil, nil
}

// within names phases, the outermost first.
func within(around []*ast.PhaseNode) string {
	return strings.Join(lists.Map(around, func(n *ast.PhaseNode) string { return n.Name.Text }), " > ")
}

func (e *Explainer) phase(name string) *Thing {
	n, around := e.inFlow(name)
	if n == nil {
		return nil
	}
	t := e.declared("phase", n.Name, n.Label, n.Doc)
	if len(around) > 0 {
		t.Facts = append(t.Facts, Fact{Name: "inside", Value: within(around)})
	}
	if n.Repeat {
		value := "until " + n.Until.Text
		if n.Times != nil {
			value = n.Times.Inline() + " times"
		}
		t.Facts = append(t.Facts, Fact{Name: "repeat", Value: value, At: n.Until.Pos})
	}
	if n.Turns != nil {
		value := "each seat once"
		if n.Turns.Until.Text == "passed" {
			value = "round until all have passed"
		}
		t.Facts = append(t.Facts, Fact{Name: "turns", Value: value, At: n.Turns.From.Pos})
	}
	for _, inner := range n.Do {
		t.Facts = append(t.Facts, Fact{Name: "does", Value: called(inner).Text, At: called(inner).Pos})
	}
	beside, last := e.compiled.Tree.Flow, "the end of the game"
	if len(around) > 0 {
		outer := around[len(around)-1]
		beside, last = outer.Do, "the end of "+outer.Name.Text
		if outer.Repeat {
			last = outer.Name.Text + " again, or its end"
		}
	}
	then := Fact{Name: "then", Value: last}
	if i := slices.Index(beside, n) + 1; i < len(beside) {
		then.Value, then.At = called(beside[i]).Text, called(beside[i]).Pos
	}
	t.Facts = append(t.Facts, then)
	return t
}

// called is the name of a phase or of a step of the flow.
func called(n *ast.PhaseNode) ast.Word {
	if n.Step.Given() {
		return n.Step
	}
	return n.Name
}

func (e *Explainer) step(name string) *Thing {
	at, ok := e.compiled.StepPlaces[name]
	if !ok {
		return nil
	}
	t := &Thing{Kind: "step", Name: name, At: at, Doc: e.Comment(at)}
	for _, r := range e.pack.Reading().Scripts.Replaced() {
		if r.Step == name {
			said := strings.ReplaceAll(e.Comment(r.Was), "\n", " ")
			t.Facts = append(t.Facts, Fact{Name: "replaces", Value: said, At: r.Was})
		}
	}
	for n, around := range ast.Nodes(e.compiled.Tree.Flow) {
		if n.Step.Text == name {
			t.Facts = append(t.Facts, Fact{Name: "in the flow", Value: within(around), At: n.Step.Pos})
		}
		if n.Until.Text == name {
			t.Facts = append(t.Facts, Fact{Name: "asked by", Value: "repeat of " + n.Name.Text, At: n.Until.Pos})
		}
	}
	for key, w := range e.compiled.Tree.Asked() {
		if w.Text == name {
			t.Facts = append(t.Facts, Fact{Name: "asked by", Value: key, At: w.Pos})
		}
	}
	t.Scripts = e.inScripts(func(line string) bool { return quotedWord(name)(line) || mentions(line, "rules."+name) })
	t.Scenarios = e.inScenarios([]string{name})
	return t
}

// Comment is what stands above a function of the scripts, in the author's lines.
func (e *Explainer) Comment(at diag.Pos) string {
	for i := range e.pack.Loaded.Scripts {
		if s := &e.pack.Loaded.Scripts[i]; s.File == at.File {
			return syntax.CommentAbove(s.Text, at.Line)
		}
	}
	return ""
}

func (e *Explainer) option(name string) *Thing {
	i, ok := e.compiled.GameOptions[name]
	if !ok {
		return nil
	}
	declared, compiled := e.compiled.Tree.GameOptions[i], &e.compiled.Pack.GameOptions[i]
	t := e.declared("option", declared.Name, declared.Label, declared.Doc)
	t.Facts = append([]Fact{{Name: "values", Value: Values(compiled)}},
		facts("option", declared, "number", "seat", "per_seat")...)
	for _, o := range declared.Overlays {
		t.Facts = append(t.Facts,
			Fact{Name: "overlay", Value: o.Value.Text + " lays overlays/" + o.Overlay.Text, At: o.Overlay.Pos})
	}
	for _, r := range e.compiled.Tree.Refusals {
		if slices.ContainsFunc(r.When, func(term ast.RefusalTerm) bool { return term.Option.Text == name }) {
			text, _ := e.text("rule." + r.Because.Text)
			t.Facts = append(t.Facts, Fact{Name: "refused", Value: text, At: r.Pos})
		}
	}
	t.Scripts = e.inScripts(func(line string) bool { return mentions(line, "options."+name) })
	t.Scenarios = e.withOption(name)
	return t
}

// Values says what an option can be.
func Values(o *engine.GameOption) string {
	values := strings.Join(o.Values, ", ")
	switch {
	case o.Number:
		values = fmt.Sprintf("a number from %d to %d", o.Min, o.Max)
	case o.Seat:
		values = "the number of a seat, or random"
	}
	if o.PerSeat {
		values += "; one for each seat"
	}
	return values
}

func (e *Explainer) zone(name string) *Thing {
	id, ok := e.compiled.Zones[name]
	if !ok {
		return nil
	}
	t := &Thing{Kind: "zone", Name: name, Label: e.compiled.Labels.Zones[id].Or(e.lang, "")}
	for _, z := range e.compiled.Tree.Zones {
		if z.Name.Text != name {
			continue
		}
		t.At, t.Doc, t.Facts = z.Name.Pos, z.Doc, facts("zone", z)
	}
	for _, g := range e.compiled.Tree.Groups {
		if e.compiled.Groups[g.Name.Text].Has(id) {
			t.Facts = append(t.Facts, Fact{Name: "group", Value: g.Name.Text, At: g.Name.Pos})
		}
	}
	t.Scripts = e.inScripts(func(line string) bool { return quotedWord(name)(line) || mentions(line, "."+name) })
	return t
}

func (e *Explainer) cardType(name string) *Thing {
	if _, ok := e.compiled.Types[name]; !ok {
		return nil
	}
	t := &Thing{Kind: "type", Name: name}
	for _, declared := range e.compiled.Tree.Types {
		if declared.Name.Text != name {
			continue
		}
		t = e.declared("type", declared.Name, declared.Label, declared.Doc)
		t.Facts = facts("type", declared)
		for _, a := range declared.Attributes {
			t.Facts = append(t.Facts, attributeFact("attribute "+a.Name.Text, a))
		}
	}
	for d := range e.compiled.Pack.Defs {
		if e.compiled.Pack.Types[e.compiled.Pack.Defs[d].Type].Name == name {
			t.Cards = append(t.Cards, e.compiled.Pack.Defs[d].ID)
		}
	}
	return t
}
