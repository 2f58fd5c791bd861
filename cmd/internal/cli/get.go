package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/library"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
)

type getParams struct {
	// from is where the pack comes from; with --update its Source is the name of one that is
	// there.
	from   pack.Origin
	Update bool `flag:"update"`
	Yes    bool `flag:"yes"`
	// folder is where packs are looked at.
	folder string
}

func getCommand(h Host) *cobra.Command {
	p := getParams{}
	return pages.Command("get", cobra.MaximumNArgs(1), func(c *cobra.Command, args []string) error {
		p.from.Source = strings.Join(args, "")
		if c.Flags().Changed("trust") && slices.Contains(pack.TheLibrary().IDs(), p.from.Source) {
			return nil // it has been said what that means now
		}
		ctx := command.Stoppable()
		var err error
		p.folder, err = os.MkdirTemp("", "ruledeck-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(p.folder)
		return p.run(ctx, h)
	}, &p, flags{"at": &p.from.At, "path": &p.from.Path})
}

func removeCommand(h Host) *cobra.Command {
	return pages.Command("remove", cobra.ExactArgs(1), func(_ *cobra.Command, args []string) error {
		if !slices.Contains(pack.TheLibrary().IDs(), args[0]) {
			return notGot(args[0])
		}
		err := library.Remove(args[0])
		if err == nil {
			fmt.Fprintf(h.Out, "%s is removed\n", args[0])
		}
		return err
	})
}

// notGot says that a name is none of a pack in the library.
func notGot(name string) error {
	return usage("your library has no pack %q; %s", name, diag.There(name, pack.TheLibrary().IDs()))
}

// run gets a pack from a source. If the pack in the current folder extends it, it locks
// that pack to it; without a source it gets the locked version.
func (p *getParams) run(ctx context.Context, h Host) error {
	lock := pack.Lock{}
	if err := pack.ReadJSON(pack.LockFile, &lock); err != nil {
		return err
	}
	switch {
	case p.Update:
		return p.runUpdate(ctx, h, lock)
	case p.from.Source == "" && len(lock) == 0:
		return usage("get needs a SOURCE: an archive (a file, or an https address) or a git repository; " +
			"there is no " + pack.LockFile + " here that names one")
	case p.from.Source != "":
		o, err := p.get(ctx, h, p.from)
		if err == nil && extends(o.ID) {
			o.Source = p.from.Source
			lock[o.ID] = o
			fmt.Fprintf(h.Err, "%s locks the pack in this folder to that content\n", pack.LockFile)
			err = library.WriteLock(lock)
		}
		return err
	}
	packs, err := pack.TheLibrary().Packs()
	if err != nil {
		return err
	}
	for _, id := range lists.Sorted(lock) {
		is := func(g pack.Origin) bool { return g.Content == lock[id].Content }
		if slices.ContainsFunc(packs, is) {
			fmt.Fprintf(h.Out, "%s is here\n", lock[id].Content)
		} else if lock[id].Source == "" {
			return usage("%s has %s and names no source, as it was got from a file of one machine: ruledeck get SOURCE",
				pack.LockFile, lock[id].Content)
		} else if _, err := p.get(ctx, h, lock[id]); err != nil {
			return err
		}
	}
	return nil
}

// extends reports whether the pack in the folder one stands in extends another.
func extends(id string) bool {
	r, err := interp.Read(".", interp.With{})
	is := func(s *pack.Source) bool { return s.Manifest().ID.Text == id }
	return err == nil && slices.ContainsFunc(r.Loaded.Below(), is)
}

// get gets one pack: any content, or the one that is wanted.
func (p *getParams) get(ctx context.Context, h Host, from pack.Origin) (pack.Origin, error) {
	o, archive, err := p.fetch(ctx, from)
	if err == nil && from.Digest != "" && from.Content != o.Content {
		err = fmt.Errorf("%s has %s now, but the lock says %s; nothing was taken", from.Source, o.Content, from.Content)
	}
	if err == nil {
		err = library.Keep(o, archive)
	}
	if err != nil {
		return o, err
	}
	_, err = fmt.Fprintln(h.Out, o.Content)
	return o, err
}

// fetch downloads a pack and checks it. It writes the archive anew, so that the library
// holds only files that were read.
func (p *getParams) fetch(ctx context.Context, from pack.Origin) (pack.Origin, []byte, error) {
	folder, err := os.MkdirTemp(p.folder, "")
	if err != nil {
		return from, nil, err
	}
	place, o, err := library.Fetch(ctx, from, folder)
	if err != nil {
		return o, nil, err
	}
	r, err := interp.Read(place, interp.With{})
	if err != nil {
		return o, nil, err
	}
	found := slices.DeleteFunc(check.Pack(r, check.Settings{}),
		func(d diag.Finding) bool { return d.Severity != diag.Error })
	if len(found) > 0 {
		return o, nil, &interp.BrokenError{Name: place, Findings: found, Lines: r.Loaded.Line}
	}
	archive, m, err := r.Loaded.Archive()
	if pack.IsShipped(m.ID) {
		err = fmt.Errorf("the pack has the id %s, which a game of the program has; nothing was taken", m.ID)
	}
	o.Content = m.Content
	return o, archive, err
}
