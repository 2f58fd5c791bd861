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
		Args:  atMostOneGame,
		RunE:  func(_ *cobra.Command, args []string) error { return runStubs(h, args, p) },
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
