package cli

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// inPage are commands that a page prints: in backticks, or a line of their own.
var inPage = regexp.MustCompile("(?s)`ruledeck ([a-z][^`]*)`|(?m:^(?:  |\\$ )?ruledeck ([a-z][^\\n]*)$)")

// inText are commands within a sentence: the name, and what follows to the end of a clause.
var inText = regexp.MustCompile("ruledeck ([a-z]+ ?[^;:,.()>`\"\n]*)")

// printedCommands are the commands that pages, helps, and the texts of the program print, with
// where they stand: those in pages whole, those in texts only their names and flags.
func printedCommands(t *testing.T) (pages, texts map[string]string) {
	t.Helper()
	pages, texts = map[string]string{}, map[string]string{}
	root := "../../.."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && (d.Name() == ".git" || d.Name() == "hostile" || d.Name() == "broken") {
				return filepath.SkipDir
			}
			return err
		}
		help := strings.HasPrefix(filepath.ToSlash(path), root+"/cmd/internal/cli/help/")
		switch {
		case strings.HasSuffix(path, ".md") || help:
			data, err := os.ReadFile(path)
			for _, m := range inPage.FindAllStringSubmatch(string(data), -1) {
				line, _, _ := strings.Cut(m[2], "   ") // what stands behind says what it does
				line, _, _ = strings.Cut(strings.Join(strings.Fields(m[1]+line), " "), " #")
				if sentence := help && m[0][0] == 'r' && !strings.HasSuffix(path, "lessons.txt"); !sentence {
					pages[line] = path
				}
			}
			return err
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if ok && lit.Kind == token.STRING {
					text, _ := strconv.Unquote(lit.Value)
					for _, m := range inText.FindAllStringSubmatch(text, -1) {
						texts[m[1]] = path
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil || len(pages) < 100 || len(texts) < 30 {
		t.Fatalf("%d commands of pages, %d of texts: %v", len(pages), len(texts), err)
	}
	return pages, texts
}

// holder is what a command has in place of what a person fills in.
var holder = strings.NewReplacer("-->", "", "GAME", "bbtm", "NAME", "fresh", "PACK", "mygame", "FILE", "file", "CODE",
	"unknown-text", "WORDS", "week", "GENRE", "auction", "RECIPE", "quagmire", "EDITOR", "vscode", "DIR", "mygame",
	"SOURCE", "marsh.rdpack", "TRIGGER", "take", "%d", "1", "%s", "x", "%v", "1", `"`, "", "'", "")

// TestPrintedCommands: what pages and messages tell people to type is understood; of the pages,
// it is run where it ends by itself.
func TestPrintedCommands(t *testing.T) {
	pages, texts := printedCommands(t)
	for line, path := range texts {
		words := strings.Fields(holder.Replace(line))
		c, _, err := New(Host{}).Find(words)
		if err != nil || !c.HasParent() {
			if !slices.Contains(notCommands, words[0]) {
				t.Errorf("%s: there is no command in %q", path, line)
			}
			continue
		}
		for _, word := range words {
			name, _, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
			if strings.HasPrefix(word, "--") && c.Flags().Lookup(name) == nil && name != "" && name != "help" {
				t.Errorf("%s: %s has no flag %s", path, c.Name(), word)
			}
		}
	}
	s := world(t)
	program := noProgram(t)
	for _, line := range sorted(pages) {
		words := strings.Fields(holder.Replace(line))
		if slices.Contains(notCommands, words[0]) {
			continue
		}
		c, rest, err := New(Host{}).Find(words)
		if err == nil {
			err = c.ParseFlags(rest)
		}
		if err != nil || !c.HasParent() && words[0] != "help" {
			t.Errorf("%s: %q: %v", pages[line], line, err)
			continue
		}
		// A command in running text may lack its arguments.
		help := strings.HasPrefix(filepath.ToSlash(pages[line]), "../../../cmd/internal/cli/help/")
		if !help || stays.MatchString(line) {
			continue
		}
		words = quoted.FindAllString(fewer.Replace(line), -1)
		for i, word := range words {
			words[i] = strings.Trim(word, `"`)
		}
		if words[0] == "publish" {
			words = append(words, "--wasm", program)
		}
		if out, talk, code := ruledeck(t, s.dir, words...); code != ExitFine {
			t.Errorf("%s: %s: exit %d\n%s%s", pages[line], line, code, out, talk)
		}
	}
}

func sorted(m map[string]string) []string {
	var lines []string
	for line := range m {
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// notCommands are words that follow the name of the program in sentences, and in the labels from
// which the keys of a cluster are derived.
var notCommands = strings.Fields("it or reads completes itself is on that interprets plays seal links")

// stays are commands that serve or wait until they are stopped, that people answer, or that
// the net answers.
var stays = regexp.MustCompile(`^(studio|serve|get|report|tune|sim bbtm --(sweep|bots)|lsp$|lsp --log|remove|help)` +
	`|--watch|--resume|human|--seats greedy,greedy|--scenario guard|--install|--export (png|tts)` +
	`|^play (mygame|bbtm|marsh.rdpack)( --save evening.save)?$|schema --out mygame/.editor --check`)

// fewer plays as much as a test has time for.
var fewer = strings.NewReplacer("new pack variety --ci", "new pack second --ci", "new pack variety", "new pack third",
	"--games 100000 ", "--games 4 ", "--games 10000", "--games 4", "--games 1000", "--games 4",
	"--games 200", "--games 4", "--games 100", "--games 4", "check mygame --play", "check mygame --play=4",
	"--precision 2", "--games 4",
	"--compare +errata", "--compare +errata --games 4", "--compare @v1.0", "--compare @v1.0 --games 4")

// quoted is a word of a command line.
var quoted = regexp.MustCompile(`"[^"]*"|[^ ]+`)

// world is a folder with all that the helps speak of.
func world(t *testing.T) *shell {
	t.Helper()
	shipped, err := filepath.Abs("../../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Setenv("HOME", filepath.Join(dir, "home"))
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "home", "state"))
	browsing(t)
	s := &shell{t: t, dir: dir}
	for _, line := range []string{
		"new pack mygame --like deckbuilder", "new pack variety", "new overlay myteam of bbtm",
		"new overlay marsh of bbtm", "archive marsh -o marsh.rdpack",
		"new trigger performer.cheers in variety",
		"play bbtm --seats random,random --seed 1 --save evening.save",
		"record bbtm --seats random,random,random --seed 7 -o season.golden",
		"new overlay cheaper of ./mygame",
	} {
		if out, code := s.run("ruledeck " + line); code != ExitFine {
			t.Fatalf("%s: %s", line, out)
		}
	}
	putSheets(t, dir)
	for _, name := range []string{"kuhn", "leduc"} {
		if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(shipped, name))); err != nil {
			t.Fatal(err)
		}
	}
	// A trace names its game from the folder that it stands in.
	trace, err := os.ReadFile(filepath.Join(shipped, "traces", "kuhn.trace"))
	if err != nil {
		t.Fatal(err)
	}
	trace = bytes.Replace(trace, []byte(`"../kuhn"`), []byte(`"./kuhn"`), 1)
	putFile(t, filepath.Join(dir, "kuhn.jsonl"), string(trace))
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"},
		{"-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "one"},
		{"tag", "v1.0"}, {"tag", "v1.1"}} {
		git := exec.Command("git", args...)
		git.Dir = filepath.Join(dir, "mygame")
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %s", args, out)
		}
	}
	return s
}

// putSheets writes the sheets of cards that the pages import into a folder.
func putSheets(t *testing.T, dir string) {
	t.Helper()
	rows := [][]any{{"Name", "Cost", "Text", "Copies"}, {"Red Fox", 2, "Draw a card.", 3}, {"Owl", 1, "", 2}}
	var text strings.Builder
	book := excelize.NewFile()
	if _, err := book.NewSheet("Cards"); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if err := book.SetSheetRow("Cards", "A"+strconv.Itoa(i+1), &row); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%v,%v,%v,%v\n", row...)
	}
	if err := book.SaveAs(filepath.Join(dir, "foxes.xlsx")); err != nil {
		t.Fatal(err)
	}
	putFile(t, filepath.Join(dir, "foxes.csv"), text.String())
	putFile(t, filepath.Join(dir, "old.csv"), "Name,Wert\n\xcb\xe8\xf1\xe0,1\n\xd1\xee\xe2\xe0,2\n")
	putFile(t, filepath.Join(dir, "costs.csv"), "id,cost\nsmith,3\n")
}
