package script_test

import (
	"context"
	"fmt"
	goast "go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// These tests hold the registry and the binding together, both ways: what the
// registry declares is called and read by a script in a running game, and what
// the binding knows by name is looked up in the registry. That the readers of
// YAML and of headers do so is tested in packages ast, pack, compile and scenario.

// probe is one thing that a script tries in a running game.
type probe struct {
	body string
	// fails says that it must fail; with says so in these words, or not at all.
	fails      bool
	with, what string
}

// probedPack is a game in which a script can try everything: each turn runs the
// probe whose number is chosen.
func probedPack(t *testing.T, probes []probe) *interp.Pack {
	t.Helper()
	var tried strings.Builder
	for _, p := range probes {
		fmt.Fprintf(&tried, "    function() %s end,\n", p.body)
	}
	tried.WriteString("    function() end,\n") // what the game costs without a probe
	game := strings.NewReplacer(
		"zones:\n", "  tree: {start: supply, attributes: {rank: {type: number}, wet: {type: flag, state: true, "+
			"start: true}}}\nzones:\n  pool: {of: table, bag: true, seen: nobody}\n"+
			"  grid: {of: table, board: {rows: 3, "+
			"columns: 2}}\n  side: {of: card, types: [piece], per_seat: true}\n  nest: {of: card, types: [tree]}\n",
		"dice:\n", "options:\n  speed: {values: [slow, fast], default: slow}\n  pace: {values: [slow, fast], "+
			"default: fast, per_seat: true}\ndice:\n",
		"      tired:", "      facing: {type: side, state: true, start: heads, keeps_in: board}\n      power: {type: "+
			"number, by: facing, min: 0}\n      likes: {type: list, of: colour}\n      tired:",
		"triggers:\n", "triggers:\n  piece.hurt:\n    params:\n      piece: {type: card}\n"+
			"      amount: {type: number, write: true}\n      dealt: {type: number, result: true}\n"+
			"      dead: {type: flag, result: true}\n"+
			"      killer: {type: card, result: true}\n",
	).Replace(smalltest.Pack["game.yaml"])
	return smalltest.Load(t, map[string]string{
		"game.yaml": game,
		"cards/pieces.yaml": smalltest.Pack["cards/pieces.yaml"] +
			"  - {id: dog, name: {en: Dog}, rank: 4, power: {heads: 5, tails: 2}, " +
			"likes: [green, red], abilities: [bark]}\n" +
			"  - {id: oak, type: tree, name: {en: Oak}, copies: 2, rank: 7}\n",
		"scripts/abilities/bark.lua": `return ability {action = "move", run = function(self, seat) end}`,
		"scripts/abilities/keen.lua": `return ability {modifies = "rank", params = {by = {type = "number", default = 2},
			to = {type = "word", of = "colour", default = "red"}}, of = {is = "self"}, add = "by"}`,
		"scripts/abilities/loud.lua": `return ability {on = "piece.hurt", window = "before",
			run = function(self, ev)
				print("loud", ev.amount, ev.dealt, ev.dead, ev.killer)
				ev.amount = ev.amount * 2
			end}`,
		"scripts/abilities/sly.lua": `return ability {on = "piece.hurt", window = "before",
			run = function(self, ev) ev.dealt = 3 end}`,
		"scripts/abilities/late.lua": `return ability {on = "piece.hurt", window = "before",
			run = function(self, ev) ev.cancelled = true end}`,
		"scripts/abilities/hurry.lua": `return ability {on = "piece.hurt", limit = {times = 1, per = "game"},
			run = function(self, ev) end}`,
		"scripts/abilities/brave.lua": `return ability {on = "piece.scored", run = function(self, ev) end}`,
		"scripts/rules/turn.lua": `
local turn = {}
function turn.later() end
function turn.judge() finish({}) end
function turn.take(seat)
  if game.rounds > 0 then return end
  game.rounds = 1
  move(cards{id = "bee"}, game.pool)
  move(cards{id = "cat"}, seat.deck)
  local c = first{id = "dog"}
  c.seat = seat
  move(c, seat.board)
  local function get(e, name) return e[name] end
  local function set(e, name, v) e[name] = v end
  local probes = {
` + tried.String() + `  }
  probes[choose.number{seat = seat, prompt = "take", min = 1, max = #probes}]()
end
return turn
`,
		"locale/en.yaml": smalltest.Pack["locale/en.yaml"] + "say.hello: Hello\n",
	})
}

// try runs each probe in a game of its own; every seat gives the first legal answer. What each
// comes to stands in a file of testdata.
func try(t *testing.T, name string, probes []probe) {
	t.Helper()
	g, m := paid(t, probedPack(t, probes), 3)
	var told strings.Builder
	defer func() { golden(t, name+".txt", told.String()) }()
	var bare spent
	for n, p := range append([]probe{{}}, probes...) {
		g.Reset(3, nil)
		i := n - 1
		chosen := false
		for s := engine.Seat(1); s <= 2; s++ {
			g.SetDecider(s,
				func(_ context.Context, _ *engine.Position, d *engine.Decision, seat engine.Seat) engine.Reply {
					if !chosen {
						chosen = true
						return engine.Reply{(i+len(probes)+1)%(len(probes)+1) + 1}
					}
					return d.First(seat)
				})
		}
		var costs spent
		err := costs.whole(t, g, m)
		if i < 0 {
			bare = costs
			continue
		}
		fmt.Fprintf(&told, "%s\n=> %s, costs %v\n", p.body, tried(g, err), costs.more(bare))
		switch {
		case err == nil && p.fails, err != nil && !p.fails && p.with == "":
			t.Errorf("%s: %s: %v", p.what, p.body, err)
		case p.with != "" && strings.Contains(fmt.Sprint(err), p.with) != p.fails:
			t.Errorf("%s: %s: %v", p.what, p.body, err)
		}
	}
}

// samples are values that fit the parameters of functions, by name where the
// type does not say enough: "function parameter", else "parameter".
var samples = map[string]string{
	"zone": "seat.deck", "bag": "game.pool", "board zone": `"grid"`, "row": "1", "column": "2", "n": "1",
	"sum attribute": `"rank"`,
	"attribute":     `"rank"`, "die": `"coin"`, "step": `"turn.later"`, "trigger": `"piece.scored"`,
	"params":           "{piece = c}",
	"raise_all params": "{{piece = c}}", "key": `"hello"`, "values": "{piece = c}",
	"ability": `"brave"`, "reason": `"draw"`,
	"zone_of name": `"side"`, "action": `actions("move", seat)[1]`, "actions word": `"move"`, "printed word": `"red"`,
	"card": "c", "direction": `"N"`, "arguments": "c",
	"sides": "1", "seen_by": "seat", "winners": "seat", "thing": "c", "first": "{1, 2}", "id": `"dog"`,
	"second": `{"red"}`, "place": `"top"`,
}

func sample(t *testing.T, fn string, p *keyword.Param) string {
	t.Helper()
	for _, key := range []string{fn + " " + p.Name, p.Name} {
		if s, ok := samples[key]; ok {
			return s
		}
	}
	switch p.Type.Kind {
	case keyword.SeatValue:
		return "seat"
	case keyword.Either: // cards
		return "c"
	case keyword.Filter:
		return `{id = "dog"}`
	case keyword.Function:
		return "function() end"
	}
	t.Fatalf("there is no sample for %s of %s", p.Name, fn)
	return ""
}

// TestFunctionsReadTheirParameters calls every function and method of the
// registry: it takes what the registry says, and refuses something else in the
// place of each parameter, so each is read. Without parameters that it needs it
// refuses, in words of its own.
func TestFunctionsReadTheirParameters(t *testing.T) {
	var probes []probe
	one := func(call, self string, f *keyword.Func) {
		var args []string
		for i := range f.Params {
			args = append(args, sample(t, f.Name, &f.Params[i]))
		}
		refused := func(args string, what string) {
			probes = append(probes, probe{body: call + "(" + args + ")", fails: true, what: f.Name + " " + what})
		}
		for i := range f.Params {
			p := &f.Params[i]
			if p.Name == "word" && f.Name == "printed" || p.Type.Kind == keyword.Any {
				continue // the one is for attributes that another chooses, see below; the other takes all
			}
			nonsense := "function() end"
			if p.Type.Kind == keyword.Function {
				nonsense = "5"
			}
			wrong := slices.Clone(args)
			wrong[i] = nonsense
			refused(list(self, wrong), "does not read "+p.Name)
		}
		if len(f.Params) > 0 && !f.Params[0].Optional && f.Params[0].Type.Kind != keyword.Any {
			refused(list(self, nil), "does without what it needs")
		}
		if f.Name == "printed" {
			args = args[:1]
		}
		probes = append(probes, probe{body: call + "(" + list(self, args) + ")", what: f.Name})
	}
	for i := range keyword.Functions().Methods {
		f := &keyword.Functions().Methods[i]
		if f.Table == "" {
			one(f.Name, "", f)
		}
	}
	values := map[string]string{"card": "c", "zone": `board("grid", 2, 1, seat)`, "options list": "options()"}
	for _, entity := range keyword.Entities() {
		for i := range entity.Methods {
			f := &entity.Methods[i]
			first := len(probes)
			one("self."+f.Name, "self", f)
			for k := range probes[first:] {
				probes[first+k].body = fmt.Sprintf("local self = %s %s", values[entity.Name], probes[first+k].body)
			}
		}
	}
	try(t, "functions", probes)
}

// list joins arguments.
func list(self string, args []string) string {
	if self != "" {
		args = append([]string{self}, args...)
	}
	return strings.Join(args, ", ")
}

// TestEntitiesHaveTheirFields reads every field of every entity, and assigns
// those alone that may be assigned.
func TestEntitiesHaveTheirFields(t *testing.T) {
	values := map[string][]string{
		"game": {"game"}, "seat": {"seat"}, "card": {"c"},
		"zone":   {"seat.deck", "game.pool", `c:zone_of("side", seat)`},
		"action": {`actions("move", seat)[1]`},
	}
	var probes []probe
	add := func(fails bool, what, format string, args ...any) {
		probes = append(probes, probe{body: fmt.Sprintf(format, args...), fails: fails, what: what})
	}
	for _, entity := range keyword.Entities() {
		for _, value := range values[entity.Name] {
			for _, f := range entity.Fields {
				add(false, "reading", "get(%s, %q)", value, f.Name)
				if f.Write {
					add(false, "assigning", "set(%s, %q, %s.%s)", value, f.Name, value, f.Name)
				} else {
					add(true, "assigning what is fixed", "set(%s, %q, 1)", value, f.Name)
				}
			}
			add(true, "reading what there is not", "get(%s, \"nonsense\")", value)
		}
	}
	add(false, "event.cancelled",
		`raise("piece.scored", {piece = c}, function(ev) if ev.cancelled then error("event.cancelled") end end)`)
	try(t, "fields", probes)
}

// TestTablesReadTheirFields gives the tables of choose and lasting each field
// that the registry declares, and one that it does not.
func TestTablesReadTheirFields(t *testing.T) {
	fields := map[string]string{
		"seat": "seat", "prompt": `"take"`, "about": "{piece = c}", "from": `{"red", "blue"}`, "optional": "true",
		"min": "1", "max": "1", "total": "2",
		"seats": "game.seats", "ability": `"brave"`, "on": "c", "until_": `"piece.scored"`,
		"params": "{}", "while_": "c", "uses": "2",
	}
	var probes []probe
	for i := range keyword.Functions().Methods {
		f := &keyword.Functions().Methods[i]
		if f.Table == "" || f.Table == "ability" || f.Table == filter.CardFilter {
			continue
		}
		var all []string
		for _, field := range keyword.Lookup(f.Table).Fields {
			value := fields[field.Name]
			if f.Name == "choose.split" && field.Name == "max" {
				value = "2"
			}
			all = append(all, field.Name+" = "+value)
		}
		given := strings.Join(all, ", ")
		probes = append(probes,
			probe{body: fmt.Sprintf("%s{%s}", f.Name, given), what: f.Name},
			probe{body: fmt.Sprintf("%s{%s, nonsense = 1}", f.Name, given), fails: true,
				what: f.Name + " takes any field"})
	}
	for _, key := range filter.Standard.Names() {
		// A key that it does not know is refused in other words.
		probes = append(probes, probe{body: fmt.Sprintf("cards{[%q] = function() end}", key), with: "has no condition",
			what: "cards does not read " + key},
			probe{body: fmt.Sprintf("cards{[%q] = function() end}", key), fails: true,
				what: "cards takes anything for " + key})
	}
	probes = append(probes,
		probe{body: "cards{nonsense = 1}", fails: true, with: "has no condition", what: "cards takes any key"})
	try(t, "tables", probes)
}

// TestBindingIsDeclared reads the text of the binding: each name by which it
// knows a function, a field, a method or a key of a table stands in the registry.
func TestBindingIsDeclared(t *testing.T) {
	declared := map[string]bool{}
	for _, name := range keyword.Functions().AllNames() {
		declared[name] = true
	}
	for _, group := range [][]*keyword.Record{keyword.Entities(), filter.Standard.Tables()} {
		for _, r := range group {
			for _, name := range r.AllNames() {
				declared[name] = true
			}
		}
	}
	// The values scripts get that no record describes: what stands for the modules and
	// for the functions of words.
	declared["game"], declared["rules"], declared["does"] = true, true, true
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("the binding is not here", err)
	}
	found := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for at, name := range boundNames(tree) {
			found++
			if !declared[name] {
				t.Errorf("%s: the binding knows %q, which the registry does not declare", set.Position(at), name)
			}
		}
	}
	if found < 70 {
		t.Errorf("only %d names were found in the binding; does this test still see where they stand?", found)
	}
}

