package position

import (
	"context"
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
func (b *Fixture) setUp(ctx context.Context, at int) (*engine.Game, error) {
	m, err := b.Take()
	if err != nil {
		return nil, err
	}
	defer b.Give(m)
	start := b.DefaultPlace()
	setup := b.Setup(m, 0)
	setup.Script = &engine.Scripted{Canonical: true}
	setup.CheckInvariants = false
	for s := 1; s <= b.Layout.Seats; s++ {
		setup.Deciders[s] =
			func(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
				return d.First(seat)
			}
	}
	g := engine.New(setup)
	status := engine.Going
	for status == engine.Going && err == nil {
		status, err = g.AdvanceStepTo(ctx,
			func(place int, _ engine.StepID) bool { return place >= 0 && (place == at || place == start) })
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("the game's own setup failed before %s: %w", b.PlaceName(start), err)
	case status != engine.Paused:
		return nil, fmt.Errorf("the game's own setup never comes to %s", b.PlaceName(start))
	}
	return g, nil
}

// DefaultPlace is where scenarios of the pack begin: its first step if it does
// not say.
func (b *Fixture) DefaultPlace() int {
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
	*Fixture
	given *source.Node
	p     *engine.Editor
	// at is the place of the flow that comes next.
	at int
	// amid: the game stands between two answers, where nothing is cleared and nothing jumps.
	amid bool
	placing
}

// Load returns a game in a position: setup's, standing as given says.
func (b *Fixture) Load(ctx context.Context, setup engine.Setup,
	given *source.Node) (*engine.Game, []engine.StepID, error) {
	l := &loader{Fixture: b, given: given}
	if err := errors.Join(l.keys(), l.findPlace()); err != nil {
		return nil, nil, err
	}
	from := l.at
	if bare := l.get("bare"); bare != nil && bare.Flag {
		from = 0
	}
	surrounding, err := b.Base(ctx, from)
	if err != nil {
		return nil, nil, &Failure{Pos: given.Pos, Code: CodeSetup, Message: err.Error()}
	}
	g := engine.Continue(setup, surrounding.Position())
	var watched []engine.StepID
	err = g.Edit(func(p *engine.Editor) error {
		l.p = p
		if err := l.all(); err != nil {
			return err
		}
		watched = p.Watch()
		return nil
	})
	return g, watched, err
}

// Edit changes a game that stands between two steps as given says; the log begins there anew.
func (b *Fixture) Edit(g *engine.Game, given *source.Node) error {
	l := &loader{Fixture: b, given: given, amid: true}
	for _, p := range given.Pairs {
		if !IsSeat(p.Key) && !slices.Contains([]string{"game", "table", "cards", "lasting", "used", "known"}, p.Key) {
			return FailAt(p, "given between answers changes seats, game, table, cards, lasting, used and known; "+
				"%s stands in the given at the top", p.Key)
		}
	}
	return g.Edit(func(p *engine.Editor) error {
		l.p = p
		return l.all()
	})
}

func (l *loader) keys() error {
	known := keyword.Lookup("given").Names()
	var wrong Failures
	if n := l.given.Get("bare"); n != nil && n.Kind != source.Flag && n.Kind != source.Null {
		wrong.Add(FailAt(n, "bare is true or false, not %s", n.Describe()))
	}
	for _, pair := range l.given.Pairs {
		if !IsSeat(pair.Key) && !slices.Contains(known, pair.Key) {
			wrong.Add(UnknownAt(pair, "part of a position", pair.Key, known))
		}
	}
	return wrong.Err()
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
	l.at = l.DefaultPlace()
	at, after := l.get("at"), l.get("after")
	var err error
	switch {
	case at != nil && after != nil:
		return FailAt(after, "a position stands at a step or after one, not both")
	case at != nil:
		l.at, err = l.Place(at)
	case after != nil:
		l.at, err = l.Place(after)
		l.at++
	}
	if err == nil && l.at >= len(l.Compiled.Pack.Flow)-1 {
		return FailAt(l.given, "a position stands before the end of the game")
	}
	return err
}

// all carries out the parts of the position, in an order in which later parts
// can refer to earlier ones.
func (l *loader) all() error {
	var wrong Failures
	usual := l.Loaded.Tree.Nodes.Game.Get("position")
	if !l.amid {
		wrong.Add(l.gameAttributes(usual.Get("game")))
	}
	wrong.Add(l.gameAttributes(l.get("game")))
	if !l.amid {
		for s := range l.Layout.AllSeats().Each() {
			wrong.Add(EachPair(usual.Get("seats"), func(p source.Pair) error { return l.seatAttribute(s, p) }))
		}
		wrong.Add(l.flow())
	}
	wrong.Add(l.cards())
	wrong.Add(l.lasting())
	wrong.Add(l.ages())
	wrong.Add(l.agenda())
	wrong.Add(l.uses())
	wrong.Add(l.knowledge())
	return wrong.Err()
}

func (l *loader) gameAttributes(n *source.Node) error {
	return EachPair(n, func(p source.Pair) error {
		id, ok := l.Compiled.GameAttributes[p.Key]
		if !ok {
			return UnknownAt(p, "attribute of the game", p.Key, AttributeNames(l.Compiled.Pack.Game))
		}
		v, err := l.settable(&l.Compiled.Pack.Game[id], p.Value)
		if err != nil {
			return err
		}
		return at(p.Value, l.p.SetGameAttribute(id, v))
	})
}

// at puts an error of the engine at the place of a node.
func at(n *source.Node, err error) error {
	if err == nil {
		return nil
	}
	return FailAt(n, "%s", err)
}

// EachPair calls do for each key of a map, nil for none, and gathers the errors.
func EachPair(n *source.Node, do func(source.Pair) error) error {
	if n == nil {
		return nil
	}
	if n.Kind != source.Map {
		return FailAt(n, "a map of keys is expected here, not %s", n.Describe())
	}
	var wrong Failures
	for _, p := range n.Pairs {
		wrong.Add(do(p))
	}
	return wrong.Err()
}

// EachItem calls do for each item of a list and gathers the errors.
func EachItem(items []*source.Node, do func(*source.Node) error) error {
	var wrong Failures
	for _, item := range items {
		wrong.Add(do(item))
	}
	return wrong.Err()
}

// EachSeat calls do for each key of a map, which are seats, and gathers the errors.
func (b *Fixture) EachSeat(n *source.Node, do func(engine.Seat, source.Pair) error) error {
	return EachPair(n, func(p source.Pair) error {
		seat, err := b.Seat(p.Key, p.Pos)
		if err != nil {
			return err
		}
		return do(seat, p)
	})
}

// flow puts the game at its place, in the turns and repetitions that are given.
func (l *loader) flow() error {
	l.p.Jump(l.at)
	var wrong Failures
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
				wrong.Add(l.turnsOf(in, n))
			}
		} else if n := repeats.Get(phase); n != nil {
			if n.Kind != source.Number {
				wrong.Add(FailAt(n, "the number of repetitions is expected, not %s", n.Describe()))
			}
			l.p.SetLoop(int(in.Loop), engine.Loop{Count: n.Number})
		}
	}
	for _, n := range []*source.Node{turns, repeats} {
		wrong.Add(EachPair(n, func(p source.Pair) error {
			if !slices.Contains(phases, p.Key) {
				return UnknownAt(p, "loop around "+l.PlaceName(l.at)+" in a phase", p.Key, phases)
			}
			return nil
		}))
	}
	wrong.Add(l.innermost(loops, innermost))
	return wrong.Err()
}

