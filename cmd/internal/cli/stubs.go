package cli

import (
	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/interp/editor/stubs"
	"github.com/ruledeck/ruledeck/interp/lists"
)

type stubsParams struct {
	game gameFlags
	out  generatedFlags
}

func stubsCommand(h Host) *cobra.Command {
	p := stubsParams{}
	c := &cobra.Command{
		Use:   "stubs [GAME]",
		Short: "Write what editors need to complete and check Lua scripts",
		Long: `Write ---@meta files and a .luarc.json for the Lua language server (LuaLS):
every function and field that scripts can use, and Lua as scripts have it.
With a GAME come its attributes, zones, triggers and rules.

--out is the folder that the editor opens, the pack's own: .luarc.json goes
there, the rest into ` + stubs.Folder + ` below it.`,
		Example: `  ruledeck stubs my-pack --out my-pack
  ruledeck stubs my-pack --out my-pack --check`,
		Args: atMostOneGame,
		RunE: func(_ *cobra.Command, args []string) error { return runStubs(h, args, p) },
	}
	p.game.add(c)
	p.out.add(c)
	return c
}

func runStubs(h Host, args []string, p stubsParams) error {
	game, err := loadOne(&p.game, args)
	if err != nil {
		return err
	}
	files := lists.Map(stubs.Files(game), func(f stubs.File) generated { return generated{f.Name, []byte(f.Text)} })
	return p.out.write(h, files)
}
