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
//	finish, finish.<reason>    the game ended ({winners}, of a draw the seats that share it)
//
// A transcript is a function of the reader's view events (package view), and of
// the names at the table when they began; it never sees the game.
//
// It may import engine/view, interp/locale, interp/sanitize and the engine for the names of
// things.
package transcript

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// Line is one line of a transcript.
type Line struct {
	// Event is the number of the event among those that the reader sees.
	Event int `json:"event"`
	// Heading is the depth of the phase for a heading, from 1; 0 for others.
	Heading int `json:"heading,omitempty"`
	// Indent is how deep the line stands under its causes.
	Indent int    `json:"indent,omitempty"`
	Text   string `json:"text"`
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
	indents []int32 // by event: the indent of what it causes
	// rolled is the first of the rolls that go on, where they did not end yet, and
	// faces what they showed.
	rolled *view.Event
	faces  []string
}

// New returns a printer for the events that follow on what a reader sees at
// the start; see view.Reader.Start.
func New(speaker *locale.Speaker, start *view.View) *Printer {
	p := &Printer{speaker: speaker, facts: startOf(start)}
	p.rename()
	return p
}

// Of returns all lines of what a reader has not read yet.
func Of(speaker *locale.Speaker, r *view.Reader) []Line { return New(speaker, r.Start()).Rest(r) }

// atOnce is how many events are held in memory, where only their lines are kept.
const atOnce = 1000

// Rest returns the lines of what a reader has not read yet.
func (p *Printer) Rest(r *view.Reader) []Line { return p.settle(p.Hear(r, func([]view.Event) {})) }

// Hear is Rest for who wants to see the events too, as they come: heard is given them some
// at a time. Where they end with a roll, its line is Pending.
func (p *Printer) Hear(r *view.Reader, heard func([]view.Event)) []Line {
	var lines []Line
	for {
		events := r.Some(atOnce)
		if len(events) == 0 {
			return lines
		}
		heard(events)
		lines = p.add(lines, events)
	}
}

// Pending returns the line of rolls that may go on; Hear returns it once they do not.
func (p *Printer) Pending() []Line {
	now := *p
	return now.settle(nil)
}

// Voice says things as they are called at the event that was told last.
func (p *Printer) Voice() *locale.Voice { return p.voice }

func (p *Printer) rename() { p.voice = p.speaker.At(p.facts.players) }

// Lines returns the lines of the events that come next.
func (p *Printer) Lines(events []view.Event) []Line { return p.settle(p.add(nil, events)) }

// add tells events. Where they end with a roll, its line waits for further ones.
func (p *Printer) add(lines []Line, events []view.Event) []Line {
	for i := range events {
		e := &events[i]
		if was := p.rolled; was != nil && (was.Kind != view.RollEvent || was.Name != e.Name || was.Cause != e.Cause ||
			len(was.Faces) == 0) {
			lines = p.settle(lines)
		}
		indent := p.under(e)
		if e.Kind == view.RollEvent && len(e.Faces) > 0 && p.speaker.Has("roll."+e.Name) {
			if p.rolled == nil {
				p.rolled = e
				indent++
			}
			p.faces = append(p.faces, p.voice.Value(&e.Faces[0]))
		} else if line, ok := p.line(e); ok {
			lines = append(lines, p.placed(line, e))
			if line.Heading == 0 {
				indent++
			}
		}
		p.indents = append(p.indents, int32(indent))
		if p.facts.follow(e) {
			p.rename()
		}
	}
	return lines
}

// under is how deep an event stands under its causes.
func (p *Printer) under(e *view.Event) int {
	if e.Cause >= 0 && e.Cause < len(p.indents) {
		return int(p.indents[e.Cause])
	}
	return 0
}

func (p *Printer) placed(line Line, e *view.Event) Line {
	line.Event = e.Number
	if line.Heading == 0 {
		line.Indent = p.under(e)
	}
	return line
}

// settle adds the line of rolls that do not go on.
func (p *Printer) settle(lines []Line) []Line {
	e := p.rolled
	if e == nil {
		return lines
	}
	args := locale.Args{"faces": p.speaker.Join(p.faces), "count": fmt.Sprint(len(p.faces))}
	if text, ok := p.speaker.Message("roll."+e.Name, args); ok && text != "" {
		lines = append(lines, p.placed(Line{Text: sanitize.Line(text)}, e))
	}
	p.rolled = nil
	p.faces = nil
	return lines
}

func (p *Printer) line(e *view.Event) (Line, bool) {
	text := ""
	ok := false
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
	case view.ShuffleEvent:
		text, ok = p.speaker.Message("shuffle."+p.speaker.ZoneWord(e.Zone.ZoneKind), p.zoneArgs(e.Zone))
	case view.AbilityEvent:
		text, ok = p.ability(e)
	case view.FailedEvent:
		key := "say.ability_failed"
		if e.Reason == "" { // only the referee is told why: a script's error may name what a seat does not know
			key = "say.ability_undone"
		}
		text, ok = p.speaker.Message(key, locale.Args{"ability": p.speaker.Ability(e.Name), "error": e.Reason})
	case view.FinishEvent:
		text, ok = p.finish(e)
	}
	return Line{Text: sanitize.Line(text)}, ok && text != ""
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
	return Line{Heading: p.speaker.PhaseDepth(e.Index) + 1, Text: sanitize.Line(text)}, text != ""
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

func (p *Printer) finish(e *view.Event) (string, bool) {
	args := locale.Args{"winners": p.voice.Seats(e.Seats), "count": fmt.Sprint(len(e.Seats))}
	how := [...]string{"finish.nobody", "finish", "finish.many"}[min(len(e.Seats), 2)]
	if e.Drawn {
		how = "finish.draw"
	}
	for _, key := range []string{"finish." + e.Name, how} {
		if p.speaker.Has(key) {
			return p.speaker.Message(key, args)
		}
	}
	return "", false
}
