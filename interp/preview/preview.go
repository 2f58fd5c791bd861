// Package preview tells what an option would do, from the rules alone: it gives the
// reply in worlds that the seat cannot tell from the real game, plays on until
// somebody must be asked, and says what followed in the words of the transcript.
//
//	p := preview.New(machine, table.Speaker("en"))
//	p.At(ctx, position, decision, seat)
//	would := p.Reply([]int{2}, preview.Default)
//
// A preview ends at the seat's own next question, at one that somebody else must
// answer, and where a phase or a turn begins; others decline whatever they may. What
// stands before the first chance, newly known card or question to another seat is
// sure. All else is as likely as it was in the worlds that were drawn: how the
// others' answers would have made some more likely than others is not weighed.
//
// Whatever is told is a function of what the seat may know: worlds are drawn by
// belief.Sampler with seeds of their own, and what the world would not show the seat is
// not told either. So a preview is the same, byte for byte, in all games that the seat
// cannot tell apart.
//
// It may import the engine, engine/view, engine/rng, interp/lists,
// interp/locale and interp/transcript.
package preview

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Settings bound what a preview costs.
type Settings struct {
	// First is how many worlds are played at first, Worlds how many in all where these
	// differ or hang on chance.
	First, Worlds int
	// Pauses bounds how often play in a world may come to rest before a seat is asked.
	Pauses int
	// Instructions bounds what scripts may do for a question or a reply, in all worlds.
	Instructions int64
}

// Default is what a person at a table is told with.
var Default = Settings{First: 4, Worlds: 32, Pauses: 40, Instructions: 20_000_000}

// Would is what a reply would do.
type Would struct {
	// Worlds is how many it was tried in.
	Worlds int `json:"worlds"`
	// Sure are the lines that come in any case; Likely those that came in enough of the
	// worlds to be told.
	Sure   []Line `json:"sure"`
	Likely []Line `json:"likely"`
	// Values are the attributes that change.
	Values []Change `json:"values"`
	// Then are the next steps, most likely first.
	Then []Next `json:"then"`
	// Best is the answer to the seat's own next question by which it then stands best, where
	// the reply by itself says nothing: an option in parts that are asked one by one.
	Best *Best `json:"best,omitempty"`
	// Parts are the answers to that question where none is the best one, but not all options
	// lead to the same.
	Parts []string `json:"parts,omitempty"`
	// Refused reports that nothing can be told: worlds cannot be sampled, or a script
	// fails or does not come to an end in them.
	Refused bool `json:"refused,omitempty"`
	// Say are all of these in a few sentences.
	Say []string `json:"say"`

	// moves are the cards that move in all worlds.
	moves []Line
}

// Best is an answer to the next question, in words, with its consequences.
type Best struct {
	Answer string   `json:"answer"`
	Say    []string `json:"say"`
}

// Line is something that follows, in the game's words.
type Line struct {
	// Text has variants in braces, where they differ: "dice: {hit / miss}".
	Text string `json:"text"`
	// Chance is in how many of a hundred worlds it came, to the next ten: a sample says
	// no more.
	Chance int `json:"chance"`
	// Low and High are the bounds of its one number, where the variants differ in
	// nothing else.
	Low  int `json:"low,omitempty"`
	High int `json:"high,omitempty"`
	// Cards are the keys of the cards that it names.
	Cards []string `json:"cards"`
}

// Change is an attribute that would have another value where the preview ends.
type Change struct {
	// Name is that of the attribute, Of says whose, both in the game's language. Key
	// is the attribute's name in the pack, Holder the key of its seat or card.
	Name   string `json:"name"`
	Of     string `json:"of,omitempty"`
	Key    string `json:"key"`
	Holder string `json:"holder,omitempty"`
	Before string `json:"before"`
	// After is one value, a range, or the likeliest in braces.
	After string `json:"after"`
	Sure  bool   `json:"sure"`
}

// Next is where a preview ends: a question, a heading, or the end of the game.
type Next struct {
	// Seat is the seat that is asked, 0 for none. Text is its question, where the viewer may
	// see it, or the heading under which the game goes on.
	Seat   engine.Seat `json:"seat,omitempty"`
	Text   string      `json:"text,omitempty"`
	Over   bool        `json:"over,omitempty"`
	Chance int         `json:"chance"`
}

