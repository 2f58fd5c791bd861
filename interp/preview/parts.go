package preview

import (
	"slices"

	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// mostParts is how many answers to a next question are tried, partWorlds in how many worlds.
const (
	mostParts  = 12
	partWorlds = 2
)

// part is an answer to the seat's next question, tried in worlds.
type part struct {
	answer   int
	label    string
	standing int
	worlds   []course
}

// best finds the answer to the seat's next question by which it stands best then, of a reply
// that by itself does nothing but lead there. The pack says how well a seat stands; where all
// answers do as well as each other, they all are told.
func (p *Previewer) best(w *Would, reply []int, then []Next, s Settings) {
	if w.Refused || len(w.Sure)+len(w.Likely)+len(w.Values) > 0 || !p.sampler.HasEvaluation() ||
		len(then) != 1 || then[0].Seat != p.seat || then[0].Chance < 100 {
		return
	}
	parts := p.parts(reply, s)
	if len(parts) < 2 {
		return
	}
	slices.SortStableFunc(parts, func(a, b part) int { return b.standing - a.standing })
	if parts[0].standing == parts[len(parts)-1].standing {
		labels := lists.Map(parts, func(one part) string { return one.label })
		labels = slices.Compact(slices.Sorted(slices.Values(labels)))
		if len(labels) > 1 {
			w.Parts = labels
		}
		return
	}
	best := p.merge(parts[0].worlds)
	best.Then = nil
	option := p.taken(reply).label
	known := func(l Line) bool { return repeats(l.Text, parts[0].label) || repeats(l.Text, option) }
	best.Sure, best.Likely = slices.DeleteFunc(best.Sure, known), slices.DeleteFunc(best.Likely, known)
	w.Best = &Best{Answer: parts[0].label, Say: append([]string{}, best.sentences(p.voice())...)}
}

// parts tries answers to the question behind a reply, all in the same worlds; none where one
// cannot be tried.
func (p *Previewer) parts(reply []int, s Settings) []part {
	var out []part
	for world := range partWorlds {
		p.sampler.World(rng.Derive(p.seed, world))
		p.stood = p.stand()
		if world == 0 {
			alone := trial{reply: reply}
			if !p.try(&alone, s) {
				return nil
			}
			for i := range min(p.options, mostParts) {
				out = append(out, part{answer: i * p.options / min(p.options, mostParts)})
			}
		}
		for i := range out {
			t := trial{reply: reply}
			p.second = []int{out[i].answer}
			ok := p.try(&t, s)
			taken := p.second == nil
			p.second = nil
			if standing, err := p.sampler.Evaluation(p.seat); ok && taken && err == nil && len(t.worlds) == 1 {
				out[i].standing += standing
				out[i].worlds = append(out[i].worlds, t.worlds...)
			} else {
				return nil
			}
			if world == 0 {
				out[i].label = p.voice().OptionText(p.asked.Prompt, p.asked.Options[out[i].answer].Parts)
			}
		}
	}
	return out
}

// answers answers the seat's own next question with the part that is tried, and notes
// between how many options it is where none is.
func (p *Previewer) answers(m *belief.Moment) []int {
	second := p.second
	p.options = 0
	if m.Form() == view.Pick && !m.Secret {
		p.options = m.Options
	}
	if second == nil || second[0] >= p.options {
		return nil
	}
	p.second = nil
	p.asked = m.Question()
	return second
}
