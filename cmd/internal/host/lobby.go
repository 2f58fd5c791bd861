package host

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/secure/precis"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Bounds of names and lines of chat in characters, of the lines that stay, and of the marks of a seat.
const mostName, mostSaid, mostLines, mostMarks = 24, 200, 50, 100

// company lists the people at a table, as all of them may see; it says nothing of the game.
type company struct {
	You     engine.Seat `json:"you"`
	Seats   []present   `json:"seats"`
	Watches int         `json:"watches"`
	// Browsers are how many have come by the link of the own seat.
	Browsers int `json:"browsers"`
	// Chat is nil where nothing may be said.
	Chat    []chatLine `json:"said,omitempty"`
	MayChat bool       `json:"talk"`
	// Bots are those that can play on for a person, Words how a moment can be marked.
	Bots  []string `json:"bots"`
	Words []string `json:"words"`
}

// present is a seat and its player.
type present struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
	Kind string      `json:"kind"`
	Here bool        `json:"here"`
}

// chatLine is one line of chat.
type chatLine struct {
	Seat engine.Seat `json:"seat"`
	Text string      `json:"text"`
}

// Mark is a word of a player at a moment: in view of the event with a number, which its page showed
// last, and of the decision that was open there or came next, or behind the last one.
type Mark struct {
	Seat     engine.Seat `json:"seat"`
	Word     string      `json:"word"`
	Event    int         `json:"event"`
	Decision int         `json:"decision"`
	Made     time.Time   `json:"made"`
}

// relief are the bots that may play on for a person; those that look ahead cost too much to be
// had by everybody.
var relief = slices.DeleteFunc(slices.Clone(play.Bots), func(kind string) bool { return kind == "search" })

// words are those by which a moment is marked.
var words = []string{"lost", "long", "fun", "odd"}

// company lists the people at the visit's table; the caller has the lock.
func (v *visit) company(f *facts, quiet bool) company {
	out := company{You: v.Seat, Seats: []present{}, Watches: len(v.pages[0]), MayChat: !quiet && v.Seat > 0,
		Chat: slices.Clone(v.chat), Bots: relief, Words: words}
	if v.Seat > 0 {
		out.Browsers = f.Seats[v.Seat-1].browsers
	}
	for i, s := range f.Seats {
		seat := engine.Seat(i + 1)
		out.Seats = append(out.Seats, present{seat, s.Name, s.Kind, len(v.pages[seat]) > 0})
	}
	return out
}

// allows refuses a change by a seat that has none left; the host can always change.
func (f *facts) allows(a *amendment) error {
	if a.Seat == 0 || a.Host {
		return nil
	}
	marks := 0
	for _, m := range f.Marks {
		if m.Seat == a.Seat {
			marks++
		}
	}
	if f.Seats[a.Seat-1].changes >= mostChanges || a.Mark != nil && marks >= mostMarks {
		return table.Refuse(http.StatusForbidden, "%d changes and %d marks of a seat are the most; ask the host",
			mostChanges, mostMarks)
	}
	return nil
}

// mostTries is how often a change is tried, where others change the table as well.
const mostTries = 10

// amend changes the facts of a table, one change after the other, and returns them changed.
func (h *Host) amend(id string, a amendment) (*facts, error) {
	h.amending.Lock()
	defer h.amending.Unlock()
	for tries := 1; ; tries++ {
		f, err := h.facts(id)
		if err != nil {
			return nil, err
		}
		err = f.allows(&a)
		switch {
		case err != nil:
			return nil, err
		case !f.differs(&a):
			return f, nil
		}
		next := *f
		next.Seats = slices.Clone(f.Seats)
		next.Marks = slices.Clip(f.Marks)
		err = next.take(&a)
		if err != nil {
			return nil, table.Refuse(http.StatusUnprocessableEntity, "%w", err)
		}
		_, err = h.Store.Append(h.ctx, id+endFacts, f.last, replay.Seal(a, next.changes+1))
		switch {
		case err == nil:
			err = h.witness(id)
			if err != nil {
				return nil, err
			}
			return h.facts(id)
		case !errors.Is(err, house.ErrMoved) || tries == mostTries:
			return nil, unreachable(err)
		}
	}
}

// acts are what a guest can do at a table beside the game.
func acts() map[string]table.Handler[*visit] {
	return map[string]table.Handler[*visit]{
		"name": table.Handle((*visit).postName),
		"say":  table.Handle((*visit).postSay),
		"seat": table.Handle((*visit).postOwnSeat),
		"mark": table.Handle((*visit).postMark),
	}
}

// act does one of acts; spectators can do nothing.
func (v *visit) act(act table.Handler[*visit], path string, body []byte) (any, error) {
	if v.Seat == 0 {
		return nil, table.Refuse(http.StatusForbidden, "%q is for those who have a seat", path)
	}
	defer v.regrouped()
	return act.Answer(v, body)
}

// plain is a text in one line that steers nothing, or an error where it is too long.
func plain(text string, most int) (string, error) {
	text = strings.Join(strings.Fields(text), " ")
	if n := len([]rune(text)); n > most {
		return "", table.Refuse(http.StatusUnprocessableEntity, "%d signs are too many; %d is the most", n, most)
	}
	return sanitize.Line(text), nil
}

