package golden

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// Difference says where a game no longer plays as its golden has it.
type Difference struct {
	// Line is the line of the file at which the transcript differs, 0 if it does
	// not.
	Line int
	// Text tells the difference, over several lines.
	Text string
}

// Compare plays a golden again and returns the first difference, nil if there is
// none. An error means that it could not be played at all.
func (g *Golden) Compare(ctx context.Context, t *interp.Table) (*Difference, error) {
	s, err := g.Play(ctx, t, make([]play.Player, len(g.Record.Header.Seats)))
	if s == nil {
		return nil, err
	}
	if err == nil {
		_, err = s.Advance(ctx)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err() // it says nothing of the golden
	}
	p := s.Position()
	text := g.firstEvent(p, played(s))
	now := transcriptOf(s)
	at := -1
	if g.Transcript != nil { // a save has none
		at = firstLine(g.Transcript, now)
	}
	end := g.Record.End
	switch {
	case err != nil:
	case text == "" && g.Whole && (p.Hash() != end.Hash || p.Decisions() != end.Decisions):
		text = "every event is as it was recorded, but the game ends in another state\n"
	case text == "" && at < 0:
		return nil, nil
	}
	d := &Difference{Text: "the game does not play as it was recorded\n" + text}
	if at >= 0 {
		d.Line = g.line + at
		d.Text += g.transcripts(at, now)
	}
	var answer *replay.Difference
	switch {
	case errors.As(err, &answer):
		d.Text += "the first answer that does not fit: " + answer.Error() + "\n"
	case err != nil:
		d.Text += "the game fails: " + err.Error() + "\n"
	}
	d.Text = strings.TrimRight(d.Text+Changed(&g.Record.Header, t, text), "\n")
	return d, nil
}

// Play gives the recorded answers to the game as the table has it. It fails as
// play.Resume does.
func (g *Golden) Play(ctx context.Context, t *interp.Table, players []play.Player) (*play.Session, error) {
	start := play.Recorded(t, &g.Record.Header)
	if g.Record.Header.Scenario != nil {
		start = scenario.Start(nil, func() (*scenario.Live, error) { return scenario.Begin(ctx, &g.Record.Header) })
	}
	return play.Resume(ctx, start, g.Record.Answers, play.Settings{Players: players})
}

// firstEvent tells the first event that differs, with what caused it; "" if
// there is none, or if the golden has no digests.
func (g *Golden) firstEvent(p *engine.Position, events []event) string {
	var want []string
	for _, s := range g.Steps {
		want = append(want, s.Digests...)
	}
	if len(want) == 0 {
		return ""
	}
	texts := lists.Map(events, func(e event) string { return e.text })
	for i := range max(len(want), len(events)) {
		switch {
		case i == len(events):
			return fmt.Sprintf("the first event that differs: the game stops after event %d of %d, %s\n", i, len(want),
				where(p, p.Log().Len()))
		case i < len(want) && want[i] == eventDigest(texts[i]):
			continue
		}
		return fmt.Sprintf("the first event that differs: event %d, %s\n%s", i+1, where(p, events[i].at),
			shown(chain(texts, i), "    "))
	}
	return ""
}

// firstLine is the first line in which two transcripts differ, -1 if none does.
func firstLine(want, have []string) int {
	for i := range max(len(want), len(have)) {
		if i >= len(want) || i >= len(have) || strings.TrimSpace(want[i]) != strings.TrimSpace(have[i]) {
			return i
		}
	}
	return -1
}

// transcripts shows a line of the recorded transcript beside that of the game
// now, under what stands above both.
func (g *Golden) transcripts(at int, have []string) string {
	side := func(lines []string) ([]string, string) {
		for i := at; i < len(lines); i++ {
			if lines[i] != "" {
				all := chain(lines, i)
				return all[:len(all)-1], strings.TrimSpace(lines[i])
			}
		}
		return nil, "(the end)"
	}
	above, expected := side(g.Transcript)
	other, found := side(have)
	if len(other) > len(above) {
		above = other
	}
	indent := strings.Repeat("  ", len(above)+2)
	return fmt.Sprintf("in the transcript:\n%s%sexpected: %s\n%sfound:    %s\n", shown(above, "    "), indent,
		expected, indent, found)
}

