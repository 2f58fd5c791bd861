package deciding

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Fact is something that a screen must show.
type Fact struct {
	// Subject and Name are as the file says: "options", "power".
	Subject, Name string
	// Key is the key of what has it: a card's or a place's as the view calls it,
	// "seat 2", "game", or "question" for what stands with the question itself.
	Key string
	// Of is what the screen calls that, in words.
	Of string
	// Seat is set where the fact is of a seat: its mark or name stands with it.
	Seat engine.Seat
	// Texts are its forms, of which one must be there: with an icon, in words.
	Texts []string
	// Long facts are sentences, which a screen breaks into lines; all but those
	// called whole may be shortened where a command shows the rest.
	Long bool
	// Slotted facts stand at the left, in the middle or at the right of a card, with
	// whatever else is there.
	Slotted bool
}

// String says where a fact comes from and what it is.
func (f *Fact) String() string {
	return fmt.Sprintf("%s.%s: %s %s %q", f.Subject, f.Name, f.Of, f.Key, f.Texts)
}

// finding are the facts of one question.
type finding struct {
	*Position
	voice *locale.Voice
	out   []Fact
	cards map[string]*view.Card
	// on are the keys of the cards that cards lie on.
	on map[string]string
}

// Facts are the facts of a question in a position, in a language.
func (p *Position) Facts(q *Question, lang string) ([]Fact, error) {
	f := &finding{Position: p, voice: p.Speaker(lang).At(p.View.Players), cards: map[string]*view.Card{}, on: map[string]string{}}
	f.walk(func(c *view.Card, _ *view.Zone, on *view.Card) {
		f.cards[c.Key+c.Handle] = c
		if on != nil {
			f.on[c.Key+c.Handle] = on.Key
		}
	})
	for _, s := range q.Subjects {
		if err := f.known(&s); err != nil {
			return nil, fmt.Errorf("%s: %w", q.Pos, err)
		}
		if err := f.subject(&s); err != nil {
			return nil, fmt.Errorf("%s: %w", q.Pos, err)
		}
	}
	return f.out, nil
}

// walk visits all cards that the seat sees, with their zones and what they lie on.
func (f *finding) walk(visit func(c *view.Card, in *view.Zone, on *view.Card)) {
	var zones func(list []view.Zone, on *view.Card)
	zones = func(list []view.Zone, on *view.Card) {
		for i := range list {
			for j := range list[i].Cards {
				c := &list[i].Cards[j]
				visit(c, &list[i], on)
				zones(c.Zones, c)
			}
		}
	}
	zones(f.View.Table, nil)
	for i := range f.View.Players {
		zones(f.View.Players[i].Zones, nil)
	}
}

func (f *finding) subject(s *Subject) error {
	kind, zone, _ := strings.Cut(s.Name, " ")
	switch kind {
	case "options", "places":
		f.options(s)
	case "cards":
		f.walk(func(c *view.Card, in *view.Zone, _ *view.Card) {
			if in.Kind == zone && c.Handle == "" {
				f.card(s, c)
			}
		})
	case "at":
		f.at(s, zone)
	case "mine", "zones":
		for i := range f.View.Players {
			p := &f.View.Players[i]
			for _, name := range s.Facts {
				if j := slices.IndexFunc(p.Zones, func(z view.Zone) bool { return z.Kind == name }); j >= 0 && (kind == "zones" || p.Seat == f.Seat) {
					z := &p.Zones[j]
					f.add(Fact{Subject: s.Name, Name: name, Key: z.Key, Of: f.voice.Seat(p.Seat), Seat: p.Seat, Texts: f.counts(z)})
				}
			}
		}
	case "seats", "me":
		for i := range f.View.Players {
			if p := &f.View.Players[i]; kind == "seats" || p.Seat == f.Seat {
				f.attributes(s, fmt.Sprintf("seat %d", p.Seat), f.voice.Seat(p.Seat), p.Seat, p.Attributes, f.voice.SeatAttribute, nil)
			}
		}
	case "game":
		f.attributes(s, "game", "", 0, f.View.Game, f.voice.GameAttribute, nil)
	case "question":
		return f.question(s)
	case "because":
		for i := range f.Question.Open {
			t := &f.Question.Open[i]
			for _, key := range []string{"because." + t.Name, "trigger." + t.Name} {
				if text, ok := f.voice.Message(key, f.voice.Named(t.Values)); ok && text != "" {
					f.add(Fact{Subject: s.Name, Name: t.Name, Key: "question", Texts: []string{text}, Long: true})
					break
				}
			}
		}
	default:
		return f.role(s)
	}
	return nil
}

