package lab

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Compared is one arm of an experiment beside the first one.
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
	FigureName
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

// FigureName names a Figure.
type FigureName struct {
	By   string `json:"by"`
	Key  string `json:"key"`
	What string `json:"what"`
}

// contribution is what one game adds to a figure: the number of seats it is about, their
// wins, in parts of a win (see sim.Outcomes), and the value to compare. For wins the value
// is how much these seats won more than their share, times the number of seats, so that it
// is a whole number.
type contribution struct{ n, won, value int }

// pairing adds pairs up.
type pairing struct {
	pairs int
	// changes sum up what differs; the pairs in which a figure is the same are not in them.
	changes map[FigureName]*change
	sides   [2]map[FigureName]*contribution
}

func newPairing() *pairing {
	return &pairing{changes: map[FigureName]*change{}, sides: [2]map[FigureName]*contribution{{}, {}}}
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

// contributions are what a finished game adds to each figure.
func contributions(p *engine.Position, bots []string, t *view.Tally) map[FigureName]contribution {
	out := map[FigureName]contribution{{"game", "length", "decisions"}: {1, 0, p.Decisions() - p.Unasked()}}
	sharing := p.Winners() | p.Drawn()
	for seat := range p.AllSeats().Each() {
		won, more := sim.OutcomeOf(p, seat).Parts(), -sharing.Count()
		if sharing.Has(seat) {
			more += p.Seats
		}
		add := func(by, key, what string, value int) {
			f := FigureName{by, key, what}
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
func (s *pairing) pair(a, b map[FigureName]contribution) {
	if a == nil || b == nil {
		return
	}
	s.pairs++
	for side, of := range []map[FigureName]contribution{a, b} {
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

func (s *pairing) change(f FigureName) *change {
	c := s.changes[f]
	if c == nil {
		c = &change{}
		s.changes[f] = c
	}
	return c
}

// families counts the figures of both families in the comparisons of an experiment, from the
// packs alone: the choice of figures must not depend on the games.
func (e *Experiment) families(b *Plan) (won, cards int) {
	a := e.Arms[0]
	n := namer{of: a.Table.Pack}
	won = 1 + len(a.Bots)
	if a.Mixed() {
		won += len(a.Bots)
	}
	for _, o := range a.Table.Compiled.Pack.GameOptions {
		switch {
		case o.Seat:
			won += 2
		case n.differs(o.Name):
			won += max(len(o.Values), 2)
		}
	}
	cards = 2 * max(len(a.Table.Compiled.Pack.Defs), len(b.Table.Compiled.Pack.Defs), 1)
	others := len(e.Arms) - 1
	return won * others, cards * others
}

// judge works out the figures of an arm beside the first one.
func (e *Experiment) judge(arm int, s *pairing) *Compared {
	out := &Compared{A: e.played[0].Result, B: e.played[arm].Result, Pairs: s.pairs, Stopped: e.Stopped}
	a := e.Arms[0]
	won, cards := e.families(e.Arms[arm])
	for _, f := range slices.SortedFunc(maps.Keys(s.changes), FigureName.compare) {
		if f.By == "bot" && !a.Mixed() {
			continue
		}
		alpha := errorRate / 2 / float64(won)
		if f.By == "card" {
			alpha = errorRate / 2 / float64(cards)
		}
		out.Figures = append(out.Figures,
			s.figure(f, stats.Sequence{Alpha: alpha, Tight: max(e.Games/4, 2*Batch)}, len(a.Bots)))
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
	return out
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
func (s *pairing) of(side int, f FigureName) contribution {
	if c := s.sides[side][f]; c != nil {
		return *c
	}
	return contribution{}
}

// figure judges one figure. Its mean is of values a game; the result is a share of the
// games of the seats that it is about.
func (s *pairing) figure(f FigureName, sequence stats.Sequence, seats int) Figure {
	a, b := s.of(0, f), s.of(1, f)
	out := Figure{FigureName: f, NA: a.n, NB: b.n}
	scale := 1.0
	worth := 0.0
	few := false
	switch f.What {
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
	if few && f.What == "won" {
		out.Difference = out.B - out.A
	}
	out.Deviation = deviation * scale / math.Sqrt(float64(max(s.pairs, 1)))
	low := at.Low * scale
	high := at.High * scale
	if f.What != "decisions" {
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

func (f FigureName) compare(other FigureName) int {
	return cmp.Or(cmp.Compare(f.By, other.By), cmp.Compare(f.Key, other.Key), cmp.Compare(f.What, other.What))
}
