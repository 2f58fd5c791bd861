package scenario

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// setUp plays the game's own setup, with shuffles in canonical order and first
// answers, up to where scenarios begin, or to the place at if that comes
// earlier: what a position does not mention is as it is then.
func (b *Book) setUp(at int) (*engine.Game, error) {
	m, err := b.take()
	if err != nil {
		return nil, err
	}
	defer b.give(m)
	start := b.defaultPlace()
	setup := b.Setup(m, 0)
	setup.Script, setup.CheckInvariants = &engine.Scripted{Canonical: true}, false
	for s := 1; s <= b.Layout.Seats; s++ {
		setup.Deciders[s] = func(_ *engine.Game, d *engine.Decision, seat engine.Seat) engine.Reply { return d.First(seat) }
	}
	g := engine.New(setup)
	status, err := g.AdvanceTo(func(place int) bool { return place == at || place == start })
	switch {
	case err != nil:
		return nil, fmt.Errorf("the game's own setup failed before %s: %w", b.placeName(start), err)
	case status != engine.Paused:
		return nil, fmt.Errorf("the game's own setup never comes to %s", b.placeName(start))
	}
	return g, nil
}

// defaultPlace is where scenarios of the pack begin: its first step if it does
// not say.
func (b *Book) defaultPlace() int {
	first := b.Compiled.Position.Start
	for at := range b.Compiled.Pack.Flow {
		in := &b.Compiled.Pack.Flow[at]
		if in.Op == engine.OpStep && (first < 0 || engine.StepID(in.Arg) == first) {
			return at
		}
	}
	return 0
}

// loader sets up the position that a node describes.
type loader struct {
	*Book
	given *source.Node
	g     *engine.Game
	p     *engine.Position
	// at is the place of the flow that comes next.
	at int
	placing
}

// load returns a game in a position: setup's, standing as given says.
func (b *Book) load(setup engine.Setup, given *source.Node) (*engine.Game, []engine.StepID, error) {
	l := &loader{Book: b, given: given}
	if err := errors.Join(l.keys(), l.findPlace()); err != nil {
		return nil, nil, err
	}
	surrounding, err := b.base(l.at)
	if err != nil {
		return nil, nil, failAt(given.Pos, "%s", err)
	}
	l.g = engine.Continue(setup, surrounding)
	var watched []engine.StepID
	err = l.g.Edit(func(p *engine.Position) error {
		l.p = p
		if err := l.all(); err != nil {
			return err
		}
		watched = p.Watch()
		return nil
	})
	return l.g, watched, err
}

func (l *loader) keys() error {
	known := keyword.Lookup("given").Names()
	var wrong faults
	for _, pair := range l.given.Pairs {
		if !isSeat(pair.Key) && !slices.Contains(known, pair.Key) {
			wrong.add(unknownAt(pair.Pos, "part of a position", pair.Key, known))
		}
	}
	return wrong.err()
}

// get returns a part of the position; nil if it is not given, or given as nothing.
func (l *loader) get(key string) *source.Node {
	if n := l.given.Get(key); n != nil && n.Kind != source.Null {
		return n
	}
	return nil
}

// findPlace reads at and after.
func (l *loader) findPlace() error {
	l.at = l.defaultPlace()
	at, after := l.get("at"), l.get("after")
	var err error
	switch {
	case at != nil && after != nil:
		return failAt(after.Pos, "a position stands at a step or after one, not both")
	case at != nil:
		l.at, err = l.place(at)
	case after != nil:
		l.at, err = l.place(after)
		l.at++
	}
	if err == nil && l.at >= len(l.Compiled.Pack.Flow)-1 {
		return failAt(l.given.Pos, "a position stands before the end of the game")
	}
	return err
}

// all carries out the parts of the position, in an order in which later parts
// can refer to earlier ones.
func (l *loader) all() error {
	var wrong faults
	wrong.add(l.gameAttributes())
	wrong.add(l.flow())
	wrong.add(l.cards())
	wrong.add(l.lasting())
	wrong.add(l.agenda())
	wrong.add(l.uses())
	wrong.add(l.knowledge())
	return wrong.err()
}

func (l *loader) gameAttributes() error {
	n := l.get("game")
	if n == nil {
		return nil
	}
	return eachPair(n, func(p source.Pair) error {
		id, ok := l.Compiled.GameAttributes[p.Key]
		if !ok {
			return unknownAt(p.Pos, "attribute of the game", p.Key, attributeNames(l.Compiled.Pack.Game))
		}
		v, err := l.settable(&l.Compiled.Pack.Game[id], p.Value)
		if err != nil {
			return err
		}
		return at(p.Value, l.g.SetGameAttribute(id, v))
	})
}