// words are the facts that are no attributes.
var words = []string{"name", "text", "whole", "owner", "holder", "hidden", "on", "ball", "count", "here", "value"}

// known refuses facts that nothing has.
func (f *finding) known(s *Subject) error {
	kind, _, _ := strings.Cut(s.Name, " ")
	for _, name := range s.Facts {
		_, ofCard := f.Compiled.CardAttributes[name]
		_, ofSeat := f.Compiled.SeatAttributes[name]
		_, ofGame := f.Compiled.GameAttributes[name]
		_, zone := f.Compiled.Zones[name]
		switch kind {
		case "question":
			continue
		case "mine", "zones":
			ofCard = zone
		case "seats", "me":
			ofCard = ofSeat
		case "game":
			ofCard = ofGame
		default:
			ofCard = ofCard || slices.Contains(words, name) || kind == "options" && ofSeat
		}
		if !ofCard {
			return fmt.Errorf("%s have no %s", s.Name, name)
		}
	}
	return nil
}

func (f *finding) add(fact Fact) { f.out = append(f.out, fact) }

// counts are the forms of how many cards lie in a zone; where all are open the
// cards themselves say it.
func (f *finding) counts(z *view.Zone) []string {
	name := f.voice.ZoneKind(f.Compiled.Zones[z.Kind])
	out := []string{fmt.Sprintf("%s %d", name, z.Count)}
	if len(z.Cards) > 0 || z.Count == 0 {
		out = append(out, name+":", "")
	}
	return out
}

// role are the facts of what the question, or an open trigger, calls so.
func (f *finding) role(s *Subject) error {
	values := slices.Clone(f.Question.About)
	for i := range f.Question.Open {
		values = append(values, f.Question.Open[i].Values...)
	}
	found := false
	for i := range values {
		if values[i].Name != s.Name {
			continue
		}
		found = true
		if c := f.cards[values[i].Value.Text]; c != nil {
			f.card(s, c)
		}
	}
	if !found {
		names := []string{}
		for i := range values {
			names = append(names, values[i].Name)
		}
		return fmt.Errorf("the question %s has no %s; it has %s", f.Question.Prompt, s.Name, strings.Join(names, ", "))
	}
	return nil
}

// question are the numbers and words that the question itself names.
func (f *finding) question(s *Subject) error {
	for _, name := range s.Facts {
		if name == "min" {
			f.add(Fact{Subject: s.Name, Name: name, Key: "question", Texts: []string{fmt.Sprint(f.Question.Min)}})
			continue
		}
		i := slices.IndexFunc(f.Question.About, func(n view.Named) bool { return n.Name == name })
		if i < 0 {
			return fmt.Errorf("the question %s names no %s", f.Question.Prompt, name)
		}
		f.add(Fact{Subject: s.Name, Name: name, Key: "question", Texts: []string{f.voice.Value(&f.Question.About[i].Value)}})
	}
	return nil
}

// options are the facts of what each option names; a place stands for the card
// that it is on, too.
func (f *finding) options(s *Subject) {
	for i := range f.Question.Options {
		for j := range f.Question.Options[i].Parts {
			v := &f.Question.Options[i].Parts[j]
			switch v.Kind {
			case view.CardValue, view.HiddenCard:
				if c := f.cards[v.Text]; c != nil && s.Name == "options" {
					f.card(s, c)
				}
			case view.AbilityValue:
				if v.Of != nil && f.cards[v.Of.Text] != nil && s.Name == "options" {
					f.card(s, f.cards[v.Of.Text])
				}
			case view.ZoneValue:
				f.place(s, v)
			case view.SeatValue:
				if s.Name == "options" {
					p := &f.View.Players[v.Number-1]
					f.attributes(s, fmt.Sprintf("seat %d", p.Seat), f.voice.Seat(p.Seat), p.Seat, p.Attributes, f.voice.SeatAttribute, nil)
				}
			case view.WordValue:
				if s.Name == "options" && slices.Contains(s.Facts, "value") {
					f.value(s, &f.Question.Options[i], v.Text)
				}
				if s.Name == "options" && slices.Contains(s.Facts, "name") {
					f.add(Fact{Subject: s.Name, Name: "name", Key: "question", Texts: []string{f.voice.OptionPart(v)}})
				}
			}
		}
	}
}

