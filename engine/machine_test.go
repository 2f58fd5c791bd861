package engine

import (
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
		return op{rapid.IntRange(0, len(opKinds)-1).Draw(t, "kind"), number.Draw(t, "a"), number.Draw(t, "b"), number.Draw(t, "c")}
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
}

func newMachine(ops program) *machine {
	m := &machine{table: newTable(), ops: ops}
	m.act, m.message = m.word("act"), m.word("message")
	m.Order = OrderPolicy{From: m.first, Rounds: true}
	m.Triggers[m.hit].From = hitSeat
	m.declareAbilities()
	m.list = m.step("list", func(g *Game, args []Value) error { return m.runList(g, int(args[0].N), int(args[1].N)) })
	m.declarePhase("week", Param{Name: "seat", Kind: SeatKind})
	deal := m.do("deal", m.deal)
	turn := m.turn("turn", func(g *Game, seat Seat) error {
		if g.Turn() != seat {
			panic("the turn is another seat's")
		}
		return m.runList(g, int(seat), 3)
	})
	m.flow(deal, m.times(2, m.phase("week", m.turns(m.first, true, turn))))
	return m
}

func (m *machine) declareAbilities() {
	m.on(m.hit, After, "echo", m.alpha, func(g *Game, in *Instance, ev *Ev) error {
		mark := g.Printed(in.Card, m.mark).N
		if err := g.SetAttribute(in.Card, m.mark, Num(int(mark)+1)); err != nil {
			return err
		}
		if mark%3 == 2 {
			return errScript
		}
		if mark == 0 {
			fall := m.ev(g, m.fall, CardValue(in.Card))
			defer g.FreeEv(fall)
			return g.Raise(fall, func(*Ev) error { return g.SetAttribute(in.Card, m.posture, WordValue(m.down)) })
		}
		return nil
	})
	guard := m.may(m.hit, Replace, "guard", m.beta, func(g *Game, in *Instance, ev *Ev) error {
		ev.Params[hitWho] = CardValue(in.Card)
		return nil
	})
	guard.Limit = Limit{Times: 1, Per: m.fall}
	m.on(m.hit, Before, "ward", m.gamma, func(g *Game, in *Instance, ev *Ev) error {
		ev.Params[hitN].N++
		ev.Cancelled = ev.Params[hitN].N > 6
		return nil
	})
	spoils := m.may(m.fall, After, "spoils", m.beta, func(g *Game, in *Instance, ev *Ev) error {
		r, err := g.Choose(&Decision{Kind: PickNumber, Seat: 1, Prompt: m.message, Min: 0, Max: 3})
		if err != nil {
			return err
		}
		return g.SetSeatAttribute(1, m.points, Num(r[0]))
	})
	spoils.HeardBefore = true
	m.when(spoils, func(g *Game, in *Instance, ev *Ev) (bool, error) { return ev.Params[0].Card() != in.Card, nil })
	m.ghost = m.on(m.hit, After, "ghost", m.alpha, func(g *Game, in *Instance, ev *Ev) error {
		return g.Say(m.message, []Named{{m.word("who"), ev.Params[hitWho]}}, g.all)
	})
	m.Defs[m.alpha].Abilities = m.Defs[m.alpha].Abilities[:1] // only lasting effects have it
	m.ability(Ability{Name: "banner", Form: Modifier, Of: m.power, OfHolder: OfCard, Op: Add, Amount: Num(1)}, m.gamma)
	roll := m.ability(Ability{Name: "dice", Form: Action, ActionKind: m.act, HasRun: true, Limit: Limit{Times: 2, Per: -1}}, m.gamma)
	m.acts[roll.ID] = func(g *Game, in *Instance, seat Seat) error {
		_, err := g.Roll(m.d6, 2, Only(seat))
		return err
	}
}

func (m *machine) deal(g *Game) error {
	for s := Seat(1); int(s) <= g.Seats; s++ {
		if err := g.SetController(CardID(s), s); err != nil {
			return err
		}
	}
	return must(g.SetController(m.c(g, m.gamma, 1), 2), g.SetController(m.c(g, m.beta, 1), 1), m.runList(g, 0, 3))
}

func (m *machine) runList(g *Game, list, depth int) error {
	for _, o := range m.ops[list%len(m.ops)] {
		if err := opKinds[o.kind](m, g, o, depth); err != nil {
			return err
		}
	}
	return nil
}

func (o op) card(g *Game) CardID { return CardID(o.a%g.Cards() + 1) }
func (o op) zone(g *Game) ZoneID { return ZoneID(o.b%g.ZoneTotal() + 1) }
func (o op) seat(g *Game) Seat   { return Seat(o.c%g.Seats + 1) }

