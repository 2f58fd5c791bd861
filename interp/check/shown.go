package check

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// unshownAttributes reports values that no screen shows, for they have no name,
// and that are not said to be internal: players would decide without them. Card
// types may share an attribute; one of them names it.
func (c *checker) unshownAttributes() {
	named := map[string]bool{}
	for of, a := range c.Loaded.Tree.Attributes() {
		named[shared(of, a)] = named[shared(of, a)] || shown(a)
	}
	for of, a := range c.Loaded.Tree.Attributes() {
		if !named[shared(of, a)] && c.own(a.Name.Pos.File) {
			named[shared(of, a)] = true
			c.report.Warnf("unshown-attribute", a.Name, "%q of %s is shown to nobody: it has no name; give it "+
				"one, name: {en: ...}, or say internal: true", a.Name, of)
		}
	}
}

// shared tells an attribute from others: types may share one.
func shared(of string, a *ast.Attribute) string {
	if strings.HasPrefix(of, "the type ") {
		of = ""
	}
	return of + " " + a.Name.Text
}

// shown reports whether a value has a name, or is one that no player may see.
func shown(a *ast.Attribute) bool {
	return len(a.Label) > 0 || a.Internal || a.Seen.Text == "nobody"
}

// unshownValues notes numbers and words that a trigger gives and that no language shows: such
// a value is forgotten, or for abilities alone, which its doc says. What abilities may write is
// told by what comes of it.
func (c *checker) unshownValues() {
	for _, t := range c.Loaded.Tree.Triggers {
		first, shown := c.sentencesOf(t)
		if first == nil || !c.own(first.Key.Pos.File) {
			continue
		}
		for _, p := range c.Compiled.Pack.Triggers[c.Compiled.Triggers[t.Name.Text]].Params {
			near := func(name string) bool { return diag.Distance([]rune(name), []rune(p.Name)) <= 1 }
			if !p.Write && (p.Kind == engine.Number || p.Kind == engine.Word) && !explained(t, p.Name) &&
				!slices.ContainsFunc(shown, near) { // of one that is nearly right more is told
				c.report.Notef("unshown-value", first.Key, "the trigger %s gives {%s}, and its sentence shows it "+
					"in no language; if it is for abilities alone, its doc can say so", t.Name, p.Name)
			}
		}
	}
}

// explained reports whether the doc of a trigger or of the parameter itself tells of it.
func explained(t *ast.Trigger, name string) bool {
	return strings.Contains(t.Doc, name) ||
		slices.ContainsFunc(t.Params, func(p *ast.Param) bool { return p.Name.Text == name && p.Doc != "" })
}

// sentencesOf returns the first sentence that tells of a trigger, nil where none does, and the
// placeholders of all of them, in all languages.
func (c *checker) sentencesOf(t *ast.Trigger) (first *ast.Message, shown []string) {
	for _, lang := range c.languages {
		for _, prefix := range []string{"trigger.", "because."} {
			if m := c.Compiled.Texts[lang][prefix+t.Name.Text]; m != nil && (m.Text != "" || len(m.Forms) > 0) {
				if first == nil {
					first = m
				}
				shown = append(shown, used(m)...)
			}
		}
	}
	return first, shown
}

// placeholders are the texts that commands write where a person is to write.
var placeholders = []string{"Write here what players read on the card.", "Write here when it happens.",
	"Write here what it changes."}

// Unwritten returns notes of the texts that a command wrote as placeholders and that nobody
// has changed since: of sentences, and of what triggers and options say of themselves.
func Unwritten(r *interp.Reading) []diag.Finding {
	c := &checker{Reading: r}
	var out []diag.Finding
	note := func(text, what string, at diag.Pos) {
		left := func(placeholder string) bool { return strings.Contains(text, placeholder) }
		if slices.ContainsFunc(placeholders, left) && c.own(at.File) {
			out = append(out, diag.Found("placeholder", diag.Note, at,
				"%s is still the placeholder that a command wrote; write what people are to read", what))
		}
	}
	for _, lang := range sorted(r.Compiled.Texts) {
		for _, key := range sorted(r.Compiled.Texts[lang]) {
			m := r.Compiled.Texts[lang][key]
			note(strings.Join(textsOf(m), "\n"), "the sentence "+key, m.Key.Pos)
		}
	}
	for _, t := range r.Loaded.Tree.Triggers {
		note(t.Doc, "the doc of the trigger "+t.Name.Text, t.Name.Pos)
	}
	for _, o := range r.Loaded.Tree.GameOptions {
		note(o.Doc, "the doc of the option "+o.Name.Text, o.Name.Pos)
	}
	return out
}
