package engine

import (
	"context"
	"testing"

	"github.com/ruledeck/ruledeck/engine/rng"
	"pgregory.net/rapid"
)

// A program is a random game: lists of operations that the steps carry out.
// It is drawn before the game, so that a step that is run again does the same.
type program [][]op

type op struct{ kind, a, b, c int }

func drawProgram(t *rapid.T) program {
	number := rapid.IntRange(0, 1000)
	one := rapid.Custom(func(t *rapid.T) op {
		return op{rapid.IntRange(0, len(opKinds)-1).Draw(t, "kind"), number.Draw(t, "a"),
			number.Draw(t, "b"), number.Draw(t, "c")}
	})
	return rapid.SliceOfN(rapid.SliceOfN(one, 0, 10), 4, 4).Draw(t, "program")
}

// machine is the table with the abilities and the flow that programs use.
type machine struct {
	*table
	ops     program
	list    StepID
	ghost   *Ability
	act     Symbol
	message Symbol
	// kinds finds an operation by its number; a machine without it has opKinds alone.
	kinds func(kind int) func(m *machine, r *Run, o op, depth int) error
}

func newMachine(ops program) *machine {
	m := &machine{table: newTable(), ops: ops}
	m.act, m.message = m.word("act"), m.word("message")
	m.Order = OrderPolicy{From: m.first, Rounds: true}
	m.Triggers[m.hit].From = hitSeat
	m.declareAbilities()
	m.list = m.step("list", func(r *Run, args []Value) error { return m.runList(r, int(args[0].N), int(args[1].N)) })
	m.declarePhase("week", Param{Name: "seat", Kind: SeatKind})
	deal := m.do("deal", m.deal)
	turn := m.turn("turn", func(r *Run, seat Seat) error {
		if r.Turn() != seat {
			panic("the turn is another seat's")
		}
		return m.runList(r, int(seat), 3)
	})
	m.flow(deal, m.times(2, m.phase("week", m.turns(m.first, true, turn))))
	return m
}

func (m *machine) declareAbilities() {
	m.on(m.hit, After, "echo", m.alpha, func(r *Run, in *Instance, ev *Raised) error {
		mark := r.Printed(in.Card, m.mark).N
		if err := r.SetAttribute(in.Card, m.mark, Num(int(mark)+1)); err != nil {
			return err
		}
		if mark%3 == 2 {
			return errScript
		}
		if mark == 0 {
			fall := m.ev(r, m.fall, CardValue(in.Card))
			defer r.FreeRaised(fall)
			return r.Raise(fall, func(*Raised) error { return r.SetAttribute(in.Card, m.posture, WordValue(m.down)) })
		}
		return nil
	})
	guard := m.may(m.hit, Replace, "guard", m.beta, func(r *Run, in *Instance, ev *Raised) error {
		ev.Params[hitWho] = CardValue(in.Card)
		return nil
	})
	guard.Limit = Limit{Times: 1, Per: m.fall}
	m.on(m.hit, Before, "ward", m.gamma, func(r *Run, in *Instance, ev *Raised) error {
		ev.Params[hitN].N++
		ev.Cancelled = ev.Params[hitN].N > 6
		return nil
	})
	spoils := m.may(m.fall, After, "spoils", m.beta, func(r *Run, in *Instance, ev *Raised) error {
		reply, err := r.Choose(&Decision{Kind: PickNumber, Seat: 1, Prompt: m.message, Min: 0, Max: 3})
		if err != nil {
			return err
		}
		return r.SetSeatAttribute(1, m.points, Num(reply[0]))
	})
	spoils.LastKnown = true
	m.when(spoils, func(r *Run, in *Instance, ev *Raised) (bool, error) { return ev.Params[0].Card() != in.Card, nil })
	m.ghost = m.on(m.hit, After, "ghost", m.alpha, func(r *Run, in *Instance, ev *Raised) error {
		return r.Say(m.message, []Named{{m.word("who"), ev.Params[hitWho]}}, r.all)
	})
	m.Defs[m.alpha].Abilities = m.Defs[m.alpha].Abilities[:1] // only lasting effects have it
	m.ability(Ability{Name: "banner", Form: Modifier, Of: m.power, OfHolder: OfCard, Op: Add, Amount: Num(1)}, m.gamma)
	roll := m.ability(Ability{Name: "dice", Form: Action, ActionKind: m.act, HasRun: true,
		Limit: Limit{Times: 2, Per: -1}}, m.gamma)
	m.acts[roll.ID] = func(r *Run, in *Instance, seat Seat) error {
		_, err := r.Roll(m.d6, nil, 2, Only(seat))
		return err
	}
}

