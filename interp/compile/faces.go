package compile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	_ "image/jpeg" // the size of pictures
	_ "image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// footWords may stand where a face names an attribute: the name of the type, the id of the card
// and the version of the pack.
var footWords = []string{"type", "id", "version"}

// Bounds of pictures, in bytes and dots along a side, of fonts, in bytes unpacked, and of cards, in millimetres along
// a side.
const (
	MaxIcon, MaxPicture = 32 << 10, 1 << 20
	MaxDots             = 4096
	MaxFont             = 16 << 20
	leastSide, mostSide = 10, 300
)

// leastContrast is that of white text on a colour: what WCAG asks of small text.
const leastContrast = 4.5

// faces resolves what cards look like: the entries, with what they inherit, and for types without one what the layout
// says of them.
func (c *Compiler) faces() {
	c.pictures()
	named := map[string]*ast.CardFace{}
	for _, f := range c.tree.Faces {
		if f.Type.Text != keyword.Together {
			if _, ok := c.typeNamed(f.Type); !ok {
				continue
			}
		}
		named[f.Type.Text] = f
		c.cardFace(f)
	}
	all := named[keyword.Together]
	if all == nil {
		all = &ast.CardFace{}
	}
	for i := range c.pack.Types {
		name := c.pack.Types[i].Name
		own := named[name]
		if own == nil {
			own = c.plainFace(name)
		}
		whole := *own
		seen := []*ast.CardFace{own}
		for like := own.Like; like.Given(); {
			next := named[like.Text]
			switch {
			case next == nil && c.out.Types[like.Text] == 0 && !slices.Contains(sortedKeys(c.out.Types), like.Text):
				c.typeNamed(like)
			case next == nil:
				c.errorf("bad-face", like, "faces say nothing of the type %q, so that none can be like it",
					like)
			case slices.Contains(seen, next):
				c.errorf("bad-face", like, "faces are like each other in a circle")
				next = nil
			}
			if next == nil {
				break
			}
			seen = append(seen, next)
			whole.Inherit(next)
			like = next.Like
		}
		whole.Inherit(all)
		whole.Reverse = whole.Turned()
		c.out.Faces[name] = &whole
	}
}

// plainFace is the face of a type that declares none: its values in the layout, else its numbers and lists.
func (c *Compiler) plainFace(name string) *ast.CardFace {
	out := &ast.CardFace{Type: ast.Word{Text: name}}
	var placed []string
	if hint := c.out.Layout.Faces[name]; hint != nil {
		if len(hint.Corner) > 0 {
			out.Corner = &ast.FaceMark{Value: ast.Word{Text: hint.Corner[0]}}
		}
		for _, names := range [][]string{hint.Left, hint.Middle, hint.Right} {
			if column := lists.Map(names, func(n string) *ast.Tree {
				return &ast.Tree{Kind: ast.TreeWord, Text: n}
			}); len(column) > 0 {
				out.Columns = append(out.Columns, &ast.Tree{Kind: ast.TreeList, Items: column})
			}
		}
		placed = slices.Concat(hint.Corner, hint.Left, hint.Middle, hint.Right, sortedKeys(hint.Hide))
	}
	for _, a := range c.pack.Types[c.out.Types[name]].Attributes {
		d := &c.pack.Cards[a]
		switch {
		case d.State || slices.Contains(placed, d.Name):
		case d.Kind == engine.Number:
			out.Stats = append(out.Stats, ast.Word{Text: d.Name})
		case d.Kind == engine.List || d.Kind == engine.Word:
			out.Line = append(out.Line, ast.Word{Text: d.Name})
		}
	}
	return out
}

