package lexicon

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// Declared is something that a game declares by name: where that stands, what people call
// it in English, and its line of explanation.
type Declared struct {
	Symbol
	At         diag.Pos
	Label, Doc string
}

// Declared are all things that the game declares, some more than once.
func (l *Lexicon) Declared() []Declared {
	if l.declared != nil {
		return l.declared
	}
	for _, card := range l.Cards {
		l.declare("card", card.ID, card.Label, "")
	}
	l.declareAbilities()
	for name, at := range l.StepPlaces {
		l.declare("step", ast.Word{Text: name, Pos: at}, nil, "")
	}
	l.declareTree()
	return l.declared
}

// declare adds a declaration.
func (l *Lexicon) declare(kind string, w ast.Word, texts ast.Texts, doc string) {
	label, _ := texts.In("en")
	l.declared = append(l.declared, Declared{Symbol{kind, w.Text}, w.Pos, label, doc})
}

// declareAbilities adds what scripts declare: abilities and their parameters.
func (l *Lexicon) declareAbilities() {
	for i := range l.Headers {
		if h := &l.Headers[i]; h.Part <= 1 {
			doc := ""
			if m := l.Texts["en"]["ability."+h.ID]; m != nil {
				doc = m.Text
			}
			at := diag.Pos{File: h.File, Line: h.Line, Column: 1}
			l.declare("ability", ast.Word{Text: h.ID, Pos: at}, l.Labels.Abilities[h.ID], doc)
		}
		if params := l.Headers[i].Fields.Get("params"); params != nil {
			for _, p := range params.Fields {
				l.declare("parameter", ast.Word{Text: l.Headers[i].ID + "." + p.Name, Pos: p.Pos}, nil, "")
			}
		}
	}
}

// declareTree adds what game.yaml and its parts declare.
func (l *Lexicon) declareTree() {
	tree, add := l.Tree, l.declare
	for _, t := range tree.Triggers {
		add("trigger", t.Name, t.Label, t.Doc)
	}
	for _, z := range tree.Zones {
		add("zone", z.Name, z.Label, z.Doc)
	}
	for _, g := range tree.Groups {
		add("group", g.Name, nil, "")
	}
	for _, o := range tree.GameOptions {
		doc := o.Doc
		if o.Number {
			doc = strings.TrimSpace(fmt.Sprintf("%s A number from %d to %d.", doc, o.Min, o.Max))
		}
		add("option", o.Name, o.Label, doc)
	}
	for _, list := range tree.Words {
		add("words", list.Name, nil, "")
		for i, w := range list.Words {
			add("word", w, list.Labels[i], "")
		}
	}
	for _, d := range tree.Dice {
		add("die", d.Name, nil, "")
	}
	for _, a := range tree.Attributes() {
		add("attribute", a.Name, a.Label, a.Doc)
	}
	for _, t := range tree.Types {
		add("type", t.Name, t.Label, t.Doc)
	}
	for n := range ast.Nodes(tree.Flow) {
		if n.Name.Given() {
			add("phase", n.Name, n.Label, n.Doc)
		}
	}
	for _, r := range tree.Rulings {
		add("ruling", r.ID, nil, r.Question)
	}
	for _, m := range tree.Messages {
		if m.Lang == "en" {
			add("text", m.Key, nil, "")
		}
	}
}

// thing is the first declaration of a thing, the zero one for an undeclared name.
func (l *Lexicon) thing(s Symbol) Declared {
	if l.first == nil {
		l.first = map[Symbol]Declared{}
		for _, d := range l.Declared() {
			if _, known := l.first[d.Symbol]; !known {
				l.first[d.Symbol] = d
			}
		}
	}
	return l.first[s]
}

// Label is what people call a thing, "" where that says no more than its name.
func (l *Lexicon) Label(s Symbol) string { return l.thing(s).Label }

// Doc is the line of explanation of a thing.
func (l *Lexicon) Doc(s Symbol) string { return l.thing(s).Doc }
