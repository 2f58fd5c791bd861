package reference

import (
	"embed"
	"io/fs"
	"path"
	"regexp"
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
	About       paragraphs
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
var order = []string{"game.yaml", "cards", "scripts", "locale", "scenarios"}

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
		if at = strings.TrimPrefix(at, root+"/"); at == "about.txt" {
			title, about, _ := strings.Cut(strings.TrimSpace(string(text)), "\n\n")
			e.Title, e.About = title, paragraphs(about)
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

// shows reports whether the scripts of the example call a function or a method.
func (e *Example) shows(name string) bool {
	calls := callOf(name)
	for _, f := range e.Files {
		if path.Ext(f.Path) == ".lua" && calls.MatchString(f.Text) {
			return true
		}
	}
	return false
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
	calls := callOf(name)
	for i := range examples {
		for _, f := range examples[i].Files {
			for line := range strings.Lines(f.Text) {
				if path.Ext(f.Path) == ".lua" && calls.MatchString(line) {
					return strings.TrimSpace(line)
				}
			}
		}
	}
	return ""
}

// callOf finds calls of a function, or of a method as :has, in a script.
func callOf(name string) *regexp.Regexp {
	pattern := regexp.QuoteMeta(name) + " *[({]"
	if !strings.HasPrefix(name, ":") {
		pattern = `(^|[^A-Za-z0-9_.])` + pattern
	}
	return regexp.MustCompile(pattern)
}
