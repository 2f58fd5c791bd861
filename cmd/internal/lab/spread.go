package lab

import "slices"

// Spread is how whole numbers are spread: quantiles and bars.
type Spread struct {
	N                       int
	Min, Q5, Half, Q95, Max int
	Bars                    []Bar
}

// Bar counts games from Low to High, both included.
type Bar struct{ Low, High, Games int }

func (s *Analysis) length() {
	games := map[int]int{}
	for _, l := range s.Lengths {
		games[l.Decisions] += l.Games
	}
	s.Length = spread(games)
}

// rounds takes the first phase, in the order of the flow, that came again.
func (s *Analysis) rounds(n namer) {
	pack := s.Plan.Table.Compiled.Pack
	for i := range pack.Phases {
		games := map[int]int{}
		again := false
		for _, r := range s.Result.Rounds {
			if r.Phase == pack.Phases[i].Name {
				games[r.Times] += r.Games
				again = again || r.Times > 1
			}
		}
		if again {
			s.Round = spread(games)
			s.RoundName = n.speaker.Phase(i)
			return
		}
	}
}

// mostBars is how many bars a histogram has at most.
const mostBars = 16

func spread(games map[int]int) Spread {
	var s Spread
	var at []int
	for x, n := range games {
		at = append(at, x)
		s.N += n
	}
	if s.N == 0 {
		return s
	}
	slices.Sort(at)
	s.Min, s.Max = at[0], at[len(at)-1]
	quantile := func(share float64) int {
		below := 0
		for _, x := range at {
			below += games[x]
			if float64(below) >= share*float64(s.N) {
				return x
			}
		}
		return s.Max
	}
	s.Q5, s.Half, s.Q95 = quantile(0.05), quantile(0.5), quantile(0.95)
	width := width(s.Max - s.Min + 1)
	for low := s.Min / width * width; low <= s.Max; low += width {
		bar := Bar{Low: low, High: low + width - 1}
		for _, x := range at {
			if x >= bar.Low && x <= bar.High {
				bar.Games += games[x]
			}
		}
		s.Bars = append(s.Bars, bar)
	}
	return s
}

// width is a round width of bars for a range.
func width(of int) int {
	for scale := 1; ; scale *= 10 {
		for _, w := range []int{1, 2, 5} {
			if w*scale*(mostBars-1) >= of {
				return w * scale
			}
		}
	}
}
