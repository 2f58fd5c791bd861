package engine

import (
	"fmt"
	"slices"
)

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
		*ev = Ev{acted: ev.acted[:0], heard: ev.heard[:0]}
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
	return g.RaiseAll([]*Ev{ev}, apply)
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
	for _, id := range g.listeners[ev.Trigger][After] {
		if err := g.hear(&g.Instances[id], ev); err != nil {
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

// gather collects in g.picked[base:] the abilities that pass and have not acted.
func (g *Game) gather(ev *Ev, w Window, base int) error {
	g.picked = g.picked[:base]
	for _, id := range g.listeners[ev.Trigger][w] {
		in := &g.Instances[id]
		// The cheapest reason first: the card lies where its ability is silent.
		if !in.zones.Has(g.zoneKind[g.state.links[in.Card].zone]) && !in.Ability.HeardBefore {
			continue
		}
		if g.listens(in, ev, w) {
			g.picked = append(g.picked, id)
		}
		if g.fault != nil {
			if err := g.misjudged(in, ev); err != nil {
				return err
			}
		}
	}
	for i := range g.state.effects {
		e := &g.state.effects[i]
		a := &g.Pack.Abilities[e.Ability]
		if a.Form == Hook && a.Trigger == ev.Trigger && a.Window == w {
			in := g.effectInstance(e)
			if g.listens(&in, ev, w) {
				g.picked = append(g.picked, in.ID)
			}
			if err := g.misjudged(&in, ev); err != nil {
				return err
			}
		}
	}
	return nil
}

// misjudged reports an ability whose filter read a value that cannot be computed.
func (g *Game) misjudged(in *Instance, ev *Ev) error {
	if g.fault == nil {
		return nil
	}
	return g.failed(in, ev, g.log.Len(), g.fault)
}

// listens tells whether an ability may act at the event now.
func (g *Game) listens(in *Instance, ev *Ev, w Window) bool {
	if slices.Contains(ev.acted, in.ID) {
		return false
	}
	if w == After && in.Ability.HeardBefore {
		return slices.Contains(ev.heard, in.ID) && !g.usedUp(in)
	}
	return g.passes(in, ev)
}

// usedUp tells whether an ability has reached its limit.
func (g *Game) usedUp(in *Instance) bool {
	return in.use >= 0 && g.state.cells[in.use] >= int32(in.Ability.Limit.Times)
}

// passes evaluates an ability's header.
func (g *Game) passes(in *Instance, ev *Ev) bool {
	a := in.Ability
	if !in.lasting && !g.activeNow(in) {
		return false
	}
	if g.usedUp(in) {
		return false
	}
	if !a.Anywhere && !g.inScope(in, ev) {
		return false
	}
	for i := range a.Where {
		c := &a.Where[i]
		v := CardValue(in.Card)
		if c.Param >= 0 {
			v = ev.Params[c.Param]
		}
		if !g.Match(c.Filter, v, in, ev) {
			return false
		}
	}
	return true
}

// inScope tells whether an ability is at the place of the event; an effect
// that is on no card is everywhere.
func (g *Game) inScope(in *Instance, ev *Ev) bool {
	scope := g.Pack.Triggers[ev.Trigger].Scope
	return scope < 0 || in.Card == 0 || g.Place(in.Card) == ev.Params[scope].Card()
}

// activeNow tells whether the card of an instance is where, and as, its
// ability works.
func (g *Game) activeNow(in *Instance) bool {
	return in.zones.Has(g.zoneKind[g.state.links[in.Card].zone]) && (in.active == nil || g.Match(in.active, CardValue(in.Card), in, nil))
}

// instance returns the instance with an id; effects have negative ones. The
// answer for an effect is a copy, ok is false when the effect is gone.
func (g *Game) instance(id int32) (in *Instance, ok bool) {
	if id >= 0 {
		return &g.Instances[id], true
	}
	for i := range g.state.effects {
		if g.state.effects[i].Serial == -1-id {
			made := g.effectInstance(&g.state.effects[i])
			return &made, true
		}
	}
	return nil, false
}

func (g *Game) effectInstance(e *Effect) Instance {
	return Instance{
		ID: -1 - e.Serial, Card: e.Card, Ability: &g.Pack.Abilities[e.Ability], Params: e.Params[:e.N],
		use: -1, seat: e.Seat, lasting: true,
	}
}

// SeatOf returns the seat that an ability belongs to: its card's controller,
// or the seat of the lasting effect; 0 for the table's own.
func (g *Game) SeatOf(in *Instance) Seat {
	if in.lasting {
		return in.seat
	}
	return g.Controller(in.Card)
}

// rounds lets the seats act in order: at each seat first what is mandatory,
// then one pick among what is optional. With the pack's policy of rounds the
// seats go round until all of them in a row did nothing; without it each seat
// uses what it likes in its one turn, and later rounds are for mandatory
// abilities that the others' doings woke.
func (g *Game) rounds(ev *Ev, w Window, base int) error {
	offers, idle := true, 0
	for n := -1; ; n++ {
		if n == g.Seats {
			n, offers = -1, g.Pack.Order.Rounds
		}
		seat := Seat(0)
		if n >= 0 {
			seat = g.seatAt(ev, n)
		}
		acted, err := g.seatActs(ev, w, base, seat, offers)
		if err != nil || w != After && ev.Cancelled {
			return err
		}
		idle++
		if acted {
			idle = 0
			if err := g.gather(ev, w, base); err != nil || len(g.picked) == base {
				return err
			}
		}
		if idle > g.Seats {
			return nil
		}
	}
}

// seatAt returns the seat in place n of the order that holds for the event.
func (g *Game) seatAt(ev *Ev, n int) Seat {
	first := Seat(0)
	if from := g.Pack.Triggers[ev.Trigger].From; from >= 0 {
		first = ev.Params[from].Seat()
	}
	if first == 0 {
		first = g.FirstSeat()
	}
	return Seat((int(first)-1+n)%g.Seats + 1)
}

// FirstSeat returns the seat at which the pack's order starts now.
func (g *Game) FirstSeat() Seat {
	if from := g.Pack.Order.From; from >= 0 {
		if s := Seat(g.state.cells[g.game+int(from)]); s != 0 {
			return s
		}
	}
	return 1
}

// seatActs lets one seat act; offers says whether it is asked for what is optional.
func (g *Game) seatActs(ev *Ev, w Window, base int, seat Seat, offers bool) (acted bool, err error) {
	for i := base; i < len(g.picked); i++ {
		in, ok := g.instance(g.picked[i])
		if !ok || in.Ability.May || g.SeatOf(in) != seat {
			continue
		}
		ready, err := g.ready(in, ev, w)
		if err != nil {
			return acted, err
		}
		if !ready {
			continue
		}
		acted = true
		if err := g.act(in, ev); err != nil {
			return acted, err
		}
		if w != After && ev.Cancelled {
			return acted, nil
		}
	}
	for offers {
		did, err := g.offer(ev, w, base, seat)
		if err != nil || !did {
			return acted, err
		}
		acted = true
		if g.Pack.Order.Rounds || w != After && ev.Cancelled {
			return acted, nil
		}
	}
	return acted, nil
}

// ready judges an ability again just before it acts, with its own condition;
// one that is heard before the change was judged then.
func (g *Game) ready(in *Instance, ev *Ev, w Window) (bool, error) {
	if !g.listens(in, ev, w) {
		return false, g.misjudged(in, ev)
	}
	if w == After && in.Ability.HeardBefore {
		return true, nil
	}
	return g.when(in, ev)
}

// when asks an ability's own condition. A condition that fails, or a filter
// that read a value which cannot be computed, is a failure of the ability.
func (g *Game) when(in *Instance, ev *Ev) (bool, error) {
	if !in.Ability.HasWhen {
		return true, nil
	}
	saved := g.Registers()
	g.pure++
	ok, err := g.scripts.When(g, in, ev)
	if Unwinds(err) {
		return false, err
	}
	g.Restore(saved)
	if err = g.faulted(err); err != nil {
		return false, g.failed(in, ev, g.log.Len(), err)
	}
	return ok, nil
}

// offer puts a seat's optional abilities to it as one pick; it tells whether
// one was used. The abilities of the table are offered to the first seat.
func (g *Game) offer(ev *Ev, w Window, base int, seat Seat) (bool, error) {
	var options []Choice
	for i := base; i < len(g.picked); i++ {
		in, ok := g.instance(g.picked[i])
		if !ok || !in.Ability.May || g.SeatOf(in) != seat {
			continue
		}
		ready, err := g.ready(in, ev, w)
		if err != nil {
			return false, err
		}
		if ready {
			options = append(options, One(Value{Handle, in.ID}))
		}
	}
	if len(options) == 0 {
		return false, nil
	}
	asked := seat
	if asked == 0 {
		asked = g.FirstSeat()
	}
	d := Decision{Kind: PickOne, Seat: asked, Prompt: g.Pack.UsePrompt, Options: options, Optional: true}
	reply, err := g.Choose(&d)
	if err != nil || len(reply) == 0 {
		return false, err
	}
	in, _ := g.instance(options[reply[0]].V[0].N)
	return true, g.act(in, ev)
}

// act runs an ability as a transaction.
func (g *Game) act(in *Instance, ev *Ev) error {
	ev.acted = append(ev.acted, in.ID)
	if in.use >= 0 {
		g.set(int(in.use), g.state.cells[in.use]+1)
	}
	saved := g.Registers()
	params, cancelled := ev.Params, ev.Cancelled
	from := g.log.Len()
	g.begin(in)
	err := g.scripts.Run(g, in, ev)
	if Unwinds(err) {
		return err
	}
	g.Restore(saved)
	if err = g.faulted(err); err == nil {
		return nil
	}
	ev.Params, ev.Cancelled = params, cancelled
	return g.failed(in, ev, from, err)
}

func (g *Game) begin(in *Instance) {
	g.counts.Abilities++
	g.frame = g.emit(Event{Kind: EvAbility, A: int32(in.Ability.ID), B: int32(in.Card), C: int32(g.SeatOf(in))})
}

// failed undoes what an ability did since a position, reports it, and stops
// the game if the host asked for that.
func (g *Game) failed(in *Instance, ev *Ev, from int, err error) error {
	f := &Failure{
		Card: g.CardKey(in.Card), Ability: in.Ability.Name, Seed: g.setup.Seed,
		Step: g.stepName(), Decision: int(g.state.cells[cellDecisions]), Err: err,
	}
	if ev != nil {
		f.Trigger = g.Pack.Triggers[ev.Trigger].Name
		// A condition that failed once is not asked again at this event.
		ev.acted = append(ev.acted, in.ID)
	}
	g.fault = nil
	at := g.log.Len()
	g.emit(Event{Kind: EvFailed, A: int32(from), B: int32(at), C: int32(len(g.failures))})
	g.failures = append(g.failures, f)
	if !g.setup.ContinueOnError {
		return ErrStopped
	}
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
