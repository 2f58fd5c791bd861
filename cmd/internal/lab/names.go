package lab

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// namer names counted things.
type namer struct {
	plan    *Plan
	speaker *locale.Speaker
}

func (n namer) optionIndex(name string) int {
	return slices.IndexFunc(n.plan.Table.Compiled.Pack.GameOptions,
		func(o engine.GameOption) bool { return o.Name == name })
}

// differs reports whether seats of one game may differ in an option.
func (n namer) differs(option string) bool {
	i := n.optionIndex(option)
	if i < 0 {
		return false
	}
	o := &n.plan.Table.Compiled.Pack.GameOptions[i]
	return o.PerSeat || o.Seat
}

func (n namer) option(name string) string {
	i := n.optionIndex(name)
	if i < 0 {
		return name
	}
	return n.speaker.Option(i)
}

func (n namer) value(option, value string) string {
	i := n.optionIndex(option)
	if i < 0 || n.plan.Table.Compiled.Pack.GameOptions[i].Seat {
		return value
	}
	return n.speaker.OptionValue(i, value)
}

func (n namer) thing(by, key string) string {
	if by == "ability" {
		return n.speaker.Ability(key)
	}
	for d := range n.plan.Table.Compiled.Pack.Defs {
		if n.plan.Table.Compiled.Pack.Defs[d].ID == key {
			return n.speaker.Def(engine.DefID(d))
		}
	}
	return key
}

// attribute names an attribute of seats; shown is false for one that no screen shows.
func (n namer) attribute(key string) (name string, shown bool) {
	for a := range n.plan.Table.Compiled.Pack.Seats {
		if n.plan.Table.Compiled.Pack.Seats[a].Name == key {
			return n.speaker.SeatAttribute(engine.AttributeID(a))
		}
	}
	return key, true
}

// Names returns a function that names the figures of two arms in a language.
func Names(a, b *Plan, lang string) func(f *Figure) string {
	both := []namer{{b, b.Table.Speaker(lang)}, {a, a.Table.Speaker(lang)}}
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
