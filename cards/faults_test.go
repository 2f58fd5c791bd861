package cards_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// injury is how a call of the engine is made to end badly.
type injury int

const (
	// stops: the ability fails, and the host stops the game.
	stops injury = iota
	// goesOn: the ability fails, and the host goes on without it.
	goesOn
	// isAbandoned: the step is abandoned, as where a question has no answer yet.
	isAbandoned
	injuries
)

// errInjected is what an injured call fails with, errAbandoned what abandons the
// step from inside it.
var (
	errInjected  = errors.New("an injected fault")
	errAbandoned = &engine.NestingError{Cycle: engine.Cycle{"injected"}}
)

// injured is scripts in which the n-th call of the engine by one part of an
// ability ends badly; with n 0 the calls are counted.
type injured struct {
	*script.Machine
	part  part
	n     int
	how   injury
	calls int
	begun int // the calls before the step that runs
	// running has whether the part's own functions are those that run, innermost last.
	running []bool
}

func newInjured(p *scenario.Played, of part, n int, how injury) (*injured, error) {
	i := &injured{part: of, n: n, how: how}
	t := p.Fixture.Table
	limits := t.Settings.Limits
	limits.Before = i.before
	var err error
	i.Machine, err = script.NewMachine(t.Program, t.Layout, limits)
	return i, err
}

func (i *injured) before(call *language.Call) {
	if len(i.running) == 0 || !i.running[len(i.running)-1] {
		return
	}
	if i.calls++; i.calls != i.n {
		return
	}
	if i.how == isAbandoned {
		call.Abandon(errAbandoned)
	}
	call.FaultOf(errInjected)
}

// inside notes that functions of an ability run, until what it returns is called.
func (i *injured) inside(in *engine.Instance) func() {
	n := len(i.running)
	i.running = append(i.running, partOf(in.Ability) == i.part)
	return func() { i.running = i.running[:n] }
}

func (i *injured) BeginStep(r *engine.Run) {
	i.begun = i.calls
	i.Machine.BeginStep(r)
}

func (i *injured) Step(r *engine.Run, step engine.StepID, args []engine.Value) error {
	i.running = i.running[:0]
	return i.Machine.Step(r, step, args)
}

func (i *injured) Run(r *engine.Run, in *engine.Instance, ev *engine.Raised) error {
	defer i.inside(in)()
	return i.Machine.Run(r, in, ev)
}

func (i *injured) When(r *engine.Run, in *engine.Instance, ev *engine.Raised) (bool, error) {
	defer i.inside(in)()
	return i.Machine.When(r, in, ev)
}

func (i *injured) Act(r *engine.Run, in *engine.Instance, seat engine.Seat) error {
	defer i.inside(in)()
	return i.Machine.Act(r, in, seat)
}

func (i *injured) Offers(r *engine.Run, in *engine.Instance, seat engine.Seat) (bool, error) {
	defer i.inside(in)()
	return i.Machine.Offers(r, in, seat)
}

func (i *injured) Amount(r *engine.Run, in *engine.Instance, of engine.Value) (int32, error) {
	defer i.inside(in)()
	return i.Machine.Amount(r, in, of)
}

// attempt plays a scenario with a fault.
func attempt(p *scenario.Played, of part, n int, how injury) (*injured, scenario.Attempt, error) {
	scripts, err := newInjured(p, of, n, how)
	if err != nil {
		return nil, scenario.Attempt{}, err
	}
	ready := func(setup *engine.Setup) {
		*setup = p.Fixture.Setup(scripts, 0)
		setup.ContinueOnError = how == goesOn
	}
	return scripts, scenario.Try(context.Background(), p.Fixture, p.Case, scenario.Valid, ready), nil
}

// holds plays a scenario with a fault and tells what is wrong with what it leaves.
func holds(whole scenario.Attempt, p *scenario.Played, of part, n int, how injury) error {
	scripts, hurt, err := attempt(p, of, n, how)
	switch {
	case err != nil:
		return err
	case scripts.calls < n:
		return fmt.Errorf("the call is not reached: there are %d", scripts.calls)
	case hurt.Game == nil:
		return hurt.Err
	}
	g := hurt.Game
	var bug *language.HostPanic
	if errors.As(hurt.Failed, &bug) {
		return fmt.Errorf("%w\n%s", bug, bug.Stack)
	}
	if err := takenBack(g); err != nil {
		return err
	}
	if hurt.Failed == nil {
		if how == goesOn {
			return scenario.Valid.Check(g)
		}
		return nil // a condition that only the scenario asked
	}
	if how == goesOn && !errors.Is(hurt.Failed, errInjected) {
		// Without the ability the game went another way, on which the scenario has no
		// answer or roll left. Run again with the same fault, the step ends there too.
		scripts.calls = scripts.begun
		_, err := g.AdvanceStep(context.Background())
		if err == nil || err.Error() != hurt.Failed.Error() {
			return fmt.Errorf("run again with the fault, the step ends with %v, not %w", err, hurt.Failed)
		}
		return takenBack(g)
	}
	// The step is run again from its checkpoint, now without a fault: nothing of
	// the run that failed may be left, in the state or in the scripts.
	scripts.n = 0
	if _, err := g.AdvanceStep(context.Background()); err != nil {
		return fmt.Errorf("run again, the step fails: %w", err)
	}
	if err := begins(whole.Game, g); err != nil {
		return fmt.Errorf("after the step was run again: %w", err)
	}
	if d := g.Open(); d != nil && d.Number > 1 {
		// Where no answer left a choice, nothing can be taken back.
		if g.Undo(context.Background(), d.Number-1) == nil {
			if err := begins(whole.Game, g); err != nil {
				return fmt.Errorf("after an undo: %w", err)
			}
		}
	}
	return nil
}

