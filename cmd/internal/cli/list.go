package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type listParams struct{ format, lang string }

func listCommand(h Host) *cobra.Command {
	p := listParams{}
	c := &cobra.Command{
		Use:   "list",
		Short: "List the games: seats, options, sizes",
		Example: `  ruledeck list
  ruledeck list --format json`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return runList(h, p) },
	}
	c.Flags().StringVar(&p.format, "format", "text", "text or json (one object a line)")
	c.Flags().StringVar(&p.lang, "lang", "en", "language of the names")
	return c
}

func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no arguments, but %q was given", c.CommandPath(), args[0])
	}
	return nil
}

// oneGame is the argument check of commands that take a GAME.
func oneGame(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage("%s takes one GAME: one of %s, or a pack's folder", c.CommandPath(), strings.Join(pack.Shipped(), ", "))
	}
	return nil
}

type listedOption struct {
	Name    string   `json:"name"`
	Values  []string `json:"values,omitempty"`
	Min     *int     `json:"min,omitempty"`
	Max     *int     `json:"max,omitempty"`
	PerSeat bool     `json:"per_seat,omitempty"`
	Default string   `json:"default"`
	Doc     string   `json:"doc"`
}

type listedGame struct {
	ID            string         `json:"id"`
	Name          string         `json:"name"`
	Version       string         `json:"version"`
	MinSeats      int            `json:"min_seats"`
	MaxSeats      int            `json:"max_seats"`
	Cards         int            `json:"cards"`
	Titles        int            `json:"titles"`
	Abilities     int            `json:"abilities"`
	Steps         int            `json:"steps"`
	Unimplemented int            `json:"unimplemented"`
	Options       []listedOption `json:"options"`
}

func runList(h Host, p listParams) error {
	if err := format(p.format, "text", "json"); err != nil {
		return err
	}
	var broken error
	for _, id := range pack.Shipped() {
		loaded, err := interp.Load(id, nil, nil)
		if err != nil {
			broken = err
			h.report(err)
			continue
		}
		game := describeGame(loaded, p.lang)
		if p.format == "json" {
			line, err := json.Marshal(game)
			if err != nil {
				return err
			}
			fmt.Fprintf(h.Out, "%s\n", line)
			continue
		}
		printGame(h, game)
	}
	if broken != nil {
		return &ExitError{Code: ExitWrong}
	}
	return nil
}

func describeGame(p *interp.Pack, lang string) listedGame {
	c := p.Compiled
	g := listedGame{
		ID: c.Pack.ID, Name: p.Title(lang), Version: c.Pack.Version, MinSeats: c.Pack.MinSeats, MaxSeats: c.Pack.MaxSeats,
		Titles: len(c.Pack.Defs), Abilities: len(c.Abilities), Steps: len(c.Pack.Steps), Unimplemented: p.Unimplemented(),
		Options: []listedOption{},
	}
	for i := range c.Pack.Defs {
		g.Cards += c.Pack.Defs[i].Copies
	}
	for i := range c.Pack.Options {
		o := &c.Pack.Options[i]
		listed := listedOption{Name: o.Name, Values: o.Values, PerSeat: o.PerSeat, Default: o.Default, Doc: c.Tree.Options[i].Doc}
		if o.Seat {
			listed.Values = nil
			for s := 1; s <= c.Pack.MaxSeats; s++ {
				listed.Values = append(listed.Values, strconv.Itoa(s))
			}
			listed.Values = append(listed.Values, "random")
		}
		if o.Number {
			listed.Min, listed.Max = &o.Min, &o.Max
		}
		g.Options = append(g.Options, listed)
	}
	return g
}

func printGame(h Host, g listedGame) {
	seats := fmt.Sprintf("%d-%d seats", g.MinSeats, g.MaxSeats)
	if g.MinSeats == g.MaxSeats {
		seats = fmt.Sprintf("%d seats", g.MinSeats)
	}
	fmt.Fprintf(h.Out, "%s - %s %s\n", g.ID, g.Name, g.Version)
	fmt.Fprintf(h.Out, "  %s; %d cards of %d titles, %d abilities, %d unimplemented texts\n", seats, g.Cards, g.Titles, g.Abilities, g.Unimplemented)
	w := tabwriter.NewWriter(h.Out, 0, 4, 2, ' ', 0)
	for _, o := range g.Options {
		values := strings.Join(o.Values, "|")
		if o.Min != nil {
			values = fmt.Sprintf("%d..%d", *o.Min, *o.Max)
		}
		if o.PerSeat {
			values += ",..."
		}
		fmt.Fprintf(w, "    %s\t%s\t(default %s)\t%s\n", o.Name, values, o.Default, o.Doc)
	}
	// The writer's own errors come back from the host's stream later.
	_ = w.Flush()
	fmt.Fprintln(h.Out)
}
