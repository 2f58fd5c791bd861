package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/screen"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// look answers the commands that only look and reports whether it was one. What was
// asked is asked again under it, for it has left the screen.
func (a *answering) look(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "help", "?":
		fmt.Fprintln(a.Out, a.screen.Say("help"))
		return true
	case "look", "hand":
		a.place(rest)
	case "card":
		a.card(rest)
	case "why":
		a.why(rest)
	case "log":
		_, lines := a.at.Seen()
		for _, l := range lines {
			fmt.Fprintln(a.Out, l.String())
		}
	default:
		return false
	}
	fmt.Fprintln(a.Out)
	a.print(a.screen.Again(a.scene, a.menu))
	return true
}

// place draws all of the table, or one place with all its cards.
func (a *answering) place(name string) {
	if name == "" {
		a.print(a.screen.Look(a.scene, a.menu))
		return
	}
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

// areas are all places that the seat sees, those on cards after the card's.
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
	add(a.scene.Table)
	for i := range a.scene.Seats {
		add(a.scene.Seats[i].Areas)
	}
	return out
}

// card shows all of a card: by name, or that of an option.
func (a *answering) card(name string) {
	keys := map[string]bool{}
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= len(a.menu.Rows) {
		for _, key := range a.menu.Lights(n) {
			keys[key] = true
		}
	}
	var shown []string
	for _, area := range a.areas() {
		for i := range area.Cards {
			c := &area.Cards[i]
			if !(keys[c.Key] || len(keys) == 0 && name != "" && is(name, c.Name, c.Def)) || c.Hidden || slices.Contains(shown, c.Key) {
				continue
			}
			shown = append(shown, c.Key)
			a.print(a.screen.Card(a.scene, c))
		}
	}
	if len(shown) > 0 {
		return
	}
	if c, ok := a.printed(name); ok {
		a.print(a.screen.Card(a.scene, &c))
		return
	}
	fmt.Fprintln(a.Out, a.screen.Say("bad.card", "name", strconv.Quote(name)))
}

// printed is a card of the game that is not in sight, as it is printed.
func (a *answering) printed(name string) (scene.Card, bool) {
	compiled, speaker := a.at.Compiled(), a.at.Speaker()
	for d := range compiled.Pack.Defs {
		def := engine.DefID(d)
		if name != "" && (strings.EqualFold(speaker.Def(def), name) || compiled.Pack.Defs[d].ID == name) {
			return scene.NewComposer(compiled, speaker).Definition(a.at.Definition(def)), true
		}
	}
	return scene.Card{}, false
}

// why tells the causes of a line of the transcript, counted from the last one back.
func (a *answering) why(number string) {
	events, lines := a.at.Seen()
	lines = slices.DeleteFunc(lines, func(l transcript.Line) bool { return l.Heading > 0 })
	n, err := strconv.Atoi(number)
	if number == "" {
		n, err = 1, nil
	}
	if err != nil || n < 1 || n > len(lines) {
		fmt.Fprintln(a.Out, a.screen.Say("bad.line", "number", number, "count", fmt.Sprint(len(lines))))
		return
	}
	line := lines[len(lines)-n]
	texts := map[int]string{}
	for _, l := range lines {
		texts[l.Event] = l.Text
	}
	var chain []string
	for at := line.Event; at >= 0 && at < len(events); at = events[at].Cause {
		if text := a.cause(&events[at], texts[at]); text != "" {
			chain = append(chain, text)
		}
	}
	slices.Reverse(chain)
	for depth, text := range chain {
		fmt.Fprintln(a.Out, strings.Repeat("  ", depth)+text)
	}
}

// cause says what an event was, and where in the pack it is written.
func (a *answering) cause(e *view.Event, line string) string {
	pack := a.at.Compiled().Pack
	switch e.Kind {
	case view.AbilityEvent, view.EffectEvent:
		ability := &pack.Abilities[e.Index]
		name := a.at.Voice().AbilityOf(e.Name, e.Card)
		return fmt.Sprintf("%s  %s:%d", a.screen.Say("why.ability", "ability", name), ability.File, ability.Line)
	case view.AnswerEvent:
		var chosen []string
		for _, parts := range e.Choices {
			chosen = append(chosen, a.at.Voice().OptionText("", parts))
		}
		return a.screen.Say("why.answer", "seat", a.at.Voice().Seat(e.Seat), "choice", a.at.Speaker().Join(chosen))
	case view.RaiseEvent, view.ApplyEvent:
		name := e.Name
		if line != "" {
			name = line
		}
		if e.Kind == view.RaiseEvent && line == "" {
			return ""
		}
		return name + a.declared(e.Name)
	}
	return line
}

// declared is where a trigger is declared.
func (a *answering) declared(trigger string) string {
	for _, t := range a.at.Compiled().Tree.Triggers {
		if t.Name.Text == trigger {
			return fmt.Sprintf("  [%s, %s:%d]", trigger, t.Name.Pos.File, t.Name.Pos.Line)
		}
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