// takenBack tells of the abilities that failed in a game whether the state behind
// each is the one before it, but for answers, which stay answered.
func takenBack(g *engine.Game) error {
	log := g.Log()
	for at := log.Base; at < log.Len(); at++ {
		e := log.At(at)
		if e.Kind != engine.EvFailed {
			continue
		}
		before, after := g.Past(int(e.A)).Position(), g.Past(at+1).Position()
		answered := false
		for i := int(e.A); i < int(e.B); i++ {
			answered = answered || log.At(i).Kind == engine.EvAnswer
		}
		if answered {
			if a, b := plainly(before), plainly(after); a != b {
				return fmt.Errorf("event %d takes back %d to %d, and the state is another:\n%s\nnot\n%s", at, e.A, e.B,
					b, a)
			}
		} else if before.Hash() != after.Hash() {
			return fmt.Errorf("event %d takes back %d to %d, and the state is another", at, e.A, e.B)
		}
	}
	return nil
}

// plainly is a state as text, without the number of its decisions.
func plainly(p *engine.Position) string {
	lines := strings.Split(p.Dump(p.State()), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "decisions = ") })
	for c := engine.CardID(1); int(c) <= p.Cards(); c++ {
		lines = append(lines, fmt.Sprint(p.Known(c)))
	}
	return strings.Join(lines, "\n")
}

// begins tells where the log and the state of a game are not those of another up
// to there.
func begins(whole, g *engine.Game) error {
	all, log := whole.Log(), g.Log()
	length := log.Len()
	for length > log.Base && log.At(length-1).Kind == engine.EvAsk {
		length-- // where the answers come
	}
	if length > all.Len() {
		return nil // it went on beyond where the scenario ended
	}
	for at := max(all.Base, log.Base); at < length; at++ {
		a, b := all.At(at), log.At(at)
		if a.Kind != b.Kind || a.A != b.A || a.B != b.B || a.C != b.C || a.D != b.D || a.Old != b.Old ||
			a.New != b.New || a.Cause != b.Cause || !slices.Equal(all.Data(a), log.Data(b)) {
			return fmt.Errorf("event %d is %v, not %v", at, *b, *a)
		}
	}
	if whole.Past(length).Position().Hash() != g.Position().Hash() {
		return fmt.Errorf("at event %d the state is another", length)
	}
	return nil
}

// Of each game the suite takes so many parts, and so many calls of each.
const (
	sampledParts = 6
	sampledCalls = 4
)

// TestFaults lets each call of the engine by each part of an ability fail, or be
// abandoned, in a scenario in which it acts. What the ability did is taken back;
// the step run again comes out as if nothing had been. The suite takes a seeded
// sample; all calls of all parts:
//
//	RULEDECK_FULL=1 go test ./cards -run TestFaults -v -timeout 2h
func TestFaults(t *testing.T) {
	for _, game := range games(t) {
		t.Run(game, func(t *testing.T) {
			s := surveyOf(t, game)
			parts := slices.SortedFunc(maps.Keys(s.ran), func(a, b part) int {
				return cmp.Or(strings.Compare(a.name, b.name), a.number-b.number)
			})
			all := len(parts)
			random := rand.New(rand.NewPCG(15, 1))
			if !full {
				random.Shuffle(len(parts), func(i, k int) { parts[i], parts[k] = parts[k], parts[i] })
				parts = parts[:min(sampledParts, len(parts))]
			}
			tried, group := 0, errgroup.Group{}
			group.SetLimit(runtime.GOMAXPROCS(0))
			for _, of := range parts {
				where := slices.Min(slices.Collect(maps.Keys(s.ran[of])))
				p := s.again[where]
				scripts, whole, err := attempt(p, of, 0, stops)
				if err != nil || whole.Err != nil {
					t.Fatalf("%s: %v %v", where, err, whole.Err)
				}
				calls := make([]int, scripts.calls)
				for i := range calls {
					calls[i] = i + 1
				}
				if !full {
					random.Shuffle(len(calls), func(i, k int) { calls[i], calls[k] = calls[k], calls[i] })
					calls = calls[:min(sampledCalls, len(calls))]
				}
				tried += len(calls)
				for _, n := range calls {
					group.Go(func() error {
						for how := range injuries {
							if err := holds(whole, p, of, n, how); err != nil {
								t.Errorf("%s: call %d of %s, %d: %v", where, n, of, how, err)
							}
						}
						return nil
					})
				}
			}
			if err := group.Wait(); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d of %d parts of abilities that act: %d calls of the engine, each in %d ways",
				len(parts), all, tried, injuries)
		})
	}
}