// cardFace checks the names, the colours and the pictures of one entry.
func (c *Compiler) cardFace(f *ast.CardFace) {
	words := slices.Concat([]ast.Word{f.Title, f.Badge, f.Compass, f.Centre}, f.Line, f.Stats, f.Rows, f.Text,
		f.Foot)
	for _, column := range f.Columns {
		for _, t := range column.List() {
			words = append(words, ast.Word{Text: t.Text, Pos: t.Pos})
		}
	}
	if f.Corner != nil {
		words = append(words, f.Corner.Value)
		c.iconNamed(f.Corner.Icon)
	}
	if f.Back != nil {
		words = append(words, f.Back.Title)
		c.faceArt(f, &ast.FaceArt{File: f.Back.Art})
		c.iconNamed(f.Back.Icon)
		c.faceColour(f, f.Back.Colour)
	}
	c.faceColour(f, f.Colour)
	c.onCard(f, words)
	for _, a := range f.Art {
		c.faceArt(f, a)
	}
	c.faceArt(f, &ast.FaceArt{File: f.Background})
	c.faceArt(f, &ast.FaceArt{File: f.Font})
	if f.Font.Given() && !strings.HasSuffix(f.Font.Text, ".woff2") {
		c.errorf("bad-face", f.Font, "a font is a file of the kind woff2, not %q", f.Font)
	}
	c.faceSize(f)
	if f.Reverse == nil {
		return
	}
	f.Reverse.Type = f.Type
	for _, key := range []string{"like", "hide", "size", "back", "reverse"} {
		if at, given := f.Reverse.Given(key); given {
			c.errorf("bad-face", at, "the second face of a card has no %s: both are one card", key)
			f.Reverse.Reverse = nil
		}
	}
	c.cardFace(f.Reverse)
}

// onCard reports names that are no attributes of the cards of a face.
func (c *Compiler) onCard(f *ast.CardFace, words []ast.Word) {
	known := sortedKeys(c.out.CardAttributes)
	if f.Type.Text != keyword.Together {
		known = c.attributesOf(f.Type.Text)
	}
	for _, w := range words {
		if w.Given() && !slices.Contains(known, w.Text) && !slices.Contains(footWords, w.Text) &&
			!c.out.Broken[w.Text] {
			c.unknown("unknown-attribute", w, "cards of the type "+f.Type.Text+" have no attribute", known)
		}
	}
}

// attributesOf are the names of the attributes of a type.
func (c *Compiler) attributesOf(name string) []string {
	return lists.Map(c.pack.Types[c.out.Types[name]].Attributes,
		func(a engine.AttributeID) string { return c.pack.Cards[a].Name })
}

func (c *Compiler) faceSize(f *ast.CardFace) {
	if len(f.Size) == 0 || len(f.Size) == 1 && slices.Contains(keyword.FaceSizes, f.Size[0].Text) {
		return
	}
	at := f.Size[0]
	w, h, ok := SizeOf(f.Size)
	switch {
	case !ok && len(f.Size) == 1 && at.Kind != ast.TreeNumber:
		c.unknown("bad-face", ast.Word{Text: at.Text, Pos: at.Pos}, "a size is a name, [width, height] in "+
			"millimetres, or \"63.5x88.9mm\" or \"2.5x3.5in\"; there is no size", keyword.FaceSizes)
	case !ok || min(w, h) < leastSide || max(w, h) > mostSide:
		c.errorf("bad-face", f.Size[len(f.Size)-1],
			"a size is one of %s, or [width, height] of %d to %d millimetres each",
			strings.Join(keyword.FaceSizes, ", "), leastSide, mostSide)
	default:
		return
	}
	f.Size = nil
}

// measure is a size with its unit.
var measure = regexp.MustCompile(`^(\d+(?:[.,]\d+)?) ?(?:mm|in)? ?[x×] ?(\d+(?:[.,]\d+)?) ?(mm|in)$`)

// Measure reads a size such as 63.5x88.9mm or 2.5x3.5in, in millimetres.
func Measure(text string) (width, height float64, ok bool) {
	m := measure.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, 0, false
	}
	unit := map[string]float64{"mm": 1, "in": 25.4}[m[3]]
	return side(m[1]) * unit, side(m[2]) * unit, true
}

