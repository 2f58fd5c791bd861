package studio

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/provenance"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/table"
)

// Cause is one link of the chain that ends in an event.
type Cause struct {
	Event int    `json:"event"`
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Name  string `json:"name,omitempty"`
	sourcePlace
}

// EventCall names an event.
type EventCall struct {
	Event *int `json:"event"`
}

// why is the chain of causes of an event, outermost first, each with the ability
// and the line of the script that did it.
func (s *server) why(v house.Viewer, in EventCall) ([]Cause, error) {
	event := -1
	if in.Event != nil {
		event = *in.Event
	}
	history, voice := history(v)
	if event < 0 || event >= len(history.Events) {
		return nil, table.Refuse(http.StatusNotFound, "there is no event %d; the last is %d", event,
			len(history.Events)-1)
	}
	chain := []Cause{}
	for _, c := range atlas(v.Game).Chain(history, event) {
		out := Cause{c.Number, string(c.Kind), c.Text, c.Name, s.spot(c.At)}
		switch {
		case c.Kind == view.AnswerEvent:
			out.Text = voice.Seat(c.Seat) + ": " + provenance.Answered(c.Event, voice)
		case c.Text != "":
		case c.Kind == view.StepEvent:
			out.Text = c.Name
		case c.Card != nil && (c.Kind == view.AbilityEvent || c.Kind == view.EffectEvent):
			out.Text = fmt.Sprintf("%s (%s)", c.Name, voice.Value(c.Card))
		default:
			out.Text = provenance.Plain(c.Event, voice)
		}
		if changed := c.ChangedText(voice); changed != "" {
			out.Text += " (" + changed + ")"
		}
		chain = append(chain, out)
	}
	return chain, nil
}

// getAsked are the places of the scripts that put the open question.
func (s *server) getAsked(v house.Viewer, _ table.None) ([]sourcePlace, error) {
	out := []sourcePlace{}
	prompt := ""
	if err := v.Game.Look(func(session *play.Session) error {
		if d := session.Position().Open(); d != nil && d.Prompt > 0 {
			prompt = session.Table().Compiled.Pack.Symbols[d.Prompt]
		}
		return nil
	}); err != nil || prompt == "" {
		return out, err
	}
	asks := regexp.MustCompile(`\bprompt\s*=\s*["']` + regexp.QuoteMeta(prompt) + `["']`)
	for _, script := range v.Game.Shown().Table.Loaded.Scripts {
		for i, line := range strings.Split(script.Text, "\n") {
			if at := asks.FindStringIndex(line); at != nil {
				out = append(out, s.spot(diag.At(script.File, i+1, at[0]+1)))
			}
		}
	}
	return out, nil
}

// history returns the game as a viewer has seen it, and a voice with the names of its things.
func history(v house.Viewer) (told *provenance.History, voice *locale.Voice) {
	_ = v.Game.Look(func(session *play.Session) error {
		watcher := session.Watch(v.Seat, v.Lang)
		told = &provenance.History{}
		told.Events, told.Lines = watcher.Seen()
		told.All, _ = session.Watch(view.Referee, v.Lang).Seen()
		voice = watcher.Voice()
		return nil
	})
	return told, voice
}

// atlas is made when the first cause is asked for, and anew for other files.
func atlas(g *house.Game) *provenance.Atlas {
	b := own(g)
	if t := g.Shown().Table; !b.places.Load().Of(t) {
		b.places.Store(provenance.NewAtlas(t))
	}
	return b.places.Load()
}
