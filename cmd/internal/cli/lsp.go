package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/lsp"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

type lspParams struct {
	Log     string `flag:"log"`
	Setup   string `flag:"setup"`
	Install bool   `flag:"install"`
	Play    int    `flag:"play"`
	Out     generatedFlags
}

func lspCommand(h Host) *cobra.Command {
	p := lspParams{}
	return pages.Command("lsp", cobra.NoArgs, func(c *cobra.Command, _ []string) error {
		command.CollectRarely()
		return runLSP(c.Context(), h, p)
	}, &p)
}

// stubsCommand says what serves editors now, to those who call what wrote stubs for the Lua
// language server before.
func stubsCommand() *cobra.Command {
	said := "stubs for the Lua language server are gone: the language server of ruledeck completes and checks " +
		"scripts in every editor; ruledeck lsp --setup EDITOR sets one up (" + strings.Join(lsp.Editors(), ", ") +
		"), and .luarc.json and the files .editor/*.lua can be removed"
	return &cobra.Command{
		Use: "stubs", Hidden: true, Long: said, FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		RunE: func(*cobra.Command, []string) error { return usage("%s", said) },
	}
}

func runLSP(ctx context.Context, h Host, p lspParams) error {
	program, err := os.Executable()
	if err != nil {
		program = "ruledeck"
	}
	switch {
	case p.Setup != "":
		return setUp(h, p, program)
	case p.Install || p.Out != generatedFlags{}:
		return usage("--install, --out and --check need --setup: the editor that they are for")
	}
	if ctx == nil {
		ctx = context.Background()
	}
	config := lsp.Config{In: h.In, Out: h.Out, Log: h.Err, Program: program, Play: p.Play}
	if v, ok := h.Out.(*sanitize.Writer); ok {
		// The protocol is for a program, which makes texts safe where it shows them, and
		// each message must leave as it is written.
		var gone context.CancelFunc
		ctx, gone = context.WithCancel(ctx)
		defer gone()
		config.Out = &telling{above: v, gone: gone}
	}
	if err := command.Ready(p.Log, command.Anything); err != nil {
		return err
	}
	if p.Log != "" {
		file, err := os.OpenFile(p.Log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer file.Close()
		config.Log = io.Writer(file)
	}
	config.Carried = lsp.Carried()
	command.CollectRarely()
	err = lsp.Serve(ctx, config)
	if v, ok := h.Out.(*sanitize.Writer); ok && v.Err != nil {
		return v.Err
	}
	return err
}

// telling passes on text that is made safe elsewhere, and keeps the error as the writer
// above would: a client that cannot be answered has gone.
type telling struct {
	above *sanitize.Writer
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

// setUp prints what an editor needs to start a program as its language server, or writes
// it.
func setUp(h Host, p lspParams, program string) error {
	needed, err := lsp.Setup(p.Setup, program)
	if err != nil {
		return usage("%s", err)
	}
	files := lists.Map(needed, func(f lsp.File) generated { return generated{Name: f.Name, Text: []byte(f.Text)} })
	place := lsp.Extensions(p.Setup)
	switch {
	case !p.Install && p.Out.Folder == "" && len(files) > 1:
		fmt.Fprintf(h.Out, "// An extension of %d files: --install puts it into %s of your home.\n", len(files), place)
		for i, f := range files {
			files[i].Text = append([]byte("// "+f.Name+"\n"), f.Text...)
		}
	case !p.Install:
	case place == "":
		return usage("--install is for an editor with extensions; what is printed for %s says where it goes", p.Setup)
	case p.Out.Folder != "":
		return usage("--install and --out are two places; give one of them")
	default:
		home, err := os.UserHomeDir()
		if err != nil {
			return err
		}
		p.Out.Folder = filepath.Join(home, filepath.FromSlash(place))
		if err := p.Out.write(h, files); err != nil || p.Out.Check {
			return err
		}
		_, err = fmt.Fprintln(h.Out, "VS Code has the extension after a restart")
		return err
	}
	return p.Out.write(h, files)
}
