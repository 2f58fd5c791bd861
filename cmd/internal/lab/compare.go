package lab

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Comparison plays two packs against each other in pairs of games: the same seed, the same
// bots and options at the same seats.
//
// It looks at the pairs after every Batch, and stops as soon as it may. Its results hold
// nevertheless: each figure has a confidence sequence, an interval that holds after any
// number of pairs at once, and the error rate of 5 % is divided among all figures, half
// among wins and lengths of games, half among the cards.
type Comparison struct {
	A, B *Plan
	// Pairs is how many are played at most.
	Pairs int
	// Precision, if not 0, is the aim: pairs are played until the intervals of all that
	// is won reach no further than this to each side, as a share. Without it they are
	// played until something that is won has moved, by team, seat, bot or card.
	Precision float64
	// Unpaired gives B's games different seeds.
	Unpaired bool
	Workers  int
	// Remote, if not nil, plays the games of a plan in place of this process.
	Remote Remote
	// Progress, if not nil, is told how many pairs have been played, by one goroutine
	// at a time.
	Progress func(pairs int)
	// Looked, if not nil, is called after the first look, from which the rest can be
	// forecast; see Reach.
	Looked func()
	// Keep, if not nil, is called after every look, with what tells how far the
	// comparison came, for Resume. An error stops it.
	Keep func(state func() ([]byte, error)) error

	players [2][]*Player
	sides   [2]Side
	shown   int
	// begun are the pairs that were played, counted and looked at.
	begun int
	sums  *pairing
	out   *Compared
	// beside are the comparisons of a sweep, which divide the error rate; the first of them
	// plays the games of A for all.
	beside []*Comparison
	lead   lead
}

// Side plays the games of one side of a comparison, in another process or on other machines.
type Side interface {
	// Play returns what games came to, as Shards plays them; they are asked for in order.
	Play(ctx context.Context, games sim.Span) (*Part, error)
	// Close says that no more are wanted. An error says that some that were played are wrong.
	Close(ctx context.Context) error
}

// Remote begins to play games of a plan for a comparison, with different seeds if they are
// unpaired. It may play them before they are asked for.
type Remote func(ctx context.Context, p *Plan, games sim.Span, unpaired bool) (Side, error)

// lead are the games of A of the last batch.
type lead struct {
	games  []map[figure]contribution
	result *sim.Result
}

// Batch is the number of pairs between two looks.
const Batch = 50

// errorRate is how often a comparison of equal packs finds a difference at most, half
// of it in each family of figures.
const errorRate = 0.05

// Compared is what came out.
type Compared struct {
	// A and B are the counts of each pack; Pairs counts the pairs whose games both
	// finished.
	A, B  *sim.Result `json:"-"`
	Pairs int         `json:"pairs"`
	// Difference, Low and High belong to the figure in Of, the one most certain to have
	// moved.
	Difference float64 `json:"difference"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Of         string  `json:"of"`
	// Stopped says why no more pairs were played: "moved", "precise", "pairs", or
	// "interrupted".
	Stopped string `json:"stopped"`
	// Figures are all that were compared, those that have moved first.
	Figures []Figure `json:"figures"`
}

// Figure is a quantity counted in both packs. Shares are of games (of one seat); What is
// "won", for cards "won" by seats that used them and "used", or "decisions", which is no
// share but a mean.
type Figure struct {
	By   string `json:"by"`
	Key  string `json:"key"`
	What string `json:"what"`
	// A and B are the figure in each pack, NA and NB the games that it is of.
	A  float64 `json:"a"`
	NA int     `json:"n_a"`
	B  float64 `json:"b"`
	NB int     `json:"n_b"`
	// Difference is B less A, from Low to High for sure; nothing is known of the bounds
	// where they are nil.
	Difference float64  `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	Moved      bool     `json:"moved"`
	// Deviation is the standard deviation of Difference.
	Deviation float64 `json:"-"`
}

// figure names a Figure.
type figure struct{ by, key, what string }

// contribution is what one game adds to a figure: the number of seats it is about, their
// wins, in parts of a win (see sim.Outcomes), and the value to compare. For wins the value
// is how much these seats won more than their share, times the number of seats, so that it
// is a whole number.
type contribution struct{ n, won, value int }

// pairing adds pairs up.
type pairing struct {
	pairs int
	// changes sum up what differs; the pairs in which a figure is the same are not in them.
	changes map[figure]*change
	sides   [2]map[figure]*contribution
}

// change is by how much more games of B add to a figure than those of A: to its value, and to
// the seats that it is of.
type change struct {
	Value stats.Mean `json:"value"`
	Seats stats.Mean `json:"seats"`
	// Both is the sum of the products of the two.
	Both int64 `json:"both"`
}

