package scene

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/belief"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Input is what a scene is made of, all of it as one seat sees it.
type Input struct {
	View *view.View
	// Question is the one that is put to the seat; nil for none.
	Question *view.Question
	// Awaited is the question that is put to others, as far as the seat may know it; nil for none.
	Awaited *view.Question
	// Announced are the triggers that were announced and have not happened yet.
	Announced []view.Trigger
	// News are the events since the seat's last answer.
	News []view.Event
	// Derived are the derived values.
	Derived []belief.Estimate
}

// Composer makes the scenes of games of one pack in one language. It is not
// safe for concurrent use.
type Composer struct {
	*locale.Speaker
	compiled *compile.Compiled
	layout   *compile.Layout
	texts    map[engine.DefID][]string
}

// NewComposer returns a composer.
func NewComposer(c *compile.Compiled, speaker *locale.Speaker) *Composer {
	return &Composer{Speaker: speaker, compiled: c, layout: &c.Layout, texts: map[engine.DefID][]string{}}
}

// composing is one scene in the making.
type composing struct {
	*Composer
	voice *locale.Voice
	in    *Input
	view  *view.View
	scene *Scene
	// printed is set for a card that is in no game, verbatim while a value is told that is text.
	printed, verbatim bool
	// options are the numbers of the options by the keys of what they touch,
	// roles the words for what the question is about.
	options map[string][]int
	roles   map[string][]string
	changed map[string]bool
	// from are the places from which cards have come.
	from map[string]string
	// copies counts the things with one key that options name.
	copies map[string]int
	signs  map[string]bool
	// cards are the known cards by their keys, zones the places where something may lie.
	cards map[string]*view.Card
	zones map[string]*view.Zone
	// heading are the headings and the name of the seat, which values need not repeat.
	heading []string
	// facted is memory for the facts of a card in the making, numbers for what facts
	// point at.
	facted  []Fact
	numbers []int
	// marked are the short forms of the seats' names.
	marked []string
}

// compose begins a scene of a view.
func (c *Composer) compose(v *view.View) *composing {
	return &composing{
		Composer: c, voice: c.At(v.Players), in: &Input{}, view: v, scene: &Scene{},
		options: map[string][]int{}, roles: map[string][]string{}, changed: map[string]bool{}, copies: map[string]int{},
		from:  map[string]string{},
		signs: map[string]bool{}, cards: map[string]*view.Card{}, zones: map[string]*view.Zone{},
	}
}

// Scene makes the scene.
func (c *Composer) Scene(in Input) *Scene {
	v := in.View
	s := c.compose(v)
	s.in = &in
	s.scene = &Scene{
		Title: c.Title(), Lang: c.Lang, Seat: v.Seat, Turn: v.Turn, Where: []string{}, Decisions: v.Decisions,
		Failure: v.Failure, Table: []Area{}, Seats: []Seat{},
	}
	if v.Over {
		s.scene.Over = &Result{append(view.Seats{}, v.Winners...), append(view.Seats{}, v.Draw...), v.Reason}
	}
	if v.Waiting != nil {
		s.scene.Waiting = v.Waiting.Seats
	}
	if in.Awaited != nil {
		s.scene.Awaited = s.voice.Question(in.Awaited)
	}
	s.where()
	s.marked = s.marks()
	s.find()
	s.news()
	s.touch()
	s.heading = s.scene.Where
	s.scene.Facts = append(s.values(v.Game, c.compiled.Pack.Game, c.GameAttribute), s.derived(0, "")...)
	s.scene.Table = s.areas(v.Table, c.layout.Table)
	s.seats()
	s.ask()
	for _, e := range v.Effects {
		name := s.Ability(e.Ability)
		if e.Card.Kind == view.CardValue {
			name = s.voice.AbilityOf(e.Ability, &e.Card)
		}
		s.scene.Effects = append(s.scene.Effects, Effect{name, e.Seat})
	}
	s.scene.Ended = s.ended()
	s.scene.Ends, _ = s.Message("scene.ends", s.left())
	s.scene.Signs = s.legend()
	return s.scene
}

// valued are the values of the table, in words.
func (s *composing) valued() locale.Args {
	args := locale.Args{}
	for i := range s.view.Game {
		args[s.view.Game[i].Name] = s.voice.Value(&s.view.Game[i].Value)
	}
	return args
}

// left are the values of the table, with how many cards lie in each of its zones.
func (s *composing) left() locale.Args {
	args := s.valued()
	for i := range s.view.Table {
		args[s.view.Table[i].Kind] = fmt.Sprint(s.view.Table[i].Count)
	}
	return args
}

