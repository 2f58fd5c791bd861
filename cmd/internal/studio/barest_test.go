package studio

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// TestBarestPack asks all that a page can ask, of the pack that every designer begins
// with: it has no options, one language and few cards. No answer holds null.
func TestBarestPack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "g")
	plan, err := scaffold.Pack("g")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plan.Files {
		path := filepath.Join(dir, f.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, dir, solo)
	t.Cleanup(func() { _ = p.server.end() })
	asked := map[string]bool{}
	want := func(status int, method, path string, body any) {
		t.Helper()
		name, _, _ := strings.Cut(path, "?")
		asked[method+" "+name] = true
		if got, text := p.ask(method, path, body, nil); got != status {
			t.Errorf("%s %s: %d %s", method, path, got, text)
		}
	}
	look := func(viewer string) {
		for _, path := range []string{"state", "scene", "log", "cards", "graph", "tests", "kept",
			"keep", "balance", "words"} {
			want(http.StatusOK, http.MethodGet, "/api/"+path+"?event=0&"+viewer, nil)
		}
		want(http.StatusOK, http.MethodGet, "/api/scene?at=0&"+viewer, nil)
		want(http.StatusOK, http.MethodGet, "/api/card?card=clown&"+viewer, nil)
	}
	post := func(path string, body any) { t.Helper(); want(http.StatusOK, http.MethodPost, path, body) }

	look("seat=1")
	want(http.StatusOK, http.MethodGet, "/api/why?event=0", nil)
	p.server.test(t.Context())
	test := p.server.tests[0]
	stale := p.play(1)
	asked["POST /api/answer"] = true
	want(http.StatusConflict, http.MethodPost, "/api/answer",
		map[string]any{"seat": 1, "number": stale, "reply": []int{0}})
	post("/api/undo", map[string]any{"seat": 1})
	post("/api/fork", map[string]any{})
	post("/api/name", map[string]any{"name": "other"})
	want(http.StatusOK, http.MethodGet, "/api/compare?with=1", nil)
	for p.scene("seat=1").Scene.Ask != nil {
		p.play(1)
	}
	for _, viewer := range []string{"seat=1", "seat=0", "seat=255&lang=ja"} {
		look(viewer)
	}
	want(http.StatusOK, http.MethodGet, "/api/compare?with=1&seat=0", nil)
	post("/api/keep", map[string]any{"name": "kept"})
	post("/api/close", struct{}{})
	post("/api/new", map[string]any{"game": NewGame{Seats: []string{"random", "random"}, Seed: 2}})
	look("seat=255")
	post("/api/open", map[string]any{"name": test.File, "event": test.Line})
	look("seat=255")
	want(http.StatusNotFound, http.MethodPost, "/api/resume", map[string]any{"name": "none"})
	want(http.StatusUnprocessableEntity, http.MethodPost, "/api/mine", map[string]any{"name": "mine"})
	post("/api/measure", map[string]any{"number": 1, "game": NewGame{Seats: []string{"random", "random"}, Seed: 2}})
	p.server.measuring.group.Wait()
	look("seat=0")
	post("/api/halt", struct{}{})
	if err := os.WriteFile(filepath.Join(dir, "game.yaml"), []byte("types: [\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.server.reload()
	look("seat=1")
	for path := range p.server.api() {
		if !asked[path] {
			t.Errorf("%s is not asked", path)
		}
	}
}
