package engine

import "fmt"

// MaxNesting is how deep triggers may nest before the engine reports a cycle.
const MaxNesting = 32

// Ev is a trigger while it is being raised: its parameters, which abilities
// may change where the trigger allows it.
type Ev struct {
	Trigger   TriggerID
	N         int
	Params    [MaxParams]Value
	Cancelled bool
	// Window is the window that is open now.
	Window Window
	// Table is the script side's own form of the event; the engine only
	// carries it.
	Table any

	at    int // position of EvRaise
	acted []int32
	heard []int32 // after-abilities that were judged before the change
}

// NewEv prepares a trigger with its parameters; give it back with FreeEv.
func (g *Game) NewEv(t TriggerID, params []Value) *Ev {
	var ev *Ev
	if n := len(g.evPool); n > 0 {
		ev = g.evPool[n-1]
		g.evPool = g.evPool[:n-1]
		ev.Cancelled, ev.Window, ev.Table, ev.at = false, 0, nil, 0
		ev.acted, ev.heard = ev.acted[:0], ev.heard[:0]
		clear(ev.Params[min(len(params), MaxParams):])
	} else {
		ev = &Ev{}
	}
	ev.Trigger = t
	ev.N = copy(ev.Params[:], params)
	return ev
}

// FreeEv gives an Ev back for reuse.
func (g *Game) FreeEv(ev *Ev) {
	ev.Table = nil
	g.evPool = append(g.evPool, ev)
}

// OpenTrigger is a trigger that is being raised while a decision is open.
type OpenTrigger struct {
	Trigger TriggerID
	Params  []Value
}

func (g *Game) openTriggers() []OpenTrigger {
	var open []OpenTrigger
	for _, ev := range g.evs {
		open = append(open, OpenTrigger{ev.Trigger, append([]Value(nil), ev.Params[:ev.N]...)})
	}
	return open
}

// Raise raises a trigger: abilities in the replace and before windows, then
// apply (nil for none) unless it was cancelled, then the after window.
func (g *Game) Raise(ev *Ev, apply func(ev *Ev) error) error {
	if g.silent[ev.Trigger] && len(g.state.effects) == 0 && g.pure == 0 && g.depth < MaxNesting {
		return g.raiseUnheard(ev, apply)
	}
	return g.RaiseAll([]*Ev{ev}, apply)
}

// raiseUnheard raises a trigger that nobody listens to as it begins: no window
// opens, but for an effect that the change itself makes.
func (g *Game) raiseUnheard(ev *Ev, apply func(ev *Ev) error) error {
	cause := g.frame
	g.counts.Triggers++
	g.emitUnheard(ev)
	if apply == nil {
		return nil
	}
	g.depth++
	defer func() { g.depth-- }()
	g.frame = ev.at
	g.evs = append(g.evs, ev)
	if err := apply(ev); err != nil {
		return err
	}
	g.evs = g.evs[:len(g.evs)-1]
	if len(g.state.effects) > 0 {
		made := g.state.cells[cellSerial]
		g.frame = ev.at
		if err := g.window(ev, After); err != nil {
			return err
		}
		g.frame = ev.at
		g.expire(ev, made)
	}
	g.frame = cause
	return nil
}

// RaiseAll raises triggers that happen at once: each window opens for all of
// them before the next one does, then all changes happen, then all after
// windows. What the after window judges "before" is judged on the state before
// the first change.
func (g *Game) RaiseAll(evs []*Ev, apply func(ev *Ev) error) error {
	if err := g.guard("raise"); err != nil {
		return err
	}
	if len(evs) == 0 {
		return nil
	}
	if g.depth >= MaxNesting {
		return g.cycle(evs[0])
	}
	g.depth++
	defer func() { g.depth-- }()
	cause := g.frame
	for _, ev := range evs {
		g.announce(ev, cause)
	}
	for _, w := range [...]Window{Replace, Before} {
		if err := g.windows(evs, w); err != nil {
			return err
		}
	}
	for _, ev := range evs {
		if !ev.Cancelled {
			if err := g.hearBefore(ev); err != nil {
				return err
			}
		}
	}
	for _, ev := range evs {
		if !ev.Cancelled {
			if err := g.applyEvent(ev, cause, apply); err != nil {
				return err
			}
		}
	}
	// An effect that an after window makes lasts until the trigger's next time.
	made := g.state.cells[cellSerial]
	if err := g.windows(evs, After); err != nil {
		return err
	}
	for _, ev := range evs {
		if !ev.Cancelled {
			g.frame = ev.at
			g.expire(ev, made)
		}
	}
	g.frame = cause
	return nil
}

// emitUnheard logs that an event was raised and that its change happens, which
// is all there is to most events.
func (g *Game) emitUnheard(ev *Ev) {
	log := &g.log
	raised := Event{Kind: EvRaise, A: int32(ev.Trigger), data: int32(len(log.data)), n: int32(2 * ev.N)}
	for i := range ev.N {
		log.data = append(log.data, int32(ev.Params[i].Kind), ev.Params[i].N)
	}
	at := log.Base + len(log.events)
	applied := raised
	applied.Kind, applied.B, applied.data = EvApply, int32(at), int32(len(log.data))
	log.data = append(log.data, log.data[raised.data:]...)
	if g.frame >= 0 {
		raised.Cause, applied.Cause = int32(at-g.frame), int32(at+1-g.frame)
	}
	log.events = append(log.events, raised, applied)
	ev.at = at + 1
}

