package scaffold

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// Mine starts what changes a thing of a pack below in an overlay: of a card a patch that
// says all that it has, of an ability its script, of a function of rules one that takes
// its place and calls it. kind is "card", "ability" or "rules"; a function is named
// module.function. It returns a *NameError for what there is not.
func Mine(kind, name string, p *interp.Pack) (*Plan, error) {
	switch kind {
	case "card":
		card, err := cardOf(name, p)
		if err != nil {
			return nil, err
		}
		lines := fields(card, "id", "name", "type", "copies", "each")
		if len(lines) == 0 {
			lines = []string{"copies: 1"}
		}
		text := "patch:\n  - id: " + name + "\n    " + strings.Join(lines, "\n    ") + "\n"
		return &Plan{Files: []File{{"cards/" + suggestion(name) + ".yaml", text}}}, nil
	case "ability":
		script, err := scriptOf(false, name, p)
		if err != nil {
			return nil, err
		}
		return &Plan{Files: []File{{place(script, "/abilities/"), script.Text}}}, nil
	}
	return function(name, p)
}

// cardOf is a card by its id.
func cardOf(id string, p *interp.Pack) (*ast.Card, error) {
	d, ok := p.Compiled.Defs[id]
	if !ok {
		known := lists.Map(p.Compiled.Pack.Defs, func(d engine.CardDef) string { return d.ID })
		return nil, &NameError{fmt.Sprintf("the pack has no card %q; %s", id, diag.There(id, known))}
	}
	return p.Compiled.Cards[d], nil
}

// fields are those of a card, a line each, but for some.
func fields(card *ast.Card, without ...string) []string {
	var out []string
	for _, origin := range card.Origins {
		if !slices.Contains(without, origin.Text) {
			out = append(out, origin.Text+": "+card.Value(origin.Text))
		}
	}
	return out
}

// scriptOf is the script that counts of an ability, or of a module of rules.
func scriptOf(rules bool, name string, p *interp.Pack) (*pack.Script, error) {
	var known []string
	for i := range p.Loaded.Scripts {
		if s := &p.Loaded.Scripts[i]; s.Rules == rules {
			if s.Name == name && !s.Extends {
				return s, nil
			}
			known = append(known, s.Name)
		}
	}
	what := map[bool]string{true: "file of rules", false: "ability"}[rules]
	return nil, &NameError{fmt.Sprintf("the pack has no %s %q; %s", what, name, diag.There(name, known))}
}

// place is where a script lies in the folder of any pack.
func place(s *pack.Script, below string) string {
	return "scripts" + s.File[strings.LastIndex(s.File, below):]
}

// function starts a file that puts a function of its own in place of one of a module.
func function(name string, p *interp.Pack) (*Plan, error) {
	module, called, _ := strings.Cut(name, ".")
	script, err := scriptOf(true, module, p)
	if err != nil {
		return nil, err
	}
	head := regexp.MustCompile(`(?m)^function ` + regexp.QuoteMeta(module+"."+called) + `\(([^)\n]*)\)`)
	found := head.FindStringSubmatchIndex(script.Text)
	if found == nil {
		return nil, &NameError{fmt.Sprintf("%s has no function %q", path.Base(script.File), name)}
	}
	params := script.Text[found[2]:found[3]]
	was, _, _ := strings.Cut(script.Text[found[0]:], "\nend")
	text := fmt.Sprintf("local %s, replaced = {}, {}\n\n-- What takes the place of %s; base is that, which "+
		"reads:\n-- %s\nfunction replaced.%s(%s)\n  return base(%s)\nend\n\nreturn %s, replaced\n", module, name,
		strings.ReplaceAll(strings.TrimRight(was, "\n"), "\n", "\n-- "), called,
		strings.TrimSuffix("base, "+params, ", "), params, module)
	return &Plan{Files: []File{{place(script, "/rules/"), text}}}, nil
}
