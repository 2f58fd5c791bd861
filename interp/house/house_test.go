package house_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// stall is a copy of a test pack.
func stall(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../play/testdata/stall")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// starting begins games of a pack, from its files as they are then.
func starting(dir string) play.Start {
	return func() (*interp.Table, *engine.Game, error) {
		p, err := interp.Load(dir, interp.With{})
		if err != nil {
			return nil, nil, err
		}
		laid, err := p.Table(interp.Settings{Seats: 2, Seed: 4})
		if err != nil {
			return nil, nil, err
		}
		return play.From(laid)()
	}
}

func opening(s house.Store) house.Opening {
	return house.Opening{Seats: []string{play.Human, play.Human}, Keeping: house.KeepIn(s, "1.journal", "stall")}
}

// answers gives the option with a place as the answer to the next questions of seat 1.
func answers(t *testing.T, g *house.Game, options ...int) {
	t.Helper()
	for _, option := range options {
		number := 0
		_ = g.Look(func(s *play.Session) error {
			number = s.Position().Open().Number
			return nil
		})
		_, err := g.Answer(table.Viewer{Seat: 1, Lang: "en"}, table.Answer{Number: number, Reply: engine.Reply{option}})
		if err != nil {
			t.Fatal(err)
		}
	}
	rests(g)
}

// rests waits until a game rests.
func rests(g *house.Game) { _ = g.Look(func(*play.Session) error { return nil }) }

// kept is the log of the game, and its answers.
func kept(t *testing.T, s house.Store) (text string, answers []replay.Answer) {
	t.Helper()
	data, _, err := s.Load(t.Context(), "1.journal")
	if err != nil {
		t.Fatal(err)
	}
	j, err := replay.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), j.Answers()
}

