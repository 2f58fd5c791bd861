package compile_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// tinyFiles is the small pack in testdata, as a file system to change.
func tinyFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	for _, name := range []string{"pack.yaml", "game.yaml", "cards/units.yaml", "locale/en.yaml"} {
		data, err := os.ReadFile("testdata/tiny/" + name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = &fstest.MapFile{Data: data}
	}
	return out
}

// change replaces a piece of a file, which must be there.
func change(t *testing.T, files fstest.MapFS, name, old, with string) {
	t.Helper()
	data := string(files[name].Data)
	if !strings.Contains(data, old) {
		t.Fatalf("%s does not contain %q", name, old)
	}
	files[name] = &fstest.MapFile{Data: []byte(strings.Replace(data, old, with, 1))}
}

// header reads an ability's header from YAML text: scripts give the same tree.
func header(t *testing.T, id string, part int, text string) compile.Header {
	t.Helper()
	var report diag.List
	n := source.Read(id+".lua", []byte(text), &report)
	if report.HasErrors() {
		t.Fatal(report.Sorted())
	}
	h := compile.Header{ID: id, Part: part, File: id + ".lua", Line: 1}
	fields := ast.FromNode(n)
	h.Fields = &ast.Tree{Kind: ast.TreeMap, Pos: diag.Pos{File: h.File, Line: 1}}
	if fields == nil {
		return h
	}
	for _, f := range fields.Fields {
		switch f.Name {
		case "when":
			h.HasWhen = true
		case "run":
			h.HasRun = true
		case "amount":
			h.HasAmount = true
		default:
			h.Fields.Fields = append(h.Fields.Fields, f)
		}
	}
	return h
}

// tinyHeaders are the abilities that the cards of the small pack have.
func tinyHeaders(t *testing.T) []compile.Header {
	t.Helper()
	return []compile.Header{
		header(t, "gain", 0, "on: unit.hit\nrun: f\nparams: {points: {type: number}}\n"),
		header(t, "cover", 0,
			"on: unit.hit\nwindow: replace\nmay: true\nwhere: {unit: {friendly: true, other: true}}\nrun: f\n"),
	}
}

func compiled(t *testing.T, files fstest.MapFS, headers []compile.Header,
	report *diag.List) (*compile.Compiled, *pack.Loaded) {
	t.Helper()
	s, err := pack.FromFS(files, "tiny")
	if err != nil {
		t.Fatal(err)
	}
	l := pack.Load(s, nil, "", nil, report)
	c := compile.New(l.Tree, filter.Standard, report)
	return c.Finish(headers), l
}

// lines gives a report a line each, without the hints.
func lines(report *diag.List) string {
	var out []string
	for _, d := range report.Sorted() {
		text := d.Pos.String() + ": " + d.Code + ": " + d.Message
		if d.Suggestion != "" {
			text += " -> " + d.Suggestion
		}
		out = append(out, text)
	}
	return strings.Join(out, "\n")
}

func TestTinyIsFine(t *testing.T) {
	var report diag.List
	out, _ := compiled(t, tinyFiles(t), tinyHeaders(t), &report)
	if got := lines(&report); got != "" {
		t.Fatal(got)
	}
	p := out.Pack
	if got := [...]string{p.Defs[0].ID, p.Defs[1].ID, p.Defs[2].ID}; got != [...]string{"hill", "scout", "soldier"} {
		t.Errorf("the cards are not in the order of their ids: %v", got)
	}
	soldier := p.Defs[out.Defs["soldier"]]
	power := soldier.Printed.Of(out.CardAttributes["power"])
	if len(power) != 2 || power[0] != engine.Num(2) || power[1] != engine.Num(1) {
		t.Errorf("power by posture: %v", power)
	}
	tricks := p.Lists[soldier.Printed.Of(out.CardAttributes["tricks"])[0].N]
	if len(tricks.Items) != 1 || tricks.Items[0] != engine.WordValue(out.Symbols["jump"]) {
		t.Errorf("tricks: %v", tricks)
	}
	scout := p.Defs[out.Defs["scout"]]
	if len(scout.Abilities) != 1 || len(scout.Abilities[0].Params) != 1 ||
		scout.Abilities[0].Params[0] != engine.Num(2) {
		t.Errorf("abilities of the scout: %v", scout.Abilities)
	}
	cover := p.Abilities[out.Abilities["cover"][0]]
	if cover.Window != engine.Replace || !cover.May || len(cover.Where) != 1 || cover.Where[0].Param != 0 {
		t.Errorf("cover: %+v", cover)
	}
	if text, _ := out.Labels.Cards[out.Defs["soldier"]].In("ja"); text != "兵士" {
		t.Errorf("label: %q", text)
	}
	if m := out.Texts["en"]["set.points"]; m == nil || len(m.Forms) != 2 {
		t.Errorf("plural forms: %+v", m)
	}
	if because, refused := out.Refused(map[string][]string{"seats": {"2"}, "length": {"long"}}); !refused ||
		because != "two_play_short" {
		t.Errorf("refused: %q %v", because, refused)
	}
	if _, refused := out.Refused(map[string][]string{"seats": {"3"}, "length": {"long"}}); refused {
		t.Error("three may play long")
	}
}

func TestFlow(t *testing.T) {
	var report diag.List
	out, _ := compiled(t, tinyFiles(t), tinyHeaders(t), &report)
	first := int32(out.GameAttributes["first"])
	step := func(name string) int32 { return int32(out.Steps[name]) }
	want := []engine.Instruction{
		{Op: engine.OpEnter, Arg: 0, Loop: -1},
		{Op: engine.OpStep, Arg: step("setup.deal"), Loop: -1},
		{Op: engine.OpLeave, Arg: 0, Loop: -1},
		{Op: engine.OpEnter, Arg: 1, Loop: -1},
		{Op: engine.OpEnter, Arg: 2, Loop: -1},
		{Op: engine.OpTurnsStart, Arg: first, Loop: 0},
		{Op: engine.OpJump, Arg: 8, Loop: -1},
		{Op: engine.OpStep, Arg: step("round.move"), Loop: 0},
		{Op: engine.OpTurnsNext, Target: 7, Loop: 0},
		{Op: engine.OpLeave, Arg: 2, Loop: -1},
		{Op: engine.OpStep, Arg: step("round.count"), Loop: -1},
		{Op: engine.OpLeave, Arg: 1, Loop: -1},
		{Op: engine.OpUnless, Arg: step("round.over"), Target: 3, Loop: -1},
		{Op: engine.OpEnd, Loop: -1},
	}
	if len(out.Pack.Flow) != len(want) {
		t.Fatalf("%d instructions, want %d", len(out.Pack.Flow), len(want))
	}
	for i, in := range out.Pack.Flow {
		if in != want[i] {
			t.Errorf("instruction %d: %+v, want %+v", i, in, want[i])
		}
	}
	if out.Pack.Loops != 1 {
		t.Errorf("%d loops", out.Pack.Loops)
	}
	moves := out.Pack.Phases[out.Phases["moves"]]
	if moves.Depth != 1 || out.Pack.Triggers[moves.Begins].Name != "moves.begins" ||
		out.Pack.Triggers[moves.Ends].Windows[engine.Replace] {
		t.Errorf("phase: %+v", moves)
	}
}
