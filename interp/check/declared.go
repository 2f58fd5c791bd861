package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// unsaid reports words of the declared lists that nothing says, where a script
// says something near that nothing else knows.
func (c *checker) unsaid() {
	said := c.used.Words
	cards := map[string]bool{}
	note := func(w ast.Word) { cards[w.Text] = true }
	for _, card := range c.Compiled.Cards {
		for _, v := range card.Values {
			eachWord(v.Value, note)
		}
		for _, use := range card.Abilities {
			eachWord(use.Params, note)
		}
	}
	for _, d := range c.Loaded.Tree.Dice {
		for _, face := range d.Faces {
			eachWord(face, note)
		}
	}
	for _, e := range c.Loaded.Tree.Words {
		for _, word := range e.Words {
			near := diag.Nearest(word.Text, c.used.Unknown)
			if near == "" || said[word.Text] || cards[word.Text] || !c.own(word.Pos.File) {
				continue
			}
			c.report.Add(diag.Finding{
				Code: "lone-word", Severity: diag.Warning, Pos: word.Pos, Suggestion: near,
				Message: fmt.Sprintf("no script, card or die says %q, a word of the list %s", word, e.Name),
			})
		}
	}
}

// unusedOptions notes options that no script reads and that lay no overlay over the game: the
// game is the same whatever is chosen.
func (c *checker) unusedOptions() {
	for _, o := range c.Loaded.Tree.GameOptions {
		name := o.Name.Text
		if len(o.Overlays) > 0 || c.used.Words[name] || !c.own(o.Name.Pos.File) || c.inOverlays(name) {
			continue
		}
		c.report.Add(diag.Finding{
			Code: "unused-option", Severity: diag.Note, Pos: o.Name.Pos,
			Suggestion: diag.Nearest(name, sorted(c.used.Fields)),
			Message:    fmt.Sprintf("no script reads the option %q: the game is the same whatever is chosen", name),
		})
	}
}

// unusedAttributes reports attributes that are state and that no script, no
// filter and no sentence names: nothing ever sets or reads them; and notes those that are
// read and stay as they begin.
func (c *checker) unusedAttributes() {
	named := c.namedAttributes()
	for of, a := range c.Loaded.Tree.Attributes() {
		name := a.Name.Text
		printed := strings.HasPrefix(of, "the type ") && !a.State
		if printed || !c.own(a.Name.Pos.File) || c.inOverlays(name) {
			continue
		}
		modified := slices.ContainsFunc(c.Compiled.Headers,
			func(h header) bool { return names(h.Fields.Get("of"), name) })
		if c.used.Kept[name] && !modified {
			c.report.Notef("never-set", a.Name, "no script sets the attribute %q of %s: it stays as it begins",
				name, of)
		}
		if named[name] || c.inScenarios(name) {
			continue
		}
		c.report.Add(diag.Finding{
			Code: "unused-attribute", Severity: diag.Warning, Pos: a.Name.Pos,
			Suggestion: diag.Nearest(name, sorted(c.used.Fields)),
			Message:    fmt.Sprintf("no script, filter or sentence names the attribute %q of %s", name, of),
		})
	}
}

// namedAttributes are the words by which something may name an attribute.
func (c *checker) namedAttributes() map[string]bool {
	named := map[string]bool{}
	note := func(w ast.Word) { named[w.Text] = true }
	tree := c.Loaded.Tree
	for word := range c.used.Words {
		named[word] = true
	}
	for _, lang := range c.languages {
		for _, m := range c.Compiled.Texts[lang] {
			for _, name := range used(m) {
				named[name] = true
			}
		}
	}
	if tree.Order != nil {
		note(tree.Order.From)
	}
	for n := range ast.Nodes(tree.Flow) {
		if n.Turns != nil {
			note(n.Turns.From)
		}
	}
	for _, t := range tree.Types {
		eachWord(t.Active, note)
		for _, a := range t.Attributes {
			note(a.By)
		}
	}
	return named
}

// unusedZones reports zones that nothing names: no card ever comes there.
func (c *checker) unusedZones() {
	named := c.namedAttributes()
	for name := range c.used.Fields {
		named[name] = true
	}
	tree := c.Loaded.Tree
	for _, t := range tree.Types {
		named[t.Start.Text] = true
	}
	if tree.Position != nil {
		for _, rest := range tree.Position.Rest {
			named[rest.Zone.Text] = true
		}
	}
	for again := true; again; { // groups may name groups
		again = false
		for _, g := range tree.Groups {
			for _, z := range g.Zones {
				if named[g.Name.Text] && !named[z.Text] {
					named[z.Text], again = true, true
				}
			}
		}
	}
	for _, z := range tree.Zones {
		if name := z.Name.Text; !named[name] && c.own(z.Name.Pos.File) && !c.inOverlays(name) {
			c.report.Warnf("unused-zone", z.Name, "nothing names the zone %q: no card ever comes there", name)
		}
	}
}

// ends reports a game that no script ends. Cards without steps are no game yet.
func (c *checker) ends() {
	if at := c.Loaded.Tree.GamePos; !c.used.Ends && !c.Loaded.Tree.Stepless() && c.own(at.File) &&
		!c.inOverlays("finish") {
		c.report.Warnf("never-finishes", at, "no script calls finish: no game ends with a winner")
	}
}
