// Command mutants changes the program one statement at a time and asks the tests of the
// changed package: a test that no change makes fail holds nothing.
//
//	go run ./.ci/mutants [-seed N] [-mutants N] [-for DURATION] [-least N] [FOLDER ...]
//
// It draws the mutants by a seed from all that the files of the packages have: statements
// that are left out, conditions that are turned round, comparisons that include their bound or
// do not, "and" for "or", a sum for a difference. All of a package are compiled into one
// program of its tests, in which the environment chooses one; so a mutant costs a run of them
// and no build. It prints the mutants that live, and fails where fewer die than -least asks.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// chosen is the variable of the environment that chooses a mutant by its number.
const chosen = "RULEDECK_MUTANT"

// site is a place in a file, with what may stand there instead.
type site struct {
	folder, file string
	line         int
	// from and to are the bytes that with takes the place of.
	from, to int
	with     func(number int, was string) string
	what     string
}

func main() {
	seed := flag.Uint64("seed", uint64(time.Now().Unix()), "the seed by which mutants are drawn")
	number := flag.Int("mutants", 100, "how many mutants are drawn")
	most := flag.Duration("for", 20*time.Minute, "how long mutants are run at most")
	least := flag.Int("least", 85, "how many of 100 have to die")
	flag.Parse()
	folders := flag.Args()
	if len(folders) == 0 {
		folders = []string{"engine", "interp/script", "interp/script/language"}
	}
	if err := run(folders, *seed, *number, *most, *least); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(folders []string, seed uint64, number int, most time.Duration, least int) error {
	var all []site
	for _, folder := range folders {
		sites, err := sitesOf(folder)
		if err != nil {
			return err
		}
		all = append(all, sites...)
	}
	drawn := draw(all, seed, number)
	ctx, stop := context.WithTimeout(context.Background(), most)
	defer stop()
	fmt.Printf("seed %d: %d of %d places\n", seed, len(drawn), len(all))
	died, ran := 0, 0
	for _, folder := range folders {
		of := slices.DeleteFunc(slices.Clone(drawn), func(s site) bool { return s.folder != folder })
		killed, tried, err := kill(ctx, folder, of)
		if err != nil {
			return fmt.Errorf("%s: %w", folder, err)
		}
		fmt.Printf("%s: %d of %d died\n", folder, killed, tried)
		died += killed
		ran += tried
	}
	fmt.Printf("%d of %d mutants died in their own package\n", died, ran)
	if 100*died < least*ran {
		return fmt.Errorf("fewer than %d of 100", least)
	}
	return nil
}

// sitesOf finds the places of a package's files.
func sitesOf(folder string) ([]site, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var out []site
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return nil, err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if what, with := change(n, set); with != nil {
				at := set.Position(n.Pos())
				out = append(out, site{folder: folder, file: path, line: at.Line, from: at.Offset,
					to: set.Position(n.End()).Offset, with: with, what: what})
			}
			return true
		})
	}
	return out, nil
}

// others are the operators that take the place of others.
var others = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.EQL: "!=", token.NEQ: "==", token.LAND: "||", token.LOR: "&&"}

// change says how a node is changed; with is nil where it is left.
func change(n ast.Node, set *token.FileSet) (what string, with func(number int, was string) string) {
	left := func(number int, was string) string { return fmt.Sprintf("if mutant != %d { %s }", number, was) }
	switch n := n.(type) {
	case *ast.ExprStmt:
		if call, is := n.X.(*ast.CallExpr); is {
			if name, plain := call.Fun.(*ast.Ident); plain && name.Name == "panic" {
				return "", nil
			}
		}
		return "left out", left
	case *ast.IncDecStmt:
		return "left out", left
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return "left out", left
		}
	case *ast.BinaryExpr:
		other := others[n.Op]
		if other == "" {
			return "", nil
		}
		at, begin := set.Position(n.OpPos).Offset, set.Position(n.Pos()).Offset
		return n.Op.String() + " is " + other, func(number int, was string) string {
			changed := was[:at-begin] + other + was[at-begin+len(n.Op.String()):]
			return fmt.Sprintf("(mutant == %d && (%s) || mutant != %d && (%s))", number, changed, number, was)
		}
	}
	return "", nil
}

// draw takes some of the places, none within another.
func draw(all []site, seed uint64, number int) []site {
	order := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))
	var out []site
	for _, i := range order {
		s := all[i]
		within := func(o site) bool { return o.file == s.file && s.from < o.to && o.from < s.to }
		if len(out) < number && !slices.ContainsFunc(out, within) {
			out = append(out, s)
		}
	}
	return out
}

