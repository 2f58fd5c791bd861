package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type header = compile.Header

// tested notes abilities that no scenario names: by the id of the ability or
// its English name, or by the id or the English name of a card that has it, or has one whose
// script begins it; of one that no card has and the rules begin no scenario need name anything.
// That is a sign, no proof: the test of disabling abilities one by one is one.
func (c *checker) tested() {
	if !c.HasScenarios {
		return
	}
	p := c.Compiled.Pack
	named := func(id string, label ast.Texts) bool {
		text, ok := label.In("en")
		return c.inScenarios(id) || ok && c.inScenarios(text)
	}
	tested := func(d engine.DefID) bool { return named(p.Defs[d].ID, c.Compiled.Labels.Cards[d]) }
	for _, name := range sorted(c.Compiled.Abilities) {
		a := &p.Abilities[c.Compiled.Abilities[name][0]]
		begins := func(s pack.Script) bool {
			return (s.Name == name || strings.Contains(s.Text, strconv.Quote(name))) &&
				(s.Rules && len(c.Compiled.Carriers(name)) == 0 ||
					slices.ContainsFunc(c.Compiled.Carriers(s.Name), tested))
		}
		label := c.Compiled.Labels.Abilities[name]
		if c.own(a.File) && !slices.ContainsFunc(c.Loaded.Scripts, begins) && !named(name, label) {
			c.report.Add(diag.Finding{
				Code: "untested-ability", Severity: diag.Note, Pos: c.headerPos(a),
				FixHint: diag.FixHint{What: "scenario", Name: name},
				Message: "no scenario names the ability \"" + name + "\" or a card that has it",
			})
		}
	}
}
