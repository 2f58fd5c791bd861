package table_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/table"
)

// TestStood: the past shows a seat the question that it was asked then, as it was put, with its reply; it
// tells nobody what others were asked, nor whether they were.
func TestStood(t *testing.T) {
	game := lay(t, starting("bbtm", 2, 7), people(2))
	past := func(v table.Viewer, event, decision int) (out struct {
		Scene struct{ Ask json.RawMessage }
		Reply engine.Reply
	}) {
		status, body := game.Call(v, "past", fmt.Appendf(nil, `{"at": %d, "decision": %d}`, event, decision))
		if err := json.Unmarshal(body, &out); status != 200 || err != nil {
			t.Fatalf("decision %d: %d, %v", decision, status, err)
		}
		return out
	}
	type asked struct {
		seat  engine.Seat
		event int
		ask   *scene.Ask
		reply engine.Reply
	}
	var all []asked
	for range 10 {
		seat, _ := open(t, game)
		f, err := game.Frame(at(seat))
		if err != nil {
			t.Fatal(err)
		}
		a := says(t, game, "")
		all = append(all, asked{seat, f.Event, f.Scene.Ask, a.Reply})
	}
	for _, a := range all[:8] { // behind the last ones not all may be shown yet
		got := past(at(a.seat), a.event, a.ask.Number)
		ask, err := json.Marshal(a.ask)
		if err != nil || string(got.Scene.Ask) != string(ask) || !slices.Equal(got.Reply, a.reply) {
			t.Errorf("decision %d was replied to with %v, not %v, %v, and is shown as %.300s, not %.300s",
				a.ask.Number, a.reply, got.Reply, err, got.Scene.Ask, ask)
		}
		for _, viewer := range []engine.Seat{0, 3 - a.seat} {
			if got := past(at(viewer), 1, a.ask.Number); got.Scene.Ask != nil || got.Reply != nil {
				t.Errorf("seat %d is shown what seat %d was asked: %.300s", viewer, a.seat, got.Scene.Ask)
			}
		}
	}
	if got := past(at(1), 1, 4000); got.Scene.Ask != nil {
		t.Errorf("a question that nobody was asked: %.300s", got.Scene.Ask)
	}
}

// TestUndo: what is told after an answer was taken back is told anew, to those who knew
// of it, by a frame that says from where.
func TestUndo(t *testing.T) {
	game := lay(t, starting(stall(t, "game.yaml", "standing:", "undo: free\nstanding:"), 2, 4), people(2))
	frames, _, err := game.Listen(at(2), "")
	if err != nil {
		t.Fatal(err)
	}
	log := &log{T: t}
	says(t, game, `"roll"`)
	log.hear(frames)
	if _, err := game.Undo(1); err != nil {
		t.Fatal(err)
	}
	before := log.id
	says(t, game, `"wait"`)
	log.hear(frames)
	f, err := game.Frame(at(2))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f.Lines, log.lines); diff != "" || before == log.id || log.id != f.ID {
		t.Errorf("%s, %s, %s (-told +heard):\n%s", before, log.id, f.ID, diff)
	}
	if all, err := game.Frame(at(0)); err != nil || all.Last != all.Event || f.Last != all.Last {
		t.Errorf("%v: a seat is told event %d of all, spectators %d and %d", err, f.Last, all.Last, all.Event)
	}
}

// TestRefereeUndo: who is told everything is told anew as well.
func TestRefereeUndo(t *testing.T) {
	s := people(2)
	s.Open, s.FreeUndo = true, true
	s.Offers = func(engine.Seat) []string { return []string{"answer", "undo"} }
	game := lay(t, starting("../play/testdata/stall", 2, 4), s)
	frames, _, err := game.Listen(at(view.Referee), "")
	if err != nil {
		t.Fatal(err)
	}
	log := &log{T: t}
	says(t, game, `"roll"`)
	says(t, game, `"roll"`)
	log.hear(frames)
	if _, err := game.Undo(1); err != nil {
		t.Fatal(err)
	}
	says(t, game, `"draw"`)
	log.hear(frames)
	f, err := game.Frame(at(view.Referee))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f.Marks, log.marks); diff != "" || len(f.Marks) == 0 || f.ID != log.id {
		t.Errorf("%s, %s (-told +heard):\n%s", f.ID, log.id, diff)
	}
	if last := f.Marks[len(f.Marks)-1]; last.Event != f.Event && last.Decision != 2 {
		t.Errorf("the last mark is %+v", last)
	}
}

// TestConsent: where the pack wants it the others are asked; one who says no is enough.
func TestConsent(t *testing.T) {
	game := lay(t, starting(stall(t, "game.yaml", "standing:", "undo: ask\nstanding:"), 3, 4), people(3))
	logs, frames := map[engine.Seat]*log{}, map[engine.Seat]<-chan *table.Frame{}
	for seat := engine.Seat(1); seat <= 3; seat++ {
		logs[seat] = &log{T: t}
		var err error
		if frames[seat], _, err = game.Listen(at(seat), ""); err != nil {
			t.Fatal(err)
		}
	}
	asked := func() (out []engine.Seat) {
		for seat := engine.Seat(1); seat <= 3; seat++ {
			logs[seat].hear(frames[seat])
			if c := logs[seat].last.Consent; c != nil && c.Seat == 1 && c.Decision == 1 &&
				slices.Contains(logs[seat].last.Can, "consent") {
				out = append(out, seat)
			}
		}
		return out
	}
	says(t, game, `"roll"`)
	undo := func() {
		t.Helper()
		if status, body := game.Call(at(1), "undo", nil); status != 200 || string(body) != `{"asked":[2,3]}` {
			t.Fatalf("%d %s", status, body)
		}
	}
	consent := func(seat engine.Seat, yes bool, want int) {
		t.Helper()
		status, body := game.Call(at(seat), "consent", fmt.Appendf(nil, `{"decision": 1, "yes": %t}`, yes))
		if rest(t, game); status != want {
			t.Errorf("seat %d says %t: %d %s", seat, yes, status, body)
		}
	}
	undo()
	if got := asked(); !slices.Equal(got, []engine.Seat{2, 3}) {
		t.Errorf("%v are asked", got)
	}
	consent(1, true, 409)
	consent(2, true, 200)
	if got := asked(); !slices.Equal(got, []engine.Seat{3}) {
		t.Errorf("%v are asked", got)
	}
	consent(3, false, 200)
	if _, q := open(t, game); q.Number != 2 || len(asked()) > 0 {
		t.Error("one said no, and decision", q.Number, "is open")
	}
	undo()
	consent(2, true, 200)
	consent(3, true, 200)
	if _, q := open(t, game); q.Number != 1 || len(asked()) > 0 {
		t.Error("all said yes, and decision", q.Number, "is open")
	}
	undo409 := func() { consent(2, true, 409) }
	undo409()
}
