package studio

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// workshop is an overlay in a folder of its own.
func workshop(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "pack")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("..", "..", "..", "testdata", "mods", "lanterns"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestReload saves a file of the running game: applied, broken, and mended again.
func TestReload(t *testing.T) {
	dir := workshop(t)
	p := open(t, dir, solo)
	p.play(1)
	before := p.scene("0/events?seat=1").Scene.Ask.Number
	path := filepath.Join(dir, "pack.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	save := func(text string) *Reloaded {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p.server.reload()
		return p.server.reloaded
	}
	if r := save(string(text) + "\n# a remark\n"); !r.Applied || r.Of == 0 || r.Answers != r.Of ||
		p.differs() {
		t.Errorf("a remark: %+v", r)
	}
	if got := p.scene("0/events?seat=1").Scene.Ask.Number; got != before {
		t.Errorf("the game stands at decision %d, not %d", got, before)
	}
	if r := save("id: [\n"); r.Applied || len(p.server.findings) == 0 {
		t.Errorf("a broken file: %+v, %v", r, p.server.findings)
	}
	if got := p.scene("0/events?seat=1").Scene.Ask.Number; got != before {
		t.Errorf("a broken file moved the game to decision %d", got)
	}
	if r := save(string(text)); !r.Applied || len(p.server.findings) != 0 {
		t.Errorf("mended: %+v, %v", r, p.server.findings)
	}
	// A game of too few seats is no reason to hide what is wrong besides.
	words := filepath.Join(dir, "locale", "en.yaml")
	if err := os.WriteFile(words, []byte("phase.nowhere: Nowhere\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := save(string(text) + "\nseats: {min: 3, max: 4}\n"); r.Applied || len(p.server.findings) == 0 ||
		!strings.Contains(r.Text, "seats, not 2") {
		t.Errorf("other seats: %+v, %v", r, p.server.findings)
	}
}

// TestWatch finds out by itself that a file was saved, and tells the pages.
func TestWatch(t *testing.T) {
	dir := workshop(t)
	p := open(t, dir, solo)
	go p.server.watch(t.Context())()
	time.Sleep(3 * lookEvery)
	heard := p.server.House.Next()
	path := filepath.Join(dir, "pack.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, "# saved\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	select {
	case <-heard:
	case <-time.After(time.Minute):
		t.Fatal("no page was told")
	}
}

// TestSavedAtOnce: a save right after a pack is opened, before the first look at its files, is read too.
func TestSavedAtOnce(t *testing.T) {
	p := open(t, workshop(t), solo)
	go p.server.watch(t.Context())()
	time.Sleep(3 * lookEvery)
	other := workshop(t)
	if _, err := p.server.enter(other); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "cards", "more.yaml"), []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	read := func() bool {
		p.server.lock.Lock()
		defer p.server.lock.Unlock()
		return p.server.reloaded != nil
	}
	for end := time.Now().Add(time.Minute); !read(); {
		if time.Now().After(end) {
			t.Fatal("the files were not read again")
		}
		time.Sleep(lookEvery)
	}
}

// TestKeep keeps what was played as a test: inside the pack's folder, never over
// a file, and it passes.
func TestKeep(t *testing.T) {
	dir := workshop(t)
	p := open(t, dir, solo)
	number := p.play(1)
	p.play(1)
	for _, name := range []string{"../out", "a/b", "", "Großes", strings.Repeat("a", 65)} {
		if status, body := p.ask("POST", "/t/0/call/keep", map[string]any{"name": name, "decision": number},
			nil); status == http.StatusOK {
			t.Errorf("%q was kept: %s", name, body)
		}
	}
	p.post("/t/0/call/keep", map[string]any{"name": "kept", "decision": number})
	if status, _ := p.ask("POST", "/t/0/call/keep", map[string]any{"name": "kept", "decision": number},
		nil); status != http.StatusConflict {
		t.Errorf("kept over a file: %d", status)
	}
	text, err := os.ReadFile(filepath.Join(dir, "scenarios", "kept.yaml"))
	if err != nil || !strings.Contains(string(text), "do:") {
		t.Fatalf("%v: %s", err, text)
	}
	passes(t, filepath.Join(dir, "scenarios", "kept.yaml"))
	elsewhere := t.TempDir()
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, "scenarios")),
		os.Symlink(elsewhere, filepath.Join(dir, "scenarios"))); err != nil {
		t.Fatal(err)
	}
	if status, body := p.ask("POST", "/t/0/call/keep", map[string]any{"name": "kept", "decision": number},
		nil); status == http.StatusOK {
		t.Errorf("kept outside of the pack: %s", body)
	}
	if files, err := os.ReadDir(elsewhere); err != nil || len(files) > 0 {
		t.Errorf("%v lie where a link leads: %v", files, err)
	}
	if err := os.Rename(dir, dir+"-moved"); err != nil {
		t.Fatal(err)
	}
	if status, body := p.ask("POST", "/t/0/call/keep", map[string]any{"name": "kept", "decision": number},
		nil); status == http.StatusOK || !strings.Contains(string(body), "the pack is not there any more") {
		t.Errorf("kept for a pack that was moved away: %d %s", status, body)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a folder was made where a pack was moved away")
	}
	shippedOne := open(t, "bbtm", solo)
	if status, body := shippedOne.ask("POST", "/t/0/call/keep", map[string]any{"name": "kept"},
		nil); status == http.StatusOK || !strings.Contains(string(body), "make it yours") {
		t.Errorf("kept inside the program: %d %s", status, body)
	}
}

// passes runs a scenario file as ruledeck test does.
func passes(t *testing.T, path string) {
	t.Helper()
	results, err := scenario.Run(t.Context(), []string{path}, scenario.Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(results) == 0 {
		t.Error("the file holds no scenario")
	}
	for _, r := range results {
		if !r.Passed() {
			t.Errorf("the kept test fails: %s", r.Report())
		}
	}
}

// BenchmarkReload measures files that are saved in the middle of a season of bbtm:
// reading them, checking them, and the answers played again.
func BenchmarkReload(b *testing.B) {
	b.Setenv("XDG_STATE_HOME", b.TempDir())
	s, err := newServer(b.Context(),
		Config{Game: "../../../cards/bbtm", First: NewGame{Seats: []string{"human", "random", "random", "random"},
			Seed: rng.Seed{Low: 7}}, Out: io.Discard, Err: io.Discard}, "127.0.0.1:1")
	if err != nil {
		b.Fatal(err)
	}
	bot, err := play.NewBot("random")
	if err != nil {
		b.Fatal(err)
	}
	for answers := 0; answers < 200; {
		if err := s.Games()[0].Change(func(session *play.Session) (*play.Replayed, error) {
			answers = session.Position().Decisions()
			return nil, bot.Play(b.Context(), session.Seat(1))
		}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		s.reload()
		if !s.reloaded.Applied || s.reloaded.Answers != s.reloaded.Of {
			b.Fatalf("%+v", s.reloaded)
		}
	}
}