// at are the facts of the cards on which places of a kind are offered.
func (f *finding) at(s *Subject, kind string) {
	done := map[string]bool{}
	for i := range f.Question.Options {
		for j := range f.Question.Options[i].Parts {
			v := &f.Question.Options[i].Parts[j]
			if v.Kind == view.ZoneValue && v.Of != nil && f.voice.ZoneWord(v.ZoneKind) == kind && f.cards[v.Of.Text] != nil && !done[v.Of.Text] {
				done[v.Of.Text] = true
				f.card(s, f.cards[v.Of.Text])
			}
		}
	}
}

// value is what a word of an option names of the card in it.
func (f *finding) value(s *Subject, o *view.Option, word string) {
	for i := range o.Parts {
		if c := f.cards[o.Parts[i].Text]; o.Parts[i].Kind == view.CardValue && c != nil {
			f.attributes(&Subject{s.Name, []string{word}}, c.Key, f.voice.Value(&c.Is), 0, c.Attributes, f.voice.CardAttribute, nil)
		}
	}
}

// place are the facts of a place that is offered.
func (f *finding) place(s *Subject, v *view.Value) {
	if v.Of != nil {
		return
	}
	name := f.voice.Zone(v)
	for _, what := range s.Facts {
		switch what {
		case "name":
			f.add(Fact{Subject: s.Name, Name: what, Key: v.Text, Texts: []string{name}})
		case "count":
			if z := f.zone(v.Text); z != nil {
				f.add(Fact{Subject: s.Name, Name: what, Key: v.Text, Of: f.voice.ZoneKind(v.ZoneKind), Texts: []string{fmt.Sprint(z.Count)}})
			}
		case "here":
			z := f.zone(v.Text)
			for i := range z.Cards {
				f.add(Fact{Subject: s.Name, Name: what, Key: z.Cards[i].Key, Texts: []string{f.voice.Value(&z.Cards[i].Is)}})
			}
		}
	}
}

func (f *finding) zone(key string) *view.Zone {
	lists := [][]view.Zone{f.View.Table}
	for i := range f.View.Players {
		lists = append(lists, f.View.Players[i].Zones)
	}
	for _, list := range lists {
		if i := slices.IndexFunc(list, func(z view.Zone) bool { return z.Key == key }); i >= 0 {
			return &list[i]
		}
	}
	return &view.Zone{}
}

// card are the facts of one card.
func (f *finding) card(s *Subject, c *view.Card) {
	name := f.voice.Value(&c.Is)
	key := c.Key + c.Handle
	base := Fact{Subject: s.Name, Key: key, Of: name}
	for _, what := range s.Facts {
		fact := base
		fact.Name = what
		switch what {
		case "name":
			if c.Handle == "" {
				fact.Texts = []string{name}
			}
		case "text", "whole":
			for i, sentence := range f.says(c) {
				if what == "text" && i > 0 {
					break
				}
				fact.Texts, fact.Long = []string{sentence}, true
				if _, rest, ok := strings.Cut(sentence, ": "); ok {
					fact.Texts = append(fact.Texts, rest)
				}
				if short := strings.Join(f.voice.ShortText(c.Is.Def), " "); short != "" {
					fact.Texts = append(fact.Texts, short)
				}
				f.add(fact)
			}
			continue
		case "owner":
			if c.Seat == 0 || c.Seat == f.Seat {
				continue
			}
			fact.Seat, fact.Texts = c.Seat, []string{name}
		case "holder":
			if on := f.cards[f.on[key]]; on != nil {
				fact.Texts = []string{f.voice.Value(&on.Is)}
			}
		case "hidden":
			for i := range c.Zones {
				z := &c.Zones[i]
				n := z.Hidden
				for j := range z.Cards {
					if z.Cards[j].Handle != "" {
						n++
					}
				}
				if n > 0 {
					fact.Texts = []string{fmt.Sprintf("%s %d", f.voice.ZoneKind(f.Compiled.Zones[z.Kind]), n)}
				}
			}
		case "on", "ball":
			f.lying(fact, c)
			continue
		default:
			s := &Subject{Name: s.Name, Facts: []string{what}}
			f.attributes(s, key, name, 0, c.Attributes, f.voice.CardAttribute, f.quiet(c.Type))
			continue
		}
		if len(fact.Texts) > 0 {
			f.add(fact)
		}
	}
}

