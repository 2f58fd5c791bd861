package lab

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Analysis is what a run says, with how sure it is: what texts and pages show.
type Analysis struct {
	*sim.Result
	Plan *Plan
	// Title is the game's name in the language.
	Title string
	// Even is what each of the seats wins when nothing makes a difference.
	Even float64
	// Shares are the groups of who won how often: seats, bots, values of options.
	Shares []Group
	// Cards and Abilities are sorted by how often they were used.
	Cards, Abilities []Effect
	// IdleCards and IdleAbilities are the names of the cards and abilities that no seat used: they
	// were neither offered nor drawn nor played, and did not act for a seat.
	IdleCards, IdleAbilities []string
	// Lengths and Rounds are how long games took: in decisions, and in the phase that
	// comes again and again.
	Length, Round Spread
	// RoundName is the name of that phase; "" if none came twice.
	RoundName string
	// Scores are the numbers that seats had in the end, by attribute.
	Scores []ScoreGroup
	// Grids are the shares of games won beside others, by option.
	Grids []Grid
	// Against are the bots that others were tried against; nil where all that is said is
	// of one table.
	Against []string
}

// Group is a group of shares: By is "seat", "bot", "option", or, of a Ladder, "strength";
// Name is its label, and Key identifies the option.
type Group struct {
	By, Key, Name string
	Shares        []Share
	// rate is the share that all of them have won together.
	rate float64
}

// Share is how many of its games a thing won; a draw of n seats is an n-th of a win.
type Share struct {
	Key, Name string
	// Games counts the games of each of its seats; apart counts the independent ones.
	Games, apart int
	sim.Outcomes
	stats.Interval
	// Off reports whether it wins more or less often than the others of its group,
	// corrected for having looked at all of them; Beyond is by how much more it does than
	// its group as a whole.
	Off    bool
	Beyond float64
}

// Grid is the share of games that a value of an option won beside each other one.
type Grid struct {
	Key, Name string
	Names     []string
	// Cells has a row for each value: its wins beside the value of the column; N is 0 if
	// they never met.
	Cells [][]Cell
}

// Cell is one of a Grid.
type Cell struct {
	N int
	stats.Interval
}

// Analyze judges a result, with names in a language.
func Analyze(p *Plan, r *sim.Result, lang string) *Analysis {
	s := &Analysis{Result: r, Plan: p, Title: p.Table.Title(lang), Even: 1 / float64(len(p.Bots))}
	n := namer{p.Table.Pack, p.Table.Speaker(lang)}
	s.shares(n)
	s.Cards, s.Abilities = s.effects("card", n), s.effects("ability", n)
	s.idle(n)
	s.length()
	s.rounds(n)
	s.scores(n)
	s.grids()
	return s
}

// shares groups the rows by seat, bot, and by the options that seats differ in.
func (s *Analysis) shares(n namer) {
	at := map[string]int{}
	for i := range s.Rows {
		row := &s.Rows[i]
		if row.By == "card" || row.By == "ability" {
			break
		}
		key := row.By
		share := Share{Key: row.Key, Name: row.Key}
		switch row.By {
		case "bot":
			if !s.Plan.Mixed() {
				continue
			}
		case "option":
			option, value, _ := strings.Cut(row.Key, "=")
			if !n.differs(option) {
				continue
			}
			key, share.Key = option, value
			share.Name = n.value(option, value)
		}
		g, known := at[key]
		if !known {
			g = len(s.Shares)
			at[key] = g
			s.Shares = append(s.Shares, Group{By: row.By, Key: key, Name: n.option(key)})
		}
		s.Shares[g].add(share, row)
	}
	for i := range s.Shares {
		s.Shares[i].judge()
	}
	s.Shares = slices.DeleteFunc(s.Shares, func(g Group) bool { return g.By == "option" && len(g.Shares) < 2 })
	// What seats differ in is what a designer looks for first.
	slices.SortStableFunc(s.Shares, func(a, b Group) int { return rank(a) - rank(b) })
}

