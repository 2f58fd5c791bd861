package engine

import "fmt"

// Run is a step while it runs: all that scripts may do. It reads the game as a
// Position does, and its methods raise triggers, ask seats, ask chance and
// change the state, each by events. Scripts get it as an argument, and must not
// keep it: between steps the game belongs to its host.
type Run struct {
	Position
	game    *Game
	scripts Scripts
	// stepScripts are the scripts, where they want to know when a step begins.
	stepScripts StepScripts
	paidScripts PaidScripts // the same, where they count what they do

	// The registers: what runs now.
	frame int // position of the innermost cause, -1 for none
	pure  int // depth of code that may not change anything
	// peeking is set while it is noted what scripts read; see Peek.
	peeking bool
	raised  []*Raised
	depth   int

	// agendaBase is the place on the agenda above which the running step
	// schedules.
	agendaBase int
	// judging is the number of the latest walk along listeners, by twos; judged
	// are the answers given for whole abilities: the number of the walk, and in
	// the lowest bit whether they may act.
	judging    uint64
	judged     []uint64
	picked     []int32
	raisedPool []*Raised
	// turnArgs, given and ints are buffers: the argument of a turn's step, the
	// replies to a decision, the data of an event. So are forced, the replies of
	// seats that had no choice, and args, the arguments of a scheduled step.
	turnArgs [1]Value
	given    []Reply
	// noChoice are the seats to which the decision being asked leaves no choice,
	// chance in the lowest bit: judged once, when it is asked.
	noChoice uint16
	ints     []int32
	forced   []int
	// vacant is the decision of a hidden window that its seat cannot use.
	vacant *Decision
	args   [MaxArgs]Value
	// rolled are the faces of the latest roll, lying the cards of a zone that chance orders.
	rolled []Value
	lying  []CardID
	// inHand are the cards that scripts have got hold of in the running step; see Hand.
	inHand []CardID
	// leaving and emptying are buffers of MoveAtOnce.
	leaving  cardSet
	emptying []emptying
}

// runBy gives the run its scripts.
func (r *Run) runBy(scripts Scripts) {
	r.scripts = scripts
	r.stepScripts, _ = scripts.(StepScripts)
	r.paidScripts, _ = scripts.(PaidScripts)
}

func (r *Run) resetRegisters() {
	r.frame = -1
	r.pure = 0
	r.depth = 0
	r.fault = nil
	r.raised = r.raised[:0]
	r.picked = r.picked[:0]
	r.computed = r.computed[:0]
	r.before = nil
	r.giving = nil
	r.inHand = nil
}

// emit appends an event and makes its change.
func (r *Run) emit(e Event, data ...int32) { r.emitData(e, data) }

func (r *Run) emitData(e Event, data []int32) {
	to := r.log.addData(e, r.frame, data)
	if e.Kind < EvStep { // the others are marks, which change nothing
		r.state.apply(to, r.log)
	}
}

// mark appends an event that changes nothing, with values as its further numbers.
func (r *Run) mark(kind EventKind, a, b int32, values []Value) int {
	e := r.log.add(kind, r.frame)
	e.A, e.B = a, b
	data := r.log.give(e, 2*len(values))
	for i, v := range values {
		data[2*i], data[2*i+1] = int32(v.Kind), v.N
	}
	return r.log.Len() - 1
}

// rollBack undoes all events from a position on and takes them off the log.
func (r *Run) rollBack(position int) {
	for i := r.log.Len() - 1; i >= position; i-- {
		r.state.undo(r.log.At(i), r.log)
	}
	r.log.truncate(position)
	r.game.following.back(position)
}

// Registers holds what runs now. Callers of scripts save it before a call and restore it
// after, as a call that failed may leave it wrong.
type Registers struct {
	frame, pure, raised, depth, picked, computed int

	before *rank
}

// Registers returns the present registers.
func (r *Run) Registers() Registers {
	return Registers{r.frame, r.pure, len(r.raised), r.depth, len(r.picked), len(r.computed), r.before}
}

// Restore puts registers back.
func (r *Run) Restore(saved Registers) {
	r.frame, r.pure, r.depth = saved.frame, saved.pure, saved.depth
	r.raised = r.raised[:saved.raised]
	r.picked = r.picked[:saved.picked]
	r.computed = r.computed[:saved.computed]
	r.before = saved.before
}

// faulted returns the error of a script, or the fault that a filter met while
// it ran.
func (r *Run) faulted(err error) error {
	if err == nil {
		err = r.fault
	}
	return err
}

// guard refuses changes inside code that must be pure.
func (r *Run) guard(what string) error {
	if r.pure > 0 {
		return fmt.Errorf(
			"%s changes the game, but a condition (when, from, until, standing, amount) may only look at it", what)
	}
	return nil
}

// Pure runs a step function that may not change anything.
func (r *Run) Pure(id StepID, args ...Value) (Value, string, error) {
	saved := r.Registers()
	r.pure++
	value, text, err := r.scripts.Pure(r, id, args)
	r.Restore(saved)
	return value, text, r.faulted(err)
}

// Raised is a trigger while it is being raised: its parameters, which abilities
// may change where the trigger allows it. Scripts call it ev.
type Raised struct {
	Trigger   TriggerID
	N         int
	Params    [MaxParams]Value
	Cancelled bool
	// Window is the window that is open now.
	Window Window

	at        int // position of EvRaise
	change    int // position of the first change of those raised at once; 0 for none yet
	lives     [MaxParams]int32
	announced [MaxParams]Value // with these parameters
	heard     []int32          // after-abilities that have triggered
	gathered  bool
	acted     []int32
	lastKnown []int32 // after-abilities that held on the state before the change
}

// NewRaised prepares a trigger with its parameters; give it back with FreeRaised.
func (r *Run) NewRaised(t TriggerID, params []Value) *Raised {
	var ev *Raised
	if n := len(r.raisedPool); n > 0 {
		ev = r.raisedPool[n-1]
		r.raisedPool = r.raisedPool[:n-1]
		ev.Cancelled = false
		ev.Window = 0
		ev.at = 0
		ev.change = 0
		ev.gathered = false
		ev.acted, ev.lastKnown, ev.heard = ev.acted[:0], ev.lastKnown[:0], ev.heard[:0]
		clear(ev.Params[min(len(params), MaxParams):])
	} else {
		ev = &Raised{}
	}
	ev.Trigger = t
	ev.N = copy(ev.Params[:], params)
	return ev
}

// FreeRaised gives a Raised back for reuse.
func (r *Run) FreeRaised(ev *Raised) { r.raisedPool = append(r.raisedPool, ev) }

func (r *Run) openTriggers() []OpenTrigger {
	var open []OpenTrigger
	for _, ev := range r.raised {
		open = append(open, OpenTrigger{ev.Trigger, append([]Value(nil), ev.Params[:ev.N]...)})
	}
	return open
}

// emptying is a zone all of whose cards go to another one, but for those left.
type emptying struct {
	from, to ZoneID
	left     int
}
