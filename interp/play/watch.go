package play

import (
	"fmt"
	"hash/maphash"
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
	// reader and printer have come as far as lines; past is the change of the past
	// that they know of.
	reader  *view.Reader
	printer *transcript.Printer
	past    int
	lines   lineQueue
	// seen are the events, for those who ask for them.
	seen *seen
}

// lineQueue holds the lines that the viewer has not read, in order, and hashes of all
// lines: a game may have very many.
type lineQueue struct {
	sums  []uint64 // of all lines
	news  []transcript.Line
	count int
}

var seed = maphash.MakeSeed()

func (t *lineQueue) add(lines []transcript.Line) {
	for i := range lines {
		t.sums = append(t.sums, maphash.String(seed, lines[i].String()))
	}
	t.news = append(t.news, lines...)
}

// next returns the lines that were not read yet.
func (t *lineQueue) next() (from int, news []transcript.Line) {
	from = t.count
	news = t.news
	t.count = len(t.sums)
	t.news = nil
	return from, news
}

// anew begins to tell other lines. What they have in common with those that were
// told need not be told again.
func (t *lineQueue) anew(lines []transcript.Line) {
	was := t.sums[:t.count]
	*t = lineQueue{}
	t.add(lines)
	for t.count < min(len(was), len(lines)) && was[t.count] == t.sums[t.count] {
		t.count++
	}
	t.news = t.news[t.count:]
}

// seen holds the events that a reader has read, and counts those handed out.
type seen struct {
	reader *view.Reader
	past   int
	all    []view.Event
	count  int
}

// Watch tells the game to a viewer from its beginning on, in a language: to a seat, to a
// spectator (0), who knows only what all seats know, or to view.Referee, who knows
// everything.
func (s *Session) Watch(viewer engine.Seat, lang string) *Watcher {
	return &Watcher{session: s, viewer: viewer, lang: lang}
}

// Anew is a watcher of the same viewer that starts at the beginning.
func (w *Watcher) Anew() *Watcher { return w.session.Watch(w.viewer, w.lang) }

// Viewer is the viewer that the game is told to.
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

// View is what the viewer may know of the game as it stands.
func (w *Watcher) View() *view.View { return view.Of(w.session.game.Position(), w.viewer) }

// At is what the viewer knew right behind one of its events, with values as they
// were computed then; -1 is the start of the game. Events and lines name the
// events by their numbers.
func (w *Watcher) At(event int) (*view.View, error) {
	w.read()
	v, ok := w.reader.At(event)
	if !ok {
		return nil, fmt.Errorf("there is no event %d; there are %d", event, w.reader.Count())
	}
	return v, nil
}

// LineCount is the number of lines that Lines has returned.
func (w *Watcher) LineCount() int { return w.lines.count }

// Lines returns the lines of the transcript since the last call. from is the number of the
// first one, counted from 0; if it is less than LineCount was, the lines from there on replace
// earlier ones, because of an undo or a changed pack.
func (w *Watcher) Lines() (from int, lines []transcript.Line) {
	w.read()
	return w.lines.next()
}

// Events returns what the viewer sees of the events since the last call; from is
// as in Lines.
func (w *Watcher) Events() (from int, events []view.Event) {
	if w.seen == nil || w.seen.past != w.session.past {
		old := w.seen
		w.seen = &seen{reader: view.NewReader(w.session.game.Position(), w.viewer), past: w.session.past}
		w.seen.all = w.seen.reader.Next()
		if old != nil {
			for n := min(old.count, len(w.seen.all)); w.seen.count < n &&
				reflect.DeepEqual(old.all[w.seen.count], w.seen.all[w.seen.count]); {
				w.seen.count++
			}
		}
	} else {
		w.seen.all = append(w.seen.all, w.seen.reader.Next()...)
	}
	from, w.seen.count = w.seen.count, len(w.seen.all)
	return from, w.seen.all[from:]
}

// read reads on to where the game stands, from the beginning if the past is
// another one.
func (w *Watcher) read() {
	if w.reader != nil && w.past == w.session.past {
		w.lines.add(w.printer.Rest(w.reader))
		return
	}
	w.reader = view.NewReader(w.session.game.Position(), w.viewer)
	w.past = w.session.past
	w.printer = transcript.New(w.Speaker(), w.reader.Start())
	w.lines.anew(w.printer.Rest(w.reader))
}
