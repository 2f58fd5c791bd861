package source

import (
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// TestPatched: a text that was read before is read as one that was not, after each of many
// random edits; most are read in part alone.
func TestPatched(t *testing.T) {
	parts := 0
	for _, path := range []string{"../../cards/bbtm/game.yaml", "../../cards/bbtm/locale/fr.play.yaml",
		"../../cards/seven-missions/cards/items.yaml"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		m, r := &Memo{}, rand.New(rand.NewPCG(35, 7))
		m.Read(path, data, &diag.List{})
		pieces := append(strings.Split("x 7 : # - ? | > [ ] { } ' \" & * ! , % \t", " "), " ", "\n", "\n---\n", "\n...",
			": ", "\n- a", "\nx: |\n  y", "\n? z\n: a", "\nx: 1\nx: 2", "\ngame:")
		for range 25 {
			at := r.IntN(len(text))
			if r.IntN(3) == 0 {
				at -= len(text[:at]) - 1 - strings.LastIndexByte(text[:at], '\n') // the begin of a line
			}
			piece, until := pieces[r.IntN(len(pieces))], min(len(text), at+r.IntN(3))
			edited := text[:at] + piece + text[until:]
			if top, _ := m.patched(path, edited); top != nil {
				parts++
			}
			kept, whole := &diag.List{}, &diag.List{}
			a, b := m.Read(path, []byte(edited), kept), Read(path, []byte(edited), whole)
			if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(kept.Sorted(), whole.Sorted()) {
				t.Errorf("%s: %q for %q: read as another, %v and %v", path, piece, text[at:until], kept.Sorted(),
					whole.Sorted())
			}
			var s, fresh sound
			if was, ok := Recall(m, "yaml "+path, func(r reading[sound]) bool { return r.text == edited }); ok {
				s = was.made
				if fresh.top, fresh.nodes = read(path, []byte(edited), &diag.List{}); s.nodes != fresh.nodes {
					t.Errorf("%s: %q for %q: %d nodes, not %d", path, piece, text[at:until], s.nodes, fresh.nodes)
				}
			}
			m.Read(path, data, &diag.List{})
		}
	}
	if parts < 12 {
		t.Errorf("only %d of 75 edits were read in part", parts)
	}
}
