package cli

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/reference"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type docsParams struct {
	game   gameFlags
	format string
	out    string
}

func docsCommand(h Host) *cobra.Command {
	p := docsParams{}
	c := &cobra.Command{
		Use:   "docs [GAME]",
		Short: "Write the reference: the language, and what a game has",
		Args:  atMostOneGame,
		RunE: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("format") && strings.HasPrefix(filepath.Ext(p.out), ".htm") {
				p.format = "html"
			}
			return runDocs(h, args, p)
		},
	}
	p.game.add(c)
	c.Flags().StringVar(&p.format, "format", "markdown",
		"markdown or html (by the name of the file, if it ends in .html)")
	c.Flags().StringVar(&p.out, "out", "", "the file to write (default: print it)")
	return c
}

func runDocs(h Host, args []string, p docsParams) error {
	if err := format(p.format, "markdown", "html"); err != nil {
		return err
	}
	if err := command.Ready(p.out, command.Reference); err != nil {
		return err
	}
	var games []*interp.Pack
	if len(args) == 0 {
		args = pack.Shipped()
	}
	for _, name := range args {
		loaded, _, err := p.game.Load(name)
		if err != nil {
			return err
		}
		games = append(games, loaded)
	}
	doc, err := reference.New(games, p.game.Lang)
	if err != nil {
		return err
	}
	text := doc.Markdown()
	if p.format == "html" {
		text = doc.HTML(p.game.Lang)
	}
	if p.out != "" {
		return disk.OS.Write(p.out, []byte(text))
	}
	_, err = h.Out.Write([]byte(text))
	return err
}
