package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
)

// TestDocsSearch: the search of the reference finds what package cookbook finds in the same
// index, in its order, and on a phone what is found stands before the contents.
func TestDocsSearch(t *testing.T) {
	needBrowser(t)
	file := filepath.Join(t.TempDir(), "reference.html")
	ruledeck(t, "docs", "seven-missions", "--out", file)
	p := visit(t, "file://"+file)
	index := &cookbook.Index{}
	if err := json.Unmarshal([]byte(eval[string](p, "JSON.stringify(index)")), index); err != nil {
		t.Fatal(err)
	}
	searches, err := os.ReadFile("../../../../interp/editor/cookbook/testdata/searches.txt")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for line := range strings.Lines("choose.o = \nÜber <b> = \nsolve a big crossword = \n" + string(searches)) {
		if search, _, ok := strings.Cut(line, " = "); ok {
			asked++
			quoted, _ := json.Marshal(search)
			want, _ := index.Find(search)
			if found := eval[[]int](p, "search("+string(quoted)+")"); !slices.Equal(found, want) {
				t.Errorf("%s: the page finds %v, not %v", search, found, want)
			}
		}
	}
	if asked < 40 {
		t.Errorf("%d searches", asked)
	}
	p.size(390, 800)
	p.write("#search", "once a week")
	first := "document.querySelector('main > section:not([hidden])')"
	if found := p.text("main > section:not([hidden])"); !strings.HasPrefix(found, "bbtm/piling_on") {
		t.Errorf("found first: %s", found)
	}
	const top = ".getBoundingClientRect().top"
	if !eval[bool](p, first+top+" < document.querySelector('nav')"+top) {
		t.Error("the contents stand before what is found")
	}
	p.write("#search", "solve a big crossword")
	p.says("#found", "no section fits; other words may find what comes near")
	p.write("#search", "choose.one")
	if found := p.text("main > section:not([hidden])"); !strings.HasPrefix(found, "choose.one{") {
		t.Errorf("found first: %s", found)
	}
	p.picture("reference-search.png")
}

// TestDocsSite: the pages of a site search all of it without a server, and what is found leads
// to its place on another page; they fit a phone.
func TestDocsSite(t *testing.T) {
	needBrowser(t)
	folder := filepath.Join(t.TempDir(), "site")
	ruledeck(t, "docs", "seven-missions", "--out", folder)
	p := visit(t, "file://"+filepath.Join(folder, "index.html"))
	p.write("#search", "mole follow suit")
	p.wait("document.querySelectorAll('.hit').length > 0")
	p.write("#search", "choose.one")
	p.wait("document.querySelector('.hit').textContent.startsWith('choose.one{')")
	p.eval("document.querySelector('.hit a').click()")
	p.wait("location.pathname.endsWith('functions-of-scripts.html') && location.hash === '#choose-one'")
	for _, page := range []string{"index.html", "a-game-from-an-empty-folder.html", "seven-missions.html"} {
		for _, screen := range screens {
			p := visit(t, "file://"+filepath.Join(folder, page))
			p.size(screen.width, screen.height)
			p.scheme(screen.dark)
			p.wait(fmt.Sprintf("innerWidth === %d", screen.width))
			if !eval[bool](p, "document.documentElement.scrollWidth <= innerWidth") {
				t.Errorf("%s is wider than %s", page, screen.name)
			}
			p.accessible(page, screen.dark)
			p.picture("site-" + page + "-" + screen.name + ".png")
		}
	}
}
