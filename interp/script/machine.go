package script

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/library"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// Machine is one Lua state with a pack's scripts, for games of one layout. It
// implements engine.Scripts and belongs to one goroutine at a time.
type Machine struct {
	*names
	layout *engine.Layout
	state  *language.State
	run    *engine.Run
	in     *engine.Instance // the ability that runs now, nil in a step

	cards []language.Value // by CardID
	seats []language.Value
	zones []language.Value
	// presentCards are the classes of cards that read as they are now, by type, as now makes them.
	presentCards []*language.Class
	lists        []language.Value
	game         language.Value
	// options stands for game.options.
	options language.Value
	// unbound are functions, and fields and methods of entities, that the registry
	// declares and that are not there.
	unbound []string
	// loaded is set when the scripts have run: from then on a game runs whenever one
	// of their functions does.
	loaded bool

	steps   []*language.Func // by StepID
	scripts []handlers       // by AbilityID
	params  map[int32]*language.Table
	handles map[int32]*language.Object
	// calls are those under way and events those that abilities answer, by nesting.
	calls  pool[call]
	events pool[event]
	// raised are the events of the scripts that raised them, optionLists what options()
	// made: both can be reached until the step is over.
	raised      pool[event]
	optionLists pool[optionList]
	// aimed is what the last target has found, by plan.
	aimed     []engine.CardID
	plan      engine.Plan
	readLists []*cardList // to be used again
	methods   map[string]*language.Func
	things    map[keyword.Ref]known
	symbols   known

	optionClass, actionClass, eventClass *language.Class
	roots                                []language.Root // tables made by the host that scripts must not write
	allSeats                             *language.Table
	opponents                            []*language.Table // by seat
	printing                             printing
	runs                                 int // outermost runs so far
	reading                              lowering
	logged                               int  // events that the budget has counted
	looked                               int  // what the engine looked at, likewise
	stepping                             bool // a step runs: all its calls share one budget
	because                              language.String
	was                                  *lastKnown // while what runs goes by last-known information
}

// lastKnown is what cards were before the change of an event: the ability's own card and those
// that the event names.
type lastKnown struct {
	ev   *engine.Raised
	self engine.CardID
	past *engine.Past
}

// asKnown returns the position that what a card is has to be read in: for an ability heard
// before, that before the change.
func (m *Machine) asKnown(c engine.CardID) *engine.Position {
	if m.was == nil {
		return &m.run.Position
	}
	return m.was.read(m, c)
}

func (w *lastKnown) read(m *Machine, c engine.CardID) *engine.Position {
	if c != w.self && !slices.Contains(w.ev.Params[:w.ev.N], engine.CardValue(c)) {
		return &m.run.Position
	}
	if w.past == nil {
		w.past = m.run.AsItWas(w.ev)
	}
	return w.past.Position()
}

// handlers are the functions of one ability.
type handlers struct {
	when, run, amount *language.Func
	// from tells what there is to act on.
	from *language.Func
}

