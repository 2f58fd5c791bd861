package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/host"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
)

func serveCommand(h Host) *cobra.Command {
	c := host.Config{Out: h.Out, Err: h.Err}
	return hosting(&c, func(ctx context.Context) (err error) {
		if c.Folder == "" {
			c.Folder, err = savedir.Where("tables")
			if err != nil {
				return err
			}
		}
		return host.Serve(ctx, c)
	}, flags{"tables": &c.Folder})
}

// hostingTopic is a help page about serving tables for a long time.
func hostingTopic() *cobra.Command {
	return pages.Command("hosting", nil, nil)
}

// Serving is the command serve for a program that keeps the tables elsewhere: serve serves
// what the flags say.
func Serving(h Host, serve func(ctx context.Context, c host.Config) error) *cobra.Command {
	c := host.Config{Out: h.Out, Err: h.Err}
	return walled(h, hosting(&c, func(ctx context.Context) error { return serve(ctx, c) }), nil)
}

func hosting(c *host.Config, serve func(ctx context.Context) error, more ...any) *cobra.Command {
	return pages.Command("serve", nil, func(_ *cobra.Command, args []string) error {
		here := Host{Err: c.Err}
		c.Games = gamesOf(here, args)
		if len(c.Games) == 0 {
			c.Games = shippedHere(here)
		}
		if (c.Cert == "") != (c.Key == "") {
			return usage("--tls-cert and --tls-key go together")
		}
		for _, name := range c.Games {
			if p, err := interp.Load(name, interp.With{}); err == nil && !pack.IsShipped(name) {
				leaving(here, p)
			}
		}
		command.CollectRarely()
		return serve(command.Stoppable())
	}, append(more, c)...)
}