// where names the phases, as their headings do, and tells what comes behind the innermost of which the pack
// says it.
func (s *composing) where() {
	args := s.valued()
	if s.view.Turn != 0 {
		args["seat"] = s.voice.Seat(s.view.Turn)
	}
	for i, name := range s.view.Phases {
		if then, ok := s.Message("phase."+name+".then", args); ok {
			s.scene.Then = then
		}
		text, ok := s.Message("phase."+name, args)
		if !ok {
			text = s.Phase(s.compiled.Phases[name])
		}
		if text == "" {
			continue
		}
		if i < len(s.view.Rounds) { // a view that was read from JSON has none
			if r := s.view.Rounds[i]; r.Of > 0 { // "Week 2/4"
				text = fmt.Sprintf("%s %d/%d", strings.TrimSuffix(text, fmt.Sprintf(" %d", r.Now)), r.Now, r.Of)
			}
		}
		s.scene.Where = append(s.scene.Where, text)
	}
}

// find notes all places and known cards by their keys.
func (s *composing) find() {
	var walk func(zones []view.Zone)
	walk = func(zones []view.Zone) {
		for i := range zones {
			s.zones[zones[i].Key] = &zones[i]
			for j := range zones[i].Cards {
				c := &zones[i].Cards[j]
				if _, twice := s.cards[c.Key]; c.Key != "" && !twice {
					s.cards[c.Key] = c
				}
				walk(c.Zones)
			}
		}
	}
	walk(s.view.Table)
	for i := range s.view.Players {
		walk(s.view.Players[i].Zones)
	}
}

// news notes what has moved or changed.
func (s *composing) news() {
	for i := range s.in.News {
		e := &s.in.News[i]
		switch e.Kind {
		case view.MoveEvent:
			s.changed[e.Card.Text] = true
			s.changed[e.To.Text] = true
			s.from[e.Card.Text] = e.From.Text
		case view.SetEvent:
			if e.Card != nil {
				s.changed[e.Card.Text] = true
			}
		}
	}
}

// ended says how the viewer's last turn ended, if that is news: behind what it answered, or by
// itself, without a question.
func (s *composing) ended() string {
	key := ""
	began := false
	for _, e := range s.in.News {
		if e.Kind == view.TurnEvent && s.view.Seat != 0 && e.Old.Number != e.New.Number {
			if engine.Seat(e.Old.Number) == s.view.Seat {
				key = "scene.ended"
				if began {
					key = "scene.unasked"
				}
			}
			began = engine.Seat(e.New.Number) == s.view.Seat
		}
	}
	if key == "" || s.view.Over || key == "scene.ended" && s.view.Turn == s.view.Seat {
		return ""
	}
	text, _ := s.Message(key, nil)
	return text
}

// seats puts the viewer's own side last.
func (s *composing) seats() {
	own := s.view.Seat
	if own == 0 || own == view.Referee {
		own = engine.Seat(s.view.Seats)
	}
	for n := range s.view.Seats {
		number := (int(own)+n)%s.view.Seats + 1
		p := &s.view.Players[number-1]
		out := Seat{
			Seat: p.Seat, Name: s.voice.Seat(p.Seat), Mark: s.marked[number-1], You: p.Seat == s.view.Seat,
			Turn: p.Seat == s.view.Turn, Passed: p.Passed,
			Asked: slices.Contains(s.scene.Waiting, p.Seat), Options: s.options[fmt.Sprintf("seat %d", p.Seat)],
		}
		s.heading = []string{out.Name}
		out.Facts = s.values(p.Attributes, s.compiled.Pack.Seats, s.SeatAttribute)
		if !out.Turn {
			out.Facts = slices.DeleteFunc(out.Facts, func(f Fact) bool { return s.layout.Turn[f.Key] })
		}
		out.Facts = append(out.Facts, s.derived(p.Seat, "")...)
		out.Areas = s.areas(p.Zones, s.layout.Seat)
		s.scene.Seats = append(s.scene.Seats, out)
	}
}

// marks are short forms of the seats' names, all different: the initials of several words,
// else the first two letters.
func (s *composing) marks() []string {
	marks := make([]string, s.view.Seats)
	count := map[string]int{}
	for i := range marks {
		marks[i] = initials(s.voice.Seat(engine.Seat(i + 1)))
		count[marks[i]]++
	}
	for i := range marks {
		if count[marks[i]] > 1 || marks[i] == "" {
			marks[i] += fmt.Sprint(i + 1)
		}
	}
	return marks
}

func initials(name string) string {
	words := strings.FieldsFunc(name,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '’' && r != '\'' })
	var out []rune
	for _, w := range words {
		out = append(out, unicode.ToUpper([]rune(w)[0]))
	}
	if len(words) == 1 {
		letters := []rune(words[0])
		out = letters[:min(2, len(letters))]
	}
	return string(out[:min(3, len(out))])
}

// legend lists the signs that stand for words.
func (s *composing) legend() []Sign {
	return lists.Map(lists.Sorted(s.signs), func(word string) Sign { return Sign{s.icon(word), s.called(word)} })
}
