package cli

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type listParams struct{ format, lang string }

func listCommand(h Host) *cobra.Command {
	p := listParams{}
	c := &cobra.Command{
		Use:   "list",
		Short: "List the games: seats, options, sizes, and the packs that you got",
		Args:  noArgs,
		RunE:  func(*cobra.Command, []string) error { return runList(h, p) },
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

// standsInPack reports whether one stands in the folder of a pack.
func standsInPack() bool {
	_, err := os.Stat("pack.yaml")
	return err == nil
}

// oneGame is the argument check of commands that take a GAME.
func oneGame(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage("%s takes one GAME: one of %s, or a pack's folder", c.CommandPath(),
			strings.Join(pack.Shipped(), ", "))
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
		loaded, err := interp.Load(id, interp.With{})
		if err != nil {
			broken = err
			report(h, err)
			continue
		}
		game := describeGame(loaded, p.lang)
		if p.format == "json" {
			if err := h.JSON(game); err != nil {
				return err
			}
			continue
		}
		printGame(h, game)
	}
	packs, err := pack.TheLibrary().Packs()
	if err != nil {
		return err
	}
	for _, g := range packs {
		if err := listGot(h, g, p); err != nil {
			return err
		}
	}
	if broken != nil {
		return &ExitError{Code: ExitWrong}
	}
	return nil
}

// listGot lists a pack of the library, of which nothing is read for that.
func listGot(h Host, g pack.Got, p listParams) error {
	if p.format == "json" {
		return h.JSON(g)
	}
	from := strings.TrimSpace(fmt.Sprintf("%s %.12s", g.Source, g.Commit))
	fmt.Fprintf(h.Out, "%s\n    from %s\n\n", g.Content, from)
	return nil
}

func describeGame(p *interp.Pack, lang string) listedGame {
	c := p.Compiled
	g := listedGame{
		ID: c.Pack.ID, Name: p.Title(lang), Version: c.Pack.Version, MinSeats: c.Pack.MinSeats,
		MaxSeats: c.Pack.MaxSeats,
		Titles:   len(c.Pack.Defs), Abilities: len(c.Abilities), Steps: len(c.Pack.Steps),
		Unimplemented: p.Unimplemented(),
		Options:       []listedOption{},
	}
	for i := range c.Pack.Defs {
		g.Cards += c.Pack.Defs[i].Copies
	}
	for i := range c.Pack.GameOptions {
		o := &c.Pack.GameOptions[i]
		listed := listedOption{Name: o.Name, Values: o.Values, PerSeat: o.PerSeat, Default: o.Default,
			Doc: c.Tree.GameOptions[i].Doc}
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
	fmt.Fprintf(h.Out, "%s - %s %s\n", g.ID, g.Name, g.Version)
	fmt.Fprintf(h.Out, "  %s; %d cards of %d titles, %d abilities, %s without a script\n",
		command.SeatRange(g.MinSeats, g.MaxSeats), g.Cards, g.Titles, g.Abilities,
		command.Counted(g.Unimplemented, "text"))
	for _, o := range g.Options {
		for _, line := range columns.Paragraph(o.setting(), "    ", "          ", columns.Page) {
			fmt.Fprintln(h.Out, line)
		}
		for _, line := range columns.Paragraph(o.Doc, "        ", "        ", columns.Page) {
			fmt.Fprintln(h.Out, line)
		}
	}
	fmt.Fprintln(h.Out)
}

// setting is how an option is given, and what else it can be:
// "season=standard, or abbreviated, extended".
func (o *listedOption) setting() string {
	var others []string
	for _, v := range o.Values {
		if v != o.Default {
			others = append(others, v)
		}
	}
	text := o.Name + "=" + o.Default
	switch {
	case o.Min != nil:
		text += fmt.Sprintf(", or any number from %d to %d", *o.Min, *o.Max)
	case len(others) > 0:
		text += ", or " + strings.Join(others, ", ")
	}
	if o.PerSeat {
		text += "; one for each seat, with commas"
	}
	return text
}
