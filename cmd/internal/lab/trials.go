package lab

import (
	"context"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/bot"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
)

// The questions that are asked of a card by experiment.
const (
	// Done: a seat takes a copy where it could take it or not, against never taking it.
	Done = "done"
	// Drawn: a copy comes from a pile to a seat, against another card of that pile.
	Drawn = "drawn"
	// Blank: the card has its abilities, against none, where one of them acted for a seat
	// and the card was no choice.
	Blank = "blank"
)

// Questions are what may be asked of each card.
var Questions = [...]string{Done, Drawn, Blank}

// trials measure the effects of a game's cards. While it is played, forks are kept: one for
// each card and question, each opportunity equally likely. When the game is over they are
// played on, with the same bots and the same randomness, and each yields one difference. So
// a game counts once for a card, whichever seat had it and however often.
//
// Playing on is expensive, and intervals are widest for cards that come up in few games. So
// cards that come up more often are tried in only some games, drawn before each game
// begins, so that the choice does not depend on how the game goes.
type trials struct {
	player *Player
	// machine runs the forks, one at a time; bots play them, by seat.
	machine engine.Scripts
	bots    []bot.Player
	source  rng.Source
	// taken and drawn are the forks of the game, by card; blank are players of the pack in
	// which a card has no abilities.
	taken, drawn []chance
	blank        map[int]*Player
	// shares are the parts of the games with a chance in which it is tried, by card, of those
	// that are taken and of those that are drawn.
	shares [2][]share
}

// share is a part of the games in which there is a chance: tried of seen.
type share struct{ tried, seen int }

// chance is a fork kept to try something with a card.
type chance struct {
	// of counts the chances that there were; idle is set where none is tried.
	of   int
	idle bool
	fork *engine.Game
	seat engine.Seat
	card engine.CardID
	// number and again name the question at which the card may be taken; took is set where
	// it was taken there, later where it was taken behind it.
	number, again int
	took, later   bool
	// other is the card that a drawn one changes places with.
	other engine.CardID
}

// tries lets a player try what cards do.
func (p *Player) tries() error {
	t := &trials{player: p, blank: map[int]*Player{}}
	var err error
	t.machine, err = p.plan.Table.Machine()
	if err != nil {
		return err
	}
	thinking, err := p.plan.Table.Machine()
	if err != nil {
		return err
	}
	for i, kind := range p.plan.Bots {
		b, err := bot.New(kind, engine.Seat(i+1), 0, func() engine.Scripts { return thinking })
		if err != nil {
			return err
		}
		t.bots = append(t.bots, b)
	}
	n := len(p.plan.Table.Compiled.Pack.Defs)
	t.taken, t.drawn = make([]chance, n), make([]chance, n)
	if p.plan.Table.Settings.DropLog { // a log would say who drew what
		p.tally.Came = t.came
	}
	p.trials = t
	if !p.plan.pilot {
		t.shares, err = p.plan.shares()
	}
	return err
}

// rarest is in how many of Pilot games a card may come down to be tried: more than what a
// forecast counts as often.
const rarest = 8

// shares finds by games of random bots in how many games there are chances for cards, and lets
// them be tried as often as in that quarter of the cards where they are rarest.
func (p *Plan) shares() (out [2][]share, err error) {
	pilot := *p
	pilot.Bots = slices.Repeat([]string{"random"}, len(p.Bots))
	pilot.pilot = true
	player, err := pilot.Player()
	if err != nil {
		return out, err
	}
	t := player.trials
	out = [2][]share{make([]share, len(t.taken)), make([]share, len(t.drawn))}
	player.Ended = func(*engine.Game, *view.Tally, error) {
		for i, list := range [][]chance{t.taken, t.drawn} {
			for def := range list {
				out[i][def].seen += min(list[def].of, 1)
			}
		}
	}
	_, err = sim.Run(context.Background(), sim.Config{Games: Pilot, Seed: rng.Derive(p.Seed, -3), Workers: 1,
		Seats: len(p.Bots), New: func(int) (sim.Player, error) { return player, nil }})
	if err != nil {
		return out, err
	}
	for _, list := range out {
		var seen []int
		for _, s := range list {
			if s.seen > 0 {
				seen = append(seen, s.seen)
			}
		}
		slices.Sort(seen)
		least := rarest
		if len(seen) > 0 {
			least = max(least, seen[len(seen)/4])
		}
		for def := range list {
			list[def].tried = least
		}
	}
	return out, nil
}

