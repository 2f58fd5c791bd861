package sim

import (
	"encoding/json"
	"slices"
	"sort"
)

// Span are games of a run that follow each other: the number of the first, and how many
// there are. It is written as a pair of numbers.
type Span struct{ First, Games int }

// End is the number behind the last game.
func (s Span) End() int { return s.First + s.Games }

// MarshalJSON writes the pair.
func (s Span) MarshalJSON() ([]byte, error) { return json.Marshal([2]int{s.First, s.Games}) }

// UnmarshalJSON reads the pair.
func (s *Span) UnmarshalJSON(data []byte) error {
	var pair [2]int
	err := json.Unmarshal(data, &pair)
	s.First, s.Games = pair[0], pair[1]
	return err
}

// Played are games of a run, and what they add up to.
type Played struct {
	// Spans are in order, and none touches the next.
	Spans  []Span  `json:"games"`
	Result *Result `json:"result"`
}

// NewPlayed are no games of a number of seats.
func NewPlayed(seats int) *Played { return &Played{Result: NewResult(seats)} }

// Clone returns a copy that shares nothing with p.
func (p *Played) Clone() *Played {
	c := &Played{Spans: slices.Clone(p.Spans), Result: NewResult(len(p.Result.Wins))}
	c.Result.Merge(p.Result)
	return c
}

// Games is how many games were played.
func (p *Played) Games() int {
	games := 0
	for _, s := range p.Spans {
		games += s.Games
	}
	return games
}

// Mark takes in games without what they add up to. It reports false, and changes nothing,
// where there are none, or some of them are there.
func (p *Played) Mark(games Span) bool {
	i := sort.Search(len(p.Spans), func(i int) bool { return p.Spans[i].End() > games.First })
	if games.First < 0 || games.Games < 1 || i < len(p.Spans) && p.Spans[i].First < games.End() {
		return false
	}
	p.Spans = slices.Insert(p.Spans, i, games)
	if i+1 < len(p.Spans) && p.Spans[i+1].First == games.End() {
		p.Spans[i].Games += p.Spans[i+1].Games
		p.Spans = slices.Delete(p.Spans, i+1, i+2)
	}
	if i > 0 && p.Spans[i-1].End() == games.First {
		p.Spans[i-1].Games += p.Spans[i].Games
		p.Spans = slices.Delete(p.Spans, i, i+1)
	}
	return true
}

// Add takes in games with what they add up to. It reports false, and changes nothing, where
// some of them are there.
func (p *Played) Add(games Span, r *Result) bool {
	if !p.Mark(games) {
		return false
	}
	p.Result.Merge(r)
	return true
}

// Next are the first games below a number that were not played, if there are any.
func (p *Played) Next(below int) (games Span, is bool) {
	at := 0
	for _, s := range p.Spans {
		if s.First > at {
			return Span{at, min(s.First, below) - at}, at < below
		}
		at = s.End()
	}
	return Span{at, below - at}, at < below
}

// Missing are the games of a span that were not played, in order.
func (p *Played) Missing(of Span) []Span {
	var out []Span
	at := of.First
	for _, s := range p.Spans {
		if s.End() <= at || s.First >= of.End() {
			continue
		}
		if s.First > at {
			out = append(out, Span{at, s.First - at})
		}
		at = s.End()
	}
	if at < of.End() {
		out = append(out, Span{at, of.End() - at})
	}
	return out
}

// shards are the games that are still to be played, in shards of at most a size; every
// shard lies between two multiples of it.
func (c *Config) shards() []Span {
	missing := []Span{{c.First, c.Games}}
	if c.Played != nil {
		missing = c.Played.Missing(missing[0])
	}
	size := c.Shard
	if size <= 0 {
		size = ShardSize(c.Games)
	}
	var out []Span
	for _, s := range missing {
		for s.Games > 0 {
			n := min(size-(s.First-c.First)%size, s.Games)
			out = append(out, Span{s.First, n})
			s.First, s.Games = s.First+n, s.Games-n
		}
	}
	return out
}
