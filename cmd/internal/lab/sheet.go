package lab

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Sheet is what a run says, with how sure it is: what texts and pages show.
type Sheet struct {
	*sim.Result
	Plan *Plan
	// Title is the game's name in the language.
	Title string
	// Random reports whether all bots play at random, Greedy whether one is greedy.
	Random bool
	// Even is what each of the seats wins when nothing makes a difference.
	Even float64
	// Shares are the groups of who won how often: seats, bots, values of options.
	Shares []Group
	// Cards and Abilities are sorted by how far their difference stands out.
	Cards, Abilities []Effect
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

// Group is a group of shares: By is "seat", "bot", "option", or, of a Ladder,
// "strength"; Name what it is called,
// and Key by what the option is known.
type Group struct {
	By, Key, Name string
	Shares        []Share
}

// Share is how many of its games a thing won; a draw of n seats is an n-th of a win.
type Share struct {
	Key, Name string
	Games     int
	sim.Outcomes
	stats.Interval
	// Off reports whether it wins more or less often than the others of its group,
	// corrected for having looked at all of them.
	Off bool
}

// Effect is what was seen of a card or an ability: how often it came up and what was
// done with it, by seats and games, and what became of those who used it. It is no effect
// of the card: those who use it differ from the others in more than that, and the seats
// of a game depend on each other, so nothing is said to be certain.
type Effect struct {
	Key, Name string
	Games     int
	sim.Deeds
	// Deed is what is compared: that of taken, played and acted for which there are
	// most games with and without it; "" if none can be.
	Deed string
	// With and Without are the shares of games won by those who did it, and those
	// for whom it came up and who did not; NWith and NWithout their numbers.
	With, Without   float64
	NWith, NWithout int
	// Difference is With less Without.
	Difference float64
}

// Spread is how whole numbers are spread: quantiles and bars.
type Spread struct {
	N                       int
	Min, Q5, Half, Q95, Max int
	Bars                    []Bar
}

// Bar counts what lies from Low to High, both included.
type Bar struct{ Low, High, Games int }

// ScoreGroup are the numbers of an attribute.
type ScoreGroup struct {
	Key, Name string
	// All, Winner and the values of options, in this order.
	Of []NamedScore
}

// NamedScore is a mean of numbers at the end of games.
type NamedScore struct {
	Key, Name       string
	N, Min, Max     int
	Mean, Deviation float64
}

// Grid is the share of games that a value of an option won beside each other one.
type Grid struct {
	Key, Name string
	Names     []string
	// Cells has a row for each value: what it won beside the value of the column;
	// N is 0 where they never met.
	Cells [][]Cell
}

// Cell is one of a Grid.
type Cell struct {
	N int
	stats.Interval
}

// NewSheet judges a result, with names in a language.
func NewSheet(p *Plan, r *sim.Result, lang string) *Sheet {
	s := &Sheet{Result: r, Plan: p, Title: p.Table.Title(lang), Even: 1 / float64(len(p.Bots))}
	s.Random = !slices.ContainsFunc(p.Bots, func(kind string) bool { return kind != "random" })
	n := namer{p, p.Table.Speaker(lang)}
	s.shares(n)
	s.Cards, s.Abilities = effects(r.Rows, "card", n), effects(r.Rows, "ability", n)
	s.length()
	s.rounds(n)
	s.scores(n)
	s.grids(n)
	return s
}

func (s *Sheet) length() {
	games := map[int]int{}
	for _, l := range s.Lengths {
		games[l.Decisions] += l.Games
	}
	s.Length = spread(games)
}

// shares groups the rows by seat, bot, and by the options that seats differ in.
func (s *Sheet) shares(n namer) {
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
	g.Shares[i].Outcomes.Add(row.Outcomes)
}

// judge computes intervals, and which shares are off that of all. The shares of one game
// depend on each other, what one seat wins no other does: so each is held against what
// all have, not against the rest as if that were other games.
func (g *Group) judge() {
	games, all := 0, sim.Outcomes{}
	for i := range g.Shares {
		games += g.Shares[i].Games
		all.Add(g.Shares[i].Outcomes)
	}
	p := make([]float64, len(g.Shares))
	for i := range g.Shares {
		s := &g.Shares[i]
		s.Interval = stats.Wilson(s.Wins(), s.Games, stats.Z95)
		p[i] = stats.RateDiffers(s.Wins(), s.Games, part(all.Parts(), games*sim.Whole))
	}
	for i, p := range stats.Holm(p) {
		g.Shares[i].Off = p < 0.05
	}
	if g.By != "seat" {
		slices.SortStableFunc(g.Shares, func(a, b Share) int { return cmp.Compare(b.Value, a.Value) })
	}
}

// fewest is the number of games, with and without, below which two shares are not compared.
const fewest = 20

// effects makes an Effect of each card, or ability.
func effects(list []sim.Row, by string, n namer) []Effect {
	var out []Effect
	var won, after []sim.Row
	for i := range list {
		row := &list[i]
		if row.By != by {
			continue
		}
		last := len(out) - 1
		if last < 0 || out[last].Key != row.Key {
			out = append(out, Effect{Key: row.Key, Name: n.thing(by, row.Key)})
			won, after = append(won, sim.Row{}), append(after, sim.Row{})
			last++
		}
		out[last].Games += row.Games
		out[last].Deeds = plus(out[last].Deeds, row.Deeds)
		won[last].Won += row.Won
		after[last].Deeds = plus(after[last].Deeds, row.After)
	}
	for i := range out {
		out[i].compare(won[i].Won, after[i].Deeds)
	}
	slices.SortStableFunc(out, func(a, b Effect) int {
		return cmp.Or(yes(b.Deed != "")-yes(a.Deed != ""), cmp.Compare(b.weight(), a.weight()))
	})
	return out
}

// weight is the difference as far as its numbers of games let it count.
func (e *Effect) weight() float64 {
	if e.Deed == "" {
		return 0
	}
	return abs(e.Difference) / math.Sqrt(1/float64(e.NWith)+1/float64(e.NWithout))
}

func plus(a, b sim.Deeds) sim.Deeds {
	return sim.Deeds{Offered: a.Offered + b.Offered, Taken: a.Taken + b.Taken, Drawn: a.Drawn + b.Drawn,
		Played: a.Played + b.Played, Acted: a.Acted + b.Acted}
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

func abs(x float64) float64 { return max(x, -x) }

// compare chooses the deed to go by, without a look at who won.
func (e *Effect) compare(won int, after sim.Deeds) {
	best := 0
	with, wins := 0, 0
	for _, d := range []struct {
		name   string
		n, won int
	}{{"played", e.Played, after.Played}, {"taken", e.Taken, after.Taken}, {"acted", e.Acted, after.Acted}} {
		if both := min(d.n, e.Games-d.n); both > best {
			best, e.Deed, with, wins = both, d.name, d.n, d.won
		}
	}
	if best < fewest {
		e.Deed = ""
		return
	}
	e.NWith, e.NWithout = with, e.Games-with
	e.With, e.Without = part(wins, e.NWith), part(won-wins, e.NWithout)
	e.Difference = e.With - e.Without
}

// rounds takes the first phase, in the order of the flow, that came again.
func (s *Sheet) rounds(n namer) {
	pack := s.Plan.Table.Compiled.Pack
	for i := range pack.Phases {
		games, again := map[int]int{}, false
		for _, r := range s.Result.Rounds {
			if r.Phase == pack.Phases[i].Name {
				games[r.Times] += r.Games
				again = again || r.Times > 1
			}
		}
		if again {
			s.Round, s.RoundName = spread(games), n.speaker.Phase(i)
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
			if below += games[x]; float64(below) >= share*float64(s.N) {
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

func (s *Sheet) scores(n namer) {
	for _, score := range s.Result.Scores {
		if n.internal(score.Key) || score.Min == score.Max && score.Of == "all" {
			continue
		}
		option, value, is := strings.Cut(score.Of, "=")
		bot, played := strings.CutPrefix(score.Of, sim.ScoreOfBot(""))
		name := ""
		switch {
		case played && s.Plan.Mixed():
			name = bot
		case played:
			continue
		case is && len(s.group(option)) > 2:
			name = n.value(option, value)
		case is:
			continue
		}
		last := len(s.Scores) - 1
		if last < 0 || s.Scores[last].Key != score.Key {
			if score.Of != "all" {
				continue // one that is the same everywhere
			}
			s.Scores = append(s.Scores, ScoreGroup{Key: score.Key, Name: n.attribute(score.Key)})
			last++
		}
		m := stats.Mean{N: score.N, Sum: score.Sum.Sum, Squares: score.Squares}
		s.Scores[last].Of = append(s.Scores[last].Of,
			NamedScore{score.Of, name, score.N, score.Min, score.Max, m.Value(), m.Deviation()})
	}
	for i := range s.Scores {
		first := func(of string) int { return slices.Index([]string{"winner", "all"}, of) }
		slices.SortStableFunc(s.Scores[i].Of, func(a, b NamedScore) int {
			return cmp.Or(first(b.Key)-first(a.Key), cmp.Compare(b.Mean, a.Mean))
		})
	}
}

// group returns the shares of an option.
func (s *Sheet) group(option string) []Share {
	for i := range s.Shares {
		if s.Shares[i].By == "option" && s.Shares[i].Key == option {
			return s.Shares[i].Shares
		}
	}
	return nil
}

func (s *Sheet) grids(n namer) {
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
					cells[c] = Cell{s.Pairs[i].Games, stats.Wilson(s.Pairs[i].Wins(), s.Pairs[i].Games, stats.Z95)}
				}
			}
			grid.Cells = append(grid.Cells, cells)
		}
		if found {
			s.Grids = append(s.Grids, grid)
		}
	}
}

// namer names what was counted.
type namer struct {
	plan    *Plan
	speaker *locale.Speaker
}

func (n namer) optionIndex(name string) int {
	return slices.IndexFunc(n.plan.Table.Compiled.Pack.GameOptions,
		func(o engine.GameOption) bool { return o.Name == name })
}

// differs reports whether seats of one game may differ in an option.
func (n namer) differs(option string) bool {
	i := n.optionIndex(option)
	if i < 0 {
		return false
	}
	o := &n.plan.Table.Compiled.Pack.GameOptions[i]
	return o.PerSeat || o.Seat
}

func (n namer) option(name string) string {
	i := n.optionIndex(name)
	if i < 0 {
		return name
	}
	return n.speaker.Option(i)
}

func (n namer) value(option, value string) string {
	i := n.optionIndex(option)
	if i < 0 || n.plan.Table.Compiled.Pack.GameOptions[i].Seat {
		return value
	}
	return n.speaker.OptionValue(i, value)
}

func (n namer) thing(by, key string) string {
	if by == "ability" {
		return n.speaker.Ability(key)
	}
	for d := range n.plan.Table.Compiled.Pack.Defs {
		if n.plan.Table.Compiled.Pack.Defs[d].ID == key {
			return n.speaker.Def(engine.DefID(d))
		}
	}
	return key
}

func (n namer) attribute(key string) string {
	for a := range n.plan.Table.Compiled.Pack.Seats {
		if n.plan.Table.Compiled.Pack.Seats[a].Name == key {
			name, _ := n.speaker.SeatAttribute(engine.AttributeID(a))
			return name
		}
	}
	return key
}

// internal reports whether an attribute of seats is one that no screen shows.
func (n namer) internal(key string) bool {
	for a := range n.plan.Table.Compiled.Pack.Seats {
		if n.plan.Table.Compiled.Pack.Seats[a].Name == key {
			_, shown := n.speaker.SeatAttribute(engine.AttributeID(a))
			return !shown
		}
	}
	return false
}

// Names returns a function that names figures of a comparison in a language.
func Names(a, b *Plan, lang string) func(f *Figure) string {
	both := []namer{{b, b.Table.Speaker(lang)}, {a, a.Table.Speaker(lang)}}
	return func(f *Figure) string {
		switch f.By {
		case "option":
			option, value, _ := strings.Cut(f.Key, "=")
			switch value {
			case "own":
				return "the seat itself"
			case "other":
				return "another seat"
			}
			return both[0].value(option, value)
		case "card":
			for _, n := range both {
				if name := n.thing("card", f.Key); name != f.Key {
					return name
				}
			}
		case "seat":
			return "seat " + f.Key
		case "game":
			return "a game"
		}
		return f.Key
	}
}