func rank(g Group) int {
	switch {
	case g.By == "bot":
		return 0
	case g.By == "option" && len(g.Shares) > 2:
		return 1
	case g.By == "option":
		return 2
	}
	return 3
}

func (g *Group) add(share Share, row *sim.Row) {
	i := slices.IndexFunc(g.Shares, func(s Share) bool { return s.Key == share.Key })
	if i < 0 {
		i = len(g.Shares)
		g.Shares = append(g.Shares, share)
	}
	g.Shares[i].Games += row.Games
	g.Shares[i].apart += row.First
	if row.By == "seat" {
		g.Shares[i].apart += row.Games
	}
	g.Shares[i].Outcomes.Add(row.Outcomes)
}

// judge computes intervals, and which shares are off that of all. The shares of one game
// depend on each other, what one seat wins no other does: so each is held against what
// all have, not against the rest as if that were other games.
func (g *Group) judge() {
	games := 0
	all := sim.Outcomes{}
	for i := range g.Shares {
		games += g.Shares[i].Games
		all.Add(g.Shares[i].Outcomes)
	}
	p := make([]float64, len(g.Shares))
	g.rate = part(all.Parts(), games*sim.Whole)
	for i := range g.Shares {
		s := &g.Shares[i]
		won := s.Wins() * part(s.apart, s.Games)
		s.Interval = stats.Wilson(won, s.apart, stats.Z95)
		s.Beyond = s.Value - g.rate
		p[i] = stats.RateDiffers(won, s.apart, g.rate)
	}
	for i, p := range stats.Holm(p) {
		g.Shares[i].Off = p < 0.05
	}
	if g.By != "seat" {
		slices.SortStableFunc(g.Shares, func(a, b Share) int { return cmp.Compare(b.Value, a.Value) })
	}
}

// Certain holds the results that chance alone does not explain: the names of the shares that are off,
// each with its points beyond its group, and the cards that do something.
type Certain struct {
	Shares []string
	Cards  []*Effect
}

// Certain returns the certain results; nil where there are none.
func (s *Analysis) Certain() *Certain {
	out := &Certain{}
	for _, g := range s.Shares {
		for i := range g.Shares {
			if share := &g.Shares[i]; share.Off {
				name := strings.TrimSpace(strings.TrimPrefix(g.Key, "bot") + " " + share.Name)
				out.Shares = append(out.Shares, name+" "+Points(share.Beyond))
			}
		}
	}
	for i := range s.Cards {
		if e := &s.Cards[i]; slices.ContainsFunc(e.Tried[:], func(t Tried) bool { return t.Certain }) {
			out.Cards = append(out.Cards, e)
		}
	}
	if len(out.Shares)+len(out.Cards) == 0 {
		return nil
	}
	return out
}

// Points is a difference of shares in percentage points, with its sign.
func Points(x float64) string { return fmt.Sprintf("%+.1f", 100*x) }

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

func abs(x float64) float64 { return max(x, -x) }

// group returns the shares of an option.
func (s *Analysis) group(option string) []Share {
	for i := range s.Shares {
		if s.Shares[i].By == "option" && s.Shares[i].Key == option {
			return s.Shares[i].Shares
		}
	}
	return nil
}

func (s *Analysis) grids() {
	for _, g := range s.Shares {
		if g.By != "option" || len(g.Shares) < 2 {
			continue
		}
		grid := Grid{Key: g.Key, Name: g.Name}
		found := false
		for _, row := range g.Shares {
			grid.Names = append(grid.Names, row.Name)
			cells := make([]Cell, len(g.Shares))
			for c, column := range g.Shares {
				i := slices.IndexFunc(s.Pairs, func(p sim.Pair) bool {
					return p.Option == g.Key && p.Value == row.Key && p.Beside == column.Key
				})
				if i >= 0 {
					found = true
					pair := &s.Pairs[i]
					cells[c] = Cell{pair.Games,
						stats.Wilson(pair.Wins()*part(pair.First, pair.Games), pair.First, stats.Z95)}
				}
			}
			grid.Cells = append(grid.Cells, cells)
		}
		if found {
			s.Grids = append(s.Grids, grid)
		}
	}
}
