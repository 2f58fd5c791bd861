package terminal

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/play"
)

// startWatching makes the session apply changes of the files.
func (t *console) startWatching() error {
	if len(t.session.People()) == 0 {
		return command.Usage("--watch waits at the questions of a human, and no seat is one; give --seats with a human")
	}
	places := t.places()
	if len(places) == 0 {
		return command.Usage("--watch needs files to look at, and %s is built into the program; play a pack's "+
			"folder, or lay an overlay over it with --pack",
			t.session.Table().Compiled.Pack.ID)
	}
	t.prompt.watch(places)
	t.tell("reload.watching", "files", strings.Join(places, ", "))
	return nil
}

// tell says something of the program's own on standard error.
func (t *console) tell(key string, pairs ...any) {
	fmt.Fprintln(t.Err, t.prompt.screen.Say(key, pairs...))
}

// shownOffers is how many of the offered options are shown.
const shownOffers = 8

// firstOffers describes a difference with the first of the offered options.
func (t *console) firstOffers(d *replay.Difference) string {
	short := *d
	if more := len(d.Offered) - shownOffers; more > 0 {
		short.Offered = append(slices.Clone(d.Offered[:shownOffers]),
			t.prompt.screen.Say("resume.more", "count", more))
	}
	return short.Error()
}

// places are what the running game was read from.
func (t *console) places() []string {
	places := t.session.Table().Loaded.Places()
	if t.live != nil {
		places = append(places, t.params.Scenario)
	}
	return places
}

// viewer is the seat that reads the screen.
func (t *console) viewer() engine.Seat {
	switch {
	case t.out != nil:
		return t.out.Viewer()
	case t.reading != nil:
		return t.reading.Number()
	}
	return t.session.People()[0]
}

// reload applies the files as they are now, if the game comes to where it stands
// with them. It reports whether it does: if not, the game stays as it was, and
// why is said.
func (t *console) reload() bool {
	fmt.Fprintln(t.Err) // behind the half-typed line
	r, err := t.session.Replay(t.ctx)
	if err != nil {
		t.refuse(nil, err)
		return false
	}
	if !r.Holds() {
		t.refuse(r, r.Failure)
		return false
	}
	sides := r.Compare(t.viewer(), t.session.Lang)
	t.session.Take(r)
	t.live = t.opened
	t.prompt.places = t.places()
	if len(sides.Was) > 0 {
		t.tell("reload.other")
	} else {
		t.tell("reload.done")
	}
	for _, line := range sides.Is {
		fmt.Fprintln(t.Out, line)
	}
	if t.out != nil {
		t.out.Lines()
	} else if t.reading != nil {
		t.reading.Lines()
	}
	t.findings()
	return true
}

// findings tells what check finds in the pack that is played now: a mistake that
// loads may show much later in the game.
func (t *console) findings() {
	reading := t.session.Table().Reading()
	found := check.Pack(reading, check.Settings{})
	found = slices.DeleteFunc(found, func(d diag.Finding) bool { return d.Severity == diag.Note })
	// What cannot be written here cannot be reported anywhere.
	_ = diag.WriteText(t.Err, found, reading.Loaded.Line, nil)
}

// refuse says why the files as they are now are not played, and from where on
// the game would have been another one.
func (t *console) refuse(r *play.Replayed, err error) {
	t.tell("reload.kept")
	var broken *interp.BrokenError
	switch {
	case errors.As(err, &broken):
		// What cannot be written here cannot be reported anywhere.
		_ = diag.WriteText(t.Err, broken.Findings, broken.Lines, nil)
		return
	case err != nil:
		fmt.Fprintln(t.Err, err)
	default:
		fmt.Fprintln(t.Err, t.firstOffers(r.Difference))
	}
	if r == nil {
		return
	}
	if sides := r.Compare(t.viewer(), t.session.Lang); len(sides.Was) > 0 && len(sides.Is) > 0 {
		t.tell("reload.differs", "was", strings.TrimSpace(sides.Was[0]), "is", strings.TrimSpace(sides.Is[0]))
	}
}

// awaitFix waits, after a script failed, until a change of the files lets the game
// go on.
func (t *console) awaitFix(failure error) error {
	fmt.Fprintf(t.Err, "ruledeck: %s\n", failure)
	t.tell("reload.waits")
	for {
		_, typed, err := t.prompt.line()
		switch {
		case typed == reload && t.reload():
			return nil
		case err != nil, typed == quitWord:
			return command.ErrWrong
		default:
			t.tell("reload.quit")
		}
	}
}
