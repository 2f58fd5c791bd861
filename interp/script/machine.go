package script

import (
	"errors"
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// Machine is one Lua state with a pack's scripts, for games of one layout. It
// implements engine.Scripts and belongs to one goroutine at a time.
type Machine struct {
	*names
	layout *engine.Layout
	state  *sandbox.State
	run    *engine.Run
	in     *engine.Instance // the ability that runs now, nil in a step

	words []lua.LValue // by symbol
	cards []lua.LValue // by CardID
	seats []lua.LValue
	zones []lua.LValue
	lists []lua.LValue
	game  lua.LValue
	// options stands for game.options.
	options lua.LValue
	rules   *lua.LTable
	// does has the functions that words stand for, by list.
	does *lua.LTable

	steps   []*lua.LFunction // by StepID
	scripts []handlers       // by AbilityID
	params  map[int32]*lua.LTable
	handles map[int32]*lua.LUserData
	events  []*eventProxy // by nesting
	open    int           // events in use

	// decisions are kept for questions; asking of them are in use.
	decisions     []*engine.Decision
	asking        int
	typeFields    []map[string]field // by TypeID
	optionMethods *lua.LTable
	roots         []lua.LValue // tables made by the host that scripts must not write
	// found are the buffers of selections; selecting of them are in use.
	found     [][]engine.CardID
	selecting int
	ids       []engine.CardID // buffer of zone:cards()
	single    [1]engine.CardID
	// optionLists are kept; listing of them are in use by the running
	// step, which no Lua value outlives.
	optionLists []*lua.LUserData
	listing     int
	parts       []engine.Choice // buffer of options:product
	terms       []engine.Term   // buffer of filters
	values      []engine.Value  // buffer of their values
	shapes      []*knownShape   // by number, as they are met
	shapeTable  *sandbox.ShapeTable
}

// handlers are the functions of one ability.
type handlers struct{ when, run, amount *lua.LFunction }

// NewMachine makes a Lua state for games of a layout. It fails only when the
// scripts break a rule of the sandbox at load time, which Read has reported.
func NewMachine(p *Program, layout *engine.Layout, limits sandbox.Options) (*Machine, error) {
	m := &Machine{names: p.names, layout: layout, state: sandbox.New(limits), params: map[int32]*lua.LTable{}, handles: map[int32]*lua.LUserData{}, shapeTable: p.shapes}
	m.state.Registers = registers{m}
	m.state.Getter, m.state.Method, m.state.Setter = m.getter, m.method, m.setter
	m.makeWords()
	m.makeEntities()
	for id := range m.lists {
		m.roots = append(m.roots, m.list(int32(id)))
	}
	define(m.state, m.function)
	m.rules = m.state.L().NewTable()
	m.state.SetGlobal("game", m.game)
	m.state.SetGlobal("rules", m.rules)
	m.does = m.state.L().NewTable()
	m.state.SetGlobal("does", m.does)
	results, err := m.load(p)
	if err != nil {
		return nil, err
	}
	m.bind(p, results)
	m.bindWords(p)
	roots := make([]lua.LValue, 0, len(results))
	for _, list := range results {
		for _, v := range list {
			if ud, ok := v.(*lua.LUserData); ok {
				if made, ok := ud.Value.(*abilityValue); ok {
					v = made.table
				}
			}
			roots = append(roots, v)
		}
	}
	return m, m.state.Freeze(append(append(roots, m.rules, m.does), m.roots...)...)
}

// load runs every chunk and returns their results, by file.
func (m *Machine) load(p *Program) ([][]lua.LValue, error) {
	results := make([][]lua.LValue, len(p.files))
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
			if modules[f.Name], err = m.extend(modules[f.Name], values); err != nil {
				return nil, err
			}
		default:
			table, _ := values[0].(*lua.LTable)
			modules[f.Name] = module{table}
			m.rules.RawSetString(f.Name, values[0])
		}
	}
	return results, nil
}

