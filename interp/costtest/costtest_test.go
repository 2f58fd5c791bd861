// Package costtest proves that whatever a script makes the program do is paid for: that the
// calls of the API spend what the registry says they do, and that what is done for a
// script, counted apart from that, stays below what it spent. It has no code of its own,
// only tests.
package costtest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

// unpaid are the functions that no loop can call: one ends the game, one the run, one is
// for what stands outside of functions.
var unpaid = []string{"ability", "finish", "error"}

// registered are the functions and methods that scripts can call, by name.
func registered() map[string]*keyword.Func {
	all := map[string]*keyword.Func{}
	for _, list := range [][]keyword.Func{keyword.Functions().Methods, keyword.Library().Methods} {
		for i := range list {
			all[list[i].Name] = &list[i]
		}
	}
	for _, r := range keyword.Entities() {
		for i := range r.Methods {
			all[r.Name+":"+r.Methods[i].Name] = &r.Methods[i]
		}
	}
	return all
}

// TestPaid: what a call pays for what it works on is what the registry says, of every
// function and method there is.
func TestPaid(t *testing.T) {
	all := registered()
	for name, f := range all {
		for _, c := range f.Costs {
			if !slices.ContainsFunc(units(), func(u string) bool { return u == string(c.Unit) }) {
				t.Errorf("%s: %s are not counted", name, c.Unit)
			}
		}
	}
	const few, many = 8, 1008
	small, large := newRig(t, few, cases), newRig(t, many, cases)
	for i, name := range small.names {
		f := all[name]
		if f == nil {
			if !strings.ContainsAny(name, ".- ") {
				t.Errorf("%s is not registered", name)
			}
			continue
		}
		before, after := small.measure(t, i), large.measure(t, i)
		for r, unit := range units() {
			grown := after.paid[r] - before.paid[r]
			paid, says := grown > many/32,
				slices.ContainsFunc(f.Costs, func(c keyword.Cost) bool { return string(c.Unit) == unit })
			if paid != says {
				t.Errorf("%s: %d %s with %d things, %d with %d; the registry says that it pays %v", cases[name],
					before.paid[r], unit, few, after.paid[r], many, f.Costs)
			}
		}
	}
}

// units are the names of what is counted.
func units() []string {
	list := make([]string, limits.Count)
	for r := range limits.Count {
		list[r] = limits.Resource(r).String()
	}
	return list
}
