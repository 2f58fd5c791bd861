package scenario

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// mode is a further test that the suite makes at every decision, over the same
// files; the zero mode makes none.
type mode struct {
	name string
	// check is called before an answer is given.
	check func(r *runner, d *engine.Decision, seat engine.Seat, reply engine.Reply) error
}

func (m mode) around(r *runner, d *engine.Decision, seat engine.Seat, reply engine.Reply) error {
	if m.check == nil {
		return nil
	}
	return m.check(r, d, seat, reply)
}

// Modes are the names of the modes.
var Modes = []string{"undo", "save", "views", "fresh"}

func modeNamed(name string) (mode, error) {
	switch name {
	case "":
		return mode{}, nil
	case "undo":
		return mode{name, checkUndo}, nil
	}
	text := fmt.Sprintf("there is no mode %q; there are %s", name, strings.Join(Modes, ", "))
	if near := diag.Nearest(name, Modes); near != "" {
		text += fmt.Sprintf("; did you mean %s?", near)
	}
	return mode{}, fmt.Errorf("%s", text)
}

// checkUndo answers, goes back, and compares: the game must stand exactly
// where it stood.
func checkUndo(r *runner, d *engine.Decision, seat engine.Seat, reply engine.Reply) error {
	before, length := r.g.State().Hash(), r.g.Log().Len()
	number := d.Number
	if err := r.g.Answer(number, seat, reply); err != nil || r.g.Open() != nil {
		return nil // refused, or a secret decision that still waits: the answer itself reports
	}
	if _, err := r.g.AdvanceStep(); err != nil {
		return nil
	}
	if err := r.g.Undo(number); err != nil {
		return r.report(r.c.Pos, "undo of decision %d: %s", number, err)
	}
	if after := r.g.State().Hash(); after != before || r.g.Log().Len() != length {
		return r.report(r.c.Pos, "after undo of decision %d the game does not stand where it stood", number)
	}
	return nil
}

// transcript is the game so far as text.
func (r *runner) transcript() []string {
	var lines []string
	for _, l := range transcript.New(r.speaker, r.g, 0).Lines() {
		lines = append(lines, l.String())
	}
	return lines
}
