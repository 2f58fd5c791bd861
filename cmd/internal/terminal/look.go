package terminal

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/provenance"
	"github.com/ruledeck/ruledeck/cmd/internal/screen"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/preview"
	"github.com/ruledeck/ruledeck/interp/sanitize"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// look answers the commands that only look and reports whether the line was one. It asks
// the question again below, as it has left the screen.
func (a *answering) look(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "help", "?":
		fmt.Fprintln(a.Out, a.screen.Say("help"))
		return true
	case "look":
		if rest == "" {
			a.page(a.screen.Draw(a.scene, a.menu))
			return true
		}
		a.place(rest)
	case "hand":
		for _, area := range a.areas() {
			if area.Held && area.Seat == a.at.Number() {
				a.print(a.screen.Place(a.scene, &area))
			}
		}
	case "card":
		a.card(rest)
	case "why":
		out := a.Out
		if r, ok := a.Err.(*recent); ok { // it is told again under a table that is drawn anew
			a.Out = io.MultiWriter(out, &r.lines)
		}
		if name, not := strings.CutPrefix(rest+" ", "not "); not {
			a.whyNot(strings.TrimSpace(name))
		} else {
			a.why(rest)
		}
		a.Out = out
	case "would":
		a.would(rest)
	case "log":
		_, lines := a.at.Seen()
		var all []screen.Line
		for _, l := range lines {
			for text := range strings.SplitSeq(l.String(), "\n") {
				all = append(all, screen.Line{Text: text})
			}
		}
		a.page(all)
	default:
		return false
	}
	fmt.Fprintln(a.Out)
	a.print(a.screen.Prompt(a.scene, a.menu))
	return true
}

// would tells what an answer would do, or without one what each row of the list would.
func (a *answering) would(answer string) {
	p, err := a.session.Preview(a.ctx, a.at.Number(), a.session.Lang)
	if err != nil {
		fmt.Fprintln(a.Out, err)
		return
	}
	rows, problem := a.numbers(answer)
	var reply engine.Reply
	switch {
	case problem != "":
	case a.scene.Ask.Kind.Form() != view.Pick:
		reply, problem = a.reply(answer)
	case len(rows) == 0:
		for n := range a.menu.Rows {
			rows = append(rows, n+1)
		}
	case rows[0] == 0 && a.scene.Ask.Optional:
		reply = engine.Reply{}
	default:
		if i := slices.IndexFunc(rows, func(n int) bool { return a.menu.Row(n) < 1 }); i >= 0 {
			problem = a.noOption(rows[i], len(a.menu.Rows))
		}
	}
	switch {
	case problem != "":
		fmt.Fprintln(a.Out, problem)
	case reply != nil:
		would := p.Reply(reply, preview.Default)
		a.says("", &would)
	default:
		a.wouldEach(p.Options(preview.Default), rows)
	}
}

// foretell puts beside the options what they would do.
func (a *answering) foretell() error {
	p, err := a.session.Preview(a.ctx, a.at.Number(), a.session.Lang)
	if err != nil {
		return err
	}
	all := p.Options(preview.Default)
	if len(all.Options) > 0 {
		a.menu.Tell(all.Say, func(position int) []string { return all.Options[position].Say })
	}
	return nil
}

// wouldEach tells what the options behind rows of the list would do.
func (a *answering) wouldEach(all preview.Question, rows []int) {
	if all.Say != "" {
		fmt.Fprintln(a.Out, sanitize.Line(all.Say))
	}
	for _, n := range rows {
		for _, o := range a.menu.Options(a.menu.Row(n)) {
			fmt.Fprintln(a.Out, sanitize.Line(o.Text))
			a.says("  ", &all.Options[o.Positions[0]])
		}
	}
}

func (a *answering) says(indent string, would *preview.Would) {
	for _, line := range would.Say {
		fmt.Fprintln(a.Out, indent+sanitize.Line(line))
	}
}

// place draws one place with all its cards.
func (a *answering) place(name string) {
	areas := a.areas()
	var known []string
	found := false
	for _, area := range areas {
		if is(name, area.Name, area.Title, area.Kind) {
			found = true
			a.print(a.screen.Place(a.scene, &area))
		}
		if !slices.Contains(known, area.Name) {
			known = append(known, area.Name)
		}
	}
	if !found {
		fmt.Fprintln(a.Out, a.screen.Say("bad.zone", "name", strconv.Quote(name), "places", strings.Join(known, ", ")))
	}
}

// is reports whether a person means one of the names: by it, or by how it begins.
func is(typed string, names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		return len(n) >= len(typed) && strings.EqualFold(n[:len(typed)], typed)
	})
}

