package cardexport

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// TestProof: one call of the browser prints the cards and says what is not on them as it is
// written, field by field; what fits once its type is smaller is no finding.
func TestProof(t *testing.T) {
	if Browser() == "" {
		t.Skip(ErrNoBrowser)
	}
	long := strings.Repeat("Name a card and choose another player. ", 30)
	mark := func(key, text string) *scene.Mark { return &scene.Mark{Key: key, Name: key, Text: text} }
	d := deck()
	base := d.faces[0]
	base.Colour, base.Art.Drawn = "#1d4f91", "crest"
	d.faces = nil
	add := func(id string, change func(f *scene.Face)) {
		f := base
		f.Def, f.Title = id, id
		change(&f)
		d.faces = append(d.faces, f)
	}
	add("plain", func(f *scene.Face) {
		f.Corner, f.Line = mark("cost", "10000"), []scene.Mark{*mark("rules", long[:160])}
		f.Text = [][]scene.Mark{{*mark("", "-1 ⚔ +1/+1 → ★ שלום")}}
	})
	add("foot", func(f *scene.Face) { f.Foot = []scene.Mark{*mark("credit", long)} })
	add("small", func(f *scene.Face) { f.Text = [][]scene.Mark{{*mark("", long)}} })
	add("cut", func(f *scene.Face) { f.Text = [][]scene.Mark{{*mark("", strings.Repeat(long, 4))}} })
	add("glyph", func(f *scene.Face) { f.Title = "Linear \U00010000" })
	add("font", func(f *scene.Face) { f.Font = "art/broken.woff2" })
	add("second", func(f *scene.Face) {
		other := base
		other.Title = "second"
		other.Text = [][]scene.Mark{{*mark("", strings.Repeat(long, 4))}}
		f.Back.Reverse = &other
	})
	add("picture", func(f *scene.Face) { f.Art.Picture = "art/broken.png" })
	add("turned", func(f *scene.Face) { f.Width, f.Height, f.Stats = 120, 80, []scene.Mark{*mark("cost", "0")} })
	add("token", func(f *scene.Face) {
		f.Width, f.Height, f.Round, f.Frame, f.Centre = 25, 25, true, "token", mark("offer", "10")
	})
	d.pictures = map[string]ast.Picture{"art/broken.png": {Data: []byte("no dots")},
		"art/broken.woff2": {Data: []byte("wOF2 no font")}}
	for _, o := range []Options{{Paper: "A4", Bleed: 1.5}, {Paper: "Letter", Bleed: 1.5, Backs: true}} {
		d.flaws = nil
		if _, err := d.PDF(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		found, looked := d.Flaws()
		var got []string
		for _, f := range found {
			got = append(got, fmt.Sprintf("%s %s %s", f.Def, f.Field, f.Code))
		}
		slices.Sort(got)
		want := []string{"cut text print-cut", "cut text print-small", "font font print-picture",
			"foot credit print-cut", "foot credit print-small",
			"glyph name print-glyph", "picture art print-picture", "small text print-small"}
		if o.Backs {
			want = append(want, "second text print-cut", "second text print-small")
		}
		slices.Sort(want)
		if !looked || !slices.Equal(got, want) {
			t.Errorf("%s: looked %t, found %q", o.Paper, looked, got)
		}
	}
	for _, f := range d.flaws {
		if text := f.String(); text == "" || len(text) > 200 {
			t.Errorf("%q", text)
		}
	}
}

// TestTail: of what a browser says the end is kept, and without a proof nothing is proved.
func TestTail(t *testing.T) {
	const proof = `<script id="proof" type="application/json">[{"def":"a","field":"name","code":"print-cut"}]</script>`
	for text, want := range map[string]int{
		"<p>" + proof + "</body>": 1, proof[:50]: -1, "": -1,
		`<script id="proof" type="application/json">[]</script>`: 0,
		strings.Repeat("x", 3*mostProof) + proof:                 1,
	} {
		keep := &tail{}
		for some := range slices.Chunk([]byte(text), 1<<20) {
			if _, err := keep.Write(some); err != nil {
				t.Fatal(err)
			}
		}
		if len(keep.data) > 2*mostProof+1<<20 {
			t.Errorf("%d bytes are kept", len(keep.data))
		}
		if found, looked := keep.proof(); looked != (want >= 0) || looked && len(found) != want {
			t.Errorf("%.40q: %v, %t", text, found, looked)
		}
	}
}
