package scene

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/markup"
)

// Face is a card as it is printed, in one language: which text stands where, but nothing of
// how it is drawn. Lengths are millimetres.
type Face struct {
	Def    string  `json:"def"`
	Name   string  `json:"name"`
	Type   string  `json:"type"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	Round  bool    `json:"round,omitempty"`
	Frame  string  `json:"frame"`
	Colour string  `json:"colour"`
	Title  string  `json:"title"`
	Corner *Mark   `json:"corner,omitempty"`
	Badge  *Mark   `json:"badge,omitempty"`
	Centre *Mark   `json:"centre,omitempty"`
	Line   []Mark  `json:"line,omitempty"`
	Stats  []Mark  `json:"stats,omitempty"`
	// Columns stand side by side, Rows below each other.
	Columns []Column `json:"columns,omitempty"`
	Rows    []Column `json:"rows,omitempty"`
	Compass []Mark   `json:"compass,omitempty"`
	// Text are the sentences, each in pieces: texts and icons.
	Text [][]Mark `json:"text,omitempty"`
	Art  Art      `json:"art"`
	Foot []Mark   `json:"foot,omitempty"`
	// Background and Font are paths of files of the pack.
	Background string `json:"background,omitempty"`
	Font       string `json:"font,omitempty"`
	// Unnumbered is set where Number is not shown.
	Unnumbered bool `json:"unnumbered,omitempty"`
	Back       Back `json:"back"`
	// Number is the place among the faces, from 1; Copies how many there are in a game.
	Number int `json:"number"`
	Copies int `json:"copies"`
}

// Mark is a value on a face: its icon, where there is one, and the text that stands beside
// it, or in its place.
type Mark struct {
	// Key is the attribute, Name its label.
	Key  string `json:"key,omitempty"`
	Name string `json:"name,omitempty"`
	Icon string `json:"icon,omitempty"`
	Text string `json:"text,omitempty"`
	// Other are the values in other states, Count how often an item stands in a list.
	Other string `json:"other,omitempty"`
	Count int    `json:"count,omitempty"`
	Best  bool   `json:"best,omitempty"`
	// Break, Bold and Italic are of a piece of a sentence: how it is set off from the one before
	// it, and how it is set.
	Break  markup.Break `json:"break,omitempty"`
	Bold   bool         `json:"bold,omitempty"`
	Italic bool         `json:"italic,omitempty"`
}

// Column is a list with its name; several ways are either the one or the other.
type Column struct {
	Name string   `json:"name"`
	Keys []string `json:"keys"`
	Ways [][]Mark `json:"ways"`
}

// Art is the picture of a face: the path of a file of the pack, else a drawing by the
// card's id.
type Art struct {
	Picture string `json:"picture,omitempty"`
	Drawn   string `json:"drawn,omitempty"`
	Icon    string `json:"icon,omitempty"`
}

// Back is the back of a card.
type Back struct {
	Colour string `json:"colour"`
	Title  string `json:"title"`
	Icon   string `json:"icon,omitempty"`
	// Picture is the path of a file of the pack that fills it.
	Picture string `json:"picture,omitempty"`
	// Reverse is the second face of a card, which stands in place of all else.
	Reverse *Face `json:"reverse,omitempty"`
}

// Files are the paths of the files of the pack that are on the face and on its back.
func (f *Face) Files() []string {
	out := []string{f.Art.Picture, f.Background, f.Font, f.Back.Picture}
	if f.Back.Reverse != nil {
		out = append(out, f.Back.Reverse.Files()...)
	}
	return out
}

// sizes are the named sizes of cards, in millimetres.
var sizes = map[string][2]float64{
	"poker": {63.5, 88.9}, "bridge": {57.15, 88.9}, "mini": {44.45, 63.5}, "tarot": {69.85, 120.65},
	"square": {63.5, 63.5}, "round": {25, 25},
}

// plainColours are the colours of types without a face.
var plainColours = []string{"#4d4335", "#1d4f91", "#1f7a4c", "#8a5a16", "#7a1f35", "#5b4a8a", "#35526b", "#3d6b1f"}

// Faces are the faces of all cards of the pack that have one, in the order of the cards.
func (c *Composer) Faces() []Face { return c.FacesOf(func(engine.DefID) bool { return true }) }

// FacesOf are the faces of the cards that are asked for.
func (c *Composer) FacesOf(asked func(engine.DefID) bool) []Face {
	out := []Face{}
	number := 0
	f := facing{composing: c.compose(&view.View{})}
	f.printed = true
	for _, d := range c.compiled.InOrder() {
		def := &c.compiled.Pack.Defs[d]
		f.name = def.ID
		template := c.compiled.Faces[c.compiled.Pack.Types[def.Type].Name]
		if template.Hide {
			continue
		}
		number++
		if asked(d) {
			one := Blank(c.compiled, d)
			one.Number = number
			one.Copies = def.Copies
			one.Text = f.pieces(d)
			f.card = view.Definition(c.compiled.Pack, d)
			f.face(template, &one)
			one.Back = f.back(template, &one)
			out = append(out, one)
		}
	}
	return out
}

// facing is a face in the making.
type facing struct {
	*composing
	card view.Card
	name string
}

// Blank is the face of a card with its size and frame alone.
func Blank(c *compile.Compiled, d engine.DefID) Face {
	kind := c.Pack.Types[c.Pack.Defs[d].Type].Name
	t := c.Faces[kind]
	size := sizes["poker"]
	if len(t.Size) > 0 {
		if w, h, ok := compile.SizeOf(t.Size); ok {
			size = [2]float64{w, h}
		} else {
			size = sizes[t.Size[0].Text]
		}
	}
	return Face{
		Def: c.Pack.Defs[d].ID, Type: kind, Width: size[0], Height: size[1],
		Round: len(t.Size) == 1 && t.Size[0].Text == "round", Frame: cmp.Or(t.Frame.Text, "plain"),
	}
}

// face adds everything on a face, but for its back and the card's own sentences.
func (f *facing) face(t *compile.CardFace, out *Face) {
	out.Name = f.Def(f.card.Is.Def)
	out.Title = out.Name
	if title := f.mark(t.Title.Text); title != nil {
		out.Title = title.Text
	}
	out.Corner = f.corner(t.Corner)
	out.Badge = f.mark(t.Badge.Text)
	out.Centre = f.mark(t.Centre.Text)
	out.Art = f.art(t)
	out.Stats = f.stats(t)
	for _, w := range t.Line {
		out.Line = append(out.Line, f.marks(w.Text)...)
	}
	out.Compass = f.marks(t.Compass.Text)
	for _, column := range t.Columns {
		if column.Len() > 0 {
			out.Columns = append(out.Columns, f.column(column.List()...))
		}
	}
	for _, w := range t.Rows {
		out.Rows = append(out.Rows, f.column(&compile.Tree{Text: w.Text}))
	}
	if len(t.Text) > 0 {
		out.Text = nil
	}
	for _, w := range t.Text {
		if m := f.mark(w.Text); m != nil {
			out.Text = append(out.Text, f.drawn(m.Text))
		}
	}
	out.Foot = f.foot(t.Foot)
	out.Unnumbered = t.Unnumbered
	out.Background = f.picture(t.Background.Text)
	out.Font = f.picture(t.Font.Text)
	sum := fnv.New32a()
	sum.Write([]byte(f.card.Type))
	out.Colour = f.colour(t.Colour, plainColours[int(sum.Sum32()%uint32(len(plainColours)))])
}

// corner is the mark in the corner, nil for none.
func (f *facing) corner(t *compile.FaceMark) *Mark {
	if t == nil {
		return nil
	}
	out := f.mark(t.Value.Text)
	if out == nil && !t.Value.Given() {
		out = &Mark{}
	}
	if out != nil {
		out.Icon = t.Icon.Text
	}
	return out
}

// foot are the values in the last line.
func (f *facing) foot(words []compile.Word) []Mark {
	var out []Mark
	for _, w := range words {
		m := f.mark(w.Text)
		switch {
		case w.Text == "type":
			out = append(out, Mark{Text: f.typeName()})
		case w.Text == "version":
			out = append(out, Mark{Text: f.compiled.Pack.Version})
		case m == nil || m.Text == "0" && !f.given(w.Text):
		default:
			if f.value(w.Text).Value.Kind == view.NumberValue {
				m.Text = m.Name + " " + m.Text
			}
			out = append(out, Mark{Key: m.Key, Name: m.Name, Text: m.Text})
		}
	}
	return out
}

// back is the back of a card with a face, or its second face.
func (f *facing) back(whole *compile.CardFace, front *Face) Back {
	out := Back{Colour: front.Colour, Title: f.typeName()}
	if r := whole.Reverse; r != nil && (!r.Title.Given() || f.value(r.Title.Text) != nil) {
		second := *front
		second.Text = nil
		second.Frame = cmp.Or(r.Frame.Text, front.Frame)
		f.face(r, &second)
		return Back{Colour: second.Colour, Reverse: &second}
	}
	t := whole.Back
	if t == nil {
		return out
	}
	out.Colour = f.colour(t.Colour, front.Colour)
	out.Icon = t.Icon.Text
	out.Picture = f.picture(t.Art.Text)
	if title := f.mark(t.Title.Text); title != nil {
		out.Title = title.Text
	} else if out.Icon != "" || out.Picture != "" {
		out.Title = ""
	}
	return out
}

func (f *facing) typeName() string { return f.Type(f.compiled.Types[f.card.Type]) }

// value is a printed value of the card that says something, nil for none.
func (f *facing) value(name string) *view.Attribute {
	for i := range f.card.Attributes {
		if a := &f.card.Attributes[i]; a.Name == name && !silent(&a.Value) {
			return a
		}
	}
	return nil
}

// given reports whether the card itself says the value of an attribute, not the defaults above
// it: then a 0 is one too.
func (f *facing) given(name string) bool {
	card := f.compiled.Cards[f.card.Is.Def]
	for _, v := range card.Values {
		if at := v.Value.Pos; v.Name.Text == name { // the name may be the heading of a sheet
			return at.File != card.Pos.File || at.Line >= card.Pos.Line
		}
	}
	return false
}

// iconOf is the name, if there is an icon of that name.
func (f *facing) iconOf(name string) string {
	if _, there := f.compiled.Icons[name]; there {
		return name
	}
	return ""
}

// mark is one value of the card, nil where it has none or one that goes without saying.
func (f *facing) mark(name string) *Mark {
	a := f.value(name)
	if a == nil {
		return nil
	}
	if hint := f.layout.Faces[f.card.Type]; hint != nil && slices.Contains(hint.Quiet[name], plain(&a.Value)) {
		return nil
	}
	label, _ := f.CardAttribute(a.ID)
	f.verbatim = f.compiled.Verbatim[a.ID]
	out := &Mark{Key: name, Name: label, Icon: f.iconOf(name), Text: f.text(&a.Value)}
	if a.Value.Kind == view.FlagValue {
		out.Text = label
	}
	if f.compiled.Pack.Cards[a.ID].By >= 0 {
		for _, v := range f.compiled.Pack.Defs[f.card.Is.Def].Printed.Of(a.ID)[1:] {
			out.Other += "/" + f.Printed(a.ID, v)
		}
		out.Other = strings.TrimPrefix(out.Other, "/")
	}
	return out
}

// marks are the items of a list, or a word or a number with its sign.
func (f *facing) marks(name string) []Mark {
	m := f.mark(name)
	if m == nil {
		return nil
	}
	a := f.value(name)
	switch a.Value.Kind {
	case view.ListValue:
		return f.items(a)
	case view.WordValue:
		m.Icon = f.iconOf(a.Value.Text)
	case view.NumberValue:
		if m.Icon == "" {
			m.Text = f.icon(name) + m.Text
			if f.icon(name) == "" {
				m.Text = m.Name + " " + m.Text
			}
		}
	}
	return []Mark{*m}
}

// items are the items of a list, equal ones counted; a map has its keys as names.
func (f *facing) items(a *view.Attribute) []Mark {
	var out []Mark
	f.verbatim = f.compiled.Verbatim[a.ID]
	for i := range a.Value.Items {
		item := &a.Value.Items[i]
		m := Mark{Key: a.Name, Name: f.text(item), Icon: f.iconOf(item.Text), Count: 1}
		m.Text = m.Name
		if m.Icon == "" && f.icon(item.Text) != "" {
			m.Text = f.icon(item.Text)
		}
		if a.Value.Keys != nil {
			m.Text = a.Value.Keys[i] + " " + m.Text
		}
		if n := len(out); n > 0 && out[n-1].Text == m.Text {
			out[n-1].Count++
			continue
		}
		out = append(out, m)
	}
	return out
}

// column is a list, or several that are either the one or the other; one of which the card has nothing is empty.
func (f *facing) column(ways ...*compile.Tree) Column {
	out := Column{Ways: [][]Mark{}}
	for _, way := range ways {
		out.Keys = append(out.Keys, way.Text)
		if marks := f.marks(way.Text); len(marks) > 0 {
			out.Ways = append(out.Ways, marks)
		}
	}
	if id, ok := f.compiled.CardAttributes[out.Keys[0]]; ok {
		out.Name, _ = f.CardAttribute(id)
	}
	return out
}

func (f *facing) stats(t *compile.CardFace) []Mark {
	var out []Mark
	most := 0
	for _, w := range t.Stats {
		a := f.value(w.Text)
		m := f.mark(w.Text)
		if m == nil || a.Value.Kind == view.NumberValue && a.Value.Number == 0 && !f.given(w.Text) {
			continue
		}
		out = append(out, *m)
		most = max(most, a.Value.Number)
	}
	for i := range out {
		out[i].Best = t.Best && out[i].Text == strconv.Itoa(most)
	}
	return out
}

// colour is the one of the card's word, or the one for all.
func (f *facing) colour(t *compile.FaceColour, otherwise string) string {
	if t == nil {
		return otherwise
	}
	if t.One.Given() {
		return t.One.Text
	}
	word := f.name
	if a := f.value(t.By.Text); a != nil {
		word = plain(&a.Value)
	}
	for _, of := range t.Of {
		if of.Name.Text == word {
			return of.Word.Text
		}
	}
	return otherwise
}

// picture is the path of a picture with the card's own words in it, "" if there is none.
func (f *facing) picture(path string) string {
	file := compile.Hole.ReplaceAllStringFunc(path, func(hole string) string {
		name := hole[1 : len(hole)-1]
		switch {
		case name == "id":
			return f.name
		case name == "type":
			return f.card.Type
		case f.value(name) != nil:
			return plain(&f.value(name).Value)
		}
		return hole
	})
	if _, there := f.compiled.Tree.Pictures[file]; !there {
		return ""
	}
	return file
}

// art is the first picture that exists, and the drawing in its place.
func (f *facing) art(t *compile.CardFace) Art {
	out := Art{Drawn: "crest"}
	for _, a := range t.Art {
		out.Picture = f.picture(a.File.Text)
		switch {
		case out.Picture != "":
			return out
		case !a.File.Given():
			if a.Drawn.Given() {
				out.Drawn = a.Drawn.Text
			}
			if v := f.value(a.Icon.Text); v != nil {
				out.Icon = f.iconOf(plain(&v.Value))
			} else {
				out.Icon = cmp.Or(f.iconOf(a.Icon.Text), f.iconOf(a.Else.Text))
			}
			return out
		}
	}
	return out
}

// pieces are the sentences of the card: texts, and the icons that stand in them. The name of
// an ability before its sentence is bold.
func (f *facing) pieces(d engine.DefID) [][]Mark {
	speaker := *f.Speaker
	speaker.Marked = true
	var out [][]Mark
	texts, keys := speaker.CardSentences(d)
	for i, text := range texts {
		var line []Mark
		if name, of := strings.CutPrefix(keys[i], "ability."); of {
			if rest, leads := strings.CutPrefix(text, speaker.Ability(name)); leads {
				line = append(line, Mark{Text: speaker.Ability(name), Bold: true})
				text = rest
			}
		}
		out = append(out, append(line, f.drawn(text)...))
	}
	return out
}

// drawn are the pieces of a text: texts and icons.
func (f *facing) drawn(text string) []Mark {
	return lists.Map(markup.Parse(text), func(p markup.Piece) Mark {
		m := Mark{Text: p.Text, Break: p.Break, Bold: p.Bold, Italic: p.Italic}
		m.Icon = f.iconOf(p.Name)
		if m.Icon != "" {
			m.Text = f.Sign(m.Icon)
			m.Name = f.called(m.Icon)
		}
		return m
	})
}
