package sandbox_test

import (
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// rig is a state with a few host functions for tests.
type rig struct {
	*testing.T
	*sandbox.State
	out []string // what scripts gave to out()
}

func newRig(t *testing.T, o sandbox.Options) *rig {
	t.Helper()
	r := &rig{T: t, State: sandbox.New(o)}
	r.host("out", func(L *lua.LState) int {
		for i := 1; i <= L.GetTop(); i++ {
			r.out = append(r.out, sandbox.Text(L.Get(i)))
		}
		return 0
	})
	// nested(f) is what a trigger does: a Call from inside a host function. It
	// returns nothing, or the text of the fault.
	r.host("nested", func(L *lua.LState) int {
		if err := r.Call(L.CheckFunction(1), 0); err != nil {
			L.Push(lua.LString(err.Error()))
			return 1
		}
		return 0
	})
	// apply(f, ...) calls unprotected, on the running thread.
	r.host("apply", func(L *lua.LState) int {
		n := L.GetTop()
		L.Call(n-1, lua.MultRet)
		return L.GetTop()
	})
	return r
}

func (r *rig) host(name string, fn lua.LGFunction) { r.SetGlobal(name, r.L().NewFunction(fn)) }

func (r *rig) load(source string) ([]lua.LValue, error) {
	r.Helper()
	chunk, err := sandbox.Compile("a.lua", source)
	if err != nil {
		return nil, err
	}
	return r.State.Run(chunk)
}

// function loads a script, freezes it and returns the function it gives.
func (r *rig) function(source string) *lua.LFunction {
	r.Helper()
	results, err := r.load(source)
	if err != nil {
		r.Fatal(err)
	}
	if err := r.Freeze(results...); err != nil {
		r.Fatal(err)
	}
	return results[0].(*lua.LFunction)
}

// call runs the body of a function as a step and returns its error.
func (r *rig) call(body string) error {
	r.Helper()
	fn := r.function("return function(...)\n" + body + "\nend")
	r.out = nil
	r.Begin()
	return r.Call(fn, 0)
}

// eval runs a script and returns its results as text, or its error.
func eval(t *testing.T, source string) string {
	t.Helper()
	r := newRig(t, sandbox.Options{})
	results, err := r.load(source)
	if err != nil {
		return "error: " + err.Error()
	}
	texts := make([]string, len(results))
	for i, v := range results {
		texts[i] = sandbox.Text(v)
	}
	return strings.Join(texts, " ")
}

// table is a list of scripts and what they give.
type table []struct{ source, want string }

func (cases table) check(t *testing.T) {
	t.Helper()
	for _, c := range cases {
		if got := eval(t, c.source); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.source, got, c.want)
		}
	}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case err == nil:
		t.Errorf("no error, want %s", want)
	case err.Error() != want:
		t.Errorf("got  %s\nwant %s", err, want)
	}
}