// boundNames are the constant texts at which a file of the binding knows names
// of scripts: keys of tables that it fills or asks, of maps of functions and
// fields, and the cases of what it compares keys with.
func boundNames(tree *goast.File) map[token.Pos]string {
	out := map[token.Pos]string{}
	add := func(e goast.Expr) {
		literal, ok := e.(*goast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return
		}
		if name, err := strconv.Unquote(literal.Value); err == nil && name != "" && !strings.HasPrefix(name, "__") {
			out[e.Pos()] = name
		}
	}
	goast.Inspect(tree, func(n goast.Node) bool {
		switch n := n.(type) {
		case *goast.CallExpr:
			called, ok := n.Fun.(*goast.SelectorExpr)
			if ok && slices.Contains([]string{"SetField", "Field", "SetGlobal"}, called.Sel.Name) {
				add(n.Args[0])
			}
		case *goast.CompositeLit:
			for _, e := range n.Elts {
				if pair, ok := e.(*goast.KeyValueExpr); ok {
					add(pair.Key)
				}
			}
		case *goast.CaseClause:
			for _, e := range n.List {
				add(e)
			}
		}
		return true
	})
	return out
}

// TestFilesAreDeclared does the same for the readers of overlays and of
// scenarios, which ask for keys by name: what they ask for is declared, and what
// is declared stands somewhere in their text. (Package ast, which reads the rest,
// cannot ask for anything else: its readers go through the registry.)
func TestFilesAreDeclared(t *testing.T) {
	cards := []*keyword.Record{keyword.Lookup("card file"), keyword.Lookup("pack"), keyword.Lookup("card"),
		keyword.Lookup("phase"), keyword.Lookup("game file"), keyword.Lookup("type"),
		keyword.Lookup("attribute")}
	for folder, records := range map[string][]*keyword.Record{
		"pack": append(slices.Clone(keyword.Overlays()), cards...),
		"scenario": append(slices.Clone(keyword.Scenarios()), // and where scenarios of the game begin
			&keyword.Record{Fields: []keyword.Field{{Name: "position"}}}),
	} {
		declared := map[string]bool{}
		for _, r := range records {
			for _, name := range r.Names() {
				declared[name] = true
			}
		}
		files, err := filepath.Glob("../" + folder + "/*.go")
		rooms, other := filepath.Glob("../" + folder + "/*/*.go")
		if files = append(files, rooms...); err != nil || other != nil || len(files) == 0 {
			t.Fatal(folder, err, other)
		}
		written := map[string]bool{}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			tree, err := parser.ParseFile(set, file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			goast.Inspect(tree, func(n goast.Node) bool {
				switch n := n.(type) {
				case *goast.BasicLit:
					if text, err := strconv.Unquote(n.Value); err == nil {
						written[text] = true
					}
				case *goast.CallExpr:
					called, ok := n.Fun.(*goast.SelectorExpr)
					if !ok || called.Sel.Name != "Get" || len(n.Args) != 1 {
						return true
					}
					if key, ok := n.Args[0].(*goast.BasicLit); ok {
						if name, err := strconv.Unquote(key.Value); err == nil && !declared[name] {
							t.Errorf("%s: the reader asks for %q, which the registry does not declare",
								set.Position(n.Pos()), name)
						}
					}
				case *goast.SwitchStmt:
					if tag, ok := n.Tag.(*goast.SelectorExpr); !ok || tag.Sel.Name != "Key" {
						return true
					}
					for _, stmt := range n.Body.List {
						for _, e := range stmt.(*goast.CaseClause).List {
							if key, ok := e.(*goast.BasicLit); ok {
								if name, err := strconv.Unquote(key.Value); err == nil && !declared[name] {
									t.Errorf("%s: the reader knows the key %q, which the registry does not declare",
										set.Position(e.Pos()), name)
								}
							}
						}
					}
				}
				return true
			})
		}
		for _, r := range records {
			if slices.Contains(cards, r) && r.Name != "card file" {
				continue // package ast reads the rest of these
			}
			for _, name := range r.Names() {
				// A patch has the keys of a card; rule is for people, and for explain.
				if !written[name] && r.Name != "card patch" && name != "rule" {
					t.Errorf("the registry declares %q in %s, and nothing reads it", name, r.Name)
				}
			}
		}
	}
}