// opKinds are the operations of programs. Errors of an operation that just
// does not fit (a full zone) are dropped; those of unwinding are passed on.
var opKinds = []func(m *machine, g *Game, o op, depth int) error{
	func(m *machine, g *Game, o op, _ int) error { g.Move(o.card(g), o.zone(g), o.c%4-1); return nil },
	func(m *machine, g *Game, o op, _ int) error {
		g.Move(o.card(g), m.z(g, m.hand, o.seat(g)), Top)
		return nil
	},
	func(m *machine, g *Game, o op, _ int) error {
		g.Move(o.card(g), m.z(g, m.deck, o.seat(g)), o.b%4-1)
		return nil
	},
	func(m *machine, g *Game, o op, _ int) error { return g.Shuffle(o.zone(g)) },
	func(m *machine, g *Game, o op, _ int) error { return g.Shuffle(m.z(g, m.deck, o.seat(g))) },
	func(m *machine, g *Game, o op, _ int) error { return g.Reveal(o.card(g), Only(o.seat(g))) },
	func(m *machine, g *Game, o op, _ int) error { return g.Conceal(o.card(g)) },
	func(m *machine, g *Game, o op, _ int) error { return g.SetSeatAttribute(o.seat(g), m.points, Num(o.a)) },
	func(m *machine, g *Game, o op, _ int) error { return g.SetGameAttribute(m.first, SeatValue(o.seat(g))) },
	func(m *machine, g *Game, o op, _ int) error { return g.SetController(o.card(g), o.seat(g)) },
	func(m *machine, g *Game, o op, _ int) error { return g.SetOwner(o.card(g), o.seat(g)) },
	func(m *machine, g *Game, o op, _ int) error { _, err := g.Roll(m.d6, o.a%3, g.all); return err },
	func(m *machine, g *Game, o op, _ int) error { _, err := g.DrawFrom(o.zone(g), o.a%3); return err },
	func(m *machine, g *Game, o op, _ int) error {
		_, err := g.Last(Effect{Ability: m.ghost.ID, Card: o.card(g), Seat: o.seat(g), Until: TriggerID(o.b%3 - 1), UntilSeat: Seat(o.a % 2)})
		return err
	},
	func(m *machine, g *Game, o op, _ int) error { return g.Expire(m.ghost.NameSymbol, 0) },
	func(m *machine, g *Game, o op, depth int) error {
		if depth == 0 {
			return nil
		}
		return g.Schedule(m.list, []Value{Num(o.a % 4), Num(depth - 1)})
	},
	hitOp, hitOp, hitOp,
	chooseOp, chooseOp, chooseOp,
	func(m *machine, g *Game, o op, _ int) error {
		return g.RaiseAll([]*Ev{m.ev(g, m.fall, CardValue(o.card(g))), m.ev(g, m.fall, CardValue(1))}, nil)
	},
	func(m *machine, g *Game, o op, _ int) error {
		offered, err := g.Offered(m.act, o.seat(g))
		if err != nil || len(offered) == 0 {
			return err
		}
		return g.Perform(offered[0], o.seat(g))
	},
	func(m *machine, g *Game, o op, _ int) error {
		if g.Pass(o.seat(g)) != nil || o.a > 900 {
			return g.Finish(Only(o.seat(g)), m.message)
		}
		return nil
	},
}

func hitOp(m *machine, g *Game, o op, _ int) error {
	ev := m.ev(g, m.hit, CardValue(o.card(g)), CardValue(1), Value{}, Num(o.b%6), SeatValue(o.seat(g)))
	defer g.FreeEv(ev)
	return g.Raise(ev, func(ev *Ev) error {
		return g.SetSeatAttribute(1, m.points, Num(int(ev.Params[hitN].N)))
	})
}

func chooseOp(m *machine, g *Game, o op, _ int) error {
	var options []Choice
	for i := range o.b % 5 {
		options = append(options, One(CardValue(CardID((o.a+i)%g.Cards()+1))))
	}
	d := &Decision{Kind: DecisionKind(o.c % 6), Seat: o.seat(g), Prompt: m.message, Options: options, Max: o.a % 4, Total: o.a % 4}
	if d.Kind == PickOne {
		d.Optional = o.a%2 == 0
	}
	d.Max = max(d.Max, d.Min)
	if o.a%5 == 0 && g.Seats > 1 {
		d.Seats, d.SecretOptions = g.all, make([][]Choice, g.Seats+1)
		for s := range d.SecretOptions {
			d.SecretOptions[s] = options
		}
		replies, err := g.ChooseSecretly(d)
		if err != nil {
			return dropRefusal(err)
		}
		return g.SetSeatAttribute(1, m.points, Num(sum(replies[0])*10+sum(replies[1])))
	}
	r, err := g.Choose(d)
	if err != nil {
		return dropRefusal(err)
	}
	return g.SetSeatAttribute(d.Seat, m.points, Num(sum(r)))
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
		low := d.least(n)
		return order[:low+s.Below(min(d.Max, n)-low+1)]
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
	return func(_ *Game, d *Decision, seat Seat) Reply {
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
	_, err := g.Advance()
	return g, err
}

// answerAll answers every open decision as answers would, until the game ends
// or the decision with number until is open.
func answerAll(g *Game, answers Decider, until int) error {
	for {
		status, err := g.Advance()
		if err != nil || status == Ended {
			return err
		}
		d := g.Open()
		if d.Number == until {
			return nil
		}
		for s := Seat(1); int(s) <= g.Seats; s++ {
			if g.Open() == d && d.Waits(s) {
				if err := g.Answer(d.Number, s, answers(g, d, s)); err != nil {
					return err
				}
			}
		}
	}
}
