package language_test

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/library"
)

// newState returns a state with the library.
func newState() *language.State { return limited(language.Config{}) }

func limited(o language.Config) *language.State {
	s := language.New(o)
	library.Open(s)
	return s
}

// rig is a state with a few host functions for tests.
type rig struct {
	*testing.T
	*language.State
	out []string // what scripts gave to out()
}

func newRig(t *testing.T, o language.Config) *rig {
	t.Helper()
	r := &rig{T: t, State: limited(o)}
	r.host("out", func(c *language.Call) language.Value {
		for i := 1; i <= c.N(); i++ {
			r.out = append(r.out, language.Text(c.Arg(i)))
		}
		return c.Return()
	})
	// nested(f) is what a trigger does: a Call from inside a host function. It
	// returns nothing, or the text of the fault.
	r.host("nested", func(c *language.Call) language.Value {
		if _, err := r.Call(c.Function(1)); err != nil {
			return language.String(err.Error())
		}
		return c.Return()
	})
	// apply(f, ...) calls unprotected.
	r.host("apply", func(c *language.Call) language.Value {
		var args []language.Value
		for i := 2; i <= c.N(); i++ {
			args = append(args, c.Arg(i))
		}
		return c.Invoke(c.Function(1), args...)
	})
	return r
}

func (r *rig) host(name string, do language.Builtin) { r.SetGlobal(name, language.NewFunc(name, do)) }

func (r *rig) load(source string) ([]language.Value, error) {
	r.Helper()
	chunk, err := language.Compile("a.lua", source)
	if err != nil {
		return nil, err
	}
	return r.State.Run(chunk)
}

// function loads a script, freezes it and returns the function it gives.
func (r *rig) function(source string) *language.Func {
	r.Helper()
	results, err := r.load(source)
	if err != nil {
		r.Fatal(err)
	}
	if err := r.Freeze(language.Root{Name: "a", Value: results[0]}); err != nil {
		r.Fatal(err)
	}
	return results[0].(*language.Func)
}

// call runs the body of a function as a step and returns its error.
func (r *rig) call(body string) error {
	r.Helper()
	fn := r.function("return function()\n" + body + "\nend")
	r.out = nil
	r.Begin()
	_, err := r.Call(fn)
	return err
}

// eval runs a script and returns its results as text, or its error.
func eval(t *testing.T, source string) string {
	t.Helper()
	r := newRig(t, language.Config{})
	results, err := r.load(source)
	if err != nil {
		return "error: " + err.Error()
	}
	texts := make([]string, len(results))
	for i, v := range results {
		texts[i] = language.Text(v)
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
