package sim

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
)

// sums are what games are added to, one after another.
type sums struct {
	Result
	rows    rows
	pairs   map[pairOf]*Pair
	lengths map[int]int
	rounds  map[Round]int
	lead    leads
	scores  map[scored]*Sum
	trials  trials
}

func newSums(seats int) *sums {
	return &sums{
		Result: Result{Wins: make([]int, seats)}, rows: rows{made: map[place]*Row{}, came: map[place]bool{}},
		pairs: map[pairOf]*Pair{}, lengths: map[int]int{},
		rounds: map[Round]int{}, scores: map[scored]*Sum{}, trials: trials{},
	}
}

// NewResult returns the result of no games.
func NewResult(seats int) *Result { return newSums(seats).result() }

// Merge adds the games of another result, of a run with the same seats. Results of the
// same games, merged in any order, are the same, seconds aside.
func (r *Result) Merge(part *Result) {
	both := newSums(len(r.Wins))
	both.add(r)
	both.add(part)
	*r = *both.result()
}

// Round is a number of games in which a phase began a number of times.
type Round struct {
	Phase string `json:"phase"`
	Times int    `json:"times"`
	Games int    `json:"games"`
}

// Pair is a value of an option of each seat, beside another value at the same table:
// the games of a seat with the first, and how they ended for it.
type Pair struct {
	Option string `json:"option"`
	Value  string `json:"value"`
	Beside string `json:"beside"`
	Games  int    `json:"games"`
	// First are the games, each once, whatever number of seats it has with the two values.
	First int `json:"first"`
	Outcomes
}

// pairOf is what a Pair is about.
type pairOf struct{ option, value, beside string }

// mostPaired is the largest number of values that an option may have so that pairs of
// them are counted.
const mostPaired = 24

// Sum is a number that was seen N times: what its values add up to.
type Sum struct {
	N       int   `json:"n"`
	Sum     int64 `json:"sum"`
	Squares int64 `json:"squares"`
	Min     int   `json:"min"`
	Max     int   `json:"max"`
	// Unit is set where the values are counted in parts of one, so many to one: where a value
	// was no whole number. Squares are of such parts.
	Unit int `json:"unit,omitempty"`
}

// Grain is the Unit of values with fractions: hundredths, and shares of up to eight. Counted
// in it they add up to the same in any order.
const Grain = 4200

// Add takes in a value.
func (s *Sum) Add(x int) {
	s.merge(&Sum{1, int64(x), int64(x) * int64(x), x, x, 0})
}

// AddReal takes in a value that may have a fraction, to the nearest part of Grain.
func (s *Sum) AddReal(x float64) {
	if x == math.Trunc(x) {
		s.Add(int(x))
		return
	}
	n := int(math.Floor(float64(x*Grain) + 0.5))
	s.merge(&Sum{1, int64(n), int64(n) * int64(n), n, n, Grain})
}

// Real is one of the values, such as Min, as the game had it.
func (s *Sum) Real(n float64) float64 { return n / float64(max(s.Unit, 1)) }

// inParts counts the values in parts of Grain.
func (s Sum) inParts() Sum {
	if s.Unit == Grain {
		return s
	}
	return Sum{s.N, s.Sum * Grain, s.Squares * Grain * Grain, s.Min * Grain, s.Max * Grain, Grain}
}

func (s *Sum) merge(other *Sum) {
	if other.N == 0 {
		return
	}
	if s.N > 0 && s.Unit != other.Unit {
		parts := other.inParts()
		*s = s.inParts()
		other = &parts
	}
	s.Unit = other.Unit
	if s.N == 0 {
		s.Min, s.Max = other.Min, other.Max
	}
	s.N += other.N
	s.Sum += other.Sum
	s.Squares += other.Squares
	s.Min = min(s.Min, other.Min)
	s.Max = max(s.Max, other.Max)
}