func (c *change) add(a, b contribution) {
	c.Value.Add(b.value - a.value)
	c.Seats.Add(b.n - a.n)
	c.Both += int64(b.value-a.value) * int64(b.n-a.n)
}

// times is what more games of the same kind would sum up to.
func (c *change) times(more float64) *change {
	by := func(n int64) int64 { return int64(more * float64(n)) }
	return &change{stats.Mean{Sum: by(c.Value.Sum), Squares: by(c.Value.Squares)},
		stats.Mean{Sum: by(c.Seats.Sum), Squares: by(c.Seats.Squares)}, by(c.Both)}
}

// beyond is the mean change of the value in a number of pairs, and its standard deviation, beyond
// what comes of more seats alone: each is worth what they are on average in both games.
func (c *change) beyond(pairs int, worth float64) (mean, deviation float64) {
	n := float64(max(pairs, 2))
	mean = (float64(c.Value.Sum) - worth*float64(c.Seats.Sum)) / n
	squares := float64(c.Value.Squares) - 2*worth*float64(c.Both) + worth*worth*float64(c.Seats.Squares)
	return mean, math.Sqrt(max(0, squares-n*mean*mean) / (n - 1))
}

// Run plays pairs. When ctx ends it returns the results so far, up to the last look.
func (c *Comparison) Run(ctx context.Context) (out *Compared, err error) {
	defer func() {
		if wrong := c.end(ctx); wrong != nil && err == nil {
			out = nil
			err = unlessOver(ctx, wrong)
		}
	}()
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	for ctx.Err() == nil {
		if c.begun > 0 {
			c.judge(c.out, c.sums)
			c.out.Stopped = c.enough(c.out, c.begun >= c.Pairs)
			if c.out.Stopped != "" {
				return c.out, nil
			}
			if c.begun == Batch && c.Looked != nil {
				c.Looked()
			}
		}
		played, err := c.batch(ctx)
		if err != nil {
			return nil, err
		}
		if played && c.Keep != nil {
			if err := c.Keep(c.state); err != nil {
				return nil, err
			}
		}
	}
	c.judge(c.out, c.sums)
	c.out.Stopped = "interrupted"
	return c.out, nil
}

func (c *Comparison) begin(ctx context.Context) error {
	if c.sums == nil {
		c.sums = &pairing{changes: map[figure]*change{}, sides: [2]map[figure]*contribution{{}, {}}}
		c.out = &Compared{A: sim.NewResult(len(c.A.Bots)), B: sim.NewResult(len(c.B.Bots))}
	}
	c.players = [2][]*Player{make([]*Player, c.workers()), make([]*Player, c.workers())}
	if c.Remote == nil {
		return nil
	}
	for side, plan := range []*Plan{c.A, c.B} {
		if side == 0 && !c.leads() {
			continue
		}
		var err error
		left := sim.Span{First: c.begun, Games: c.Pairs - c.begun}
		c.sides[side], err = c.Remote(ctx, plan, left, side == 1 && c.Unpaired)
		if err != nil {
			return err
		}
	}
	return nil
}

// leads reports whether the comparison plays the games of A itself.
func (c *Comparison) leads() bool { return len(c.beside) == 0 || c.beside[0] == c }

// end stops all players. An error says that games played remotely are wrong.
func (c *Comparison) end(ctx context.Context) error {
	players := Players{all: slices.Concat(c.players[0], c.players[1])}
	players.Close(ctx)
	var errs [2]error
	for i, side := range c.sides {
		if side != nil {
			errs[i] = side.Close(ctx)
		}
	}
	c.sides = [2]Side{}
	return errors.Join(errs[:]...)
}

func (c *Comparison) workers() int { return max(1, c.Workers) }

