package scene

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// touch notes which options touch what, and what the question is about.
func (s *composing) touch() {
	q := s.in.Question
	if q == nil {
		return
	}
	for i, class := range q.Classes() {
		for _, at := range class.Options {
			for p := range q.Options[at].Parts {
				v := &q.Options[at].Parts[p]
				s.copies[v.Key()] = max(s.copies[v.Key()], v.Same+1)
				for _, key := range lights(v) {
					if !slices.Contains(s.options[key], i+1) {
						s.options[key] = append(s.options[key], i+1)
					}
				}
			}
		}
	}
	for i := range q.About {
		s.role(&q.About[i])
	}
	for i := range q.Open {
		for j := range q.Open[i].Values {
			s.role(&q.Open[i].Values[j])
		}
	}
	s.marking(q.Seat)
}

// marking notes the cards that the values of a seat name: whom it has chosen, in its turn.
func (s *composing) marking(seat engine.Seat) {
	if seat == 0 || int(seat) > len(s.view.Players) {
		return
	}
	for i := range s.view.Players[seat-1].Attributes {
		a := &s.view.Players[seat-1].Attributes[i]
		if label, named := s.SeatAttribute(a.ID); named && a.Value.Kind == view.CardValue && s.layout.Turn[a.Name] {
			s.roles[a.Value.Text] = append(s.roles[a.Value.Text], strings.ToLower(label))
		}
	}
}

// role notes the word for what a card or a place is in the question.
func (s *composing) role(n *view.Named) {
	if n.Value.Kind != view.CardValue && n.Value.Kind != view.HiddenCard && n.Value.Kind != view.ZoneValue {
		return
	}
	word, _ := s.roleName(n.Name)
	if !slices.Contains(s.roles[n.Value.Text], word) {
		s.roles[n.Value.Text] = append(s.roles[n.Value.Text], word)
	}
}

// roleName is the word for what a value is in a question: the pack's for that role,
// else what the attribute of that name is called. named reports whether it is a word
// for people.
func (c *Composer) roleName(name string) (word string, named bool) {
	if text, ok := c.Message("role."+name, nil); ok {
		return text, true
	}
	if text, named := c.attribute(name); named {
		return strings.ToLower(text), true
	}
	return locale.Plain(name), false
}

// lights are the keys of what a value touches on the table.
func lights(v *view.Value) []string {
	switch v.Kind {
	case view.CardValue, view.HiddenCard, view.ZoneValue:
		return []string{v.Text}
	case view.SeatValue:
		return []string{fmt.Sprintf("seat %d", v.Number)}
	case view.AbilityValue:
		if v.Of != nil {
			return []string{v.Of.Text}
		}
	}
	return nil
}

// ask is the question with what decides it.
func (s *composing) ask() {
	q := s.in.Question
	if q == nil {
		s.scene.Announced = s.because(s.in.Announced)
		return
	}
	out := &Ask{
		Number: q.Number, Again: q.Again, Kind: q.Kind, Prompt: q.Prompt, Text: s.voice.Question(q), Seat: q.Seat,
		Optional: q.Optional, Min: q.Min, Max: q.Max, Total: q.Total,
	}
	if q.Optional {
		out.None, _ = s.Message("option.none", nil)
	}
	out.Because = s.because(q.Open)
	for i := range q.About {
		about := s.about(&q.About[i])
		// What has no word for people is internal; what the sentence says is not said again.
		if _, named := s.roleName(q.About[i].Name); about.Key != "" ||
			named && !strings.Contains(out.Text, about.Name) {
			out.About = append(out.About, about)
		}
	}
	if n := len(q.Open); n > 0 {
		s.concerned(out, q.Open[n-1].Values)
	}
	for i, class := range q.Classes() {
		out.Options = append(out.Options, s.option(q, i+1, &class))
	}
	s.tellApart(out, q)
	s.arrange(out)
	s.scene.Ask = out
}