// side is a length without its unit, 0 for none.
func side(text string) float64 {
	v, _ := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64) // 0 is no length
	return v
}

// SizeOf is the size of cards that a face gives by its measures, in millimetres.
func SizeOf(trees []*Tree) (width, height float64, ok bool) {
	if len(trees) != 2 {
		return Measure(trees[0].Text)
	}
	width = side(trees[0].Text)
	height = side(trees[1].Text)
	return width, height, width > 0 && height > 0
}

var hexColour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// faceColour checks colours, and for which words they are.
func (c *Compiler) faceColour(f *ast.CardFace, in *ast.FaceColour) {
	if in == nil {
		return
	}
	colours := []ast.Word{in.One}
	if in.By.Given() {
		colours = nil
		c.onCard(f, []ast.Word{in.By})
		known := sortedKeys(c.out.Defs)
		if id, ok := c.out.CardAttributes[in.By.Text]; ok {
			known = c.pack.Spell(c.cardTypes[id].words)
		}
		for _, of := range in.Of {
			colours = append(colours, of.Word)
			if !slices.Contains(known, of.Name.Text) && len(known) > 0 {
				c.unknown("unknown-word", of.Name, in.By.Text+" cannot be", known)
			}
		}
	}
	for _, w := range colours {
		ratio := contrastWithWhite(w.Text)
		switch {
		case !w.Given():
		case !hexColour.MatchString(w.Text):
			c.errorf("bad-colour", w, `a colour is written "#1d4f91", not %q`, w)
		case ratio < leastContrast:
			c.report.Warnf("low-contrast", w,
				"white text on %s has a contrast of %.1f to 1, less than %.1f; make the colour darker", w, ratio,
				leastContrast)
		}
	}
}

// contrastWithWhite is the contrast of white on a colour by WCAG 2, 0 for no colour.
func contrastWithWhite(colour string) float64 {
	if !hexColour.MatchString(colour) {
		return 0
	}
	light := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8) // two hexadecimal figures
		if v := float64(n) / 255; v <= 0.03928 {
			light += weight * v / 12.92
		} else {
			light += weight * math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 1.05 / (light + 0.05)
}

// iconNamed reports an icon that is not there.
func (c *Compiler) iconNamed(w ast.Word) {
	if _, there := c.out.Icons[w.Text]; w.Given() && !there {
		c.unknown("missing-picture", w, "there is no file of the folder icons for", sortedKeys(c.out.Icons))
	}
}

// Hole is a part of the name of a picture that stands for a value of the card.
var Hole = regexp.MustCompile(`\{([^{}]*)\}`)

func (c *Compiler) faceArt(f *ast.CardFace, a *ast.FaceArt) {
	if _, attribute := c.out.CardAttributes[a.Icon.Text]; !attribute {
		c.iconNamed(a.Icon)
	}
	c.iconNamed(a.Else)
	holes := Hole.FindAllStringSubmatch(a.File.Text, -1)
	for _, hole := range holes {
		c.onCard(f, []ast.Word{{Text: hole[1], Pos: a.File.Pos}})
	}
	inArt := func(at string) bool { return strings.HasPrefix(at, "art/") }
	if _, there := c.tree.Pictures[a.File.Text]; a.File.Given() && !(inArt(a.File.Text) && (there || len(holes) > 0)) {
		known := slices.DeleteFunc(sortedKeys(c.tree.Pictures), func(at string) bool { return !inArt(at) })
		c.unknown("missing-picture", a.File, "the folder art has no picture", known)
	}
}

