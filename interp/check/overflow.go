package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/markup"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// The measures of a face, in millimetres: the smallest type that people read, its line
// height and the widest average letter of a text relative to it, the margins beside and
// around the text, what stands there with it, and the room kept for the picture.
const (
	smallest, leading, letter = 2.12, 1.32, 0.65
	beside, around            = 10.0, 22.0
	ofStats, ofColumns, ofRow = 9.7, 30.0, 12.0
	ofPicture                 = 22.0
)

// How much of a line stands between paragraphs and between the items of a list, and how wide an icon is, relative to
// the type, and a letter that the font of faces does not have.
const (
	ofParagraph, ofItem = 0.34, 0.11
	icon, foreign       = 1.25, 0.56
)

// letters are how wide the signs of the font of faces are, from the space on: as far as a sign stands behind 0, in
// eightieths.
const letters = `@GRXXraDHHQXDIDLXXXXXXXXXXDDXXXRt[_^aZXadEV^Wjde]e^[[dYoYV[HLHXX[X\T\XGX\DDXDr\[\\LRK\UjTURHCHX`

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
		speaker := p.Messages.Speaker(lang)
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
				said := fmt.Sprintf("the text of %q does not fit on its face in %s: it takes about %.0f lines of "+
					"the smallest type, and %.0f fit", f.Def, lang, math.Ceil(n), math.Floor(max(room, 0)))
				if n == 0 {
					said = fmt.Sprintf("the face of %q is too low for what stands on it: its values and its picture "+
						"take more than %g millimetres", f.Def, f.Height)
				}
				c.report.Warnf("text-overflow", pos, "%s", said)
			}
		}
	}
}

// What the value of a placeholder takes at most, the name of an ability before its sentence, and a break, in letters.
const ofHole, ofName, ofBreak = 40, 48, 60

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
		return smallest * letter * float64(most+ofBreak*strings.Count(m.Text, "\n"))
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
		if len(t.Text) > 0 || t.Reverse != nil || n > fit(&f, len(t.Rows), most) {
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
func takes(f *scene.Face) (n, room float64) {
	taken := 0.0
	if len(f.Stats) > 0 {
		taken += ofStats
	}
	if len(f.Columns) > 0 {
		taken += ofColumns
	}
	l := line{wide: (f.Width - beside) / smallest}
	for _, sentence := range f.Text {
		for i, piece := range sentence {
			switch {
			case piece.Break == markup.Item && i > 0:
				l.begin(ofItem)
			case piece.Break == markup.Line:
				l.begin(0)
			case piece.Break == markup.Paragraph || i == 0:
				l.begin(ofParagraph)
			}
			l.set(piece.Text)
			if piece.Icon != "" {
				l.put(icon)
			}
		}
	}
	return max(0, l.n-ofParagraph), fit(f, len(f.Rows), taken)
}

// fit is how many lines have room beside rows and what else takes some.
func fit(f *scene.Face, rows int, taken float64) float64 {
	return (f.Height - around - ofPicture - ofRow*float64(rows) - taken) / (smallest * leading)
}

// line is a text that is set, in the smallest type: how many lines there are, and how much of the last one and of its
// last word there is.
type line struct{ wide, n, at, word float64 }

// begin begins a line below some room.
func (l *line) begin(room float64) {
	l.n += 1 + room
	l.at = 0
	l.word = 0
}

// put sets a sign of the last word, which goes to a line of its own where it does not fit.
func (l *line) put(wide float64) {
	l.at += wide
	l.word += wide
	if l.at > l.wide {
		l.n++
		if l.word > l.wide { // it breaks anywhere
			l.word = wide
		}
		l.at = l.word
	}
}

// set sets a text, which breaks at spaces, behind hyphens, and before signs that are as wide as high: Japanese only
// before signs that begin a phrase.
func (l *line) set(text string) {
	ends := func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.P) }
	phrased := strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Hiragana, r) })
	last := ' '
	for _, r := range text {
		switch {
		case r == ' ':
			l.at += float64(letters[0]-'0') / 80
			l.word = 0
		case r > ' ' && r <= '~':
			l.put(float64(letters[r-' ']-'0') / 80)
			if r == '-' {
				l.word = 0
			}
		case unicode.In(r, unicode.Mn, unicode.Cf): // stands on the sign before it
		case r > '\u2e7f':
			if !ends(r) && (!phrased || ends(last)) {
				l.word = 0
			}
			l.put(1)
		default:
			l.put(foreign)
		}
		last = r
	}
}