// resume goes on with the game that is kept.
func resume(t *testing.T, h *house.House, s house.Store, dir string) *house.Game {
	t.Helper()
	log, data, err := house.OpenLog(t.Context(), s, "1.journal")
	if err != nil {
		t.Fatal(err)
	}
	j, _, err := log.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	o := opening(s)
	o.Keeping.Log = log
	g, err := h.Resume(o, starting(dir), j.Answers())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestResume: a kept game goes on where it stood, in its log. Over another pack it goes on as far
// as its answers fit, and says so; the store has all of them until a person answers anew.
func TestResume(t *testing.T) {
	dir, store := stall(t), &house.Memory{}
	h := house.New(t.Context())
	g, err := h.Open(opening(store), starting(dir))
	if err != nil {
		t.Fatal(err)
	}
	answers(t, g, 3, 0) // draw, and sell
	before, _ := kept(t, store)
	if err := h.End(); err != nil {
		t.Fatal(err)
	}
	g = resume(t, h, store, dir)
	if now := g.Shown(); now.Answers != 2 || now.Notice != "" || len(now.Asked) != 1 {
		t.Errorf("resumed: %+v", now)
	}
	answers(t, g, 0)
	if after, all := kept(t, store); !strings.HasPrefix(after, before) || len(all) != 3 {
		t.Errorf("it goes on with %d answers: %.60q behind %.60q", len(all), after, before)
	}
	if err := h.End(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "scripts/rules/day.lua")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(string(text), `"steal", "roll", "draw", "vote", "wait"}`, `"steal", "wait"}`, 1)
	if err := os.WriteFile(file, []byte(other), 0o600); err != nil || other == string(text) {
		t.Fatal("the pack is the same", err)
	}
	whole, _ := kept(t, store)
	g = resume(t, h, store, dir)
	if now := g.Shown(); now.Answers != 0 || now.Again != 3 || !strings.Contains(now.Notice, "draw") {
		t.Errorf("over another pack: %+v", now)
	}
	if now, _ := kept(t, store); now != whole {
		t.Error("the answers that wait are lost")
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := g.Renew(t.Context()); err != nil || r.Fit != 3 || g.Shown().Again != 0 {
		t.Errorf("over the first pack again: %+v, %v, %+v", r, err, g.Shown())
	}
	if err := os.WriteFile(file, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := g.Renew(t.Context()); err != nil || r.Fit != 0 || g.Shown().Again != 3 {
		t.Errorf("renewed: %+v, %v, %+v", r, err, g.Shown())
	}
	answers(t, g, 2)
	if _, all := kept(t, store); len(all) != 1 || g.Shown().Notice != "" {
		t.Errorf("answered anew: %v, %+v", all, g.Shown())
	}
}

// TestFork: a fork parts at a decision, and is not kept where nobody says how; the other game
// goes on. Games are found by number, and the last one stays open.
func TestFork(t *testing.T) {
	h, store := house.New(t.Context()), &house.Memory{}
	g, err := h.Open(opening(store), starting(stall(t)))
	if err != nil {
		t.Fatal(err)
	}
	answers(t, g, 3, 3)
	fork, err := h.Fork(g, 1, func(*house.Opening) {})
	if err != nil {
		t.Fatal(err)
	}
	if now := fork.Shown(); now.Name != "1 · 1" || now.From != g.ID || now.Decision != 1 || now.Answers != 0 {
		t.Errorf("the fork: %+v", now)
	}
	before, _ := kept(t, store)
	answers(t, fork, 0)
	if after, _ := kept(t, store); after != before || fork.Shown().Saved != "" {
		t.Error("the fork is kept with the other game")
	}
	if last, err := h.Find(0); err != nil || last != fork {
		t.Errorf("the last is %v: %v", last, err)
	}
	if err := h.Close(fork); err != nil {
		t.Error(err)
	}
	if _, err := h.Find(fork.ID); err == nil {
		t.Error("what is closed is found")
	}
	if err := h.Close(g); err == nil || err.Error() != "the last game stays open" {
		t.Errorf("the last is closed: %v", err)
	}
}

// broken is a store that loses its place while it is broken.
type broken struct {
	house.Store
	is atomic.Bool
}

// Append fails while the store is broken.
func (b *broken) Append(ctx context.Context, name string, after uint64, lines []byte) (uint64, error) {
	if b.is.Load() {
		return 0, errors.New("there is no room")
	}
	return b.Store.Append(ctx, name, after, lines)
}

// TestUnkept: a game that cannot be kept says so, and is kept once there is room; one that is kept
// strictly is broken, and Take loads it anew.
func TestUnkept(t *testing.T) {
	h, store := house.New(t.Context()), &broken{Store: &house.Memory{}}
	dir := stall(t)
	g, err := h.Open(opening(store), starting(dir))
	if err != nil {
		t.Fatal(err)
	}
	store.is.Store(true)
	if answers(t, g, 3); g.Shown().Unsaved != "there is no room" || g.Broken() != nil {
		t.Errorf("it says %+v", g.Shown())
	}
	store.is.Store(false)
	answers(t, g, 3)
	if _, all := kept(t, store); len(all) != 2 || g.Shown().Unsaved != "" {
		t.Errorf("%d answers are kept: %+v", len(all), g.Shown())
	}
	if err := h.End(); err != nil {
		t.Fatal(err)
	}
	loads := 0
	take := func() *house.Game {
		g, err := h.Take("table", func(*house.Game) bool { return false }, func() (*house.Game, error) {
			loads++
			log, data, err := house.OpenLog(t.Context(), store, "1.journal")
			if err != nil {
				return nil, err
			}
			j, _, err := log.Read(data)
			if err != nil {
				return nil, err
			}
			o := opening(store)
			o.Keeping.Log, o.Keeping.Strict = log, true
			return h.Load(o, starting(dir), j.Answers())
		})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	strict := take()
	store.is.Store(true)
	number := strict.Shown().Answers + 1
	_, _ = strict.Answer(table.Viewer{Seat: 2, Lang: "en"}, table.Answer{Number: number, Reply: engine.Reply{0}})
	rests(strict)
	store.is.Store(false)
	if strict.Broken() == nil {
		t.Error("it is not broken")
	}
	if again := take(); again == strict || loads != 2 || again.Shown().Answers != 2 {
		t.Errorf("loaded %d times: %+v", loads, again.Shown())
	}
}

// TestNoInput: neither a house nor a table brings in a network, files or a browser, so that it runs
// where there is none.
func TestNoInput(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{join .Imports \" \"}}", ".", "../table", "../browserhost").Output()
	if err != nil {
		t.Skip("there is no Go here: ", err)
	}
	imported := strings.Fields(string(out))
	for _, name := range []string{"net/http", "net", "os", "syscall", "syscall/js"} {
		if slices.Contains(imported, name) {
			t.Errorf("%s is imported", name)
		}
	}
	if len(imported) < 30 {
		t.Errorf("only %d imports are listed", len(imported))
	}
}