// turnsOf reads {seat: 2, passed: [1], taken: 3}.
func (l *loader) turnsOf(in *engine.Instruction, n *source.Node) error {
	loop := l.p.Loop(int(in.Loop))
	err := EachPair(n, func(p source.Pair) error {
		var err error
		switch p.Key {
		case "seat":
			loop.Seat, err = l.Seat(p.Value.Text, p.Value.Pos)
			loop.Count = l.taken(in, loop.Seat)
		case "passed":
			loop.Passed, err = l.Seats(p.Value)
		case "taken":
		default:
			err = UnknownAt(p, "part of turns", p.Key, keyword.Lookup("turns in given").Names())
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
	return (int(seat)-int(l.p.FirstTurn(in.Loop))+l.Layout.Seats)%l.Layout.Seats + 1
}

// innermost reads turn and passed, which are about the innermost turns.
func (l *loader) innermost(loops []engine.Instruction, i int) error {
	turn, passed := l.get("turn"), l.get("passed")
	if i < 0 {
		for _, n := range []*source.Node{turn, passed} {
			if n != nil {
				return FailAt(n, "%s runs in no turns, so it cannot be anybody's turn; an empty turn: or passed: "+
					"takes back what the given of a file says", l.PlaceName(l.at))
			}
		}
		return nil
	}
	in := &loops[i]
	loop := l.p.Loop(int(in.Loop))
	var wrong Failures
	if turn != nil {
		seat, err := l.Seat(turn.Text, turn.Pos)
		wrong.Add(err)
		loop.Seat = seat
		loop.Count = l.taken(in, seat)
	}
	if passed != nil {
		seats, err := l.Seats(passed)
		wrong.Add(err)
		loop.Passed = seats
	}
	if len(wrong) == 0 {
		l.p.SetLoop(int(in.Loop), loop)
	}
	return wrong.Err()
}

// Seats reads a seat, a list of seats, or nobody.
func (b *Fixture) Seats(n *source.Node) (engine.SeatSet, error) {
	var set engine.SeatSet
	if n.Kind == source.Null || n.IsScalar() && Fold(n.Text) == "nobody" {
		return set, nil
	}
	err := EachItem(n.Entries(), func(item *source.Node) error {
		s, err := b.Seat(item.Text, item.Pos)
		set |= engine.Only(s)
		return err
	})
	return set, err
}
