package host

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	kept "github.com/ruledeck/ruledeck/interp/house"
)

// TestRestart: a table that was left in the middle, by a restart or by eviction, is the same
// table: each seat is shown what it was shown, an answer that is sent again is known and not
// given twice, and the game goes on to its end.
func TestRestart(t *testing.T) {
	folder := t.TempDir()
	s := serve(t, folder, "football-champions")
	_, guests, watcher := s.begin(`{"game": "football-champions", "seed": "5"}`)
	all := append([]*guest{watcher}, guests...)
	playOn(t, guests, 9)
	for _, away := range []struct {
		how   string
		leave func()
	}{
		{"restarted", func() {
			s.stop()
			s = serve(t, folder, "football-champions")
			for _, g := range all {
				g.served = s
			}
		}},
		{"evicted", func() {
			s.evict(time.Now().Add(time.Hour))
			for _, g := range s.Host.house.InMemory(false) {
				t.Errorf("table %s stays in memory", g.Own.(*game).id)
			}
		}},
	} {
		var asked *guest
		for _, g := range guests {
			if a := g.frame().Scene.Ask; a != nil && a.Seat == g.seat {
				asked = g
			}
		}
		body := asked.answer(asked.frame().Scene.Ask)
		if status, text := asked.call("answer", body); status != 200 || string(text) != "{}" {
			t.Fatalf("%d %s", status, text)
		}
		var before []told
		for _, g := range all {
			before = append(before, g.frame())
		}
		settled(s)
		away.leave()
		for i, g := range all {
			now := g.frame()
			if was := before[i]; now.Event != was.Event || (now.Scene.Ask == nil) != (was.Scene.Ask == nil) {
				t.Errorf("%s: seat %d is shown event %d of %d", away.how, g.seat, now.Event, was.Event)
			}
		}
		status, text := asked.call("answer", body)
		if status != 200 || !strings.Contains(string(text), `"again":true`) {
			t.Errorf("%s: sent again: %d %s", away.how, status, text)
		}
		other := strings.Replace(body, `"nonce":"`, `"nonce":"another`, 1)
		other = strings.Replace(other, `"reply":[`, `"reply":[7,`, 1)
		if status, text := asked.call("answer", other); status != 409 {
			t.Errorf("%s: another answer to that question: %d %s", away.how, status, text)
		}
	}
	playOn(t, guests, 40)
}

// settled waits until nobody is at a table.
func settled(s *served) {
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if len(s.Host.house.InMemory(true)) == 0 {
			return
		}
	}
}

// fullStore is a store that takes nothing more while it is full.
type fullStore struct {
	kept.Store
	is atomic.Bool
}

// Append fails while the store is full.
func (f *fullStore) Append(ctx context.Context, name string, after uint64, lines []byte) (uint64, error) {
	if f.is.Load() {
		return 0, errors.New("the disk is full")
	}
	return f.Store.Append(ctx, name, after, lines)
}

// TestUnkept: an answer that cannot be brought to the disk is not acknowledged, and has not
// happened: sent again, once there is room, it is taken.
func TestUnkept(t *testing.T) {
	s := serve(t, t.TempDir(), "football-champions")
	disk := &fullStore{Store: s.Store}
	s.Store = disk
	_, guests, _ := s.begin(`{"game": "football-champions", "seats": ["human", "random"], "seed": "5"}`)
	playOn(t, guests, 3)
	g := guests[0]
	at := g.frame()
	body := g.answer(at.Scene.Ask)
	disk.is.Store(true)
	if status, text := g.call("answer", body); status != 503 || !strings.Contains(string(text), "has not happened") {
		t.Errorf("%d %s", status, text)
	}
	disk.is.Store(false)
	if now := g.frame(); now.Event != at.Event || now.Scene.Ask.Number != at.Scene.Ask.Number {
		t.Errorf("it has happened: event %d, not %d", now.Event, at.Event)
	}
	if status, text := g.call("answer", body); status != 200 || string(text) != "{}" {
		t.Errorf("sent again: %d %s", status, text)
	}
}
