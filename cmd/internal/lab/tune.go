package lab

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/cmd/internal/stats"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
)

// Tuning finds the settings with which search is strongest at a game, by playing them against
// each other: how far it looks ahead, the weights of the standing, and the playouts beyond
// which thinking pays no more.
//
// The settings that are best so far are challenged by one other after another. Challengers
// that are not ahead in a quarter of the games are dropped, the others play as many as there
// are to play, new ones, and take the place if they certainly win more. At last the best
// ones play against those that the pack had, new games again.
type Tuning struct {
	// Table is the game as it is, Seats how many play, Seed that of the run.
	Table *interp.Table
	Seats int
	Seed  uint64 `flag:"seed"`
	// Playouts is in how many of them settings are compared, Games how many games each plays.
	Playouts int `flag:"playouts"`
	Games    int `flag:"games"`
	Workers  int
	// Weights are the numbers of the standing; With loads the game with others.
	Weights []Weight
	With    func([]Weight) (*interp.Table, error)
	// Played, if not nil, is told of each match.
	Played func(Match)
	// Play plays the games of a plan, as sim.Run does.
	Play func(ctx context.Context, p *Plan, c sim.Config) (*sim.Result, error)

	now, best Search
	matches   int
}

// Search is what tuning finds.
type Search struct {
	engine.LookAhead
	Weights []Weight
	mind    *interp.Table
}

// Match is what some settings made of games against others.
type Match struct {
	// What names the setting tried, Against the bots it played.
	What    string `json:"what"`
	Against string `json:"against"`
	Games   int    `json:"games"`
	stats.Interval
	// Better reports whether it certainly wins more than its even share.
	Better bool `json:"better"`
}

// Tuned is what came of a tuning.
type Tuned struct {
	Search
	// Changed reports whether Depth, Rollout or Weights differ from those of the pack.
	Changed bool
	// Ladder says how strong the search is with more and more playouts.
	Ladder []Match
}

// looks are the depths and rollouts that are tried.
var looks = [][2]int{{0, 0}, {2, 0}, {4, 0}, {6, 0}, {12, 0}, {4, 4}, {6, 6}, {12, 12}}

// Run plays the games. When ctx ends it returns its error.
func (t *Tuning) Run(ctx context.Context) (*Tuned, error) {
	t.now = Search{LookAhead: t.Table.Compiled.Pack.LookAhead, Weights: t.Weights}
	t.best = t.now
	for _, look := range looks {
		s := t.best
		s.Depth, s.Rollout = look[0], look[1]
		if s.LookAhead == t.now.LookAhead {
			continue
		}
		if err := t.challenge(ctx, fmt.Sprintf("depth %d, rollout %d", s.Depth, s.Rollout), s); err != nil {
			return nil, err
		}
	}
	for i := range t.Weights {
		for _, value := range t.Weights[i].others() {
			s := t.best
			s.Weights = slices.Clone(s.Weights)
			s.Weights[i].Value = value
			var err error
			s.mind, err = t.With(s.Weights)
			if err != nil {
				return nil, err
			}
			if err := t.challenge(ctx, fmt.Sprintf("%s = %d", s.Weights[i].Name, value), s); err != nil {
				return nil, err
			}
		}
	}
	out := &Tuned{Search: t.now}
	if t.best.LookAhead != t.now.LookAhead || !slices.Equal(t.best.Weights, t.now.Weights) {
		m, err := t.match(ctx, "all that was found, against the pack as it is", t.best, t.now, 2*t.Games)
		if err != nil {
			return nil, err
		}
		if m.Better {
			out.Search = t.best
			out.Changed = true
		}
	}
	return out, t.ladder(ctx, out)
}

// challenge lets settings play against the best ones.
func (t *Tuning) challenge(ctx context.Context, what string, s Search) error {
	m, err := t.match(ctx, what, s, t.best, max(t.Games/4, 1))
	if err != nil || m.Value <= t.even() {
		return err
	}
	m, err = t.match(ctx, what, s, t.best, t.Games)
	if err == nil && m.Better {
		t.best = s
	}
	return err
}

// match plays games of settings against others, with its own seed.
func (t *Tuning) match(ctx context.Context, what string, s, others Search, games int) (Match, error) {
	t.matches++
	minds := map[string]Mind{"it": t.mind(s, t.Playouts), "the best so far": t.mind(others, t.Playouts)}
	m, err := t.play(ctx, t.matches, minds, "the best so far", "it", games)
	m.What = what
	if err == nil && t.Played != nil {
		t.Played(m)
	}
	return m, err
}

// mind is the bot of some settings.
func (t *Tuning) mind(s Search, playouts int) Mind {
	return Mind{fmt.Sprintf("search:%d:depth=%d:rollout=%d", playouts, s.Depth, s.Rollout), s.mind}
}

func (t *Tuning) even() float64 { return 1 / float64(t.Seats) }

