package inference

import (
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check/lattice"
	"github.com/ruledeck/ruledeck/interp/diag"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script"
)

// TestInfer: what the rounds hold of the variables of a script when nothing
// changes any more. The variable asked for is called x, or is a parameter.
func TestInfer(t *testing.T) {
	r, err := interp.Read("../../../testdata/broken/base", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		what, text string
		want       lattice.Type
	}{
		{"a constant", `local x = 3`, lattice.Range(3, 3)},
		{"without a value", `local x`, lattice.Of(lattice.Nil)},
		{"assigned twice", `local x = 1
			x = "a"`, lattice.Join(lattice.Range(1, 1), lattice.Literal("a"), nil)},
		{"two branches", `local x = "a"
			if game.turn then x = "b" end`, lattice.Join(lattice.Literal("a"), lattice.Literal("b"), nil)},
		{"a choice", `local x = game.turn and "yes" or "no"`,
			lattice.Join(lattice.Literal("yes"), lattice.Literal("no"), nil)},
		{"an entity", `local x = game.seats[1]`, lattice.Of(lattice.Seat)},
		{"a function's results", `local function f(n) if n then return 1 end return 7 end
			local x = f(true)`, lattice.Range(1, 7)},
		{"what a function is called with", `local function f(x) end
			f(2) f(5)`, lattice.Range(2, 5)},
		{"left out in a call", `local function f(n, x) end
			f(1)`, lattice.Of(lattice.Nil)},
		{"through two functions", `local function g(x) end
			local function f(n) g(n) end
			f("a")`, lattice.Literal("a")},
		{"a field of a table", `local t = {}
			t.a = 4
			local x = t.a`, lattice.Range(4, 4)},
		{"never called", `local function f(x) end`, lattice.Type{}},
		{"a result that needs itself", `local function f(n) if n then return f() end return "end" end
			local x = f(1)`, lattice.Literal("end")},
	} {
		var report diag.List
		text := "local m = {}\nfunction m.run()\n" + test.text + "\nend\nreturn m\n"
		one := pack.Script{Rules: true, Name: "m", File: "m.lua", Text: text}
		p := New(r.Compiled, script.Read([]pack.Script{one}, nil, nil, &report).Scripts(), nil, nil, nil)
		p.Infer()
		found := false
		for _, v := range p.Variables {
			if v.Name == "x" {
				found = true
				if !lattice.Same(v.Holds, test.want) {
					t.Errorf("%s: it holds %+v, want %+v", test.what, v.Holds, test.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: there is no x", test.what)
		}
		p.wroteAll()
		p.changed = false
		if p.round(); p.changed {
			t.Errorf("%s: a round more changes what was held: it was no fixpoint", test.what)
		}
	}
}

// TestInferOnce: where the rounds end, evaluating every function of the shipped packs
// once more changes nothing.
func TestInferOnce(t *testing.T) {
	for _, name := range pack.Shipped() {
		r, err := interp.Read(name, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		p := New(r.Compiled, r.Scripts.Scripts(), nil, nil, nil)
		p.Infer()
		p.wroteAll()
		p.changed = false
		if p.round(); p.changed {
			t.Errorf("%s: a round more changes what was held", name)
		}
	}
}