// TestUnbound: what the registry declares and the binding does not have is said
// when a game is made, before a script can reach for it.
func TestUnbound(t *testing.T) {
	for _, test := range []struct {
		entity string
		record keyword.Record
		want   string
	}{
		{"seat", keyword.Record{Fields: []keyword.Field{{Name: "mood"}}}, "seat.mood"},
		{"card", keyword.Record{Fields: []keyword.Field{{Name: "id", Write: true}}}, "card.id"},
		{"zone", keyword.Record{Methods: []keyword.Func{{Name: "middle"}}}, "zone.middle"},
		{"action", keyword.Record{Fields: []keyword.Field{{Name: "cost"}}}, "action.cost"},
		{"options list", keyword.Record{Methods: []keyword.Func{{Name: "drop"}}}, "options list.drop"},
		{"game", keyword.Record{Fields: []keyword.Field{{Name: "weather"}}}, "game.weather"},
	} {
		p := smalltest.Load(t, smalltest.Pack)
		record := keyword.Entity(test.entity)
		was := *record
		record.Fields = append(slices.Clone(was.Fields), test.record.Fields...)
		record.Methods = append(slices.Clone(was.Methods), test.record.Methods...)
		table, err := p.Table(interp.Settings{Seats: 2})
		if err == nil {
			_, err = table.NewGame()
		}
		*record = was
		if err == nil ||
			!strings.Contains(err.Error(), "the program declares "+test.want+" for scripts and does not have it") {
			t.Errorf("%s: %v", test.want, err)
		}
	}
}
