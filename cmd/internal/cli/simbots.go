package cli

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
)

// usualLadder are the bots that --bots tries where nothing is said.
const usualLadder = "random,greedy,search:50,search:200"

// parseBots reads --bots; there are none where it is not given.
func parseBots(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	kinds, err := command.Kinds("--bots", text, false)
	for i, kind := range kinds {
		if slices.Contains(kinds[:i], kind) {
			return nil, usage("--bots names %s twice", kind)
		}
	}
	return kinds, err
}

// simBots tries bots of several kinds, one after another, against the others of a plan.
func simBots(h Host, ctx context.Context, p simParams, plan *lab.Plan, bots []string) error {
	moved, done := progress(h, len(bots)*p.games)
	l := &lab.Ladder{Plan: plan, Bots: bots, Games: p.games, Workers: p.workers, Progress: moved, Now: time.Now, Play: p.play}
	file := inFile(h, p.resume)
	if err := file.open(l.Resume); err != nil {
		return err
	}
	if p.resume != "" {
		l.Keep = file.add
	}
	rungs, err := l.Run(ctx)
	done()
	unkept := file.keep()
	if err != nil && ctx.Err() == nil {
		return err
	}
	failed := 0
	for i := range rungs {
		failed += rungs[i].Failed
		for _, f := range rungs[i].Result.Failures {
			fmt.Fprintf(h.Err, "game %d of %s failed: %s\n", f.Game+1, rungs[i].Bot, f.Error)
		}
	}
	switch p.format {
	case "json":
		line, err := json.Marshal(struct {
			Game   string     `json:"game"`
			Others []string   `json:"others"`
			Even   float64    `json:"even"`
			Bots   []lab.Rung `json:"bots"`
		}{plan.Table.Compiled.Pack.ID, plan.Bots[1:], l.Even(), rungs})
		if err != nil {
			return err
		}
		fmt.Fprintf(h.Out, "%s\n", line)
	case "csv":
		if err := ladderCSV(h.Out, l, rungs); err != nil {
			return err
		}
	default:
		ladderText(h.Out, l, rungs, p.game.Lang)
	}
	for i := range rungs {
		if r := &rungs[i]; p.format == "text" && r.Now > 0 {
			fmt.Fprintf(h.Err, "%s: %.2f s a game\n", r.Bot, r.Seconds/float64(r.Now))
		}
	}
	if p.report != "" {
		if err := p.writeReport(h, plan, l.Sheet(rungs, p.game.Lang), " --bots="+strings.Join(bots, ",")); err != nil {
			return err
		}
	}
	switch {
	case ctx.Err() != nil:
		games := failed
		for i := range rungs {
			games += rungs[i].Games
		}
		p.games *= len(bots)
		return p.stopped(games, "games", unkept)
	case unkept != nil:
		return unkept
	case failed > 0:
		return &ExitError{Code: ExitWrong}
	}
	return nil
}

// ladderText writes how strong bots are as a page of text.
func ladderText(w io.Writer, l *lab.Ladder, rungs []lab.Rung, lang string) {
	fmt.Fprintf(w, "%s: how strong bots are\n", l.Plan.Described(lang))
	fmt.Fprintf(w, "Each bot against %s, the same %d games for each of them, seats rotated.\n", against(l.Plan.Bots[1:]), l.Games)
	fmt.Fprintf(w, "\nGames won, by bot (95 %% intervals; even share %s)\n", percent(l.Even()))
	for i := range rungs {
		r := &rungs[i]
		if r.Games == 0 {
			fmt.Fprintf(w, "  %s no game came to an end\n", padded(r.Bot, 26))
			continue
		}
		text := fmt.Sprintf("  %s %7s  %5s to %-7s  %6d of %d%s, %s decisions a game", padded(r.Bot, 26), percent(r.Value), number1(100*r.Low), percent(r.High), r.Won, r.Of, drawn(r.Outcomes), number1(float64(r.Decisions)/float64(r.Games)))
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
func ladderCSV(w io.Writer, l *lab.Ladder, rungs []lab.Rung) error {
	out := csv.NewWriter(w)
	lines := [][]string{{"bot", "others", "games", "failed", "of", "won", "share", "low", "high", "certain", "decisions", "games_drawn"}}
	for i := range rungs {
		r := &rungs[i]
		line := []string{r.Bot, strings.Join(l.Plan.Bots[1:], " ")}
		for _, n := range []int{r.Games, r.Failed, r.Of, r.Won} {
			line = append(line, strconv.Itoa(n))
		}
		for _, x := range []float64{r.Value, r.Low, r.High} {
			line = append(line, strconv.FormatFloat(x, 'f', 4, 64))
		}
		lines = append(lines, append(line, strconv.FormatBool(r.Certain), strconv.FormatInt(r.Decisions, 10), strconv.Itoa(r.Draws)))
	}
	return out.WriteAll(lines)
}
