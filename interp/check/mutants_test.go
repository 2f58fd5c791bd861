package check_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/compare"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script/syntax"
	"github.com/ruledeck/ruledeck/interp/source"
)

// An operator makes one kind of mistake. What it gets wrong is a name or a
// value: the two are counted apart.
type operator struct {
	name  string
	value bool
	sites func(*original) []site
}

// operators are the mistakes that are injected.
var operators = []operator{
	{"misspelt key", false, misspeltKeys},
	{"wrong case", false, wrongCases},
	{"dangling reference", false, danglingReferences},
	{"misspelt function", false, misspeltFunctions},
	{"misspelt parameter or field", false, misspeltFields},
	{"wrong type", true, wrongTypes},
	{"wrong argument count", true, wrongCounts},
	{"unused local", true, unusedLocals},
	{"impossible value", true, impossibleValues},
}

// A site is a place in a file where an operator can make its mistake. It draws
// what stands there instead; nothing where the mistake cannot be made.
type site struct {
	file   int
	offset int
	was    string
	// about is the field that a value of a script is for.
	about string
	draw  func(r *rand.Rand) string
}

// original is a shipped pack, read without a mistake.
type original struct {
	name    string
	source  *pack.Source
	reading *interp.Reading
	yaml    []yamlFile
	lua     []luaFile
	// lines are where the lines of each file begin.
	lines [][]int
	// words are names of the pack of all kinds, sorted; families those of each.
	words    []string
	families []map[string]bool
	// texts are the attributes of cards that are texts, bounded the fields that
	// cannot be below zero.
	texts, bounded map[string]bool
}

func readOriginal(t testing.TB, name string) *original {
	t.Helper()
	s, err := pack.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	o := &original{name: name, source: s, reading: interp.ReadSource(s)}
	for i, f := range s.Files {
		o.lines = append(o.lines, lineStarts(f.Data))
		switch {
		case strings.HasPrefix(f.Path, "overlays/"), strings.HasPrefix(f.Path, "scripts/overlays/"):
		case strings.HasSuffix(f.Path, ".yaml"):
			o.yaml = append(o.yaml, yamlFile{i, f.Path, source.Read(f.Shown, f.Data, &diag.List{})})
		case strings.HasSuffix(f.Path, ".lua"):
			tree, err := syntax.Parse(f.Shown, string(f.Data))
			if err != nil {
				t.Fatal(err)
			}
			o.lua = append(o.lua, luaFile{i, tree})
		}
	}
	o.declared()
	o.words = o.names()
	o.kinds()
	return o
}

