package check

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
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
			c.report.Warnf("unshown-attribute", a.Name.Pos, "%q of %s is shown to nobody: it has no name; give it "+
				"one, name: {en: ...}, or say internal: true", a.Name.Text, of)
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
