package language_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

var errCause = errors.New("a decision is open")

func abandoning(t *testing.T) *rig {
	r := newRig(t, language.Config{})
	r.host("abandon", func(c *language.Call) language.Value { c.Abandon(errCause); return nil })
	return r
}

// ways are bodies that reach abandon() through everything that could stop it.
var ways = []string{
	"abandon()",
	"return abandon()",
	"nested(abandon) out('caught')",
	"nested(function() nested(function() nested(abandon) end) end) out('caught')",
	"apply(abandon)",
	"apply(nested, abandon)",
	"table.sort({3, 2, 1}, function(a, b) abandon() return a < b end)",
	"table.best({3, 2, 1}, function(n) abandon() return n end)",
	"table.sorted({3, 2, 1}, function(n) abandon() return n end)",
	"for x in function() abandon() end do end",
	"for x in pairs({abandon()}) do end",
	"for i = 1, abandon() do end",
	"while abandon() do end",
	"repeat until abandon()",
	"local t = {a = 1, b = abandon()}",
	"local t = {} t[abandon()] = 1",
	"local a, b = 1, abandon()",
	"if not abandon() then out('on') end",
	"local x = 1 + abandon()",
	"local x = 'a' .. abandon()",
	"local n = 0 local function f() n = n + 1 if n == 50 then abandon() end return f() end f()",
	"local function f(n) if n == 0 then abandon() end nested(function() f(n - 1) end) end f(30)",
}

func TestAbandon(t *testing.T) {
	r := abandoning(t)
	for _, body := range ways {
		if err := r.call(body); err != errCause {
			t.Errorf("%s\ngot %v", body, err)
		}
		if len(r.out) > 0 {
			t.Errorf("%s\nwas caught", body)
		}
		// The state is as good as new.
		if err := r.call("local n = 0 local function f() n = n + 1 end f() nested(f) nested(error) f() out(n)"); err !=
			nil {
			t.Errorf("afterwards: %v", err)
		} else if got := strings.Join(r.out, " "); got != "3" {
			t.Errorf("%s\nafterwards %s, want 3", body, got)
		}
	}
}

// A function that has escaped keeps what its variables were.
func TestAbandonKeepsVariables(t *testing.T) {
	r := abandoning(t)
	var kept *language.Func
	r.host("keep", func(c *language.Call) language.Value { kept = c.Function(1); return nil })
	if err := r.call("local n = 7 keep(function() n = n + 1 out(n) end) nested(function() n = 8 abandon() end)"); err !=
		errCause {
		t.Fatal(err)
	}
	if err := r.call("local a, b, c, d = 20, 30, 40, 50 out(a + b + c + d)"); err != nil {
		t.Fatal(err)
	}
	r.Begin()
	for range 2 {
		if _, err := r.Call(kept); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(r.out, " "); got != "140 9 10" {
		t.Errorf("got %s", got)
	}
}

func TestAbandonLeavesTheHeapFlat(t *testing.T) {
	r := abandoning(t)
	fn := r.function(
		"return function() nested(function() local t = {} nested(function() t.x = 1 abandon() end) end) end")
	run := func(n int) {
		for range n {
			r.Begin()
			if _, err := r.Call(fn); err != errCause {
				t.Fatal(err)
			}
		}
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	run(100)
	before := heap()
	run(10_000)
	if after := heap(); after > before+256<<10 {
		t.Errorf("heap grew from %d to %d bytes", before, after)
	}
}

// A Go panic of a host function is the host's fault, ends the whole run, and is
// not taken for one of the script.
func TestHostPanic(t *testing.T) {
	r := abandoning(t)
	r.host("broken", func(c *language.Call) language.Value { panic("the host is broken") })
	for _, body := range []string{"broken()", "nested(broken) out('caught')", "table.sort({2, 1}, broken)"} {
		var bug *language.HostPanic
		if err := r.call(body); !errors.As(err, &bug) || bug.Value != "the host is broken" ||
			!strings.Contains(bug.Stack, "TestHostPanic") || len(r.out) > 0 {
			t.Errorf("%s: %v %v", body, err, r.out)
		}
		if err := r.call("out(1)"); err != nil {
			t.Error(err)
		}
	}
}

// FuzzScript looks for scripts that hurt the host: whatever the text is, loading
// it gives results or a fault.
func FuzzScript(f *testing.F) {
	for _, body := range ways {
		f.Add(body)
	}
	for seed := range 20 {
		f.Add(newProgram(uint64(seed)))
	}
	f.Add("goto a do local x ::a:: end while x do break end return {f(), [1] = 2, ...}, a.b.c, -x ^ 2 .. 'y' < z")
	f.Fuzz(func(t *testing.T, source string) {
		r := newRig(t, language.Config{Limits: budget(20_000, 20_000)})
		results, err := r.load(source)
		var bug *language.HostPanic
		if errors.As(err, &bug) {
			t.Fatalf("%v\n%s", bug, bug.Stack)
		}
		if err == nil {
			var roots []language.Root
			for _, v := range results {
				roots = append(roots, language.Root{Name: "a", Value: v})
			}
			_ = r.Freeze(roots...) // an error is as good
		}
	})
}
