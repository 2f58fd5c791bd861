package publish

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/browserhost"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func TestMain(m *testing.M) {
	pack.Register(cards.Files, scripts.Files)
	m.Run()
}

func page(t *testing.T) *Page {
	t.Helper()
	p, err := interp.Load("football-champions", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	return &Page{Title: "Cup & <Cup>", Lang: "en", Wasm: []byte("\x00asm\x01\x00\x00\x00"),
		Game: &browserhost.Game{Name: "football-champions", Pack: p.Loaded.Bundle(),
			NewGame: browserhost.NewGame{Seats: []string{"human", "random"}}}}
}

// TestFiles: all that a page and its scripts name lies beside them, and the list of what is
// there without a server names each file.
func TestFiles(t *testing.T) {
	files, err := page(t).Files()
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?:from|src=|href=|fetch\(|Worker\(.*:) ?"(?:\./)?([\w./-]+\.\w+)"|` +
		`url\((fonts/[\w.-]+)\)`)
	for from, text := range files {
		if strings.HasSuffix(from, ".wasm") || strings.HasSuffix(from, ".bin") {
			continue
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if name := m[1] + m[2]; files[name] == nil {
				t.Errorf("%s names %s, which is not there", from, name)
			}
		}
	}
	for name := range files {
		if name != "offline.js" && !strings.Contains(string(files["offline.js"]), `"`+name+`"`) {
			t.Errorf("%s is not there without the server", name)
		}
	}
	for _, name := range []string{"index.html", "game.bin", "ruledeck.wasm", "worker.js", "door.js"} {
		if files[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
	if !strings.Contains(string(files["index.html"]), "<title>Cup &amp; &lt;Cup&gt;</title>") {
		t.Errorf("%s", files["index.html"])
	}
	again, err := page(t).Files()
	if err != nil || string(again["offline.js"]) != string(files["offline.js"]) {
		t.Errorf("the same game makes other files: %v", err)
	}
}

// TestSingle: the one file names nothing beside it.
func TestSingle(t *testing.T) {
	data, err := page(t).Single()
	if err != nil {
		t.Fatal(err)
	}
	for _, beside := range []string{`from "./`, "stylesheet", `src="`, "url(fonts"} {
		if strings.Contains(string(data), beside) {
			t.Errorf("the file holds %s", beside)
		}
	}
}

// TestProgram: what is not the program of the page, or is that of another version, is refused by
// its name, and what is to be built needs Go.
func TestProgram(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	t.Setenv("PATH", "")
	elf, other := write("elf.wasm", "\x7fELF"), write("other.wasm", "\x00asm\x01\x00\x00\x00 example.org/other\tv1.2.3")
	for path, says := range map[string]string{
		elf:    elf + " is no WebAssembly",
		other:  other + " is not the ruledeck.wasm of this version",
		folder: "is not a file",
		"": "cannot be built: there is no Go here; https://github.com/ruledeck/ruledeck/releases has it: " +
			"say where it lies by --wasm FILE",
	} {
		if _, err := Program(t.Context(), path, t.TempDir()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", path, err)
		}
	}
	page := write("page.wasm", "\x00asm\x01\x00\x00\x00 github.com/ruledeck/ruledeck\tv1.2.3\t")
	for version, says := range map[string]string{"": "", "v1.2.3": "",
		"v1.2": page + " is not the ruledeck.wasm of this version, v1.2"} {
		if _, err := readWasm(page, version); (err == nil) != (says == "") || err != nil && err.Error() != says {
			t.Errorf("of version %q: %v", version, err)
		}
	}
}
