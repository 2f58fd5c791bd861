package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
	"github.com/ruledeck/ruledeck/interp/editor/reference"
	"github.com/ruledeck/ruledeck/testdata"
)

type docsParams struct {
	Game   command.Game
	Format string `flag:"format"`
	Out    string `flag:"out"`
	// site is set where Out is a folder, which gets pages of HTML.
	site bool
}

func docsCommand(h Host) *cobra.Command {
	p := docsParams{}
	return pages.Command("docs", oneGame, func(c *cobra.Command, args []string) error {
		info, err := os.Stat(p.Out)
		folder := p.Out != "" && (err == nil && info.IsDir() || err != nil && filepath.Ext(p.Out) == "")
		if !c.Flags().Changed("format") && (folder || strings.HasPrefix(filepath.Ext(p.Out), ".htm")) {
			p.Format = "html"
		}
		p.site = folder && p.Format == "html"
		names := gamesOf(h, args)
		if len(names) == 0 {
			names = shippedHere(h)
		}
		return runDocs(h, names, p)
	}, &p)
}

func runDocs(h Host, names []string, p docsParams) error {
	if !p.site {
		if err := command.Ready(p.Out, command.Reference); err != nil {
			return err
		}
	}
	var games []*interp.Pack
	for _, name := range names {
		loaded, _, err := p.Game.Load(name)
		if err != nil {
			return err
		}
		games = append(games, loaded)
	}
	var book *cookbook.Book
	if p.Format == "html" { // as a list to read it would be longer than all the rest
		var err error
		book, err = cookbook.New(testdata.Lessons)
		if err != nil {
			return err
		}
	}
	doc, err := reference.New(games, p.Game.Lang, book)
	if err != nil {
		return err
	}
	if p.site {
		if err := doc.Teach(testdata.Lessons, "tutorial", "tutorial/sheet", "mods"); err != nil {
			return err
		}
		out := generatedFlags{Folder: p.Out}
		return out.write(h, doc.Site(p.Game.Lang))
	}
	text := doc.Markdown()
	if p.Format == "html" {
		text = doc.HTML(p.Game.Lang)
	}
	if p.Out != "" {
		return disk.OS.Write(p.Out, []byte(text))
	}
	_, err = h.Out.Write([]byte(text))
	return err
}
