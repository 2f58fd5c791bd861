package compile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
)

const heart = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">` +
	`<path fill-rule="evenodd" d="M12 21S3 15Z"/></svg>`

// picture is a PNG of so many dots.
func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const smaller = "; make it smaller, 1000 dots wide are enough for a card, or save it as JPEG or WebP"

const mended = "; draw it as filled paths (in Inkscape: Path > Object to Path, Path > Stroke to Path, then save as " +
	"plain SVG)"

// TestIcons: icons of any size and of several paths are fitted into one square. An icon with
// anything but filled paths is refused, with the step that makes it one.
func TestIcons(t *testing.T) {
	for _, c := range []struct{ svg, want string }{
		{`viewBox="0 0 24 24"><path d="M1 2h3z"/>`, "M1 2h3z"},
		{`viewBox="0 0 48 48"><path d="M2,4H6V8h2v-2z"/>`, "M1 2 H3 V4 h1 v-1 z"},
		{`viewBox="0 0 512 512"><path d="M0 0h512v512H0z"/><path d="M64 64h384v384H64z" fill="#fff"/>`,
			"M3 3 h18 v18 H3 z"},
		{`width="48px" height="24"><g><title/><path d="m0 0l48 24"/></g><path fill="none" d="M0 0"/>`,
			"M0 6 m0 0 l24 12"},
		// each path has a beginning of its own
		{`viewBox="0 0 48 48"><path d="M2 4h6z"/><path d="m10 8 4 4"/>`, "M1 2 h3 z M0 0 m5 4 2 2"},
		{`viewBox="0 0 24 24"><path d="M2 4h6z"/><path d="m10 8 4 4"/>`, "M2 4h6z M0 0m10 8 4 4"},
		{`viewBox="-12 -12 24 24"><path d="M0 0a3 2 0 01.5.5A1 1 9 1 1 1 1"/>`,
			"M12 12 a3 2 0 0 1 0.5 0.5 A1 1 9 1 1 13 13"},
		{`viewBox="0 0 1 1">`, "this icon has no path" + mended},
		{`viewBox="0 0 24 24"><circle r="3"/>`, `an icon is made of paths alone, and this has "circle"` + mended},
		{`viewBox="0 0 24 24"><path stroke="#000" d="M0 0"/>`, "the paths of an icon are filled, not stroked" + mended},
		{`viewBox="0 0 24 24"><g transform="scale(2)"><path d="M0 0"/></g>`,
			"the paths of an icon are not transformed" + mended},
		{`viewBox="0 0 0 24"><path d="M0 0"/>`, `an icon says how large it is: viewBox="0 0 512 512"`},
		{`viewBox="0 0 1e99 24"><path d="M0 0"/>`, `an icon says how large it is: viewBox="0 0 512 512"`},
		{`><path d="M0 0"/>`, `an icon says how large it is: viewBox="0 0 512 512"`},
		{`viewBox="0 0 24 24"><path d="url(#x)"/>`, "a path of this icon has no outline in its d"},
	} {
		files := tinyFiles(t)
		svg := `<svg xmlns="http://www.w3.org/2000/svg" ` + c.svg + `</svg>`
		files["icons/one.svg"] = &fstest.MapFile{Data: []byte(svg)}
		var report diag.List
		p, _ := compiled(t, files, tinyHeaders(t), &report)
		got := strings.TrimPrefix(lines(&report), "tiny/icons/one.svg: bad-picture: ")
		if p != nil && p.Icons["one"] != "" {
			got = p.Icons["one"]
		}
		if got != c.want {
			t.Errorf("%s is\n%q, not\n%q", c.svg, got, c.want)
		}
	}
}