// Question is what all options of a question would do.
type Question struct {
	// Shared, Values and Then are what every option would do, change and lead to.
	Shared []Line   `json:"shared"`
	Values []Change `json:"values"`
	Then   []Next   `json:"then"`
	// Say is that in a sentence, "" where they share nothing.
	Say string `json:"say,omitempty"`
	// Options are in the question's order, without what they share.
	Options []Would `json:"options"`
}

// Previewer tells what replies would do. It is not safe for concurrent use.
type Previewer struct {
	scripts engine.Scripts
	sampler *belief.Sampler
	speaker *locale.Speaker

	seat     engine.Seat
	seed     uint64
	question *view.Question
	// stood are the derived values of the world that is drawn, before any reply.
	stood   []belief.Derived
	players []view.Player
	// second is what the seat itself answers next while parts are tried, nil for nothing;
	// asked is the question that it answers so, options how many one has that stays open.
	second  []int
	asked   *view.Question
	options int
	// vain are the lines of the abilities of trying, the option that is tried, which find nothing
	// to act on.
	vain   []courseLine
	trying taken
	// step is where the step of the question begins in the log, answered how many answers stood
	// before it.
	step, answered int
}

// New returns a previewer that speaks a language. scripts run the game's pack and are
// not in use by a game.
func New(scripts engine.Scripts, speaker *locale.Speaker) *Previewer {
	p := &Previewer{scripts: scripts, speaker: speaker}
	p.sampler = belief.NewSampler(scripts, p.decline)
	p.sampler.Peek()
	return p
}

// decline answers for the others: with nothing where they may, else it leaves the
// question open.
func (p *Previewer) decline(m *belief.Moment) []int {
	if m.Seat == p.seat {
		return p.answers(m)
	}
	if m.Secret || m.Form() > view.Picks {
		return nil
	}
	if low, _ := m.Bounds(); low > 0 {
		return nil
	}
	return []int{}
}

// At takes up the open question to a seat, or none where it is not asked. The game must
// stand still until the last preview; when ctx ends, further previews are refused.
func (p *Previewer) At(ctx context.Context, pos *engine.Position, d *engine.Decision, seat engine.Seat) {
	p.seat = seat
	p.seed = rng.Derive(rng.Derive(rng.Name("preview"), d.Number), int(seat))
	p.sampler.At(ctx, pos, d, seat)
	p.question = p.sampler.Question()
	p.players = view.Players(pos, seat)
	p.step = pos.Checkpoint()
	p.answered = pos.Decisions()
	p.sampler.Hear(p.hear)
}

// Reply tells what a reply would do.
func (p *Previewer) Reply(reply []int, s Settings) Would {
	if p.question == nil || p.question.Check(reply) != nil {
		would := refused()
		would.Say = would.say(p.voice(), "")
		return would
	}
	defer p.within(s)()
	would := p.replies([][]int{reply}, s)[0]
	p.best(&would, reply, would.Then, s)
	would.Say = would.say(p.voice(), "would.nothing")
	return would
}

// within bounds the work of scripts until done is called: scripts of a slow pack end like
// scripts that fail.
func (p *Previewer) within(s Settings) (done func()) {
	bounded, ok := p.scripts.(interface{ Within(instructions int64) })
	if !ok {
		return func() {}
	}
	bounded.Within(s.Instructions)
	return func() { bounded.Within(0) }
}

// trial is a reply that is tried in worlds.
type trial struct {
	reply  []int
	taken  taken
	worlds []course
	// done says that no more worlds are needed, failed that nothing can be told.
	done, failed bool
}

// replies tells what replies would do, each in the same worlds.
func (p *Previewer) replies(replies [][]int, s Settings) []Would {
	trials := lists.Map(replies, func(reply []int) trial {
		return trial{reply: reply, taken: p.taken(reply), failed: p.sampler.Refusal() != ""}
	})
	for world := range s.Worlds {
		drawn := false
		for i := range trials {
			t := &trials[i]
			if world == s.First && settled(t.worlds) {
				t.done = true
			}
			if t.done || t.failed {
				continue
			}
			if !drawn {
				p.sampler.World(rng.Derive(p.seed, world))
				p.stood = p.stand()
				drawn = true
			}
			t.failed = !p.try(t, s)
		}
	}
	out := make([]Would, len(trials))
	for i := range trials {
		if t := &trials[i]; t.failed || len(t.worlds) == 0 {
			out[i] = refused()
		} else {
			out[i] = p.merge(t.worlds)
		}
	}
	return out
}

