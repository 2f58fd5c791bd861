package table

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/scene"
)

// calls are what a table answers itself, by their paths. Whatever else a host offers it
// answers.
var calls = map[string]func(t *Table, c *call) (any, error){
	"answer":  (*Table).callAnswer,
	"undo":    (*Table).callUndo,
	"consent": (*Table).callConsent,
	"past":    (*Table).callPast,
	"graph":   (*Table).callGraph,
	"knows":   (*Table).callKnows,
	"would":   (*Table).callWould,
	"whynot":  (*Table).callWhyNot,
	"faces":   (*Table).callFaces,
}

// call is what a viewer wants of a table.
type call struct {
	Viewer
	params map[string]string
	body   []byte
}

// Knows reports whether the table itself answers a call with that path.
func Knows(path string) bool { return calls[path] != nil }

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

// Call answers a call of a viewer: its path, its parameters, and a body of JSON, which may
// be empty. The answer is JSON, with an HTTP status; 200 is success. With any other status
// it holds "error" and, if an answer came too late, the "open" question.
func (t *Table) Call(v Viewer, path string, params map[string]string, body []byte) (status int, answer []byte) {
	f := calls[path]
	err := t.May(v, path)
	if f == nil && err == nil {
		err = Refuse(404, "there is no call %q", path)
	}
	var out any
	if err == nil {
		if len(body) == 0 {
			body = []byte("{}")
		}
		out, err = f(t, &call{v, params, body})
	}
	return Reply(out, err)
}

// Reply is an answer as Call gives it: a result, or an error.
func Reply(out any, err error) (status int, answer []byte) {
	if err == nil {
		if answer, err = json.Marshal(out); err == nil {
			return 200, answer
		}
	}
	status = 422
	answered := map[string]any{"error": err.Error()}
	var refused *Refused
	if errors.As(err, &refused) {
		if status = refused.Status; refused.Late {
			answered["open"] = refused.Open
		}
	}
	answer, _ = json.Marshal(answered) // texts, and a question as scenes have it
	return status, answer
}

func (c *call) read(into any) error {
	if err := json.Unmarshal(c.body, into); err != nil {
		return Refuse(400, "the call is not JSON as it should be: %w", err)
	}
	return nil
}

func (t *Table) callAnswer(c *call) (any, error) {
	var body struct {
		Answer
		Seat engine.Seat `json:"seat"`
	}
	if err := c.read(&body); err != nil {
		return nil, err
	}
	if !t.Open || body.Seat == 0 {
		body.Seat = c.Seat
	}
	again, err := t.Answer(Viewer{body.Seat, c.Lang}, body.Answer)
	if err != nil {
		return nil, err
	}
	return struct {
		Again bool `json:"again,omitempty"`
	}{again}, nil
}

func (t *Table) callUndo(c *call) (any, error) {
	t.lock.Lock()
	seat := t.person(c.Seat)
	t.lock.Unlock()
	if seat == 0 {
		return nil, errors.New("no person plays; fork the game at an earlier decision instead")
	}
	asked, err := t.Undo(seat)
	return struct {
		Asked view.Seats `json:"asked,omitempty"`
	}{asked}, err
}

func (t *Table) callConsent(c *call) (any, error) {
	var body struct {
		Decision int
		Yes      bool
	}
	if err := c.read(&body); err != nil {
		return nil, err
	}
	return struct{}{}, t.Consents(c.Seat, body.Decision, body.Yes)
}

// callWhyNot is why what the viewer sees under a key is not among the options of the open
// question, as a *reason.Answer; the seat is that of callWould.
func (t *Table) callWhyNot(c *call) (any, error) {
	var body struct {
		Key  string
		Seat engine.Seat
	}
	if err := c.read(&body); err != nil {
		return nil, err
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if !t.Open || body.Seat == 0 {
		body.Seat = c.Seat
	}
	a, err := t.session.Reasons(t.ctx, body.Seat, c.Lang)
	if err != nil {
		return nil, err
	}
	return a.Why(body.Key), nil
}

// callWould is what the options of the open question would do, in the viewer's language: of
// the question with a number, and of the viewer's own seat where the table is not open.
func (t *Table) callWould(c *call) (any, error) {
	var body struct {
		Number int
		Seat   engine.Seat
	}
	if err := c.read(&body); err != nil {
		return nil, err
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if !t.Open || body.Seat == 0 {
		body.Seat = c.Seat
	}
	d := t.session.Position().Open()
	if d == nil || d.Number != body.Number || !d.Waits(body.Seat) {
		return nil, Refuse(409, "decision %d is not open to seat %d", body.Number, body.Seat)
	}
	p, err := t.session.Preview(t.ctx, body.Seat, c.Lang)
	if err != nil {
		return nil, err
	}
	return p.Options(preview.Default), nil
}

// callFaces are the cards of the game as they are printed, and the icons on them: every
// viewer may know the printed cards.
func (t *Table) callFaces(c *call) (any, error) {
	t.lock.Lock()
	table := t.session.Table()
	t.lock.Unlock()
	return struct {
		Faces []scene.Face      `json:"faces"`
		Icons map[string]string `json:"icons"`
	}{scene.NewComposer(table.Compiled, table.Speaker(c.Lang)).Faces(), table.Compiled.Icons}, nil
}

// callPast is the table as the viewer saw it after the event with a number, or now; with a
// decision that was answered then or next, as it stood when the viewer was asked, and its
// reply.
func (t *Table) callPast(c *call) (any, error) {
	at, err := strconv.Atoi(c.params["at"])
	if err != nil {
		return nil, Refuse(400, "at must be the number of an event, not %q", c.params["at"])
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	told := t.standing(c.Viewer)
	out := struct {
		At    int          `json:"at"`
		Last  int          `json:"last"`
		Scene *scene.Scene `json:"scene"`
		Reply engine.Reply `json:"reply,omitempty"`
	}{At: at, Last: told.frame.Last}
	event, ok := told.reader.Again(at)
	if !ok || at == out.Last {
		out.At, out.Scene = out.Last, told.frame.Scene
		return out, nil
	}
	in := scene.Input{News: []view.Event{event}}
	in.View, _ = told.reader.At(at)
	if decision, err := strconv.Atoi(c.params["decision"]); err == nil {
		in.Question, out.Reply = t.stood(c.Seat, decision)
	}
	out.Scene = told.composer.Scene(in)
	return out, nil
}

// callKnows is what the viewer's seat knows of hidden cards, behind the event with a number
// or now; for the referee what each seat knows now.
func (t *Table) callKnows(c *call) (any, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	seats := []engine.Seat{c.Seat}
	if c.Seat == view.Referee {
		seats = seats[:0]
		for _, at := range t.session.Seats() {
			seats = append(seats, at.Number())
		}
	}
	out := []scene.Known{}
	for _, seat := range seats {
		told := t.standing(Viewer{seat, c.Lang})
		place := told.frame.Last
		if at, err := strconv.Atoi(c.params["at"]); err == nil && at >= 0 && seat == c.Seat {
			place = min(at, place)
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
	d, q := g.Open(), view.Asked(g.Position(), g.Open(), viewer)
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
func (t *Table) callGraph(c *call) (any, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	told := t.standing(c.Viewer)
	now, _ := told.reader.At(told.frame.Last)
	return told.composer.TimeSeries(view.TimeSeriesOf(t.session.Position(), c.Seat, told.reader.Position()), now), nil
}
