package lab

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Analysis is what a run says, with how sure it is: what texts and pages show.
type Analysis struct {
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

// Effect holds observations of a card or an ability, by seats and games, and the results of
// experiments. Observed figures are no effect: seats that use a card differ from the others
// in other ways too.
type Effect struct {
	Key, Name string
	Games     int
	sim.UsageCounts
	// Tried has the results of experiments, by the index in Questions; N is 0 if there are
	// none.
	Tried [len(Questions)]Tried
}

// Tried is by how much more a seat won of its games with a card than otherwise, as a share
// of them. The interval holds as often as one looks, in 95 of 100 cards.
type Tried struct {
	N int
	stats.Interval
	// Certain reports whether the card does something, at an error rate of 5 % for all cards
	// and questions of the game; Rare whether the interval is too wide to say anything.
	Certain, Rare bool
}

// widest is how far an interval reaches to each side beyond which nothing is said.
const widest = 0.25

// Spread is how whole numbers are spread: quantiles and bars.
type Spread struct {
	N                       int
	Min, Q5, Half, Q95, Max int
	Bars                    []Bar
}

// Bar counts games from Low to High, both included.
type Bar struct{ Low, High, Games int }

// ScoreGroup are the numbers of an attribute.
type ScoreGroup struct {
	Key, Name string
	// All, Winner and the values of options, in this order.
	Of []NamedScore
}

// NamedScore is a mean of numbers at the end of games.
type NamedScore struct {
	Key, Name                 string
	N                         int
	Min, Max, Mean, Deviation float64
}

// Short is a value as tables show it: to two places, without those that are zero.
func Short(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

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
	s.Random = !slices.ContainsFunc(p.Bots, func(kind string) bool { return kind != "random" })
	n := namer{p, p.Table.Speaker(lang)}
	s.shares(n)
	s.Cards, s.Abilities = effects(r, "card", n), effects(r, "ability", n)
	s.idle(n)
	s.length()
	s.rounds(n)
	s.scores(n)
	s.grids(n)
	return s
}

func (s *Analysis) length() {
	games := map[int]int{}
	for _, l := range s.Lengths {
		games[l.Decisions] += l.Games
	}
	s.Length = spread(games)
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

// effects makes an Effect of each card, or ability.
func effects(r *sim.Result, by string, n namer) []Effect {
	var out []Effect
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.By != by {
			continue
		}
		last := len(out) - 1
		if last < 0 || out[last].Key != row.Key {
			out = append(out, Effect{Key: row.Key, Name: n.thing(by, row.Key)})
			last++
		}
		out[last].Games += row.Games
		out[last].UsageCounts.Add(&row.UsageCounts)
	}
	certain := n.plan.certain()
	for i := range r.Trials {
		of := &r.Trials[i]
		at := slices.IndexFunc(out, func(e Effect) bool { return by == "card" && e.Key == of.Card })
		if question := slices.Index(Questions[:], of.What); at >= 0 && question >= 0 {
			bets := stats.Bets{Values: of.Values, Of: sim.Whole}
			t := Tried{N: bets.N(), Interval: bets.Interval(errorRate)}
			t.Certain = bets.Against(0) >= certain
			t.Rare = t.High-t.Low > 2*widest && !t.Certain
			out[at].Tried[question] = t
		}
	}
	slices.SortStableFunc(out, func(a, b Effect) int {
		return b.Used() - a.Used()
	})
	return out
}

// certain is from what evidence on a card does something for certain, whichever of all cards
// and questions was looked at.
func (p *Plan) certain() float64 {
	return math.Log(float64(len(Questions)*len(p.Table.Compiled.Pack.Defs)) / errorRate)
}

// idle finds what of the pack no row is of. Abilities that only modify values never act.
func (s *Analysis) idle(n namer) {
	missing := func(in []Effect, by string, key string, to []string) []string {
		name := n.thing(by, key)
		if slices.ContainsFunc(in, func(e Effect) bool { return e.Key == key }) || slices.Contains(to, name) {
			return to
		}
		return append(to, name)
	}
	p := n.plan.Table.Compiled.Pack
	for i := range p.Defs {
		s.IdleCards = missing(s.Cards, "card", p.Defs[i].ID, s.IdleCards)
	}
	for i := range p.Abilities {
		if p.Abilities[i].HasRun {
			s.IdleAbilities = missing(s.Abilities, "ability", p.Abilities[i].Name, s.IdleAbilities)
		}
	}
	s.Abilities = slices.DeleteFunc(s.Abilities, func(e Effect) bool {
		acts := func(a engine.Ability) bool { return a.HasRun && a.Name == e.Key }
		return e.Used() == 0 && !slices.ContainsFunc(p.Abilities, acts)
	})
}

// Used counts the games of seats in which most was done with it.
func (e *Effect) Used() int { return max(e.Taken, e.Played, e.Acted) }

// Tried are the cards with something to say for a question, surest first, and how many
// are too rare for that.
func (s *Analysis) Tried(question int) (effects []*Effect, rare int) {
	for i := range s.Cards {
		t := &s.Cards[i].Tried[question]
		switch {
		case t.Rare:
			rare++
		case t.N > 0:
			effects = append(effects, &s.Cards[i])
		}
	}
	slices.SortStableFunc(effects, func(a, b *Effect) int {
		x, y := &a.Tried[question], &b.Tried[question]
		return cmp.Or(yes(y.Certain)-yes(x.Certain),
			cmp.Compare(abs(y.Value)/(y.High-y.Low), abs(x.Value)/(x.High-x.Low)))
	})
	return effects, rare
}

// Certain are the names of the shares that are off, each with its points beyond its group,
// and the cards that do something for certain.
func (s *Analysis) Certain() (shares []string, cards []*Effect) {
	for _, g := range s.Shares {
		for i := range g.Shares {
			if share := &g.Shares[i]; share.Off {
				name := strings.TrimSpace(strings.TrimPrefix(g.Key, "bot") + " " + share.Name)
				shares = append(shares, name+" "+Points(share.Beyond))
			}
		}
	}
	for i := range s.Cards {
		if e := &s.Cards[i]; slices.ContainsFunc(e.Tried[:], func(t Tried) bool { return t.Certain }) {
			cards = append(cards, e)
		}
	}
	return shares, cards
}

// Does says by how much a card helps or harms, where that is certain.
func (e *Effect) Does() string {
	for i := range e.Tried {
		if t := &e.Tried[i]; t.Certain {
			return Points(t.Value)
		}
	}
	return ""
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

func (s *Analysis) scores(n namer) {
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
			NamedScore{score.Of, name, score.N, score.Real(float64(score.Min)), score.Real(float64(score.Max)),
				score.Real(m.Value()), score.Real(m.Deviation())})
	}
	for i := range s.Scores {
		first := func(of string) int { return slices.Index([]string{"winner", "all"}, of) }
		slices.SortStableFunc(s.Scores[i].Of, func(a, b NamedScore) int {
			return cmp.Or(first(b.Key)-first(a.Key), cmp.Compare(b.Mean, a.Mean))
		})
	}
}

// group returns the shares of an option.
func (s *Analysis) group(option string) []Share {
	for i := range s.Shares {
		if s.Shares[i].By == "option" && s.Shares[i].Key == option {
			return s.Shares[i].Shares
		}
	}
	return nil
}

func (s *Analysis) grids(n namer) {
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

// namer names counted things.
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
