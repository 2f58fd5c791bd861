package assist

import (
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/lexicon"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// yamlName is a name in a YAML file: a key, or a scalar.
type yamlName struct {
	text string
	pos  diag.Pos
	// in is the map or the list that holds it, nil at the top; path are the keys that
	// lead to it.
	in   *source.Node
	path []string
	// key is set for a key; then found is what the map has under it, if known.
	key   bool
	known bool
	found keyword.Field
	// ways are what may stand at the place: under a key, the types of the map that it
	// is in.
	ways []keyword.Type
}

// name is what the text names: of "hand.count" the zone.
func (s yamlName) name() string {
	if s.key && s.found.Names == keyword.RefZone {
		name, _, _ := strings.Cut(s.text, ".")
		return name
	}
	return s.text
}

// tree is a YAML file with what may stand at its places.
type tree struct {
	top *source.Node
	lex *lexicon.Lexicon
	of  []keyword.Type
}

// visit goes over the names of a file.
func (t tree) visit(see func(yamlName)) {
	if t.top == nil {
		return
	}
	walk.Walk(t.lex, t.top, t.of, func(p *walk.Place) ([]keyword.Type, bool) {
		ways := t.lex.Flat(p.Types)
		var in *source.Node
		if p.Parent != nil {
			in = p.Parent.Node
		}
		if p.Pair != nil {
			see(yamlName{text: p.Pair.Key, pos: p.Pair.Pos, in: in, path: p.Parent.Path(), key: true, known: p.Known,
				found: p.Field, ways: p.Parent.Types})
		}
		if p.Node.IsScalar() {
			see(yamlName{text: p.Node.Text, pos: p.Node.Pos, in: in, path: p.Path(), ways: ways})
		}
		return ways, true
	})
}

// at finds the name that covers a place in a file.
func (t tree) at(line, column int) (yamlName, bool) {
	var found yamlName
	ok := false
	t.visit(func(s yamlName) {
		// A quoted text has its quotes beside it.
		if s.pos.Line == line && column >= s.pos.Column && column <= s.pos.Column+utf8.RuneCountInString(s.text)+1 {
			if !ok || s.pos.Column >= found.pos.Column {
				found = s
				ok = true
			}
		}
	})
	return found, ok
}
