package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// The measures of a face, in millimetres: the smallest type that people read, its line
// height and the average width of a Latin letter relative to it, the margins beside and
// around the text, what stands there with it, and the room kept for the picture.
const (
	smallest, leading, letter = 2.1, 1.32, 0.47
	beside, around            = 10.0, 24.0
	ofStats, ofColumns, ofRow = 9.5, 30.0, 12.0
	ofPicture                 = 22.0
)

// overflow reports cards whose texts do not fit on their faces in a language. It is an
// estimate, as letters differ in width; only clear overflow is reported.
func (c *checker) overflow() {
	p, err := c.game()
	if err != nil {
		return // it has errors, which are reported
	}
	reported := map[diag.Pos]bool{}
	for _, lang := range c.languages {
		long := c.maybeLong(lang)
		if len(long) == 0 {
			continue
		}
		speaker := p.Messages.Speaker(lang, nil)
		composer := scene.NewComposer(c.Compiled, speaker)
		for _, f := range composer.FacesOf(func(d engine.DefID) bool { return long[d] }) {
			n, room := takes(&f)
			if r := f.Back.Reverse; r != nil && n <= room {
				n, room = takes(r)
			}
			if n > room {
				pos := c.Compiled.Cards[c.Compiled.Defs[f.Def]].Pos
				if !c.own(pos.File) { // an overlay has made it another: one card is told of a sentence or a face
					_, keys := speaker.CardSentences(c.Compiled.Defs[f.Def])
					pos = c.changed(keys, lang, c.Compiled.Faces[f.Type])
					if reported[pos] {
						continue
					}
					reported[pos] = true
				}
				said := fmt.Sprintf("the text of %q does not fit on its face in %s: it takes about %d lines of "+
					"the smallest type, and %d fit", f.Def, lang, n, max(room, 0))
				if n == 0 {
					said = fmt.Sprintf("the face of %q is too low for what stands on it: its values and its picture "+
						"take more than %g millimetres", f.Def, f.Height)
				}
				c.report.Add(diag.Finding{Code: "text-overflow", Severity: diag.Warning, Pos: pos, Message: said})
			}
		}
	}
}

// What the value of a placeholder takes at most, and the name of an ability before its sentence, in letters.
const ofHole, ofName = 40, 48

// maybeLong are the cards whose texts might not fit on their faces, by how long their sentences are at most.
func (c *checker) maybeLong(lang string) map[engine.DefID]bool {
	p := c.Compiled.Pack
	long := map[engine.DefID]bool{}
	wide := func(key string) float64 {
		m := cmp.Or(c.Compiled.Texts[lang][key], c.Compiled.Texts["en"][key], &ast.Message{})
		most := len(m.Text) + ofHole*strings.Count(m.Text, "{")
		for _, f := range m.Forms {
			most = max(most, len(f.Text)+ofHole*strings.Count(f.Text, "{"))
		}
		return smallest * letter * float64(most)
	}
	abilities := make([]float64, len(p.Abilities))
	for i := range p.Abilities {
		abilities[i] = wide("ability."+p.Abilities[i].Name) + smallest*letter*ofName
	}
	for i, def := range p.Defs {
		d := engine.DefID(i)
		f := scene.Blank(c.Compiled, d)
		t := c.Compiled.Faces[f.Type]
		most := ofStats
		n := 0.0
		if len(t.Columns) > 0 {
			most += ofColumns
		}
		if t.Hide || f.Frame == "token" {
			continue
		}
		add := func(wide float64) { n += math.Ceil(wide / (f.Width - beside)) }
		add(wide(c.Compiled.Cards[d].TextKey()))
		for _, a := range def.Abilities {
			add(abilities[a.Ability])
		}
		if len(t.Text) > 0 || t.Reverse != nil || n > float64(fit(&f, len(t.Rows), most)) {
			long[d] = true
		}
	}
	return long
}

// changed is where an overlay has one of the sentences of a card, or says how much room its face
// has, else where the entry of the face stands.
func (c *checker) changed(keys []string, lang string, f *compile.CardFace) diag.Pos {
	var at []diag.Pos
	for _, key := range keys {
		if m := c.Compiled.Texts[lang][key]; m != nil {
			at = append(at, m.Key.Pos)
		}
	}
	for _, t := range slices.Concat(f.Size, f.Columns) {
		at = append(at, t.Pos)
	}
	for _, w := range slices.Concat(f.Rows, f.Stats) {
		at = append(at, w.Pos)
	}
	at = append(at, f.Frame.Pos, f.Type.Pos)
	return at[max(0, slices.IndexFunc(at, func(p diag.Pos) bool { return c.own(p.File) }))]
}

// takes is how many lines the text of a face takes, and how many have room beside all else.
func takes(f *scene.Face) (n, room int) {
	taken := 0.0
	if len(f.Stats) > 0 {
		taken += ofStats
	}
	if len(f.Columns) > 0 {
		taken += ofColumns
	}
	for _, sentence := range f.Text {
		wide := 0.0
		for _, piece := range sentence {
			wide += width(piece.Text)
		}
		n += int(math.Ceil(wide / (f.Width - beside)))
	}
	return n, fit(f, len(f.Rows), taken)
}

// fit is how many lines have room beside rows and what else takes some.
func fit(f *scene.Face, rows int, taken float64) int {
	return int((f.Height - around - ofPicture - ofRow*float64(rows) - taken) / (smallest * leading))
}

// width is that of a text in the smallest type.
func width(text string) float64 {
	letters := utf8.RuneCountInString(text)
	full := 0
	for _, r := range text {
		if r > '\u2e7f' {
			full++
		}
	}
	return smallest * (letter*float64(letters-full) + float64(full))
}
