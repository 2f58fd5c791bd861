package simulate

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// mostListed is how many cards, or abilities, a page of text lists; --format csv has
// them all.
const mostListed = 12

// sheetText writes what a run says as a page of text.
func sheetText(w io.Writer, s *lab.Sheet) {
	fmt.Fprintf(w, "%s: %d games, %d finished, %d failed\n", s.Title, s.Games, s.Finished, s.Failed)
	fmt.Fprintln(w, playedBy(s))
	if s.Finished == 0 {
		return
	}
	for _, g := range s.Shares {
		fmt.Fprintf(w, "\nGames won, by %s (95 %% intervals; even share %s)\n", heading(&g), percent(s.Even))
		for _, share := range g.Shares {
			mark := ""
			if share.Off {
				mark = "  *"
			}
			fmt.Fprintf(w, "  %s %7s  %5s to %-7s  %6d of %d%s%s\n", columns.Pad(shareName(&g, &share), 26),
				percent(share.Value), number1(100*share.Low), percent(share.High), share.Won, share.Games,
				drawn(share.Outcomes), mark)
		}
	}
	ends := fmt.Sprintf("  nobody won %d, several %d", s.NoWinner, s.Ties)
	if s.Draws > 0 {
		ends += fmt.Sprintf(", drawn %d (to each of its seats the same part of a win)", s.Draws)
	}
	fmt.Fprintln(w, ends)
	fmt.Fprintln(w, "  * differs from the rest of its list, all of which was looked at (Holm, 5 %)")
	lengthText(w, s)
	leadText(w, s)
	scoreText(w, s)
	effectText(w, "Cards", s.Cards)
	effectText(w, "Abilities", s.Abilities)
}

// drawn says how many games were drawn beside those that were won.
func drawn(o sim.Outcomes) string {
	if o.Draws == 0 {
		return ""
	}
	return fmt.Sprintf(", %d drawn", o.Draws)
}

// playedBy says who played: what a figure means depends on it.
func playedBy(s *lab.Sheet) string {
	if s.Random {
		return "Random play, seats rotated: it says what comes of any answers, not what good players make of the game."
	}
	return fmt.Sprintf("Played by %s, seats rotated.", strings.Join(s.Plan.Bots, ", "))
}

func heading(g *lab.Group) string {
	if g.By == "option" {
		return g.Name
	}
	return g.By
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

func lengthText(w io.Writer, s *lab.Sheet) {
	fmt.Fprintf(w, "\nLength: median %d decisions, nine of ten games %d to %d, longest %d\n", s.Length.Half,
		s.Length.Q5, s.Length.Q95, s.Length.Max)
	if s.RoundName != "" {
		fmt.Fprintf(w, "  %s: median %d, nine of ten games %d to %d\n", s.RoundName, s.Round.Half,
			s.Round.Q5, s.Round.Q95)
	}
	unasked := ""
	if s.Unasked > 0 {
		unasked = fmt.Sprintf(" (and %d windows for hidden cards that nobody held)", s.Unasked)
	}
	fmt.Fprintf(w, "  %d decisions%s, %d events, at most %d answers in a step\n", s.Decisions, unasked, s.Events,
		s.MaxAnswersPerStep)
}

func leadText(w io.Writer, s *lab.Sheet) {
	if s.Lead == nil {
		return
	}
	l := s.Lead
	fmt.Fprintf(w, "\nLead, by the pack's evaluation (%d games with one winner)\n", l.Games)
	fmt.Fprintf(w, "  changes of the lead: %.1f a game, at most %d\n",
		float64(l.Changes.Sum)/float64(l.Games), l.Changes.Max)
	fmt.Fprint(w, "  the later winner led alone after")
	for _, tenth := range []int{2, 4, 6, 8} {
		fmt.Fprintf(w, "  %d0 %%: %s", tenth+1, percent(part(l.Led[tenth], l.Games)))
	}
	fmt.Fprintln(w)
	fmt.Fprintf(w, "  decided (the winner led alone from then on) by half of the game: %s; only at the end: %s\n",
		percent(part(l.Decided[0]+l.Decided[1]+l.Decided[2]+l.Decided[3]+l.Decided[4], l.Games)),
		percent(part(l.Decided[sim.Tenths-1], l.Games)))
	fmt.Fprintf(w, "  comebacks (the winner was last at half of the game): %s\n", percent(part(l.Behind, l.Games)))
}

func part(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

func scoreText(w io.Writer, s *lab.Sheet) {
	for _, g := range s.Scores {
		fmt.Fprintf(w, "\n%s at the end: mean, spread, least to most, n\n", g.Name)
		for _, of := range g.Of {
			name := of.Name
			switch of.Key {
			case "all":
				name = "all seats"
			case "winner":
				name = "winners"
			}
			fmt.Fprintf(w, "  %s %7.1f  ±%-6.1f %5d to %-5d  %6d\n", columns.Pad(name, 26), of.Mean,
				of.Deviation, of.Min, of.Max, of.N)
		}
	}
}

// effectText lists how those fared who used cards.
func effectText(w io.Writer, title string, list []lab.Effect) {
	measured := 0
	var unused []string
	for i := range list {
		if list[i].Deed != "" {
			measured++
		}
		if list[i].Taken+list[i].Played+list[i].Acted == 0 {
			unused = append(unused, list[i].Name)
		}
	}
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w,
		"\n%s, seen, not caused: games won by those who used it, less those for whom it came up and who did not\n",
		title)
	for i := range list[:min(measured, mostListed)] {
		e := &list[i]
		fmt.Fprintf(w, "  %s %s  %s when %-6s (%d)  %s else (%d)\n", columns.Pad(e.Name, 26), points(e.Difference),
			percent(e.With), e.Deed, e.NWith, percent(e.Without), e.NWithout)
	}
	if more := measured - mostListed; more > 0 {
		fmt.Fprintf(w, "  and %d more; --format csv has them all\n", more)
	}
	if rest := len(list) - measured; rest > 0 {
		fmt.Fprintf(w, "  too rare, or used always, to tell: %d\n", rest)
	}
	if len(unused) > 0 {
		for _, line := range columns.Wrap(unused, ", ", "  came up and were never used: ", "    ", columns.Page) {
			fmt.Fprintln(w, line)
		}
	}
	if measured > 0 {
		fmt.Fprintln(w, "  those who used it may win for other reasons: no figure here says what it does")
	}
}

func percent(share float64) string { return number1(100*share) + " %" }

func number1(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// points is a difference in percentage points, with its sign.
func points(x float64) string { return fmt.Sprintf("%+6.1f", 100*x) }

// rowColumns are the columns of a row of a run in csv.
var rowColumns = []string{"by", "key", "seat", "games", "won", "offered", "taken", "drawn", "played", "acted",
	"won_offered", "won_taken", "won_drawn", "won_played", "won_acted", "games_drawn"}

// rowsCSV writes the rows of a run.
func rowsCSV(w io.Writer, rows []sim.Row) error {
	out := csv.NewWriter(w)
	lines := [][]string{rowColumns}
	for i := range rows {
		r := &rows[i]
		line := []string{r.By, r.Key}
		for _, n := range []int{r.Seat, r.Games, r.Won, r.Offered, r.Taken, r.Drawn, r.Played, r.Acted, r.After.Offered,
			r.After.Taken, r.After.Drawn, r.After.Played, r.After.Acted, r.Draws} {
			line = append(line, strconv.Itoa(n))
		}
		lines = append(lines, line)
	}
	return out.WriteAll(lines)
}
