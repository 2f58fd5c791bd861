package check

import "github.com/ruledeck/ruledeck/interp/ast"

// unshownAttributes reports values that no screen shows, for they have no name,
// and that are not said to be internal: players would decide without them. Card
// types may share an attribute; one of them names it.
func (c *checker) unshownAttributes() {
	c.unshown("the table", c.Loaded.Tree.Game, nil)
	c.unshown("seats", c.Loaded.Tree.Seat, nil)
	named := map[string]bool{}
	for _, t := range c.Loaded.Tree.Types {
		for _, a := range t.Attributes {
			named[a.Name.Text] = named[a.Name.Text] || shown(a)
		}
	}
	for _, t := range c.Loaded.Tree.Types {
		c.unshown("the type "+t.Name.Text, t.Attributes, named)
	}
}

// shown reports whether a value has a name, or is one that no player may see.
func shown(a *ast.Attribute) bool {
	return len(a.Label) > 0 || a.Internal || a.Seen.Text == "nobody"
}

func (c *checker) unshown(of string, list []*ast.Attribute, named map[string]bool) {
	for _, a := range list {
		if shown(a) || named[a.Name.Text] || !c.own(a.Name.Pos.File) {
			continue
		}
		if named != nil {
			named[a.Name.Text] = true
		}
		c.report.Warnf("unshown-attribute", a.Name.Pos, "%q of %s is shown to nobody: it has no name; give it one, "+
			"name: {en: ...}, or say internal: true", a.Name.Text, of)
	}
}