// NewMachine makes a Lua state for games of a layout. It fails only when the
// scripts break a rule of the language at load time, which Read has reported.
func NewMachine(p *Program, layout *engine.Layout, o language.Config) (*Machine, error) {
	state, unbound := newState(o)
	m := &Machine{names: p.names, layout: layout, state: state, unbound: unbound, params: map[int32]*language.Table{},
		handles: map[int32]*language.Object{},
		methods: map[string]*language.Func{}, things: p.names.things(), symbols: knownBy(p.names.Symbols)}
	m.state.Running = m.title
	m.state.Interrupted = m.interrupted
	m.state.Print = m.printing.print
	m.lists = make([]language.Value, len(m.pack.Lists))
	m.makeEntities()
	for id := range m.lists {
		m.roots = append(m.roots, language.Root{Name: "a list of the pack", Value: m.list(engine.Value{N: int32(id)})})
	}
	define(m.state, m.function)
	if len(m.unbound) > 0 {
		return nil, fmt.Errorf("the program declares %s for scripts and does not have it: this is a fault of the "+
			"program, not of the pack", strings.Join(m.unbound, ", "))
	}
	rules, does := m.state.NewTable(0, 0), m.state.NewTable(0, 0)
	m.state.SetGlobal("game", m.game)
	m.state.SetGlobal("rules", rules)
	m.state.SetGlobal("does", does)
	results, err := m.load(p, rules)
	if err != nil {
		return nil, err
	}
	m.bind(p, results)
	m.bindWords(p, does)
	for i, list := range results {
		for _, v := range list {
			if o, ok := v.(*language.Object); ok {
				if made, ok := o.Value.(*abilityValue); ok {
					v = made.table
				}
			}
			m.roots = append(m.roots, language.Root{Name: p.files[i].Name, Value: v})
		}
	}
	m.loaded = true
	return m, m.state.Freeze(append(m.roots, language.Root{Name: "rules", Value: rules},
		language.Root{Name: "does", Value: does})...)
}

// newState makes a state with the library, and returns what of it is not bound.
func newState(o language.Config) (s *language.State, unbound []string) {
	s = language.New(o)
	return s, library.Open(s)
}

// title names what runs, for the fault of a spent budget.
func (m *Machine) title() string {
	if m.in == nil {
		return ""
	}
	return "ability " + m.in.Ability.Name
}

// interrupted ends what runs where the call that plays the game on is to end.
func (m *Machine) interrupted() error {
	if m.run == nil {
		return nil
	}
	return m.run.Interrupted()
}

// load runs every chunk and returns their results, by file.
func (m *Machine) load(p *Program, rules *language.Table) ([][]language.Value, error) {
	results := make([][]language.Value, len(p.files))
	modules := map[string]module{}
	for i := range p.files {
		f := &p.files[i]
		values, err := m.state.Run(f.chunk)
		if err != nil {
			return nil, err
		}
		results[i] = values
		switch {
		case !f.Rules || len(values) == 0:
		case f.Extends:
			modules[f.Name] = m.extend(modules[f.Name], values)
		default:
			table, _ := values[0].(*language.Table)
			modules[f.Name] = module{table}
			rules.SetField(f.Name, values[0])
		}
	}
	return results, nil
}

// bind resolves the functions of steps and abilities once.
func (m *Machine) bind(p *Program, results [][]language.Value) {
	m.steps = make([]*language.Func, len(m.pack.Steps))
	for i := range p.files {
		f := &p.files[i]
		if !f.Rules || f.Extends || len(results[i]) == 0 {
			continue
		}
		table, ok := results[i][0].(*language.Table)
		if !ok {
			continue
		}
		eachField(table, func(key, value language.Value) {
			if id, ok := m.Steps[f.Name+"."+key.String()]; ok {
				m.steps[id], _ = value.(*language.Func)
			}
		})
	}
	m.scripts = make([]handlers, len(p.heads))
	for i, h := range p.heads {
		ud, ok := results[h.file][h.part].(*language.Object)
		if !ok {
			continue
		}
		table := ud.Value.(*abilityValue).table
		fn := func(name string) *language.Func {
			f, _ := table.Field(name).(*language.Func)
			return f
		}
		m.scripts[i] = handlers{when: fn("when"), run: fn(h.run), amount: fn("amount")}
		if target, ok := table.Field("target").(*language.Table); ok {
			m.scripts[i].from, _ = target.Field("from").(*language.Func)
		}
	}
}

// bindWords makes the tables of the functions that words stand for, in the order of
// the words: scripts may go through them.
func (m *Machine) bindWords(p *Program, does *language.Table) {
	for _, list := range lists.Sorted(p.does) {
		table := m.state.NewTable(0, len(p.does[list]))
		for _, w := range p.does[list] {
			if f := m.steps[m.Steps[w.Step]]; f != nil {
				table.SetField(w.Word, f)
			}
		}
		does.SetField(list, table)
	}
}

