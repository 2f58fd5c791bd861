package engine

import (
	"fmt"
	"strings"
	"testing"
)

// hunches is a game in which one thing goes by a value that seat 1 cannot know: the strength of the
// first card in the hand of seat 2 or, with secrets, the coins in its purse.
type hunches struct {
	*table
	purse          AttributeID
	message, other Symbol
	later          StepID
	ghost          *Ability
	question       *Decision
	secret         bool
}

// hunch is what goes by it: act does it, in a step before the question and in the step of the
// question; the question itself may be changed, too.
type hunch struct {
	name string
	act  func(h *hunches, r *Run, high bool) error
}

// card is what the hunch goes by: the first card in the hand of seat 2 or, where that is empty, of
// its deck.
func (h *hunches) card(r *Run) CardID {
	if c := r.TopOf(h.z(&r.Position, h.hand, 2)); c != 0 {
		return c
	}
	return r.TopOf(h.z(&r.Position, h.deck, 2))
}

// oneOrTwo is 2 in one of the cases, else 1.
func oneOrTwo(high bool) Value { return Num(1 + int(Bool(high).N)) }

// if1 does something only in one of the cases.
func if1(do func(h *hunches, r *Run) error) func(h *hunches, r *Run, high bool) error {
	return func(h *hunches, r *Run, high bool) error {
		if high {
			return do(h, r)
		}
		return nil
	}
}

// asksFor changes the question.
func asksFor(change func(h *hunches, d *Decision)) func(h *hunches, r *Run, high bool) error {
	return func(h *hunches, r *Run, high bool) error {
		if high {
			change(h, h.question)
		}
		return nil
	}
}