// because says of each trigger its sentence for questions, else the one for the transcript.
func (s *composing) because(open []view.Trigger) (out []Because) {
	for _, t := range open {
		args := s.voice.Named(t.Values)
		text, ok := s.Message("because."+t.Name, args)
		if !ok {
			text, _ = s.Message("trigger."+t.Name, args)
		}
		if text != "" {
			out = append(out, Because{t.Name, text})
		}
	}
	return out
}

// arrange has the options that begin with a card of the asked seat's hand stand as the
// hand lies; the others keep their places.
func (s *composing) arrange(ask *Ask) {
	lies := map[string]int{}
	for i := range s.scene.Seats {
		for _, a := range s.scene.Seats[i].Areas {
			for j := range a.Cards {
				if a.Held && a.Seat == ask.Seat {
					lies[a.Cards[j].Key] = len(lies) + 1
				}
			}
		}
	}
	var places []int
	var held []Option
	for i, o := range ask.Options {
		if len(o.Lights) > 0 && lies[o.Lights[0]] > 0 {
			places = append(places, i)
			held = append(held, o)
		}
	}
	slices.SortStableFunc(held, func(a, b Option) int { return lies[a.Lights[0]] - lies[b.Lights[0]] })
	numbers := make([]int, len(ask.Options)+1)
	for i, at := range places {
		ask.Options[at] = held[i]
	}
	for i := range ask.Options {
		numbers[ask.Options[i].Number], ask.Options[i].Number = i+1, i+1
	}
	for _, touching := range s.options { // the cards, places and seats hold the same lists
		for i, number := range touching {
			touching[i] = numbers[number]
		}
		slices.Sort(touching)
	}
}

// concerned adds the cards that the innermost open trigger names and that do not
// lie open on the table.
func (s *composing) concerned(out *Ask, values []view.Named) {
	for i := range values {
		v := &values[i].Value
		named := slices.ContainsFunc(out.About, func(a About) bool { return a.Key == v.Text })
		if v.Kind == view.CardValue && s.cards[v.Text] != nil && !named && !s.inSight(v.Text) {
			out.About = append(out.About, s.about(&values[i]))
		}
	}
}

// inSight reports whether a card lies open on the table, or in front of the viewer.
func (s *composing) inSight(key string) bool {
	var among func(areas []Area) bool
	among = func(areas []Area) bool {
		return slices.ContainsFunc(areas, func(a Area) bool {
			return among(a.Areas) || a.Form != Pile &&
				slices.ContainsFunc(a.Cards, func(c Card) bool { return c.Key == key || among(c.Areas) })
		})
	}
	return among(s.scene.Table) ||
		slices.ContainsFunc(s.scene.Seats, func(seat Seat) bool { return seat.You && among(seat.Areas) })
}

func (s *composing) about(n *view.Named) About {
	role, _ := s.roleName(n.Name)
	out := About{Role: role, Name: s.text(&n.Value)}
	switch n.Value.Kind {
	case view.CardValue:
		out.Key = n.Value.Text
		if c := cmp.Or(s.cards[n.Value.Text], n.Value.Card); c != nil {
			out.Seat = c.Seat
			out.Facts = s.brieflyOf(c)
		}
		out.Says = s.says(n.Value.Def)
		out.Open = s.inSight(out.Key)
		if out.Open {
			out.Facts = slices.DeleteFunc(out.Facts,
				func(f Fact) bool { return f.Slot == "left" || f.Slot == "middle" || f.Slot == "right" })
		}
	case view.HiddenCard, view.ZoneValue:
		out.Key = n.Value.Text
	case view.SeatValue:
		out.Seat = engine.Seat(n.Value.Number)
	}
	return out
}

// brieflyOf are the facts that the short form of a card shows.
func (s *composing) brieflyOf(c *view.Card) []Fact {
	facts, _ := s.facts(c)
	return slices.DeleteFunc(slices.Clone(facts), func(f Fact) bool { return f.Quiet })
}