// play plays the games with a number of the bot first against others.
func (t *Tuning) play(ctx context.Context, number int, minds map[string]Mind, others, bot string, games int) (
	Match, error) {
	plan := &Plan{Table: t.Table, Bots: slices.Repeat([]string{others}, t.Seats), Minds: minds,
		Seed: rng.Derive(t.Seed, number)}
	e := &Experiment{Arms: Ladder(plan, []string{bot}), Games: games, Workers: t.Workers, Play: t.Play}
	results, err := e.Run(ctx)
	switch {
	case err != nil:
		return Match{}, err
	case results[0].Failed > 0:
		return Match{}, fmt.Errorf("games of %s failed; ruledeck sim says why", t.Table.Compiled.Pack.ID)
	}
	r := judged(e.Arms[0], results[0])
	return Match{Against: others, Games: r.Games, Interval: r.Interval, Better: r.Low > t.even()}, nil
}

// ladder finds how much thinking pays, against greedy or, without a standing, random bots: the
// search thinks in as few playouts as win no less than any more of them.
func (t *Tuning) ladder(ctx context.Context, to *Tuned) error {
	others := Usual(t.Table.Pack)
	minds := map[string]Mind{}
	for playouts := max(t.Playouts/4, 1); playouts <= 2*t.Playouts; playouts *= 2 {
		bot := fmt.Sprintf("search:%d", playouts)
		minds[bot] = t.mind(to.Search, playouts)
		m, err := t.play(ctx, 0, maps.Clone(minds), others, bot, t.Games)
		if err != nil {
			return err
		}
		m.What = bot
		if t.Played != nil {
			t.Played(m)
		}
		to.Ladder = append(to.Ladder, m)
	}
	most := -1.0
	for i, m := range slices.Backward(to.Ladder) {
		if m.Value >= most {
			most = m.Value
			to.Playouts = max(t.Playouts/4, 1) << i
		}
	}
	return nil
}

// Weight is a number of a standing.
type Weight struct {
	Name  string
	Value int
	// from and to are where it stands in the file.
	from, to int
}

// others are the values to try in place of a weight's.
func (w *Weight) others() []int {
	if half := w.Value / 2; half != 0 {
		return []int{half, 2 * w.Value}
	}
	return []int{2 * w.Value}
}

var (
	weightsForm = regexp.MustCompile(`(?m)^local ([A-Z][A-Z0-9_]*(?: *, *[A-Z][A-Z0-9_]*)*) *= *` +
		`(-?[1-9]\d{0,6}(?: *, *-?[1-9]\d{0,6})*) *(?:--.*)?\r?$`)
	nameForm  = regexp.MustCompile(`[A-Z][A-Z0-9_]*`)
	wholeForm = regexp.MustCompile(`-?\d+`)
)

// ReadWeights finds the weights in the file of a standing: whole numbers that are named in
// capitals, as in local GOAL, BALL = 1000, 60.
func ReadWeights(text []byte) []Weight {
	var out []Weight
	for _, at := range weightsForm.FindAllSubmatchIndex(text, -1) {
		names := nameForm.FindAll(text[at[2]:at[3]], -1)
		numbers := wholeForm.FindAllIndex(text[at[4]:at[5]], -1)
		if len(names) != len(numbers) {
			continue
		}
		for i, n := range numbers {
			w := Weight{Name: string(names[i]), from: at[4] + n[0], to: at[4] + n[1]}
			w.Value, _ = strconv.Atoi(string(text[w.from:w.to])) // it has few digits alone
			out = append(out, w)
		}
	}
	return out
}

// WriteWeights writes weights that ReadWeights found in a text, with other values.
func WriteWeights(text []byte, weights []Weight) []byte {
	out := slices.Clone(text)
	for _, w := range slices.Backward(weights) {
		out = slices.Replace(out, w.from, w.to, []byte(strconv.Itoa(w.Value))...)
	}
	return out
}

// searchEntry is the entry of game.yaml, with what tuning has written above it.
var searchEntry = regexp.MustCompile(`(?m)(?:^# ruledeck tune: .*\r?\n)*^search:.*(?:\r?\n[ \t]+\S.*)*(?:\r?\n|\z)`)

// Entry is the search of game.yaml, with its ladder.
func (t *Tuned) Entry() string {
	rungs := make([]string, len(t.Ladder))
	for i, m := range t.Ladder {
		rungs[i] = fmt.Sprintf("%s wins %.0f %% [%.0f, %.0f]", m.What, 100*m.Value, 100*m.Low, 100*m.High)
	}
	text := fmt.Sprintf("# ruledeck tune: against %s, in %d games each,\n", t.Ladder[0].Against, t.Ladder[0].Games)
	for i, rung := range rungs {
		end := ";"
		if i == len(rungs)-1 {
			end = "."
		}
		text += "# ruledeck tune: " + rung + end + "\n"
	}
	return text + fmt.Sprintf("search: {depth: %d, rollout: %d, playouts: %d}\n", t.Depth, t.Rollout, t.Playouts)
}

// WriteSearch puts an entry in place of the one in the text of game.yaml, or behind it.
func WriteSearch(text []byte, entry string) []byte {
	if at := searchEntry.FindIndex(text); at != nil {
		return slices.Replace(slices.Clone(text), at[0], at[1], []byte(entry)...)
	}
	if n := len(text); n > 0 && text[n-1] != '\n' {
		entry = "\n" + entry
	}
	return append(slices.Clone(text), entry...)
}
