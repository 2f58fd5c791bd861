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

// RaiseAll raises triggers that happen at once: the windows of all of them
// before the first change, then all changes, then all after windows. What the
// after window judges "before" is judged on the state before the first change.
func (g *Game) RaiseAll(evs []*Ev, apply func(ev *Ev) error) error {
	if err := g.guard("raise"); err != nil {
		return err
	}
	if g.depth >= MaxNesting {
		return g.cycle(evs[0])
	}
	g.depth++
	cause := g.frame
	defer func() { g.depth-- }()
	for _, ev := range evs {
		if err := g.announce(ev, cause); err != nil {
			return err
		}
	}
	for _, ev := range evs {
		if !ev.Cancelled {
			g.hearBefore(ev)
		}
	}
	for _, ev := range evs {
		if ev.Cancelled {
			continue
		}
		g.frame = cause
		applied := g.emitData(Event{Kind: EvApply, A: int32(ev.Trigger), B: int32(ev.at)}, g.params(ev))
		ev.at, g.frame = applied, applied
		if apply != nil {
			g.evs = append(g.evs, ev)
			err := apply(ev)
			if err != nil {
				return err
			}
			g.evs = g.evs[:len(g.evs)-1]
		}
	}
	for _, ev := range evs {
		if ev.Cancelled {
			continue
		}
		g.frame = ev.at
		if err := g.window(ev, After); err != nil {
			return err
		}
		g.expire(ev)
	}
	g.frame = cause
	return nil
}

// announce logs the trigger, sets limits back and opens the first two windows.
func (g *Game) announce(ev *Ev, cause int) error {
	g.counts.Triggers++
	g.frame = cause
	ev.at = g.emitData(Event{Kind: EvRaise, A: int32(ev.Trigger)}, g.params(ev))
	g.frame = ev.at
	for _, id := range g.resets[ev.Trigger] {
		g.set(int(g.Instances[id].use), 0)
	}
	for _, w := range [...]Window{Replace, Before} {
		if err := g.window(ev, w); err != nil {
			return err
		}
	}
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
// the change.
func (g *Game) hearBefore(ev *Ev) {
	if !g.heard[ev.Trigger] {
		return
	}
	for _, id := range g.listeners[ev.Trigger][After] {
		if in := &g.Instances[id]; in.Ability.HeardBefore && g.passes(in, ev) {
			ev.heard = append(ev.heard, id)
		}
	}
}

// window lets every ability that listens to the event now act in one window.
func (g *Game) window(ev *Ev, w Window) error {
	if len(g.listeners[ev.Trigger][w]) == 0 && len(g.state.effects) == 0 {
		return nil
	}
	base := len(g.picked)
	g.gather(ev, w, base)
	if len(g.picked) == base {
		return nil
	}
	ev.Window = w
	g.evs = append(g.evs, ev)
	frame := g.frame
	err := g.rounds(ev, w, base)
	if err != nil {
		return err
	}
	g.frame = frame
	g.evs = g.evs[:len(g.evs)-1]
	g.picked = g.picked[:base]
	return nil
}

// gather collects in g.picked[base:] the abilities that pass and have not acted.
func (g *Game) gather(ev *Ev, w Window, base int) {
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
	}
	for i := range g.state.effects {
		e := &g.state.effects[i]
		a := &g.Pack.Abilities[e.Ability]
		if a.Form == Hook && a.Trigger == ev.Trigger && a.Window == w {
			in := g.effectInstance(e)
			if g.listens(&in, ev, w) {
				g.picked = append(g.picked, in.ID)
			}
		}
	}
}

// listens tells whether an ability may act at the event now.
func (g *Game) listens(in *Instance, ev *Ev, w Window) bool {
	for _, id := range ev.acted {
		if id == in.ID {
			return false
		}
	}
	if w == After && in.Ability.HeardBefore {
		for _, id := range ev.heard {
			if id == in.ID {
				return true
			}
		}
		return false
	}
	return g.passes(in, ev)
}

// passes evaluates an ability's header.
func (g *Game) passes(in *Instance, ev *Ev) bool {
	a := in.Ability
	if !in.lasting && !g.activeNow(in) {
		return false
	}
	if in.use >= 0 && g.state.cells[in.use] >= int32(a.Limit.Times) {
		return false
	}
	if scope := g.Pack.Triggers[ev.Trigger].Scope; scope >= 0 && !a.Anywhere && g.Place(in.Card) != ev.Params[scope].Card() {
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

// rounds lets the seats act in order until nobody does: at each seat first
// what is mandatory, then one pick among what is optional.
func (g *Game) rounds(ev *Ev, w Window, base int) error {
	for {
		acted := false
		for n := -1; n < g.Seats; n++ {
			seat := Seat(0)
			if n >= 0 {
				seat = g.seatAt(ev, n)
			}
			did, err := g.seatActs(ev, w, base, seat)
			if err != nil {
				return err
			}
			acted = acted || did
		}
		if !acted {
			return nil
		}
		if w != After && ev.Cancelled {
			return nil
		}
		g.gather(ev, w, base)
		if len(g.picked) == base {
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

func (g *Game) seatActs(ev *Ev, w Window, base int, seat Seat) (acted bool, err error) {
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
	for {
		did, err := g.offer(ev, w, base, seat)
		if err != nil || !did {
			return acted, err
		}
		acted = true
		if g.Pack.Order.Rounds || w != After && ev.Cancelled {
			return acted, nil
		}
	}
}

// ready judges an ability again just before it acts, with its own condition.
func (g *Game) ready(in *Instance, ev *Ev, w Window) (bool, error) {
	if !g.listens(in, ev, w) {
		return false, nil
	}
	if !in.Ability.HasWhen {
		return true, nil
	}
	g.pure++
	ok, err := g.scripts.When(g, in, ev)
	if Unwinds(err) {
		return false, err
	}
	g.pure--
	if err != nil {
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
	if err == nil {
		g.frame = saved.frame
		return nil
	}
	if Unwinds(err) {
		return err
	}
	g.Restore(saved)
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
		Step: g.Pack.Steps[g.step.what], Decision: int(g.state.cells[cellDecisions]), Err: err,
	}
	if ev != nil {
		f.Trigger = g.Pack.Triggers[ev.Trigger].Name
	}
	at := g.log.Len()
	g.emit(Event{Kind: EvFailed, A: int32(from), B: int32(at), C: int32(len(g.failures))})
	g.failures = append(g.failures, f)
	if !g.setup.ContinueOnError {
		return ErrStopped
	}
	return nil
}

// expire ends the lasting effects that the trigger ends.
func (g *Game) expire(ev *Ev) {
	for i := 0; i < len(g.state.effects); {
		e := &g.state.effects[i]
		if e.Until != ev.Trigger || e.UntilSeat != 0 && !g.namesSeat(ev, e.UntilSeat) {
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
