package command

import (
	"bytes"
	"errors"
	"io/fs"
	"regexp"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Output is a kind of file that commands write. A file of another kind is not
// overwritten.
type Output struct {
	What string
	// Is reports whether a text is the beginning of such a file.
	Is func(begin []byte) bool
}

// The kinds of files.
var (
	Page      = Output{"a page", begins("<!doctype html")}
	Reference = Output{"a reference",
		func(b []byte) bool { return Page.Is(b) || begins("# ruledeck: the reference")(b) }}
	PDF      = Output{"a PDF", begins("%pdf")}
	Archive  = Output{"an archive", begins("pk")}
	Table    = Output{"a table of cards", begins("id,")}
	Results  = Output{"results of tests", begins("<?xml")}
	Golden   = Output{"a golden or a trace", regexp.MustCompile(`^{"(v|trace)":`).Match}
	Scenario = Output{"a scenario", regexp.MustCompile(`(?m)^game:`).Match}
	Anything = Output{Is: func([]byte) bool { return true }} // what looks itself
)

// begins says of a text whether it begins so, in small or large letters.
func begins(text string) func([]byte) bool {
	return func(b []byte) bool { return bytes.HasPrefix(bytes.ToLower(b), []byte(text)) }
}

// beginning is how much of a file tells its kind.
const beginning = 4096

// Ready refuses a file that could not be written once the work is done, and one in
// whose place something else would be lost.
func Ready(path string, kind Output) error {
	if path == "" {
		return nil
	}
	if err := disk.OS.Ready(path); err != nil {
		return Usage("%s", err)
	}
	var other *source.NotFileError
	begin, err := source.File(disk.OS.Target(path), beginning)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.As(err, &other):
		return nil // a device or a pipe, which is written through
	case err != nil:
		return Usage("%s", err)
	case len(begin) > 0 && !kind.Is(begin):
		return Usage("%s holds something else than %s; nothing was written", path, kind.What)
	}
	return nil
}
