package scenario

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/script"
)

// mode is a further test that the suite makes over the same files; the zero
// mode makes none.
type mode struct {
	name string
	// check is called before an answer is given, finish at the end of a case.
	check  func(r *runner, d *engine.Decision, seat engine.Seat, reply engine.Reply) error
	finish func(r *runner) error
}

func (m mode) before(r *runner, d *engine.Decision, seat engine.Seat, reply engine.Reply) error {
	if m.check == nil {
		return nil
	}
	return m.check(r, d, seat, reply)
}

func (m mode) end(r *runner) error {
	if m.finish == nil {
		return nil
	}
	return m.finish(r)
}

// Modes are the names of the modes.
var Modes = []string{"undo", "save", "views", "fresh"}

func modeNamed(name string) (mode, error) {
	switch name {
	case "":
		return mode{}, nil
	case "undo":
		return mode{name, checkUndo, replayAll}, nil
	case "save":
		return mode{name, checkSave, nil}, nil
	case "views":
		return mode{name, checkViews, nil}, nil
	case "fresh":
		return mode{name: name}, nil
	}
	return mode{}, fmt.Errorf("there is no mode %q; %s", name, diag.There(name, Modes))
}

// checkUndo answers, goes back, and compares: the game must stand exactly
// where it stood. The answer is then given again by the runner.
func checkUndo(r *runner, d *engine.Decision, seat engine.Seat, reply engine.Reply) error {
	before, events := r.g.Position().Hash(), r.g.Log().Hash()
	number, asked := d.Number, r.question(d)
	var given []engine.Reply
	if d.Secret {
		given = append(given, d.Given...)
	}
	if err := r.g.Answer(number, seat, reply); err != nil || r.g.Open() != nil {
		return nil // refused, or a secret decision that still waits: the answer itself reports
	}
	if _, err := r.g.AdvanceStep(); err != nil {
		return nil
	}
	if err := r.g.Undo(number); err != nil {
		return r.report(r.c.Pos, "undo of decision %d: %s", number, err)
	}
	open := r.g.Open()
	if r.g.Position().Hash() != before || r.g.Log().Hash() != events || open == nil || r.question(open) != asked {
		return r.report(r.c.Pos, "after undo of decision %d the game does not stand where it stood", number)
	}
	for s, reply := range given {
		if reply != nil {
			if err := r.g.Answer(number, engine.Seat(s), reply); err != nil {
				return r.report(r.c.Pos, "after undo of decision %d an answer cannot be given again: %s", number, err)
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
	state, events, length := r.g.Position().Hash(), r.g.Log().Hash(), r.g.Log().Len()
	if err := r.g.Undo(answers[0].Number); err != nil {
		return r.report(r.c.Pos, "undo to the first decision: %s", err)
	}
	if err := replay.Follow(r.g, answers); err != nil {
		return r.report(r.c.Pos, "played again from its first decision the game differs: %s", err)
	}
	for r.g.Log().Len() < length {
		status, err := r.g.AdvanceStep()
		if err != nil || status != engine.Going {
			break
		}
	}
	if r.g.Position().Hash() != state || r.g.Log().Hash() != events {
		return r.report(r.c.Pos, "played again from its first decision the game comes out otherwise")
	}
	return nil
}

// checkSave saves the game as bytes (engine.Game.Encode), loads them into a fresh
// game with a Lua state of its own, and lets the case go on there.
func checkSave(r *runner, d *engine.Decision, _ engine.Seat, _ engine.Reply) error {
	before, events, asked := r.g.Position().Hash(), r.g.Log().Hash(), r.question(d)
	m, err := r.Machine()
	if err != nil {
		return err
	}
	setup := r.setup
	setup.Scripts, setup.Seed, setup.GameOptions = m, r.g.Seed(), r.g.Position().GameOptions()
	loaded := engine.New(setup)
	if err := loaded.Decode(r.g.Encode()); err != nil {
		return r.report(r.c.Pos, "the game saved at decision %d cannot be loaded: %s", d.Number, err)
	}
	old := r.g
	r.g = loaded
	open := loaded.Open()
	if loaded.Position().Hash() != before || loaded.Log().Hash() != events || open == nil || r.question(open) != asked {
		r.g = old
		return r.report(r.c.Pos, "the game saved at decision %d and loaded does not stand where it stood", d.Number)
	}
	return nil
}

// freshScripts makes a new Lua state for every run of a step.
type freshScripts struct {
	fixture *position.Fixture
	machine *script.Machine
	// at is the checkpoint of the step that machine runs, and length how far the
	// log was: a step that is run again begins again.
	at, length int
}

// fresh returns the Lua state of the step that runs now. A pack that has made
// one Lua state can make another: if it ever fails, the old one serves on.
func (f *freshScripts) fresh(r *engine.Run) engine.Scripts {
	at, length := r.Checkpoint(), r.Log().Len()
	if at != f.at || length < f.length {
		if m, err := f.fixture.Machine(); err == nil {
			f.machine = m
		}
	}
	f.at, f.length = at, length
	return f.machine
}

// Step runs a step function in a new Lua state.
func (f *freshScripts) Step(r *engine.Run, step engine.StepID, args []engine.Value) error {
	f.at = -1
	return f.fresh(r).Step(r, step, args)
}

// Pure runs a function that may not change anything.
func (f *freshScripts) Pure(r *engine.Run, step engine.StepID, args []engine.Value) (engine.Value, string, error) {
	return f.fresh(r).Pure(r, step, args)
}

// Run runs an ability that answers an event.
func (f *freshScripts) Run(r *engine.Run, in *engine.Instance, ev *engine.Raised) error {
	return f.fresh(r).Run(r, in, ev)
}

// When asks an ability's own condition.
func (f *freshScripts) When(r *engine.Run, in *engine.Instance, ev *engine.Raised) (bool, error) {
	return f.fresh(r).When(r, in, ev)
}

// Act runs an action for a seat.
func (f *freshScripts) Act(r *engine.Run, in *engine.Instance, seat engine.Seat) error {
	return f.fresh(r).Act(r, in, seat)
}

// Offers asks an action's own condition.
func (f *freshScripts) Offers(r *engine.Run, in *engine.Instance, seat engine.Seat) (bool, error) {
	return f.fresh(r).Offers(r, in, seat)
}

// Amount computes the operand of a modifier.
func (f *freshScripts) Amount(r *engine.Run, in *engine.Instance, of engine.Value) (int32, error) {
	return f.fresh(r).Amount(r, in, of)
}
