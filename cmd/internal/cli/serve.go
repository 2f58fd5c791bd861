package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/host"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
)

func serveCommand(h Host) *cobra.Command {
	c := host.Config{Out: h.Out, Err: h.Err}
	out := hosting(&c, func(ctx context.Context) (err error) {
		if c.Folder == "" {
			c.Folder, err = savedir.Where("tables")
			if err != nil {
				return err
			}
		}
		return host.Serve(ctx, c)
	})
	out.Flags().StringVar(&c.Folder, "tables", "", "where the tables are stored (default: beside your saved games)")
	return out
}

// hostingTopic is a help page about serving tables for a long time.
func hostingTopic() *cobra.Command {
	return helped(&cobra.Command{Use: "hosting", Short: "How to serve tables on the internet, for long"})
}

// Serving is the command serve for a program that keeps the tables elsewhere: serve serves
// what the flags say.
func Serving(h Host, serve func(ctx context.Context, c host.Config) error) *cobra.Command {
	c := host.Config{Out: h.Out, Err: h.Err}
	return walled(h, helped(hosting(&c, func(ctx context.Context) error { return serve(ctx, c) })), nil)
}

func hosting(c *host.Config, serve func(ctx context.Context) error) *cobra.Command {
	out := &cobra.Command{
		Use:   "serve [GAME...]",
		Short: "Serve tables to people elsewhere, who come by secret links",
		RunE: func(_ *cobra.Command, args []string) error {
			here := Host{Err: c.Err}
			c.Games = gamesOf(here, args)
			if len(c.Games) == 0 {
				c.Games = shippedHere(here)
			}
			if (c.Cert == "") != (c.Key == "") {
				return usage("--tls-cert and --tls-key go together")
			}
			for _, name := range c.Games {
				if p, err := interp.Load(name, interp.With{}); err == nil && !slices.Contains(pack.Shipped(), name) {
					leaving(here, p)
				}
			}
			ctx, stop := command.Stoppable()
			defer stop()
			defer command.CollectRarely()()
			return serve(ctx)
		},
	}
	out.Flags().StringVar(&c.Listen, "listen", "127.0.0.1:4500", "the address to listen on")
	out.Flags().StringVar(&c.Origin, "origin", "",
		"the address that browsers use, if it differs from --listen, as https://games.example.org")
	out.Flags().StringVar(&c.Cert, "tls-cert", "", "the file of a certificate, with --tls-key")
	out.Flags().StringVar(&c.Key, "tls-key", "", "the file of its key")
	command.PauseFlag(out, &c.Pause, "as in the pack, or 8s")
	out.Flags().BoolVar(&c.Quiet, "no-chat", false, "switch off the chat at tables")
	return out
}
