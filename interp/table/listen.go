package table

import (
	"fmt"
	"slices"
	"strings"
	"weak"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// listener receives frames as they come. A slow one skips some.
type listener struct{ frames chan *Frame }

// give replaces a frame that was not taken yet. The table alone gives, under its lock.
func (l *listener) give(f *Frame) {
	select {
	case before := <-l.frames:
		f = f.after(before)
	default:
	}
	l.frames <- f
}

// Listen returns the frames of a viewer, the first at once: with what came behind the
// frame whose id since is, or with everything. leave ends it. The channel is closed when
// the table is.
func (t *Table) Listen(v Viewer, since string) (frames <-chan *Frame, leave func(), err error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	if err := t.may(v); err != nil {
		return nil, nil, err
	}
	t.await(v)
	l := &listener{make(chan *Frame, 1)}
	l.give(t.since(v, since))
	t.feeds[v].listeners = append(t.feeds[v].listeners, l)
	return l.frames, func() {
		t.lock.Lock()
		defer t.lock.Unlock()
		if told := t.feeds[v]; told != nil {
			told.listeners = slices.DeleteFunc(told.listeners, func(other *listener) bool { return other == l })
		}
	}, nil
}

// leave tells those who listen that nothing more comes.
func (to *feed) leave() {
	for _, l := range to.listeners {
		close(l.frames)
	}
	to.listeners = nil
}

// Frame is the game as a viewer is shown it, from the beginning.
func (t *Table) Frame(v Viewer) (*Frame, error) {
	frames, leave, err := t.Listen(v, "")
	if err != nil {
		return nil, err
	}
	leave()
	return <-frames, nil
}

// may refuses a viewer who may not look from there, or whose language the game lacks.
func (t *Table) may(v Viewer) error {
	switch {
	case v.Seat != view.Referee && int(v.Seat) > len(t.session.Seats()):
		return Refuse(400, "there is no seat %d", v.Seat)
	case t.Offers(v.Seat) == nil && v.Seat == view.Referee:
		return Refuse(403, "the referee's view is not offered here")
	case t.Offers(v.Seat) == nil:
		return Refuse(403, "the view of seat %d is not offered here", v.Seat)
	case !t.session.Table().Speaks(v.Lang):
		return Refuse(400, "the game has no language %q", v.Lang)
	}
	return nil
}

// since is the present frame of a viewer, with what came behind another one. The frame from the
// beginning is made once, as long as somebody has it.
func (t *Table) since(v Viewer, id string) *Frame {
	told := t.standing(v)
	whole := told.whole.Value()
	if whole == nil {
		whole = new(*told.frame)
		anew := t.begin(v)
		whole.Lines, whole.Marks = anew.read(told.reader.Position()) // all that was told
		whole.Lines = append(whole.Lines, anew.printer.Pending()...)
		told.whole = weak.Make(whole)
	}
	var past, events int
	if n, _ := fmt.Sscanf(id, "%d.%d", &past, &events); n < 2 || past != told.past || events == 0 {
		return whole
	}
	f := *whole
	f.From, f.Lines = cut(whole.Lines, func(l transcript.Line) bool { return l.Event >= events })
	if f.From > 0 { // the last line that was told may have grown
		f.From--
		f.Lines = whole.Lines[f.From:]
	}
	f.FromMark, f.Marks = cut(whole.Marks, func(m Mark) bool { return m.Event >= events })
	return &f
}

// cut splits a list at the first of a kind.
func cut[T any](all []T, from func(T) bool) (before int, behind []T) {
	before = slices.IndexFunc(all, from)
	if before < 0 {
		before = len(all)
	}
	return before, all[before:]
}

// first is the first line that says something.
func first(lines []string) string {
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if l != "" {
			return l
		}
	}
	return ""
}
