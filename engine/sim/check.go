package sim

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Check reports why a result cannot be what games of the run add up to; nil if it can.
// It counts what must fit together and plays nothing: a result may pass and be wrong. A
// player without a tally leaves Rows out, and a check passes over them.
func (c *Config) Check(of Span, r *Result) error {
	games := of.Games
	var d doubts
	d.not(r.Games != games || r.Finished < 0 || r.Failed < 0 || r.Finished+r.Failed != games,
		"%d games, %d finished and %d failed, are not the %d of the shard", r.Games, r.Finished, r.Failed, games)
	d.not(len(r.Wins) != c.Seats, "%d seats won, and there are %d", len(r.Wins), c.Seats)
	if d.err != nil {
		return d.err // the rest is counted against these
	}
	d.wins(r)
	d.lengths(r)
	d.failures(r, c.Seed, of.First)
	d.rows(r)
	d.pairs(r)
	d.rounds(r)
	d.lead(r)
	d.trials(r)
	for i := range r.Scores {
		s := &r.Scores[i]
		d.sum(s.Sum, r.Finished*c.Seats, "the score "+s.Key+" of "+s.Of)
	}
	return d.err
}

// doubts keep the first thing that cannot be.
type doubts struct{ err error }

// not reports what cannot be, if it is.
func (d *doubts) not(is bool, format string, args ...any) {
	if is && d.err == nil {
		d.err = fmt.Errorf(format, args...)
	}
}

// share reports a part that is less than nothing, or more than its whole.
func (d *doubts) share(part, whole int, format string, of ...any) {
	d.not(part < 0 || part > whole, format+": %d of %d", append(of, part, whole)...)
}

func (d *doubts) wins(r *Result) {
	sum := 0
	for seat, n := range r.Wins {
		d.share(n, r.Finished, "games won by seat %d", seat+1)
		sum += n
	}
	alone := r.Finished - r.NoWinner - r.Ties - r.Draws
	d.not(r.NoWinner < 0 || r.Ties < 0 || r.Draws < 0 || alone < 0 || sum < alone+2*r.Ties ||
		sum > alone+len(r.Wins)*r.Ties,
		"%d wins do not fit %d finished games, %d with several winners, %d drawn and %d with none",
		sum, r.Finished, r.Ties, r.Draws, r.NoWinner)
}

func (d *doubts) trials(r *Result) {
	for i := range r.Trials {
		trial := &r.Trials[i]
		games, last := 0, -Whole-1
		for _, v := range trial.Values {
			d.not(v[0] <= last || v[0] > Whole || v[1] < 1, "%d games with the difference %d for the card %q",
				v[1], v[0], trial.Card)
			d.share(v[1], r.Finished, "trials of the card %q", trial.Card)
			if d.err != nil {
				return
			}
			games, last = games+v[1], v[0]
		}
		d.share(games, r.Finished, "trials of the card %q", trial.Card)
	}
}

func (d *doubts) lengths(r *Result) {
	most := engine.Limits{}.OrDefault() // a last step may go beyond them, and not by as much again
	games := 0
	decisions := int64(0)
	last := -1
	for _, l := range r.Lengths {
		d.share(l.Decisions, 2*most.Decisions, "decisions of a game")
		d.share(l.Games, r.Finished, "games of a length")
		d.not(l.Decisions <= last, "the lengths of games are not in order")
		if d.err != nil {
			return
		}
		last = l.Decisions
		games += l.Games
		decisions += int64(l.Decisions) * int64(l.Games)
	}
	d.not(games != r.Finished, "%d games have a length, and %d are finished", games, r.Finished)
	d.not(r.Decisions < decisions || r.Failed == 0 && r.Decisions != decisions ||
		r.Decisions > int64(r.Games)*2*int64(most.Decisions),
		"%d decisions are not the %d of the lengths of games", r.Decisions, decisions)
	d.not(r.Events < 0 || r.Events > int64(r.Games)*2*int64(most.Events), "%d events of %d games", r.Events, r.Games)
	d.share(r.MaxAnswersPerStep, most.Decisions, "answers in a step")
}

func (d *doubts) failures(r *Result, seed uint64, first int) {
	d.not(len(r.Failures) != r.Failed, "%d failures, and %d games failed", len(r.Failures), r.Failed)
	last := first - 1
	for _, f := range r.Failures {
		d.not(f.Game <= last || f.Game >= first+r.Games || f.Seed != rng.Derive(seed, f.Game) || f.Error == "",
			"no game %d with the seed %d is among its failures", f.Game+1, f.Seed)
		last = f.Game
	}
}

