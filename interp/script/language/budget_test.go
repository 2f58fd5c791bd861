package language_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

func budget(step, ability int64) limits.Limits {
	var l limits.Limits
	l.Step[limits.Instructions], l.Ability[limits.Instructions] = step, ability
	return l
}

// Whatever a script does without end is stopped, by the instructions of the step
// or by its memory.
func TestBudgetOfAStep(t *testing.T) {
	for _, body := range []string{
		"while true do end",
		"repeat until false",
		"nested(function() while true do end end) out('caught')",
		"for i = 1, 1e9 do local x = ('a'):upper() end",
		"local t = {} for i = 1, 4000 do t[i] = i % 7 end for i = 1, 1e9 do table.sort(t) end",
		"local t = {} for i = 1, 1e9 do t[i + 5000] = {} end",
		"for i = 1, 1e9 do local t = {} t[4000] = 1 end",
		"for i = 1, 1e9 do local t = {[4000] = 1} end",
		"for i = 1, 1e9 do nested(error) end out('caught')",
		"local t = {} for i = 1, 1500 do t['k' .. i] = 1 end for k in pairs(t) do t[k] = nil end for i = 1, 1e9 do " +
			"next(t) end",
		"local t = {} for i = 1, 1e9 do t[#t + 1] = function() return i end if #t > 4000 then t = {} end end",
	} {
		l := budget(100_000, 1<<40)
		l.Step[limits.Memory], l.Ability[limits.Memory] = 8<<20, 1<<40
		r := newRig(t, language.Config{Limits: l})
		var spent *language.BudgetError
		if err := r.call(body); !errors.As(err, &spent) {
			t.Errorf("%s\ngot %v", body, err)
		}
		if len(r.out) > 0 {
			t.Errorf("%s\nwas caught", body)
		}
	}
}

func TestMemoryIsCounted(t *testing.T) {
	l := budget(1<<40, 1<<40)
	l.Step[limits.Memory], l.Ability[limits.Memory] = 1<<40, 1<<20
	for _, c := range []struct{ body, at string }{
		{"while true do local t = {} end", "a.lua:2:25"},
		{"while true do local t = {1, 2, 3} end", "a.lua:2:25"},
		{"while true do local t = {a = 1, b = 2} end", "a.lua:2:25"},
		{"local t, n = {}, 0 while true do n = n + 1 t['k' .. n] = n end", "a.lua:2:46"},
		{"local n = 0 while true do n = n + 1 local s = 'a' .. n end", "a.lua:2:47"},
		{"local n = 0 while true do local f = function() n = n + 1 return n end end", "a.lua:2"},
		{"while true do local s = table.sorted({1, 2}, function(n) return n end) end", "a.lua:2:25"},
	} {
		r := newRig(t, language.Config{Limits: l})
		r.Running = func() string { return "ability hoard" }
		err := r.call(c.body)
		wantError(t, err, c.at+": stopped after 1048576 bytes of memory in ability hoard")
		var spent *language.BudgetError
		if !errors.As(err, &spent) || spent.Resource != limits.Memory || spent.Line != 2 ||
			spent.Running != "ability hoard" {
			t.Errorf("%s: %#v", c.body, spent)
		}
	}
}

func TestBudgetErrors(t *testing.T) {
	r := newRig(t, language.Config{Limits: budget(1000, 100)})
	fault := r.call("local function f()\n while true do end\nend\nf()")
	wantError(t, fault, "a.lua:3: stopped after 100 instructions")
	var slice *language.BudgetError
	var e *language.Error
	if !errors.As(fault, &slice) || !errors.As(fault, &e) || e.Line != 3 || len(e.Stack) != 2 ||
		e.Stack[0].Function != "f" {
		t.Errorf("got %#v", fault)
	}

	// Abilities fail, one after the other; then the step's budget is spent.
	r = newRig(t, language.Config{Limits: budget(2000, 500)})
	err := r.call("while true do out(nested(function() while true do end end)) end")
	if _, ok := err.(*language.BudgetError); !ok {
		t.Errorf("got %T", err)
	}
	wantError(t, err, "a.lua:2: stopped after 2000 instructions")
	if want := strings.Repeat("a.lua:2: stopped after 500 instructions ", 3); strings.Join(r.out, " ")+" " != want {
		t.Errorf("got %s", strings.Join(r.out, " "))
	}
}

