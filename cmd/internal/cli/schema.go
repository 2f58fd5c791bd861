package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/editor/schema"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/walk"
)

type schemaParams struct {
	Game      command.Game
	Out       generatedFlags
	Modelines string `flag:"modelines"`
}

func schemaCommand(h Host) *cobra.Command {
	p := schemaParams{}
	return pages.Command("schema", oneGame, func(c *cobra.Command, args []string) error {
		game, err := gameNamed(h, c, args)
		if err != nil {
			return err
		}
		return runSchema(h, game, p)
	}, &p)
}

func runSchema(h Host, name string, p schemaParams) error {
	var game *compile.Compiled
	if name != "" {
		loaded, _, err := p.Game.Load(name)
		if err != nil {
			return err
		}
		game = loaded.Compiled
	}
	var files []generated
	for i := range walk.FileKinds {
		text, err := schema.Write(&walk.FileKinds[i], game)
		if err != nil {
			return err
		}
		files = append(files, generated{Name: schema.File(&walk.FileKinds[i]), Text: text})
	}
	if err := p.Out.write(h, files); err != nil {
		return err
	}
	if p.Modelines != "" {
		return addModelines(h, p.Modelines, p.Out.Folder)
	}
	return nil
}

// addModelines names the schemas in the first lines of a pack's files.
func addModelines(h Host, folder, schemas string) error {
	if schemas == "" {
		return usage("--modelines needs --out: the folder of the schemas")
	}
	manifest, err := source.File(filepath.Join(folder, "pack.yaml"), source.MaxSize)
	if err != nil {
		return usage("%s is not the folder of a pack, it has no pack.yaml", folder)
	}
	overlay := bytes.Contains(manifest, []byte("\nextends:"))
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		at, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		if d.IsDir() && at != "." && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		kind := walk.KindOf(filepath.ToSlash(at), overlay)
		if d.IsDir() || kind == nil {
			return nil
		}
		from, _ := filepath.Abs(filepath.Dir(path))
		to, _ := filepath.Abs(schemas) // neither can fail where the folder was walked
		way, err := filepath.Rel(from, to)
		if err != nil {
			return err
		}
		changed, err := setModeline(path, schema.Modeline(kind, filepath.ToSlash(way)))
		if changed {
			fmt.Fprintln(h.Out, filepath.ToSlash(path))
		}
		return err
	})
}

// setModeline makes a line the first of a file, in place of an older one.
func setModeline(path, line string) (bool, error) {
	text, err := source.File(path, source.MaxSize)
	if err != nil {
		return false, err
	}
	rest := text
	if bytes.HasPrefix(text, []byte(schema.ModelinePrefix)) {
		_, rest, _ = bytes.Cut(text, []byte("\n"))
	}
	next := append([]byte(line+"\n"), rest...)
	if bytes.Equal(next, text) {
		return false, nil
	}
	return true, disk.OS.Write(path, next)
}
