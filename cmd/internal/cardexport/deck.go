// Package cardexport brings the cards of a game out of the program: on sheets to print and cut,
// as pictures for those who print on demand, and as decks of Tabletop Simulator.
//
// What is drawn is a document that stands alone (the scripts, styles and fonts of package
// web, with the faces as the program resolved them), so that any browser shows it, now and
// later. An installed Chrome, Chromium or Edge makes files of it by its command line. It
// is given the file and no address: the studio's page keeps a stream open, and a browser
// without a window would wait for its end.
//
// It may import interp and its parts, package web and the standard library.
package cardexport

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"slices"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// Deck is the cards of a game in a language.
type Deck struct {
	id, title, lang string
	faces           []scene.Face
	icons           map[string]string
	pictures        map[string]ast.Picture
	// flaws are what prints have found, unproved is set where one could not look.
	flaws    []Flaw
	unproved bool
}

// ID is the id of the game.
func (d *Deck) ID() string { return d.id }

// New is the deck of a game in a language.
func New(p *interp.Pack, lang string) *Deck {
	return &Deck{id: p.Compiled.Pack.ID, title: p.Title(lang), lang: lang,
		faces: scene.NewComposer(p.Compiled, p.Messages.Speaker(lang)).Faces(),
		icons: p.Compiled.Icons, pictures: p.Compiled.Tree.Pictures}
}

// Count sets how often the game has each card; it is as the pack says else.
func (d *Deck) Count(of func(id string) int) {
	for i := range d.faces {
		d.faces[i].Copies = of(d.faces[i].Def)
	}
}

// Prints tell by its id how a card was printed: another print, another text.
type Prints map[string]string

// Prints are those of all cards: of their faces, the icons on them and their pictures. That
// there are more or fewer other cards makes none another one.
func (d *Deck) Prints() Prints {
	out := Prints{}
	for _, f := range d.faces {
		id := f.Def
		f.Number, f.Copies = 0, 0
		face := encode(f)
		sum := sha256.New()
		sum.Write(face)
		for _, name := range lists.Sorted(d.icons) {
			if bytes.Contains(face, []byte(`"icon":"`+name+`"`)) {
				sum.Write([]byte(d.icons[name]))
			}
		}
		for _, name := range f.Files() {
			sum.Write(d.pictures[name].Data)
		}
		out[id] = hex.EncodeToString(sum.Sum(nil)[:8])
	}
	return out
}

// Gone are the ids of cards that were printed before and are none of the game any more, sorted.
func (d *Deck) Gone(since Prints) []string {
	return slices.DeleteFunc(lists.Sorted(since), func(id string) bool {
		return slices.ContainsFunc(d.faces, func(f scene.Face) bool { return f.Def == id })
	})
}

// Printed is the record of an export: which game, and how the cards looked that have been
// printed so far.
type Printed struct {
	Cards   Prints `json:"cards"`
	Printed string `json:"printed"`
}

// Printed is the record once the chosen cards are printed too.
func (d *Deck) Printed(o Options) Printed {
	out := Printed{Prints{}, d.id}
	prints := d.Prints()
	maps.Copy(out.Cards, o.Since)
	for _, f := range d.Chosen(o) {
		out.Cards[f.Def] = prints[f.Def]
	}
	return out
}

// Text is the record as JSON, whose first lines are alike for all cards.
func (p Printed) Text() []byte {
	var out bytes.Buffer
	_ = json.Indent(&out, encode(p), "", "  ") // what was encoded is JSON
	return append(out.Bytes(), '\n')
}

// encode is plain data as JSON.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data has no such values
	}
	return data
}

// Document is a page of HTML with sheets, which needs nothing beside it.
func (d *Deck) Document(sheets []Sheet) []byte {
	pictures := map[string]string{}
	for _, f := range d.faces {
		if !slices.ContainsFunc(sheets, func(s Sheet) bool {
			return slices.ContainsFunc(s.Cells, func(c Cell) bool { return c.Def == f.Def })
		}) {
			continue
		}
		for _, name := range f.Files() {
			if p, there := d.pictures[name]; there {
				pictures[name] = web.Inline(http.DetectContentType(p.Data), p.Data)
			}
		}
	}
	var out bytes.Buffer
	style := web.Style("studio.css", "page.css", "faces.css")
	if len(sheets) > 0 && sheets[0].Paper == "custom" {
		style = fmt.Appendf(style, "@page custom { size: %gmm %gmm; margin: 0; } .a4.custom { page: custom; "+
			"max-block-size: %gmm; }", sheets[0].Width, sheets[0].Height, sheets[0].Height-.4)
	}
	fmt.Fprintf(&out, "<!doctype html>\n<html lang=%q>\n<meta charset=\"utf-8\">\n<title>%s</title>\n"+
		"<style>%s</style>\n"+
		"<script type=\"importmap\">%s</script>\n<script type=\"application/json\" id=\"deck\">%s</script>\n"+
		"<div id=\"page\"></div>\n<script type=\"module\">import \"document.js\";</script>\n",
		d.lang, html.EscapeString(d.title), style,
		encode(map[string]any{"imports": web.Imports(web.Modules("document.js", nil))}),
		encode(map[string]any{"lang": d.lang, "title": d.title, "faces": d.faces, "icons": d.icons,
			"pictures": pictures, "sheets": sheets}))
	return out.Bytes()
}