func (s *composing) option(q *view.Question, number int, class *view.Class) Option {
	o := &q.Options[class.Options[0]]
	out := Option{Number: number, Positions: class.Options}
	texts := make([]string, len(o.Parts))
	for i := range o.Parts {
		v := &o.Parts[i]
		part := Part{
			Key: v.Key(), Text: s.voice.OptionPart(v), Facts: s.deciding(v), Says: s.sentences(v),
			Copies: s.copies[v.Key()],
		}
		texts[i] = part.Text
		part.Seat = s.others(v)
		if part.Seat != 0 {
			part.Mark = s.marked[part.Seat-1]
			texts[i] = part.Mark + " " + part.Text
		}
		out.Parts = append(out.Parts, part)
		out.Facts = append(out.Facts, part.Facts...)
		out.Says = append(out.Says, part.Says...)
		for _, key := range lights(v) {
			if !slices.Contains(out.Lights, key) {
				out.Lights = append(out.Lights, key)
			}
		}
	}
	out.Text = s.voice.OptionOf(q.Prompt, texts)
	return out
}

// others is the seat that controls the thing offered, if it is not the viewer.
func (s *composing) others(v *view.Value) engine.Seat {
	c := s.offered(v)
	if c == nil || c.Seat == s.view.Seat || int(c.Seat) > len(s.marked) {
		return 0
	}
	return c.Seat
}

// offered returns the card of an option's part, or of its ability; nil for any other part.
func (s *composing) offered(v *view.Value) *view.Card {
	if v.Card == nil && v.Kind == view.AbilityValue && v.Of != nil {
		return s.cards[v.Of.Text]
	}
	return v.Card
}

// sentences are the sentences of the thing offered.
func (s *composing) sentences(v *view.Value) []string {
	switch v.Kind {
	case view.CardValue:
		return s.says(v.Def)
	case view.AbilityValue:
		return s.abilitySays(v)
	}
	return nil
}

// abilitySays is the sentence of the ability, filled in with its card's values; if the
// ability has no name, the card's sentences say what it does.
func (s *composing) abilitySays(v *view.Value) []string {
	if v.Of == nil || v.Of.Kind != view.CardValue {
		return s.rule(v.Text, nil)
	}
	own := s.says(v.Of.Def)
	carried := s.compiled.Pack.Defs[v.Of.Def].Abilities
	i := slices.IndexFunc(carried,
		func(a engine.CardAbility) bool { return s.compiled.Pack.Abilities[a.Ability].Name == v.Text })
	if i >= 0 && (s.HasAbilityName(v.Text) || len(own) == 0) {
		if rule := s.rule(v.Text, carried[i:]); rule != nil {
			return rule
		}
	}
	return own
}

// rule is the sentence of an ability as it is carried.
func (s *composing) rule(name string, carried []engine.CardAbility) []string {
	text, ok := s.AbilityText(name, carried)
	if !ok {
		return nil
	}
	return []string{text}
}

// deciding are the facts of a part of an option: the values of its card. Facts of places
// and seats stand on the table.
func (s *composing) deciding(v *view.Value) []Fact {
	if c := s.offered(v); c != nil {
		return s.brieflyOf(c)
	}
	return nil
}

// tellApart adds where the cards lie to options that read the same, if that tells them
// apart.
func (s *composing) tellApart(out *Ask, q *view.Question) {
	places := map[string][]string{}
	at := make([]string, len(out.Options))
	for i := range out.Options {
		o := &out.Options[i]
		for p := range q.Options[o.Positions[0]].Parts {
			if z := q.Options[o.Positions[0]].Parts[p].At; z != nil && z.Kind == view.ZoneValue && at[i] == "" {
				at[i] = s.voice.Zone(z)
			}
		}
		if !slices.Contains(places[o.Text], at[i]) {
			places[o.Text] = append(places[o.Text], at[i])
		}
	}
	for i := range out.Options {
		if o := &out.Options[i]; len(places[o.Text]) > 1 && at[i] != "" {
			o.Text += ", " + at[i]
		}
	}
}