// batch plays the pairs up to the next look, and reports whether it played them all.
func (c *Comparison) batch(ctx context.Context) (whole bool, err error) {
	first := c.begun
	games := min(Batch, c.Pairs-first)
	var played [2][]map[figure]contribution
	var results [2]*sim.Result
	for side, plan := range []*Plan{c.A, c.B} {
		if side == 0 && !c.leads() {
			played[0], results[0] = c.beside[0].lead.games, c.beside[0].lead.result
			continue
		}
		if c.sides[side] != nil {
			part, err := c.sides[side].Play(ctx, sim.Span{First: first, Games: games})
			if err != nil {
				return false, unlessOver(ctx, err)
			}
			played[side], results[side] = part.contributions(), part.Result
			for range games {
				c.report()
			}
			continue
		}
		seed := plan.Seed
		if side == 1 && c.Unpaired {
			seed = unpaired(seed)
		}
		played[side] = make([]map[figure]contribution, games)
		result, err := sim.Run(ctx, sim.Config{
			Games: games, First: first, Seed: seed, Workers: c.workers(), Seats: len(plan.Bots), Shard: 1,
			New:      func(w int) (sim.Player, error) { return c.player(side, plan, w, first, played[side]) },
			Progress: func(int) { c.report() },
		})
		if ctx.Err() != nil {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		results[side] = result
	}
	c.lead = lead{played[0], results[0]}
	c.out.A.Merge(results[0])
	c.out.B.Merge(results[1])
	for i := range games {
		c.sums.pair(played[0][i], played[1][i])
	}
	c.begun += games
	return true, nil
}

// unlessOver is an error, unless the context has ended: the games played by then count.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (c *Comparison) report() {
	c.shown++
	if c.Progress != nil {
		c.Progress(c.shown / 2)
	}
}

// player is the player of a worker for a side: one is kept for all batches.
func (c *Comparison) player(side int, plan *Plan, worker, first int, to []map[figure]contribution) (sim.Player, error) {
	p, err := kept(&c.players[side][worker], plan)
	if err != nil {
		return nil, err
	}
	p.Ended = func(g *engine.Game, tally *view.Tally, failure error) {
		if failure == nil {
			to[p.number-first] = contributions(g.Position(), p.names, tally)
		}
	}
	return p, nil
}

// contributions are what a finished game adds to each figure.
func contributions(p *engine.Position, bots []string, t *view.Tally) map[figure]contribution {
	out := map[figure]contribution{{"game", "length", "decisions"}: {1, 0, p.Decisions() - p.Unasked()}}
	sharing := p.Winners() | p.Drawn()
	for seat := engine.Seat(1); int(seat) <= p.Seats; seat++ {
		won, more := sim.OutcomeOf(p, seat).Parts(), -sharing.Count()
		if sharing.Has(seat) {
			more += p.Seats
		}
		add := func(by, key, what string, value int) {
			f := figure{by, key, what}
			c := out[f]
			out[f] = contribution{c.n + 1, c.won + won, c.value + value}
		}
		add("seat", strconv.Itoa(int(seat)), "won", more)
		add("bot", bots[seat-1], "won", more)
		for i := range p.Pack.GameOptions {
			if o := &p.Pack.GameOptions[i]; o.PerSeat || o.Seat {
				add("option", sim.OptionKey(p, i, seat), "won", more)
			}
		}
		for d := range t.Cards[view.Taken] {
			if t.Cards[view.Taken][d].Has(seat) || t.Cards[view.Played][d].Has(seat) ||
				t.Cards[view.Acted][d].Has(seat) {
				add("card", p.Pack.Defs[d].ID, "won", more)
				add("card", p.Pack.Defs[d].ID, "used", 1)
			}
		}
	}
	return out
}

// pair adds two games; a pair with a failed game does not count.
func (s *pairing) pair(a, b map[figure]contribution) {
	if a == nil || b == nil {
		return
	}
	s.pairs++
	for side, of := range []map[figure]contribution{a, b} {
		for f, c := range of {
			sum := s.sides[side][f]
			if sum == nil {
				sum = &contribution{}
				s.sides[side][f] = sum
			}
			sum.n += c.n
			sum.won += c.won
			sum.value += c.value
		}
	}
	for f, c := range a {
		s.change(f).add(c, b[f])
	}
	for f, c := range b {
		if _, both := a[f]; !both {
			s.change(f).add(contribution{}, c)
		}
	}
}

func (s *pairing) change(f figure) *change {
	c := s.changes[f]
	if c == nil {
		c = &change{}
		s.changes[f] = c
	}
	return c
}

// families counts the figures of both families, from the packs alone: the choice of figures
// must not depend on the games.
func (c *Comparison) families() (won, cards int) {
	n := namer{plan: c.A}
	won = 1 + len(c.A.Bots)
	if c.A.Mixed() {
		won += len(c.A.Bots)
	}
	for _, o := range c.A.Table.Compiled.Pack.GameOptions {
		switch {
		case o.Seat:
			won += 2
		case n.differs(o.Name):
			won += max(len(o.Values), 2)
		}
	}
	return won, 2 * max(len(c.A.Table.Compiled.Pack.Defs), len(c.B.Table.Compiled.Pack.Defs), 1)
}

