package simulate

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/htmlreport"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// Bots tries bots of several kinds, one after another, against the others of a plan.
func Bots(ctx context.Context, h command.Host, s Settings, plan *lab.Plan, bots []string) error {
	l := &lab.Experiment{Arms: lab.Ladder(plan, bots)}
	var results []*sim.Result
	unkept, err := s.play(h, l, func() (err error) {
		results, err = l.Run(ctx)
		return err
	})
	if err != nil && ctx.Err() == nil {
		return err
	}
	rungs := l.Rungs(results)
	failed, games := 0, 0
	for i := range rungs {
		failed, games = failed+rungs[i].Failed, games+rungs[i].Games
		for _, cause := range lab.Causes(rungs[i].Result.Failures) {
			sayFailed(h, " of "+rungs[i].Bot, cause)
		}
	}
	object := struct {
		Game   string     `json:"game"`
		Others []string   `json:"others"`
		Even   float64    `json:"even"`
		Bots   []lab.Rung `json:"bots"`
	}{plan.Table.Compiled.Pack.ID, plan.Bots[1:], l.Even(), rungs}
	if err := s.print(h, object, func(w io.Writer) error { return ladderCSV(w, l, rungs) },
		func(w io.Writer) { ladderText(w, l, rungs, s.Lang) }); err != nil {
		return err
	}
	for i := range rungs {
		if r := &rungs[i]; s.Format == "text" && r.Now > 0 {
			fmt.Fprintf(h.Err, "%s: %.2f s a game\n", r.Bot, r.Seconds/float64(r.Now))
		}
	}
	again := s.command(plan, " --bots="+strings.Join(bots, ","))
	if err := s.report(h, htmlreport.Page{Analysis: l.Analysis(rungs, s.Lang), Lang: s.Lang,
		Again: again}); err != nil {
		return err
	}
	return s.ended(ctx, games+failed, s.Games*len(bots), "games", failed, unkept)
}

// ladderText writes how strong bots are as a page of text.
func ladderText(w io.Writer, l *lab.Experiment, rungs []lab.Rung, lang string) {
	fmt.Fprintf(w, "%s: how strong bots are\n", l.Arms[0].Described(lang))
	fmt.Fprintf(w, "Each bot against %s, the same %d games for each of them, seats rotated.\n",
		against(l.Arms[0].Bots[1:]), l.Games)
	fmt.Fprintf(w, "\nGames won, by bot (95 %% intervals; even share %s)\n", percent(l.Even()))
	for i := range rungs {
		r := &rungs[i]
		if r.Games == 0 {
			fmt.Fprintf(w, "  %s no game came to an end\n", columns.Pad(r.Bot, 26))
			continue
		}
		if r.Of == r.Games*len(l.Arms[0].Bots) {
			fmt.Fprintf(w, "  %s %7s  it plays at every seat, and so wins its even share by itself:\n"+
				"    that compares nothing; name others with --seats, the first of which it replaces\n",
				columns.Pad(r.Bot, 26), percent(r.Value))
			continue
		}
		text := fmt.Sprintf("  %s %7s  %5s to %-7s  %6d of %d%s, %s decisions a game", columns.Pad(r.Bot, 26),
			percent(r.Value), number1(100*r.Low), percent(r.High), r.Won, r.Of, drawn(r.Outcomes),
			number1(float64(r.Decisions)/float64(r.Games)))
		if r.Returns != nil {
			text += fmt.Sprintf(", returns %+.2f (%+.2f to %+.2f)", r.Returns.Value, r.Returns.Low, r.Returns.High)
		}
		if r.Certain {
			text += "  *"
		}
		fmt.Fprintln(w, text)
	}
	fmt.Fprintln(w, "  * stronger or weaker than the others for certain, though all bots were looked at (Holm, 5 %)")
}

// against names the others, equal ones once.
func against(others []string) string {
	var names []string
	for i := 0; i < len(others); {
		n := 1
		for i+n < len(others) && others[i+n] == others[i] {
			n++
		}
		name := others[i]
		if n > 1 {
			name = fmt.Sprintf("%d %s", n, name)
		}
		names = append(names, name)
		i += n
	}
	if len(names) == 0 {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

// ladderCSV writes a line a bot.
func ladderCSV(w io.Writer, l *lab.Experiment, rungs []lab.Rung) error {
	others := strings.Join(l.Arms[0].Bots[1:], " ")
	digits := func(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
	var lines [][]any
	for i := range rungs {
		r := &rungs[i]
		lines = append(lines, []any{r.Bot, others, r.Games, r.Failed, r.Of, r.Won, digits(r.Value), digits(r.Low),
			digits(r.High), r.Certain, r.Decisions, r.Draws})
	}
	return writeCSV(w, "bot,others,games,failed,of,won,share,low,high,certain,decisions,games_drawn", lines)
}
