package lab

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// Sweep plays a game with other values of a field of a card: the same seeds, bots and
// options with each of them, as the game is and with the values of the knob. Each value is
// compared with the game as it is; all intervals of a sweep hold at once.
type Sweep struct {
	Knob *Knob
	// Now is the value that the card has, Plan the run of the game as it is.
	Now  string
	Plan *Plan
	// Games are played with each value, elsewhere if that is not nil.
	Games, Workers int
	Remote         Remote
	// Progress, if not nil, is told how many games have been played, by one goroutine at a
	// time; Looked is called after each look at them.
	Progress func(games int)
	Looked   func()

	values []string
	of     []*Comparison
}

// NewSweep loads the game of a plan, which was loaded by name and with, with each value. An
// error describes the faulty knob or value.
func NewSweep(k *Knob, p *Plan, name string, with interp.With) (*Sweep, error) {
	s := &Sweep{Knob: k, Plan: p}
	var err error
	s.Now, err = k.Now(p.Table.Pack)
	if err != nil {
		return nil, err
	}
	for _, value := range k.Values {
		if value == s.Now {
			continue
		}
		other := with
		other.Laid = append(slices.Clone(with.Laid), k.Overlay(p.Table.Pack, value))
		loaded, err := interp.Load(name, other)
		if err != nil {
			return nil, err
		}
		t, err := loaded.Table(p.Table.Settings)
		if err != nil {
			return nil, err
		}
		b := *p
		b.Table = t
		s.values = append(s.values, value)
		s.of = append(s.of, &Comparison{A: p, B: &b})
	}
	if len(s.of) == 0 {
		return nil, fmt.Errorf("%s of the card %s is %s already; name other values", k.Path(), k.Card, s.Now)
	}
	for _, c := range s.of {
		c.beside = s.of
	}
	return s, nil
}

// Run plays the games. When ctx ends it returns early, without an error.
func (s *Sweep) Run(ctx context.Context) (err error) {
	played := 0
	defer func() {
		for _, c := range s.of {
			if wrong := c.end(ctx); wrong != nil && err == nil {
				err = unlessOver(ctx, wrong)
			}
		}
	}()
	for _, c := range s.of {
		c.Pairs = s.Games
		c.Workers = s.Workers
		c.Remote = s.Remote
		if err := c.begin(ctx); err != nil {
			return err
		}
	}
	for begun := 0; begun < s.Games; begun += Batch {
		for i, c := range s.of {
			whole, err := c.batch(ctx)
			if err != nil || !whole {
				return err
			}
			c.judge(c.out, c.sums)
			played += c.begun - begun
			if i == 0 {
				played += c.begun - begun // those of the game as it is
			}
			if s.Progress != nil {
				s.Progress(played)
			}
		}
		if s.Looked != nil {
			s.Looked()
		}
	}
	return nil
}

// All is the number of games of the whole sweep.
func (s *Sweep) All() int { return s.Games * (len(s.of) + 1) }

// Played is the number of games that were played with every value and looked at.
func (s *Sweep) Played() int { return s.of[len(s.of)-1].begun }

// Results are the counts for each value, the unchanged game first.
func (s *Sweep) Results() iter.Seq2[string, *sim.Result] {
	return func(yield func(string, *sim.Result) bool) {
		for i, c := range s.of {
			if i == 0 && !yield(s.Now, c.out.A) || !yield(s.values[i], c.out.B) {
				return
			}
		}
	}
}

// Curve is a figure by the values of a knob.
type Curve struct {
	By   string `json:"by"`
	Key  string `json:"key"`
	What string `json:"what"`
	Name string `json:"name"`
	// Points are the values tried, and the card's own value, in the order of the knob; the
	// own value is first if the knob did not name it.
	Points []Point `json:"points"`
}

// Point is a figure with one of the values.
type Point struct {
	Value string `json:"value"`
	// Now is set for the value that the card has: the others are compared with it.
	Now bool `json:"now,omitempty"`
	// Games counts the games of the figure, Share is its part of them.
	Games int     `json:"games"`
	Share float64 `json:"share"`
	// Difference is by how much the share is larger than with the value that the card has,
	// from Low to High for sure; nothing is known of the bounds where they are nil.
	Difference float64  `json:"difference"`
	Low        *float64 `json:"low,omitempty"`
	High       *float64 `json:"high,omitempty"`
	Moved      bool     `json:"moved,omitempty"`
}

// Curves are what those win who use the card, how often it is used, and before them what
// moved surest of all that is won by bots and values of options, and by seats if it did.
func (s *Sweep) Curves(lang string) []Curve {
	key := figure{}
	sure := 0.0
	for _, c := range s.of {
		for i := range c.out.Figures {
			f := &c.out.Figures[i]
			if by := f.sureness(); f.By != "card" && f.What == "won" && by > sure && (f.Moved || f.By != "seat") {
				key = figure{f.By, f.Key, f.What}
				sure = by
			}
		}
	}
	var out []Curve
	for _, of := range []figure{key, {"card", s.Knob.Card, "won"}, {"card", s.Knob.Card, "used"}} {
		if curve := s.curve(of, lang); len(curve.Points) > 1 {
			out = append(out, curve)
		}
	}
	return out
}

func (s *Sweep) curve(of figure, lang string) Curve {
	out := Curve{By: of.by, Key: of.key, What: of.what}
	for i, c := range s.of {
		at := slices.IndexFunc(c.out.Figures, func(f Figure) bool { return figure{f.By, f.Key, f.What} == of })
		if at < 0 {
			continue
		}
		f := &c.out.Figures[at]
		out.Name = Names(c.A, c.B, lang)(f)
		if len(out.Points) == 0 {
			out.Points = []Point{{Value: s.Now, Now: true, Games: f.NA, Share: f.A}}
		}
		out.Points = append(out.Points, Point{s.values[i], false, f.NB, f.B, f.Difference, f.Low, f.High, f.Moved})
	}
	slices.SortStableFunc(out.Points, func(a, b Point) int {
		return slices.Index(s.Knob.Values, a.Value) - slices.Index(s.Knob.Values, b.Value)
	})
	return out
}

// Reach is the change of what is won from which on a number of games with each value find it
// in 80 of 100 runs.
func (s *Sweep) Reach(games int) float64 { return s.of[0].Reach(games) }

// Needed is the number of games with each value at which Reach comes to Aim, 0 where it
// never does.
func (s *Sweep) Needed() int { return needed(s.Reach) }
