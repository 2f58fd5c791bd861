package host

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Report is what one table tells its host.
type Report struct {
	File      string     `json:"file"`
	Game      string     `json:"game"`
	Decisions int        `json:"decisions"`
	Over      bool       `json:"over"`
	Winners   view.Seats `json:"winners"`
	// Expected is how many of Games each seat wins where greedy bots play from the same
	// beginning, in seat order; both are empty of a game that is not over.
	Expected []int      `json:"expected"`
	Games    int        `json:"games"`
	Seats    []Thinking `json:"seats"`
	Marks    []Mark     `json:"marks"`
	// Unchosen are cards that moved in the game, and that no answer named.
	Unchosen []string `json:"unchosen"`
}

// Thinking is how long a person thought, in seconds, and where longest.
type Thinking struct {
	Seat    engine.Seat `json:"seat"`
	Name    string      `json:"name"`
	Answers int         `json:"answers"`
	Usual   float64     `json:"usual"`
	Long    []Thought   `json:"long"`
}

// Thought is how long a player thought about a question.
type Thought struct {
	Decision int     `json:"decision"`
	Seconds  float64 `json:"seconds"`
	Question string  `json:"question"`
}

// longest is how many questions of a seat are told over which it thought longest.
const longest = 3

// Expectations are what bots made of games, by how these begin, so that they play each once.
type Expectations map[string][]int

// expecting is how many games bots play for a report; tests let them play fewer.
var expecting = 40

// of is how many games of a table each seat wins where greedy bots play it, from the same options.
func (x Expectations) of(ctx context.Context, t *interp.Table, begins *replay.Header) ([]int, error) {
	form := fmt.Sprint(begins.Game, begins.Overlays, len(begins.Seats), begins.GameOptions)
	if wins := x[form]; wins != nil {
		return wins, nil
	}
	wins := make([]int, len(begins.Seats))
	for seed := range expecting {
		players, err := play.NewPlayers(slices.Repeat([]string{"greedy"}, len(wins)))
		if err != nil {
			return nil, err
		}
		s, err := play.New(dealt(t, rng.Seed{Low: uint64(seed)}), play.Settings{Players: players})
		if err == nil {
			_, err = s.Advance(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("bots play seed %d: %w", seed, err)
		}
		for _, seat := range view.Of(s.Position(), view.Referee).Winners {
			wins[seat-1]++
		}
	}
	x[form] = wins
	return wins, nil
}

// ReportOf plays a table's game again, and tells of it; known are expectations of others.
func ReportOf(ctx context.Context, file string, known Expectations) (*Report, error) {
	data, err := source.File(file, golden.MaxSize)
	if err != nil {
		return nil, err
	}
	read, err := golden.Read(data)
	if err != nil {
		return nil, savedir.Wrong(file, data, err)
	}
	around, err := beside(file)
	if err != nil {
		return nil, err
	}
	t, err := read.Table(file)
	if err != nil {
		return nil, err
	}
	answers := read.Record.Answers
	s, err := read.Play(ctx, t, make([]play.Player, len(read.Record.Header.Seats)))
	var differs *replay.Difference
	if errors.As(err, &differs) {
		return nil, fmt.Errorf("%s does not fit the pack as it is now: %w", file, differs)
	} else if err == nil {
		_, err = s.Advance(ctx)
	}
	if err != nil {
		return nil, err
	}
	seen := view.Of(s.Position(), view.Referee)
	out := &Report{File: file, Game: t.Title("en"), Decisions: s.Position().Decisions(), Over: s.Position().Over(),
		Winners: append(view.Seats{}, seen.Winners...), Expected: []int{}, Seats: []Thinking{},
		Marks: append([]Mark{}, around.Marks...), Unchosen: unchosen(s)}
	if out.Over && len(around.Seats) > 0 && read.Record.Header.Scenario == nil { // people sat at it
		if out.Expected, err = known.of(ctx, t, &read.Record.Header); err != nil {
			return nil, err
		}
		out.Games = expecting
	}
	for i := range read.Record.Header.Seats {
		seat := Thinking{Seat: engine.Seat(i + 1), Long: []Thought{}}
		if i < len(around.Seats) {
			seat.Name = around.Seats[i].Name
		}
		for j := range answers {
			if after, sent := thoughtFor(&answers[j]); sent && answers[j].Seat == seat.Seat {
				seat.Long = append(seat.Long, Thought{Decision: answers[j].Number, Seconds: after.Seconds()})
			}
		}
		if seat.Answers = len(seat.Long); seat.Answers == 0 {
			continue // a bot
		}
		slices.SortStableFunc(seat.Long, func(a, b Thought) int { return cmp.Compare(b.Seconds, a.Seconds) })
		seat.Usual = seat.Long[seat.Answers/2].Seconds
		seat.Long = seat.Long[:min(longest, seat.Answers)]
		for j := range seat.Long {
			then, err := s.Fork(ctx, seat.Long[j].Decision, play.Settings{})
			if err != nil {
				return nil, err
			}
			if q := then.Seat(seat.Seat).Question(); q != nil {
				seat.Long[j].Question = q.Text
			}
		}
		out.Seats = append(out.Seats, seat)
	}
	return out, nil
}

// MarksOf are the moments that people marked at the table whose journal a file is; none of other games.
func MarksOf(journal string) ([]Mark, error) {
	f, err := beside(journal)
	if err != nil {
		return nil, err
	}
	return f.Marks, nil
}

// unchosen are the cards that moved in a game, and that no answer named.
func unchosen(s *play.Session) []string {
	moved, chosen := map[engine.DefID]bool{}, map[engine.DefID]bool{}
	note := func(in map[engine.DefID]bool, v *view.Value) {
		for ; v != nil; v = v.Of {
			if v.Raw.Kind == engine.Card {
				in[v.Def] = true
			}
		}
	}
	for e := range view.NewReader(s.Position(), view.Referee).Each() {
		if e.Kind == view.MoveEvent {
			note(moved, e.Card)
		}
		for _, choice := range e.Choices {
			for i := range choice {
				note(chosen, &choice[i])
			}
		}
	}
	out := []string{}
	for def := range moved {
		if !chosen[def] {
			out = append(out, s.Table().Speaker("en").Def(def))
		}
	}
	slices.Sort(out)
	return out
}

//go:embed report.txt
var reportText string

var reported = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"counted": command.Counted, "seat": func(i int) int { return i + 1 },
	}).Parse(reportText))
})

