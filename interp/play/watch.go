package play

import (
	"fmt"
	"reflect"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// Watcher tells a game to one viewer as it goes.
type Watcher struct {
	session *Session
	viewer  engine.Seat
	lang    string
	// reader and printer have come as far as events and lines; past is the change
	// of the past that they know of.
	reader  *view.Reader
	printer *transcript.Printer
	past    int
	events  told[view.Event]
	lines   told[transcript.Line]
}

// told are things to be told in order: all there are, and how many of them were
// told.
type told[T any] struct {
	all   []T
	count int
}

// next returns those that were not told yet.
func (t *told[T]) next() (from int, news []T) {
	from, t.count = t.count, len(t.all)
	return from, t.all[from:]
}

// anew begins to tell other things. What they have in common with the old ones
// need not be told again.
func (t *told[T]) anew(all []T, same func(a, b *T) bool) {
	n := 0
	for n < min(t.count, len(all)) && same(&t.all[n], &all[n]) {
		n++
	}
	t.all, t.count = all, n
}

// Watch tells the game to a viewer from its beginning on, in a language: to a
// seat, to a spectator (0), who knows what all know, or to view.Referee, from
// whom nothing is hidden.
func (s *Session) Watch(viewer engine.Seat, lang string) *Watcher {
	return &Watcher{session: s, viewer: viewer, lang: lang}
}

// Viewer is who is told.
func (w *Watcher) Viewer() engine.Seat { return w.viewer }

// Speaker speaks the viewer's language, Voice as the things are called at the
// table now.
func (w *Watcher) Speaker() *locale.Speaker { return w.session.table.Speaker(w.lang) }

// Voice says what the viewer is shown as the game stands.
func (w *Watcher) Voice() *locale.Voice {
	return w.Speaker().At(view.Players(w.session.game.Position(), w.viewer))
}

// Compiled is the pack that is played.
func (w *Watcher) Compiled() *compile.Compiled { return w.session.table.Compiled }

// Seen returns the events that the viewer has seen since the beginning, and the
// transcript's lines of them.
func (w *Watcher) Seen() ([]view.Event, []transcript.Line) {
	reader := view.NewReader(w.session.game.Position(), w.viewer)
	start := reader.Start()
	events := reader.Next()
	return events, transcript.New(w.Speaker(), start).Lines(events)
}

// Definition is a card of the game as it is printed.
func (w *Watcher) Definition(d engine.DefID) view.Card {
	return view.Definition(w.session.game.Position(), d)
}

// View is what the viewer may know of the game as it stands.
func (w *Watcher) View() *view.View { return view.Of(w.session.game.Position(), w.viewer) }

// At is what the viewer knew right behind one of its events, with values as they
// were computed then; -1 is the start of the game. Events and lines name the
// events by their numbers.
func (w *Watcher) At(event int) (*view.View, error) {
	w.read()
	v, ok := w.reader.At(event)
	if !ok {
		return nil, fmt.Errorf("there is no event %d; there are %d", event, len(w.events.all))
	}
	return v, nil
}

// Told is the number of lines that Lines has told.
func (w *Watcher) Told() int { return w.lines.count }

// Lines returns the lines of the transcript since the last call. The first of
// them is the line with the number from, counted from 0; where that is less than
// Told was, what was told from there on holds no more, because somebody went
// back or the pack has changed.
func (w *Watcher) Lines() (from int, lines []transcript.Line) {
	w.read()
	return w.lines.next()
}

// Events returns what the viewer sees of the events since the last call; from is
// as in Lines.
func (w *Watcher) Events() (from int, events []view.Event) {
	w.read()
	return w.events.next()
}

// read reads on to where the game stands, from the beginning if the past is
// another one.
func (w *Watcher) read() {
	if w.reader != nil && w.past == w.session.past {
		events := w.reader.Next()
		w.events.all = append(w.events.all, events...)
		w.lines.all = append(w.lines.all, w.printer.Lines(events)...)
		return
	}
	w.reader, w.past = view.NewReader(w.session.game.Position(), w.viewer), w.session.past
	w.printer = transcript.New(w.Speaker(), w.reader.Start())
	events := w.reader.Next()
	w.events.anew(events, func(a, b *view.Event) bool { return reflect.DeepEqual(a, b) })
	w.lines.anew(w.printer.Lines(events), func(a, b *transcript.Line) bool { return a.String() == b.String() })
}