// at puts an error of the engine at the place of a node.
func at(n *source.Node, err error) error {
	if err == nil {
		return nil
	}
	return failAt(n.Pos, "%s", err)
}

// eachPair calls do for each key of a map and gathers what is wrong.
func eachPair(n *source.Node, do func(source.Pair) error) error {
	if n.Kind != source.Map {
		return failAt(n.Pos, "a map of keys is expected here, not %s", n.Describe())
	}
	var wrong faults
	for _, p := range n.Pairs {
		wrong.add(do(p))
	}
	return wrong.err()
}

// flow puts the game at its place, in the turns and repetitions that are given.
func (l *loader) flow() error {
	l.p.Jump(l.at)
	var wrong faults
	turns, repeats := l.get("turns"), l.get("repeats")
	var phases []string
	loops := l.Compiled.Pack.LoopsAround(l.at)
	innermost := -1
	for i := range loops {
		in := &loops[i]
		phase := l.Compiled.Pack.Phases[l.Compiled.Pack.LoopPhase(in.Loop)].Name
		phases = append(phases, phase)
		if in.Op == engine.OpTurnsNext {
			innermost = i
			if n := turns.Get(phase); n != nil {
				wrong.add(l.turnsOf(in, n))
			}
		} else if n := repeats.Get(phase); n != nil {
			if n.Kind != source.Number {
				wrong.add(failAt(n.Pos, "the number of repetitions is expected, not %s", n.Describe()))
			}
			l.p.SetLoop(int(in.Loop), engine.Loop{Count: n.Number})
		}
	}
	for _, n := range []*source.Node{turns, repeats} {
		if n == nil {
			continue
		}
		wrong.add(eachPair(n, func(p source.Pair) error {
			if !slices.Contains(phases, p.Key) {
				return unknownAt(p.Pos, "loop around "+l.placeName(l.at)+" in a phase", p.Key, phases)
			}
			return nil
		}))
	}
	wrong.add(l.innermost(loops, innermost))
	return wrong.err()
}

// turnsOf reads {seat: 2, passed: [1], taken: 3}.
func (l *loader) turnsOf(in *engine.Instruction, n *source.Node) error {
	loop := l.g.Loop(int(in.Loop))
	err := eachPair(n, func(p source.Pair) error {
		var err error
		switch p.Key {
		case "seat":
			loop.Seat, err = l.seat(p.Value.Text, p.Value.Pos)
			loop.Count = l.taken(in, loop.Seat)
		case "passed":
			loop.Passed, err = l.seats(p.Value)
		case "taken":
		default:
			err = unknownAt(p.Pos, "part of turns", p.Key, keyword.Lookup("turns in given").Names())
		}
		return err
	})
	if n := n.Get("taken"); n != nil {
		loop.Count = n.Number
	}
	l.p.SetLoop(int(in.Loop), loop)
	return err
}

// taken is how many turns have been taken when a seat is on turn for the first time.
func (l *loader) taken(in *engine.Instruction, seat engine.Seat) int {
	return (int(seat)-int(l.g.FirstTurn(in.Loop))+l.Layout.Seats)%l.Layout.Seats + 1
}

// innermost reads turn and passed, which are about the innermost turns.
func (l *loader) innermost(loops []engine.Instruction, i int) error {
	turn, passed := l.get("turn"), l.get("passed")
	if i < 0 {
		for _, n := range []*source.Node{turn, passed} {
			if n != nil {
				return failAt(n.Pos, "%s runs in no turns, so it cannot be anybody's turn", l.placeName(l.at))
			}
		}
		return nil
	}
	in := &loops[i]
	loop := l.g.Loop(int(in.Loop))
	var wrong faults
	if turn != nil {
		seat, err := l.seat(turn.Text, turn.Pos)
		wrong.add(err)
		loop.Seat, loop.Count = seat, l.taken(in, seat)
	}
	if passed != nil {
		seats, err := l.seats(passed)
		wrong.add(err)
		loop.Passed = seats
	}
	if len(wrong) == 0 {
		l.p.SetLoop(int(in.Loop), loop)
	}
	return wrong.err()
}

func (b *Book) seats(n *source.Node) (engine.SeatSet, error) {
	var set engine.SeatSet
	var wrong faults
	for _, item := range list(n) {
		s, err := b.seat(item.Text, item.Pos)
		wrong.add(err)
		set |= engine.Only(s)
	}
	return set, wrong.err()
}
