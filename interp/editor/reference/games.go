package reference

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// game is what a page says of a game: rows of its tables, texts of its sections.
type game struct {
	// Title is its name, Seats how many may play.
	Title, Seats string
	Pack         *engine.Pack
	compiled     *compile.Compiled
	lang         string
	composer     *scene.Composer
	// explainer says of abilities what explain says.
	explainer *explain.Explainer
}

func newGame(p *interp.Pack, lang string) *game {
	least, most := p.Seats()
	seats := fmt.Sprintf("%d to %d", least, most)
	if least == most {
		seats = fmt.Sprint(most)
	}
	return &game{p.Title(lang), seats, p.Compiled.Pack, p.Compiled, lang,
		scene.NewComposer(p.Compiled, p.Messages.Speaker(lang, nil)), explain.New(p, lang, nil)}
}

// Options are the rows of the options.
func (g *game) Options() [][]string {
	var rows [][]string
	for i := range g.Pack.GameOptions {
		o := &g.Pack.GameOptions[i]
		rows = append(rows, []string{quote(o.Name), explain.Values(o), quote(o.Default),
			g.compiled.Tree.GameOptions[i].Doc})
	}
	return rows
}

// Flow is the phases and steps as an indented list.
func (g *game) Flow() string {
	return ast.FlowText(g.compiled.Tree.Flow, func(n *ast.PhaseNode) string { return n.Label.Or(g.lang, "") })
}

// Zones are the rows of the zones.
func (g *game) Zones() [][]string {
	return lists.Map(g.compiled.Tree.Zones, func(z *ast.Zone) []string {
		return []string{quote(z.Name.Text), explain.Line("zone", z), z.Label.Or(g.lang, z.Doc)}
	})
}

// Attributes are the rows of the attributes of the table, the seats and the cards.
func (g *game) Attributes() [][]string {
	var rows [][]string
	for of, a := range g.compiled.Tree.Attributes() {
		rows = append(rows, []string{quote(a.Name.Text), of, explain.Line("attribute", a),
			cmp.Or(a.Doc, a.Label.Or(g.lang, ""))})
	}
	return rows
}

// triggerRow is a trigger as a page shows it.
type triggerRow struct {
	Name, Doc string
	// Params are rows; Windows names those in which abilities may act.
	Params  [][]string
	Windows string
	Cancel  bool
	// Scope is the parameter at whose place cards hear of it, "" for everywhere.
	Scope string
}

// Triggers are the moments that abilities can answer.
func (g *game) Triggers() []triggerRow {
	var out []triggerRow
	for _, t := range g.compiled.Tree.Triggers {
		id, ok := g.compiled.Triggers[t.Name.Text]
		if !ok {
			continue
		}
		c := &g.Pack.Triggers[id]
		h := triggerRow{Name: c.Name, Doc: t.Doc, Cancel: c.Cancel}
		for _, p := range t.Params {
			h.Params = append(h.Params, []string{quote(p.Name.Text), explain.Line("parameter", p), p.Doc})
		}
		h.Windows = strings.Join(c.Open(), ", ")
		if c.Scope >= 0 {
			h.Scope = c.Params[c.Scope].Name
		}
		out = append(out, h)
	}
	return out
}

// Abilities are the rows of the abilities.
func (g *game) Abilities() [][]string {
	var rows [][]string
	for _, name := range slices.Sorted(maps.Keys(g.compiled.Abilities)) {
		hooks := g.explainer.Hooks(name)
		when := lists.Map(hooks, func(h explain.Hook) string { return h.Says() })
		slices.Sort(when)
		rows = append(rows,
			[]string{quote(name), hooks[0].Label, strings.Join(slices.Compact(when), "; "), hooks[0].Text})
	}
	return rows
}

// cards are the rows of the cards of a type.
type cards struct {
	Type string
	Rows [][]string
}

// Cards are the cards by type.
func (g *game) Cards() []cards {
	var out []cards
	for _, t := range g.compiled.Tree.Types {
		id, ok := g.compiled.Types[t.Name.Text]
		if !ok {
			continue
		}
		var rows [][]string
		for d := range g.Pack.Defs {
			if g.Pack.Defs[d].Type == id {
				rows = append(rows, g.card(engine.DefID(d)))
			}
		}
		if len(rows) > 0 {
			out = append(out, cards{t.Label.Or(g.lang, t.Name.Text), rows})
		}
	}
	return out
}

func (g *game) card(d engine.DefID) []string {
	def, card := &g.Pack.Defs[d], g.compiled.Cards[d]
	name := quote(def.ID)
	if label := card.Label.Or(g.lang, ""); label != "" {
		name = label + " " + name
	}
	shown := g.composer.Definition(d)
	printed := lists.Map(shown.Facts, func(f scene.Fact) string { return f.Name + " " + f.Text })
	var lines []string
	for _, use := range card.Abilities {
		line := quote(use.Name.Text)
		if use.Params != nil {
			line += " " + use.Params.Inline()
		}
		lines = append(lines, line)
	}
	lines = append(shown.Text, lines...)
	for _, note := range card.Unimplemented {
		lines = append(lines, "Not scripted: "+note.Text)
	}
	if def.Copies > 1 {
		name += fmt.Sprintf(" x%d", def.Copies)
	}
	return []string{name, strings.Join(printed, "\n"), strings.Join(lines, "\n")}
}

// Rulings are how the pack reads what the rules leave open.
func (g *game) Rulings() []*ast.Ruling { return g.compiled.Tree.Rulings }
