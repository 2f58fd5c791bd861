package table

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// Value is one that an option can have.
type Value struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Option is one of a game's, in words; of a number Min and Max are the range, and Seat is
// set where it takes the number of one. Default has one value, or one for each seat.
type Option struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Values  []Value `json:"values"`
	Default []Value `json:"default"`
	Number  bool    `json:"number,omitempty"`
	Min     int     `json:"min"`
	Max     int     `json:"max"`
	Seat    bool    `json:"seat,omitempty"`
	PerSeat bool    `json:"per_seat,omitempty"`
	// Deck is set where a value may be the text of a list of cards too.
	Deck bool `json:"deck,omitempty"`
}

// Setup is what the form of a new game asks: how many play, and its options.
type Setup struct {
	Least   int      `json:"least"`
	Most    int      `json:"most"`
	Options []Option `json:"options"`
}

// SetupOf is the setup of a pack in the language of a speaker.
func SetupOf(pack *interp.Pack, speaker *locale.Speaker) Setup {
	out := Setup{Options: []Option{}}
	out.Least, out.Most = pack.Seats()
	for i := range pack.Compiled.Pack.GameOptions {
		o := &pack.Compiled.Pack.GameOptions[i]
		value := func(v string) Value { return Value{v, speaker.OptionValue(i, v)} }
		out.Options = append(out.Options, Option{o.Name, speaker.Option(i),
			append([]Value{}, lists.Map(o.Values, value)...), lists.Map(strings.Split(o.Default, ","), value),
			o.Number, o.Min, o.Max, o.Seat, o.PerSeat,
			pack.Loaded.Tree.GameOptions[i].Deck != nil})
	}
	return out
}
