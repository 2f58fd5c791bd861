package reference

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/editor/explain"
	"github.com/ruledeck/ruledeck/interp/editor/inventory"
	"github.com/ruledeck/ruledeck/interp/keyword"
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
		scene.NewComposer(p.Compiled, p.Messages.Speaker(lang)), explain.New(p, lang, nil)}
}

// Flow is the phases and steps as an indented list.
func (g *game) Flow() string {
	return ast.FlowText(g.compiled.Tree.Flow, func(n *ast.PhaseNode) string { return n.Label.Or(g.lang, "") })
}

// Table is what a pack declares of one kind.
type Table struct {
	Kind, Title string
	Rows        [][]string
}

// headings are the kinds of the inventory, each with the heading of its table.
//
//go:embed headings.txt
var headings string

// Declared are the declarations, by kind.
func (g *game) Declared() []Table { return Tables(inventory.Declared(g.compiled.Tree), g.lang) }

// Tables lists an inventory in a language, a table for each kind that it has. Each declaration
// has a row: its name, what it says in the words of its files, and what people call it.
func Tables(entries []*inventory.Entry, lang string) []Table {
	var out []Table
	for _, row := range keyword.Rows(headings) {
		table := Table{Kind: row[0], Title: row[1]}
		for _, e := range inventory.Of(entries, table.Kind, "") {
			said := strings.Join(saidBy(e, lang), "\n")
			called := strings.TrimSpace(e.Label.Or(lang, "") + "\n" + e.Doc)
			if said != "" || called != "" {
				table.Rows = append(table.Rows, []string{quote(e.Path()), said, called})
			}
		}
		if table.Rows != nil {
			out = append(out, table)
		}
	}
	return out
}

// saidBy are the lines in which a page says what a declaration says: zones and attributes, of
// which there are many, in one.
func saidBy(e *inventory.Entry, lang string) []string {
	if e.Kind == "attribute" || e.Kind == "zone" {
		return []string{e.Line()}
	}
	var out []string
	for _, f := range e.Told() {
		word, named := strings.CutPrefix(f.Name, "name of ")
		word, ours := strings.CutSuffix(word, " "+lang)
		switch {
		case named && ours:
			out = append(out, word+": "+f.Text)
		case !named && f.Name != "phases": // which stand as a listing
			out = append(out, f.Name+": "+f.Text)
		}
	}
	return out
}

// Abilities are the rows of the abilities.
func (g *game) Abilities() [][]string {
	var rows [][]string
	for _, name := range lists.Sorted(g.compiled.Abilities) {
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
	def := &g.Pack.Defs[d]
	card := g.compiled.Cards[d]
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
