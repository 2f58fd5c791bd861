package reason

import (
	"context"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Worlds is in how many worlds a reason must be the same.
const Worlds = 3

// Answer is why something is not among the options.
type Answer struct {
	// Text is the reason, Say the reason with the name of the card or ability.
	Text string `json:"text"`
	Say  string `json:"say"`
	// Known is false if no reason is known; Offered is set if it is among the options.
	Known   bool `json:"known"`
	Offered bool `json:"offered,omitempty"`
}

// Asker answers a seat. It is not safe for concurrent use.
type Asker struct {
	sampler *belief.Sampler
	keys    *filter.Keys
	speaker *locale.Speaker
	heard   Heard
	seat    engine.Seat
	seed    uint64
	asked   bool
}

// New returns an asker for games of a pack that speaks a language. scripts are not in use
// by a game.
func New(scripts engine.Scripts, c *compile.Compiled, speaker *locale.Speaker) *Asker {
	return &Asker{sampler: belief.NewSampler(scripts, nil), keys: c.Filters, speaker: speaker}
}

// At takes up the open question to a seat, or none where it is not asked. The game must
// stand still until the last answer; when ctx ends, nothing is told any more.
func (a *Asker) At(ctx context.Context, p *engine.Position, d *engine.Decision, seat engine.Seat) {
	a.asked = d != nil && d.Asks(seat)
	if a.asked {
		a.seat = seat
		a.seed = rng.Derive(rng.Derive(rng.Name("reason"), d.Number), int(seat))
		a.sampler.At(ctx, p, d, seat)
	}
}

// Why answers why a card, by the key under which the seat sees it, or a word is not
// among the options; without a key it answers for all words that scripts left out, a line each.
func (a *Asker) Why(key string) Answer {
	if !a.asked {
		return a.untold("unasked")
	}
	var out Answer
	for n := range Worlds {
		a.sampler.World(rng.Derive(a.seed, n))
		ok, err := a.sampler.Witness(&a.heard)
		if !ok || err != nil || a.sampler.Refusal() != "" {
			return a.untold("unknown")
		}
		now, found := a.answer(key)
		if !found || n > 0 && now != out {
			return a.untold("unknown")
		}
		out = now
	}
	return out
}

// Offered says of something by its name that it is among the options.
func (a *Asker) Offered(name string) Answer {
	voice := a.voice(nil, "")
	text := voice.Say([]string{sentences[Offered]})
	return Answer{text, voice.Say([]string{"line"}, "is", name, "name", text), true, true}
}

func (a *Asker) untold(key string) Answer {
	text := a.voice(nil, "").Say([]string{key})
	return Answer{Text: text, Say: text}
}

// answer is the reason in the world that stands.
func (a *Asker) answer(key string) (Answer, bool) {
	p, d := a.sampler.Stood()
	voice := a.voice(p, p.Pack.Symbols[d.Prompt])
	s := Sayer{Keys: a.keys, Namer: voice, At: p}
	var out []Answer
	for _, v := range a.things(p, key, voice.project) {
		r := a.heard.Of(p, d, a.seat, v)
		one := Answer{Text: s.Reason(&r), Known: r.Kind != Unknown, Offered: r.Kind == Offered}
		one.Say = s.Say([]string{"line"}, "is", s.Text(v), "name", one.Text)
		switch {
		case one.Offered && key != "":
			return one, true
		case one.Known && !one.Offered || key != "":
			out = append(out, one)
		}
	}
	if key == "" && len(out) > 0 {
		text := strings.Join(lists.Map(out, func(a Answer) string { return a.Say }), "\n")
		return Answer{Text: text, Say: text, Known: true}, true
	}
	return slices.Concat(out, []Answer{{}})[0], len(slices.Compact(out)) == 1
}

// things are the cards that the seat sees under a key, which are alike to it, or a word
// that a script left out.
func (a *Asker) things(p *engine.Position, key string, project func(engine.Value) view.Value) []engine.Value {
	var out []engine.Value
	for c := 1; c < len(p.Def); c++ {
		v := engine.CardValue(engine.CardID(c))
		if view.Knows(p, a.seat, v.Card()) {
			if shown := project(v); shown.Key() == key {
				out = append(out, v)
			}
		}
	}
	for i := range a.heard.refusals {
		of := a.heard.refusals[i].what.Of
		if of.Kind == engine.Word && (key == "" || p.Pack.Symbols[of.N] == key) && !slices.Contains(out, of) {
			out = append(out, of)
		}
	}
	return out
}

// voice names things as the seat knows them.
type voice struct {
	*locale.Voice
	project func(engine.Value) view.Value
	prompt  string
}

func (a *Asker) voice(p *engine.Position, prompt string) *voice {
	if p == nil {
		return &voice{Voice: a.speaker.At(nil)}
	}
	return &voice{a.speaker.At(view.Players(p, a.seat)), view.Projector(p, a.seat), prompt}
}

// Text names a value.
func (v *voice) Text(value engine.Value) string {
	shown := v.project(value)
	return v.OptionPart(&shown)
}

// Say fills the sentence of the first key that has one, that for the question before any.
func (v *voice) Say(keys []string, pairs ...string) string {
	return Sentence(v.Speaker, v.prompt, keys, pairs)
}

// Sentence is the sentence of the first key that has one, behind not, that for a prompt
// before any; the last key itself where none has.
func Sentence(s *locale.Speaker, prompt string, keys, pairs []string) string {
	args := locale.Pairs(pairs...)
	for _, key := range keys {
		for _, before := range []string{"not." + prompt + ".", "not."} {
			if text, ok := s.Message(before+key, args); ok {
				return text
			}
		}
	}
	return locale.Plain(keys[len(keys)-1])
}
