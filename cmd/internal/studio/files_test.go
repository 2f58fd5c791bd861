package studio

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
)

// file is a file as the page reads it.
type file struct {
	Path, Name, Text, Digest string
	Own                      bool
}

func (p *page) file(name string) (f file) {
	p.Helper()
	p.get("/t/0/call/file?file="+url.QueryEscape(name), &f)
	return f
}

// save writes a file as the page does, and returns the status and what was said.
func (p *page) save(name, digest, text string) (int, string) {
	p.Helper()
	status, out := p.ask(http.MethodPost, "/t/0/call/save",
		map[string]any{"name": name, "digest": digest, "text": text}, nil)
	return status, string(out)
}

// TestSave writes files of one's own overlay, and no others: where they are still the ones
// that were read, and never outside of its folder.
func TestSave(t *testing.T) {
	dir := workshop(t)
	p := open(t, dir, solo)
	path := filepath.Join(dir, "game.yaml")
	was := p.file(path)
	if !was.Own || was.Name != "game.yaml" || !strings.Contains(was.Text, "lanterns") || was.Digest == "" {
		t.Fatalf("%+v", was)
	}
	if status, said := p.save(path, was.Digest, was.Text+"# mine\n"); status != http.StatusOK {
		t.Fatalf("%d %s", status, said)
	}
	if now := p.file(path); now.Text != was.Text+"# mine\n" || now.Digest == was.Digest {
		t.Errorf("%+v", now)
	}
	status, said := p.save(path, was.Digest, "lost")
	if status != http.StatusConflict || !strings.Contains(said, "game.yaml was changed elsewhere meanwhile") {
		t.Errorf("over what has changed: %d %s", status, said)
	}
	if status, said := p.save(path, "", "lost"); status != http.StatusConflict {
		t.Errorf("a new file where one is: %d %s", status, said)
	}
	windows := strings.ReplaceAll(was.Text, "\n", "\r\n")
	if err := os.WriteFile(path, []byte(windows), 0o644); err != nil {
		t.Fatal(err)
	}
	now := p.file(path)
	if now.Text != was.Text {
		t.Errorf("the page reads %q", now.Text)
	}
	if status, said := p.save(path, now.Digest, was.Text+"# mine\n"); status != http.StatusOK {
		t.Errorf("%d %s", status, said)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != windows+"# mine\r\n" {
		t.Errorf("lines do not end as they did: %q %v", data, err)
	}
	fresh := filepath.Join(dir, "cards", "more", "new.yaml")
	if f := p.file(fresh); f.Digest != "" || f.Text != "" || !f.Own {
		t.Errorf("a file that is not there: %+v", f)
	}
	if status, said := p.save(fresh, "", "cards: []\n"); status != http.StatusOK {
		t.Errorf("a new file: %d %s", status, said)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Dir(dir)
	for _, name := range []string{filepath.Join(elsewhere, "x.yaml"), dir + "/../x.yaml", dir + "/out/x.yaml",
		dir + "/run.sh", "/etc/passwd"} {
		if status, said := p.save(name, "", "x"); status == http.StatusOK {
			t.Errorf("%s was written: %s", name, said)
		}
		if _, err := os.Stat(name); err == nil && name != "/etc/passwd" {
			t.Errorf("%s is there", name)
		}
	}
	t.Chdir(dir) // from where that is a way into the own folder too
	base := p.file("cards/bbtm/game.yaml")
	if base.Own || !strings.Contains(base.Text, "flow:") {
		t.Fatalf("of the game below: own %v, %d bytes", base.Own, len(base.Text))
	}
	if status, said := p.save(base.Path, base.Digest, "x"); status != http.StatusForbidden ||
		!strings.Contains(said, "is inside the program or an archive; make it yours first") {
		t.Errorf("a file inside the program: %d %s", status, said)
	}
	if again := p.file(base.Path); again.Text != base.Text {
		t.Error("the path of a file inside the program does not lead to it")
	}
}

// TestArchive: a pack in an archive is played, and its files are read; nothing is written there.
func TestArchive(t *testing.T) {
	loaded, err := interp.Load(workshop(t), interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	data, _, err := loaded.Loaded.Archive()
	if err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(t.TempDir(), "lanterns.rdpack")
	if err := os.WriteFile(archive, data, 0o644); err != nil {
		t.Fatal(err)
	}
	p := open(t, archive, solo)
	p.play(1)
	var folders []struct {
		Name  string
		Own   bool
		Files []file
	}
	p.get("/t/0/call/files", &folders)
	if len(folders) != 2 || folders[1].Own || folders[1].Name != "lanterns.rdpack" || len(folders[1].Files) < 5 {
		t.Fatalf("%d folders, the first is %s", len(folders), folders[0].Name)
	}
	f := p.file(folders[1].Files[0].Path)
	if f.Own || f.Text == "" {
		t.Errorf("%+v", f)
	}
	const refused = "is inside the program or an archive"
	if status, said := p.save(f.Path, f.Digest, "x"); status != http.StatusForbidden ||
		!strings.Contains(said, refused) {
		t.Errorf("saved: %d %s", status, said)
	}
	for call, body := range map[string]map[string]any{
		"keep": {"name": "kept"}, "begin": {"begin": map[string]any{"kind": "card", "name": "x"}},
	} {
		if status, said := p.ask(http.MethodPost, "/t/0/call/"+call, body, nil); status == http.StatusOK ||
			!strings.Contains(string(said), refused) {
			t.Errorf("%s: %d %s", call, status, said)
		}
	}
	if now, err := os.ReadFile(archive); err != nil || string(now) != string(data) {
		t.Error("the archive is another")
	}
}

// TestRevisions keeps what was saved, and what stood there before, up to a bound.
func TestRevisions(t *testing.T) {
	dir := workshop(t)
	p := open(t, dir, solo)
	path := filepath.Join(dir, "game.yaml")
	first := p.file(path)
	for n := range mostRevisions + 3 {
		f := p.file(path)
		if status, said := p.save(path, f.Digest, fmt.Sprintf("%s# %d\n", first.Text, n)); status != http.StatusOK {
			t.Fatalf("%d %s", status, said)
		}
		var all []struct{ Name, When string }
		p.get("/t/0/call/revisions?file="+url.QueryEscape(path), &all)
		if want := min(n+2, mostRevisions); len(all) != want {
			t.Fatalf("after %d: %d revisions, not %d", n, len(all), want)
		}
		var text struct{ Text string }
		p.get("/t/0/call/revision?revision="+all[1].Name+"&file="+url.QueryEscape(path), &text)
		if text.Text != f.Text || all[0].When == "" {
			t.Fatalf("the revision before: %q, not %q", text.Text, f.Text)
		}
	}
	if status, out := p.ask(http.MethodPost, "/t/0/call/revision", map[string]string{"revision": "../x", "file": path},
		func(r *http.Request) { r.Body = http.NoBody }); status == http.StatusOK {
		t.Errorf("a revision of another name: %s", out)
	}
	now := p.file(path)
	remove := map[string]any{"name": path, "digest": now.Digest, "remove": true}
	if err := os.WriteFile(path, []byte(now.Text+"# written meanwhile\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, out := p.ask(http.MethodPost, "/t/0/call/save", remove, nil); status != http.StatusConflict {
		t.Errorf("what was written meanwhile is removed: %d %s", status, out)
	}
	if data, err := os.ReadFile(path); string(data) != now.Text+"# written meanwhile\n" {
		t.Errorf("what was written meanwhile: %v\n%s", err, data)
	}
	remove["digest"] = p.file(path).Digest
	if status, out := p.ask(http.MethodPost, "/t/0/call/save", remove, nil); status != http.StatusOK {
		t.Errorf("%d %s", status, out)
	}
	var all []struct{ Name string }
	p.get("/t/0/call/revisions?file="+url.QueryEscape(path), &all)
	if _, err := os.Stat(path); err == nil || len(all) != mostRevisions {
		t.Errorf("a file that was removed: %v, %d revisions", err, len(all))
	}
}

// TestEditor asks the language server as the page does.
func TestEditor(t *testing.T) {
	dir := workshop(t)
	p := open(t, dir, solo)
	ctx, leave := context.WithCancel(t.Context())
	told := p.stream(ctx, "/editor")
	var begun struct{ Editor string }
	if err := json.Unmarshal([]byte(<-told), &begun); err != nil || begun.Editor == "" {
		t.Fatal(err)
	}
	path := filepath.ToSlash(filepath.Join(dir, "cards", "players.yaml"))
	text := strings.Replace(p.file(path).Text, "[quagmire]", "[quagmir]", 1)
	message := func(id int, method string, params any) map[string]any {
		out := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
		if id > 0 {
			out["id"] = id
		}
		return out
	}
	document := map[string]any{"uri": "file://" + path, "version": 1, "text": text}
	p.post("/t/0/call/editor", map[string]any{"name": begun.Editor, "messages": []any{
		message(1, "initialize", map[string]any{"workspaceFolders": []any{map[string]any{"uri": "file://" + dir}}}),
		message(0, "initialized", struct{}{}),
		message(0, "textDocument/didOpen", map[string]any{"textDocument": document}),
		message(2, "workspace/executeCommand",
			map[string]any{"command": "ruledeck.studio", "arguments": []string{"file://" + path}}),
	}})
	var refused, found bool
	for !refused || !found {
		said := <-told
		refused = refused || strings.Contains(said, `there is no command \"ruledeck.studio\"`)
		found = found || strings.Contains(said, `there is no ability \"quagmir\"; did you mean quagmire?`)
	}
	leave()
	for range told {
	}
	for p.server.hasEditor(begun.Editor) {
	}
	if status, out := p.ask(http.MethodPost, "/t/0/call/editor", map[string]any{"name": begun.Editor,
		"messages": []any{message(3, "shutdown", nil)}}, nil); status != http.StatusNotFound {
		t.Errorf("an editor whose page has gone: %d %s", status, out)
	}
}

func (s *server) hasEditor(name string) bool {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.editors[name] != nil
}
