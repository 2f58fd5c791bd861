package locale

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Voice is a Speaker at a table, where seats have names: it says what a seat is
// shown (package view), and knows nothing else.
type Voice struct {
	*Speaker
	names []string // by seat
}

// At returns the voice at a table with these seats.
func (s *Speaker) At(players []view.Player) *Voice {
	v := &Voice{Speaker: s, names: make([]string, len(players)+1)}
	v.names[0], _ = s.Message("table", nil)
	own := make([]string, len(players))
	count := map[string]int{}
	for i := range players {
		own[i] = s.seatName(&players[i])
		count[own[i]]++
	}
	for i := range players {
		number := fmt.Sprint(int(players[i].Seat))
		name := own[i]
		switch {
		case name == "":
			v.names[i+1], _ = s.Message("seat.unnamed", Args{"number": number})
		case count[name] > 1:
			v.names[i+1] = name + " (" + number + ")"
		default:
			v.names[i+1] = name
		}
	}
	return v
}

// seatName is the message "seat" filled with the seat's attributes; "" while one
// of them is not set.
func (s *Speaker) seatName(p *view.Player) string {
	if !s.known["seat"] {
		return ""
	}
	args := Args{"number": fmt.Sprint(int(p.Seat))}
	for i := range p.Attributes {
		switch a := &p.Attributes[i]; a.Value.Kind {
		case view.WordValue:
			args[a.Name] = s.Word(a.Value.Word)
		case view.CardValue:
			args[a.Name] = s.Def(a.Value.Def)
		}
	}
	text, _ := s.Message("seat", args)
	if strings.Contains(text, "{") {
		return ""
	}
	return text
}

// Seat returns the name of a seat: the message "seat" filled with the seat's
// attributes, or "Seat 2" while one of them is not set. A name that two seats
// share gets the number.
func (v *Voice) Seat(seat engine.Seat) string {
	if int(seat) >= len(v.names) {
		return fmt.Sprint(int(seat))
	}
	return v.names[seat]
}

// Seats joins the names of seats.
func (v *Voice) Seats(seats view.Seats) string {
	return v.Join(lists.Map(seats, v.Seat))
}

// Join makes one text of several, as a list.
func (s *Speaker) Join(texts []string) string {
	comma, _ := s.Message("list.and", nil)
	return strings.Join(texts, comma)
}

// Zone returns the name of a zone: the message zone.<kind> with its owner, or
// the kind's name and the owner's; rows and columns of a board may have names.
func (v *Voice) Zone(z *view.Value) string {
	kind := &v.compiled.Pack.Zones[z.ZoneKind]
	args := Args{"zone": v.ZoneKind(z.ZoneKind)}
	if z.Owner != 0 {
		args["seat"] = v.Seat(z.Owner)
	}
	if z.Of != nil {
		args["card"] = v.Value(z.Of)
	}
	if kind.Rows > 0 {
		for name, at := range map[string]int{"row": z.Row + 1, "column": z.Column + 1} {
			args[name] = fmt.Sprint(at)
			if text, ok := v.Message(fmt.Sprintf("zone.%s.%s.%d", kind.Name, name, at), nil); ok {
				args[name] = text
			}
		}
	}
	if text, ok := v.Message("zone."+kind.Name, args); ok {
		return text
	}
	key := "zone.of.table"
	switch {
	case args["card"] != "":
		key = "zone.of.card"
	case args["seat"] != "":
		key = "zone.of.seat"
	case args["row"] != "":
		key = "zone.of.board"
	}
	text, _ := v.Message(key, args)
	return text
}

// Value returns the text of a value.
func (v *Voice) Value(value *view.Value) string {
	switch value.Kind {
	case view.CardValue:
		return v.Def(value.Def)
	case view.HiddenCard:
		return v.Hidden()
	case view.SeatValue:
		return v.Seat(engine.Seat(value.Number))
	case view.ZoneValue:
		return v.Zone(value)
	case view.WordValue:
		return v.Word(value.Word)
	case view.FlagValue:
		text, _ := v.Message([...]string{"no", "yes"}[min(value.Number, 1)], nil)
		return text
	case view.NumberValue:
		return strconv.Itoa(value.Number)
	case view.AbilityValue:
		return v.AbilityOf(value.Text, value.Of)
	case view.NothingValue:
		text, _ := v.Message("nothing", nil)
		return text
	}
	return ""
}

// AbilityOf names an ability with its card: "Guard (Orc Lineman)", or the card
// alone where the ability has no name of its own or the seat may not know it.
func (v *Voice) AbilityOf(name string, of *view.Value) string {
	card := ""
	if of != nil {
		card = v.Value(of)
	}
	if card != "" && (name == "" || !v.HasAbilityName(name)) {
		return card
	}
	if card == "" {
		return v.Ability(name)
	}
	text, _ := v.Message("ability.of", Args{"ability": v.Ability(name), "card": card})
	return text
}

// OptionText is the label of one option of a question: the message
// option.<prompt> for one of several parts ({1}, {2}), else its parts. prompt is
// empty for some of the parts of an option.
func (v *Voice) OptionText(prompt string, parts []view.Value) string {
	texts := make([]string, len(parts))
	for i := range parts {
		texts[i] = v.OptionPart(&parts[i])
	}
	return v.OptionOf(prompt, texts)
}

// OptionOf is OptionText of parts that are in words already.
func (v *Voice) OptionOf(prompt string, texts []string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	args := Args{}
	for i := range texts {
		args[fmt.Sprint(i+1)] = texts[i]
	}
	if text, ok := v.Message("option."+prompt, args); ok {
		return text
	}
	return v.Join(texts)
}

// OptionPart is the label of one value offered: option.<word> for a word, else
// its name.
func (v *Voice) OptionPart(value *view.Value) string {
	if value.Kind == view.WordValue {
		if text, ok := v.Message("option."+value.Text, nil); ok {
			return text
		}
	}
	return v.Value(value)
}

// Question is the text of a question's prompt.
func (v *Voice) Question(q *view.Question) string {
	args := v.Named(q.About)
	if text, ok := v.Message("prompt."+q.Prompt, args); ok {
		return text
	}
	return Plain(strings.ReplaceAll(q.Prompt, ".", " "))
}

// mostJoined is how many values of one name are named.
const mostJoined = 100

// Named fills placeholders with values; values of one name are joined, at most a hundred.
// {count} is the value of that name, else the first number.
func (v *Voice) Named(values []view.Named) Args {
	args := Args{}
	lists := map[string][]string{}
	count := ""
	for i := range values {
		n := &values[i]
		named := len(lists[n.Name])
		switch {
		case named < mostJoined:
			lists[n.Name] = append(lists[n.Name], v.Value(&n.Value))
		case named == mostJoined:
			lists[n.Name] = append(lists[n.Name], "…")
		}
		if n.Value.Kind == view.NumberValue && count == "" {
			count = fmt.Sprint(n.Value.Number)
		}
	}
	for name, texts := range lists {
		args[name] = v.Join(texts)
	}
	if _, given := args["count"]; !given && count != "" {
		args["count"] = count
	}
	return args
}
