package simulate

import (
	"embed"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// mostListed is how many cards, or abilities, a page of text lists; --format csv has
// them all.
const mostListed = 12

//go:embed *.txt
var files embed.FS

// pages are what runs say as text, as templates.
var pages = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"played": playedBy, "share": shareName, "drawn": drawn, "percent": percent, "pad": columns.Pad, "part": part,
		"hundred": func(share float64) float64 { return 100 * share }, "counted": command.Counted, "short": lab.Short,
		"tried": tried, "never": never, "seen": seen, "wrap": wrapped, "points": points, "value": value,
		"differs": differs, "against": against, "trim": strings.TrimSpace, "reach": reach, "does": does, "laid": laid,
		"questions": func() []string { return lab.Questions[:] },
		"used": func(e *lab.Effect) string {
			return fmt.Sprintf("  %s %7d %8d %6d %6d %7d %6d\n", columns.Pad(e.Name, 26), e.Games, e.Offered, e.Taken,
				e.Drawn, e.Played, e.Acted)
		},
		"each":  func(n int64, of int) float64 { return float64(n) / float64(of) },
		"times": func(a, b int) int { return a * b },
		"limits": func() map[string]any {
			return map[string]any{"batch": lab.Batch, "uses": lab.LeastUses, "aim": 100 * lab.Aim}
		},
	}).ParseFS(files, "*.txt"))
})

// write writes a page of text.
func write(w io.Writer, name string, of any) {
	_ = pages().ExecuteTemplate(w, name, of) // what cannot be written here cannot be told anywhere
}

// reach says which differences a run shows.
func reach(s *lab.Analysis) string {
	points, of := s.Reach(s.Finished)
	return number1(100*points) + " points " + of
}

// does says what each of some cards does.
func does(cards []*lab.Effect) []string {
	return lists.Map(cards, func(e *lab.Effect) string { return e.Name + " " + e.Does() })
}

// laid is the game of a plan as a command line names it.
func laid(p *lab.Plan) string {
	return strings.Join(append([]string{p.Table.Name}, p.Table.Reading().Overlays...), " --pack ")
}

// drawn says how many games were drawn beside those that were won.
func drawn(o sim.Outcomes) string {
	if o.Draws == 0 {
		return ""
	}
	return fmt.Sprintf(", %d drawn", o.Draws)
}

// playedBy says who played: what a figure means depends on it.
func playedBy(p *lab.Plan) string {
	if p.Random() {
		return "Random play, seats rotated: it says what comes of any answers, not what good players make of the game."
	}
	return fmt.Sprintf("Played by %s, seats rotated.", strings.Join(p.Bots, ", "))
}

func shareName(g *lab.Group, share *lab.Share) string {
	switch {
	case g.By == "seat":
		return "seat " + share.Key
	case share.Key == "own":
		return "the seat itself"
	case share.Key == "other":
		return "another seat"
	}
	return share.Name
}

func part(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

// listing is the first of a list of effects, and how many more there are; Rare are too rare to tell.
type listing struct {
	Title        string
	First        []*lab.Effect
	More, Rare   int
	Unused, Idle []string
}

// add lists an effect where there is room.
func (l *listing) add(e *lab.Effect) {
	if len(l.First) == mostListed {
		l.More++
		return
	}
	l.First = append(l.First, e)
}

// tried lists what cards do, by experiment.
func tried(s *lab.Analysis, question int) (out listing) {
	effects, rare := s.Tried(question)
	out.Rare = rare
	for _, e := range effects {
		out.add(e)
	}
	return out
}

// never are the cards that were never tried.
func never(cards []lab.Effect) (names []string) {
	for i := range cards {
		if cards[i].Tried[0].N == 0 {
			names = append(names, cards[i].Name)
		}
	}
	return names
}

// wrapped are names behind a title, in lines; "" without names.
func wrapped(title string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return strings.Join(columns.Wrap(names, ", ", title, "    ", columns.Page), "\n") + "\n"
}

// seen lists how cards, or abilities, were used, and which were not; nil without any.
func seen(title string, all []lab.Effect, idle []string) *listing {
	if len(all) == 0 {
		return nil
	}
	if more := len(idle) - mostListed; more > 0 {
		idle = append(slices.Clone(idle[:mostListed]), fmt.Sprintf("and %d more", more))
	}
	out := &listing{Title: title, Idle: idle}
	for i := range all {
		if e := &all[i]; e.Used() > 0 {
			out.add(e)
		} else {
			out.Unused = append(out.Unused, e.Name)
		}
	}
	return out
}

func percent(share float64) string { return number1(100*share) + " %" }

func number1(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// points is a difference in percentage points, with its sign.
func points(x float64) string { return differs("won", x) }

// rowsCSV writes the rows of a run.
func rowsCSV(w io.Writer, rows []sim.Row) error {
	var lines [][]any
	for i := range rows {
		r := &rows[i]
		lines = append(lines, []any{r.By, r.Key, r.Seat, r.Games, r.Won, r.Offered, r.Taken, r.Drawn, r.Played, r.Acted,
			r.After.Offered, r.After.Taken, r.After.Drawn, r.After.Played, r.After.Acted, r.Draws})
	}
	return writeCSV(w, "by,key,seat,games,won,offered,taken,drawn,played,acted,won_offered,won_taken,won_drawn,"+
		"won_played,won_acted,games_drawn", lines)
}

// writeCSV writes lines of values below their heads; a pointer to a number that is not there is empty.
func writeCSV(w io.Writer, heads string, lines [][]any) error {
	out := [][]string{strings.Split(heads, ",")}
	for _, line := range lines {
		out = append(out, lists.Map(line, func(v any) string {
			x, optional := v.(*float64)
			switch {
			case x != nil:
				v = *x
			case optional:
				v = ""
			}
			return fmt.Sprint(v)
		}))
	}
	return csv.NewWriter(w).WriteAll(out)
}
