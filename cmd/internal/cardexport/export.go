package cardexport

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"math"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/interp/scene"
)

// Formats are what the cards are made into: sheets to print; pictures of single cards, in a
// folder or in one file; decks of Tabletop Simulator; a table.
var Formats = []string{"pdf", "png", "zip", "tts", "csv"}

// Bleed is the usual bleed of a format, in millimetres.
func Bleed(format string) float64 {
	return map[string]float64{"pdf": 1.5, "png": 3, "zip": 3}[format]
}

// PDF prints the sheets of the chosen cards. Like the others it needs a browser, and
// returns ErrNoBrowser where there is none.
func (d *Deck) PDF(ctx context.Context, o Options) ([]byte, error) {
	return d.Print(ctx, d.Sheets(o))
}

// Print prints sheets.
func (d *Deck) Print(ctx context.Context, sheets []Sheet) ([]byte, error) {
	return d.render(ctx, d.Document(sheets), "--print-to-pdf", "cards.pdf", "--no-pdf-header-footer",
		"--disable-pdf-tagging", "--window-size=1600,1200")
}

// Pictures are the chosen cards as PNG files by their names, 300 dots an inch, each with
// its bleed: ID.png, and ID-2.png and so on for more copies. Backs that look alike are one
// picture, back-ID.png by the first card that has it.
func (d *Deck) Pictures(ctx context.Context, o Options) (map[string][]byte, error) {
	out := map[string][]byte{}
	one := o
	one.Copies = false
	out["images.csv"] = d.list(d.Chosen(one), o.Backs)
	for _, faces := range bySize(d.Chosen(one)) {
		err := d.take(ctx, faces, print, o.Bleed, false, func(f scene.Face, i image.Image) error {
			data, err := encodePNG(i)
			out[f.Def+".png"] = data
			for n := range o.times(f) - 1 {
				out[fmt.Sprintf("%s-%d.png", f.Def, n+2)] = data
			}
			return err
		})
		if err == nil && o.Backs {
			err = d.take(ctx, backs(faces), print, o.Bleed, true, func(f scene.Face, i image.Image) (err error) {
				out["back-"+f.Def+".png"], err = encodePNG(i)
				return err
			})
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// list is the list of pictures that print services ask for: each face with its back, and how
// often a game has it.
func (d *Deck) list(faces []scene.Face, withBacks bool) []byte {
	lines := [][]string{{"front", "back", "copies"}}
	for _, size := range bySize(faces) {
		behind := backs(size)
		for _, f := range size {
			back := ""
			if withBacks {
				i := slices.IndexFunc(behind, func(g scene.Face) bool { return g.Back == f.Back })
				back = "back-" + behind[i].Def + ".png"
			}
			lines = append(lines, []string{f.Def + ".png", back, strconv.Itoa(max(1, f.Copies))})
		}
	}
	var out bytes.Buffer
	_ = csv.NewWriter(&out).WriteAll(lines) // memory takes all
	return out.Bytes()
}

// backs are faces of one size, one for each back.
func backs(faces []scene.Face) []scene.Face {
	var out []scene.Face
	for _, f := range faces {
		if !slices.ContainsFunc(out, func(g scene.Face) bool { return g.Back == f.Back }) {
			out = append(out, f)
		}
	}
	return out
}

// print is how many pixels a millimetre has, at 300 an inch.
const print = 300 / 25.4

// take takes pictures of cards of one size, of so many pixels a millimetre: of some at once,
// cut by their cells.
func (d *Deck) take(ctx context.Context, faces []scene.Face, scale, bleed float64, back bool,
	use func(f scene.Face, i image.Image) error) error {
	for some := range slices.Chunk(faces, mostColumns*mostRows) {
		columns := min(len(some), mostColumns)
		s := picture(some[0], columns, (len(some)+columns-1)/columns, scale, bleed).sheet(some, back)
		whole, err := d.screenshot(ctx, &s)
		if err != nil {
			return err
		}
		for i, f := range some {
			c := &s.Cells[i]
			if err := use(f, whole.SubImage(image.Rect(int(c.X), int(c.Y), int(c.X+c.W), int(c.Y+c.H)))); err != nil {
				return err
			}
		}
	}
	return nil
}

// shot is a picture that can be cut.
type shot interface {
	image.Image
	SubImage(r image.Rectangle) image.Image
}

// screenshot is a sheet as a picture, of its size at least.
func (d *Deck) screenshot(ctx context.Context, s *Sheet) (shot, error) {
	const window = 200 // the window of some browsers holds more than the page
	data, err := d.render(ctx, d.Document([]Sheet{*s}), "--screenshot", "cards.png", "--force-device-scale-factor=1",
		fmt.Sprintf("--window-size=%d,%d", int(s.Width), int(s.Height)+window))
	if err != nil {
		return nil, err
	}
	drawn, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	whole, ok := drawn.(shot)
	if size := image.Rect(0, 0, int(s.Width), int(s.Height)); !ok || !size.In(drawn.Bounds()) {
		return nil, fmt.Errorf("the browser has drawn %v, not %v", drawn.Bounds().Max, size.Max)
	}
	return whole, nil
}

// encodePNG writes a picture and how many dots an inch has, which printers ask for.
func encodePNG(i image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := png.Encode(&out, i); err != nil {
		return nil, err
	}
	const head = 8 + 25 // the signature and the first chunk
	dots := binary.BigEndian.AppendUint32(nil, uint32(math.Round(print*1000)))
	chunk := slices.Concat([]byte("pHYs"), dots, dots, []byte{1})
	sum := binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(chunk))
	return slices.Insert(out.Bytes(), head, slices.Concat([]byte{0, 0, 0, 9}, chunk, sum)...), nil
}
