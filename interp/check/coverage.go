package check

import (
	"slices"

	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
)

type header = compile.Header

// tested notes abilities that no scenario names: by the id of the ability or
// its English name, or by the id or the English name of a card that has it.
// That is a sign, no proof: the test of disabling abilities one by one is one.
func (c *checker) tested() {
	if !c.HasScenarios {
		return
	}
	p := c.Compiled.Pack
	signs := map[string][]string{}
	for i := range p.Defs {
		for _, a := range p.Defs[i].Abilities {
			name := p.Abilities[a.Ability].Name
			signs[name] = append(signs[name], p.Defs[i].ID)
			if text, ok := c.Compiled.Labels.Cards[i].In("en"); ok {
				signs[name] = append(signs[name], text)
			}
		}
	}
	for _, name := range sorted(c.Compiled.Abilities) {
		a := &p.Abilities[c.Compiled.Abilities[name][0]]
		if !c.own(a.File) {
			continue
		}
		all := append(signs[name], name)
		if text, ok := c.Compiled.Labels.Abilities[name].In("en"); ok {
			all = append(all, text)
		}
		if !slices.ContainsFunc(all, c.inScenarios) {
			c.report.Add(diag.Finding{
				Code: "untested-ability", Severity: diag.Note, Pos: c.headerPos(a),
				FixHint: diag.FixHint{What: "scenario", Name: name},
				Message: "no scenario names the ability \"" + name + "\" or a card that has it",
			})
		}
	}
}
