//go:build unix

package interp_test

import (
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
)

// The rules of the yardstick once more, written in Go on the engine: what they take
// more than plain Go is what the engine costs (checkpoints, turns, decisions,
// triggers, knowledge, the log), and what the pack takes more than they is what
// Lua costs.

// goRules are the scripts of testdata/roundcards in Go.
type goRules struct {
	deck, discard, pile engine.ZoneID
	hand                [yardSeats + 1]engine.ZoneID
	pass                engine.Value
	steps               []func(r *engine.Run, seat engine.Seat) error
	cards               []engine.CardID
	// decision is used again for each question, as the scripts' machine does it.
	decision engine.Decision
	options  []engine.Choice
}

func newGoRules(l *engine.Layout) *goRules {
	g := &goRules{deck: l.ZoneOf(0, 0, 0), discard: l.ZoneOf(1, 0, 0), pile: l.ZoneOf(2, 0, 0)}
	for s := engine.Seat(1); s <= yardSeats; s++ {
		g.hand[s] = l.ZoneOf(4, s, 0)
	}
	g.pass = engine.WordValue(engine.Symbol(slices.Index(l.Pack.Symbols, "pass")))
	by := map[string]func(r *engine.Run, seat engine.Seat) error{
		"round.deal": g.deal, "round.draw": g.draw, "round.play": g.play, "round.shed": g.shed, "round.judge": g.judge,
	}
	for _, name := range l.Pack.Steps {
		g.steps = append(g.steps, by[name])
	}
	return g
}

func (g *goRules) Step(r *engine.Run, step engine.StepID, args []engine.Value) error {
	seat := engine.Seat(0)
	if len(args) > 0 {
		seat = args[0].Seat()
	}
	return g.steps[step](r, seat)
}