// pool are things that are used again: those in use are the first ones.
type pool[T any] struct {
	all  []*T
	used int
}

func (p *pool[T]) take() *T {
	if p.used == len(p.all) {
		p.all = append(p.all, new(T))
	}
	p.used++
	return p.all[p.used-1]
}

// ran is what ran before, to be put back.
type ran struct {
	g     *engine.Run
	in    *engine.Instance
	calls int
	was   *lastKnown
}

// enter makes g the running game and in the running ability; the outermost
// call of a run begins a budget.
func (m *Machine) enter(r *engine.Run, in *engine.Instance) ran {
	outer := ran{m.run, m.in, m.calls.used, m.was}
	m.run = r
	m.in = in
	m.was = nil
	if outer.g == nil {
		if m.stepping {
			m.state.Continue()
		} else {
			m.begin()
		}
		m.printing.begin(r)
		m.logged, m.looked = r.Log().Len(), r.Looked()
		m.calls.used, m.events.used, m.raised.used, m.optionLists.used = 0, 0, 0, 0
		m.runs++
	}
	return outer
}

// BeginStep begins the budget of a step, EndStep ends it; see engine.StepScripts.
func (m *Machine) BeginStep(r *engine.Run) {
	if m.run != nil {
		return // a game inside a step of another one
	}
	m.begin()
	m.stepping = true
	r.Allow(int(m.state.Budget.Limit(limits.Cards)))
}

// begin begins a budget.
func (m *Machine) begin() {
	budget := m.state.Budget
	if budget.Used(limits.Memory)+bytesPerInstruction*budget.Used(limits.Instructions) > mostKept {
		m.state.Forget()
		m.calls = pool[call]{}
		m.optionLists = pool[optionList]{}
		m.events = pool[event]{}
		m.raised = pool[event]{}
		m.handles = map[int32]*language.Object{}
	}
	m.state.Begin()
}

// What steps leave in buffers and pieces of memory is used by the next ones, unless one
// took more bytes than these. An instruction leaves a few that are not counted as memory.
const (
	mostKept            = 4 << 20
	bytesPerInstruction = 4
)

// Spent is what the step that ran last has spent; see engine.PaidScripts.
func (m *Machine) Spent() int {
	n := m.state.Budget.Used(limits.Instructions)
	for r := limits.Memory; int(r) < limits.Count; r++ {
		if used := m.state.Budget.Used(r); used > 0 && r != limits.Cards { // the engine counts them
			n += used * m.state.Budget.Limit(limits.Instructions) / m.state.Budget.Limit(r)
		}
	}
	return int(n)
}

// EndStep ends the budget of a step.
func (m *Machine) EndStep() { m.stepping = false }

// Read gives values that a host reads a separate budget; see engine.StepScripts.
func (m *Machine) Read(r *engine.Run) (done func()) {
	if m.run == nil {
		if m.stepping {
			return func() {} // within another reading
		}
		m.begin()
		m.stepping = true
		r.Allow(int(m.state.Budget.Limit(limits.Cards)))
		return m.EndStep
	}
	budget := *m.state.Budget
	logged := m.logged
	looked := m.looked
	aside := m.state.Aside
	m.state.Budget.Begin()
	m.state.Aside = true
	m.looked = r.Looked()
	r.Allow(int(m.state.Budget.Limit(limits.Cards)))
	return func() { *m.state.Budget, m.logged, m.looked, m.state.Aside = budget, logged, looked, aside }
}

// account takes from the budget what the engine did for a script since the last
// time.
func (m *Machine) account(call *language.Call) {
	if n := m.run.Log().Len() - m.logged; n > 0 {
		m.logged += n
		call.Spend(limits.Events, n)
	}
	if n := m.run.Looked() - m.looked; n > 0 {
		m.looked += n
		call.Spend(limits.Cards, n)
	}
}

