package cardexport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Flaw is something of a card that does not arrive on paper as it is written. Code is that of
// the finding: print-cut, print-small, print-glyph or print-picture; What is the text that is
// cut, the size of the type in points, the signs without a glyph, or the picture.
type Flaw struct {
	Def   string `json:"def"`
	Field string `json:"field"`
	Code  string `json:"code"`
	What  string `json:"what"`
}

// String says what is wrong, without the card.
func (f Flaw) String() string {
	const most = 60
	what := []rune(f.What)
	if len(what) > most {
		f.What = string(what[:most]) + "…"
	}
	switch f.Code {
	case "print-cut":
		return fmt.Sprintf("%s does not fit and is cut: %q", f.Field, f.What)
	case "print-small":
		return fmt.Sprintf("%s is set in %s pt, smaller than the 6 pt that people read", f.Field, f.What)
	case "print-glyph":
		return fmt.Sprintf("%s has signs that no font of this machine draws: %s", f.Field, f.What)
	}
	return fmt.Sprintf("%s could not be drawn", f.What)
}

// mostProof is how much of the end of a document is read for its proof: the rest of it is fonts
// and pictures.
const mostProof = 8 << 20

// tail keeps the end of what is written.
type tail struct{ data []byte }

// Write keeps the end.
func (t *tail) Write(data []byte) (int, error) {
	t.data = append(t.data, data...)
	if over := len(t.data) - mostProof; over > mostProof {
		t.data = slices.Clone(t.data[over:])
	}
	return len(data), nil
}

// proof reads what a document found of its cards, and whether it did look.
func (t *tail) proof() ([]Flaw, bool) {
	const begin = `<script id="proof" type="application/json">`
	i := bytes.LastIndex(t.data, []byte(begin))
	if i < 0 {
		return nil, false
	}
	text, _, closed := bytes.Cut(t.data[i+len(begin):], []byte("</script>"))
	var out []Flaw
	err := json.Unmarshal(text, &out)
	return out, closed && err == nil
}

// note adds what a print found to the flaws of the deck, each once.
func (d *Deck) note(found []Flaw, looked bool) {
	d.unproved = d.unproved || !looked
	for _, f := range found {
		if !slices.Contains(d.flaws, f) {
			d.flaws = append(d.flaws, f)
		}
	}
}

// Flaws are what the prints so far found, in the order of the cards, and whether all of them
// looked.
func (d *Deck) Flaws() (found []Flaw, proved bool) { return d.flaws, !d.unproved }