// bind resolves the functions of steps and abilities once.
func (m *Machine) bind(p *Program, results [][]lua.LValue) {
	m.steps = make([]*lua.LFunction, len(m.pack.Steps))
	for i := range p.files {
		f := &p.files[i]
		if !f.Rules || f.Extends || len(results[i]) == 0 {
			continue
		}
		table, ok := results[i][0].(*lua.LTable)
		if !ok {
			continue
		}
		eachField(table, func(key, value lua.LValue) {
			if id, ok := m.names.steps[f.Name+"."+key.String()]; ok {
				m.steps[id], _ = value.(*lua.LFunction)
			}
		})
	}
	m.scripts = make([]handlers, len(p.heads))
	for i, h := range p.heads {
		ud, ok := results[h.file][h.part].(*lua.LUserData)
		if !ok {
			continue
		}
		table := ud.Value.(*abilityValue).table
		fn := func(name string) *lua.LFunction {
			f, _ := table.RawGetString(name).(*lua.LFunction)
			return f
		}
		m.scripts[i] = handlers{fn("when"), fn("run"), fn("amount")}
	}
}

// bindWords makes the tables of the functions that words stand for.
func (m *Machine) bindWords(p *Program) {
	for list, words := range p.does {
		table := m.state.L().NewTable()
		for word, step := range words {
			if f := m.steps[m.names.steps[step]]; f != nil {
				table.RawSetString(word, f)
			}
		}
		m.does.RawSetString(list, table)
	}
}

// registers lets a protected call of a script put the engine's registers back.
type registers struct{ m *Machine }

func (r registers) Save() uint64 {
	if r.m.run == nil {
		return 0
	}
	return r.m.run.Registers().Pack()
}

func (r registers) Restore(token uint64) {
	if r.m.run != nil {
		r.m.run.Restore(engine.UnpackRegisters(token))
	}
}

// ran is what ran before, to be put back.
type ran struct {
	g  *engine.Run
	in *engine.Instance
}

// enter makes g the running game and in the running ability; the outermost
// call of a run begins a budget.
func (m *Machine) enter(r *engine.Run, in *engine.Instance) ran {
	outer := ran{m.run, m.in}
	m.run, m.in = r, in
	if outer.g == nil {
		m.state.Begin()
		m.open, m.asking, m.selecting, m.listing = 0, 0, 0, 0
		m.terms, m.values = m.terms[:0], m.values[:0]
	}
	return outer
}

func (m *Machine) leave(outer ran) { m.run, m.in = outer.g, outer.in }

// Step runs a step function.
func (m *Machine) Step(r *engine.Run, step engine.StepID, args []engine.Value) error {
	defer m.leave(m.enter(r, nil))
	fn := m.steps[step]
	if fn == nil {
		return fmt.Errorf("there is no function for step %s", m.pack.Steps[step])
	}
	var buffer [engine.MaxArgs]lua.LValue
	for i, v := range args {
		buffer[i] = m.value(v)
	}
	return m.clean(m.state.Call(fn, 0, buffer[:len(args)]...))
}

// Pure runs a function that may not change anything.
func (m *Machine) Pure(r *engine.Run, step engine.StepID, args []engine.Value) (engine.Value, string, error) {
	defer m.leave(m.enter(r, nil))
	fn := m.steps[step]
	if fn == nil {
		return engine.Value{}, "", fmt.Errorf("there is no function for step %s", m.pack.Steps[step])
	}
	var buffer [engine.MaxArgs]lua.LValue
	for i, v := range args {
		buffer[i] = m.value(v)
	}
	if err := m.clean(m.state.Call(fn, 2, buffer[:len(args)]...)); err != nil {
		return engine.Value{}, "", err
	}
	result, text := m.state.Result(0), ""
	if second, ok := m.state.Result(1).(lua.LString); ok {
		text = string(second)
	}
	switch v := result.(type) {
	case lua.LBool:
		return engine.Bool(bool(v)), text, nil
	case lua.LNumber:
		return engine.Num(int(v)), text, nil
	}
	return engine.Bool(result != lua.LNil), text, nil
}