// lying are the cards that lie open on a card.
func (f *finding) lying(fact Fact, c *view.Card) {
	for i := range c.Zones {
		for j := range c.Zones[i].Cards {
			on := &c.Zones[i].Cards[j]
			if on.Handle != "" || fact.Name == "ball" && on.Type != "ball" {
				continue
			}
			one := fact
			one.Texts = []string{f.voice.Value(&on.Is)}
			if icon, ok := f.Compiled.Layout.Icons[on.Type].In(f.voice.Lang); ok {
				one.Texts = append(one.Texts, icon)
			} else if icon, ok := f.Compiled.Layout.Icons[on.Type].In("en"); ok {
				one.Texts = append(one.Texts, icon)
			}
			f.add(one)
		}
	}
}

// says are the sentences of a card.
func (f *finding) says(c *view.Card) []string {
	if c.Handle != "" {
		return nil
	}
	return f.voice.CardText(c.Is.Def)
}

// slotted reports whether a card's face has a value at its places.
func (f *finding) slotted(key, name string) bool {
	c := f.cards[key]
	if c == nil || f.Compiled.Layout.Faces[c.Type] == nil {
		return false
	}
	face := f.Compiled.Layout.Faces[c.Type]
	return slices.Contains(face.Left, name) || slices.Contains(face.Middle, name) || slices.Contains(face.Right, name)
}

func (f *finding) quiet(kind string) map[string][]string {
	if face := f.Compiled.Layout.Faces[kind]; face != nil {
		return face.Quiet
	}
	return nil
}

// attributes are the values that say something, in words and with their icons.
func (f *finding) attributes(s *Subject, key, of string, seat engine.Seat, list []view.Attribute, name func(engine.AttributeID) (string, bool), quiet map[string][]string) {
	for _, what := range s.Facts {
		i := slices.IndexFunc(list, func(a view.Attribute) bool { return a.Name == what })
		if i < 0 {
			continue
		}
		a := &list[i]
		if silent(&a.Value) || slices.Contains(quiet[what], plain(&a.Value)) || (seat != 0 || key == "game") && slices.Contains(f.Compiled.Layout.Quiet[what], plain(&a.Value)) {
			continue
		}
		label, _ := name(a.ID)
		f.add(Fact{Subject: s.Name, Name: what, Key: key, Of: of, Seat: seat, Texts: f.forms(what, label, &a.Value), Slotted: f.slotted(key, what)})
	}
}

func silent(v *view.Value) bool {
	return v.Kind == view.NothingValue || v.Kind == view.FlagValue && v.Number == 0 || v.Kind == view.ListValue && len(v.Items) == 0
}

func plain(v *view.Value) string {
	if v.Kind == view.NumberValue {
		return fmt.Sprint(v.Number)
	}
	return v.Text
}

// forms are how a value may be written.
func (f *finding) forms(name, label string, v *view.Value) []string {
	switch v.Kind {
	case view.NumberValue:
		n := fmt.Sprint(v.Number)
		out := []string{label + " " + n}
		if icon := f.icon(name); icon != "" {
			out = append(out, icon+n, icon+" "+n)
		}
		return out
	case view.FlagValue:
		if icon := f.icon(name); icon != "" {
			return []string{icon, label}
		}
		return []string{label}
	case view.WordValue:
		if icon := f.icon(v.Text); icon != "" {
			return []string{icon, f.voice.Value(v)}
		}
		return []string{f.voice.Value(v)}
	case view.ListValue:
		var words, icons []string
		for i := range v.Items {
			words = append(words, f.voice.Value(&v.Items[i]))
			icons = append(icons, f.icon(v.Items[i].Text))
		}
		out := []string{strings.Join(words, "/"), f.voice.Join(words)}
		if !slices.Contains(icons, "") {
			out = append(out, strings.Join(icons, ""))
		}
		return out
	}
	return []string{f.voice.Value(v)}
}

func (f *finding) icon(name string) string {
	texts := f.Compiled.Layout.Icons[name]
	if text, ok := texts.In(f.voice.Lang); ok {
		return text
	}
	text, _ := texts.In("en")
	return text
}
