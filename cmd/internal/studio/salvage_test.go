package studio

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// TestDamagedGame: a kept game that is damaged is listed with the line, is not gone on
// with unasked, and with what can be read of it in a new file; the old one stays.
func TestDamagedGame(t *testing.T) {
	setup := NewGame{Seats: []string{"human", "random"}, Seed: rng.Seed{Low: 3}}
	p := open(t, "football-champions", setup)
	for range 6 {
		p.play(1)
	}
	folder, err := savedir.Folder()
	if err != nil {
		t.Fatal(err)
	}
	path := savedir.Games(folder)[0]
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndex(data, []byte(`{"n":`))
	damaged := bytes.Clone(data)
	copy(damaged[at+10:], "#~#~#")
	name := "damaged" + savedir.End
	for file, text := range map[string][]byte{name: damaged, "gone" + savedir.End: []byte("{\"v\":1,\"ga\n\n")} {
		if err := os.WriteFile(filepath.Join(folder, file), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	type game struct {
		Name             string
		Answers, Damaged int
	}
	listed := func() map[string]game {
		var games []game
		p.get("/t/0/call/kept", &games)
		out := map[string]game{}
		for _, g := range games {
			out[g.Name] = g
		}
		return out
	}
	before := listed()
	whole, got := before[filepath.Base(path)], before[name]
	if line := 1 + bytes.Count(data[:at], []byte("\n")); len(before) != 2 || got.Damaged != line ||
		got.Answers != line-2 || whole.Damaged != 0 || whole.Answers <= got.Answers {
		t.Fatalf("%+v", before)
	}
	if status, text := p.ask(http.MethodPost, "/t/0/call/resume", map[string]any{"name": name},
		nil); status == http.StatusOK || !bytes.Contains(text, []byte("its checksum does not fit")) {
		t.Errorf("unasked: %d %s", status, text)
	}
	p.post("/t/0/call/resume", map[string]any{"name": name, "salvage": true})
	if now := listed()["damaged-salvaged"+savedir.End]; now.Damaged != 0 || now.Answers < got.Answers {
		t.Errorf("%+v", now)
	}
	if after, err := os.ReadFile(filepath.Join(folder, name)); err != nil || !bytes.Equal(after, damaged) {
		t.Errorf("the damaged file is another one now: %v", err)
	}
	if status, text := p.ask(http.MethodPost, "/t/0/call/resume",
		map[string]any{"name": "damaged-salvaged" + savedir.End, "salvage": true}, nil); status == http.StatusOK {
		t.Errorf("a sound game is salvaged: %s", text)
	}
}

// TestResumeChanged: a kept game whose answers still fit a changed pack lists the changes.
func TestResumeChanged(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := workshop(t)
	p := open(t, dir, solo)
	p.play(1)
	folder, err := savedir.Folder()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(savedir.Games(folder)[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "old"+savedir.End), data, 0o600); err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob(filepath.Join(dir, "scripts", "abilities", "*.lua"))
	if err != nil || len(scripts) == 0 {
		t.Fatal(err)
	}
	text, err := os.ReadFile(scripts[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(scripts[0], append(text, "-- changed\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	p.post("/t/0/call/resume", map[string]any{"name": "old" + savedir.End})
	games := p.server.House.Games()
	want := "the answers of old" + savedir.End + " fit the pack as it is now, but the game may go differently; " +
		"changed since it was recorded:\n    script abilities/" + filepath.Base(scripts[0])
	if now := games[len(games)-1].Shown().Notice; !strings.HasPrefix(now, want) {
		t.Errorf("%q\nwant %q", now, want)
	}
}