// windows opens one window for all events that were not cancelled.
func (g *Game) windows(evs []*Ev, w Window) error {
	for _, ev := range evs {
		if ev.Cancelled {
			continue
		}
		g.frame = ev.at
		if err := g.window(ev, w); err != nil {
			return err
		}
	}
	return nil
}

// announce logs the trigger and sets limits back.
func (g *Game) announce(ev *Ev, cause int) {
	g.counts.Triggers++
	g.frame = cause
	ev.at = g.emitData(Event{Kind: EvRaise, A: int32(ev.Trigger)}, g.params(ev))
	g.frame = ev.at
	for _, id := range g.resets[ev.Trigger] {
		g.set(int(g.Instances[id].use), 0)
	}
}

// applyEvent makes the change of an event.
func (g *Game) applyEvent(ev *Ev, cause int, apply func(ev *Ev) error) error {
	g.frame = cause
	ev.at = g.emitData(Event{Kind: EvApply, A: int32(ev.Trigger), B: int32(ev.at)}, g.params(ev))
	g.frame = ev.at
	if apply == nil {
		return nil
	}
	g.evs = append(g.evs, ev)
	if err := apply(ev); err != nil {
		return err
	}
	g.evs = g.evs[:len(g.evs)-1]
	return nil
}

// params encodes the event's parameters in a buffer that the next call reuses;
// the log copies it at once.
func (g *Game) params(ev *Ev) []int32 {
	g.ints = encodeValues(g.ints[:0], ev.Params[:ev.N])
	return g.ints
}

// cycle reports triggers that raise each other without end, by their names.
func (g *Game) cycle(ev *Ev) error {
	text := ""
	from := max(0, len(g.evs)-6)
	for _, open := range g.evs[from:] {
		text += g.Pack.Triggers[open.Trigger].Name + " -> "
	}
	return &NestingError{Cycle: text + g.Pack.Triggers[ev.Trigger].Name}
}

// NestingError reports triggers that answer each other without end.
type NestingError struct{ Cycle string }

// Error shows the innermost triggers.
func (e *NestingError) Error() string {
	return fmt.Sprintf("triggers answer each other without end (%d deep): ... %s", MaxNesting, e.Cycle)
}

// hearBefore notes the after-abilities that are judged on the state before
// the change, their own conditions included.
func (g *Game) hearBefore(ev *Ev) error {
	if !g.heard[ev.Trigger] {
		return nil
	}
	g.evs = append(g.evs, ev)
	for i := range g.listeners[ev.Trigger][After] {
		if err := g.hear(&g.Instances[g.listeners[ev.Trigger][After][i].id], ev); err != nil {
			return err
		}
	}
	for i := range g.state.effects {
		e := &g.state.effects[i]
		if a := &g.Pack.Abilities[e.Ability]; a.Form == Hook && a.Trigger == ev.Trigger && a.Window == After {
			in := g.effectInstance(e)
			if err := g.hear(&in, ev); err != nil {
				return err
			}
		}
	}
	g.evs = g.evs[:len(g.evs)-1]
	return nil
}

func (g *Game) hear(in *Instance, ev *Ev) error {
	if !in.Ability.HeardBefore || !g.passes(in, ev) {
		return g.misjudged(in, ev)
	}
	ready, err := g.when(in, ev)
	if ready {
		ev.heard = append(ev.heard, in.ID)
	}
	return err
}

// window lets every ability that listens to the event now act in one window.
func (g *Game) window(ev *Ev, w Window) error {
	if len(g.listeners[ev.Trigger][w]) == 0 && len(g.state.effects) == 0 {
		return nil
	}
	base := len(g.picked)
	if err := g.gather(ev, w, base); err != nil || len(g.picked) == base {
		return err
	}
	ev.Window = w
	g.evs = append(g.evs, ev)
	frame := g.frame
	if err := g.rounds(ev, w, base); err != nil {
		return err
	}
	g.frame = frame
	g.evs = g.evs[:len(g.evs)-1]
	g.picked = g.picked[:base]
	return nil
}

// expire ends the lasting effects that the trigger ends, of those made before
// serial number made.
func (g *Game) expire(ev *Ev, made int32) {
	for i := 0; i < len(g.state.effects); {
		e := &g.state.effects[i]
		if e.Serial >= made || e.Until != ev.Trigger || e.UntilSeat != 0 && !g.namesSeat(ev, e.UntilSeat) {
			i++
			continue
		}
		g.emitData(Event{Kind: EvEffectEnd, A: int32(i)}, e.encode(nil))
	}
}

func (g *Game) namesSeat(ev *Ev, seat Seat) bool {
	for i := range ev.N {
		if ev.Params[i].Kind == SeatKind {
			return ev.Params[i].Seat() == seat
		}
	}
	return false
}