func lineStarts(data []byte) []int {
	starts := []int{0}
	for i, c := range data {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// offset turns a place into bytes; -1 where the column is not known.
func (o *original) offset(file int, pos diag.Pos) int {
	if pos.Line < 1 || pos.Column < 1 || pos.Line > len(o.lines[file]) {
		return -1
	}
	at := o.lines[file][pos.Line-1]
	text := string(o.source.Files[file].Data[at:])
	column := 1
	for i := range text {
		if column == pos.Column {
			return at + i
		}
		column++
	}
	return -1
}

func (o *original) text(file, at, n int) string {
	data := o.source.Files[file].Data
	return string(data[at:min(at+n, len(data))])
}

// A mutant is the pack with one mistake.
type mutant struct {
	file      pack.File
	line      int
	was, now  string
	reading   *interp.Reading
	found     []diag.Finding
	suggested bool
	// alone is the code of the one rule that finds it, "" where several do or reading does.
	alone string
}

func (m *mutant) String() string {
	first := ""
	if len(m.found) > 0 {
		first = " -> " + m.found[0].Pos.String() + ": " + m.found[0].Code + ": " + m.found[0].Message
	}
	return fmt.Sprintf("%s:%d: %q for %q%s", m.file.Shown, m.line, m.now, m.was, first)
}

// mutate makes the mistake; nil where the result is no YAML or no Lua any more,
// which everybody would find.
func (o *original) mutate(s site, now string) *mutant {
	f := o.source.Files[s.file]
	data := slices.Concat(f.Data[:s.offset], []byte(now), f.Data[s.offset+len(s.was):])
	m := &mutant{file: f, was: s.was, now: now}
	m.line, _ = slices.BinarySearch(o.lines[s.file], s.offset+1)
	m.file.Data = data
	if strings.HasSuffix(f.Path, ".lua") {
		if _, err := syntax.Parse(f.Shown, string(data)); err != nil {
			return nil
		}
	} else if report := (diag.List{}); source.Read(f.Shown, data, &report) == nil || unreadable(&report) {
		return nil
	}
	changed := *o.source
	changed.Files = slices.Clone(o.source.Files)
	changed.Files[s.file] = m.file
	m.reading = interp.ReadSource(&changed)
	return m
}

func unreadable(report *diag.List) bool {
	return slices.ContainsFunc(report.Sorted(), func(d diag.Finding) bool { return d.Code == "yaml-syntax" })
}

// check looks for the mistake as ruledeck check does: what reading finds is
// enough, else the pack is checked.
func (m *mutant) check() {
	m.found = mistakes(m.reading.Report.Sorted())
	if len(m.found) == 0 {
		m.found = mistakes(check.Pack(m.reading, check.Settings{}))
		if codes := lists.Map(m.found, func(d diag.Finding) string { return d.Code }); len(slices.Compact(codes)) == 1 {
			m.alone = codes[0]
		}
	}
	for _, d := range m.found {
		m.suggested = m.suggested || d.Suggestion != "" && strings.Contains(m.was, d.Suggestion)
	}
}

func mistakes(list []diag.Finding) []diag.Finding {
	return slices.DeleteFunc(list, func(d diag.Finding) bool { return d.Severity == diag.Note })
}

// same reports whether a mutant compiles to what the original compiles to: then
// there is no mistake to find.
func (o *original) same(m *mutant) bool {
	if m.reading.Report.HasErrors() {
		return false
	}
	a, b := o.reading.Compiled, m.reading.Compiled
	one, two := *a.Pack, *b.Pack
	one.Hash, two.Hash = [32]byte{}, [32]byte{}
	if !reflect.DeepEqual(places(&one), places(&two)) || !reflect.DeepEqual(a.Position, b.Position) ||
		!reflect.DeepEqual(a.Checks, b.Checks) || !reflect.DeepEqual(a.Refusals, b.Refusals) {
		return false
	}
	if len(compare.Packs(o.reading, m.reading)) > 0 {
		return false
	}
	return !strings.HasSuffix(m.file.Path, ".lua") ||
		printed(m.file) == printed(
			o.source.Files[slices.IndexFunc(o.source.Files, func(f pack.File) bool { return f.Path == m.file.Path })])
}

// places leaves out of a compiled pack where things stand.
func places(p *engine.Pack) *engine.Pack {
	out := *p
	out.Abilities = slices.Clone(p.Abilities)
	for i := range out.Abilities {
		out.Abilities[i].File, out.Abilities[i].Line = "", 0
	}
	return &out
}

func printed(f pack.File) string {
	tree, err := syntax.Parse(f.Shown, string(f.Data))
	if err != nil {
		return err.Error()
	}
	return syntax.Print(tree.Stmts)
}

// figures are what became of the mutants of one operator.
type figures struct {
	made, caught, suggested, left, broken int
	survivors, alone                      []string
}

func (f *figures) add(g figures) {
	f.made, f.caught, f.suggested, f.left, f.broken = f.made+g.made, f.caught+g.caught, f.suggested+g.suggested,
		f.left+g.left, f.broken+g.broken
	f.survivors, f.alone = append(f.survivors, g.survivors...), append(f.alone, g.alone...)
}

// run draws mutants of a pack by an operator until enough count.
func (o *original) run(op operator, enough int, seed uint64) figures {
	h := fnv.New64a()
	fmt.Fprint(h, op.name, o.name)
	r := rand.New(rand.NewPCG(seed, h.Sum64()))
	sites := op.sites(o)
	var out figures
	r.Shuffle(len(sites), func(i, j int) { sites[i], sites[j] = sites[j], sites[i] })
	for _, s := range sites {
		if out.made == enough {
			break
		}
		now := s.draw(r)
		if now == "" || now == s.was {
			continue
		}
		m := o.mutate(s, now)
		switch {
		case m == nil:
			out.broken++
			continue
		case o.same(m):
			out.left++
			continue
		}
		m.check()
		out.made++
		out.alone = append(out.alone, m.alone)
		if len(m.found) > 0 {
			out.caught++
			if m.suggested {
				out.suggested++
			}
			if os.Getenv("RULEDECK_MUTANTS") != "" {
				fmt.Println(op.name+":", m)
			}
		} else {
			out.survivors = append(out.survivors, m.String())
		}
	}
	return out
}

// TestMutants makes mistakes in the shipped packs and counts those that check
// finds: 99 of 100 wrong names and 95 of 100 wrong values. RULEDECK_FULL=1 makes
// at least 300 of each kind, and counts what each rule alone finds; RULEDECK_MUTANTS=1 prints what is said of each, and
// RULEDECK_SEED draws others.
func TestMutants(t *testing.T) {
	enough, seed := 1, uint64(1)
	full := os.Getenv("RULEDECK_FULL") != ""
	if full {
		enough = 100
	}
	if s := os.Getenv("RULEDECK_SEED"); s != "" {
		fmt.Sscan(s, &seed)
	}
	var originals []*original
	for _, name := range pack.Shipped() {
		o := readOriginal(t, name)
		for _, d := range mistakes(check.Pack(o.reading, check.Settings{})) {
			t.Errorf("without a mistake: %s: %s", d.Pos, d.Text())
		}
		originals = append(originals, o)
	}
	results := make([][]figures, len(operators))
	var all sync.WaitGroup
	workers := make(chan bool, 2)
	for i := range operators {
		results[i] = make([]figures, len(originals))
		for k, o := range originals {
			all.Go(func() {
				workers <- true
				results[i][k] = o.run(operators[i], enough, seed)
				<-workers
			})
		}
	}
	all.Wait()
	var names, values figures
	for i, op := range operators {
		var sum figures
		for _, f := range results[i] {
			sum.add(f)
		}
		t.Logf("%-28s %4d made, %4d caught, %4d with the right name suggested; %d left out as the same, %d no longer "+
			"read", op.name, sum.made, sum.caught, sum.suggested, sum.left, sum.broken)
		for _, s := range sum.survivors {
			t.Logf("  survived: %s", s)
		}
		if full && sum.made < 300 {
			t.Errorf("%s: only %d mutants", op.name, sum.made)
		}
		if op.value {
			values.add(sum)
		} else {
			names.add(sum)
		}
	}
	text, err := os.ReadFile("rules/testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range keyword.Rows(string(text)) {
		found := slices.DeleteFunc(slices.Concat(names.alone, values.alone), func(c string) bool { return c != row[0] })
		if full && seed == 1 && strconv.Itoa(len(found)) != row[2] {
			t.Errorf("of %d mutants %s alone finds %d; rules.txt says %s", names.made+values.made, row[0], len(found),
				row[2])
		}
	}
	t.Logf("wrong names: %d of %d caught; wrong values: %d of %d", names.caught, names.made, values.caught, values.made)
	// Of a small sample one name and two values may be among the few that are missed.
	if missed := names.made - names.caught; missed*100 > names.made && (full || missed > 1) {
		t.Errorf("only %d of %d wrong names are caught", names.caught, names.made)
	}
	if missed := values.made - values.caught; missed*100 > values.made*5 && (full || missed > 2) {
		t.Errorf("only %d of %d wrong values are caught", values.caught, values.made)
	}
}