// TestSizes: a size is a name, a pair, or a text with its unit.
func TestSizes(t *testing.T) {
	for text, want := range map[string]string{
		"[63.5, 88.9]": "63.5 88.9", `"63.5x88.9mm"`: "63.5 88.9", "2.5x3.5in": "63.5 88.9",
		`"63,5 x 88,9 mm"`: "63.5 88.9",
		"tarot":            "", `"5x88mm"`: "bad-face", "tarott": "bad-face", "[63.5]": "bad-face", "63x88": "bad-face",
		"[a, b]": "bad-face",
	} {
		files := tinyFiles(t)
		change(t, files, "game.yaml", "standing: round.standing", "standing: round.standing\nfaces:\n"+
			"  unit: {size: "+text+"}")
		var report diag.List
		p, _ := compiled(t, files, tinyHeaders(t), &report)
		got := lines(&report)
		if size := p.Faces["unit"].Size; len(size) > 0 {
			if w, h, ok := compile.SizeOf(size); ok {
				got = fmt.Sprintf("%.4g %.4g", w, h)
			}
		}
		if want == "bad-face" && strings.Contains(got, want) {
			continue
		}
		if got != want {
			t.Errorf("%s is %q, not %q", text, got, want)
		}
	}
}

// TestFaces: right entries stay, with inherited ones; wrong ones are found at their place.
func TestFaces(t *testing.T) {
	files := tinyFiles(t)
	for name, data := range map[string][]byte{
		"icons/heart.svg": []byte(heart), "art/ok.png": picture(t, 40, 30), "art/wide.png": picture(t, 5000, 2),
		"art/no.webp":   []byte("<svg/>"),
		"art/bomb.webp": append([]byte("RIFF    WEBPVP8X          "), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
		"icons/run.svg": []byte(strings.Replace(heart, "<path", "<script/><path", 1)),
		"icons/on.svg":  []byte(strings.Replace(heart, "d=", `onload="x()" d=`, 1)),
	} {
		files[name] = &fstest.MapFile{Data: data}
	}
	change(t, files, "game.yaml", "standing: round.standing", `standing: round.standing
faces:
  all: {colour: "#123456", foot: [type, id], corner: power}
  unit:
    colour: {by: posture, up: "#9a7410", upp: "#123456", down: red}
    corner: {value: powr, icon: hart}
    stats: [power]
    art: ["art/{id}.png", "art/ok.png", "art/none.png", "art/{colour}.png", {drawn: crest, icon: heart, else: hearts}]
    size: [63, 3]
    foot: []
  place: {like: unit, size: [63, 88]}
  plase: {like: unit}`)
	var report diag.List
	p, _ := compiled(t, files, tinyHeaders(t), &report)
	want := `tiny/art/bomb.webp: bad-picture: a picture is at most 4096 dots wide and high, not 16719905 by ` +
		`16777216` + smaller + "\n" +
		`tiny/art/no.webp: bad-picture: a picture is a file of the kind WebP, PNG or JPEG, and a font one ` +
		`of the kind woff2; this is none that can be read` + "\n" +
		`tiny/art/wide.png: bad-picture: a picture is at most 4096 dots wide and high, not 5000 by 2` + smaller + "\n" +
		`tiny/game.yaml:64:31: low-contrast: white text on #9a7410 has a contrast of 4.3 to 1, less than ` +
		`4.5; make the colour darker` + "\n" +
		`tiny/game.yaml:64:42: unknown-word: posture cannot be "upp" -> up` + "\n" +
		`tiny/game.yaml:64:64: bad-colour: a colour is written "#1d4f91", not "red"` + "\n" +
		`tiny/game.yaml:65:21: unknown-attribute: cards of the type unit have no attribute "powr" -> power` + "\n" +
		`tiny/game.yaml:65:33: missing-picture: there is no file of the folder icons for "hart" -> heart` + "\n" +
		`tiny/game.yaml:67:41: missing-picture: the folder art has no picture "art/none.png" -> art/ok.png` + "\n" +
		`tiny/game.yaml:67:57: unknown-attribute: cards of the type unit have no attribute "colour"` + "\n" +
		`tiny/game.yaml:67:111: missing-picture: there is no file of the folder icons for "hearts" -> heart` + "\n" +
		`tiny/game.yaml:68:16: bad-face: a size is one of poker, bridge, mini, tarot, square, round, or ` +
		`[width, height] of 10 to 300 millimetres each` + "\n" +
		`tiny/game.yaml:71:3: unknown-type: there is no type of cards "plase" -> place` + "\n" +
		"tiny/icons/on.svg: bad-picture: an icon has no scripts: onload\n" +
		`tiny/icons/run.svg: bad-picture: an icon is made of paths alone, and this has "script"` + mended
	if got := lines(&report); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	unit, place := p.Faces["unit"], p.Faces["place"]
	switch {
	case len(p.Icons) != 1 || p.Icons["heart"] != "M12 21S3 15Z":
		t.Errorf("icons: %v", p.Icons)
	case len(unit.Foot) != 0 || unit.Colour.By.Text != "posture" || len(unit.Stats) != 1:
		t.Errorf("its own entries hold, empty ones too: %+v", unit)
	case len(place.Foot) != 0 || place.Colour.By.Text != "posture" || place.Size[1].Number != 88:
		t.Errorf("like inherits before all: %+v", place)
	}
}

// font is the head of a font that is so large when it is unpacked.
func font(unpacked uint32) []byte {
	out := make([]byte, 48)
	copy(out, "wOF2")
	binary.BigEndian.PutUint32(out[16:], unpacked)
	return out
}

// TestSecondFaces: a second face takes what it does not say from the first, and has nothing that makes it
// another card; fonts are bounded as they unpack.
func TestSecondFaces(t *testing.T) {
	files := tinyFiles(t)
	files["art/frame.png"] = &fstest.MapFile{Data: picture(t, 40, 30)}
	files["art/own.woff2"] = &fstest.MapFile{Data: font(compile.MaxFont)}
	files["art/bomb.woff2"] = &fstest.MapFile{Data: font(compile.MaxFont + 1)}
	change(t, files, "game.yaml", "standing: round.standing", `standing: round.standing
faces:
  all: {colour: "#123456", font: art/own.woff2, foot: [id]}
  unit:
    background: art/frame.png
    stats: [power]
    reverse: {frame: full, text: [postur], size: mini, reverse: {}}
  place: {font: art/frame.png, background: art/fram.png, reverse: {colour: "#654321", text: []}}`)
	var report diag.List
	p, _ := compiled(t, files, tinyHeaders(t), &report)
	want := `tiny/art/bomb.woff2: bad-picture: a font has at most 16777216 bytes when it is unpacked, not ` +
		`16777217` + "\n" +
		`tiny/game.yaml:66:35: unknown-attribute: cards of the type unit have no attribute "postur" -> posture` + "\n" +
		`tiny/game.yaml:66:44: bad-face: the second face of a card has no size: both are one card` + "\n" +
		`tiny/game.yaml:66:56: bad-face: the second face of a card has no reverse: both are one card` + "\n" +
		`tiny/game.yaml:67:17: bad-face: a font is a file of the kind woff2, not "art/frame.png"` + "\n" +
		`tiny/game.yaml:67:44: missing-picture: the folder art has no picture "art/fram.png" -> art/frame.png`
	if got := lines(&report); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	unit, place := p.Faces["unit"].Reverse, p.Faces["place"].Reverse
	switch {
	case unit.Colour.One.Text != "#123456" || unit.Background.Text != "art/frame.png" ||
		unit.Font.Text != "art/own.woff2" || unit.Frame.Text != "full" || len(unit.Stats)+len(unit.Foot) != 0:
		t.Errorf("a second face has the look of the first, and its own values: %+v", unit)
	case place.Colour.One.Text != "#654321":
		t.Errorf("its own colour holds: %+v", place)
	}
}

// TestFacesInACircle: faces that are like each other end.
func TestFacesInACircle(t *testing.T) {
	files := tinyFiles(t)
	change(t, files, "game.yaml", "standing: round.standing", `standing: round.standing
faces:
  unit: {like: place}
  place: {like: unit}`)
	var report diag.List
	compiled(t, files, tinyHeaders(t), &report)
	if got := lines(&report); !strings.Contains(got, "bad-face: faces are like each other in a circle") {
		t.Error(got)
	}
}