// areas are all places that the seat sees, those on cards after the card's, with the
// numbers of the list that is asked now.
func (a *answering) areas() []scene.Area {
	var out []scene.Area
	var add func(list []scene.Area)
	add = func(list []scene.Area) {
		for _, area := range list {
			out = append(out, area)
			add(area.Areas)
			for i := range area.Cards {
				add(area.Cards[i].Areas)
			}
		}
	}
	of := a.menu.Numbered(a.scene)
	add(of.Table)
	for i := range of.Seats {
		add(of.Seats[i].Areas)
	}
	return out
}

// card shows all of a card: by name, or of what an option is about: cards, places,
// seats.
func (a *answering) card(name string) {
	keys := map[string]bool{}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(a.menu.Rows) {
		for _, key := range a.menu.Lights(n) {
			keys[key] = true
		}
	}
	var shown []string
	of := a.menu.Numbered(a.scene)
	for i := range of.Seats {
		if key := fmt.Sprintf("seat %d", of.Seats[i].Seat); keys[key] {
			shown = append(shown, key)
			a.print(a.screen.Side(of, &of.Seats[i]))
		}
	}
	for _, area := range a.areas() {
		if keys[area.Key] && !slices.Contains(shown, area.Key) {
			shown = append(shown, area.Key)
			a.print(a.screen.Place(a.scene, &area))
		}
		for i := range area.Cards {
			c := &area.Cards[i]
			if !(keys[c.Key] || len(keys) == 0 && name != "" && is(name, c.Name, c.Def)) || c.Hidden ||
				slices.Contains(shown, c.Key) {
				continue
			}
			shown = append(shown, c.Key)
			a.print(a.screen.Card(a.scene, c))
		}
	}
	if c, ok := a.printed(name); ok && len(shown) == 0 {
		a.print(a.screen.Card(a.scene, &c))
	} else if len(shown) == 0 {
		fmt.Fprintln(a.Out, a.screen.Say("bad.card", "name", strconv.Quote(name)))
	}
}

// printed is a card of the game that is not in sight, as it is printed.
func (a *answering) printed(name string) (scene.Card, bool) {
	compiled := a.at.Compiled()
	speaker := a.at.Speaker()
	for d := range compiled.Pack.Defs {
		def := engine.DefID(d)
		if name != "" && (strings.EqualFold(speaker.Def(def), name) || compiled.Pack.Defs[d].ID == name) {
			return scene.NewComposer(compiled, speaker).Definition(def), true
		}
	}
	return scene.Card{}, false
}

// why tells the causes of a line of the transcript, counted from the last one back.
func (a *answering) why(number string) {
	events, lines := a.at.Seen()
	lines = slices.DeleteFunc(lines, func(l transcript.Line) bool { return l.Heading > 0 })
	n, err := strconv.Atoi(cmp.Or(number, "1"))
	if err != nil || n < 1 || n > len(lines) {
		problem := "bad.line"
		if len(lines) == 0 {
			problem = "why.nothing"
		}
		fmt.Fprintln(a.Out, a.screen.Say(problem, "number", number, "count", len(lines)))
		return
	}
	all, _ := a.session.Watch(view.Referee, a.session.Lang).Seen()
	history := provenance.History{Events: events, Lines: lines, All: all}
	var chain []string
	for _, c := range provenance.NewAtlas(a.session.Table()).Chain(&history, lines[len(lines)-n].Event) {
		if text := a.cause(&c); text != "" {
			if changed := c.ChangedText(a.at.Voice()); changed != "" {
				text += "  (" + changed + ")"
			}
			if c.At.Line > 0 {
				text += fmt.Sprintf("  [%s:%d]", c.At.File, c.At.Line)
			}
			chain = append(chain, text)
		}
	}
	a.print(a.screen.Chain(chain))
}

// cause says what an event was: as the transcript did, or as the game calls it.
func (a *answering) cause(c *provenance.Cause) string {
	voice := a.at.Voice()
	switch {
	case c.Kind == view.AnswerEvent:
		return a.screen.Say("why.answer", "seat", voice.Seat(c.Seat), "choice", provenance.Answered(c.Event, voice))
	case c.Text != "":
		return c.Text
	case c.Kind == view.AbilityEvent || c.Kind == view.EffectEvent:
		return a.screen.Say("why.ability", "ability", voice.AbilityOf(c.Name, c.Card))
	case c.Kind == view.StepEvent:
		return a.screen.Say("why.step", "step", c.Name)
	case c.Kind == view.RaiseEvent || c.Kind == view.ApplyEvent:
		return a.screen.Say("why.trigger", "trigger", c.Name)
	}
	return ""
}

// standings prints the seats' values at the end of a game.
func (t *console) standings(w *play.Watcher) {
	s := scene.NewComposer(w.Compiled(), w.Speaker()).Scene(scene.Input{View: w.View()})
	for i, line := range screen.New(t.session.Lang).Standings(s) {
		if i == 0 {
			fmt.Fprintln(t.Out)
		}
		fmt.Fprintln(t.Out, line.Text)
	}
}