// kill builds the tests of a package with all its mutants and runs them for each. Mutants
// that do not compile are left out.
func kill(ctx context.Context, folder string, mutants []site) (killed, tried int, err error) {
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "tests")
	for {
		complaint, err := build(folder, dir, program, mutants)
		if err == nil {
			break
		}
		wrong := compiled.FindAllStringSubmatch(complaint, -1)
		fits := func(s site) bool {
			return slices.ContainsFunc(wrong, func(at []string) bool {
				return filepath.Base(s.file) == at[1] && strconv.Itoa(s.line) == at[2]
			})
		}
		if !slices.ContainsFunc(mutants, fits) {
			return 0, 0, errors.New(complaint)
		}
		mutants = slices.DeleteFunc(mutants, fits)
	}
	began := time.Now()
	if died, out := tests(ctx, folder, program, 0, 10*time.Minute); died {
		return 0, 0, fmt.Errorf("its tests fail without a mutant:\n%s", out)
	}
	bound := 5*time.Since(began) + 10*time.Second
	for i, m := range mutants {
		died, _ := tests(ctx, folder, program, i+1, bound)
		if ctx.Err() != nil {
			break
		}
		tried++
		if died {
			killed++
		} else {
			fmt.Printf("  %s:%d lives: %s: %s\n", m.file, m.line, m.what, strings.TrimSpace(m.text()))
		}
	}
	return killed, tried, nil
}

// compiled is where a compiler complains.
var compiled = regexp.MustCompile(`([a-z0-9_]+\.go):(\d+):\d+: `)

// text is what stands at the place.
func (s *site) text() string {
	data, err := os.ReadFile(s.file)
	if err != nil {
		return err.Error()
	}
	line, _, _ := strings.Cut(string(data[s.from:s.to]), "\n")
	return line
}

// build compiles the tests of a package with mutants; complaint is what the compiler says.
func build(folder, dir, program string, mutants []site) (complaint string, err error) {
	changed, err := changedFiles(folder, mutants)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for path, text := range changed {
		full, err := filepath.Abs(path)
		if err != nil {
			return "", err
		}
		replace[full] = filepath.Join(dir, filepath.Base(path))
		if err := os.WriteFile(replace[full], []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, data, 0o600); err != nil {
		return "", err
	}
	out, err := exec.Command("go", "test", "-vet=off", "-gcflags=-e", "-overlay", list, "-c", "-o", program,
		"./"+folder).CombinedOutput()
	return string(out), err
}

// changedFiles are the files of a package with mutants, and one that reads which is chosen.
func changedFiles(folder string, mutants []site) (map[string]string, error) {
	number := map[*site]int{}
	var backward []*site
	for i := range mutants {
		number[&mutants[i]] = i + 1
		backward = append(backward, &mutants[i])
	}
	slices.SortFunc(backward, func(a, b *site) int { return b.from - a.from })
	changed := map[string]string{}
	for _, m := range backward {
		text, begun := changed[m.file]
		if !begun {
			data, err := os.ReadFile(m.file)
			if err != nil {
				return nil, err
			}
			text = string(data)
		}
		// What follows keeps its line, by which complaints of the compiler find their mutants.
		end := m.line + strings.Count(text[m.from:m.to], "\n")
		changed[m.file] = fmt.Sprintf("%s%s/*line :%d:1*/%s", text[:m.from],
			m.with(number[m], text[m.from:m.to]), end, text[m.to:])
	}
	changed[filepath.Join(folder, "mutant_chosen.go")] = fmt.Sprintf("package %s\n\n"+
		"import (\n\t\"os\"\n\t\"strconv\"\n)\n\nvar mutant, _ = strconv.Atoi(os.Getenv(%q))\n",
		filepath.Base(folder), chosen)
	return changed, nil
}

// tests runs the tests with a mutant, and reports whether one fails; the time that they may
// take counts as well.
func tests(ctx context.Context, folder, program string, mutant int, bound time.Duration) (died bool, out string) {
	ctx, stop := context.WithTimeout(ctx, bound+time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, program, "-test.failfast", "-test.short", "-test.timeout", bound.String())
	c.Dir = folder
	c.Env = append(os.Environ(), chosen+"="+strconv.Itoa(mutant))
	text, err := c.CombinedOutput()
	return err != nil, string(text)
}
