package browsertest

import (
	"bytes"
	"encoding/json"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var pagesOf = regexp.MustCompile(`/Type\s*/Page\b[^s]`)

// TestExport makes files of cards by the browser, from the command line and from the page:
// of the sizes that were asked for, and alike each time.
func TestExport(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	dir := t.TempDir()
	read := func(path string) []byte {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	ruledeck(t, "cards", "bbtm", "--copies=false", "--export", "pdf", "-o", filepath.Join(dir, "bbtm.pdf"))
	pdf := read("bbtm.pdf")
	if pages := len(pagesOf.FindAll(pdf, -1)); pages != 21 || len(pdf) > 2_500_000 {
		t.Errorf("175 cards are on %d pages of %d bytes", pages, len(pdf))
	}
	sizes := map[string][2]int{"pictures1/the_blood_bowl.png": {896, 1496},
		"pictures1/back-the_blood_bowl.png": {896, 1496}}
	for _, run := range []string{"1", "2"} {
		ruledeck(t, "cards", "bbtm", "--type", "tournament", "--backs", "--export", "png", "-o",
			filepath.Join(dir, "pictures"+run))
		ruledeck(t, "cards", "bbtm", "--type", "tournament", "--export", "tts", "-o", filepath.Join(dir, "table"+run),
			"--url-prefix", "x/")
	}
	for name, want := range sizes {
		config, err := png.DecodeConfig(bytes.NewReader(read(name)))
		if err != nil || [2]int{config.Width, config.Height} != want {
			t.Errorf("%s has %d by %d dots (%v)", name, config.Width, config.Height, err)
		}
	}
	for _, kind := range []string{"pictures", "table"} {
		entries, err := os.ReadDir(filepath.Join(dir, kind+"1"))
		if err != nil || len(entries) < 4 {
			t.Fatalf("%d files of %s (%v)", len(entries), kind, err)
		}
		for _, e := range entries {
			if !bytes.Equal(read(kind+"1/"+e.Name()), read(kind+"2/"+e.Name())) {
				t.Errorf("%s is another each time", e.Name())
			}
		}
	}
	picture := filepath.Join(dir, "pictures1/the_blood_bowl.png")
	if err := os.WriteFile(picture, []byte("Dear diary\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := command(t, "cards", "bbtm", "--type", "tournament", "--export", "png", "-o",
		filepath.Join(dir, "pictures1")).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "something else than what would be written stands there") ||
		string(read("pictures1/the_blood_bowl.png")) != "Dear diary\n" {
		t.Errorf("a diary is written over: %s", out)
	}
	var saved struct {
		ObjectStates []struct {
			CustomDeck map[string]struct{ NumWidth, NumHeight int }
		}
	}
	if err := json.Unmarshal(read("table1/bbtm.json"), &saved); err != nil || len(saved.ObjectStates) != 1 {
		t.Fatalf("%d decks (%v)", len(saved.ObjectStates), err)
	}
	sheet := saved.ObjectStates[0].CustomDeck["1"]
	config, err := jpeg.DecodeConfig(bytes.NewReader(read("table1/bbtm-1.jpg")))
	if err != nil || config.Width%sheet.NumWidth != 0 || config.Height%sheet.NumHeight != 0 {
		t.Errorf("the sheet of %+v has %d by %d dots (%v)", sheet, config.Width, config.Height, err)
	}

	p := open(t, "bbtm", "--seed", "7")
	p.press("g")
	p.wait("document.querySelector('.galleryp #find')")
	p.find("minotaur")
	p.press("\t")
	p.eval("document.querySelector('.galleryp header .btn.go').click()")
	p.wait("document.querySelector('.printdesk a[href*=pdf]')")
	p.eval("fetch(document.querySelector('.printdesk a[href*=pdf]').href).then(r => r.text()).then(" +
		"text => { window.made = text.slice(0, 5); })")
	begins := until[string](p, "window.made")
	if !strings.HasPrefix(begins, "%PDF") {
		t.Errorf("the page gives %q", begins)
	}
	// Nothing has changed since.
	p.press("g")
	p.wait("document.querySelector('.galleryp #find')")
	p.eval("document.querySelector('.galleryp header .btn.go').click()")
	p.wait("document.querySelectorAll('.printdesk .seg').length === 6 && document.querySelector('.a4 .cell')")
	p.eval("[...document.querySelectorAll('.printdesk .seg')].at(-1).firstChild.click()")
	p.wait("!document.querySelector('.a4')")
}