// pictures reads the icons, and drops files that are no picture or too large to show.
func (c *Compiler) pictures() {
	for _, at := range sortedKeys(c.tree.Pictures) {
		p := c.tree.Pictures[at]
		name, isIcon := strings.CutPrefix(at, "icons/")
		wrong := ""
		if isIcon {
			var path string
			path, wrong = iconPath(p.Data)
			if wrong == "" && !strings.HasSuffix(name, ".svg") {
				wrong = "the name of an icon ends in .svg"
			}
			if wrong == "" {
				c.out.Icons[strings.TrimSuffix(name, ".svg")] = path
			}
		} else {
			wrong = pictureFlaw(at, p.Data)
		}
		if wrong != "" {
			delete(c.tree.Pictures, at)
			c.errorf("bad-picture", diag.Pos{File: p.Shown}, "%s", wrong)
		}
	}
}

// smaller is what to do with a picture that is too large: a card of poker's size at 300 dots
// an inch is 750 wide.
const smaller = "; make it smaller, 1000 dots wide are enough for a card, or save it as JPEG or WebP"

// unread says that a file is not of a kind that is shown.
const unread = "a picture is a file of the kind WebP, PNG or JPEG, and a font one of the kind woff2; this is " +
	"none that can be read"

// pictureFlaw is what keeps a file of such a name from being shown as a picture, or from being a font, "" for nothing.
func pictureFlaw(name string, data []byte) string {
	if len(data) > MaxPicture {
		return fmt.Sprintf("a picture has at most %d bytes"+smaller, MaxPicture)
	}
	if strings.HasSuffix(name, ".woff2") {
		n := unpacked(data)
		switch {
		case n == 0:
			return unread
		case n > MaxFont:
			return fmt.Sprintf("a font has at most %d bytes when it is unpacked, not %d", MaxFont, n)
		}
		return ""
	}
	width, height := webpSize(data)
	if width == 0 {
		config, kind, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil || kind == "jpeg" && data[2] != 0xff { // browsers take it for no picture
			return unread
		}
		width, height = config.Width, config.Height
	}
	if max(width, height) > MaxDots || min(width, height) < 1 {
		return fmt.Sprintf("a picture is at most %d dots wide and high, not %d by %d"+smaller, MaxDots, width, height)
	}
	return ""
}

// unpacked is how many bytes a woff2 file comes to by its head and by the directory of its tables, of which either
// may lie; 0 for any other file.
func unpacked(data []byte) uint64 {
	const head, named, kind, outlines, places = 48, 63, 63, 10, 11
	if len(data) < head || string(data[:4]) != "wOF2" {
		return 0
	}
	in := bytes.NewReader(data[head:])
	next := func() byte {
		b, _ := in.ReadByte() // 0 behind the end
		return b
	}
	length := func() (n uint64) {
		for range 5 {
			b := next()
			n = n<<7 | uint64(b&0x7f)
			if b < 0x80 {
				break
			}
		}
		return n
	}
	sum := uint64(0)
	for range binary.BigEndian.Uint16(data[12:]) {
		flags := next()
		if flags&kind == named {
			_, _ = in.Seek(4, io.SeekCurrent) // beyond the end there are zeros
		}
		asIs := byte(0)
		if flags&kind == outlines || flags&kind == places {
			asIs = 3
		}
		n := length()
		if flags>>6 != asIs {
			n = max(n, length())
		}
		sum += n
	}
	return max(sum, uint64(binary.BigEndian.Uint32(data[16:])), 1)
}

// webpSize is the size of a picture of the kind WebP, 0 for any other.
func webpSize(data []byte) (width, height int) {
	if len(data) < 30 || string(data[:4]) != "RIFF" || string(data[8:12]) != "WEBP" {
		return 0, 0
	}
	four := func(at int) int { return int(binary.LittleEndian.Uint32(data[at:])) }
	switch string(data[12:16]) {
	case "VP8X":
		return four(24)&0xffffff + 1, four(26)>>8 + 1
	case "VP8L":
		return four(21)&0x3fff + 1, four(21)>>14&0x3fff + 1
	case "VP8 ":
		return four(26) & 0x3fff, four(26) >> 16 & 0x3fff
	}
	return 0, 0
}
