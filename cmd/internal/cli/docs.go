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
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/testdata"
)

type docsParams struct {
	game   gameFlags
	format string
	out    string
	// site is set where out is a folder, which gets pages of HTML.
	site bool
}

func docsCommand(h Host) *cobra.Command {
	p := docsParams{}
	c := pages.Command("docs", oneGame, func(c *cobra.Command, args []string) error {
		info, err := os.Stat(p.out)
		folder := p.out != "" && (err == nil && info.IsDir() || err != nil && filepath.Ext(p.out) == "")
		if !c.Flags().Changed("format") && (folder || strings.HasPrefix(filepath.Ext(p.out), ".htm")) {
			p.format = "html"
		}
		p.site = folder && p.format == "html"
		names := gamesOf(h, args)
		if len(names) == 0 {
			names = shippedHere(h)
		}
		return runDocs(h, names, p)
	})
	p.game.add(c)
	pages.Add(c, flags{"format": &p.format, "out": &p.out})
	return c
}

func runDocs(h Host, names []string, p docsParams) error {
	if err := format(p.format, "markdown", "html"); err != nil {
		return err
	}
	if !p.site {
		if err := command.Ready(p.out, command.Reference); err != nil {
			return err
		}
	}
	var games []*interp.Pack
	for _, name := range names {
		loaded, _, err := p.game.Load(name)
		if err != nil {
			return err
		}
		games = append(games, loaded)
	}
	var book *cookbook.Book
	if p.format == "html" { // as a list to read it would be longer than all the rest
		var err error
		book, err = cookbook.New(testdata.Lessons)
		if err != nil {
			return err
		}
	}
	doc, err := reference.New(games, p.game.Lang, book)
	if err != nil {
		return err
	}
	if p.site {
		if err := doc.Teach(testdata.Lessons, "tutorial", "tutorial/sheet", "mods"); err != nil {
			return err
		}
		out := generatedFlags{folder: p.out}
		return out.write(h, lists.Map(doc.Site(p.game.Lang), func(f reference.File) generated {
			return generated{f.Name, f.Text}
		}))
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
