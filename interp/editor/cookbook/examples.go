package cookbook

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
)

//go:embed examples
var exampleFiles embed.FS

// Example is a small overlay on the game that scaffold.Pack starts, with
// scenarios: what it shows is true.
type Example struct {
	// Name is its folder, Title a heading, About what it shows.
	Name, Title string
	About       string
	Files       []scaffold.File
}

// Base is the name of the game that the examples are laid over.
const Base = "variety"

// Examples returns the examples in their order.
func Examples() ([]Example, error) {
	folders, err := fs.ReadDir(exampleFiles, "examples")
	if err != nil {
		return nil, err
	}
	var out []Example
	for _, folder := range folders {
		e, err := example(folder.Name())
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// order is the order in which the files of an example are shown.
var order = []string{"game.yaml", "cards", "decks", "scripts", "locale", "scenarios"}

func example(name string) (Example, error) {
	_, short, _ := strings.Cut(name, "-")
	e := Example{Name: short}
	root := path.Join("examples", name)
	err := fs.WalkDir(exampleFiles, root, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := exampleFiles.ReadFile(at)
		if err != nil {
			return err
		}
		at = strings.TrimPrefix(at, root+"/")
		if at == "about.txt" {
			title, about, _ := strings.Cut(strings.TrimSpace(string(text)), "\n\n")
			e.Title, e.About = title, about
			return nil
		}
		e.Files = append(e.Files, scaffold.File{Path: at, Text: string(text)})
		return nil
	})
	slices.SortStableFunc(e.Files, func(a, b scaffold.File) int {
		first := func(f scaffold.File) int {
			top, _, _ := strings.Cut(f.Path, "/")
			return slices.Index(order, top)
		}
		return first(a) - first(b)
	})
	return e, err
}

// Shows reports whether the scripts of the example call a function, or a method as :has.
func (e *Example) Shows(name string) bool {
	return slices.ContainsFunc(e.Files, func(f scaffold.File) bool {
		return path.Ext(f.Path) == ".lua" && callIn(f.Text, name)
	})
}

// Call is a line of an example that calls a function, or a method as card:has; "" if none
// does.
func Call(name string) string {
	examples, err := Examples()
	if err != nil {
		return ""
	}
	if _, method, ok := strings.Cut(name, ":"); ok {
		name = ":" + method
	}
	for i := range examples {
		for _, f := range examples[i].Files {
			for line := range strings.Lines(f.Text) {
				if path.Ext(f.Path) == ".lua" && callIn(line, name) {
					return strings.TrimSpace(line)
				}
			}
		}
	}
	return ""
}

// callIn reports whether a script calls a function, or a method as :has.
func callIn(script, name string) bool {
	for at := 0; ; {
		next := strings.Index(script[at:], name)
		if next < 0 {
			return false
		}
		before := script[:at+next]
		at += next + len(name)
		after := strings.TrimLeft(script[at:], " ")
		inName := before != "" && strings.IndexByte(inNames, before[len(before)-1]) >= 0
		if after != "" && (after[0] == '(' || after[0] == '{') && (name[0] == ':' || !inName) {
			return true
		}
	}
}

// inNames is what names are made of, with those of what they belong to.
const inNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."