// The Call outside of one whose slice is spent sees an ordinary fault and has its
// own slice left; what the nested call used does not count for it.
func TestSlices(t *testing.T) {
	r := newRig(t, language.Config{Limits: budget(10_000, 1000)})
	if err := r.call("\nout(nested(function() while true do end end))\nfor i = 1, 100 do end\nout('on')"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(r.out, " | "); got != "a.lua:3: stopped after 1000 instructions | on" {
		t.Errorf("got %s", got)
	}
	if err := r.call("for i = 1, 5 do nested(function() for i = 1, 200 do end end) end"); err != nil {
		t.Error(err)
	}
}

func TestCountIsTheSameEveryRun(t *testing.T) {
	body := `
		local t = {}
		for i = 1, 200 do t[i] = (i * 7919) % 101 .. "x" end
		table.sort(t, function(a, b) return a < b end)
		nested(function() nested(function() error("x") end) local y = nil; y.z = 1 end)
		local s = table.concat(t, ",")
		for k, v in pairs({a = 1, b = 2}) do s = s .. k .. v end
		nested(function() while true do end end)
		out(s)`
	var counts []int64
	var texts []string
	for range 3 {
		r := newRig(t, language.Config{})
		for range 3 {
			if err := r.call(body); err != nil {
				t.Fatal(err)
			}
			counts = append(counts, r.Budget.Used(limits.Instructions), r.Budget.Used(limits.Memory))
			texts = append(texts, strings.Join(r.out, " "))
		}
	}
	for i := range counts {
		if counts[i] != counts[i%2] || texts[i/2] != texts[0] {
			t.Fatalf("run %d: %d counted, the first had %d", i/2, counts[i], counts[i%2])
		}
	}
	if counts[0] < 200_000 {
		t.Errorf("%d instructions: the endless call was not counted", counts[0])
	}
}

func TestDepth(t *testing.T) {
	r := newRig(t, language.Config{MaxDepth: 10})
	var depth *language.DepthError
	if err := r.call("local function f() nested(f) out('caught') end f()"); !errors.As(err, &depth) || len(r.out) > 0 {
		t.Error(err, r.out)
	}
	r = newRig(t, language.Config{MaxDepth: 4})
	err := r.call("local function ping()\n nested(ping)\nend\nnested(ping)")
	wantError(t, err, "a.lua:3:2: more than 4 calls nested; a step that is scheduled is outside of them\n"+
		"\ta.lua:3:2: in ping\n\ta.lua:3:2: in ping\n\ta.lua:3:2: in ping\n\ta.lua:5:1: in the function of line 1")
	r = newRig(t, language.Config{})
	if err := r.call("local function ping()\n nested(ping)\nend\nnested(ping)"); err == nil ||
		!strings.Contains(err.Error(), "... 208 more") {
		t.Errorf("got %v", err)
	}
	if err := r.call("local function f() return 1 + f() end f()"); err == nil ||
		err.Error() != "a.lua:2:31: too many calls inside each other, over 200, or 4000 in all; "+
			"a loop over what is left needs none" {
		t.Error(err)
	}
}

// The host's functions pay for their work too.
func TestSpend(t *testing.T) {
	l := budget(1<<40, 1000)
	l.Step[limits.Cards] = 50
	r := newRig(t, language.Config{Limits: l})
	r.host("work", func(c *language.Call) language.Value { c.Charge(c.Integer(1)); return nil })
	r.host("look", func(c *language.Call) language.Value { c.Spend(limits.Cards, c.Integer(1)); return nil })
	if err := r.call("work(900) look(50)"); err != nil {
		t.Error(err)
	}
	wantError(t, r.call("work(900)\nwork(900)"), "a.lua:3:1: stopped after 1000 instructions")
	err := r.call("nested(function()\n look(30) look(21) end)")
	wantError(t, err, "a.lua:3:11: stopped after 50 cards looked at")
	if _, ok := err.(*language.BudgetError); !ok {
		t.Errorf("%T: the step was not ended", err)
	}
}

func TestLoadHasABudget(t *testing.T) {
	r := newRig(t, language.Config{Limits: budget(5000, 5000)})
	_, err := r.load("\nwhile true do end")
	wantError(t, err, "a.lua:2: stopped after 5000 instructions")
	if _, err := r.load("return 1"); err != nil {
		t.Error(err)
	}
}
