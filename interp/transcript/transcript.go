// Package transcript turns what a seat sees happen into text: headings for phases,
// one line for each thing that happened, indented under what caused it. What
// is printed, and in which words, is the pack's: a line appears where the
// locale files have a message for it.
//
//	phase.<phase>              a heading
//	trigger.<trigger>          a trigger happened (its parameters)
//	say.<key>                  a script said so
//	set.<attribute>            an attribute changed ({card} or {seat}, {from}, {to}, {change})
//	move.<from>.<to>           a card moved; also move.to.<to>, move.from.<from>
//	roll.<die>                 a die was rolled ({faces})
//	shuffle.<zone>             a zone was shuffled
//	finish, finish.<reason>    the game ended ({winners})
//
// A transcript is a function of the reader's view events (package view), and of
// the names at the table when they began; it never sees the game.
//
// It may import engine/view, engine for the names of things, interp/locale and
// interp/visible.
package transcript

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/visible"
)

// Line is one line of a transcript.
type Line struct {
	// Heading is the depth of the phase for a heading, from 1; 0 for others.
	Heading int
	// Indent is how deep the line stands under its causes.
	Indent int
	Text   string
	// Event is the number of the event.
	Event int
}

// String returns the line as it is printed: "== Week 1 ==" for a heading.
func (l Line) String() string {
	switch l.Heading {
	case 0:
		return strings.Repeat("  ", l.Indent) + l.Text
	case 1:
		return "\n=== " + l.Text + " ==="
	}
	return "\n" + strings.Repeat("-", 2) + " " + l.Text + " " + strings.Repeat("-", 2)
}

// Printer renders the events that one reader sees of one game, as they come.
type Printer struct {
	speaker *locale.Speaker
	voice   *locale.Voice
	facts   facts
	indents []int // by event: the indent of what it causes
	// last is the last event that was told, if it was a roll.
	last *view.Event
}

// New returns a printer for the events that follow on what a reader sees at
// the start; see view.Reader.Start.
func New(speaker *locale.Speaker, start *view.View) *Printer {
	p := &Printer{speaker: speaker, facts: startOf(start)}
	p.rename()
	return p
}

// Of returns all lines of what a reader has not read yet.
func Of(speaker *locale.Speaker, r *view.Reader) []Line {
	p := New(speaker, r.Start())
	return p.Lines(r.Next())
}

// Voice says things as they are called at the event that was told last.
func (p *Printer) Voice() *locale.Voice { return p.voice }

func (p *Printer) rename() { p.voice = p.speaker.At(p.facts.players) }

// Lines returns the lines of the events that come next.
func (p *Printer) Lines(events []view.Event) []Line {
	var lines []Line
	for i := range events {
		e := &events[i]
		indent := 0
		if e.Cause >= 0 && e.Cause < len(p.indents) {
			indent = p.indents[e.Cause]
		}
		if line, ok := p.line(e, events[i:]); ok {
			line.Event = e.Number
			if line.Heading == 0 {
				line.Indent = indent
				indent++
			}
			lines = append(lines, line)
		}
		p.indents = append(p.indents, indent)
		if p.facts.follow(e) {
			p.rename()
		}
		p.last = e
	}
	return lines
}

func (p *Printer) line(e *view.Event, rest []view.Event) (Line, bool) {
	text, ok := "", false
	switch e.Kind {
	case view.PhaseEvent:
		return p.heading(e)
	case view.ApplyEvent:
		if key := "trigger." + e.Name; p.speaker.Has(key) {
			text, ok = p.speaker.Message(key, p.voice.Named(e.Values))
		}
	case view.SayEvent:
		text, ok = p.speaker.Message("say."+e.Name, p.voice.Named(e.Values))
	case view.SetEvent:
		text, ok = p.set(e)
	case view.MoveEvent:
		text, ok = p.move(e)
	case view.RollEvent:
		text, ok = p.roll(e, rest)
	case view.ShuffleEvent:
		text, ok = p.speaker.Message("shuffle."+p.speaker.ZoneWord(e.Zone.ZoneKind), p.zoneArgs(e.Zone))
	case view.AbilityEvent:
		text, ok = p.ability(e)
	case view.FailedEvent:
		text, ok = p.failed(e)
	case view.FinishEvent:
		text, ok = p.finish(e)
	}
	return Line{Text: visible.Line(text)}, ok && text != ""
}

