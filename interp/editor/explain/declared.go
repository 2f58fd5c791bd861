package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/inventory"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
)

// declared finds the things of a kind of the inventory; more adds what is to be said beside
// what the files declare: how they are used.
func declared(kind string, more func(*Explainer, *Thing, []*inventory.Entry)) finder {
	names := func(e *Explainer) []string {
		var out []string
		for _, entry := range inventory.Of(e.entries, kind, "") {
			if !slices.Contains(out, entry.Name) {
				out = append(out, entry.Name)
			}
		}
		return out
	}
	return finder{kind, names, func(e *Explainer, name string) []*Thing {
		var found []*inventory.Entry
		for _, entry := range inventory.Of(e.entries, kind, "") {
			if e.is(entry, name) && (len(found) == 0 || entry.Name == found[0].Name) {
				found = append(found, entry)
			}
		}
		if len(found) == 0 {
			return nil
		}
		t := e.thing(found)
		if more != nil {
			more(e, t, found)
		}
		return []*Thing{t}
	}}
}

// is reports whether an entry is called so: a word by its label too, a ruling by its number.
func (e *Explainer) is(entry *inventory.Entry, name string) bool {
	switch {
	case entry.Name == name:
		return true
	case entry.Kind == "word":
		return fold(entry.Label.Or(e.lang, entry.Name)) == fold(name)
	}
	return entry.Kind == "ruling" && strings.HasPrefix(entry.Name, name+"_")
}

// thing is what the files declare under a name, whoever has it.
func (e *Explainer) thing(entries []*inventory.Entry) *Thing {
	first := entries[0]
	t := &Thing{Kind: first.Kind, Name: first.Name, Label: first.Label.Or(e.lang, ""), At: first.At, Doc: first.Doc}
	for _, entry := range entries {
		if entry.Kind == "attribute" {
			t.line("of "+holder(entry), entry)
			continue
		}
		for _, f := range entry.Told() {
			t.fact(f.Name, f.Text, f.At)
		}
	}
	return t
}

// line adds an entry as a fact.
func (t *Thing) line(name string, entry *inventory.Entry) { t.fact(name, entry.Explained(), entry.At) }

// holder says what has an attribute.
func holder(attribute *inventory.Entry) string {
	switch attribute.Owner {
	case "game":
		return "the table"
	case "seat":
		return "each seat"
	}
	return "cards of the type " + attribute.Owner
}

// drop takes out facts that are told in another way.
func (t *Thing) drop(told func(name string) bool) {
	t.Facts = slices.DeleteFunc(t.Facts, func(f Fact) bool { return told(f.Name) })
}

// trigger explains a trigger, one that the flow raises too.
func (e *Explainer) trigger(name string) *Thing {
	id, ok := e.compiled.Triggers[name]
	if !ok {
		return nil
	}
	compiled := &e.compiled.Pack.Triggers[id]
	t := &Thing{Kind: "trigger", Name: name, Doc: "Raised by the flow, as the phase begins or ends.",
		At: e.phaseOf(name)}
	if entries := inventory.Of(e.entries, "trigger", name); entries != nil {
		t = e.thing(entries)
	} else {
		t.Label = e.compiled.Labels.Triggers[id].Or(e.lang, "")
		for _, p := range compiled.Params {
			t.fact("parameter "+p.Name, p.Kind.String(), At{})
		}
	}
	t.drop(func(name string) bool { return name == "windows" })
	t.fact("windows", strings.Join(compiled.Open(), ", "), At{})
	for i := range e.compiled.Pack.Abilities {
		a := &e.compiled.Pack.Abilities[i]
		if a.Form == engine.Hook && a.Trigger == id {
			t.Hooks = append(t.Hooks, e.hook(a, len(e.compiled.Abilities[a.Name])))
		}
	}
	slices.SortStableFunc(t.Hooks, func(a, b Hook) int { return windowOrder(a) - windowOrder(b) })
	t.Text, t.TextAt = e.text("trigger." + name)
	t.Scripts = e.inScripts(quoting(name))
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

// phase tells where a phase stands, what it does, and what comes then.
func (e *Explainer) phase(t *Thing, _ []*inventory.Entry) {
	n, around := e.inFlow(t.Name)
	t.drop(func(name string) bool { return name == "phase" || name == "do" })
	if len(around) > 0 {
		t.Facts = slices.Insert(t.Facts, 0, Fact{Name: "inside", Value: within(around)})
	}
	for _, inner := range n.Do {
		t.fact("does", called(inner).Text, called(inner).Pos)
	}
	beside := e.compiled.Tree.Flow
	last := "the end of the game"
	if len(around) > 0 {
		outer := around[len(around)-1]
		beside = outer.Do
		last = "the end of " + outer.Name.Text
		if outer.Repeat {
			last = outer.Name.Text + " again, or its end"
		}
	}
	then := Fact{Name: "then", Value: last}
	if i := slices.Index(beside, n) + 1; i < len(beside) {
		then.Value = called(beside[i]).Text
		then.At = called(beside[i]).Pos
	}
	t.Facts = append(t.Facts, then)
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
			t.fact("replaces", said, r.Was)
		}
	}
	for n, around := range ast.Nodes(e.compiled.Tree.Flow) {
		if n.Step.Text == name {
			t.fact("in the flow", within(around), n.Step.Pos)
		}
		if n.Until.Text == name {
			t.fact("asked by", "repeat of "+n.Name.Text, n.Until.Pos)
		}
	}
	for key, w := range e.compiled.Tree.Asked() {
		if w.Text == name {
			t.fact("asked by", key, w.Pos)
		}
	}
	t.Scripts = e.inScripts(quoting(name, "rules."+name))
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