var everyHunch = []hunch{
	{"nothing", func(*hunches, *Run, bool) error { return nil }},
	{"points of a seat", func(h *hunches, r *Run, high bool) error {
		return r.SetSeatAttribute(2, h.points, oneOrTwo(high))
	}},
	{"a value of the game", func(h *hunches, r *Run, high bool) error {
		return r.SetGameAttribute(h.round, oneOrTwo(high))
	}},
	{"a card named by a seat", func(h *hunches, r *Run, high bool) error {
		return r.SetSeatAttribute(1, h.friend, CardValue(CardID(oneOrTwo(high).N+8)))
	}},
	{"a hidden card named by a seat", func(h *hunches, r *Run, _ bool) error {
		return r.SetSeatAttribute(1, h.friend, CardValue(h.card(r)))
	}},
	{"a value of a card", func(h *hunches, r *Run, high bool) error {
		return must(r.SetAttribute(1, h.mark, oneOrTwo(high)), r.SetAttribute(7, h.mark, oneOrTwo(high)))
	}},
	{"whose a card is", func(h *hunches, r *Run, high bool) error {
		return r.SetController(9, Seat(oneOrTwo(high).N))
	}},
	{"who has a card", func(h *hunches, r *Run, high bool) error { return r.SetOwner(9, Seat(oneOrTwo(high).N)) }},
	{"where a card goes", func(h *hunches, r *Run, high bool) error {
		return r.Move(9, h.z(&r.Position, h.discard, Seat(oneOrTwo(high).N)), Top)
	}},
	{"whether a card goes", if1(func(h *hunches, r *Run) error {
		return r.Move(9, h.z(&r.Position, h.discard, 1), Top)
	})},
	{"where in a pile a card lies", func(h *hunches, r *Run, high bool) error {
		place := Top
		if high {
			place = Bottom
		}
		return r.Move(9, h.z(&r.Position, h.discard, 2), place)
	}},
	{"the card itself goes", func(h *hunches, r *Run, _ bool) error {
		return r.Move(h.card(r), h.z(&r.Position, h.chest, 2), Top)
	}},
	{"the card itself is shown", if1(func(h *hunches, r *Run) error {
		return r.Reveal(h.card(r), r.all)
	})},
	{"the card itself is drawn back", func(h *hunches, r *Run, _ bool) error {
		c := h.card(r)
		return must(r.Move(c, h.z(&r.Position, h.deck, 2), Top), r.Shuffle(h.z(&r.Position, h.deck, 2)))
	}},
	{"cards lie on it", func(h *hunches, r *Run, _ bool) error {
		return r.Move(10, h.at(&r.Position, h.upon, h.card(r)), Top)
	}},
	{"an open die", if1(func(h *hunches, r *Run) error { _, err := r.Roll(h.d6, nil, 1, r.all); return err })},
	{"a die of its own", if1(func(h *hunches, r *Run) error { _, err := r.Roll(h.d6, nil, 1, Only(2)); return err })},
	{"which die", func(h *hunches, r *Run, high bool) error {
		_, err := r.Roll(DieID(oneOrTwo(high).N-1), nil, 1, r.all)
		return err
	}},
	{"how many dice", func(h *hunches, r *Run, high bool) error {
		_, err := r.Roll(h.d6, nil, int(oneOrTwo(high).N), 0)
		return err
	}},
	{"a draw", if1(func(h *hunches, r *Run) error {
		_, err := r.DrawFrom(h.z(&r.Position, h.pool, 0), 1)
		return err
	})},
	{"a draw that goes to a hand", func(h *hunches, r *Run, _ bool) error {
		drawn, err := r.DrawFrom(h.z(&r.Position, h.pool, 0), 1)
		if err != nil || len(drawn) == 0 {
			return err
		}
		return r.Move(drawn[0], h.z(&r.Position, h.hand, 2), Top)
	}},
	{"a shuffle", if1(func(h *hunches, r *Run) error { return r.Shuffle(h.z(&r.Position, h.deck, 2)) })},
	{"which pile is shuffled", func(h *hunches, r *Run, high bool) error {
		return r.Shuffle(h.z(&r.Position, h.deck, Seat(oneOrTwo(high).N)))
	}},
	{"how many cards are shuffled", func(h *hunches, r *Run, high bool) error {
		if high {
			if err := r.Move(10, h.z(&r.Position, h.deck, 2), Top); err != nil {
				return err
			}
		}
		return r.Shuffle(h.z(&r.Position, h.deck, 2))
	}},
	{"a message", if1(func(h *hunches, r *Run) error { return r.Say(h.message, nil, r.all) })},
	{"a message to seat 2", if1(func(h *hunches, r *Run) error { return r.Say(h.message, nil, Only(2)) })},
	{"what a message says", func(h *hunches, r *Run, high bool) error {
		return r.Say(h.message, []Named{{h.other, oneOrTwo(high)}}, Only(1))
	}},
	{"how much a message says", func(h *hunches, r *Run, high bool) error {
		return r.Say(h.message, make([]Named, oneOrTwo(high).N), Only(1))
	}},
	{"of which card a message is", func(h *hunches, r *Run, high bool) error {
		return r.Say(h.message, []Named{{h.other, CardValue(CardID(9 + oneOrTwo(high).N))}}, Only(1))
	}},
	{"which message", func(h *hunches, r *Run, high bool) error {
		return r.Say([]Symbol{h.message, h.other}[oneOrTwo(high).N-1], nil, Only(1))
	}},
	{"a trigger", if1(func(h *hunches, r *Run) error { return r.Raise(h.ev(r, h.fall, CardValue(9)), nil) })},
	{"which trigger", func(h *hunches, r *Run, high bool) error {
		return r.Raise(h.ev(r, []TriggerID{h.fall, h.hit}[oneOrTwo(high).N-1], CardValue(9)), nil)
	}},
	{"what a trigger says", func(h *hunches, r *Run, high bool) error {
		return r.Raise(h.ev(r, h.hit, CardValue(9), Value{}, Value{}, oneOrTwo(high)), nil)
	}},
	{"a question to seat 1", if1(func(h *hunches, r *Run) error {
		_, err := r.Choose(&Decision{Kind: YesNo, Seat: 1, Prompt: h.other})
		return err
	})},
	{"a question to seat 2", if1(func(h *hunches, r *Run) error {
		_, err := r.Choose(&Decision{Kind: YesNo, Seat: 2, Prompt: h.other})
		return err
	})},
	{"what its seat may choose", func(h *hunches, r *Run, _ bool) error {
		reply, err := r.Choose(&Decision{Kind: PickOne, Seat: 2, Prompt: h.other, Optional: true,
			Options: cardOptions(r.CardsIn(nil, h.z(&r.Position, h.hand, 2)))})
		if err != nil || len(reply) == 0 {
			return err
		}
		return r.Move(r.CardsIn(nil, h.z(&r.Position, h.hand, 2))[reply[0]], h.z(&r.Position, h.discard, 2), Top)
	}},
	{"all that is chosen in secret", func(h *hunches, r *Run, _ bool) error {
		d := &Decision{Kind: PickSome, Seats: r.all, Secret: true, Prompt: h.other, Max: 2,
			SecretOptions: [][]Choice{nil, numbers(1, 2, 3), cardOptions(r.CardsIn(nil, h.z(&r.Position, h.hand, 2)))}}
		replies, err := r.ChooseSecretly(d)
		if err != nil {
			return err
		}
		return r.SetSeatAttribute(1, h.points, Num(len(replies[0])))
	}},
	{"amounts in secret", func(h *hunches, r *Run, _ bool) error {
		d := &Decision{Kind: Split, Seats: r.all, Secret: true, Prompt: h.other, Total: 3, Max: 2,
			SecretOptions: [][]Choice{nil, numbers(1, 2), numbers(1, 2, 3)}}
		_, err := r.ChooseSecretly(d)
		return err
	}},
	{"a number in secret", func(h *hunches, r *Run, _ bool) error {
		d := &Decision{Kind: PickNumber, Seats: r.all, Secret: true, Prompt: h.other, Min: 2, Max: 5,
			SecretOptions: make([][]Choice, 3)}
		_, err := r.ChooseSecretly(d)
		return err
	}},
	{"one or none in secret", func(h *hunches, r *Run, _ bool) error {
		d := &Decision{Kind: PickOne, Seats: r.all, Secret: true, Prompt: h.other, Optional: true,
			SecretOptions: [][]Choice{nil, numbers(1, 2), numbers(1, 2, 3)}}
		_, err := r.ChooseSecretly(d)
		return err
	}},
	{"a step later", if1(func(h *hunches, r *Run) error { return r.Schedule(h.later, []Value{Num(1)}) })},
	{"what a step gets", func(h *hunches, r *Run, high bool) error {
		return r.Schedule(h.later, []Value{oneOrTwo(high)})
	}},
	{"which card a step gets", func(h *hunches, r *Run, _ bool) error {
		return r.Schedule(h.later, []Value{Num(2), CardValue(h.card(r))})
	}},
	{"what it may do", func(h *hunches, r *Run, _ bool) error {
		offered, err := r.Offered(nil, h.message, 2)
		if err != nil || len(offered) == 0 {
			return err
		}
		var options []Choice
		for _, v := range offered {
			options = append(options, One(v))
		}
		options = append(options, One(Num(1)))
		reply, err := r.Choose(&Decision{Kind: PickOne, Seat: 2, Prompt: h.other, Options: options})
		if err != nil || reply[0] == len(offered) {
			return err
		}
		return r.Perform(offered[reply[0]], 2)
	}},
	{"what its seat is told", func(h *hunches, r *Run, _ bool) error {
		return r.Say(h.message, []Named{{h.other, CardValue(h.card(r))},
			{h.other, ZoneValue(h.z(&r.Position, h.hand, 2))}}, Only(2))
	}},
	{"which of its cards goes", func(h *hunches, r *Run, high bool) error {
		cards := r.CardsIn(nil, h.z(&r.Position, h.hand, 2))
		if len(cards) == 0 {
			return nil
		}
		return r.Move(cards[int(oneOrTwo(high).N)%len(cards)], h.z(&r.Position, h.deck, 2), Bottom)
	}},
	{"all of a hand goes at once", func(h *hunches, r *Run, high bool) error {
		var list []Departure
		for i, c := range r.CardsIn(nil, h.z(&r.Position, h.hand, 2)) {
			to := h.z(&r.Position, h.chest, 2)
			if high && i == 1 {
				to = h.z(&r.Position, h.chest, 1)
			}
			list = append(list, Departure{c, to})
		}
		return r.MoveAtOnce(append(list, list...), Top)
	}},
	{"hands are passed on", func(h *hunches, r *Run, _ bool) error {
		var list []Departure
		for s := Seat(1); s <= 2; s++ {
			for _, c := range r.CardsIn(nil, h.z(&r.Position, h.hand, s)) {
				list = append(list, Departure{c, h.z(&r.Position, h.hand, 3-s)})
			}
		}
		return r.MoveAtOnce(list, Top)
	}},
	{"what lasts", func(h *hunches, r *Run, _ bool) error {
		c := h.card(r)
		_, err := r.Last(Effect{Ability: h.ghost.ID, Card: c, Seat: 2, Until: -1, While: c})
		return err
	}},
	{"who wins", if1(func(h *hunches, r *Run) error { return r.Finish(Only(1), h.message) })},
	{"who passes", if1(func(h *hunches, r *Run) error { return r.Pass(2) })},
	{"the prompt", asksFor(func(h *hunches, d *Decision) { d.Prompt = h.other })},
	{"the options", asksFor(func(_ *hunches, d *Decision) { d.Options = numbers(1, 2, 4) })},
	{"the number of options", asksFor(func(_ *hunches, d *Decision) { d.Options = numbers(1, 2) })},
	{"whether it may decline", asksFor(func(_ *hunches, d *Decision) { d.Optional = true })},
	{"how many may be picked", asksFor(func(_ *hunches, d *Decision) { d.Kind, d.Max = PickSome, 2 })},
	{"how many must be picked", asksFor(func(_ *hunches, d *Decision) { d.Kind, d.Min, d.Max = PickSome, 1, 2 })},
	{"another kind", asksFor(func(_ *hunches, d *Decision) { d.Kind = PickOrder })},
	{"another seat", asksFor(func(_ *hunches, d *Decision) { d.Seat = 2 })},
	{"what it is about", asksFor(func(h *hunches, d *Decision) { d.About = []Named{{h.other, Num(2)}} })},
	{"that it is about less", asksFor(func(h *hunches, d *Decision) { d.About = nil })},
	{"a hidden card comes up of a die", func(h *hunches, r *Run, _ bool) error {
		_, err := r.Roll(h.d6, []Value{CardValue(h.card(r))}, 1, r.all)
		return err
	}},
}