func (p *Printer) heading(e *view.Event) (Line, bool) {
	if !e.Begins {
		return Line{}, false
	}
	args := locale.Args{}
	for _, name := range p.speaker.PublicAttributes() {
		value, set := p.facts.game[name]
		if !set {
			value.Kind = view.NothingValue
		}
		args[name] = p.voice.Value(&value)
	}
	if p.facts.turn != 0 {
		args["seat"] = p.voice.Seat(p.facts.turn)
	}
	text, ok := p.speaker.Message("phase."+e.Name, args)
	if !ok {
		text = p.speaker.Phase(e.Index)
	}
	return Line{Heading: p.speaker.PhaseDepth(e.Index) + 1, Text: visible.Line(text)}, text != ""
}

func (p *Printer) set(e *view.Event) (string, bool) {
	key := "set." + e.Name
	if e.Index < 0 || !p.speaker.Has(key) {
		return "", false
	}
	change := e.New.Number - e.Old.Number
	args := locale.Args{
		"from": p.voice.Value(e.Old), "to": p.voice.Value(e.New),
		"change": fmt.Sprintf("%+d", change), "count": fmt.Sprint(max(change, -change)),
	}
	if e.Holder != view.OfGame {
		args["seat"] = p.voice.Seat(e.Seat)
	}
	if e.Card != nil {
		args["card"] = p.voice.Value(e.Card)
	}
	if change < 0 && p.speaker.Has(key+".less") {
		key += ".less"
	}
	return p.speaker.Message(key, args)
}

func (p *Printer) zoneArgs(zone *view.Value) locale.Args {
	args := locale.Args{"zone": p.voice.Zone(zone)}
	if zone.Owner != 0 {
		args["seat"] = p.voice.Seat(zone.Owner)
	}
	if zone.Of != nil {
		args["host"] = p.voice.Value(zone.Of)
	}
	return args
}

func (p *Printer) move(e *view.Event) (string, bool) {
	if e.From.Key() == e.To.Key() {
		return "", false
	}
	a, b := p.speaker.ZoneWord(e.From.ZoneKind), p.speaker.ZoneWord(e.To.ZoneKind)
	for _, key := range []string{"move." + a + "." + b, "move.to." + b, "move.from." + a} {
		if !p.speaker.Has(key) {
			continue
		}
		args := p.zoneArgs(e.To)
		args["from"], args["to"] = p.voice.Zone(e.From), args["zone"]
		if args["seat"] == "" {
			if e.From.Owner != 0 {
				args["seat"] = p.voice.Seat(e.From.Owner)
			} else if e.Seat != 0 {
				args["seat"] = p.voice.Seat(e.Seat)
			}
		}
		if e.From.Of != nil && args["host"] == "" {
			args["host"] = p.voice.Value(e.From.Of)
		}
		args["card"] = p.voice.Value(e.Card)
		return p.speaker.Message(key, args)
	}
	return "", false
}

// roll prints several rolls of one die in a row as one line, at the first.
func (p *Printer) roll(e *view.Event, rest []view.Event) (string, bool) {
	key := "roll." + e.Name
	if !p.speaker.Has(key) || len(e.Faces) == 0 || p.last != nil && sameRoll(p.last, e) {
		return "", false
	}
	var faces []string
	for i := range rest {
		if !sameRoll(&rest[i], e) {
			break
		}
		faces = append(faces, p.voice.Value(&rest[i].Faces[0]))
	}
	return p.speaker.Message(key, locale.Args{"faces": p.speaker.Join(faces), "count": fmt.Sprint(len(faces))})
}

func sameRoll(a, b *view.Event) bool {
	return a.Kind == view.RollEvent && a.Name == b.Name && a.Cause == b.Cause && len(a.Faces) > 0
}

func (p *Printer) ability(e *view.Event) (string, bool) {
	args := locale.Args{"seat": p.voice.Seat(e.Seat), "card": "", "ability": p.voice.AbilityOf(e.Name, e.Card)}
	if e.Card != nil {
		args["card"] = p.voice.Value(e.Card)
	}
	if key := "say.ability." + e.Name; p.speaker.Has(key) {
		return p.speaker.Message(key, args)
	}
	return p.speaker.Message("say.ability", args)
}

// failed says why to the referee alone: a script's error may name what a seat
// does not know.
func (p *Printer) failed(e *view.Event) (string, bool) {
	args := locale.Args{"ability": p.speaker.Ability(e.Name), "error": e.Reason}
	if e.Reason == "" {
		return p.speaker.Message("say.ability_undone", args)
	}
	return p.speaker.Message("say.ability_failed", args)
}

func (p *Printer) finish(e *view.Event) (string, bool) {
	args := locale.Args{"winners": p.voice.Seats(e.Seats), "count": fmt.Sprint(len(e.Seats))}
	for _, key := range []string{"finish." + e.Name, [...]string{"finish.nobody", "finish", "finish.many"}[min(len(e.Seats), 2)]} {
		if p.speaker.Has(key) {
			return p.speaker.Message(key, args)
		}
	}
	return "", false
}