// Write writes the report as people read it.
func (r *Report) Write(to io.Writer) {
	_ = reported().Execute(to, r) // what cannot be written here cannot be told anywhere
}

// Called is a seat with the name of its player.
func (r *Report) Called(seat engine.Seat) string {
	for _, s := range r.Seats {
		if s.Seat == seat && s.Name != "" {
			return fmt.Sprintf("seat %d (%s)", seat, s.Name)
		}
	}
	return fmt.Sprintf("seat %d", seat)
}

// Gather writes what the tables of each game have in common, where there are several: the words
// that people marked moments with, and the cards that moved and were never chosen.
func Gather(to io.Writer, reports []*Report) {
	games := map[string][]*Report{}
	for _, r := range reports {
		games[r.Game] = append(games[r.Game], r)
	}
	for _, game := range lists.Sorted(games) {
		tables := games[game]
		if len(tables) == 1 {
			continue
		}
		words, unchosen := map[string]int{}, map[string]int{}
		for _, r := range tables {
			for _, m := range r.Marks {
				words[m.Word]++
			}
			for _, card := range r.Unchosen {
				unchosen[card]++
			}
		}
		fmt.Fprintf(to, "%d tables of %s\n", len(tables), game)
		if len(words) > 0 {
			fmt.Fprintf(to, "  marked moments: %s\n", mostFirst(words))
		}
		if len(unchosen) > 0 {
			fmt.Fprintf(to, "  moved and never chosen, by tables: %s\n", mostFirst(unchosen))
		}
	}
}

// mostFirst lists counted names, the most frequent first and equal ones by name.
func mostFirst(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}

// thoughtFor is the time a person took for an answer; false if it was not recorded.
func thoughtFor(a *replay.Answer) (after time.Duration, noted bool) {
	n := note{}
	if json.Unmarshal([]byte(a.Note), &n) != nil {
		return 0, false
	}
	return time.Duration(n.After) * time.Millisecond, true
}