func cardOptions(cards []CardID) []Choice {
	var out []Choice
	for _, c := range cards {
		out = append(out, One(CardValue(c)))
	}
	return out
}

func newHunches(of *hunch, secret bool) *hunches {
	h := &hunches{table: newTable(), secret: secret}
	h.message, h.other = h.word("message"), h.word("other")
	h.purse = AttributeID(len(h.Seats))
	h.Seats = append(h.Seats, Attribute{Name: "purse", Kind: Number, State: true, By: -1})
	if secret {
		h.Seats[h.purse].Seen = SeenByOwner
	}
	h.ghost = h.on(h.fall, After, "ghost", h.hill, func(r *Run, in *Instance, _ *Raised) error {
		return r.SetSeatAttribute(1, h.points, Num(int(in.Card)))
	})
	act := h.ability(Ability{Name: "act", Form: Action, ActionKind: h.message, HasRun: true,
		Active: terms(Term{Op: TermZone, Zones: h.mask(h.hand)})}, h.gamma, h.alpha)
	h.acts[act.ID] = func(r *Run, in *Instance, seat Seat) error { return r.SetSeatAttribute(seat, h.points, Num(8)) }
	h.later = h.step("later", func(r *Run, args []Value) error {
		if len(args) > 1 {
			return r.Say(h.message, []Named{{h.other, args[1]}}, Only(2))
		}
		return r.SetSeatAttribute(2, h.points, args[0])
	})
	guess := func(r *Run) error {
		h.question = &Decision{Kind: PickOne, Seat: 1, Prompt: h.message, Options: numbers(1, 2, 3),
			About: []Named{{h.other, Num(1)}}}
		power, err := r.Attribute(h.card(r), h.power)
		high := power.N > 2
		if h.secret && err == nil {
			purse, readErr := r.SeatAttribute(2, h.purse)
			high, err = purse.N > 3, readErr
		}
		if err != nil {
			return err
		}
		return of.act(h, r, high)
	}
	deal := h.do("deal", func(r *Run) error {
		at := func(k ZoneKindID, s Seat) ZoneID { return h.z(&r.Position, k, s) }
		for _, put := range []struct {
			card CardID
			seat Seat
			to   ZoneKindID
		}{{1, 1, h.hand}, {4, 2, h.deck}, {2, 2, h.deck}, {5, 2, h.deck}, {3, 2, h.deck}, {6, 2, h.deck},
			{9, 1, h.discard}, {10, 2, h.discard}, {11, 0, h.pool}, {12, 0, h.pool}} {
			err := must(r.SetController(put.card, put.seat), r.SetOwner(put.card, put.seat),
				r.Move(put.card, at(put.to, put.seat), Top))
			if err != nil {
				return err
			}
		}
		purse, err := r.Roll(h.d6, nil, 1, Only(2))
		if err != nil {
			return err
		}
		err = must(r.SetSeatAttribute(2, h.purse, purse[0]), r.Shuffle(at(h.deck, 2)))
		for i := 0; i < 3 && err == nil; i++ {
			err = r.Move(r.TopOf(at(h.deck, 2)), at(h.hand, 2), Top)
		}
		return err
	})
	ask := func(r *Run) error {
		if err := guess(r); err != nil {
			return err
		}
		reply, err := r.Choose(h.question)
		if err != nil {
			return err
		}
		return r.SetSeatAttribute(1, h.points, Num(sum(reply)))
	}
	h.flow(deal, h.do("before", guess), h.do("ask", ask), h.do("again", ask))
	return h
}

