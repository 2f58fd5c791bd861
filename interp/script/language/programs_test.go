package language_test

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

var update = flag.Bool("update", false, "write what programs give")

// golden compares a text with the one of a file, which -update writes.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, wanted := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i, line := range lines {
		if i >= len(wanted) || line != wanted[i] {
			t.Fatalf("%s:%d: got %s\nwant %s", path, i+1, line, append(wanted, "", "")[min(i, len(wanted))])
		}
	}
	if len(lines) != len(wanted) {
		t.Fatalf("%s has %d lines, expected %d", path, len(wanted), len(lines))
	}
}

// TestPrograms: each program of testdata/programs.txt prints what stands there, fails in these
// words at this place, and costs these instructions and bytes, while it is loaded and as the
// body of a step. Where the last that a program returns is a function, all is frozen and it
// runs. Programs are divided by lines with their law; what they give begins with "=>".
func TestPrograms(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "programs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var program []string
	finish := func() {
		if len(program) > 0 {
			source := strings.Join(program, "\n")
			fmt.Fprintf(&b, "%s\n%s", source, given(t, source))
		}
		program = nil
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "==== "):
			finish()
			fmt.Fprintln(&b, line)
		case !strings.HasPrefix(line, "=>"):
			program = append(program, line)
		}
	}
	finish()
	golden(t, "programs.txt", b.String())
}

// given tells what a program gives.
func given(t *testing.T, source string) string {
	source = strings.ReplaceAll(source, "LONG", strings.Repeat("long ", 820))
	var b strings.Builder
	told, costs, cost := "", "", ""
	head := "return function() "
	for i, body := range []string{strings.Repeat(" ", len(head)) + source, head + source + "\nend"} {
		r := newRig(t, language.Config{})
		var printed strings.Builder
		r.Print = func(file string, line int, text string) { fmt.Fprintf(&printed, "=> %s:%d %s\n", file, line, text) }
		things(r)
		results, err := r.load(body)
		if _, is := err.(*language.Error); err != nil && (i == 0 && !is || i == 1) {
			return fmt.Sprintf("=> %s\n", strings.ReplaceAll(err.Error(), "\n", "\n=> "))
		}
		if n := len(results); i == 0 && n > 0 {
			if last, is := results[n-1].(*language.Func); is {
				err = r.Freeze(language.Root{Name: "kept", Value: results[0]}, language.Root{Name: "last", Value: last})
				if err == nil {
					results = nil
					r.Begin()
					_, err = r.Call(last)
				}
			}
		}
		if i == 1 {
			if err := r.Freeze(language.Root{Name: "a", Value: results[0]}); err != nil {
				return fmt.Sprintf("%s=> frozen: %s\n", b.String(), strings.ReplaceAll(err.Error(), "\n", "\n=> "))
			}
			r.out = nil
			printed.Reset()
			r.Begin()
			var first language.Value
			first, err = r.Call(results[0].(*language.Func))
			results = []language.Value{first, r.Second()}
		}
		costs = fmt.Sprintf("%d instructions, %d bytes", r.Budget.Used(limits.Instructions),
			r.Budget.Used(limits.Memory))
		text := printed.String()
		for _, line := range r.out {
			text += "=> " + line + "\n"
		}
		for n, v := range results {
			if v != nil && n < 3 {
				text += fmt.Sprintf("=> result %d of %d: %s\n", n+1, len(results), language.Text(v))
			}
		}
		var fault *language.Error
		if errors.As(err, &fault) {
			text += "=> " + strings.ReplaceAll(err.Error(), "\n", "\n=> ") + "\n"
			for line := range strings.Lines(fault.Traceback()) {
				text += "=>    " + strings.TrimSpace(line) + "\n"
			}
		} else if err != nil {
			text += "=> " + strings.ReplaceAll(err.Error(), "\n", "\n=> ") + "\n"
		}
		if text != told {
			fmt.Fprintf(&b, "=> %s:\n%s", [...]string{"loaded", "as a step"}[i], text)
			told = text
		}
		if costs != cost {
			fmt.Fprintf(&b, "=> %s\n", costs)
			cost = costs
		}
	}
	return b.String()
}

