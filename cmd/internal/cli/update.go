package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/library"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// runUpdate shows what has changed where packs come from, and takes it if that is agreed
// to: of the packs that the folder one stands in is locked to, or else of the library's.
func (p *getParams) runUpdate(ctx context.Context, h Host, lock pack.Lock) error {
	all := maps.Clone(lock)
	if len(all) == 0 {
		packs, err := pack.TheLibrary().Packs()
		if err != nil {
			return err
		}
		for _, g := range packs {
			all[g.ID] = g
		}
	}
	if name := p.from.Source; name != "" {
		maps.DeleteFunc(all, func(id string, _ pack.Origin) bool { return id != name })
		if len(all) == 0 {
			return notGot(name)
		}
	}
	for _, id := range lists.Sorted(all) {
		if err := p.updateOne(ctx, h, lock, all[id]); err != nil {
			return err
		}
	}
	return nil
}

func (p *getParams) updateOne(ctx context.Context, h Host, lock pack.Lock, was pack.Origin) error {
	from := was
	from.Commit, from.At = "", cmp.Or(p.from.At, was.At) // the latest one of what was asked for
	now, archive, err := p.fetch(ctx, from)
	switch {
	case err != nil:
		return err
	case now.ID != was.ID:
		return fmt.Errorf("%s has %s now, and had %s; nothing was taken", was.Source, now.Content, was.Content)
	case now.Content == was.Content:
		fmt.Fprintf(h.Out, "%s is the latest\n", was.Content)
		return nil
	}
	fmt.Fprintf(h.Out, "%s -> %s\n", was.Content, now.Content)
	if err := p.show(h, was, archive); err != nil {
		return err
	}
	if !p.Yes {
		return &ExitError{Code: ExitWrong, Message: "nothing was taken; --yes takes it"}
	}
	if err := library.Keep(now, archive); err != nil {
		return err
	}
	fmt.Fprintf(h.Out, "%s is taken\n", now.Content)
	if _, locked := lock[was.ID]; !locked {
		return nil
	}
	now.Source = was.Source
	lock[was.ID] = now
	return library.WriteLock(lock)
}

// show reports what another version of a pack changes: cards and rules, tests of the pack
// and of the pack in the current folder, and saved games of the two.
func (p *getParams) show(h Host, was pack.Origin, archive []byte) error {
	old := pack.TheLibrary().Archive(was.Content)
	if _, err := os.Stat(old); err != nil {
		return fmt.Errorf("%s is not in your library; ruledeck get brings it", was.Content)
	}
	now := filepath.Join(p.folder, was.ID+source.Archive)
	if err := os.WriteFile(now, archive, 0o600); err != nil {
		return err
	}
	// Files are named as in the pack, wherever its two contents lie.
	out := h.Out
	printed := &strings.Builder{}
	h.Out = printed
	defer func() {
		in := strings.NewReplacer(filepath.ToSlash(old)+"/", "", filepath.ToSlash(now)+"/", "")
		fmt.Fprint(out, in.Replace(printed.String()))
	}()
	if err := runDiff(h, old, now, diffParams{Format: "text"}); err != nil {
		return err
	}
	library.Use(map[string]string{was.ID: now})
	defer library.Use(nil)
	tests := []string{old}
	tell := h.Telling()
	if standsInPack() {
		tests = append(tests, ".")
	}
	load := func(name string, with interp.With) (*interp.Pack, error) {
		if name == old {
			name = now
		}
		return tell(name, with)
	}
	for _, test := range tests {
		whose := map[bool]string{true: was.ID, false: "the pack in this folder"}[test == old]
		fmt.Fprintf(h.Out, "\nTests of %s, with the new content:\n", whose)
		var failed *ExitError
		err := runTest(h, []string{test}, testParams{Format: "text", load: load})
		if err != nil && !errors.As(err, &failed) {
			return err
		}
	}
	return saves(h, was.ID)
}

// saves replays the saved games of a pack, and of the pack in the current folder, and
// reports those that differ from their record.
func saves(h Host, id string) error {
	folder, err := savedir.Folder()
	if err != nil {
		return err
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	title := "\nSaved games, with the new content:\n"
	for _, path := range savedir.Games(folder) {
		data, err := source.File(path, golden.MaxSize)
		if err != nil {
			return err
		}
		g, err := golden.Read(data)
		if err != nil || g.Record.Header.Game != id && g.Record.Header.Game != here {
			continue // damaged, or of another game
		}
		fmt.Fprintf(h.Out, "%s%s: ", title, path)
		title = ""
		p := replayParams{Verify: true}
		p.Game.Lang = "en"
		if err := runReplay(h, path, p); err != nil {
			fmt.Fprintln(h.Out, strings.TrimSpace(err.Error()))
		}
	}
	return nil
}
