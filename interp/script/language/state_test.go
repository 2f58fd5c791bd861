package language_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// TestFunctions: a function tells where it is written and what it takes; one of the host has
// neither. A bound one has its value before the arguments, and all results.
func TestFunctions(t *testing.T) {
	r := newRig(t, language.Config{})
	results, err := r.load("local function f(a, b)\n return a, b, 3 end\nreturn f, function() end")
	if err != nil {
		t.Fatal(err)
	}
	host := language.NewFunc("host", func(c *language.Call) language.Value { return c.Return(c.Arg(2), c.Arg(1)) })
	for i, fn := range []*language.Func{results[0].(*language.Func), results[1].(*language.Func), host} {
		got := fmt.Sprint(fn.Params(), fn.File(), fn.Line(), fn, language.TypeName(fn))
		want := [...]string{"2a.lua1functionfunction", "0a.lua3functionfunction", "-10functionfunction"}[i]
		if strings.ReplaceAll(got, " ", "") != want {
			t.Errorf("%d: %s, expected %s", i, got, want)
		}
		r.SetGlobal("bound", language.Bind(fn, language.String("first")))
		r.out = nil
		if err := r.call("out(bound(2))"); err != nil {
			t.Error(err)
		}
		if got, want := strings.Join(r.out, " "), [...]string{"first 2 3", "", "2 first"}[i]; got != want {
			t.Errorf("%d: bound it gives %s, expected %s", i, got, want)
		}
	}
}

// TestBefore: whatever a script makes the host do with its things is told first, with what it
// is done to, and may fail before anything is done.
func TestBefore(t *testing.T) {
	var told []string
	refuse := false
	r := newRig(t, language.Config{Before: func(c *language.Call) {
		var args []string
		for i := 1; i <= c.N(); i++ {
			args = append(args, language.Text(c.Arg(i)))
		}
		told = append(told, "("+strings.Join(args, " ")+")")
		if refuse {
			c.Fault("refused")
		}
	}})
	things(r)
	r.SetGlobal("placed", language.NewPlaced("placed", 3, false, func(*language.Site) language.Placed {
		return func(*language.Call, []language.Value) language.Value { return language.String("did") }
	}))
	if err := r.call("local x = 3 out(thing.n) thing.n = 6 out(thing.n) out(placed(1, x, {a = x})) thing.n = 5 " +
		"out(nested(function() thing.nope = 1 end)) out(nested(function() return thing.nope end))"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(told, ""); got != "(3)(3)(3)(1 3 nil)(3)" {
		t.Errorf("told %s", got)
	}
	if got := strings.Join(r.out, " | "); got != "5 | 6 | did | "+
		`a.lua:2:112: a thing has no field "nope" to change; things have n, not nope | `+
		`a.lua:2:162: a thing has no field "nope"; things have n, not nope` {
		t.Errorf("printed %s", got)
	}
	refuse = true
	for _, body := range []string{"out(thing.n)", "thing.n = 1", "placed(1)"} {
		if err := r.call(body); err == nil || !strings.HasSuffix(err.Error(), ": refused") || len(r.out) > 0 {
			t.Errorf("%s: %v, %v", body, err, r.out)
		}
	}
}

// TestInterrupted: a running script asks again and again whether it is to go on, and is
// abandoned with the reason where it is not; the state is good for the next one.
func TestInterrupted(t *testing.T) {
	r := newRig(t, language.Config{})
	asked := 0
	stop := errors.New("enough")
	r.Interrupted = func() error {
		if asked++; asked == 5 {
			return stop
		}
		return nil
	}
	err := r.call("nested(function() while true do end end) out('caught')")
	if err != stop || asked != 5 || len(r.out) > 0 {
		t.Errorf("%v after %d, printed %v", err, asked, r.out)
	}
	if used := r.Budget.Used(limits.Instructions); used < 5000 || used > 5100 {
		t.Errorf("stopped after %d instructions", used)
	}
	if err := r.call("for i = 1, 3000 do end out('on')"); err != nil || strings.Join(r.out, "") != "on" || asked < 7 {
		t.Errorf("%v, printed %v, asked %d", err, r.out, asked)
	}
}

// TestAside: what the host calls for itself in the middle of a run is a fault of that call
// alone, where it nests too deeply or spends what the step has.
func TestAside(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"local function f() local e = nested(f) if e then error(e) end end aside(f) out('on')",
			"a.lua:2:50: a.lua:2:50: a.lua:2:50: a.lua:2:50: a.lua:2:30: more than 5 calls nested; a step that is " +
				"scheduled is outside of them|on"},
		{"aside(function() while true do end end) out('on')", "a.lua:2: stopped after 9000 instructions|on"},
	} {
		r := newRig(t, language.Config{MaxDepth: 5, Limits: budget(9000, 1<<40)})
		r.host("aside", func(c *language.Call) language.Value {
			r.Aside = true
			defer func() { r.Aside = false }()
			_, err := r.Call(c.Function(1))
			r.out = append(r.out, strings.Split(fmt.Sprint(err), "\n")[0])
			r.Begin()
			return nil
		})
		err := r.call(c.body)
		if got := strings.Join(r.out, "|"); err != nil || got != c.want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.body, err, got, c.want)
		}
	}
}

