package table

import (
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/reason"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// Handlers are what a table answers itself, by the paths of the calls. Whatever else a host
// offers it answers.
var Handlers = sync.OnceValue(func() map[string]Handler[caller] {
	return map[string]Handler[caller]{
		"answer":  Handle(caller.callAnswer),
		"undo":    Handle(caller.callUndo),
		"consent": Handle(caller.callConsent),
		"past":    Handle(caller.callPast),
		"graph":   Handle(caller.callGraph),
		"knows":   Handle(caller.callKnows),
		"would":   Handle(caller.callWould),
		"whynot":  Handle(caller.callWhyNot),
		"faces":   Handle(caller.callFaces),
	}
})

// caller is a viewer who calls a table.
type caller struct {
	*Table
	Viewer
}

// None is a call that brings nothing, or an answer that says no more than that it is done.
type None struct{}

// May returns why a viewer may not call a path: the host does not offer it, or no viewer
// may look from there; nil if it may.
func (t *Table) May(v Viewer, path string) error {
	t.lock.Lock()
	defer t.lock.Unlock()
	if err := t.may(v); err != nil {
		return err
	}
	if !slices.Contains(t.Offers(v.Seat), path) {
		return Refuse(403, "%q is not offered here", path)
	}
	return nil
}

// Call answers a call of a viewer: its path, and a body of JSON, which may be empty. The answer is
// JSON, with an HTTP status; 200 is success. With any other status it holds "error" and, if an
// answer came too late, the "open" question.
func (t *Table) Call(v Viewer, path string, body []byte) (status int, answer []byte) {
	if err := t.May(v, path); err != nil {
		return Reply(nil, err)
	}
	handler, there := Handlers()[path]
	if !there {
		return Reply(nil, Refuse(404, "there is no call %q", path))
	}
	return Reply(handler.Answer(caller{t, v}, body))
}

// Reply is an answer as Call gives it: a result, or an error.
func Reply(out any, err error) (status int, answer []byte) {
	if err == nil {
		answer, err = json.Marshal(out)
		if err == nil {
			return 200, answer
		}
	}
	status = 422
	answered := map[string]any{"error": err.Error()}
	var refused *Refused
	if errors.As(err, &refused) {
		status = refused.Status
		if refused.Late {
			answered["open"] = refused.Open
		}
	}
	answer, _ = json.Marshal(answered) // texts, and a question as scenes have it
	return status, answer
}

// AnswerCall is an answer, at an open table for a seat.
type AnswerCall struct {
	Answer
	Seat engine.Seat `json:"seat,omitempty"`
}

// Taken says that an answer is taken; Again that it was before.
type Taken struct {
	Again bool `json:"again,omitempty"`
}

func (t caller) callAnswer(in AnswerCall) (Taken, error) {
	again, err := t.Answer(Viewer{t.speaksFor(in.Seat), t.Lang}, in.Answer)
	return Taken{again}, err
}

// speaksFor is the seat for which a viewer calls: at an open table any, at others its own.
func (t caller) speaksFor(seat engine.Seat) engine.Seat {
	if !t.Open || seat == 0 {
		return t.Seat
	}
	return seat
}

// Undone says who is asked whether an answer may be taken back, nobody where it is.
type Undone struct {
	Asked view.Seats `json:"asked,omitempty"`
}

func (t caller) callUndo(_ None) (Undone, error) {
	t.lock.Lock()
	seat := t.person(t.Seat)
	t.lock.Unlock()
	if seat == 0 {
		return Undone{}, errors.New("no person plays; fork the game at an earlier decision instead")
	}
	asked, err := t.Undo(seat)
	return Undone{asked}, err
}

// ConsentCall agrees, or not, that another takes back its answer to a decision.
type ConsentCall struct {
	Decision int  `json:"decision"`
	Yes      bool `json:"yes"`
}

func (t caller) callConsent(in ConsentCall) (None, error) {
	return None{}, t.Consents(t.Seat, in.Decision, in.Yes)
}

// WhyNotCall names what the viewer sees by its key, and the seat as WouldCall does.
type WhyNotCall struct {
	Key  string      `json:"key"`
	Seat engine.Seat `json:"seat,omitempty"`
}

// callWhyNot is why what the viewer sees under a key is not among the options of the open
// question.
func (t caller) callWhyNot(in WhyNotCall) (reason.Answer, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	a, err := t.session.Reasons(t.ctx, t.speaksFor(in.Seat), t.Lang)
	if err != nil {
		return reason.Answer{}, err
	}
	return a.Why(in.Key), nil
}

// WouldCall names a question by its number, and at an open table the seat that is asked.
type WouldCall struct {
	Number int         `json:"number"`
	Seat   engine.Seat `json:"seat,omitempty"`
}

// callWould is what the options of the open question would do, in the viewer's language: of
// the question with a number, and of the viewer's own seat where the table is not open.
func (t caller) callWould(in WouldCall) (preview.Question, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	seat := t.speaksFor(in.Seat)
	d := t.decision()
	if d == nil || d.Number != in.Number || !d.Waits(seat) {
		return preview.Question{}, Refuse(409, "decision %d is not open to seat %d", in.Number, seat)
	}
	p, err := t.session.Preview(t.ctx, seat, t.Lang)
	if err != nil {
		return preview.Question{}, err
	}
	return p.Options(preview.Default), nil
}

// Faces are the cards of a game as they are printed, and the icons on them.
type Faces struct {
	Faces []scene.Face      `json:"faces"`
	Icons map[string]string `json:"icons"`
}

// Faces are the faces in a language: every viewer may know the printed cards.
func (t *Table) Faces(lang string) Faces {
	t.lock.Lock()
	table := t.session.Table()
	t.lock.Unlock()
	return Faces{scene.NewComposer(table.Compiled, table.Speaker(lang)).Faces(), table.Compiled.Icons}
}

func (t caller) callFaces(_ None) (Faces, error) { return t.Faces(t.Lang), nil }

// PastCall names the event behind which a viewer looks, and a decision that was answered then
// or next.
type PastCall struct {
	At       *int `json:"at"`
	Decision int  `json:"decision,omitempty"`
}

// Past is the table as a viewer saw it behind an event, and its reply to the decision.
type Past struct {
	At    int          `json:"at"`
	Scene *scene.Scene `json:"scene"`
	Reply engine.Reply `json:"reply,omitempty"`
}

// callPast is the table as the viewer saw it after the event with a number, or now; with a
// decision that was answered then or next, as it stood when the viewer was asked, and its
// reply.
func (t caller) callPast(asked PastCall) (Past, error) {
	if asked.At == nil {
		return Past{}, Refuse(400, "at must be the number of an event")
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	told := t.standing(t.Viewer)
	out := Past{At: *asked.At}
	event, ok := told.reader.Again(out.At)
	if !ok || out.At == told.frame.Event {
		out.At = told.frame.Event
		out.Scene = told.frame.Scene
		return out, nil
	}
	in := scene.Input{News: []view.Event{event}}
	in.View, _ = told.reader.At(out.At)
	if asked.Decision > 0 {
		in.Question, out.Reply = t.stood(t.Seat, asked.Decision)
	}
	out.Scene = told.composer.Scene(in)
	return out, nil
}

// KnowsCall names the event behind which a viewer looks; none, or -1, is now.
type KnowsCall struct {
	At *int `json:"at,omitempty"`
}

// callKnows is what the viewer's seat knows of hidden cards, behind the event with a number
// or now; for the referee what each seat knows now.
func (t caller) callKnows(in KnowsCall) ([]scene.Known, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	seats := []engine.Seat{t.Seat}
	if t.Seat == view.Referee {
		seats = lists.Map(t.session.Seats(), (*play.Seat).Number)
	}
	out := []scene.Known{}
	for _, seat := range seats {
		told := t.standing(Viewer{seat, t.Lang})
		place := told.frame.Event
		if in.At != nil && *in.At >= 0 && seat == t.Seat {
			place = min(*in.At, place)
		}
		if then, ok := told.reader.At(place); ok && seat != 0 {
			out = append(out, told.composer.Known(then))
		}
	}
	return out, nil
}

// stood is an answered question as it was put to a viewer, and the reply. There is none where another seat
// was asked, and nothing says whether one was: that may be no matter of the viewer's.
func (t *Table) stood(viewer engine.Seat, decision int) (*view.Question, engine.Reply) {
	g, err := t.session.Then(t.ctx, decision)
	if err != nil || g.Open() == nil || g.Open().Number != decision {
		return nil, nil
	}
	d := g.Open()
	q := view.Asked(g.Position(), d, viewer)
	if q == nil || q.Seat == 0 {
		return nil, nil
	}
	for _, a := range t.session.Position().Answers() {
		for _, r := range a.Replies {
			if a.Number == d.Number && a.Again == d.Again && r.Seat == q.Seat {
				reply, _ := d.ReplyOf(r.Seat, r.Choices)
				return q, reply
			}
		}
	}
	return nil, nil
}

// callGraph is the course of the seats' attributes over the events, for viewers that may
// see them.
func (t caller) callGraph(_ None) ([]scene.TimeSeries, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	told := t.standing(t.Viewer)
	now, _ := told.reader.At(told.frame.Event)
	return told.composer.TimeSeries(view.TimeSeriesOf(t.session.Position(), t.Seat, told.reader.Position()), now), nil
}
