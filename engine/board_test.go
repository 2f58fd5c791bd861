package engine

import (
	"strings"
	"testing"
)

func TestBoards(t *testing.T) {
	tb := newTable()
	l := tb.setup(t, 2).Layout
	key := func(z ZoneID) string {
		if z == 0 {
			return "off"
		}
		return strings.TrimPrefix(l.ZoneKey(z), "field")
	}
	zone := func(row, column int, seat Seat) ZoneID { return l.BoardZone(tb.field, row, column, seat) }
	for _, test := range []struct{ what, got, want string }{
		{"near left of seat 1", key(zone(0, 0, 1)), "(1,1)"},
		{"near left of seat 2", key(zone(0, 0, 2)), "(3,3)"},
		{"the middle is the same", key(zone(1, 1, 1)) + key(zone(1, 1, 2)), "(2,2)(2,2)"},
		{"off the board", key(zone(3, 0, 1)) + key(zone(0, -1, 2)), "offoff"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", test.what, test.got, test.want)
		}
	}
	for _, seat := range []Seat{1, 2} {
		for row := range 3 {
			for column := range 3 {
				if r, c := l.BoardPlace(zone(row, column, seat), seat); r != row || c != column {
					t.Errorf("seat %d: (%d,%d) comes back as (%d,%d)", seat, row, column, r, c)
				}
			}
		}
	}
	steps := func(z ZoneID, seat Seat) string {
		var out []string
		for d := range Directions {
			out = append(out, key(l.BoardStep(z, d, seat)))
		}
		return strings.Join(out, " ")
	}
	if got, want := steps(zone(1, 1, 1), 1), "(3,2) (3,3) (2,3) (1,3) (1,2) (1,1) (2,1) (3,1)"; got != want {
		t.Errorf("steps of seat 1: %s", got)
	}
	if got, want := steps(zone(1, 1, 1), 2), "(1,2) (1,1) (2,1) (3,1) (3,2) (3,3) (2,3) (1,3)"; got != want {
		t.Errorf("steps of seat 2: %s", got)
	}
	if got, want := steps(zone(0, 0, 1), 1), "(2,1) (2,2) (1,2) off off off off off"; got != want {
		t.Errorf("steps from the corner: %s", got)
	}
	if row, column := l.BoardPlace(l.ZoneOf(tb.box, 0, 0), 1); row != 0 || column != 0 {
		t.Error("the box is on the board")
	}
	if next := l.BoardStep(l.ZoneOf(tb.box, 0, 0), 0, 1); next != 0 {
		t.Error("there is a step from the box")
	}
}
