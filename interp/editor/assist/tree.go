package assist

import (
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// spot is a name in a YAML file: a key, or a scalar.
type spot struct {
	text string
	pos  diag.Pos
	// in is the map or the list that holds it, nil at the top; path are the keys that
	// lead to it.
	in   *source.Node
	path []string
	// key is set for a key; then found is what the map has under it, if known.
	key   bool
	known bool
	found key
	// ways are what may stand at the place: under a key, the ways of the map that it
	// is in.
	ways shapes
}

// visit goes over a file with what may stand at each place.
func visit(n *source.Node, ways shapes, path []string, in *source.Node, see func(spot)) {
	switch n.Kind {
	case source.Map:
		keys := ways.all(n)
		for i := range n.Pairs {
			p := &n.Pairs[i]
			k, known := keys[p.Key]
			if !known {
				k, known = ways.other(p.Key)
			}
			see(spot{text: p.Key, pos: p.Pos, in: n, path: path, key: true, known: known, found: k, ways: ways})
			var under shapes
			if known && k.value != nil {
				under = k.value()
			}
			visit(p.Value, under, append(path[:len(path):len(path)], p.Key), n, see)
		}
	case source.List:
		for _, item := range n.Items {
			visit(item, ways.items(), path, n, see)
		}
	case source.Null:
	default:
		see(spot{text: n.Text, pos: n.Pos, in: in, path: path, ways: ways})
	}
}

// at finds the name that covers a place in a file.
func at(top *source.Node, ways shapes, line, column int) (spot, bool) {
	var found spot
	ok := false
	if top != nil {
		visit(top, ways, nil, nil, func(s spot) {
			// A quoted text has its quotes beside it.
			if s.pos.Line == line && column >= s.pos.Column && column <= s.pos.Column+utf8.RuneCountInString(s.text)+1 {
				if !ok || s.pos.Column >= found.pos.Column {
					found, ok = s, true
				}
			}
		})
	}
	return found, ok
}