func (d *doubts) rows(r *Result) {
	seen, counted := map[place]bool{}, map[place]Row{}
	for i := range r.Rows {
		row := &r.Rows[i]
		where := place{row.By, row.Key, row.Seat}
		const what = "the row %s %q of seat %d"
		of := []any{row.By, row.Key, row.Seat}
		_, known := order[row.By]
		d.not(!known || row.Seat < 1 || row.Seat > len(r.Wins) ||
			row.By == "seat" && row.Key != strconv.Itoa(row.Seat), "there is no row %s %q of seat %d", of...)
		d.not(seen[where], what+" stands twice", of...)
		if d.err != nil {
			return
		}
		seen[where] = true
		d.share(row.Games, r.Finished, what, of...)
		d.share(row.First, row.Games, what, of...)
		d.share(row.Won, min(row.Games, r.Wins[row.Seat-1]), what, of...)
		d.drawn(row.Outcomes, min(row.Games-row.Won, r.Draws), len(r.Wins), what, of...)
		for usage := range view.Usages {
			n, after := *row.of(usage), *row.After.of(usage)
			d.share(n, row.Games, what, of...)
			d.share(after, min(n, row.Won), what, of...)
			d.share(row.Won-after, row.Games-n, what, of...) // won without the usage
		}
		if row.By == "option" {
			where.key, _ = cutKey(row.Key)
		} else {
			where.key = ""
		}
		sum := counted[where]
		sum.Games += row.Games
		sum.Outcomes.Add(row.Outcomes)
		counted[where] = sum
	}
	parts := 0
	for seat := range r.Wins {
		own := counted[place{"seat", "", seat + 1}]
		d.not(len(r.Rows) > 0 && own.Won != r.Wins[seat], "seat %d won %d games, and %d by its row",
			seat+1, r.Wins[seat], own.Won)
		parts += own.Part
		// A game is in one row of each seat, of each bot and of each option.
		for _, of := range slices.SortedFunc(maps.Keys(counted), place.compare) {
			sum := counted[place{of.by, of.key, seat + 1}]
			whole := of.by == "seat" || of.by == "bot" || of.by == "option"
			d.not(whole && (sum.Games != r.Finished || sum.Outcomes != own.Outcomes),
				"%d games and %v by the rows %s of seat %d are not %d games and %v",
				sum.Games, sum.Outcomes, of.by, seat+1, r.Finished, own.Outcomes)
		}
	}
	d.not(len(r.Rows) > 0 && parts != r.Draws*Whole, "%d parts of %d draws", parts, r.Draws)
}

// drawn reports draws that are more than a number, or not the parts of wins that they give.
func (d *doubts) drawn(o Outcomes, most, seats int, format string, of ...any) {
	d.share(o.Draws, most, format, of...)
	d.not(o.Part < o.Draws*Whole/seats || o.Part > o.Draws*Whole, format+": %d parts of %d draws",
		append(of, o.Part, o.Draws)...)
}

func (d *doubts) pairs(r *Result) {
	most := r.Finished * len(r.Wins) * (len(r.Wins) - 1)
	counted := map[string]int{}
	for _, p := range r.Pairs {
		d.share(p.Games, most, "pairs of %s", p.Option)
		d.share(p.First, min(p.Games, r.Finished), "pairs of %s", p.Option)
		d.share(p.Won, p.Games, "pairs of %s", p.Option)
		d.drawn(p.Outcomes, p.Games-p.Won, len(r.Wins), "pairs of %s", p.Option)
		if d.err != nil {
			return
		}
		counted[p.Option] += p.Games
	}
	for _, option := range slices.Sorted(maps.Keys(counted)) {
		d.not(counted[option] != most, "%d pairs of %s, and there are %d", counted[option], option, most)
	}
}

func (d *doubts) rounds(r *Result) {
	most := engine.Limits{}.OrDefault()
	counted := map[string]int{}
	for _, round := range r.Rounds {
		d.not(round.Times < 0 || round.Times > 2*most.Steps || round.Games < 1,
			"the phase %s begins %d times in %d games", round.Phase, round.Times, round.Games)
		d.share(round.Games, r.Finished, "games with the phase %s", round.Phase)
		if d.err != nil {
			return
		}
		counted[round.Phase] += round.Games
	}
	for _, phase := range slices.Sorted(maps.Keys(counted)) {
		d.not(counted[phase] != r.Finished,
			"%d games have the phase %s, and %d are finished", counted[phase], phase, r.Finished)
	}
}

func (d *doubts) lead(r *Result) {
	l := r.Lead
	if l == nil {
		return
	}
	d.share(l.Games, r.Finished-r.NoWinner-r.Ties-r.Draws, "games with a lead")
	d.share(l.Behind, l.Games, "games that the last one won")
	decided := 0
	for tenth := range Tenths {
		d.share(l.Led[tenth], l.Games, "games that the winner led")
		d.share(l.Decided[tenth], l.Games, "games that were decided")
		decided += l.Decided[tenth]
	}
	d.not(d.err == nil && (decided != l.Games || l.Changes.N != l.Games || l.Changes.Min < 0),
		"%d games with a lead, and %d were decided", l.Games, decided)
	d.sum(l.Changes, r.Finished, "changes of the lead")
}

// sum reports a Sum that no values have. Where the squares of the values may not fit
// into a number they are passed over.
func (d *doubts) sum(s Sum, values int, of string) {
	const large = 1 << 20
	d.not(s.N < 1 || s.N > values || s.Min > s.Max,
		"%s: %d values from %d to %d, and there are %d", of, s.N, s.Min, s.Max, values)
	d.not(s.Unit != 0 && s.Unit != Grain, "%s: values are not counted in parts of %d", of, s.Unit)
	n := float64(s.N)
	sum := float64(s.Sum)
	least := float64(s.Min)
	most := float64(s.Max)
	slack := 1 + float64(float64(n*max(most, -least))*1e-9)
	// One value is the smallest, and one the largest.
	low, high := float64((n-1)*least)+most, float64((n-1)*most)+least
	d.not(sum < low-slack || sum > high+slack || s.N == 1 && s.Min != s.Max,
		"%s: %d values from %d to %d do not add up to %d", of, s.N, s.Min, s.Max, s.Sum)
	if bound := max(most, -least); bound <= large && n <= large {
		squares := s.Squares
		mean := float64(sum / n)
		slack := float64(float64(mean*mean) * 1e-9)
		d.not(squares > int64(s.N)*int64(bound)*int64(bound) || float64(squares)/n < float64(mean*mean)-slack,
			"%s: the squares of %d values do not add up to %d", of, s.N, squares)
	}
}
