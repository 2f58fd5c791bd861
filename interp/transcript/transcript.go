// Package transcript turns the log of a game into text: headings for phases,
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
// It may import the engine and interp/locale.
package transcript

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Line is one line of a transcript.
type Line struct {
	// Heading is the depth of the phase for a heading, from 1; 0 for others.
	Heading int
	// Indent is how deep the line stands under its causes.
	Indent int
	Text   string
	// At is the position of the event.
	At int
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

// Printer follows one game and renders its events for one reader.
type Printer struct {
	*locale.Speaker
	live *engine.Game
	past *engine.Past
	// game is the game as it was at the event that is being told.
	game *engine.Position
	// seat is the reader; 0 is the referee, who sees everything.
	seat    engine.Seat
	indents []int // by position: the indent of what it causes
	base    int
}

// New returns a printer at the start of the game's log.
func New(speaker *locale.Speaker, g *engine.Game, seat engine.Seat) *Printer {
	p := &Printer{Speaker: speaker, live: g, seat: seat, base: g.Log().Base}
	p.tell(p.base)
	return p
}

// tell makes the event at a position the next one to be told.
func (p *Printer) tell(position int) {
	p.past = p.live.Past(position)
	p.game = p.past.Position()
}

// Lines returns the lines of all events since the last call.
func (p *Printer) Lines() []Line {
	var lines []Line
	log := p.live.Log()
	for at := p.past.At(); at < log.Len(); at++ {
		e := log.At(at)
		if e.Kind == engine.EvAsk && at == log.Len()-1 {
			break // the run that asked ends here; the next one puts the answer in its place
		}
		indent := 0
		if cause := log.Cause(at); cause >= p.base {
			indent = p.indents[cause-p.base]
		}
		if line, ok := p.line(at, e); ok {
			line.At = at
			if line.Heading == 0 {
				line.Indent = indent
				indent++
			}
			lines = append(lines, line)
		}
		p.indents = append(p.indents, indent)
		p.past.Follow()
	}
	return lines
}

// Rewind forgets what was printed from a position on, after the game went back.
func (p *Printer) Rewind(position int) {
	if position < p.past.At() {
		p.indents = p.indents[:position-p.base]
	}
	p.tell(min(position, p.past.At()))
}

// sees tells whether the reader may be told which card it is: known at the
// event, or shown by what the event itself causes (a card that is played is
// named in the line that says so).
func (p *Printer) sees(c engine.CardID) bool {
	if p.seat == 0 || p.game.Knows(p.seat, c) {
		return true
	}
	log := p.live.Log()
	at := p.past.At()
	for i := at + 1; i < log.Len() && log.Cause(i) >= at; i++ {
		e := log.At(i)
		if (e.Kind == engine.EvMove || e.Kind == engine.EvReveal) && engine.CardID(e.A) == c && e.New.Has(p.seat) {
			return true
		}
	}
	return false
}

func (p *Printer) seen(seats engine.SeatSet) bool { return p.seat == 0 || seats.Has(p.seat) }

func (p *Printer) value(v engine.Value) string { return p.Value(p.game, v, p.sees) }

func (p *Printer) line(at int, e *engine.Event) (Line, bool) {
	text, ok := "", false
	switch e.Kind {
	case engine.EvPhase:
		return p.heading(e)
	case engine.EvApply:
		name := p.game.Pack.Triggers[e.A].Name
		if key := "trigger." + name; p.Has(key) {
			text, ok = p.Message(key, p.params(e))
		}
	case engine.EvSay:
		if p.seen(e.New) {
			text, ok = p.Message("say."+p.game.Pack.Symbols[e.A], p.about(e))
		}
	case engine.EvSet:
		text, ok = p.set(e)
	case engine.EvMove:
		text, ok = p.move(e)
	case engine.EvRoll:
		text, ok = p.roll(at, e)
	case engine.EvShuffle:
		kind := p.game.KindOfZone(engine.ZoneID(e.A))
		text, ok = p.Message("shuffle."+p.game.Pack.Zones[kind].Name, p.zoneArgs(engine.ZoneID(e.A)))
	case engine.EvAbility:
		text, ok = p.ability(e)
	case engine.EvFailed:
		text, ok = p.failed(e)
	case engine.EvFinish:
		text, ok = p.finish(e)
	}
	return Line{Text: text}, ok && text != ""
}

func (p *Printer) heading(e *engine.Event) (Line, bool) {
	if e.B == 0 {
		return Line{}, false
	}
	phase := &p.game.Pack.Phases[e.A]
	args := locale.Args{}
	for i := range p.game.Pack.Game {
		a := &p.game.Pack.Game[i]
		if v, err := p.game.GameAttribute(engine.AttributeID(i)); err == nil && a.Seen == engine.SeenByAll {
			args[a.Name] = p.value(v)
		}
	}
	if turn := p.game.Turn(); turn != 0 {
		args["seat"] = p.Seat(p.game, turn)
	}
	text, ok := p.Message("phase."+phase.Name, args)
	if !ok {
		text = p.Phase(int(e.A))
	}
	return Line{Heading: phase.Depth + 1, Text: text}, text != ""
}

// params fills a trigger's message with its parameters.
func (p *Printer) params(e *engine.Event) locale.Args {
	trigger := &p.game.Pack.Triggers[e.A]
	args := locale.Args{}
	for i, v := range p.live.Log().Values(e) {
		args[trigger.Params[i].Name] = p.value(v)
		if v.Kind == engine.Number {
			args["count"] = fmt.Sprint(v.N)
		}
	}
	return args
}

// about fills a said message; values of one name are joined.
func (p *Printer) about(e *engine.Event) locale.Args {
	args := locale.Args{}
	data := p.live.Log().Data(e)
	comma, _ := p.Message("list.and", nil)
	for i := 0; i+2 < len(data); i += 3 {
		name := p.game.Pack.Symbols[data[i]]
		v := engine.Value{Kind: engine.Kind(data[i+1]), N: data[i+2]}
		text := p.value(v)
		if before, ok := args[name]; ok {
			text = before + comma + text
		}
		args[name] = text
		if name == "count" || v.Kind == engine.Number && args["count"] == "" {
			args["count"] = fmt.Sprint(v.N)
		}
	}
	return args
}

func (p *Printer) set(e *engine.Event) (string, bool) {
	m := p.game.Cell(int(e.A))
	if m.Attribute == nil {
		return "", false
	}
	key := "set." + m.Attribute.Name
	if !p.Has(key) || m.Attribute.Seen != engine.SeenByAll && p.seat != 0 && p.seat != m.Seat {
		return "", false
	}
	args := locale.Args{
		"from": p.value(engine.Stored(m.Attribute.Kind, e.B)), "to": p.value(engine.Stored(m.Attribute.Kind, e.C)),
		"change": fmt.Sprintf("%+d", e.C-e.B), "count": fmt.Sprint(max(e.C-e.B, e.B-e.C)),
	}
	if m.Seat != 0 {
		args["seat"] = p.Seat(p.game, m.Seat)
	}
	if m.Card != 0 {
		args["card"] = p.value(engine.CardValue(m.Card))
		args["seat"] = p.Seat(p.game, p.game.Controller(m.Card))
	}
	if e.C < e.B && p.Has(key+".less") {
		key += ".less"
	}
	return p.Message(key, args)
}

func (p *Printer) zoneArgs(z engine.ZoneID) locale.Args {
	args := locale.Args{"zone": p.Zone(p.game, z)}
	if s := p.game.ZoneSeat(z); s != 0 {
		args["seat"] = p.Seat(p.game, s)
	}
	if c := p.game.ZoneCard(z); c != 0 {
		args["host"] = p.value(engine.CardValue(c))
	}
	return args
}

func (p *Printer) move(e *engine.Event) (string, bool) {
	from, to := engine.ZoneID(e.B), engine.ZoneID(e.C)
	if from == to {
		return "", false
	}
	a, b := p.game.Pack.Zones[p.game.KindOfZone(from)].Name, p.game.Pack.Zones[p.game.KindOfZone(to)].Name
	for _, key := range []string{"move." + a + "." + b, "move.to." + b, "move.from." + a} {
		if !p.Has(key) {
			continue
		}
		args := p.zoneArgs(to)
		args["from"], args["to"] = p.Zone(p.game, from), args["zone"]
		if args["seat"] == "" {
			if s := p.game.ZoneSeat(from); s != 0 {
				args["seat"] = p.Seat(p.game, s)
			} else if s := p.game.Controller(engine.CardID(e.A)); s != 0 {
				args["seat"] = p.Seat(p.game, s)
			}
		}
		if c := p.game.ZoneCard(from); c != 0 && args["host"] == "" {
			args["host"] = p.value(engine.CardValue(c))
		}
		args["card"] = p.Hidden()
		if p.seen(e.Old | e.New) {
			args["card"] = p.Card(engine.CardID(e.A))
		}
		return p.Message(key, args)
	}
	return "", false
}

// roll prints several rolls of one die in a row as one line, at the first.
func (p *Printer) roll(at int, e *engine.Event) (string, bool) {
	key := "roll." + p.game.Pack.Dice[e.A].Name
	log := p.live.Log()
	if !p.Has(key) || !p.seen(e.New) {
		return "", false
	}
	if at > log.Base {
		if before := log.At(at - 1); before.Kind == engine.EvRoll && before.A == e.A && log.Cause(at-1) == log.Cause(at) {
			return "", false
		}
	}
	var faces []string
	for i := at; i < log.Len(); i++ {
		next := log.At(i)
		if next.Kind != engine.EvRoll || next.A != e.A || log.Cause(i) != log.Cause(at) {
			break
		}
		faces = append(faces, p.value(log.Values(next)[0]))
	}
	comma, _ := p.Message("list.and", nil)
	return p.Message(key, locale.Args{"faces": strings.Join(faces, comma), "count": fmt.Sprint(len(faces))})
}

func (p *Printer) ability(e *engine.Event) (string, bool) {
	a := &p.game.Pack.Abilities[e.A]
	args := locale.Args{"seat": p.Seat(p.game, engine.Seat(e.C)), "card": p.value(engine.CardValue(engine.CardID(e.B)))}
	if e.B == 0 {
		args["card"] = ""
	}
	in := engine.Instance{Card: engine.CardID(e.B), Ability: a}
	args["ability"] = p.AbilityOf(p.game, &in, p.sees)
	if key := "say.ability." + a.Name; p.Has(key) {
		return p.Message(key, args)
	}
	return p.Message("say.ability", args)
}

func (p *Printer) failed(e *engine.Event) (string, bool) {
	failures := p.live.Failures()
	if int(e.C) >= len(failures) {
		return "", false
	}
	f := failures[e.C]
	return p.Message("say.ability_failed", locale.Args{"ability": p.Ability(f.Ability), "error": f.Err.Error()})
}

func (p *Printer) finish(e *engine.Event) (string, bool) {
	var names []string
	for s := engine.Seat(1); int(s) <= p.game.Seats; s++ {
		if engine.SeatSet(e.A).Has(s) {
			names = append(names, p.Seat(p.game, s))
		}
	}
	comma, _ := p.Message("list.and", nil)
	args := locale.Args{"winners": strings.Join(names, comma), "count": fmt.Sprint(len(names))}
	reason := p.game.Pack.Symbols[e.B]
	for _, key := range []string{"finish." + reason, [...]string{"finish.nobody", "finish", "finish.many"}[min(len(names), 2)]} {
		if p.Has(key) {
			return p.Message(key, args)
		}
	}
	return "", false
}
