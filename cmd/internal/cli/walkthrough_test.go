package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// fence is one block of code of a page: the line that leads to it, its language,
// and its lines.
type fence struct {
	before, language string
	lines            []string
	line             int
}

// fences returns the blocks of code of a page, from the line that begins with from.
func fences(t *testing.T, path, from string) []fence {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []fence
	var open *fence
	last, begun := "", from == ""
	for i, line := range strings.Split(string(data), "\n") {
		switch {
		case !begun:
			begun = strings.HasPrefix(line, from)
		case strings.HasPrefix(line, "```") && open == nil:
			open = &fence{before: last, language: line[3:], line: i + 1}
		case strings.HasPrefix(line, "```"):
			out, open = append(out, *open), nil
		case open != nil:
			open.lines = append(open.lines, line)
		case strings.TrimSpace(line) != "":
			last = line
		}
	}
	if open != nil || len(out) == 0 {
		t.Fatalf("%s: a block of code does not end, or there is none", path)
	}
	return out
}

// shell runs the commands of a page: ruledeck in process, mkdir and cd.
type shell struct {
	t   *testing.T
	dir string
}

// run runs a line and returns all that it prints, and the exit code.
func (s *shell) run(line string) (string, int) {
	s.t.Helper()
	words := strings.Fields(line)
	switch words[0] {
	case "mkdir":
		if err := os.MkdirAll(filepath.Join(s.dir, words[1]), 0o755); err != nil {
			s.t.Fatal(err)
		}
		return "", ExitFine
	case "cd":
		s.dir = filepath.Join(s.dir, words[1])
		return "", ExitFine
	case "ruledeck":
		s.t.Chdir(s.dir)
		var out bytes.Buffer
		code := Run(Host{Args: words[1:], In: strings.NewReader(""), Out: &out, Err: &out})
		return out.String(), code
	}
	s.t.Fatalf("this test cannot run %q", line)
	return "", 0
}

// console runs a block of commands, each after a $, and compares what they print
// with the lines between; "..." stands for any lines.
func (s *shell) console(f *fence) {
	s.t.Helper()
	for i := 0; i < len(f.lines); {
		command, ok := strings.CutPrefix(f.lines[i], "$ ")
		if !ok {
			s.t.Fatalf("line %d: a command was expected: %s", f.line+i, f.lines[i])
		}
		var want []string
		for i++; i < len(f.lines) && !strings.HasPrefix(f.lines[i], "$ "); i++ {
			want = append(want, f.lines[i])
		}
		out, _ := s.run(command)
		if problem := unlike(want, strings.Split(strings.TrimRight(out, "\n"), "\n")); problem != "" {
			s.t.Errorf("%s: %s\nit printed\n%s", command, problem, out)
		}
	}
}

// unlike tells how lines differ from those wanted, "" if they do not. Spaces at the end
// of a line mean nothing.
func unlike(want, have []string) string {
	skip, at := false, 0
	for _, line := range want {
		if line == "..." {
			skip = true
			continue
		}
		for skip && at < len(have) && strings.TrimRight(have[at], " ") != line {
			at++
		}
		if at >= len(have) || strings.TrimRight(have[at], " ") != line {
			return fmt.Sprintf("no line %q", line)
		}
		at++
		skip = false
	}
	if !skip && at < len(have) {
		return fmt.Sprintf("there is more than the page prints: %q", have[at])
	}
	return ""
}

var namedFile = regexp.MustCompile("^`([a-z_./-]+)`:$")

// TestWalkThrough follows the pages that begin in an empty folder, the one about mods
// and the one about a whole game: what they print is written and run as it stands
// there, and what comes out is the worked example in the folder beside the page.
func TestWalkThrough(t *testing.T) {
	for _, page := range []struct{ name, folder, from, example string }{
		{"a mod", "../../../testdata/mods", "## A team", "lanterns"},
		{"a game", "../../../testdata/tutorial", "", "harvest"},
		{"a sheet", "../../../testdata/tutorial/sheet", "", "forest"},
	} {
		t.Run(page.name, func(t *testing.T) {
			folder, err := filepath.Abs(page.folder)
			if err != nil {
				t.Fatal(err)
			}
			walkThrough(t, folder, page.from, page.example)
		})
	}
}

