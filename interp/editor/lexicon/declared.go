package lexicon

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/inventory"
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
			at := diag.At(h.File, h.Line, 1)
			l.declare("ability", ast.Word{Text: h.ID, Pos: at}, l.Labels.Abilities[h.ID], doc)
		}
		if params := l.Headers[i].Fields.Get("params"); params != nil {
			for _, p := range params.Fields {
				l.declare("parameter", ast.Word{Text: l.Headers[i].ID + "." + p.Name, Pos: p.Pos}, nil, "")
			}
		}
	}
}

// declareTree adds what the files declare, by the inventory.
func (l *Lexicon) declareTree() {
	for _, e := range inventory.Declared(l.Tree) {
		doc := e.Doc
		switch {
		case slices.Contains([]string{"parameter", "refusal", "size", "face", inventory.Game, "pack"}, e.Kind):
			continue
		case e.Get("number max").Text != "":
			doc = strings.TrimSpace(fmt.Sprintf("%s A number from %s to %s.", doc, e.Get("number min").Text,
				e.Get("number max").Text))
		case e.Kind == "ruling":
			doc = e.Get("question").Text
		}
		l.declare(e.Kind, ast.Word{Text: e.Name, Pos: e.At}, e.Label, doc)
	}
	for _, m := range l.Tree.Messages {
		if m.Lang == "en" {
			l.declare("text", m.Key, nil, "")
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
