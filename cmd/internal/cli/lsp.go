package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/lsp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/visible"
)

type lspParams struct {
	log, setup, out string
}

func lspCommand(h Host) *cobra.Command {
	p := lspParams{}
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Help an editor: findings as you type, completion, explanations",
		Long: `Speak the language server protocol over standard input and output: an editor
starts it and shows what check finds while you type, completes what may stand at a
place, and explains what is there, in the YAML, Lua, scenario and locale files of
packs and overlays.

With --setup it prints instead what an editor needs to start it; for VS Code it
writes the folder of an extension, where VS Code looks for them or below --out.`,
		Example: `  ruledeck lsp
  ruledeck lsp --setup neovim
  ruledeck lsp --setup vscode
  ruledeck lsp --log lsp.log`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return runLSP(c.Context(), h, p) },
	}
	c.Flags().StringVar(&p.log, "log", "", "write what went wrong inside to this file")
	c.Flags().StringVar(&p.setup, "setup", "", "print or write what an editor needs: "+strings.Join(lsp.Editors(), ", "))
	c.Flags().StringVar(&p.out, "out", "", "the folder that takes the extension for VS Code")
	return c
}

func runLSP(ctx context.Context, h Host, p lspParams) error {
	program, err := os.Executable()
	if err != nil {
		program = "ruledeck"
	}
	if p.setup != "" {
		if !slices.Contains(lsp.Editors(), p.setup) {
			return unknownEditor(p.setup)
		}
		return lsp.Setup(h.Out, p.setup, program, p.out)
	}
	if ctx == nil {
		ctx = context.Background()
	}
	config := lsp.Config{In: h.In, Out: h.Out, Log: h.Err, Program: program}
	if v, ok := h.Out.(*visible.Writer); ok {
		// The protocol is for a program, which makes texts safe where it shows them, and
		// each message must leave as it is written.
		var gone context.CancelFunc
		ctx, gone = context.WithCancel(ctx)
		defer gone()
		config.Out = &telling{above: v, gone: gone}
	}
	if err := ready(p.log, anything); err != nil {
		return err
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
	err = lsp.Serve(ctx, config)
	if v, ok := h.Out.(*visible.Writer); ok && v.Err != nil {
		return v.Err
	}
	return err
}

// telling passes on what is safe elsewhere, and keeps the error as the writer above
// would: a client that cannot be answered has gone.
type telling struct {
	above *visible.Writer
	gone  func()
}

func (t *telling) Write(data []byte) (int, error) {
	n, err := t.above.Below().Write(data)
	if err != nil && t.above.Err == nil {
		t.above.Err = err
		t.gone()
	}
	return n, err
}

// unknownEditor says which editors there are.
func unknownEditor(name string) error {
	return usage("there is nothing for the editor %q; %s", name, diag.There(name, lsp.Editors()))
}
