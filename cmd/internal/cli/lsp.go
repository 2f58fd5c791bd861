package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/lsp"
	"github.com/ruledeck/ruledeck/interp/visible"
)

type lspParams struct {
	log string
}

func lspCommand(h Host) *cobra.Command {
	p := lspParams{}
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Help an editor: findings as you type, completion, explanations",
		Long: `Speak the language server protocol over standard input and output: an editor
starts it and shows what check finds while you type, completes what may stand at a
place, and explains what is there, in the YAML, Lua, scenario and locale files of
packs and overlays.`,
		Example: `  ruledeck lsp
  ruledeck lsp --log lsp.log`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return runLSP(c.Context(), h, p) },
	}
	c.Flags().StringVar(&p.log, "log", "", "write what went wrong inside to this file")
	return c
}

func runLSP(ctx context.Context, h Host, p lspParams) error {
	if ctx == nil {
		ctx = context.Background()
	}
	config := lsp.Config{In: h.In, Out: h.Out, Log: h.Err}
	if v, ok := h.Out.(*visible.Writer); ok {
		// The protocol is for a program, which makes texts safe where it shows them, and
		// each message must leave as it is written.
		config.Out = v.Below()
	}
	if p.log != "" {
		file, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer file.Close()
		config.Log = io.Writer(file)
	}
	if cache, err := os.UserCacheDir(); err == nil {
		config.Carried = filepath.Join(cache, "ruledeck", "games")
	}
	if program, err := os.Executable(); err == nil {
		config.Program = program
	}
	return lsp.Serve(ctx, config)
}
