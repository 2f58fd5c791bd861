package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/editor/schema"
	"github.com/ruledeck/ruledeck/interp/source"
)

type schemaParams struct {
	game      gameFlags
	out       generatedFlags
	modelines string
}

func schemaCommand(h Host) *cobra.Command {
	p := schemaParams{}
	c := &cobra.Command{
		Use:   "schema [GAME]",
		Short: "Write JSON Schemas of the YAML files, for editors",
		Args:  atMostOneGame,
		RunE:  func(_ *cobra.Command, args []string) error { return runSchema(h, args, p) },
	}
	p.game.add(c)
	p.out.add(c)
	c.Flags().StringVar(&p.modelines, "modelines", "",
		"write the line that names the schema into every YAML file of this pack")
	return c
}

// atMostOneGame is the argument check of commands that take a GAME or none.
func atMostOneGame(c *cobra.Command, args []string) error {
	if len(args) > 1 {
		return oneGame(c, args)
	}
	return nil
}

func runSchema(h Host, args []string, p schemaParams) error {
	var game *compile.Compiled
	loaded, err := loadOne(&p.game, args)
	if err != nil {
		return err
	}
	if loaded != nil {
		game = loaded.Compiled
	}
	var files []generated
	for i := range schema.Kinds {
		text, err := schema.Write(&schema.Kinds[i], game)
		if err != nil {
			return err
		}
		files = append(files, generated{schema.Kinds[i].File(), text})
	}
	if err := p.out.write(h, files); err != nil {
		return err
	}
	if p.modelines != "" {
		return addModelines(h, p.modelines, p.out.folder)
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
		kind := schema.KindOf(filepath.ToSlash(at), overlay)
		if d.IsDir() || kind == nil {
			return nil
		}
		way, err := relative(filepath.Dir(path), schemas)
		if err != nil {
			return err
		}
		changed, err := setModeline(path, kind.Modeline(way))
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

// generated is a file that a command makes.
type generated struct {
	name string
	text []byte
}

// generatedFlags say where made files go.
type generatedFlags struct {
	folder string
	check  bool
}

func (f *generatedFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.folder, "out", "", "the folder to write into (default: print everything)")
	c.Flags().BoolVar(&f.check, "check", false,
		"write nothing; exit 1 if the files in the folder are out of date")
}

// write writes the files into the folder and names them, or prints them.
func (f *generatedFlags) write(h Host, files []generated) error {
	if f.folder == "" {
		if f.check {
			return usage("--check needs --out: the folder to compare with")
		}
		for _, g := range files {
			if _, err := fmt.Fprintf(h.Out, "%s", g.text); err != nil {
				return err
			}
		}
		return nil
	}
	for _, g := range files {
		if err := disk.OS.Made(filepath.Join(f.folder, filepath.FromSlash(g.name)), g.text); err != nil && !f.check {
			return usage("%s", err)
		}
	}
	stale := 0
	for _, g := range files {
		path := filepath.Join(f.folder, filepath.FromSlash(g.name))
		old, err := source.File(path, source.MaxSize)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if f.check {
			if err != nil || !bytes.Equal(old, g.text) {
				stale++
				fmt.Fprintf(h.Out, "%s is out of date\n", filepath.ToSlash(path))
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := disk.OS.Write(path, g.text); err != nil {
			return err
		}
		fmt.Fprintln(h.Out, filepath.ToSlash(path))
	}
	if stale > 0 {
		return &ExitError{Code: ExitWrong}
	}
	return nil
}

// loadOne loads the game that a command line names, if it names one.
func loadOne(f *gameFlags, args []string) (*interp.Pack, error) {
	if len(args) == 0 {
		return nil, nil
	}
	p, _, err := f.Load(args[0])
	return p, err
}