func (t *trials) begin(seed uint64) {
	clear(t.taken)
	clear(t.drawn)
	t.source.Seed(seed, rng.Name("trials"), 0)
	for i, list := range [][]chance{t.taken, t.drawn} {
		for def, s := range t.shares[i] {
			list[def].idle = s.seen > s.tried && t.source.Below(s.seen) >= s.tried
		}
	}
}

// keeps counts a chance, and reports whether it is the one to be tried so far.
func (t *trials) keeps(c *chance) bool {
	c.of++
	return !c.idle && !t.player.plan.pilot && t.source.Below(c.of) == 0
}

// answered is told of each reply of a seat, at the question.
func (t *trials) answered(p *engine.Position, d *engine.Decision, seat engine.Seat, reply engine.Reply) {
	t.player.tally.Answer(p, d, seat, reply)
	q := view.ShapeOf(d, seat)
	offers := offersOf(p, d, seat)
	// Equal copies count as one: taking another copy is as good.
	classes := view.ClassesOf(p, d, seat)
	alike := func(a, b *offer) bool {
		return p.Def[a.card] == p.Def[b.card] && (a == b || classes != nil && slices.EqualFunc(a.hold.Options,
			b.hold.Options, func(i, j int) bool { return classes[i] == classes[j] }))
	}
	var fork *engine.Game
	for i := range offers {
		c := &t.taken[p.Def[offers[i].card]]
		c.later = c.later || c.card == offers[i].card && c.seat == seat && !offers[i].hold.Keeps(&q, reply)
		if slices.ContainsFunc(offers[:i], func(o offer) bool { return p.Def[o.card] == p.Def[offers[i].card] }) {
			continue
		}
		var copies []*offer
		for k := range offers[i:] {
			o := &offers[i+k]
			if p.Def[o.card] == p.Def[offers[i].card] && o.hold.Splits(&q) &&
				!slices.ContainsFunc(copies, func(other *offer) bool { return alike(o, other) }) {
				copies = append(copies, o)
			}
		}
		if len(copies) == 0 || !t.keeps(c) {
			continue
		}
		if fork == nil {
			fork = t.player.game.Fork(t.machine)
		}
		chosen := copies[t.source.Below(len(copies))]
		*c = chance{of: c.of, fork: fork, seat: seat, number: d.Number, again: d.Again, card: chosen.card}
		for k := range offers {
			if o := &offers[k]; !c.took && alike(o, chosen) && !o.hold.Keeps(&q, reply) {
				c.card = o.card
				c.took = true
			}
		}
	}
}

// offer is a card that a seat may take at a question; hold keeps a player from it.
type offer struct {
	card engine.CardID
	hold bot.Hold
}

func offersOf(p *engine.Position, d *engine.Decision, seat engine.Seat) []offer {
	var out []offer
	for i, option := range d.OptionsOf(seat) {
		for _, v := range option.V[:option.N] {
			card := view.TakenBy(p, v, seat)
			if card == 0 {
				continue
			}
			at := slices.IndexFunc(out, func(o offer) bool { return o.card == card })
			if at < 0 {
				at = len(out)
				out = append(out, offer{card: card})
			}
			if h := &out[at].hold; !slices.Contains(h.Options, i) {
				h.Options = append(h.Options, i)
			}
		}
	}
	return out
}

// came is told of each card that was drawn, once its step is done.
func (t *trials) came(card engine.CardID, pile engine.ZoneID, seat engine.Seat) {
	g := t.player.game
	others := view.Exchangeable(g.Position(), card, pile, seat)
	c := &t.drawn[g.Position().Def[card]]
	if g.Over() || len(others) == 0 || !t.keeps(c) {
		return
	}
	*c = chance{of: c.of, fork: g.Fork(t.machine), seat: seat, card: card, other: others[t.source.Below(len(others))]}
}

// Try plays on the forks kept of the game that has ended.
func (p *Player) Try(ctx context.Context) ([]sim.Difference, error) {
	t := p.trials
	if t == nil || p.plan.pilot {
		return nil, nil
	}
	var out []sim.Difference
	for def := range t.taken {
		id := p.plan.Table.Compiled.Pack.Defs[def].ID
		for _, question := range []struct {
			what string
			try  func(ctx context.Context, def int) (difference int, tried bool, err error)
		}{{Done, t.done}, {Drawn, t.exchanged}, {Blank, t.blanked}} {
			difference, tried, err := question.try(ctx, def)
			if err != nil {
				return nil, fmt.Errorf("in the trial %q of %s: %w", question.what, id, err)
			}
			if tried {
				out = append(out, sim.Difference{Card: id, What: question.what, Value: difference})
			}
		}
	}
	return out, nil
}