// stand returns the derived values of the world that is drawn; nil where the game has none.
func (p *Previewer) stand() []belief.Derived {
	if len(p.sampler.Pack().Derived) == 0 {
		return nil
	}
	if ok, err := p.sampler.Stand(); !ok || err != nil {
		return nil
	}
	return p.sampler.Derived()
}

// refused is a preview that says nothing.
func refused() Would {
	return Would{Refused: true, Sure: []Line{}, Likely: []Line{}, Values: []Change{}, Then: []Next{}}
}

// try gives a reply in the world that is drawn; it reports whether more can be told.
func (p *Previewer) try(t *trial, s Settings) bool {
	pauses := 0
	enough := func() bool {
		pauses++
		return pauses > s.Pauses
	}
	p.trying = t.taken
	p.vain = nil
	ok, err := p.sampler.Play(t.reply, belief.Until{Enough: enough})
	if err != nil || pauses > s.Pauses || p.sampler.Interrupted() {
		return false
	}
	if ok {
		course, voice := p.courseOf(p.sampler.Followed(), t.taken)
		if p.stood != nil {
			course.values = append(course.values, p.derived(p.stood, p.sampler.Derived(), voice)...)
		}
		for _, l := range p.vain {
			l.sure = course.sure
			course.lines = append(course.lines, l)
		}
		t.worlds = append(t.worlds, course)
	}
	return true
}

// taken is how the one option reads that a reply picks, and its parts: nothing of any
// other reply. What only says so once more is not told.
type taken struct {
	label string
	parts []string
	cards []string // the keys of the cards that it names, or whose ability it is
}

func (p *Previewer) taken(reply []int) taken {
	var out taken
	if p.question.Kind.Form() == view.Pick && len(reply) == 1 {
		voice := p.voice()
		parts := p.question.Options[reply[0]].Parts
		out.label = voice.OptionText(p.question.Prompt, parts)
		for i := range parts {
			out.parts = append(out.parts, voice.Value(&parts[i]))
			of := cmp.Or(parts[i].Of, &parts[i])
			out.cards = append(out.cards, of.Key())
		}
	}
	return out
}

// settled reports whether more worlds would say the same: nothing was left to chance, and
// all went the same way.
func settled(worlds []course) bool {
	for i := range worlds {
		if !worlds[i].sure || !worlds[i].like(&worlds[0]) {
			return false
		}
	}
	return len(worlds) > 0
}

// Options tells what each option of the question would do, where one is picked. What
// they share is told once.
func (p *Previewer) Options(s Settings) Question {
	out := Question{Shared: []Line{}, Values: []Change{}, Then: []Next{}, Options: []Would{}}
	if p.question == nil || p.question.Kind.Form() != view.Pick || len(p.question.Options) == 0 {
		return out
	}
	replies := make([][]int, len(p.question.Options))
	for i := range replies {
		replies[i] = []int{i}
	}
	defer p.within(s)()
	out.Options = p.replies(replies, s)
	then := lists.Map(out.Options, func(w Would) []Next { return w.Then })
	if len(p.question.Classes()) > 1 {
		out.share()
	}
	voice := p.voice()
	all := Would{Likely: out.Shared, Values: out.Values, Then: out.Then}
	if shared := all.sentences(voice); len(shared) > 0 {
		out.Say = say(voice, "would.shared", "text", strings.Join(shared, "; "))
	}
	nothing := "would.nothing"
	if out.Say != "" {
		nothing = "would.same"
	}
	for i := range out.Options {
		p.best(&out.Options[i], replies[i], then[i], s)
	}
	first := out.Options[0]
	alike := out.all(func(w *Would) bool { return slices.Equal(w.Parts, first.Parts) })
	best := out.all(func(w *Would) bool { return reflect.DeepEqual(w.Best, first.Best) })
	for i := range out.Options {
		w := &out.Options[i]
		if alike {
			w.Parts = nil
		}
		if best && len(out.Options) > 1 {
			w.Best = nil
		}
		if len(w.Sure)+len(w.Likely)+len(w.Values)+len(w.Then)+len(w.Parts) == 0 && w.Best == nil {
			w.Likely = append(w.Likely, w.moves...)
		}
		w.Say = w.say(voice, nothing)
	}
	return out
}

// voice says things as they are called at the question.
func (p *Previewer) voice() *locale.Voice { return p.speaker.At(p.players) }
