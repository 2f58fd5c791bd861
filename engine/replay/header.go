package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
)

// Header says what game a file holds: enough to make a setup for it.
type Header struct {
	// Game is the host's name for the game: the pack's id, or the path of its folder;
	// Overlays are laid over it.
	Game          string
	Overlays      []string
	Pack, Version string
	// API is the version of the language by which the game was played.
	API int
	// Files, Cards and Scripts have digests by path, id and name: what a changed
	// pack is compared with.
	Files, Cards, Scripts map[string]string
	Seed                  rng.Seed
	// Seats are the kinds of players as the host calls them ("human",
	// "random"), one a seat.
	Seats []string
	// GameOptions are the settings of the game by name, with nothing left to chance.
	GameOptions []GameOption
	// Chance says that the host answered for chance (engine.Setup.AskChance): these answers
	// are among the others, of seat 0.
	Chance bool
	// Scenario is the position in which the game began; nil for its beginning.
	Scenario *Scenario
}

// Scenario names a scenario in a file, with a digest of the file. What the scenario
// itself answers is among the answers of the game.
type Scenario struct {
	File   string `json:"file"`
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

// GameOption is one setting with its value, or one value a seat.
type GameOption struct {
	Name   string
	Values []string
}

// HeaderOf describes a game. seats are the kinds of its players.
func HeaderOf(g *engine.Game, seats []string) Header {
	h := Header{Pack: g.Layout().Pack.ID, Version: g.Layout().Pack.Version, Seed: g.Seed(), Seats: slices.Clone(seats),
		Chance: g.Position().AsksChance()}
	for i, values := range g.Position().GameOptions() {
		o := GameOption{Name: g.Layout().Pack.GameOptions[i].Name}
		for _, v := range values {
			o.Values = append(o.Values, g.Layout().Pack.OptionText(v))
		}
		h.GameOptions = append(h.GameOptions, o)
	}
	slices.SortFunc(h.GameOptions, func(a, b GameOption) int { return strings.Compare(a.Name, b.Name) })
	return h
}

// Settings are the options as they are given on a command line.
func (h *Header) Settings() map[string]string {
	out := map[string]string{}
	for _, o := range h.GameOptions {
		out[o.Name] = strings.Join(o.Values, ",")
	}
	return out
}

// options turns the settings into values of the pack's options; those that the
// pack did not have then are as the setup has them.
func (h *Header) options(setup *engine.Setup) ([][]engine.Value, error) {
	p := setup.Layout.Pack
	out := make([][]engine.Value, len(p.GameOptions))
	copy(out, setup.GameOptions)
	for _, o := range h.GameOptions {
		i := slices.IndexFunc(p.GameOptions, func(own engine.GameOption) bool { return own.Name == o.Name })
		if i < 0 {
			return nil, &FormatError{
				What: fmt.Sprintf("the game was kept with the option %s, which %s does not have", o.Name, p.ID)}
		}
		out[i] = nil
		for _, text := range o.Values {
			v, err := optionValue(p, &p.GameOptions[i], text)
			if err != nil {
				return nil, err
			}
			out[i] = append(out[i], v)
		}
	}
	return out, nil
}

func optionValue(p *engine.Pack, o *engine.GameOption, text string) (engine.Value, error) {
	if o.Number || o.Seat {
		n, err := strconv.ParseInt(text, 10, 32)
		switch {
		case err != nil || o.Seat && (n < 1 || n > engine.MaxSeats):
			return engine.Value{}, &FormatError{What: fmt.Sprintf("option %s cannot be %q", o.Name, text)}
		case o.Seat:
			return engine.SeatValue(engine.Seat(n)), nil
		}
		return engine.Num(int(n)), nil
	}
	if i := slices.Index(p.Symbols, text); i >= 0 {
		return engine.WordValue(engine.Symbol(i)), nil
	}
	return engine.Value{}, &FormatError{What: fmt.Sprintf("option %s cannot be %q", o.Name, text)}
}

// fits reports whether a game with this header can be played with a setup.
func (h *Header) fits(setup *engine.Setup) error {
	p := setup.Layout.Pack
	switch {
	case h.Pack != p.ID:
		return &MismatchError{"the pack", h.Pack, p.ID}
	case len(h.Seats) != setup.Layout.Seats:
		return &MismatchError{"a number of seats:", strconv.Itoa(len(h.Seats)), strconv.Itoa(setup.Layout.Seats)}
	}
	return nil
}
