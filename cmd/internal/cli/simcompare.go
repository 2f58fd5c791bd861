package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/balance"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// comparedPairs is how many pairs of games a comparison plays at most where nothing is
// said.
const comparedPairs = 2000

// other loads what --compare names: options, a pack as diff writes it, or what a pack
// as diff writes it has behind the GAME, for the same game.
func (p *simParams) other(git *revisions, game string) (*interp.Pack, map[string]string, error) {
	flags, name := p.game, game
	given := map[string]string{}
	for _, text := range p.compare {
		option, value, is := strings.Cut(text, "=")
		_, err := os.Stat(text)
		switch {
		case is && err != nil:
			given[option] = value
		case name != game:
			return nil, nil, usage("--compare names two packs, %s and %s; one at a time, and options as name=value", name, text)
		case strings.HasPrefix(text, "+"), strings.HasPrefix(text, "@"):
			name = game + text
		default:
			name, flags.Overlays = text, nil
		}
	}
	options, err := flags.Values()
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(options, given)
	with := interp.With{Overlays: flags.Overlays, GameOptions: options}
	if name != game {
		if with.Base, with.Laid, err = git.sources(name); err != nil {
			return nil, nil, err
		}
	}
	loaded, err := interp.Load(name, with)
	return loaded, options, err
}

// standsOn reports whether a pack is a game, or extends it.
func standsOn(p *interp.Pack, id string) bool {
	return slices.ContainsFunc(p.Loaded.Layers, func(l pack.Layer) bool { return l.ID == id })
}

// simCompare plays two packs against each other.
func simCompare(h Host, ctx context.Context, p simParams, game string, plan *lab.Plan) error {
	git := &revisions{}
	defer git.clean()
	loaded, options, err := p.other(git, game)
	if err != nil {
		return err
	}
	if a, b := plan.Table.Compiled.Pack.ID, loaded.Compiled.Pack.ID; !standsOn(plan.Table.Pack, b) && !standsOn(loaded, a) {
		return usage("%s and %s are two games; a comparison is of two forms of one", a, b)
	}
	settings := plan.Table.Settings
	settings.GameOptions = options
	t, err := loaded.Table(settings)
	if err != nil {
		return err
	}
	moved, done := progress(h, p.games)
	c := &lab.Comparison{
		A: plan, B: &lab.Plan{Table: t, Bots: plan.Bots, Seed: plan.Seed}, Pairs: p.games, Precision: p.precision / 100,
		Unpaired: p.unpaired, Workers: p.workers, Progress: moved,
	}
	file := inFile(h, p.resume)
	if err := file.open(c.Resume); err != nil {
		return err
	}
	c.Keep = file.add
	out, err := c.Run(ctx)
	done()
	unkept := file.keep()
	if err != nil {
		return err
	}
	for side, r := range []*sim.Result{out.A, out.B} {
		for _, f := range r.Failures {
			fmt.Fprintf(h.Err, "game %d of %s failed: %s\n", f.Game+1, []string{"A", "B"}[side], f.Error)
		}
	}
	switch p.format {
	case "json":
		line, err := json.Marshal(struct {
			*sim.Result
			Compare *lab.Compared `json:"compare"`
		}{out.A, out})
		if err != nil {
			return err
		}
		fmt.Fprintf(h.Out, "%s\n", line)
	case "csv":
		if err := figuresCSV(h.Out, out.Figures); err != nil {
			return err
		}
	default:
		comparedText(h.Out, c, out, p.game.Lang)
	}
	if p.report != "" {
		var page bytes.Buffer
		if err := (balance.Change{Comparison: c, Compared: out, Lang: p.game.Lang, Again: p.again(game, c)}).Write(&page); err != nil {
			return err
		}
		if err := disk.OS.Write(p.report, page.Bytes()); err != nil {
			return err
		}
		fmt.Fprintf(h.Err, "the page is %s\n", p.report)
	}
	switch {
	case ctx.Err() != nil:
		return p.stopped(out.Pairs, "pairs of games", unkept)
	case unkept != nil:
		return unkept
	case out.A.Failed+out.B.Failed > 0:
		return &ExitError{Code: ExitWrong}
	}
	return nil
}

// again is the command of a comparison.
func (p *simParams) again(game string, c *lab.Comparison) string {
	text := fmt.Sprintf("ruledeck sim %s --games %d --seed %d --seats %s%s", game, c.Pairs, c.A.Seed, strings.Join(c.A.Bots, ","), optionFlags(p.game))
	for _, b := range p.compare {
		text += " --compare " + b
	}
	if p.precision > 0 {
		text += fmt.Sprintf(" --precision %v", p.precision)
	}
	if p.unpaired {
		text += " --unpaired"
	}
	return text
}