func (m *machine) deal(r *Run) error {
	for s := Seat(1); int(s) <= r.Seats; s++ {
		if err := r.SetController(CardID(s), s); err != nil {
			return err
		}
	}
	return must(r.SetController(m.c(&r.Position, m.gamma, 1), 2),
		r.SetController(m.c(&r.Position, m.beta, 1), 1), m.runList(r, 0, 3))
}

func (m *machine) runList(r *Run, list, depth int) error {
	for _, o := range m.ops[list%len(m.ops)] {
		kind := m.kinds
		if kind == nil {
			kind = func(k int) func(m *machine, r *Run, o op, depth int) error { return opKinds[k] }
		}
		if err := kind(o.kind)(m, r, o, depth); err != nil {
			return err
		}
	}
	return nil
}

func (o op) card(p *Position) CardID { return CardID(o.a%p.Cards() + 1) }
func (o op) zone(p *Position) ZoneID { return ZoneID(o.b%p.ZoneTotal() + 1) }
func (o op) seat(p *Position) Seat   { return Seat(o.c%p.Seats + 1) }

// opKinds are the operations of programs. Errors of an operation that just
// does not fit (a full zone) are dropped; those of unwinding are passed on.
var opKinds = []func(m *machine, r *Run, o op, depth int) error{
	func(m *machine, r *Run, o op, _ int) error {
		r.Move(o.card(&r.Position), o.zone(&r.Position), o.c%4-1)
		return nil
	},
	func(m *machine, r *Run, o op, _ int) error {
		r.Move(o.card(&r.Position), m.z(&r.Position, m.hand, o.seat(&r.Position)), Top)
		return nil
	},
	func(m *machine, r *Run, o op, _ int) error {
		r.Move(o.card(&r.Position), m.z(&r.Position, m.deck, o.seat(&r.Position)), o.b%4-1)
		return nil
	},
	func(m *machine, r *Run, o op, _ int) error { return r.Shuffle(o.zone(&r.Position)) },
	func(m *machine, r *Run, o op, _ int) error {
		return r.Shuffle(m.z(&r.Position, m.deck, o.seat(&r.Position)))
	},
	func(m *machine, r *Run, o op, _ int) error {
		return r.Reveal(o.card(&r.Position), Only(o.seat(&r.Position)))
	},
	func(m *machine, r *Run, o op, _ int) error { return r.Conceal(o.card(&r.Position)) },
	func(m *machine, r *Run, o op, _ int) error {
		return r.SetSeatAttribute(o.seat(&r.Position), m.points, Num(o.a))
	},
	func(m *machine, r *Run, o op, _ int) error {
		return r.SetGameAttribute(m.first, SeatValue(o.seat(&r.Position)))
	},
	func(m *machine, r *Run, o op, _ int) error {
		return r.SetController(o.card(&r.Position), o.seat(&r.Position))
	},
	func(m *machine, r *Run, o op, _ int) error {
		return r.SetOwner(o.card(&r.Position), o.seat(&r.Position))
	},
	func(m *machine, r *Run, o op, _ int) error { _, err := r.Roll(m.d6, nil, o.a%3, r.all); return err },
	func(m *machine, r *Run, o op, _ int) error {
		_, err := r.DrawFrom(o.zone(&r.Position), o.a%3)
		return err
	},
	func(m *machine, r *Run, o op, _ int) error {
		_, err := r.Last(Effect{Ability: m.ghost.ID, Card: o.card(&r.Position), Seat: o.seat(&r.Position),
			Until: TriggerID(o.b%3 - 1)})
		return err
	},
	func(m *machine, r *Run, o op, _ int) error { return r.Expire(m.ghost.NameSymbol, 0) },
	func(m *machine, r *Run, o op, depth int) error {
		if depth == 0 {
			return nil
		}
		return r.Schedule(m.list, []Value{Num(o.a % 4), Num(depth - 1)})
	},
	hitOp, hitOp, hitOp,
	chooseOp, chooseOp, chooseOp,
	func(m *machine, r *Run, o op, _ int) error {
		return r.RaiseAll([]*Raised{m.ev(r, m.fall, CardValue(o.card(&r.Position))), m.ev(r, m.fall, CardValue(1))},
			nil)
	},
	func(m *machine, r *Run, o op, _ int) error {
		offered, err := r.Offered(nil, m.act, o.seat(&r.Position))
		if err != nil || len(offered) == 0 {
			return err
		}
		return r.Perform(offered[0], o.seat(&r.Position))
	},
	func(m *machine, r *Run, o op, _ int) error {
		if r.Pass(o.seat(&r.Position)) != nil || o.a > 900 {
			return r.Finish(Only(o.seat(&r.Position)), m.message)
		}
		return nil
	},
}