// TestLoading: a script cannot be loaded while another runs, one may begin with a byte order
// mark, its words are listed once each, and what it makes is kept for steps that follow.
func TestLoading(t *testing.T) {
	r := newRig(t, language.Config{})
	r.host("load", func(c *language.Call) language.Value {
		_, err := r.load("return 1")
		return language.String(fmt.Sprint(err))
	})
	if err := r.call("out(load())"); err != nil ||
		strings.Join(r.out, "") != "a.lua: a script cannot be loaded while another one runs" {
		t.Error(err, r.out)
	}
	chunk, err := language.Compile("b.lua", "\ufeffreturn x, x.y, x:z('w'), 'x', x.y")
	if err != nil || strings.Join(chunk.Strings(), " ") != "x y z w" || chunk.Name() != "b.lua" {
		t.Errorf("%v: %v of %s", err, chunk.Strings(), chunk.Name())
	}
	first := r.function("local kept = {1, {2}} return function() local own = {3, {4}} own[3] = kept[2][1] " +
		"out(own[1], own[2][1], own[3], kept[1], #kept) end")
	for range 3 {
		r.Begin()
		if _, err := r.Call(first); err != nil {
			t.Error(err)
		}
		r.Forget()
	}
	if got := strings.Join(r.out, " "); !strings.HasSuffix(got, "3 4 2 1 2 3 4 2 1 2 3 4 2 1 2") {
		t.Error(got)
	}
	if r.Global("out") == nil || r.Global("nope") != nil {
		t.Error("a name has another value than it was given")
	}
}

// TestMany: what a script may name, take and keep at once is bounded; the most is allowed.
func TestMany(t *testing.T) {
	names := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprint("v", i)
		}
		return strings.Join(list, ", ")
	}
	for _, c := range []struct {
		source func(n int) string
		most   int
		want   string
	}{
		{func(n int) string { return "return function(" + names(n) + ") end" }, 200,
			"a function has at most 200 parameters"},
		{func(n int) string { return "local f = {} function f:x(" + names(n) + ") end" }, 199,
			"a function has at most 200 parameters"},
		{func(n int) string {
			own := strings.ReplaceAll(names(n), ",", " local")
			return "return function() local a for i = 1, 2 do local " + own + " end end"
		}, 198, "a function has at most 200 variables at once"},
		{func(n int) string { return "local a a" + strings.Repeat(", a", n-2) + " = 1" }, 200,
			"at most 200 values can be named at once"},
		{func(n int) string { return "local " + names(n-1) + " = 1" }, 200, "at most 200 values can be named at once"},
		{func(n int) string { return "for " + names(n-1) + " in next do end" }, 200,
			"at most 200 values can be named at once"},
		{func(n int) string { return "return 1" + strings.Repeat(", 1", n-1) }, 200,
			"at most 200 values can be named at once"},
		{func(n int) string { return "out(1" + strings.Repeat(", 1", n-1) + ")" }, 200,
			"a call has at most 200 arguments"},
		{func(n int) string { return "return {1" + strings.Repeat(", 1", n-1) + "}" }, 4095,
			"a list has at most 4095 items"},
		{func(n int) string { return "return '" + strings.Repeat("x", n) + "'" }, 4096,
			"a text has at most 4096 bytes"},
	} {
		if _, err := language.Compile("a.lua", c.source(c.most)); err != nil {
			t.Errorf("%d: %v", c.most, err)
		}
		_, err := language.Compile("a.lua", c.source(c.most+1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d: %v, expected %s", c.most+1, err, c.want)
		}
	}
}
