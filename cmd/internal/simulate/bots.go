package simulate

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

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
		func(w io.Writer) {
			write(w, "ladder.txt", struct {
				*lab.Experiment
				Rungs []lab.Rung
				Lang  string
			}{l, rungs, s.Lang})
		}); err != nil {
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
