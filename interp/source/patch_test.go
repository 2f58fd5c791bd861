package source

import (
	"bytes"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// TestPatched: a text that was read before is read as one that was not, after each of many
// random edits, of which ten begin each with what the one before left; most are read in part
// alone. The suite tries a few; RULEDECK_FULL=1 many.
func TestPatched(t *testing.T) {
	parts, edits, seeds := 0, 30, uint64(1)
	if os.Getenv("RULEDECK_FULL") != "" {
		edits, seeds = 1000, 4
	}
	pieces := append(strings.Split("x 7 : # - ? | > [ ] { } ' \" & * ! , % \t \u2028 \u0085 \ufeff <<", " "), "", " ",
		"\n", "\n---\n", "\n...", ": ", "\n- a", "\nx: |\n  y", "\n? z\n: a", "\n? z",
		"\nx: 1\nx: 2", "\ngame:", "\r\n", "\n\n",
		"\ny: |+\n  a\n\n", "\nv: >-\n  a\n # b\n", "\nw: 'a\n\n  b'\n", "\ns: \"a\\\n  b\"", "\nt:\n",
		strings.Repeat("[", 90))
	for path, lines := range map[string]int{"../../cards/bbtm/game.yaml": 150,
		"../../cards/bbtm/locale/fr.play.yaml": 60, "../../cards/seven-missions/cards/items.yaml": 40} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data = bytes.Join(bytes.SplitAfter(data, []byte("\n"))[:lines], nil)
		for seed := range seeds {
			m, r, text := &Memo{}, rand.New(rand.NewPCG(35, 7+seed)), ""
			for i := range edits {
				if i%10 == 0 {
					text = string(data)
					m.Read(path, data, &diag.List{})
				}
				at := r.IntN(len(text))
				if r.IntN(3) == 0 {
					at -= len(text[:at]) - 1 - strings.LastIndexByte(text[:at], '\n') // the begin of a line
				}
				piece, until := pieces[r.IntN(len(pieces))], min(len(text), at+r.IntN(3))
				switch r.IntN(8) {
				case 0:
					until = min(len(text), at+r.IntN(200))
				case 1, 2, 3:
					piece, until = "e", at
				case 4: // a line a second time
					at -= len(text[:at]) - 1 - strings.LastIndexByte(text[:at], '\n')
					line, _, _ := strings.Cut(text[at:], "\n")
					piece, until = line+"\n", at
				}
				edited := text[:at] + piece + text[until:]
				if top, _ := m.patched(path, edited, &diag.List{}); top != nil {
					parts++
				}
				kept, whole := &diag.List{}, &diag.List{}
				a, b := m.Read(path, []byte(edited), kept), Read(path, []byte(edited), whole)
				if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(kept.Sorted(), whole.Sorted()) {
					t.Errorf("%s: %q for %q: read as another, %v and %v", path, piece, text[at:until], kept.Sorted(),
						whole.Sorted())
				}
				was, ok := Recall(m, "yaml "+path, func(r reading[sound]) bool { return r.text == edited })
				if !ok {
					m.Read(path, []byte(text), &diag.List{}) // the edit is taken back
					continue
				}
				if _, nodes := read(path, []byte(edited), &diag.List{}); was.made.nodes != nodes {
					t.Errorf("%s: %q for %q: %d nodes, not %d", path, piece, text[at:until], was.made.nodes, nodes)
				}
				text = edited
			}
		}
	}
	if all := 3 * int(seeds) * edits; parts < all/4 {
		t.Errorf("only %d of %d edits were read in part", parts, all)
	}
}