// option tells what an option can be, and which combinations are refused.
func (e *Explainer) option(t *Thing, _ []*inventory.Entry) {
	t.drop(func(name string) bool {
		return slices.Contains([]string{"values", "number min", "number max", "seat", "per_seat"}, name) ||
			strings.HasPrefix(name, "name of ")
	})
	values := valuesOf(&e.compiled.Pack.GameOptions[e.compiled.GameOptions[t.Name]])
	t.Facts = slices.Insert(t.Facts, 0, Fact{Name: "values", Value: values})
	for _, r := range e.compiled.Tree.Refusals {
		if slices.ContainsFunc(r.When, func(term ast.RefusalTerm) bool { return term.Option.Text == t.Name }) {
			text, _ := e.text("rule." + r.Because.Text)
			t.fact("refused", text, r.Pos)
		}
	}
	t.Scripts = e.inScripts(naming("options." + t.Name))
	t.Scenarios = e.withOption(t.Name)
}

// valuesOf says what an option can be.
func valuesOf(o *engine.GameOption) string {
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

// zone tells the groups that a zone is in.
func (e *Explainer) zone(t *Thing, _ []*inventory.Entry) {
	id := e.compiled.Zones[t.Name]
	for _, g := range inventory.Of(e.entries, "group", "") {
		if e.compiled.Groups[g.Name].Has(id) {
			t.fact("group", g.Name, g.At)
		}
	}
	t.Scripts = e.inScripts(quoting(t.Name, "."+t.Name))
}

// cardType tells the attributes of a type, and its cards.
func (e *Explainer) cardType(t *Thing, _ []*inventory.Entry) {
	t.drop(func(name string) bool { return name == "attributes" })
	for _, a := range inventory.Of(e.entries, "attribute", "") {
		if a.Owner == t.Name {
			t.line("attribute "+a.Name, a)
		}
	}
	for d := range e.compiled.Pack.Defs {
		if e.compiled.Pack.Types[e.compiled.Pack.Defs[d].Type].Name == t.Name {
			t.Cards = append(t.Cards, e.compiled.Pack.Defs[d].ID)
		}
	}
}

// attribute tells the abilities that modify an attribute, whoever has it.
func (e *Explainer) attribute(t *Thing, entries []*inventory.Entry) {
	seen := map[engine.Holder]bool{}
	for _, entry := range entries {
		of := engine.OfCard
		id := e.compiled.CardAttributes[t.Name]
		switch entry.Owner {
		case "game":
			of = engine.OfTable
			id = e.compiled.GameAttributes[t.Name]
		case "seat":
			of = engine.OfSeat
			id = e.compiled.SeatAttributes[t.Name]
		}
		if !seen[of] {
			seen[of] = true
			t.Hooks = append(t.Hooks, e.modifiers(of, id)...)
		}
	}
	t.Scripts = e.inScripts(naming("."+t.Name, t.Name+" ="))
}

// quoted tells the lines of scripts that name a thing.
func (e *Explainer) quoted(t *Thing, _ []*inventory.Entry) {
	t.Scripts = e.inScripts(quoting(t.Name))
}

// settings leaves the phases out of what a game file says of the game: each is explained by
// its name.
func (e *Explainer) settings(t *Thing, _ []*inventory.Entry) {
	t.drop(func(name string) bool { return name == "phases" })
}

// words tells what people call the words of a list.
func (e *Explainer) words(t *Thing, _ []*inventory.Entry) {
	t.Facts = nil
	for _, w := range inventory.Of(e.entries, "word", "") {
		if w.Owner == t.Name {
			t.fact(w.Name, w.Label.Or(e.lang, w.Name), w.At)
		}
	}
}

// word tells of a word of one list or of several: the lists, the attributes that
// can be it, the cards on which it is printed, and the lines of scripts that name it.
func (e *Explainer) word(t *Thing, entries []*inventory.Entry) {
	t.Label = entries[0].Label.Or(e.lang, t.Name)
	for _, entry := range entries {
		list := inventory.Of(e.entries, "words", entry.Owner)[0]
		t.fact("one of", list.Name, list.At)
		for _, a := range inventory.Of(e.entries, "attribute", "") {
			if a.Get("of").Text == list.Name {
				t.line(a.Name+" of "+holder(a), a)
			}
		}
	}
	for d, card := range e.compiled.Cards {
		if slices.ContainsFunc(card.Values, func(v ast.CardValue) bool { return says(v.Value, t.Name) }) {
			t.Cards = append(t.Cards, e.compiled.Pack.Defs[d].ID)
		}
	}
	quoted := quoting(t.Name)
	t.Scripts = e.inScripts(func(line string) bool {
		return quoted(line) || strings.HasPrefix(line, "function ") && mentions(line, "."+t.Name)
	})
	t.Scenarios = e.inScenarios([]string{t.Name, t.Label})
}

// says reports whether a value is a word, or a list that has it.
func says(t *ast.Tree, word string) bool {
	return t != nil && (t.Kind == ast.TreeWord && t.Text == word ||
		slices.ContainsFunc(t.Items, func(item *ast.Tree) bool { return says(item, word) }))
}

// ruling tells the scenarios that are about a ruling.
func (e *Explainer) ruling(t *Thing, entries []*inventory.Entry) {
	t.Doc = entries[0].Get("question").Text
	t.drop(func(name string) bool { return name == "id" || name == "question" })
	short, _, _ := strings.Cut(t.Name, "_")
	t.Scenarios = e.inScenarios([]string{t.Name, short})
}