// judge works the figures out.
func (c *Comparison) judge(out *Compared, s *pairing) {
	out.Pairs = s.pairs
	out.Figures = nil
	won, cards := c.families()
	won, cards = won*max(len(c.beside), 1), cards*max(len(c.beside), 1)
	for _, f := range slices.SortedFunc(maps.Keys(s.changes), figure.compare) {
		if f.by == "bot" && !c.A.Mixed() {
			continue
		}
		alpha := errorRate / 2 / float64(won)
		if f.by == "card" {
			alpha = errorRate / 2 / float64(cards)
		}
		out.Figures = append(out.Figures,
			s.figure(f, stats.Sequence{Alpha: alpha, Tight: max(c.Pairs/4, 2*Batch)}, len(c.A.Bots)))
	}
	surest := -1
	for i := range out.Figures {
		if f := &out.Figures[i]; f.By != "card" && f.What == "won" && f.Low != nil &&
			(surest < 0 || f.sureness() > out.Figures[surest].sureness()) {
			surest = i
		}
	}
	if surest >= 0 {
		f := &out.Figures[surest]
		out.Difference = f.Difference
		out.Low = *f.Low
		out.High = *f.High
		out.Of = f.By + " " + f.Key
	}
	slices.SortStableFunc(out.Figures, func(a, b Figure) int {
		return cmp.Or(yes(b.Moved)-yes(a.Moved), yes(a.By == "card")-yes(b.By == "card"),
			cmp.Compare(b.sureness(), a.sureness()))
	})
}

// sureness is how many times its reach a difference is.
func (f *Figure) sureness() float64 {
	if f.Low == nil {
		return 0
	}
	return abs(f.Difference) / max(f.reach(), 1e-9)
}

// reach is how far the interval reaches to the side where it ends before all that can be.
func (f *Figure) reach() float64 { return max(*f.High-f.Difference, f.Difference-*f.Low) }

// LeastUses is in how many games of seats, of each pack, something must come up for anything
// to be said of what is won by those it is of; for how often it is used, of both together.
const LeastUses = 50

// of is what the games of a side have added to a figure.
func (s *pairing) of(side int, f figure) contribution {
	if c := s.sides[side][f]; c != nil {
		return *c
	}
	return contribution{}
}

// figure judges one figure. Its mean is of values a game; the result is a share of the
// games of the seats that it is about.
func (s *pairing) figure(f figure, sequence stats.Sequence, seats int) Figure {
	a, b := s.of(0, f), s.of(1, f)
	out := Figure{By: f.by, Key: f.key, What: f.what, NA: a.n, NB: b.n}
	scale := 1.0
	worth := 0.0
	few := false
	switch f.what {
	case "won":
		out.A = part(a.won, a.n*sim.Whole)
		out.B = part(b.won, b.n*sim.Whole)
		worth = part(a.value+b.value, a.n+b.n)
		scale = float64(s.pairs) / float64(seats) * float64(a.n+b.n) / float64(max(2*a.n*b.n, 1))
		few = min(a.n, b.n) < LeastUses
	case "used":
		out.NA = s.pairs * seats
		out.NB = out.NA
		out.A = part(a.n, out.NA)
		out.B = part(b.n, out.NB)
		scale = 1 / float64(seats)
		few = a.n+b.n < LeastUses
	default:
		out.A = part(a.value, a.n)
		out.B = part(b.value, b.n)
	}
	mean, deviation := s.changes[f].beyond(s.pairs, worth)
	at := sequence.Of(s.pairs, mean, deviation)
	out.Difference = mean * scale
	if few && f.what == "won" {
		out.Difference = out.B - out.A
	}
	out.Deviation = deviation * scale / math.Sqrt(float64(max(s.pairs, 1)))
	low := at.Low * scale
	high := at.High * scale
	if f.what != "decisions" {
		// Shares differ by 1 at most: an interval of that size to both sides says nothing.
		few = few || high-low >= 2
		low = max(low, -1)
		high = min(high, 1)
	}
	if few || math.IsInf(low, 0) {
		return out
	}
	out.Low = &low
	out.High = &high
	out.Moved = !at.Contains(0)
	return out
}

func part(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

// enough says why no more pairs are needed, "" if they are.
func (c *Comparison) enough(out *Compared, last bool) string {
	moved, precise := false, c.Precision > 0
	for i := range out.Figures {
		f := &out.Figures[i]
		moved = moved || f.Moved && f.What == "won"
		if f.By != "card" && f.What == "won" {
			precise = precise && f.Low != nil && f.reach() <= c.Precision
		}
	}
	switch {
	case precise:
		return "precise"
	case moved && c.Precision == 0:
		return "moved"
	case last:
		return "pairs"
	}
	return ""
}