func (g *goRules) deal(r *engine.Run, _ engine.Seat) error {
	if err := r.Shuffle(g.deck); err != nil {
		return err
	}
	for s := engine.Seat(1); s <= yardSeats; s++ {
		for range yardHand {
			if err := r.Move(r.TopOf(g.deck), g.hand[s], engine.Top); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *goRules) ask(r *engine.Run, seat engine.Seat) (engine.Value, error) {
	g.decision = engine.Decision{Kind: engine.PickOne, Seat: seat, Options: g.options}
	reply, err := r.Choose(&g.decision)
	if err != nil || len(reply) == 0 {
		return engine.Value{}, err
	}
	return g.options[reply[0]].V[0], nil
}

func (g *goRules) offer(r *engine.Run, z engine.ZoneID) {
	g.cards = r.CardsIn(g.cards[:0], z)
	for _, c := range g.cards {
		g.options = engine.AppendOne(g.options, engine.CardValue(c))
	}
}

func (g *goRules) draw(r *engine.Run, seat engine.Seat) error {
	if r.CountIn(g.deck) == 0 {
		for _, c := range r.CardsIn(nil, g.discard) {
			if err := r.Move(c, g.deck, engine.Bottom); err != nil {
				return err
			}
		}
	}
	g.options = g.options[:0]
	for _, z := range []engine.ZoneID{g.deck, g.pile} {
		if r.CountIn(z) > 0 {
			g.options = engine.AppendOne(g.options, engine.ZoneValue(z))
		}
	}
	from, err := g.ask(r, seat)
	if err != nil || from.Zone() == 0 {
		return err
	}
	return r.Move(r.TopOf(from.Zone()), g.hand[seat], engine.Top)
}

func (g *goRules) play(r *engine.Run, seat engine.Seat) error {
	g.options = g.options[:0]
	g.offer(r, g.hand[seat])
	g.options = engine.AppendOne(g.options, g.pass)
	picked, err := g.ask(r, seat)
	card := picked.Card()
	if err != nil || card == 0 {
		return err
	}
	covered := r.TopOf(g.pile)
	rise := covered == 0 || r.Printed(card, 0).N > r.Printed(covered, 0).N
	if err := r.Move(card, g.pile, engine.Top); err != nil {
		return err
	}
	ev := r.NewRaised(0, []engine.Value{picked, engine.SeatValue(seat), engine.Bool(rise)})
	defer r.FreeRaised(ev)
	return r.Raise(ev, nil)
}

func (g *goRules) shed(r *engine.Run, seat engine.Seat) error {
	if r.CountIn(g.hand[seat]) <= yardHand {
		return nil
	}
	g.options = g.options[:0]
	g.offer(r, g.hand[seat])
	picked, err := g.ask(r, seat)
	if err != nil {
		return err
	}
	return r.Move(picked.Card(), g.discard, engine.Top)
}

func (g *goRules) judge(r *engine.Run, _ engine.Seat) error {
	best, winners := int32(-1), engine.SeatSet(0)
	for s := engine.Seat(1); s <= yardSeats; s++ {
		score, err := r.SeatAttribute(s, 0)
		switch {
		case err != nil:
			return err
		case score.N > best:
			best, winners = score.N, engine.Only(s)
		case score.N == best:
			winners |= engine.Only(s)
		}
	}
	return r.Finish(winners, 0)
}

// Run is the pack's one ability: who rises scores the card's rank.
func (g *goRules) Run(r *engine.Run, _ *engine.Instance, ev *engine.Raised) error {
	seat := ev.Params[1].Seat()
	score, err := r.SeatAttribute(seat, 0)
	if err != nil {
		return err
	}
	return r.SetSeatAttribute(seat, 0, engine.Num(int(score.N+r.Printed(ev.Params[0].Card(), 0).N)))
}

func (g *goRules) Pure(*engine.Run, engine.StepID, []engine.Value) (engine.Value, string, error) {
	return engine.Value{}, "", nil
}
func (g *goRules) Act(*engine.Run, *engine.Instance, engine.Seat) error { return nil }
func (g *goRules) When(*engine.Run, *engine.Instance, *engine.Raised) (bool, error) {
	return true, nil
}
func (g *goRules) Offers(*engine.Run, *engine.Instance, engine.Seat) (bool, error) { return true, nil }
func (g *goRules) Amount(*engine.Run, *engine.Instance, engine.Value) (int32, error) {
	return 0, nil
}

// yardEngine makes a game whose rules are Go.
func yardEngine(t testing.TB, b *yardBots) *engine.Game {
	t.Helper()
	p, err := interp.Load("../testdata/roundcards", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := p.Table(interp.Settings{Seats: yardSeats, DropLog: true})
	if err != nil {
		t.Fatal(err)
	}
	setup := table.Setup(nil, 0)
	setup.Scripts = newGoRules(table.Layout)
	for s := engine.Seat(1); s <= yardSeats; s++ {
		setup.Deciders[s] = b.decide
	}
	return engine.New(setup)
}

// TestYardstickInGo: the rules in Go play the games of the pack, event by event.
func TestYardstickInGo(t *testing.T) {
	var bots yardBots
	pack, plain := yardPack(t, &bots), yardEngine(t, &bots)
	for seed := uint64(1); seed <= 50; seed++ {
		yardPlay(t, pack, &bots, seed)
		yardPlay(t, plain, &bots, seed)
		a, b := pack.Counts(), plain.Counts()
		a.Work, b.Work = 0, 0 // what scripts spend
		if a != b ||
			pack.Position().State().Hash() != plain.Position().State().Hash() {
			t.Fatalf("seed %d: %+v in Lua, %+v in Go", seed, a, b)
		}
	}
}

// BenchmarkYardstickInGo is BenchmarkYardstick with the rules in Go: engine/go is how
// many times longer they take than plain Go.
func BenchmarkYardstickInGo(b *testing.B) {
	var bots yardBots
	g := yardEngine(b, &bots)
	yardRatio(b, "engine/go", &bots, func(seed uint64) { yardPlay(b, g, &bots, seed) })
}
