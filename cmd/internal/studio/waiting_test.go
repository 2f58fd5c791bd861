package studio

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// TestAnswersWait: a file that is saved half finished, so that answers do not fit, takes
// none of them from the disk, in no game; mended it has them all again, also in another
// studio after the first was killed; who answers anew meanwhile gives those up.
func TestAnswersWait(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pack")
	if err := os.CopyFS(dir,
		os.DirFS(filepath.Join("..", "..", "..", "interp", "play", "testdata", "stall"))); err != nil {
		t.Fatal(err)
	}
	p := open(t, dir, NewGame{Seats: []string{"human", "random"}, Seed: rng.Seed{Low: 5}})
	folder, err := savedir.Folder()
	if err != nil {
		t.Fatal(err)
	}
	third := 0
	for n := range 5 {
		if number := p.play(1); n == 2 {
			third = number
		}
	}
	p.post("/t/0/call/fork", map[string]any{"decision": third})
	p.play(1)
	type game struct {
		Answers, Again int
		Notice         string
	}
	games := func(p *page) []game {
		var state struct{ Host struct{ Games []game } }
		p.heard("/t/0/events", &state)
		return state.Host.Games
	}
	disk := func() map[string][]byte {
		out := map[string][]byte{}
		for _, path := range savedir.Games(folder) {
			if out[path], err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
		}
		return out
	}
	rules := filepath.Join(dir, "scripts", "rules", "day.lua")
	whole, err := os.ReadFile(rules)
	if err != nil {
		t.Fatal(err)
	}
	half := bytes.Replace(whole, []byte(`{"sell", "steal",`), []byte(`{"steal",`), 1)
	save := func(p *page, text []byte) {
		t.Helper()
		if err := os.WriteFile(rules, text, 0o644); err != nil {
			t.Fatal(err)
		}
		p.server.reload()
	}
	before, had := games(p), disk()
	if len(before) != 2 || len(had) != 2 {
		t.Fatalf("%d games, %d on disk", len(before), len(had))
	}
	same := func(when string) {
		t.Helper()
		for path, now := range disk() {
			if !bytes.Equal(now, had[path]) {
				t.Errorf("%s: %s was\n%s\nand is\n%s", when, filepath.Base(path), had[path], now)
			}
		}
	}
	save(p, half)
	same("half finished")
	for i, g := range games(p) {
		if g.Answers != 0 || g.Again == 0 {
			t.Errorf("game %d, half finished: %+v", i+1, g)
		}
	}
	save(p, append(half, "-- still\n"...))
	p.post("/t/1/call/fork", map[string]any{})
	same("half finished twice, and forked")
	p.post("/t/3/call/close", map[string]any{})
	save(p, whole)
	for i, g := range games(p) {
		if g != before[i] {
			t.Errorf("game %d, mended: %+v, not %+v", i+1, g, before[i])
		}
	}
	if r := p.server.reloaded; r.Answers != r.Of || r.Of == 0 {
		t.Errorf("mended: %+v", r)
	}
	had = disk()

	// What another studio finds, after an end that nothing was done before.
	save(p, half)
	path := p.server.House.Games()[0].Shown().Saved
	if err := p.server.House.CloseOthers(nil); err != nil {
		t.Fatal(err)
	}
	later := &page{T: t, http: p.http}
	if later.server, err = newServer(t.Context(), Config{Game: dir, File: path,
		Marks: func(journal string) (any, error) { return "of " + journal, nil }}, p.server.host); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = later.server.end() }()
	p.server = later.server // which the address leads to
	if g := games(later)[0]; g.Answers != 0 || g.Again == 0 || !strings.Contains(g.Notice, `recorded: "sell"`) {
		t.Errorf("opened half finished: %+v", g)
	}
	if marks := own(later.server.House.Games()[0]).marks; marks != "of "+path {
		t.Errorf("marked: %v", marks)
	}
	same("opened half finished")
	save(later, whole)
	if g := games(later)[0]; g != before[0] {
		t.Errorf("opened half finished, then mended: %+v, not %+v", g, before[0])
	}
	same("opened and mended")

	// Answers that are given anew are those that count.
	save(later, half)
	later.play(1)
	save(later, whole)
	if g := games(later)[0]; g.Again != 0 || g.Answers == 0 || g.Answers >= before[0].Answers {
		t.Errorf("answered anew: %+v", g)
	}
	if now := disk()[path]; bytes.Equal(now, had[path]) || !bytes.Contains(now, []byte(`steal`)) {
		t.Errorf("answered anew, the disk has\n%s", now)
	}
}