func (m *Machine) leave(outer ran) {
	m.run = outer.g
	m.in = outer.in
	m.calls.used = outer.calls
	m.was = outer.was
}

// Step runs a step function.
func (m *Machine) Step(r *engine.Run, step engine.StepID, args []engine.Value) error {
	defer m.leave(m.enter(r, nil))
	_, err := m.call(step, args)
	return err
}

// call calls the function of a step.
func (m *Machine) call(step engine.StepID, args []engine.Value) (language.Value, error) {
	fn := m.steps[step]
	if fn == nil {
		return nil, fmt.Errorf("there is no function for step %s", m.pack.Steps[step])
	}
	var buffer [engine.MaxArgs]language.Value
	for i, v := range args {
		buffer[i] = m.value(v)
	}
	return m.state.Call(fn, buffer[:len(args)]...)
}

// Pure runs a function that may not change anything. If its condition does not hold, the
// text is the reason, which it may return as its second result, and its place.
func (m *Machine) Pure(r *engine.Run, step engine.StepID, args []engine.Value) (engine.Value, string, error) {
	defer m.leave(m.enter(r, nil))
	result, err := m.call(step, args)
	if err != nil {
		return engine.Value{}, "", err
	}
	text := ""
	fn := m.steps[step]
	if second, ok := m.state.Second().(language.String); ok && !language.Truth(result) {
		text = fmt.Sprintf("%s (%s:%d)", string(second), fn.File(), fn.Line())
	}
	v, ok, err := number("the result", fn.File(), fn.Line(), result)
	if !ok && err == nil {
		v = engine.Bool(result != nil)
	}
	return v, text, err
}

// Run runs an ability that answers an event.
func (m *Machine) Run(r *engine.Run, in *engine.Instance, ev *engine.Raised) error {
	defer m.leave(m.enter(r, in))
	if in.Ability.LastKnown {
		m.was = &lastKnown{ev: ev, self: in.Card}
	}
	e := m.event(&m.events, ev, answers)
	err := m.act(in, ev, m.run.SeatOf(in), e.value)
	m.close(e)
	return err
}

// Act runs an action for a seat.
func (m *Machine) Act(r *engine.Run, in *engine.Instance, seat engine.Seat) error {
	defer m.leave(m.enter(r, in))
	return m.act(in, nil, seat, m.seats[seat])
}

// act runs an ability of a seat, with an event or a seat, on what the seat chooses.
func (m *Machine) act(in *engine.Instance, ev *engine.Raised, seat engine.Seat, about language.Value) error {
	h := m.scripts[in.Ability.ID]
	if h.run == nil {
		return nil
	}
	var target language.Value
	if in.Ability.Target != nil {
		var n int
		var err error
		target, n, err = m.aim(in, ev, seat, about)
		if err == nil && n == 0 && in.Ability.Target.Unneeded {
			m.run.Vain(in)
			_, err = m.run.Pay(in)
		}
		if err != nil || target == nil {
			return err
		}
	}
	if paid, err := m.run.Pay(in); err != nil || !paid {
		return err
	}
	for with := in; ; with = &m.run.Instances[with.ID+1] {
		m.run.Notice(with.Ability, with.Card)
		if err := m.do(with, about, target); err != nil || with.ID >= in.ID+int32(in.Ability.Then) {
			return err
		}
	}
}

// do calls the function of an ability.
func (m *Machine) do(in *engine.Instance, about, target language.Value) error {
	run := m.scripts[in.Ability.ID].run
	self := m.cards[in.Card]
	params := m.abilityParams(in)
	if !in.Ability.Aimed {
		_, err := m.state.Call(run, self, about, params)
		return err
	}
	_, err := m.state.Call(run, self, about, target, params)
	return err
}

// When asks an ability's own condition.
func (m *Machine) When(r *engine.Run, in *engine.Instance, ev *engine.Raised) (bool, error) {
	defer m.leave(m.enter(r, in))
	e := m.event(&m.events, ev, looks)
	ready, err := m.ready(in, ev, e.value)
	m.close(e)
	return ready, err
}