// Score is a number that seats had at the end of their games: an attribute of seats, or
// what the pack's returns say, under the name "returns". Of says which seats: "all",
// "winner", those with a bot, as "bot greedy", or with a value of an option, as
// "team=chaos".
type Score struct {
	Key string `json:"key"`
	Of  string `json:"of"`
	Sum
}

// scored is what a Score is about.
type scored struct{ key, of string }

// game counts a game. A failed game counts as a game without a winner.
func (s *sums) game(g *engine.Game, player Player, number int, seed uint64, failure error) {
	r := &s.Result
	r.Games++
	counts := engine.Counts{}
	if g != nil {
		counts = g.Counts()
		counts.Decisions -= counts.Unasked
		r.Decisions += int64(counts.Decisions)
		r.Unasked += int64(counts.Unasked)
		r.Events += int64(counts.Events)
		r.MaxAnswersPerStep = max(r.MaxAnswersPerStep, counts.MostAnswers)
	}
	if failure != nil {
		r.Failed++
		r.Failures = append(r.Failures, Failure{Game: number, Seed: seed, Error: failure.Error(), Err: failure})
		return
	}
	r.Finished++
	n := g.Winners().Count()
	switch {
	case g.Drawn() != 0:
		r.Draws++
	case n == 0:
		r.NoWinner++
	case n > 1:
		r.Ties++
	}
	for seat := range r.Wins {
		if g.Winners().Has(engine.Seat(seat + 1)) {
			r.Wins[seat]++
		}
	}
	s.lengths[counts.Decisions]++
	tally := player.Tally()
	if tally == nil {
		return
	}
	p := g.Position()
	s.rows.game(p, player.Bots(), tally)
	for phase, times := range tally.Rounds {
		s.rounds[Round{Phase: p.Pack.Phases[phase].Name, Times: times}]++
	}
	s.lead.end(g)
	s.paired(p)
	s.score(g, player.Bots())
}

// paired counts who won beside whom.
func (s *sums) paired(p *engine.Position) {
	for i := range p.Pack.GameOptions {
		if o := &p.Pack.GameOptions[i]; !o.PerSeat || len(o.Values) == 0 || len(o.Values) > mostPaired {
			continue
		}
		for seat := range p.AllSeats().Each() {
			for other := range p.AllSeats().Each() {
				if other == seat {
					continue
				}
				_, value := cutKey(OptionKey(p, i, seat))
				name, beside := cutKey(OptionKey(p, i, other))
				pair := s.pair(pairOf{name, value, beside})
				pair.Games++
				if !s.rows.came[place{name, value + "\n" + beside, 0}] {
					s.rows.came[place{name, value + "\n" + beside, 0}] = true
					pair.First++
				}
				pair.Outcomes.Add(OutcomeOf(p, seat))
			}
		}
	}
}

func (s *sums) pair(of pairOf) *Pair {
	pair := s.pairs[of]
	if pair == nil {
		pair = &Pair{Option: of.option, Value: of.value, Beside: of.beside}
		s.pairs[of] = pair
	}
	return pair
}

// score takes down the numbers of the seats at the end.
func (s *sums) score(g *engine.Game, bots []string) {
	p := g.Position()
	for a := range p.Pack.Seats {
		if p.Pack.Seats[a].Kind != engine.Number {
			continue
		}
		for seat := range p.AllSeats().Each() {
			v, err := p.SeatAttribute(seat, engine.AttributeID(a))
			if err != nil {
				continue // a value that cannot be computed is none
			}
			s.scoreOf(p, p.Pack.Seats[a].Name, seat, bots, float64(v.N))
		}
	}
	if p.Pack.Returns < 0 {
		return // one point a game: the wins and draws say it
	}
	if returns, err := g.Returns(); err == nil {
		for i, x := range returns {
			s.scoreOf(p, "returns", engine.Seat(i+1), bots, x)
		}
	}
}

