package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// Keys are the stable texts of values, for saves, records and scenarios: they
// name things by what the pack calls them, so that they hold when ids move.
//
//	orc_lineman#2              a card
//	zone 1.deck                a zone
//	seat 2                     a seat
//	"pass"                     a word
//	3, yes, no, nothing        a number, a flag, nothing
//	guard of orc_lineman#2     an ability of a card; guard:2 its second of that name
//	taunt:1 by banner of banner of crab  what a card is given
//	lasting 3                  a lasting effect, by its serial number

func (l *Layout) byKey() *keyIndex {
	k := &l.keys
	k.once.Do(func() {
		k.cards = make(map[string]CardID, l.Cards())
		for c := range l.AllCards() {
			k.cards[l.CardKey(c)] = c
		}
		k.zones = make(map[string]ZoneID, l.ZoneTotal())
		for z := range l.AllZones() {
			k.zones[l.ZoneKey(z)] = z
		}
		k.words = make(map[string]Symbol, len(l.Pack.Symbols))
		for s, word := range l.Pack.Symbols {
			if _, twice := k.words[word]; !twice {
				k.words[word] = Symbol(s)
			}
		}
	})
	return k
}

// Key returns the stable text of a value.
func (l *Layout) Key(v Value) string {
	switch v.Kind {
	case Number:
		return strconv.Itoa(int(v.N))
	case Flag:
		if v.N != 0 {
			return "yes"
		}
		return "no"
	case Card:
		key := l.CardKey(CardID(v.N))
		if other, err := l.plain(key); err == nil && other != v {
			return "card " + key
		}
		return key
	case SeatKind:
		return fmt.Sprintf("seat %d", v.N)
	case Zone:
		return "zone " + l.ZoneKey(ZoneID(v.N))
	case Word:
		return strconv.Quote(l.Pack.Symbols[v.N])
	case Handle:
		return l.handleKey(v.N)
	case List:
		return fmt.Sprintf("list %d", v.N)
	}
	return "nothing"
}

// handleKey names an ability of a card by the ability's name and its number among the
// card's abilities of that name.
func (l *Layout) handleKey(id int32) string {
	if id < 0 {
		return fmt.Sprintf("lasting %d", -1-id)
	}
	if int(id) >= len(l.Instances) {
		in := l.grantOf(id)
		return fmt.Sprintf("%s:%d by %s of %s", in.Ability.Name, in.Ability.Part+1, l.handleKey(in.by.ID),
			l.CardKey(in.Card))
	}
	in := &l.Instances[id]
	name := in.Ability.Name
	n := 0
	for _, other := range l.carried[in.Card] {
		if l.Instances[other].Ability.Name == name {
			n++
			if other == id {
				break
			}
		}
	}
	if n > 1 {
		name = fmt.Sprintf("%s:%d", name, n)
	}
	return name + " of " + l.CardKey(in.Card)
}

// ValueOf returns the value that a key stands for. It fails, naming the key,
// when this pack has no such thing.
func (l *Layout) ValueOf(key string) (Value, error) {
	if v, err := l.plain(key); err == nil || strings.HasPrefix(key, `"`) {
		return v, err
	}
	if what, rest, ok := strings.Cut(key, " "); ok {
		switch what {
		case "card":
			key = rest
		case "seat", "lasting":
			return l.numbered(what, rest)
		case "zone":
			if z, ok := l.byKey().zones[rest]; ok {
				return ZoneValue(z), nil
			}
			return Value{}, fmt.Errorf("there is no zone %s", rest)
		}
	}
	if at := strings.LastIndex(key, " of "); at >= 0 {
		return l.handleOf(key[:at], key[at+len(" of "):])
	}
	if c, ok := l.byKey().cards[key]; ok {
		return CardValue(c), nil
	}
	return Value{}, fmt.Errorf("there is no card %s", key)
}

// plain reads the keys that stand for themselves.
func (l *Layout) plain(key string) (Value, error) {
	switch {
	case key == "yes" || key == "no":
		return Bool(key == "yes"), nil
	case key == "nothing":
		return Value{}, nil
	case strings.HasPrefix(key, `"`):
		word, err := strconv.Unquote(key)
		if err != nil {
			return Value{}, fmt.Errorf("%s is no quoted word", key)
		}
		if s, ok := l.byKey().words[word]; ok {
			return WordValue(s), nil
		}
		return Value{}, fmt.Errorf("there is no word %s", key)
	}
	n, err := strconv.ParseInt(key, 10, 32)
	return Value{Number, int32(n)}, err
}

func (l *Layout) numbered(what, rest string) (Value, error) {
	n, err := strconv.Atoi(rest)
	switch {
	case err == nil && what == "lasting" && n >= 0 && n < 1<<30:
		return Value{Handle, int32(-1 - n)}, nil
	case err == nil && what == "seat" && n >= 1 && n <= l.Seats:
		return SeatValue(Seat(n)), nil
	}
	return Value{}, fmt.Errorf("there is no %s %s", what, rest)
}

func (l *Layout) handleOf(name, card string) (Value, error) {
	c, ok := l.byKey().cards[card]
	if !ok {
		return Value{}, fmt.Errorf("there is no card %s", card)
	}
	for _, id := range l.carried[c] {
		if l.handleKey(id) == name+" of "+card {
			return Value{Handle, id}, nil
		}
	}
	for k := range l.grants {
		if id := l.granted(k, c).ID; l.handleKey(id) == name+" of "+card {
			return Value{Handle, id}, nil
		}
	}
	return Value{}, fmt.Errorf("%s has no ability %s", card, name)
}

// ChoiceKey returns the stable text of an option: its parts joined by " / ".
func (l *Layout) ChoiceKey(c Choice) string {
	parts := make([]string, c.N)
	for i := range parts {
		parts[i] = l.Key(c.V[i])
	}
	return strings.Join(parts, " / ")
}

// ChoiceOf returns the option that a text of ChoiceKey stands for.
func (l *Layout) ChoiceOf(key string) (Choice, error) {
	parts := SplitKeys(key, " / ")
	if len(parts) > MaxParts {
		return Choice{}, fmt.Errorf("%s has more than %d parts", key, MaxParts)
	}
	c := Choice{N: uint8(len(parts))}
	for i, part := range parts {
		v, err := l.ValueOf(part)
		if err != nil {
			return Choice{}, err
		}
		c.V[i] = v
	}
	return c, nil
}

// SplitKeys splits a text of several keys at a separator, but not inside
// quoted words.
func SplitKeys(text, separator string) []string {
	var parts []string
	quoted := false
	from := 0
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(text[i:], separator):
			parts = append(parts, text[from:i])
			from = i + len(separator)
			i = from - 1
		}
	}
	return append(parts, text[from:])
}

// Answered is a decision with its answers, as values that stay valid.
type Answered struct {
	// Number and Again name the decision.
	Number, Again int
	Kind          DecisionKind
	// Replies are in seat order; only a secret decision has several.
	Replies []SeatReply
}