// Changed tells what of the pack is not as it was when the golden was recorded:
// see Changes.
func Changed(h *replay.Header, t *interp.Table, event string) string {
	lines := Changes(h, t, event)
	switch {
	case len(lines) > 0:
		return "changed since it was recorded:\n    " + strings.Join(lines, "\n    ") + "\n"
	case maps.Equal(h.Files, play.FileDigests(t)):
		return "the pack is as it was: the program plays it otherwise\n"
	}
	return "no card and no script has changed since it was recorded, but other files of the pack have\n"
}

// Changes lists the differences to the pack that a game was recorded with: the language, then the
// cards and the scripts, with the cards that carry them. Names in the text of an event come first.
func Changes(h *replay.Header, t *interp.Table, event string) []string {
	var lines []string
	if h.API < keyword.API {
		lines = append(lines, fmt.Sprintf("the language, from version %d to %d: ruledeck explain older-api", h.API,
			keyword.API))
	}
	if s := h.Scenario; s != nil && scenario.Changed(s) {
		lines = append(lines, "scenario "+s.File)
	}
	if len(h.Cards) > 0 {
		cards := differing(h.Cards, play.CardDigests(t))
		slices.SortStableFunc(cards, func(a, b change) int { return rank(t, event, a.id) - rank(t, event, b.id) })
		for _, c := range cards {
			name := c.id
			if d, ok := t.Compiled.Defs[name]; ok && t.Speaker("en").Def(d) != name {
				name = t.Speaker("en").Def(d) + " (" + name + ")"
			}
			lines = append(lines, "card "+name+c.how)
		}
	}
	if len(h.Scripts) > 0 {
		for _, c := range differing(h.Scripts, play.ScriptDigests(t)) {
			lines = append(lines, "script "+c.id+".lua"+carriers(t, event, c.id)+c.how)
		}
	}
	return lines
}

// change is a card or a script that is not as it was.
type change struct{ id, how string }

func differing(before, now map[string]string) []change {
	var out []change
	for id, digest := range now {
		if old, known := before[id]; !known {
			out = append(out, change{id, " (new)"})
		} else if old != digest {
			out = append(out, change{id, ""})
		}
	}
	for id := range before {
		if _, known := now[id]; !known {
			out = append(out, change{id, " (gone)"})
		}
	}
	slices.SortFunc(out, func(a, b change) int { return strings.Compare(a.id, b.id) })
	return out
}

// rank puts cards that an event names before others.
func rank(t *interp.Table, event, id string) int {
	if d, ok := t.Compiled.Defs[id]; ok {
		return named(event, t.Speaker("en").Def(d))
	}
	return 1
}

// named is 0 for a name that an event holds, and 1 for others.
func named(event, name string) int {
	if strings.Contains(event, name) {
		return 0
	}
	return 1
}

// mostCarriers bounds the cards that are named for an ability.
const mostCarriers = 8

// carriers names the cards with an ability, those that an event names first.
func carriers(t *interp.Table, event, script string) string {
	ability, ok := strings.CutPrefix(script, "abilities/")
	if !ok {
		return ""
	}
	names := map[string]bool{}
	p := t.Compiled.Pack
	for d := range p.Defs {
		for _, carried := range p.Defs[d].Abilities {
			if p.Abilities[carried.Ability].Name == ability {
				names[t.Speaker("en").Def(engine.DefID(d))] = true
			}
		}
	}
	list := lists.Sorted(names)
	slices.SortStableFunc(list, func(a, b string) int { return named(event, a) - named(event, b) })
	if more := len(list) - mostCarriers; more > 0 {
		list = append(list[:mostCarriers], fmt.Sprintf("%d more", more))
	}
	if len(list) == 0 {
		return ", an ability on no card"
	}
	return ", an ability of " + strings.Join(list, ", ")
}