// tried tells what comes of a look at a decision in the worlds of a seat.
func (h *hunches) tried(t *testing.T, g *Game, look, steps *Determinizer, s Seat, b *strings.Builder) {
	d := g.open
	if err := look.AtFork(t.Context(), g.Position(), d, s); err != nil {
		fmt.Fprintf(b, " not there: %v", err)
		return
	}
	b.WriteString(look.Refusal())
	refused, selected := 0, 0
	look.Hear(func(*Position, Refusal) { refused++ }, func(*Position, *Selection) { selected++ })
	for salt := range uint64(6) {
		if !look.Sample(salt) {
			fmt.Fprintf(b, " none;")
			continue
		}
		err := look.Reopen()
		fmt.Fprintf(b, " %x %v %v", look.Game().Position().Hash()>>48, look.Reached(), err)
		if err != nil {
			b.WriteString(";")
			continue
		}
		if d.Asks(s) || salt%2 == 1 {
			look.Future(salt + 3)
			status, err := look.Try(d.First(max(s*Seat(Bool(d.Asks(s)).N), d.Seat)), Until{Decisions: int(salt % 3)})
			fmt.Fprintf(b, " tried %d %x %v", status, look.Game().Position().Hash()>>48, err)
		}
		b.WriteString(";")
	}
	for salt := range uint64(6) { // what was tried before makes no difference
		if look.Sample(salt) && look.Reopen() == nil {
			fmt.Fprintf(b, " %x", look.Game().Position().Hash()>>48)
		}
	}
	fmt.Fprintf(b, " heard %d %d, spent %d, at %x, tells", refused, selected, look.Spent, look.Position().Hash()>>48)
	steps.AtStep(t.Context(), g.Position(), s)
	for salt := range uint64(4) {
		fmt.Fprintf(b, " %q", steps.Tells(salt+1))
	}
}