func (t *trials) done(ctx context.Context, def int) (int, bool, error) {
	c := &t.taken[def]
	if c.fork == nil {
		return 0, false, nil
	}
	with := sim.OutcomeOf(t.player.game.Position(), c.seat).Parts()
	without := with
	kept := true
	var err error
	if c.took || c.later {
		without, _, err = t.play(ctx, c, c.fork.Fork(t.machine), never)
	}
	if err == nil && !c.took {
		with, kept, err = t.play(ctx, c, c.fork.Fork(t.machine), now)
	}
	return with - without, kept, err
}

func (t *trials) exchanged(ctx context.Context, def int) (int, bool, error) {
	c := &t.drawn[def]
	if c.fork == nil {
		return 0, false, nil
	}
	if err := c.fork.Exchange(c.card, c.other); err != nil {
		return 0, false, err
	}
	without, _, err := t.play(ctx, c, c.fork, free)
	return sim.OutcomeOf(t.player.game.Position(), c.seat).Parts() - without, true, err
}

// blanked plays the game once more from the start, if an ability of the card acted for a
// seat that never had the choice to take it.
func (t *trials) blanked(ctx context.Context, def int) (int, bool, error) {
	p := t.player.game.Position()
	acted := t.player.tally.Cards[view.Acted][def]
	if acted == 0 || t.taken[def].of > 0 {
		return 0, false, nil
	}
	seat := engine.Seat(0)
	for nth := t.source.Below(acted.Count()); nth >= 0; seat++ {
		if acted.Has(seat + 1) {
			nth--
		}
	}
	if t.blank[def] == nil {
		plan, err := t.player.plan.blank(def)
		if err != nil {
			return 0, false, err
		}
		t.blank[def], err = plan.Player()
		if err != nil {
			return 0, false, err
		}
	}
	g, err := t.blank[def].Start(ctx, t.player.number, t.player.game.Seed().Low)
	if err != nil {
		return 0, false, err
	}
	if err := ended(ctx, g); err != nil {
		return 0, false, err
	}
	return sim.OutcomeOf(p, seat).Parts() - sim.OutcomeOf(g.Position(), seat).Parts(), true, nil
}

// blank is the plan with a card that has no abilities.
func (p *Plan) blank(def int) (*Plan, error) {
	pack := *p.Table.Compiled.Pack
	t := *p.Table
	plan := *p
	pack.Defs = slices.Clone(pack.Defs)
	pack.Defs[def].Abilities = nil
	var err error
	t.Layout, err = engine.NewLayout(&pack, len(p.Bots), t.Layout.Lists...)
	plan.Table = &t
	plan.Trials = false
	return &plan, err
}

// way is how a fork is played on.
type way uint8

const (
	free  way = iota // as the bots like
	now              // the card is taken at the question
	never            // it is never taken
)

// play plays a fork on, and returns what its seat got of it, in parts of a win. kept is
// false where no legal reply went that way.
func (t *trials) play(ctx context.Context, c *chance, fork *engine.Game, way way) (parts int, kept bool, err error) {
	kept = true
	_, by, _ := t.player.plan.turns(t.player.number)
	for i, b := range rotated(t.bots, by) {
		seat := engine.Seat(i + 1)
		b.Reset(fork.Seed().OfBots(), seat)
		fork.SetDecider(seat, func(ctx context.Context, p *engine.Position, d *engine.Decision,
			seat engine.Seat) engine.Reply {
			var h *bot.Hold
			if seat == c.seat && (way == never || way == now && d.Number == c.number && d.Again == c.again) {
				for _, o := range offersOf(p, d, seat) {
					if o.card == c.card {
						h = &bot.Hold{Options: o.hold.Options, Take: way == now}
					}
				}
			}
			b.Hold(h)
			reply := b.Decide(ctx, p, d, seat)
			if q := view.ShapeOf(d, seat); way == now && h != nil {
				kept = h.Keeps(&q, reply)
			}
			return reply
		})
	}
	err = ended(ctx, fork)
	return sim.OutcomeOf(fork.Position(), c.seat).Parts(), kept, err
}

// ended plays a game to its end.
func ended(ctx context.Context, g *engine.Game) error {
	_, err := g.Advance(ctx)
	if failures := g.Failures(); err == nil && len(failures) > 0 {
		err = failures[0]
	}
	return err
}
