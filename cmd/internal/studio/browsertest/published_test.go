package browsertest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// program builds the program of published pages, once.
var program = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "ruledeck-wasm-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "ruledeck.wasm")
	c := exec.Command("go", "build", "-trimpath", "-pgo=off", "-gcflags=all=-l", "-ldflags=-s -w", "-o", path,
		"github.com/ruledeck/ruledeck/cmd/ruledeck-browser")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	c.Stderr = os.Stderr
	return path, c.Run()
})

// publish publishes a game in a form, out or single, and returns where it lies.
func publish(t *testing.T, game, form string) string {
	t.Helper()
	needBrowser(t)
	wasm, err := program()
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "page.html")
	ruledeck(t, "publish", game, "--wasm", wasm, "--"+form, to)
	return to
}

// playsOn answers some questions, and finds the game again behind a reload.
func (p *tab) playsOn() {
	p.Helper()
	q := p.question(0)
	for range 4 {
		p.answer(q)
		q = p.question(q.Number)
	}
	p.do(chromedp.Reload())
	p.wait("document.querySelector('main')")
	if again := p.question(0); again.Number != q.Number {
		p.Errorf("reloaded, decision %d is open, not %d", again.Number, q.Number)
	}
	if faults := eval[[]string](p, "window.faults || []"); len(faults) > 0 {
		p.Error(faults)
	}
}

// TestPublished: a folder on a web server plays a game, keeps it in the browser, speaks other languages, opens cards
// large, fits a phone, shows at once what was seen last, and needs the server no more once it was loaded.
func TestPublished(t *testing.T) {
	files := http.FileServer(http.Dir(publish(t, "football-champions", "out")))
	var late sync.RWMutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/ruledeck.wasm" {
			late.RLock()
			defer late.RUnlock()
		}
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	p := visit(t, server.URL+"/")
	p.playsOn()
	if !eval[bool](p, `"pictures" in JSON.parse(localStorage["ruledeck shown /"]).faces`) {
		t.Error("the page has no pictures for the faces of cards")
	}
	p.picture("published.png")
	p.size(390, 844)
	p.picture("published-phone.png")
	if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("on a phone it is %d wide", wide)
	}
	p.size(1440, 900)
	p.wait("navigator.serviceWorker.controller")
	q := p.question(0)
	late.Lock()
	p.do(chromedp.Reload())
	p.wait("document.querySelector('main')")
	if again := p.question(0); again.Number != q.Number {
		t.Errorf("while the game is read decision %d is open, not %d", again.Number, q.Number)
	}
	time.AfterFunc(time.Second, late.Unlock)
	p.answer(q)
	q = p.question(q.Number)
	server.CloseClientConnections()
	server.Close()
	p.do(chromedp.Reload())
	p.wait("document.querySelector('main')")
	if again := p.question(0); again.Number != q.Number {
		t.Errorf("without the server decision %d is open, not %d", again.Number, q.Number)
	}
	p.eval("location.hash = location.hash.replace(/lang=../, 'lang=fr')")
	p.wait("document.documentElement.lang === 'fr'")
	p.answer(p.question(0))
	p.question(q.Number)
}

// TestPublishedSingle: one file from the disk plays a game too, and keeps it.
func TestPublishedSingle(t *testing.T) {
	p := visit(t, "file://"+publish(t, "football-champions", "single"))
	p.playsOn()
	p.picture("published-single.png")
}