// Offers asks an action's own condition.
func (m *Machine) Offers(r *engine.Run, in *engine.Instance, seat engine.Seat) (bool, error) {
	defer m.leave(m.enter(r, in))
	return m.ready(in, nil, m.seats[seat])
}

// ready reports whether an ability may act: when says so, and there is something to act on.
func (m *Machine) ready(in *engine.Instance, ev *engine.Raised, about language.Value) (bool, error) {
	h := m.scripts[in.Ability.ID]
	if h.when != nil {
		if v, err := m.state.Call(h.when, m.cards[in.Card], about, m.abilityParams(in)); err != nil ||
			!language.Truth(v) {
			m.because, _ = m.state.Second().(language.String)
			return false, err
		}
	}
	m.because = ""
	if t := in.Ability.Target; t == nil || t.Unneeded {
		return true, nil
	}
	_, n, err := m.targets(in, ev, about, 1)
	if n == 0 {
		m.because = "target"
		if ev != nil {
			m.run.Vain(in)
		}
	}
	return n > 0, err
}

// Because is the word that the last condition which did not hold returned behind it.
func (m *Machine) Because() engine.Symbol { return m.Symbols[string(m.because)] }

// Amount computes the operand of a modifier.
func (m *Machine) Amount(r *engine.Run, in *engine.Instance, of engine.Value) (int32, error) {
	defer m.leave(m.enter(r, in))
	v, err := m.state.Call(m.scripts[in.Ability.ID].amount, m.cards[in.Card], m.value(of), m.abilityParams(in))
	if err != nil {
		return 0, err
	}
	n, ok, err := number("amount", in.Ability.File, in.Ability.Line, v)
	if !ok && err == nil {
		err = fmt.Errorf("%s:%d: amount must return a number", in.Ability.File, in.Ability.Line)
	}
	return n.N, err
}

// number reads what a function returns as a number or a flag; ok is false for any other.
func number(what, file string, line int, v language.Value) (n engine.Value, ok bool, err error) {
	switch v := v.(type) {
	case language.Bool:
		return engine.Bool(bool(v)), true, nil
	case language.Number:
		whole, ok := language.Whole(v, math.MaxInt32)
		if !ok || language.Number(whole) != v {
			is := fmt.Sprintf("%s:%d: %s is %s", file, line, what, language.Text(v))
			return n, false, &engine.NumberError{What: is, Number: float64(v)}
		}
		return engine.Num(whole), true, nil
	}
	return n, false, nil
}

// abilityParams returns the parameters of an instance as a table that scripts
// can only read.
func (m *Machine) abilityParams(in *engine.Instance) language.Value {
	if len(in.Ability.Params) == 0 {
		return nil
	}
	if t := m.params[in.ID]; t != nil {
		return t
	}
	t := &language.Table{} // it outlives the step
	for i := range in.Ability.Params {
		v := in.Ability.Params[i].Default
		if i < len(in.Params) {
			v = in.Params[i]
		}
		t.SetField(in.Ability.Params[i].Name, m.value(v))
	}
	if in.ID >= 0 {
		m.params[in.ID] = t
	}
	return t
}

// fail raises an error of the engine in the running script: unwinding errors
// abandon the run, others are faults with the script's position.
func (m *Machine) fail(call *language.Call, err error) {
	var work *engine.WorkError
	if errors.As(err, &work) {
		m.account(call) // it is spent, and says where
	}
	if engine.Unwinds(err) {
		call.Abandon(err)
	}
	call.FaultOf(err)
}

// Within bounds the instructions of all that runs from now on, taken together; 0 bounds each
// step alone.
func (m *Machine) Within(instructions int64) { m.state.Budget.Within(instructions) }

// Used returns what the step that runs, or the last one, has spent of a resource.
func (m *Machine) Used(r limits.Resource) int64 { return m.state.Budget.Used(r) }