func (s *sums) scoreOf(p *engine.Position, key string, seat engine.Seat, bots []string, x float64) {
	s.scoreAt(key, "all").AddReal(x)
	if int(seat) <= len(bots) {
		s.scoreAt(key, ScoreOfBot(bots[seat-1])).AddReal(x)
	}
	if p.Winners().Has(seat) {
		s.scoreAt(key, "winner").AddReal(x)
	}
	for i := range p.Pack.GameOptions {
		if o := &p.Pack.GameOptions[i]; o.PerSeat || o.Seat {
			s.scoreAt(key, OptionKey(p, i, seat)).AddReal(x)
		}
	}
}

// ScoreOfBot is Score.Of for the seats with a bot.
func ScoreOfBot(kind string) string { return "bot " + kind }

func (s *sums) scoreAt(key, of string) *Sum {
	at := scored{key, of}
	sum := s.scores[at]
	if sum == nil {
		sum = &Sum{}
		s.scores[at] = sum
	}
	return sum
}

// add adds the games of a result.
func (s *sums) add(part *Result) {
	r := &s.Result
	r.Games += part.Games
	r.Finished += part.Finished
	r.Failed += part.Failed
	r.Decisions += part.Decisions
	r.Unasked += part.Unasked
	r.Events += part.Events
	r.Seconds += part.Seconds
	r.Ties += part.Ties
	r.NoWinner += part.NoWinner
	r.Draws += part.Draws
	r.MaxAnswersPerStep = max(r.MaxAnswersPerStep, part.MaxAnswersPerStep)
	for seat, wins := range part.Wins {
		r.Wins[seat] += wins
	}
	s.rows.add(part.Rows)
	for _, p := range part.Pairs {
		pair := s.pair(pairOf{p.Option, p.Value, p.Beside})
		pair.Games += p.Games
		pair.First += p.First
		pair.Outcomes.Add(p.Outcomes)
	}
	for _, l := range part.Lengths {
		s.lengths[l.Decisions] += l.Games
	}
	for _, round := range part.Rounds {
		s.rounds[Round{Phase: round.Phase, Times: round.Times}] += round.Games
	}
	s.lead.add(part.Lead)
	for i := range part.Scores {
		s.scoreAt(part.Scores[i].Key, part.Scores[i].Of).merge(&part.Scores[i].Sum)
	}
	s.trials.add(part.Trials)
	r.Failures = append(r.Failures, part.Failures...)
}

// result writes the sums down in their order.
func (s *sums) result() *Result {
	r := &s.Result
	r.Rows = s.rows.list()
	r.Lengths = make([]Length, 0, len(s.lengths))
	r.Pairs = nil // as are the others, of an earlier call
	r.Rounds = nil
	r.Scores = nil
	for _, decisions := range slices.Sorted(maps.Keys(s.lengths)) {
		r.Lengths = append(r.Lengths, Length{decisions, s.lengths[decisions]})
	}
	for _, p := range s.pairs {
		r.Pairs = append(r.Pairs, *p)
	}
	slices.SortFunc(r.Pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(a.Option, b.Option), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Beside, b.Beside))
	})
	for round, games := range s.rounds {
		round.Games = games
		r.Rounds = append(r.Rounds, round)
	}
	slices.SortFunc(r.Rounds, func(a, b Round) int { return cmp.Or(cmp.Compare(a.Phase, b.Phase), a.Times-b.Times) })
	r.Lead = nil
	if s.lead.Games > 0 {
		r.Lead = &s.lead.Lead
	}
	r.Trials = s.trials.list()
	for of, sum := range s.scores {
		r.Scores = append(r.Scores, Score{of.key, of.of, *sum})
	}
	slices.SortFunc(r.Scores,
		func(a, b Score) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Of, b.Of)) })
	slices.SortFunc(r.Failures, func(a, b Failure) int { return a.Game - b.Game })
	return r
}
