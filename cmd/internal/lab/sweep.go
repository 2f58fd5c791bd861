package lab

import (
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
	Experiment
	Knob *Knob
	// Now is the value that the card has, in the first arm.
	Now    string
	values []string
}

// NewSweep loads the game of a plan, which was loaded by name and with, with each value. An
// error describes the faulty knob or value.
func NewSweep(k *Knob, p *Plan, name string, with interp.With) (*Sweep, error) {
	now, err := k.Now(p.Table.Pack)
	if err != nil {
		return nil, err
	}
	s := &Sweep{Experiment: Experiment{Arms: []*Plan{p}, Whole: true}, Knob: k, Now: now}
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
		s.Arms = append(s.Arms, &b)
	}
	if len(s.values) == 0 {
		return nil, fmt.Errorf("%s of the card %s is %s already; name other values", k.Path(), k.Card, s.Now)
	}
	return s, nil
}

// Results are the counts for each value, the unchanged game first.
func (s *Sweep) Results() iter.Seq2[string, *sim.Result] {
	return func(yield func(string, *sim.Result) bool) {
		for i, value := range append([]string{s.Now}, s.values...) {
			if !yield(value, s.played[i].Result) {
				return
			}
		}
	}
}

// Curve is a figure by the values of a knob.
type Curve struct {
	FigureName
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
	key := FigureName{}
	sure := 0.0
	of := s.Figures()
	for _, c := range of {
		for i := range c.Figures {
			f := &c.Figures[i]
			if by := f.sureness(); f.By != "card" && f.What == "won" && by > sure && (f.Moved || f.By != "seat") {
				key = f.FigureName
				sure = by
			}
		}
	}
	var out []Curve
	for _, f := range []FigureName{key, {"card", s.Knob.Card, "won"}, {"card", s.Knob.Card, "used"}} {
		if curve := s.curve(f, of, lang); len(curve.Points) > 1 {
			out = append(out, curve)
		}
	}
	return out
}

func (s *Sweep) curve(name FigureName, of []*Compared, lang string) Curve {
	out := Curve{FigureName: name}
	for i, c := range of {
		at := slices.IndexFunc(c.Figures, func(f Figure) bool { return f.FigureName == name })
		if at < 0 {
			continue
		}
		f := &c.Figures[at]
		out.Name = Names(s.Arms[0], s.Arms[i+1], lang)(f)
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