// things gives scripts objects of a host that has all that a class can have.
func things(r *rig) {
	r.host("out", func(c *language.Call) language.Value {
		var texts []string
		for i := 1; i <= c.N(); i++ {
			texts = append(texts, language.Text(c.Arg(i)))
		}
		r.out = append(r.out, strings.Join(texts, " "))
		return c.Return()
	})
	r.host("rep", func(c *language.Call) language.Value { return c.NewText(strings.Repeat(c.Text(1), c.Integer(2))) })
	bare := r.AddClass(&language.Class{Name: "bare"})
	class := r.AddClass(&language.Class{
		Name: "thing", Gives: []string{"made"}, Unset: map[string]string{"gap": "nobody has filled it"},
		Missing: func(name string) string { return "; things have n, not " + name },
		Read: func(name string) language.Reader {
			switch name {
			case "n":
				return func(_ *language.Call, o *language.Object) language.Value { return language.Int(int(o.N)) }
			case "self":
				return func(_ *language.Call, o *language.Object) language.Value { return o }
			case "gap", "hole":
				return func(*language.Call, *language.Object) language.Value { return nil }
			}
			return nil
		},
		Write: func(name string) language.Writer {
			if name != "n" {
				return nil
			}
			return func(c *language.Call, o *language.Object, v language.Value) { o.N = int32(v.(language.Number)) }
		},
		Method: func(name string) *language.Func {
			switch name {
			case "plus":
				return language.NewFunc("plus", func(c *language.Call) language.Value {
					n := c.Arg(1).(*language.Object).N
					return c.Return(language.Int(int(n)+c.OptInteger(2, 1)), language.Int(c.N()))
				})
			case "made":
				return language.NewPlaced("made", 2, true, func(at *language.Site) language.Placed {
					return func(c *language.Call, values []language.Value) language.Value {
						r.out = append(r.out, fmt.Sprintf("made of %d, %d values, unused %v, handed %v", len(at.Args),
							len(values), at.Unused, at.Handed))
						return c.Return(language.Int(len(values)), language.String("more"))
					}
				})
			}
			return nil
		},
		Fixed: func(_ *language.Object, name string) language.Value {
			if name == "kind" {
				return language.String("fixed")
			}
			return nil
		},
	})
	r.SetGlobal("thing", &language.Object{Class: class, N: 5})
	r.SetGlobal("bare", &language.Object{Class: bare})
	r.SetGlobal("module", language.NewModule(&language.Module{Name: "module"}))
	r.SetGlobal("placed", language.NewPlaced("placed", 3, true, func(at *language.Site) language.Placed {
		return func(c *language.Call, values []language.Value) language.Value {
			var parts []string
			for i := range at.Args {
				from, to := at.Args[i].Span()
				parts = append(parts, fmt.Sprintf("%s %d:%d", described(&at.Args[i], values), from, to))
			}
			r.out = append(r.out, fmt.Sprint(strings.Join(parts, " | "), " unused ", at.Unused, " handed ", at.Handed))
			return c.Return(values...)
		}
	}))
	r.host("spend", func(c *language.Call) language.Value {
		c.Spend(limits.Resource(c.Integer(1)), c.Integer(2))
		return nil
	})
	r.host("place", func(c *language.Call) language.Value {
		file, line := c.Place()
		return c.Return(language.String(file), language.Int(line))
	})
	r.host("blame", func(c *language.Call) language.Value { c.FaultAt(c.Integer(1), "blamed"); return nil })
	r.host("wants", func(c *language.Call) language.Value {
		switch c.Text(1) {
		case "any":
			return c.Any(2)
		case "list":
			return c.List(2)
		case "float":
			return language.Float(c.Float(2))
		case "text":
			return c.NewText(c.Text(2) + "!")
		case "field":
			return c.FieldOf(c.Arg(2), "n")
		}
		return language.Int(c.OptInteger(2, 7))
	})
}

// TestCosts: programs made at random give the same and cost the same on every machine and in
// every version: what one costs decides where a script without an end stops, so that games
// recorded before go on as they did.
func TestCosts(t *testing.T) {
	var b strings.Builder
	for seed := range uint64(120) {
		source := newScript(rand.New(rand.NewPCG(seed, 5)).IntN)
		switch seed % 3 {
		case 1:
			source = newProgram(seed)
		case 2:
			source = newOdd(rand.New(rand.NewPCG(seed, 6)))
		}
		r := newRig(t, language.Config{Limits: budget(20_000, 10_000)})
		r.host("pair", func(c *language.Call) language.Value { return c.Return(c.Arg(2), c.Arg(1)) })
		results, err := r.load(source)
		sum := sha256.Sum256([]byte(fmt.Sprint(r.out, results, err)))
		fmt.Fprintf(&b, "%d: %d instructions, %d bytes, prints %x\n", seed, r.Budget.Used(limits.Instructions),
			r.Budget.Used(limits.Memory), sum[:4])
	}
	golden(t, "costs.txt", b.String())
}
