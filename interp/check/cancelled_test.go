package check_test

import (
	"strings"
	"testing"
)

// TestCancelledBefore: a part behind one that cancels the event never acts, if that one
// acts whenever this one could; where it need not, nothing is said.
func TestCancelledBefore(t *testing.T) {
	for _, c := range []struct {
		name, first, second string
		told                bool
	}{
		{"always", `where = {performer = {is = "self"}}, run = function(_, ev) ev.cancelled = true end`,
			`where = {performer = {is = "self"}}`, true},
		{"of more than the second", `run = function(_, ev) ev.cancelled = true end`,
			`where = {performer = {is = "self"}}`, true},
		{"of less than the second",
			`where = {performer = {is = "self"}}, run = function(_, ev) ev.cancelled = true end`,
			`where = {seat = {friendly = true}}`, false},
		{"at times", `run = function(_, ev) if ev.applause > 2 then ev.cancelled = true end end`, ``, false},
		{"unless it returns", `run = function(_, ev) if ev.applause > 2 then return end ev.cancelled = true end`, ``,
			false},
		{"if it likes", `may = true, run = function(_, ev) ev.cancelled = true end`, ``, false},
		{"when", `when = function(_, ev) return ev.applause > 2 end, run = function(_, ev) ev.cancelled = true end`, ``,
			false},
		{"once", `limit = {times = 1, per = "game"}, run = function(_, ev) ev.cancelled = true end`, ``, false},
		{"where it works", `active = {zone = "stage"}, run = function(_, ev) ev.cancelled = true end`,
			`active = {zone = "hand"}`, false},
	} {
		if c.second != "" {
			c.second += ","
		}
		script := "return ability {on = \"performer.enters\", window = \"replace\", " + c.first +
			"}, ability {on = \"performer.enters\", " + c.second +
			" run = function(self) self.seat.points = 0 end}\n"
		said := say(t, append(ability(script), change{"game.yaml", "    doc: A performer comes on stage.\n",
			"    doc: A performer comes on stage.\n    cancel: true\n"})...)
		if strings.Contains(said, "error") ||
			strings.Contains(said, "so that the window after does not open") != c.told {
			t.Errorf("%s: %s", c.name, said)
		}
	}
}
