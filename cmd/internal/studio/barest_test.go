package studio

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

// TestBarestPack asks all that a page can ask, of the pack that every designer begins
// with: it has no options, one language and few cards. No answer holds null.
func TestBarestPack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "g")
	plan, err := scaffold.Pack("g", "")
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
	want := func(status int, path string, body any) {
		t.Helper()
		name, _, _ := strings.Cut(path, "?")
		asked[name] = true
		if body == (struct{}{}) {
			path, body = bodied(path)
		}
		if got, text := p.ask(http.MethodPost, "/t/0/call/"+path, body, nil); got != status {
			t.Errorf("%s: %d %s", path, got, text)
		}
	}
	look := func(viewer string) {
		for _, path := range strings.Fields("past cards card faces graph tests kept keepable balance words files " +
			"forms structure asked") {
			want(http.StatusOK, path+"?event=0&at=0&card=clown&"+viewer, struct{}{})
		}
		var told any
		p.heard("/t/0/events?"+viewer, &told)
		for _, at := range nulls(told, "") {
			t.Errorf("%s: %s is null", viewer, at)
		}
	}
	post := func(path string, body any) { t.Helper(); want(http.StatusOK, path, body) }

	look("seat=1")
	want(http.StatusOK, "why?event=0", struct{}{})
	post("cookbook", map[string]any{"name": "once a week"})
	post("cookbook", map[string]any{"name": "zzz"})
	want(http.StatusOK, "file?file="+dir+"/game.yaml", struct{}{})
	want(http.StatusOK, "revisions?file="+dir+"/game.yaml", struct{}{})
	want(http.StatusNotFound, "revision?revision=none&file="+dir+"/game.yaml", struct{}{})
	want(http.StatusConflict, "save", map[string]any{"name": dir + "/game.yaml"})
	post("amended", map[string]any{"name": "clown", "field": "name", "was": "Clown", "text": "C"})
	want(http.StatusConflict, "amend", map[string]any{"name": "clown", "field": "name", "was": "Clown", "text": "C"})
	want(http.StatusNotFound, "editor", map[string]any{"name": "none"})
	want(http.StatusUnprocessableEntity, "begin", map[string]any{})
	p.server.test(t.Context())
	test := p.server.tests[0]
	stale := p.play(1)
	want(http.StatusConflict, "would", map[string]any{"seat": 1, "number": stale})
	post("would", map[string]any{"seat": 1, "number": p.scene("0/events?seat=1").Scene.Ask.Number})
	post("whynot", map[string]any{"seat": 1, "key": "nothing"})
	post("knows", struct{}{})
	sheets := map[string]any{"paper": "letter", "bleed": 3, "backs": true, "copies": true}
	post("sheets", map[string]any{"print": sheets, "changed": true})
	want(http.StatusBadRequest, "sheets", map[string]any{"print": map[string]any{"paper": "A0"}})

	want(http.StatusConflict, "answer",
		map[string]any{"seat": 1, "number": stale, "reply": []int{9}})
	post("undo", map[string]any{"seat": 1})
	post("fork", map[string]any{})
	post("name", map[string]any{"name": "other"})
	want(http.StatusOK, "compare?with=1", struct{}{})
	for p.scene("0/events?seat=1").Scene.Ask != nil {
		p.play(1)
	}
	for _, viewer := range []string{"seat=1", "seat=0", "seat=255&lang=ja"} {
		look(viewer)
	}
	want(http.StatusOK, "compare?with=1&seat=0", struct{}{})
	post("keep", map[string]any{"name": "kept"})
	want(http.StatusUnprocessableEntity, "bring", map[string]any{"name": "none.csv", "data": ""})
	post("close", struct{}{})
	post("setup", map[string]any{"game": NewGame{}})
	want(http.StatusNotFound, "setup", map[string]any{"game": NewGame{Packs: []string{"none"}}})
	want(http.StatusNotFound, "enter", map[string]any{"name": "none"})
	post("new", map[string]any{"game": NewGame{Seats: []string{"random", "random"}, Seed: rng.Seed{Low: 2}}})
	look("seat=255")
	post("open", map[string]any{"name": test.File, "event": test.Line})
	look("seat=255")
	want(http.StatusNotFound, "resume", map[string]any{"name": "none"})
	want(http.StatusUnprocessableEntity, "mine", map[string]any{"name": "mine"})
	post("measure", map[string]any{
		"number": 1, "game": NewGame{Seats: []string{"random", "random"}, Seed: rng.Seed{Low: 2}},
	})
	p.server.measuring.group.Wait()
	look("seat=0")
	post("halt", struct{}{})
	if err := os.WriteFile(filepath.Join(dir, "game.yaml"), []byte("types: [\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.server.reload()
	look("seat=1")
	for _, path := range p.server.offers(1) {
		if !asked[path] && path != "look" && path != "referee" {
			t.Errorf("%s is not asked", path)
		}
	}
}