// swapped tells in a number what the game would be if two cards had each other's parts, for all
// that a seat cannot tell apart.
func (h *hunches) swapped(g *Game) string {
	p := g.Position()
	var ways []any
	count := 0
	for a := CardID(1); int(a) <= p.Cards(); a++ {
		for b := a + 1; int(b) <= p.Cards(); b++ {
			for s := Seat(1); int(s) <= p.Seats; s++ {
				other, ok := p.Exchanged(a, b, s)
				if !ok {
					continue
				}
				count++
				log := other.log
				ways = append(ways, a, b, s, other.Hash(), log.Base, log.Hash(), asked(other.run.game.open),
					other.Groups(1), other.Groups(2), other.Effects(), other.Agenda())
			}
		}
	}
	return fmt.Sprintf("%d exchanges %s", count, digest(ways...))
}

// TestHunches: a world is one in which a seat has seen the same. Where what it sees goes by what
// it does not know, worlds in which that is otherwise are told apart, by what comes first; and
// what it does not see tells nothing.
func TestHunches(t *testing.T) {
	var b strings.Builder
	for i := range everyHunch {
		for mode, how := range []string{"cards are hidden", "values are secret", "nothing is kept"} {
			h := newHunches(&everyHunch[i], mode > 0)
			fmt.Fprintf(&b, "==== %s, %s\n", everyHunch[i].name, how)
			setup := h.setup(t, 2)
			setup.DropLog, setup.Follow = mode == 2, i%2 == 0
			g := New(setup)
			look, steps := NewDeterminizer(h.fake, firstOption), NewDeterminizer(h.fake, nil)
			look.Peeks = true
			for {
				status, err := g.AdvanceStep(t.Context())
				if status == Ended || err != nil {
					fmt.Fprintf(&b, "ends %d %v %x log %x\n", status, err, g.Position().Hash()>>40, g.log.Hash()>>40)
					break
				}
				fmt.Fprintf(&b, "%s\n", h.swapped(g))
				if g.open == nil {
					for s := Seat(1); s <= 2; s++ {
						steps.AtStep(t.Context(), g.Position(), s)
						fmt.Fprintf(&b, "after a step, %d tells %q %q\n", s, steps.Tells(1), steps.Tells(2))
					}
					continue
				}
				d := g.open
				for s := Seat(1); s <= 2; s++ {
					fmt.Fprintf(&b, "decision %d, seat %d:", d.Number, s)
					h.tried(t, g, look, steps, s, &b)
					b.WriteString("\n")
				}
				for s := Seat(1); s <= 2; s++ {
					if g.open == d && d.Asks(s) {
						if err := g.Answer(d.Number, s, replies(3)(t.Context(), g.Position(), d, s)); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
		}
	}
	golden(t, "hunches.txt", b.String())
}
