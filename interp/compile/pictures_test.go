package compile

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// dots is a picture of so many dots, written by what encodes it.
func dots(t testing.TB, width, height int, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func asPNG(out *bytes.Buffer, i image.Image) error { return png.Encode(out, i) }

func asJPEG(out *bytes.Buffer, i image.Image) error { return jpeg.Encode(out, i, nil) }

// The heads of WebP pictures, each of 3 by 2 dots: plain, without loss, and extended.
var webps = []string{
	"RIFF\x20\x00\x00\x00WEBPVP8 \x14\x00\x00\x00\x30\x01\x00\x9d\x01\x2a\x03\x00\x02\x00\x00\x00\x00\x00\x00\x00",
	"RIFF\x20\x00\x00\x00WEBPVP8L\x14\x00\x00\x00\x2f\x02\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
	"RIFF\x20\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x01\x00\x00VP8L\x00\x00\x00\x00\x2f",
}

// table is an entry of the directory of a woff2 file: its tag and whether it is transformed, and its lengths.
type table struct {
	flags   byte
	lengths []uint32
}

// fontOf is the head of a woff2 file that says how large it is when it is unpacked, with a directory of tables.
func fontOf(unpacked uint32, tables ...table) []byte {
	out := make([]byte, 48)
	copy(out, "wOF2\x00\x01\x00\x00")
	binary.BigEndian.PutUint16(out[12:], uint16(len(tables)))
	binary.BigEndian.PutUint32(out[16:], unpacked)
	for _, in := range tables {
		out = append(out, in.flags)
		if in.flags&0x3f == 0x3f {
			out = append(out, "Feat"...)
		}
		for _, n := range in.lengths {
			for shift := 28; shift >= 0; shift -= 7 {
				if some := n >> shift; some > 0 || shift == 0 {
					end := byte(0x80)
					if shift == 0 {
						end = 0
					}
					out = append(out, end|byte(some&0x7f))
				}
			}
		}
	}
	return out
}

// TestPictureFiles: a file is what its name says, of a size that can be shown, whatever its head says of itself.
func TestPictureFiles(t *testing.T) {
	fonts, err := filepath.Glob("../../cmd/internal/studio/web/fonts/*.woff2")
	if err != nil || len(fonts) == 0 {
		t.Fatal(fonts, err)
	}
	for _, name := range fonts {
		data, err := os.ReadFile(name)
		if flaw := pictureFlaw(name, data); err != nil || flaw != "" {
			t.Errorf("%s: %v, %s", name, err, flaw)
		}
	}
	jpg := dots(t, 3, 2, asJPEG)
	for _, c := range []struct {
		name, data, want string
	}{
		{"art/a.png", string(dots(t, 4096, 1, asPNG)), ""},
		{"art/a.jpg", string(dots(t, 1, 4096, asJPEG)), ""},
		{"art/a.png", string(dots(t, 4097, 1, asPNG)), "4097 by 1"},
		{"art/a.jpeg", string(dots(t, 1, 4097, asJPEG)), "1 by 4097"},
		{"art/a.webp", webps[0], ""}, {"art/a.webp", webps[1], ""}, {"art/a.webp", webps[2], ""},
		{"art/a.webp", strings.Replace(webps[0], "\x2a\x03\x00", "\x2a\x00\x00", 1), "none that can be read"},
		{"art/a.jpg", string(jpg[:2]) + "<html>" + string(jpg[2:]), "none that can be read"},
		{"art/a.png", string(fontOf(9)), "none that can be read"},
		{"art/a.woff2", string(dots(t, 3, 2, asPNG)), "none that can be read"},
		{"art/a.woff2", "wOF2", "none that can be read"},
		{"art/a.woff2", string(fontOf(MaxFont)), ""},
		{"art/a.woff2", string(fontOf(MaxFont + 1)), "16777217"},
		{"art/a.woff2", string(fontOf(9, table{0, []uint32{MaxFont / 2}}, table{63, []uint32{MaxFont / 2}})), ""},
		{"art/a.woff2", string(fontOf(9, table{0, []uint32{MaxFont / 2}}, table{63, []uint32{MaxFont/2 + 1}})),
			"16777217"},
		// Outlines are transformed unless it says 3, other tables unless it says 0.
		{"art/a.woff2", string(fontOf(9, table{10, []uint32{9, MaxFont + 1}})), "16777217"},
		{"art/a.woff2", string(fontOf(9, table{1 << 6, []uint32{9, MaxFont + 2}})), "16777218"},
		{"art/a.woff2", string(fontOf(9, table{11 | 3<<6, []uint32{9}}, table{0, []uint32{MaxFont}})), "16777225"},
		{"art/a.png", strings.Repeat("x", MaxPicture+1), "1048576 bytes"},
	} {
		flaw := pictureFlaw(c.name, []byte(c.data))
		if (flaw == "") != (c.want == "") || !strings.Contains(flaw, c.want) {
			t.Errorf("%s %.60q: %q, not %q", c.name, c.data, flaw, c.want)
		}
	}
}

// FuzzPicture: whatever lies in the folder art is refused at once, or is what its name says to a browser too, of a
// size that can be shown.
func FuzzPicture(f *testing.F) {
	f.Add(false, dots(f, 3, 2, asPNG))
	f.Add(false, dots(f, 3, 2, asJPEG))
	for _, data := range webps {
		f.Add(false, []byte(data))
	}
	f.Add(true, fontOf(99, table{10, []uint32{1 << 20, 300}}, table{63, []uint32{5}}))
	f.Add(true, fontOf(99, table{1 << 6, []uint32{7, 1 << 30}}, table{3, nil}))
	f.Add(true, []byte("wOF2"))
	f.Fuzz(func(t *testing.T, isFont bool, data []byte) {
		name := "art/x.png"
		if isFont {
			name = "art/x.woff2"
		}
		begun := time.Now()
		flaw := pictureFlaw(name, data)
		if took := time.Since(begun); took > time.Second {
			t.Errorf("%d bytes take %s", len(data), took)
		}
		kind := http.DetectContentType(data)
		if flaw != "" || isFont && kind == "font/woff2" {
			return
		}
		width, height := 0, 0
		switch kind {
		case "image/png":
			width, height = int(binary.BigEndian.Uint32(data[16:])), int(binary.BigEndian.Uint32(data[20:]))
		case "image/jpeg":
			config, err := jpeg.DecodeConfig(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			width, height = config.Width, config.Height
		case "image/webp":
			width, height = webpSize(data)
		}
		if isFont || width < 1 || height < 1 || width > MaxDots || height > MaxDots {
			t.Errorf("%s of %d by %d is taken as %s", kind, width, height, name)
		}
	})
}

// outline is a path that a browser reads to its end.
var outline = regexp.MustCompile(`^[Mm]([MmLlHhVvCcSsQqTtAaZz \n\t\r,]|[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)*$`)

// FuzzIcon: an icon is refused at once, or is a path of signs that paths are made of, in which numbers are numbers.
func FuzzIcon(f *testing.F) {
	for _, in := range []string{
		`viewBox="0 0 24 24"><path d="M1 2h3z"/>`, `viewBox="0 0 48 48"><path d="M2,4H6V8h2v-2z"/>`,
		`width="48px" height="24"><g><title/><path d="m0 0l48 24"/></g><path fill="none" d="M0 0"/>`,
		`viewBox="-12 -12 24 24"><path d="M0 0a3 2 0 01.5.5A1 1 9 1 1 1 1"/>`,
		`viewBox="0 0 512 512"><path d="M0 0h512v512H0z"/><path d="M1e9 1e999"/>`,
		`viewBox="0 0 24 24"><path d="M12 1e999"/>`, `viewBox="0 0 24 24"><path d="z e - ."/>`,
		`viewBox="0 0 24 24">` + strings.Repeat("<g>", 2000), `viewBox="0 0 24 24"><path onload="x" d="M0 0"/>`,
	} {
		f.Add([]byte(`<svg xmlns="http://www.w3.org/2000/svg" ` + in + `</svg>`))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		begun := time.Now()
		path, wrong := iconPath(data)
		if took := time.Since(begun); took > time.Second {
			t.Errorf("%d bytes take %s", len(data), took)
		}
		if wrong == "" && (!outline.MatchString(path) || len(path) > 16*MaxIcon) {
			t.Errorf("%q becomes %.200q", data, path)
		}
	})
}

// TestFitted: an icon that is drawn twice as large, and moved, looks as it did.
func TestFitted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var path strings.Builder
		path.WriteString("M3 4")
		for _, step := range rapid.SliceOf(rapid.SampledFrom([]string{"L1 2", "l1 2", "H3", "h3", "V7", "v7", "Z",
			"C1 2 3 4 5 6", "c1 2 3 4 5 6", "S1 2 3 4", "Q1 2 3 4", "t1 2", "T1 2", "A3 2 45 0 1 9 8",
			"a3 2 45 1 0 9 8", "m2 3", "M1 1 5 6"})).Draw(t, "steps") {
			path.WriteString(step)
		}
		there := fitted(path.String(), 2, [2]float64{8, -4})
		back := fitted(there, .5, [2]float64{-4, 2})
		if want := fitted(path.String(), 1, [2]float64{}); back != want {
			t.Errorf("%q becomes %q, and %q again", path.String(), there, back)
		}
	})
}
