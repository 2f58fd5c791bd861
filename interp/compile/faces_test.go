package compile_test

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"
	"testing/fstest"

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
		`16777216` + "\n" +
		`tiny/art/no.webp: bad-picture: a picture is a file of the kind WebP, PNG or JPEG; this is none that ` +
		`can be read` + "\n" +
		`tiny/art/wide.png: bad-picture: a picture is at most 4096 dots wide and high, not 5000 by 2` + "\n" +
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
		`tiny/icons/on.svg: bad-picture: an icon is <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 ` +
		`24"><path d="..."/></svg>, of one path: its path has d, and fill-rule, and nothing else` + "\n" +
		`tiny/icons/run.svg: bad-picture: an icon is <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 ` +
		`24"><path d="..."/></svg>, of one path: this has something else`
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
