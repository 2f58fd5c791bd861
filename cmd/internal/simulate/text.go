package simulate

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// mostListed is how many cards, or abilities, a page of text lists; --format csv has
// them all.
const mostListed = 12

// sheetText writes what a run says as a page of text.
func sheetText(w io.Writer, s *lab.Analysis) {
	fmt.Fprintf(w, "%s: %d games, %d finished, %d failed\n", s.Title, s.Games, s.Finished, s.Failed)
	fmt.Fprintln(w, playedBy(s))
	if s.Finished == 0 {
		return
	}
	for _, g := range s.Shares {
		fmt.Fprintf(w, "\nGames won, by %s (95 %% intervals; even share %s)\n", g.Title(), percent(s.Even))
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
	triedText(w, s)
	seenText(w, "Cards", s.Cards, s.IdleCards)
	seenText(w, "Abilities", s.Abilities, s.IdleAbilities)
	if len(s.Cards) > 0 {
		fmt.Fprintln(w, "  offered: its seat could take it or not; played: it left the hand for all to see; acted: an "+
			"ability\n  of it did something for a seat")
		if !s.Plan.Trials {
			fmt.Fprintln(w, "  These columns say how a card is used; sim --cards says what it does")
		}
	}
	verdict(w, s)
}

// verdict says in words what is certain, and what to do next.
func verdict(w io.Writer, s *lab.Analysis) {
	shares, cards := s.Certain()
	laid := append([]string{s.Plan.Table.Name}, s.Plan.Table.Reading().Overlays...)
	needed := s.Needed()
	game := strings.Join(laid, " --pack ")
	fmt.Fprintln(w)
	if len(shares)+len(cards) == 0 {
		reach, of := s.Reach(s.Finished)
		fmt.Fprintf(w, "Verdict: nothing differs for certain; less than %s points %s may not show.\n",
			number1(100*reach), of)
	}
	wrapped(w, "Verdict: for certain these win more (+) or less (-) often than their list as a whole, in points: ",
		shares)
	wrapped(w, "Verdict: for certain these cards help (+) or harm (-), in points: ",
		lists.Map(cards, func(e *lab.Effect) string { return e.Name + " " + e.Does() }))
	switch {
	case len(cards) > 0:
		fmt.Fprintf(w, "Next: ruledeck explain %s %s; change it, and see what that does with sim --compare\n", game,
			cards[0].Key)
	case needed > s.Games:
		fmt.Fprintf(w, "Next: sim --games %d finds %v points in 80 of 100 runs\n", needed, 100*lab.Aim)
	case !s.Plan.Trials:
		fmt.Fprintf(w, "Next: ruledeck sim %s --cards says what each card does\n", game)
	}
}

// drawn says how many games were drawn beside those that were won.
func drawn(o sim.Outcomes) string {
	if o.Draws == 0 {
		return ""
	}
	return fmt.Sprintf(", %d drawn", o.Draws)
}

// playedBy says who played: what a figure means depends on it.
func playedBy(s *lab.Analysis) string {
	if s.Random {
		return "Random play, seats rotated: it says what comes of any answers, not what good players make of the game."
	}
	return fmt.Sprintf("Played by %s, seats rotated.", strings.Join(s.Plan.Bots, ", "))
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

func lengthText(w io.Writer, s *lab.Analysis) {
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
	fmt.Fprintf(w, "  %d decisions%s, %d events, at most %s in a step\n", s.Decisions, unasked, s.Events,
		command.Counted(s.MaxAnswersPerStep, "answer"))
}

func leadText(w io.Writer, s *lab.Analysis) {
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

func scoreText(w io.Writer, s *lab.Analysis) {
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
			fmt.Fprintf(w, "  %s %7.1f  ±%-6.1f %5s to %-5s  %6d\n", columns.Pad(name, 26), of.Mean,
				of.Deviation, lab.Short(of.Min), lab.Short(of.Max), of.N)
		}
	}
}

// tried says of each question what was tried.
var tried = map[string]string{
	lab.Done:  "taken where it could be, against never taking it (but where nothing else is allowed)",
	lab.Drawn: "drawn, instead of another card of its pile",
	lab.Blank: "its abilities, against none (of a card that nobody chooses)",
}

// triedText lists what cards do, by experiment.
func triedText(w io.Writer, s *lab.Analysis) {
	if !s.Plan.Trials {
		return
	}
	fmt.Fprintln(w, "\nCards, by experiment: points of its games that a seat wins more, each game played on both ways")
	var never []string
	for i := range s.Cards {
		if e := &s.Cards[i]; e.Tried[0].N == 0 {
			never = append(never, e.Name)
		}
	}
	for question, what := range lab.Questions {
		effects, rare := s.Tried(question)
		fmt.Fprintf(w, "  %s\n", tried[what])
		for _, e := range effects[:min(len(effects), mostListed)] {
			t := &e.Tried[question]
			mark := ""
			if t.Certain {
				mark = "  *"
			}
			fmt.Fprintf(w, "    %s %s  %s to %s  %6d games%s\n", columns.Pad(e.Name, 26), points(t.Value),
				points(t.Low), points(t.High), t.N, mark)
		}
		if more := len(effects) - mostListed; more > 0 {
			fmt.Fprintf(w, "    and %d more; --report has them all\n", more)
		}
		if rare > 0 {
			fmt.Fprintf(w, "    too rare to tell: %d\n", rare)
		} else if len(effects) == 0 {
			fmt.Fprintln(w, "    none")
		}
	}
	wrapped(w, "  never a choice: ", never)
	fmt.Fprintln(w, "  * does something for certain, though every card was looked at; intervals hold at every look")
}

func wrapped(w io.Writer, title string, names []string) {
	if len(names) > 0 {
		for _, line := range columns.Wrap(names, ", ", title, "    ", columns.Page) {
			fmt.Fprintln(w, line)
		}
	}
}

// seenText lists how cards were used, and which were not.
func seenText(w io.Writer, title string, list []lab.Effect, idle []string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s, as they came up: games of a seat\n  %s came up  offered  taken  drawn  played  acted\n",
		title, columns.Pad("", 26))
	var unused []string
	shown, more := 0, 0
	for i := range list {
		e := &list[i]
		switch {
		case e.Used() == 0:
			unused = append(unused, e.Name)
		case shown == mostListed:
			more++
		default:
			shown++
			fmt.Fprintf(w, "  %s %7d %8d %6d %6d %7d %6d\n", columns.Pad(e.Name, 26), e.Games, e.Offered, e.Taken,
				e.Drawn, e.Played, e.Acted)
		}
	}
	if more > 0 {
		fmt.Fprintf(w, "  and %d more; --format csv has them all\n", more)
	}
	wrapped(w, "  came up and were never used: ", unused)
	if more := len(idle) - mostListed; more > 0 {
		idle = append(slices.Clone(idle[:mostListed]), fmt.Sprintf("and %d more", more))
	}
	wrapped(w, "  not counted, for no seat chose, drew or played them and none acted for one: ", idle)
}

func percent(share float64) string { return number1(100*share) + " %" }

func number1(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// points is a difference in percentage points, with its sign.
func points(x float64) string { return fmt.Sprintf("%+6.1f", 100*x) }

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
