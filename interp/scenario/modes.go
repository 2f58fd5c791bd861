package scenario

import (
	"fmt"
	"hash/fnv"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/play"
)

// mode is a further test that the suite makes over the same files; the zero
// mode makes none.
type mode struct {
	// check is called before an answer is given, step behind a step or at its question, finish
	// at the end of a case.
	check        func(r *runner, d *engine.Decision, seat engine.Seat, reply engine.Reply) error
	step, finish func(r *runner) error
}

func (m mode) before(r *runner, d *engine.Decision, seat engine.Seat, reply engine.Reply) error {
	if m.check == nil {
		return nil
	}
	return m.check(r, d, seat, reply)
}

// Modes are the names of the modes.
var Modes = []string{"undo", "save", "views", "rules", "fresh"}

func modeNamed(name string) (mode, error) {
	switch name {
	case "undo":
		return mode{check: checkUndo, finish: replayAll}, nil
	case "save":
		return mode{check: checkSave, finish: func(r *runner) error {
			return r.resume("kept at the end of the case")
		}}, nil
	case "views":
		return mode{check: checkViews}, nil
	case "rules":
		return mode{step: checkRules}, nil
	case "", "fresh":
		return mode{}, nil
	}
	return mode{}, fmt.Errorf("there is no mode %q; %s", name, diag.There(name, Modes))
}

// checkUndo answers, goes back, and compares: the game must stand exactly
// where it stood. The answer is then given again by the runner.
func checkUndo(r *runner, d *engine.Decision, seat engine.Seat, reply engine.Reply) error {
	before := r.stands()
	number := d.Number
	var given []engine.Reply
	if d.Secret {
		given = append(given, d.Given...)
	}
	if err := r.g.Answer(number, seat, reply); err != nil || r.g.Open() != nil {
		return nil // refused, or a secret decision that still waits: the answer itself reports
	}
	if _, err := r.g.AdvanceStep(r.ctx); err != nil {
		return nil
	}
	if err := r.g.Undo(r.ctx, number); err != nil {
		return r.report(r.c, "undo of decision %d: %s", number, err)
	}
	after := r.stands()
	after.given = before.given // a seat without a choice has answered at once, others not yet
	if after != before {
		return r.report(r.c, "after undo of decision %d the game does not stand where it stood", number)
	}
	for s, reply := range given {
		if reply != nil && r.g.Open().Waits(engine.Seat(s)) {
			if err := r.g.Answer(number, engine.Seat(s), reply); err != nil {
				return r.report(r.c, "after undo of decision %d an answer cannot be given again: %s", number, err)
			}
		}
	}
	return nil
}

// replayAll goes back to the first decision, gives all answers again, and
// compares the whole log.
func replayAll(r *runner) error {
	answers := replay.AnswersOf(r.g)
	if len(answers) == 0 {
		return nil
	}
	was := r.stands()
	if err := r.g.Undo(r.ctx, answers[0].Number); err != nil {
		return r.report(r.c, "undo to the first decision: %s", err)
	}
	if err := replay.Follow(r.ctx, r.g, answers); err != nil {
		return r.report(r.c, "played again from its first decision the game differs: %s", err)
	}
	r.reach(r.g, was)
	if r.stands() != was {
		return r.report(r.c, "played again from its first decision the game comes out otherwise")
	}
	return nil
}

// standing is where a game stands, to be compared.
type standing struct {
	state, log uint64
	length     int
	// asked is the open question, "" if there is none, and given the seats that have
	// answered it in secret.
	asked string
	given engine.SeatSet
}

func (r *runner) stands() standing {
	s := standing{state: r.g.Position().Hash(), log: r.g.Log().Hash(), length: r.g.Log().Len()}
	if d := r.g.Open(); d != nil {
		s.asked = r.question(d)
		for seat, reply := range d.Given {
			if reply != nil {
				s.given |= engine.Only(engine.Seat(seat))
			}
		}
	}
	return s
}

// reach plays a game that has the answers of another one on to where that one stands.
func (r *runner) reach(g *engine.Game, was standing) {
	for g.Log().Len() < was.length || was.asked != "" && g.Open() == nil {
		if status, err := g.AdvanceStep(r.ctx); err != nil || status != engine.Going {
			return
		}
	}
}

// checkSave resumes the game from its journal and lets the case go on there: at the first
// question, and at fewer and fewer of those that follow, since the whole game is replayed
// each time.
func checkSave(r *runner, d *engine.Decision, _ engine.Seat, _ engine.Reply) error {
	r.asked++
	if r.asked < r.saves {
		return nil
	}
	spread := fnv.New32a()
	fmt.Fprint(spread, r.c.Name, r.asked)
	r.saves += 1 + int(spread.Sum32())%(r.asked+1)
	return r.resume(fmt.Sprintf("kept at decision %d", d.Number))
}

// resume goes on in the game that the journal of this one leads to, in another Lua
// state.
func (r *runner) resume(kept string) error {
	if r.edited {
		return nil
	}
	was := r.stands()
	h := replay.HeaderOf(r.g, make([]string, r.Layout.Seats))
	h.Game = r.c.Game
	h.Scenario = r.c.Origin()
	journal := replay.Journal{Header: h}
	for _, a := range replay.AnswersOf(r.g) {
		journal.Entries = append(journal.Entries, replay.Entry{Answer: &a})
	}
	read, err := replay.Decode(journal.Encode())
	if err != nil {
		return r.report(r.c, "the journal of the game %s cannot be read: %s", kept, err)
	}
	if s := read.Header.Scenario; s == nil || *s != *r.c.Origin() {
		return r.report(r.c, "the journal of the game %s does not name the scenario", kept)
	}
	if r.spare == nil {
		r.spare, err = r.Take()
		if err != nil {
			return err
		}
	}
	again := newRunner(r.ctx, r.Fixture, r.c, mode{})
	again.stop = r.stop
	setup := r.Setup(r.spare, 0)
	setup.Noticed = r.setup.Noticed
	if err := again.begin(setup); err != nil {
		return err
	}
	start := func() (*interp.Table, *engine.Game, error) { return r.Table, again.g, nil }
	_, err = play.Resume(r.ctx, start, read.Answers(), play.Settings{Players: make([]play.Player, r.Layout.Seats)})
	if err != nil {
		return r.report(r.c, "the game %s cannot be resumed: %s", kept, err)
	}
	again.reach(again.g, was)
	if is := again.stands(); is != was {
		return r.report(r.c, "the game %s and resumed does not stand where it stood", kept)
	}
	r.g = again.g
	r.script = again.script
	r.setup = again.setup
	r.machine, r.spare = r.spare, r.machine
	return nil
}

// freshen lets the game go on in a new Lua state. A pack that has made one can make another: if
// it ever fails, the old one serves on.
func freshen(r *runner) error {
	if m, err := r.Machine(); err == nil {
		r.g = r.g.Fork(m)
	}
	return nil
}