// figuresCSV writes the figures of a comparison; bounds of which nothing is known are
// empty.
func figuresCSV(w io.Writer, figures []lab.Figure) error {
	out := csv.NewWriter(w)
	lines := [][]string{{"by", "key", "what", "a", "n_a", "b", "n_b", "difference", "low", "high", "moved"}}
	exact := func(x *float64) string {
		if x == nil {
			return ""
		}
		return strconv.FormatFloat(*x, 'g', -1, 64)
	}
	for i := range figures {
		f := &figures[i]
		lines = append(lines, []string{
			f.By, f.Key, f.What, exact(&f.A), strconv.Itoa(f.NA), exact(&f.B), strconv.Itoa(f.NB),
			exact(&f.Difference), exact(f.Low), exact(f.High), strconv.FormatBool(f.Moved),
		})
	}
	return out.WriteAll(lines)
}

var whyStopped = map[string]string{
	"moved": "stopped because a difference is certain", "precise": "stopped because every interval of what is won is within the precision",
	"pairs": "all pairs were played", "interrupted": "stopped before the end",
}

// mostMoved is how many cards a page of text lists as moved.
const mostMoved = 20

// comparedText writes a comparison as a page of text.
func comparedText(w io.Writer, c *lab.Comparison, out *lab.Compared, lang string) {
	fmt.Fprintf(w, "A: %s\nB: %s\n", c.A.Described(lang), c.B.Described(lang))
	seeds := "each pair with one seed and the same seats"
	if c.Unpaired {
		seeds = "each game with a seed of its own"
	}
	fmt.Fprintf(w, "%d pairs of games, %s; %s.\n", out.Pairs, seeds, whyStopped[out.Stopped])
	a := lab.NewSheet(c.A, out.A, lang)
	fmt.Fprintln(w, playedBy(a))
	if out.Pairs == 0 {
		return
	}
	names := lab.Names(c.A, c.B, lang)
	heads := []struct{ under, text string }{{"bot", "Games won, by bot"}}
	for _, g := range a.Shares {
		if g.By == "option" {
			heads = append(heads, struct{ under, text string }{"option " + g.Key, "Games won, by " + g.Name})
		}
	}
	heads = append(heads, struct{ under, text string }{"seat", "Games won, by seat"}, struct{ under, text string }{"game", "Length in decisions"})
	for _, head := range heads {
		first := true
		for i := range out.Figures {
			f := &out.Figures[i]
			under := f.By
			if option, _, is := strings.Cut(f.Key, "="); is {
				under += " " + option
			}
			if under != head.under {
				continue
			}
			if first {
				fmt.Fprintf(w, "\n%s %8s %8s   B less A, certainly between\n", padded(head.text, 29), "A", "B")
				first = false
			}
			figureText(w, f, names(f))
		}
	}
	fmt.Fprintln(w, "\nCards that moved")
	moved, more := 0, 0
	for i := range out.Figures {
		switch f := &out.Figures[i]; {
		case f.By != "card" || !f.Moved:
		case moved == mostMoved:
			more++
		default:
			moved++
			figureText(w, f, names(f))
		}
	}
	switch {
	case moved == 0:
		fmt.Fprintln(w, "  none for certain")
	case more > 0:
		fmt.Fprintf(w, "  and %d more; --format json has them all\n", more)
	}
	fmt.Fprintln(w, "\n* moved. All intervals hold at once, however often one looks, in 95 of 100 comparisons.")
}

func figureText(w io.Writer, f *lab.Figure, name string) {
	if f.By == "card" {
		name += map[string]string{"used": ": used", "won": ": won when used"}[f.What]
	}
	text, sign := percent, points
	if f.What == "decisions" {
		text, sign = number1, func(x float64) string { return fmt.Sprintf("%+6.1f", x) }
	}
	show := func(x float64, n int) string {
		if n == 0 {
			return "–" // a share of nothing is none
		}
		return text(x)
	}
	bounds := "too few to say"
	if f.Low != nil {
		bounds = sign(*f.Low) + " and " + strings.TrimSpace(sign(*f.High))
	}
	mark := ""
	if f.Moved {
		mark = "  *"
	}
	fmt.Fprintf(w, "  %s %8s %8s   %s  %s%s\n", padded(name, 27), show(f.A, f.NA), show(f.B, f.NB), sign(f.Difference), bounds, mark)
}
