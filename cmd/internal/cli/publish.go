package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/extbot"
	"github.com/ruledeck/ruledeck/cmd/internal/publish"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/interp/browserhost"
	"github.com/ruledeck/ruledeck/interp/lists"
)

type publishParams struct {
	Game   command.Game
	Seats  string `flag:"seats"`
	Out    string `flag:"out"`
	Single string `flag:"single"`
	Wasm   string `flag:"wasm"`
}

func (p *publishParams) run(h Host, _ *cobra.Command, name string) error {
	if (p.Out == "") == (p.Single == "") {
		return usage("a page is --out FOLDER, for a web server, or --single FILE.html")
	}
	if err := command.Ready(p.Single, command.Page); err != nil {
		return err
	}
	if err := ours(p.Out, "ruledeck.wasm", "a published game"); err != nil {
		return err
	}
	loaded, options, err := p.Game.Load(name)
	if err != nil {
		return err
	}
	leaving(h, loaded)
	seats, err := command.Seats(p.Seats, loaded, true)
	if err != nil {
		return err
	}
	for _, kind := range seats {
		if extbot.Is(kind) {
			return usage("%q is a program of this machine, which no page can start", kind)
		}
	}
	ctx := command.Stoppable()
	cache, err := savedir.Where("wasm")
	if err != nil {
		return err
	}
	page := &publish.Page{Title: loaded.Title(p.Game.Lang), Lang: p.Game.Lang, Game: &browserhost.Game{
		Name: loaded.Compiled.Pack.ID, Pack: loaded.Loaded.Bundle(),
		NewGame: browserhost.NewGame{Seats: seats, Options: options}}}
	page.Wasm, err = publish.Program(ctx, p.Wasm, cache)
	if err != nil {
		return err
	}
	if p.Single != "" {
		data, err := page.Single()
		if err == nil {
			err = disk.OS.Write(p.Single, data)
		}
		return err
	}
	files, err := page.Files()
	if err != nil {
		return err
	}
	return p.write(h, files)
}

// write writes the files of a page, and tells them.
func (p *publishParams) write(h Host, files map[string][]byte) error {
	for _, name := range lists.Sorted(files) {
		path := filepath.Join(p.Out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := disk.OS.Write(path, files[name]); err != nil {
			return err
		}
		fmt.Fprintln(h.Out, filepath.ToSlash(path))
	}
	return nil
}

// ours refuses a folder that holds anything but an earlier thing of a kind, which a file marks.
func ours(folder, mark, kind string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(entries) == 0:
		return nil
	case err != nil:
		return usage("%s", err)
	}
	if _, err := os.Stat(filepath.Join(folder, mark)); err != nil {
		return usage("%s holds something else than %s; nothing was written", folder, kind)
	}
	return nil
}
