package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/source"
)

func archiveCommand(h Host) *cobra.Command {
	out := ""
	return gameCommand(h, "archive", func(h Host, _ *cobra.Command, game string) error {
		return runArchive(h, game, out)
	}, flags{"out": &out})
}

func runArchive(h Host, name, out string) error {
	p, err := interp.Load(name, interp.With{})
	if err != nil {
		return err
	}
	leaving(h, p)
	data, m, err := p.Loaded.Archive()
	if err != nil {
		return err
	}
	out = cmp.Or(out, m.ID+"-"+m.Version+source.Archive)
	if err := command.Ready(out, command.Archive); err != nil {
		return err
	}
	if err := disk.OS.Write(out, data); err != nil {
		return err
	}
	fmt.Fprintf(h.Out, "%s\n", out)
	fmt.Fprintf(h.Err, "%s, %s, %d bytes\n", m.Content, command.Counted(len(m.Files), "file"), len(data))
	for _, below := range m.Extends {
		fmt.Fprintf(h.Err, "it extends %s, which is not in it\n", below)
	}
	return nil
}
