package filter

import (
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// values are what a header may write for each condition of the language.
var values = map[string]*ast.Tree{
	"type": word("piece"), "id": word("ant"), "zone": word("hand"), "seat": word("who"), "owner": word("who"),
	"friendly": yes, "enemy": yes, "other": yes, "beside": yes, "is": word("self"), "with": word("guard"),
	"without": word("guard"), "holds": word("piece"), "holds_no": word("ant"), "at": word("what"),
	"host": table("is", word("what")), "not": {Kind: ast.TreeMap}, "any": {Kind: ast.TreeList},
	"except": word("what"), "rank": {Kind: ast.TreeNumber, Number: 3, Text: "3"},
}

var yes = &ast.Tree{Kind: ast.TreeFlag, Flag: true}

func word(text string) *ast.Tree { return &ast.Tree{Kind: ast.TreeWord, Text: text} }

func table(name string, v *ast.Tree) *ast.Tree {
	return &ast.Tree{Kind: ast.TreeMap, Fields: []ast.TreeField{{Name: name, Value: v}}}
}

func reader(report *diag.List) *Reader {
	keys := &Keys{
		Table: Standard, Types: map[string]engine.TypeID{"piece": 0}, Defs: map[string]engine.DefID{"ant": 0},
		Zones: map[string]engine.ZoneKindID{"hand": 0}, Attributes: map[string]engine.AttributeID{"rank": 0},
		Pack: &engine.Pack{
			Symbols: []string{"", "guard"}, Zones: []engine.ZoneKind{{Name: "hand"}},
			Defs:  []engine.CardDef{{ID: "ant"}},
			Types: []engine.CardType{{Name: "piece", Attributes: []engine.AttributeID{0}}},
			Cards: []engine.Attribute{{Name: "rank", Kind: engine.Number, By: -1}},
		},
	}
	keys.Complete()
	params := []engine.Param{{Name: "who", Kind: engine.SeatKind}, {Name: "what", Kind: engine.Card}}
	return &Reader{
		Keys: keys, Report: report, Trigger: &engine.Trigger{Name: "hit", Params: params},
		Symbol:  func(string) engine.Symbol { return 1 },
		Ability: func(ast.Word) engine.Symbol { return 1 },
	}
}

// TestRows tests that each term of the engine comes from a row, and that each row knows
// itself again in its terms.
func TestRows(t *testing.T) {
	ops := map[engine.TermOp]bool{engine.TermValue: true} // of parameters that are no card
	var report diag.List
	r := reader(&report)
	for _, name := range r.Names() {
		i := r.byName[name]
		term, ok := r.rows[i].Lower(r, name, values[name])
		term.Key = uint16(i)
		if !ok || r.Of(&term).Name != name {
			t.Errorf("%s: %+v", name, term)
		}
		ops[term.Op] = true
	}
	script := &Reader{Keys: r.Keys, Report: &report}
	for _, v := range []struct {
		name string
		v    engine.Value
	}{{"zone", engine.ZoneValue(1)}, {"except", engine.CardValue(1)}} {
		term, _ := script.Condition(ast.TreeField{Name: v.name, Value: &ast.Tree{Kind: ast.TreeThing, Thing: v.v}})
		ops[term.Op] = true
	}
	what, _ := r.Condition(ast.TreeField{Name: "is", Value: word("what")})
	ops[what.Op] = true
	for op := range engine.TermCard + 1 {
		if !ops[op] {
			t.Errorf("no row makes a term of the operation %d", op)
		}
	}
	if report.HasErrors() {
		t.Error(report.Sorted())
	}
}

// TestContradictions tests what conditions leave open of a card.
func TestContradictions(t *testing.T) {
	for _, c := range []struct{ one, other, want string }{
		{"friendly", "enemy", "it asks for a card that is friendly and enemy at once"},
		{"enemy", "is", "it asks for a card that is enemy and the ability's own at once"},
		{"is", "other", "it asks for a card that is the ability's own and other at once"},
		{"friendly", "is", ""},
		{"enemy", "other", ""},
		{"rank", "friendly", ""},
	} {
		var report diag.List
		r := reader(&report)
		both := table(c.one, values[c.one])
		both.Fields = append(both.Fields, table(c.other, values[c.other]).Fields...)
		f := r.Cards(both)
		facts := Facts{Keys: r.Keys, Modified: map[engine.AttributeID]bool{0: true}}
		if got := facts.Candidate(0).Take(f, "it"); got != c.want {
			t.Errorf("%s and %s: %q, not %q", c.one, c.other, got, c.want)
		}
	}
}

// TestRecords tests that the records of tables that others name are there.
func TestRecords(t *testing.T) {
	var look func(t keyword.Type)
	look = func(t keyword.Type) {
		if t.Kind == keyword.RecordOf {
			Standard.Lookup(string(t.Ref))
		}
		for _, one := range t.Of {
			look(one)
		}
	}
	for _, record := range Standard.Tables() {
		for _, f := range record.Fields {
			look(f.Type)
		}
	}
}
