package lab

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// namer names counted things of a pack.
type namer struct {
	of      *interp.Pack
	speaker *locale.Speaker
}

// differs reports whether seats of one game may differ in an option.
func (n namer) differs(option string) bool {
	i, known := n.of.Compiled.GameOptions[option]
	if !known {
		return false
	}
	o := &n.of.Compiled.Pack.GameOptions[i]
	return o.PerSeat || o.Seat
}

func (n namer) option(name string) string {
	if i, known := n.of.Compiled.GameOptions[name]; known {
		return n.speaker.Option(i)
	}
	return name
}

func (n namer) value(option, value string) string {
	if i, known := n.of.Compiled.GameOptions[option]; known && !n.of.Compiled.Pack.GameOptions[i].Seat {
		return n.speaker.OptionValue(i, value)
	}
	return value
}

func (n namer) thing(by, key string) string {
	if by == "ability" {
		return n.speaker.Ability(key)
	}
	if d, known := n.of.Compiled.Defs[key]; known {
		return n.speaker.Def(d)
	}
	return key
}

// attribute names an attribute of seats; shown is false for one that no screen shows.
func (n namer) attribute(key string) (name string, shown bool) {
	if a, known := n.of.Compiled.SeatAttributes[key]; known {
		return n.speaker.SeatAttribute(a)
	}
	return key, true
}

// Names returns a function that names the figures of two arms in a language.
func Names(a, b *Plan, lang string) func(f *Figure) string {
	both := []namer{{b.Table.Pack, b.Table.Speaker(lang)}, {a.Table.Pack, a.Table.Speaker(lang)}}
	return func(f *Figure) string {
		switch f.By {
		case "option":
			option, value, _ := strings.Cut(f.Key, "=")
			switch value {
			case "own":
				return "the seat itself"
			case "other":
				return "another seat"
			}
			return both[0].value(option, value)
		case "card":
			for _, n := range both {
				if name := n.thing("card", f.Key); name != f.Key {
					return name
				}
			}
		case "seat":
			return "seat " + f.Key
		case "game":
			return "a game"
		}
		return f.Key
	}
}