func (v *visit) postName(in house.NameCall) (table.None, error) {
	name, err := plain(in.Name, mostName)
	if err == nil {
		err = v.alone(name)
	}
	if err == nil {
		_, err = v.host.amend(v.id, amendment{Seat: v.Seat, Name: &name})
	}
	return table.None{}, err
}

// alone refuses a name that speaks for another seat: as its player is called, or the seat in a
// language of the game.
func (v *visit) alone(name string) error {
	f, err := v.host.facts(v.id)
	if err != nil {
		return err
	}
	var players []view.Player
	_ = v.Look(func(s *play.Session) error {
		players = view.Of(s.Position(), v.Seat).Players
		return nil
	})
	for i, s := range f.Seats {
		seat := engine.Seat(i + 1)
		called := []string{s.Name, fmt.Sprint(seat)}
		for _, lang := range v.laid.Languages() {
			called = append(called, v.laid.Speaker(lang).At(players).Seat(seat))
		}
		for _, other := range called {
			if seat != v.Seat && precis.Nickname.Compare(name, other) {
				return table.Refuse(http.StatusUnprocessableEntity, "%q is how seat %d is called", name, seat)
			}
		}
	}
	return nil
}

// SayCall says something to all at the table.
type SayCall struct {
	Text string `json:"text"`
}

func (v *visit) postSay(in SayCall) (table.None, error) {
	if v.host.Quiet {
		return table.None{}, table.Refuse(http.StatusForbidden, "nothing is said at this server's tables")
	}
	text, err := plain(in.Text, mostSaid)
	if err == nil && text != "" {
		v.lock.Lock()
		v.chat = append(v.chat, chatLine{v.Seat, text})
		v.chat = slices.Clone(v.chat[max(0, len(v.chat)-mostLines):])
		v.lock.Unlock()
	}
	return table.None{}, err
}

// MarkCall marks the moment of an event with a word.
type MarkCall struct {
	Word  string `json:"word"`
	Event int    `json:"event"`
}

// postMark notes a word at the moment that the guest is shown.
func (v *visit) postMark(in MarkCall) (table.None, error) {
	if !slices.Contains(words, in.Word) {
		return table.None{}, table.Refuse(http.StatusUnprocessableEntity, "a moment cannot be marked %q; %s", in.Word,
			diag.There(in.Word, words))
	}
	m := Mark{Seat: v.Seat, Word: in.Word, Event: in.Event, Made: time.Now()}
	_ = v.Look(func(s *play.Session) error {
		m.Decision = seenAt(s.Position(), v.Seat, in.Event)
		return nil
	})
	_, err := v.host.amend(v.id, amendment{Seat: v.Seat, Mark: &m})
	return table.None{}, err
}

// seenAt is the decision that was open, or came next, where a viewer had seen no more than the
// events up to one; behind the end it is the last one.
func seenAt(p *engine.Position, viewer engine.Seat, event int) int {
	r := view.NewReader(p, viewer)
	for range r.Each() {
	}
	then, _ := r.At(min(max(event, -1), r.Count()-1))
	if then.Over {
		return then.Decisions
	}
	return then.Decisions + 1
}

// SeatCall is a change of a seat: its player, or a new link to it. A guest changes his own.
type SeatCall struct {
	Seat engine.Seat `json:"seat,omitempty"`
	Kind string      `json:"kind,omitempty"`
	Link bool        `json:"link,omitempty"`
}

// postOwnSeat gives the guest's seat to a bot, or takes it back, or makes another link to it,
// which is the only one then.
func (v *visit) postOwnSeat(c SeatCall) (link, error) {
	if c.Kind != "" && c.Kind != play.Human && !slices.Contains(relief, c.Kind) {
		return link{}, table.Refuse(http.StatusUnprocessableEntity, "%q cannot play for you; %s", c.Kind,
			diag.There(c.Kind, relief))
	}
	c.Seat = v.Seat
	return v.host.reseat(v.id, c, false)
}

// postSeat is that of the host, for any seat.
func (h *Host) postSeat(r *http.Request) (any, error) {
	var c SeatCall
	if err := read(r, &c); err != nil {
		return nil, err
	}
	return h.reseat(r.PathValue("id"), c, true)
}

// reseat changes a seat, and returns its link. Viewers of the table are sent it anew.
func (h *Host) reseat(id string, c SeatCall, host bool) (link, error) {
	if c.Kind != "" {
		if err := checkKind(c.Kind); err != nil {
			return link{}, err
		}
	}
	out := link{Seat: c.Seat}
	f, err := h.amend(id, amendment{Seat: c.Seat, Kind: c.Kind, Link: c.Link, Host: host})
	if err == nil {
		if c.Seat > 0 {
			out.Kind = f.Seats[c.Seat-1].Kind
		}
		out.Link = h.link(id, c.Seat, f)
		h.house.Drop(func(other string, _ *house.Game) bool { return other == id })
	}
	return out, err
}