func hitOp(m *machine, r *Run, o op, _ int) error {
	ev := m.ev(r, m.hit, CardValue(o.card(&r.Position)), CardValue(1), Value{}, Num(o.b%6),
		SeatValue(o.seat(&r.Position)))
	defer r.FreeRaised(ev)
	return r.Raise(ev, func(ev *Raised) error {
		return r.SetSeatAttribute(1, m.points, Num(int(ev.Params[hitN].N)))
	})
}

func chooseOp(m *machine, r *Run, o op, _ int) error {
	var options []Choice
	for i := range o.b % 5 {
		options = append(options, One(CardValue(CardID((o.a+i)%r.Cards()+1))))
	}
	d := &Decision{Kind: DecisionKind(o.c % len(kinds)), Seat: o.seat(&r.Position), Prompt: m.message, Options: options,
		Max: o.a % 4, Total: o.a % 4}
	if d.Kind == PickOne {
		d.Optional = o.a%2 == 0
	}
	d.Max = max(d.Max, d.Min)
	if o.a%5 == 0 && r.Seats > 1 {
		d.Seats, d.SecretOptions = r.all, make([][]Choice, r.Seats+1)
		for s := range d.SecretOptions {
			d.SecretOptions[s] = options
		}
		replies, err := r.ChooseSecretly(d)
		if err != nil {
			return dropRefusal(err)
		}
		return r.SetSeatAttribute(1, m.points, Num(sum(replies[0])*10+sum(replies[1])))
	}
	reply, err := r.Choose(d)
	if err != nil {
		return dropRefusal(err)
	}
	return r.SetSeatAttribute(d.Seat, m.points, Num(sum(reply)))
}

// dropRefusal drops the errors of decisions that no answer would fit.
func dropRefusal(err error) error {
	if Unwinds(err) {
		return err
	}
	return nil
}

func sum(r Reply) int {
	n := len(r)
	for i, v := range r {
		n += (i + 1) * v
	}
	return n
}

// legalReply draws a legal reply from a source.
func legalReply(s *rng.Source, d *Decision, seat Seat) Reply {
	n := len(d.OptionsOf(seat))
	order := every(n)
	rng.Shuffle(s, order)
	switch d.Kind {
	case PickOne:
		if d.Optional && s.Below(3) == 0 || n == 0 {
			return Reply{}
		}
		return Reply{s.Below(n)}
	case YesNo:
		return Reply{s.Below(2)}
	case PickSome:
		low, high := d.ShapeOf(seat).Bounds()
		return order[:low+s.Below(high-low+1)]
	case PickOrder:
		return order
	case PickNumber:
		return Reply{d.Min + s.Below(d.Max-d.Min+1)}
	}
	out := make(Reply, n)
	for left := d.Total; left > 0; {
		if i := s.Below(n); d.Max == 0 || out[i] < d.Max {
			out[i]++
			left--
		}
	}
	return out
}

// replies is a decider whose answers depend on the seed, the decision and the
// seat alone, so that they are the same whoever asks and when.
func replies(seed uint64) Decider {
	return func(_ context.Context, _ *Position, d *Decision, seat Seat) Reply {
		var s rng.Source
		s.Seed(seed, uint64(seat), uint32(d.Number))
		return legalReply(&s, d, seat)
	}
}

// machineSetup is the setup of a program's game for two seats.
func (m *machine) machineSetup(t testing.TB) Setup {
	setup := m.setup(t, 2)
	setup.ContinueOnError = true
	return setup
}

// playSync plays a game with deciders in process.
func playSync(setup Setup, answers Decider) (*Game, error) {
	for s := range setup.Deciders {
		setup.Deciders[s] = answers
	}
	g := New(setup)
	_, err := g.Advance(context.Background())
	return g, err
}

// answerAll answers every open decision as answers would, until the game ends
// or the decision with number until is open.
func answerAll(g *Game, answers Decider, until int) error {
	for {
		status, err := g.Advance(context.Background())
		if err != nil || status == Ended {
			return err
		}
		d := g.Open()
		if d.Number == until {
			return nil
		}
		for s := Seat(1); int(s) <= g.run.Seats; s++ {
			if g.Open() == d && d.Waits(s) {
				if err := g.Answer(d.Number, s, answers(context.Background(), &g.run.Position, d, s)); err != nil {
					return err
				}
			}
		}
	}
}
