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

type archiveParams struct {
	Out string `flag:"out"`
}

func (p *archiveParams) run(h Host, _ *cobra.Command, name string) error {
	loaded, err := interp.Load(name, interp.With{})
	if err != nil {
		return err
	}
	leaving(h, loaded)
	data, m, err := loaded.Loaded.Archive()
	if err != nil {
		return err
	}
	out := cmp.Or(p.Out, m.ID+"-"+m.Version+source.Archive)
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
