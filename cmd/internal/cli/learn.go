package cli

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/testdata"
)

func cookbookCommand(h Host) *cobra.Command {
	form := ""
	return pages.Command("cookbook", nil, func(_ *cobra.Command, args []string) error {
		return runCookbook(h, strings.Join(args, " "), form)
	}, flags{"format": &form})
}

func runCookbook(h Host, words, form string) error {
	book, err := cookbook.New(testdata.Lessons)
	if err != nil {
		return err
	}
	found, unknown := book.Find(words)
	if one, err := book.Named(words); err == nil {
		found = []*cookbook.Recipe{one}
	}
	if len(found) == 0 {
		return &ExitError{Code: ExitWrong, Message: cookbook.None("en", words, unknown) +
			"\nThe reference has all functions and keys: ruledeck docs --out reference.html"}
	}
	for i, r := range found {
		switch {
		case form == "json":
			err = h.JSON(r)
		case len(found) == 1:
			_, err = fmt.Fprintf(h.Out, "%s\n\n%s", r.ID, r.Code)
		default:
			_, err = fmt.Fprintf(h.Out, "%d. %s: %s\n   %s\n", i+1, r.ID, first(r.Title), first(r.Says))
		}
		if err != nil {
			return err
		}
	}
	if form == "text" && len(found) > 1 {
		fmt.Fprintf(h.Err, "One of them whole: ruledeck cookbook %s\n", found[0].ID)
	}
	if form == "text" && found[0].Ability {
		fmt.Fprintf(h.Err, "An ability like it: ruledeck new ability NAME --like %s\n", found[0].ID)
	}
	return nil
}

// first is the first paragraph of a text.
func first(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return text
}

func learnCommand(h Host) *cobra.Command {
	var out generatedFlags
	return pages.Command("learn", cobra.MaximumNArgs(1), func(_ *cobra.Command, args []string) error {
		at := path.Clean(strings.Join(args, ""))
		files := lessons(at)
		if len(files) == 0 {
			known := lists.Map(lessons("."), func(g generated) string { return g.Name })
			return usage("there is no lesson %q; %s", at,
				diag.There(at, append(known, "tutorial", "mods", "scenarios")))
		}
		if out.Folder != "" || out.Check {
			return out.write(h, files)
		}
		_, err := h.Out.Write(lesson(at, files))
		return err
	}, &out)
}

// lessons are the files of a lesson, by what they are called in it; a lesson can be a file.
func lessons(at string) []generated {
	var files []generated
	// They are in the program, and can be read.
	_ = fs.WalkDir(testdata.Lessons, at, func(p string, d fs.DirEntry, err error) error {
		if text, none := testdata.Lessons.ReadFile(p); err == nil && none == nil {
			name := strings.TrimPrefix(p, at+"/")
			if p == at {
				name = path.Base(p)
			}
			files = append(files, generated{Name: name, Text: text})
		}
		return nil
	})
	return files
}

// lesson is what one reads of a lesson: a file, its README.md, or what its files are called.
func lesson(at string, files []generated) []byte {
	var names strings.Builder
	for _, g := range files {
		if g.Name == "README.md" || g.Name == path.Base(at) {
			return g.Text
		}
		names.WriteString(path.Join(at, g.Name) + "\n")
	}
	if at == "." {
		// The help texts are in the program too.
		text, _ := helpTexts.ReadFile("help/lessons.txt")
		return text
	}
	return []byte(names.String())
}