func walkThrough(t *testing.T, folder, from, example string) {
	s := &shell{t: t, dir: t.TempDir()}
	// A file may be written with a mistake first: what counts is the last.
	written := map[string]string{}
	for _, f := range fences(t, filepath.Join(folder, "README.md"), from) {
		file := namedFile.FindStringSubmatch(f.before)
		switch {
		case f.language == "sh":
			for _, line := range f.lines {
				if out, code := s.run(line); code != ExitFine {
					t.Fatalf("%s: exit %d\n%s", line, code, out)
				}
			}
		case f.language == "console":
			s.console(&f)
		case file == nil:
			t.Fatalf("line %d: no line `path`: stands before the file", f.line)
		default:
			path := filepath.Join(s.dir, filepath.FromSlash(file[1]))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			written[file[1]] = strings.Join(f.lines, "\n") + "\n"
			if err := os.WriteFile(path, []byte(written[file[1]]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	err := filepath.WalkDir(filepath.Join(folder, example), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		shipped, err := os.ReadFile(path)
		text, ok := written[filepath.ToSlash(name)]
		if !ok { // a command wrote it
			made, _ := os.ReadFile(filepath.Join(s.dir, name))
			text = string(made)
		}
		if err != nil || text != string(shipped) {
			t.Errorf("%s is not what the page prints (%v)", path, err)
		}
		delete(written, filepath.ToSlash(name))
		return nil
	})
	delete(written, example+".csv") // a sheet stays beside the pack that is made of it
	if err != nil || len(written) > 0 {
		t.Errorf("the page prints files that the example does not have: %d (%v)", len(written), err)
	}
}

// TestReadme runs the commands of the README that are ruledeck's, in the folder that they
// make, holds its examples to what they are examples of, and looks for what it links to.
func TestReadme(t *testing.T) {
	// How many games are played is for a person's patience, not for a test.
	fewer := strings.NewReplacer("--games 1000", "--games 20 --seats random,random", "--play", "--play=20",
		"publish marsh", "publish marsh --wasm "+noProgram(t))
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	t.Setenv("HOME", t.TempDir()) // one line installs what an editor needs
	browsing(t)
	s := &shell{t: t, dir: root}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range regexp.MustCompile(`\]\(([^)]*)\)`).FindAllSubmatch(readme, -1) {
		info, err := os.Stat(filepath.Join(root, string(link[1])))
		if err != nil || strings.HasSuffix(info.Name(), ".png") && info.Size() > 150_000 {
			t.Errorf("the README links to %s: %v", link[1], err)
		}
	}
	for _, f := range fences(t, filepath.Join(root, "README.md"), "") {
		text := strings.Join(f.lines, "\n") + "\n"
		switch file := namedFile.FindStringSubmatch(f.before); {
		case f.language == "sh":
			for _, line := range f.lines {
				line, _, _ = strings.Cut(line, " #")
				if strings.HasPrefix(line, "mkdir ") {
					s.dir = work
				}
				if strings.HasPrefix(line, "go ") {
					continue // the test runs inside it
				}
				if strings.HasPrefix(line, "ruledeck studio") || strings.HasPrefix(line, "ruledeck serve") {
					continue // they serve until they are stopped; their own tests open them
				}
				if strings.HasPrefix(line, "ruledeck import ") {
					putSheets(t, s.dir) // the sheet is the reader's own
				}
				if out, code := s.run(fewer.Replace(line)); code != ExitFine {
					t.Errorf("%s: exit %d\n%s", line, code, out)
				}
			}
		case f.language == "console":
			s.console(&f)
		case f.language == "yaml" && file != nil:
			at := filepath.Join(s.dir, filepath.FromSlash(file[1]))
			if _, err := os.Stat(at); err != nil {
				t.Error(err) // a command made it
			}
			if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		case f.language == "lua":
			standsIn(t, text, filepath.Join(root, "scripts/bbtm/abilities/named/guard.lua"))
		}
	}
}

// standsIn looks for the lines of an example in the file that it is taken from.
func standsIn(t *testing.T, text, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if !strings.Contains(string(data), line) {
			t.Errorf("the README prints a line that %s does not have: %s", file, line)
		}
	}
}