// Run runs an ability that answers an event.
func (m *Machine) Run(r *engine.Run, in *engine.Instance, ev *engine.Ev) error {
	defer m.leave(m.enter(r, in))
	fn := m.scripts[in.Ability.ID].run
	if fn == nil {
		return nil
	}
	proxy := m.event(ev, true)
	err := m.state.Call(fn, 0, m.cards[in.Card], proxy.value, m.abilityParams(in))
	if err != nil {
		proxy.takeBack()
	}
	m.close(proxy)
	return m.clean(err)
}

// When asks an ability's own condition.
func (m *Machine) When(r *engine.Run, in *engine.Instance, ev *engine.Ev) (bool, error) {
	defer m.leave(m.enter(r, in))
	proxy := m.event(ev, false)
	err := m.state.Call(m.scripts[in.Ability.ID].when, 1, m.cards[in.Card], proxy.value, m.abilityParams(in))
	m.close(proxy)
	if err != nil {
		return false, m.clean(err)
	}
	return lua.LVAsBool(m.state.Result(0)), nil
}

// Act runs an action for a seat.
func (m *Machine) Act(r *engine.Run, in *engine.Instance, seat engine.Seat) error {
	defer m.leave(m.enter(r, in))
	fn := m.scripts[in.Ability.ID].run
	if fn == nil {
		return nil
	}
	return m.clean(m.state.Call(fn, 0, m.cards[in.Card], m.seat(seat), m.abilityParams(in)))
}

// Offers asks an action's own condition.
func (m *Machine) Offers(r *engine.Run, in *engine.Instance, seat engine.Seat) (bool, error) {
	defer m.leave(m.enter(r, in))
	if err := m.state.Call(m.scripts[in.Ability.ID].when, 1, m.cards[in.Card], m.seat(seat), m.abilityParams(in)); err != nil {
		return false, m.clean(err)
	}
	return lua.LVAsBool(m.state.Result(0)), nil
}

// Amount computes the operand of a modifier.
func (m *Machine) Amount(r *engine.Run, in *engine.Instance, of engine.Value) (int32, error) {
	defer m.leave(m.enter(r, in))
	if err := m.state.Call(m.scripts[in.Ability.ID].amount, 1, m.cards[in.Card], m.value(of), m.abilityParams(in)); err != nil {
		return 0, m.clean(err)
	}
	switch n := m.state.Result(0).(type) {
	case lua.LNumber:
		return int32(n), nil
	case lua.LBool:
		return engine.Bool(bool(n)).N, nil
	}
	return 0, fmt.Errorf("%s:%d: amount must return a number", in.Ability.File, in.Ability.Line)
}

// clean passes unwinding errors of the engine through unchanged, whatever the
// sandbox wrapped around them.
func (m *Machine) clean(err error) error {
	if err == nil || engine.Unwinds(err) {
		return err
	}
	for _, sentinel := range []error{engine.ErrWaiting, engine.ErrOver, engine.ErrStopped} {
		if errors.Is(err, sentinel) {
			return sentinel
		}
	}
	return err
}

// abilityParams returns the parameters of an instance as a table that scripts
// can only read.
func (m *Machine) abilityParams(in *engine.Instance) lua.LValue {
	if len(in.Ability.Params) == 0 {
		return lua.LNil
	}
	if t := m.params[in.ID]; t != nil {
		return t
	}
	t := m.state.L().CreateTable(0, len(in.Ability.Params))
	for i := range in.Ability.Params {
		v := in.Ability.Params[i].Default
		if i < len(in.Params) {
			v = in.Params[i]
		}
		t.RawSetString(in.Ability.Params[i].Name, m.value(v))
	}
	if in.ID >= 0 {
		m.params[in.ID] = t
	}
	return t
}

// fail raises an error of the engine in the running script: unwinding errors
// abandon the run, others are faults with the script's position.
func (m *Machine) fail(L *lua.LState, err error) {
	if engine.Unwinds(err) {
		m.state.Abandon(L, err)
	}
	var nesting *engine.NestingError
	if errors.As(err, &nesting) {
		m.state.Abandon(L, err)
	}
	m.state.Fault(L, "%s", err.Error())
}
