package diag_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// TestAccount: what all files take together is bounded, and the finding that it was too
// much names the one that took most; nothing is added behind it.
func TestAccount(t *testing.T) {
	wrong := func(l *diag.List) string {
		l.Errorf("unknown-key", diag.Pos{File: "late.yaml"}, "added too late")
		found := l.Sorted()
		if len(found) != 1 || !l.Account.Over() || !found[0].Hides {
			return "not refused"
		}
		return found[0].File + ": " + found[0].Message
	}
	for _, c := range []struct {
		name  string
		spend func(l *diag.List)
		want  string
	}{
		{"memory", func(l *diag.List) {
			for _, file := range []string{"b.lua", "c.lua", "a.lua", "c.lua", "b.lua"} {
				l.Spend(file, 1, 57_000_000)
			}
		}, "b.lua: reading the pack takes more than 240000000 bytes of memory; " +
			"no other file takes as many as this one"},
		{"instructions", func(l *diag.List) {
			l.Spend("a.lua", 9_000_000, 50_000_000)
			l.Spend("b.lua", 11_000_000, 1)
			l.Spend("c.lua", 1, 1)
		}, "b.lua: reading the pack takes more than 20000000 instructions; no other file takes as many as this one"},
		{"loading", func(l *diag.List) {
			l.SpendLoading(diag.Pos{File: "a.lua"}, 1, 6_000_000)
			l.Spend("b.lua", 1, 60_000_000)
			l.SpendLoading(diag.Pos{File: "b.lua", Line: 3}, 1, 4_000_001)
		}, "a.lua: reading the pack takes more than 10000000 bytes of memory for what scripts make while they are " +
			"loaded; no other file takes as many as this one"},
	} {
		l := &diag.List{Account: diag.NewAccount()}
		if c.spend(l); wrong(l) != c.want {
			t.Errorf("%s: %s, not %s", c.name, wrong(l), c.want)
		}
		if l.Spend("d.lua", 0, 0) {
			t.Errorf("%s: there is still something left", c.name)
		}
	}
	l := &diag.List{Account: diag.NewAccount()}
	for range 300_000 {
		l.Errorf("unknown-key", diag.Pos{File: "a.yaml"}, "wrong")
	}
	if found := l.Sorted(); len(found) != 2 ||
		found[0].Message !=
			"reading the pack takes more than 240000000 bytes of memory; most of them are for what is wrong with it" {
		t.Errorf("%d findings: %v", len(found), found)
	}
	one, all := &diag.List{Account: diag.NewAccount()}, &diag.List{Account: diag.Together("looking", 2)}
	one.Spend("a.lua", 12_000_000, 0)
	one.Spend("b.lua", 8_000_000, 0)
	for n, fits := range []bool{true, true, false} {
		if all.SpendAll(one.Account) != fits || fits && all.Len() != 0 {
			t.Errorf("spent %d times, what one may take fits in twice that: not %t", n+1, fits)
		}
	}
	const want = "a.lua: looking takes more than 40000000 instructions; no other file takes as many as this one"
	if wrong(all) != want {
		t.Errorf("%s, not %s", wrong(all), want)
	}
	free := &diag.List{}
	for range 2 {
		if work, memory := free.Left(); !free.Spend("a", work, memory) {
			t.Error("a list without an account is bounded")
		}
	}
	l = &diag.List{Account: diag.NewAccount()}
	work, memory := l.Left()
	if !l.Spend("a", work, memory) {
		t.Error("all that is left cannot be spent")
	}
}
