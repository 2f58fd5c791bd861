package cli

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

type listParams struct {
	Format string `flag:"format"`
	Lang   string `flag:"lang"`
}

func listCommand(h Host) *cobra.Command {
	p := listParams{}
	return pages.Command("list", noArgs, func(*cobra.Command, []string) error { return runList(h, p) }, &p)
}

func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usage("%s takes no arguments, but %q was given", c.CommandPath(), args[0])
	}
	return nil
}

// standsInPack reports whether one stands in the folder of a pack.
func standsInPack() bool { return hasManifest(".") }

// hasManifest reports whether a folder, or an archive, is a pack.
func hasManifest(folder string) bool {
	_, err := source.Stat(filepath.Join(folder, "pack.yaml"))
	return err == nil
}

// gamesOf are the games that the words of a command line stand for. It is the one rule of all
// commands: a folder that is no pack stands for the packs in it, and no word for the folder
// one stands in. Packs that were found below are told; there are none for no word where no pack is.
func gamesOf(h Host, words []string) []string {
	if len(words) > 0 {
		return slices.Concat(lists.Map(words, func(word string) []string { return packsIn(h, word) })...)
	}
	if standsInPack() {
		return []string{"."}
	}
	return slices.DeleteFunc(packsIn(h, "."), func(found string) bool { return found == "." })
}

// packsIn are the packs in a folder that is none, in the order of their names; of all else it
// is the word itself, which the reader of packs knows or refuses.
func packsIn(h Host, word string) []string {
	if isPack(word) {
		return []string{word}
	}
	var found []string
	// What cannot be read is no pack; what is asked for beyond this is refused where it is opened.
	_ = filepath.WalkDir(word, func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || !d.IsDir() || at == word:
			return nil
		case strings.HasPrefix(d.Name(), ".") || pack.Ignored(at) ||
			strings.Count(at[len(word):], separator) > packDepth:
			return fs.SkipDir
		case hasManifest(at):
			found = append(found, filepath.ToSlash(at))
			return fs.SkipDir
		}
		return nil
	})
	if len(found) == 0 {
		return []string{word}
	}
	fmt.Fprintf(h.Err, "packs in %s: %s\n", filepath.ToSlash(word), strings.Join(found, ", "))
	return found
}

// shippedHere are the games of the program, which some commands take where no pack is; that they do
// is told.
func shippedHere(h Host) []string {
	fmt.Fprintf(h.Err, "no pack is here; taken instead: %s\n", strings.Join(pack.Shipped(), ", "))
	return pack.Shipped()
}

// packDepth is how many folders deep packs are looked for.
const packDepth = 3

const separator = string(filepath.Separator)

// gameParams are the flags of a command that runs on one GAME.
type gameParams interface {
	run(h Host, c *cobra.Command, game string) error
}

// gameCommand is a command that takes one GAME, and runs on it.
func gameCommand(h Host, name string, p gameParams) *cobra.Command {
	return pages.Command(name, oneGame, func(c *cobra.Command, args []string) error {
		game, err := gameOf(h, c, args)
		if err != nil {
			return err
		}
		return p.run(h, c, game)
	}, p)
}

func gameOf(h Host, c *cobra.Command, args []string) (string, error) {
	games := gamesOf(h, args)
	switch len(games) {
	case 0:
		return "", usage("%s takes one GAME: one of %s, or a pack's folder", c.CommandPath(),
			strings.Join(pack.Shipped(), ", "))
	case 1:
		return games[0], nil
	}
	return "", usage("%s takes one GAME, as in: %s %s", c.CommandPath(), c.CommandPath(), games[0])
}

// gameNamed is the game that a command line names, "" where it names none.
func gameNamed(h Host, c *cobra.Command, args []string) (string, error) {
	if len(args) == 0 {
		return "", nil
	}
	return gameOf(h, c, args)
}

// oneGame is the argument check of commands that take one GAME at most.
func oneGame(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usage("%s takes one GAME, not %d: one of %s, or a pack's folder", c.CommandPath(), len(args),
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
	var broken error
	for _, id := range pack.Shipped() {
		loaded, err := interp.Load(id, interp.With{})
		if err != nil {
			broken = err
			report(h, err)
			continue
		}
		game := describeGame(loaded, p.Lang)
		if p.Format == "json" {
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
		return errWrong
	}
	return nil
}

// listGot lists a pack of the library, of which nothing is read for that.
func listGot(h Host, g pack.Origin, p listParams) error {
	if p.Format == "json" {
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
