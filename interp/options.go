package interp

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/rng"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// random is the value that draws an option's value from the seed.
const random = "random"

// checkOptions fills in defaults and checks every value; the result has one
// word a value, "seats" included, for the pack's refusals.
func (p *Pack) checkOptions(s Settings) (map[string][]string, error) {
	given := map[string][]string{"seats": {strconv.Itoa(s.Seats)}}
	declared := p.Compiled.Pack.GameOptions
	for i := range declared {
		o := &declared[i]
		value, ok := s.GameOptions[o.Name]
		if !ok {
			value = o.Default
		}
		values, err := checkOption(o, p.wordsOf(o, value), s.Seats)
		if err != nil {
			return nil, err
		}
		given[o.Name] = values
	}
	for name := range s.GameOptions {
		if given[name] == nil || name == "seats" {
			return nil, unknownOption(p, name)
		}
	}
	return given, nil
}

// wordsOf returns the given values of an option; a list of a file has its id.
func (p *Pack) wordsOf(o *engine.GameOption, value string) []string {
	return lists.Map(perSeat(o.PerSeat, value), func(word string) string { return cmp.Or(p.files[word], word) })
}

// Listed counts the cards of the lists that options name for decks, by definition: nil if they name
// none. It fails for a list that does not exist.
func (p *Pack) Listed(options map[string]string) (map[engine.DefID]int, error) {
	var cards map[engine.DefID]int
	pack := p.Compiled.Pack
	for _, deck := range pack.Decks {
		o := &pack.GameOptions[deck.Option]
		value, given := options[o.Name]
		if !given {
			continue
		}
		if cards == nil {
			cards = map[engine.DefID]int{}
		}
		words := p.wordsOf(o, value)
		if _, err := checkOption(o, words, len(words)); err != nil {
			return nil, err
		}
		for _, list := range words {
			for _, card := range pack.DeckLists[p.Compiled.Symbols[list]] {
				cards[card.Def] += card.Copies
			}
		}
	}
	return cards, nil
}

// Spelled is the value of an option as it means the same where files that it named are not: a list
// of a deck with its cards.
func (p *Pack) Spelled(value string) string {
	cards := p.Compiled.Pack.DeckLists[p.Compiled.Symbols[value]]
	if len(cards) == 0 || !slices.Contains(slices.Collect(maps.Values(p.files)), value) {
		return value
	}
	return strings.Join(lists.Map(cards, func(card engine.DeckCard) string {
		return fmt.Sprintf("%s:%d", p.Compiled.Pack.Defs[card.Def].ID, card.Copies)
	}), " ")
}

func unknownOption(p *Pack, name string) error {
	names := lists.Map(p.Compiled.Pack.GameOptions, func(o engine.GameOption) string { return o.Name })
	return usage("%s has no option %q; %s", p.Compiled.Pack.ID, name, diag.There(name, names))
}

// perSeat splits the value of an option by seat, if it has one value per seat. A comma behind a backslash is
// part of a value.
func perSeat(is bool, value string) []string {
	values := []string{value}
	if is {
		values = strings.Split(strings.ReplaceAll(value, `\,`, "\x00"), ",")
	}
	return lists.Map(values, func(v string) string { return strings.TrimSpace(strings.ReplaceAll(v, "\x00", ",")) })
}

func checkOption(o *engine.GameOption, values []string, seats int) ([]string, error) {
	if o.PerSeat {
		if len(values) == 1 {
			values = slices.Repeat(values, seats)
		}
		if len(values) != seats {
			return nil, usage("option %s needs a value for each of the %d seats, with commas between; %d were given",
				o.Name, seats, len(values))
		}
	}
	for i, v := range values {
		if err := checkOptionValue(o, v, seats); err != nil {
			return nil, err
		}
		if o.Distinct && v != random && slices.Contains(values[:i], v) {
			return nil, usage("option %s: %s is given to two seats, but each needs another: name one for each, with "+
				"commas between, or random", o.Name, v)
		}
	}
	return values, nil
}

func checkOptionValue(o *engine.GameOption, v string, seats int) error {
	switch {
	case o.Seat:
		if n, err := strconv.Atoi(v); v != random && (err != nil || n < 1 || n > seats) {
			return usage("option %s must be a seat from 1 to %d, or random, not %q", o.Name, seats, v)
		}
	case o.Number:
		if n, err := strconv.Atoi(v); err != nil || n < o.Min || n > o.Max {
			return usage("option %s must be a number from %d to %d, not %q", o.Name, o.Min, o.Max, v)
		}
	case !slices.Contains(o.Values, v):
		return usage("option %s cannot be %q; %s", o.Name, v, diag.There(v, o.Values))
	}
	return nil
}

// OptionValues resolves the options for one game: random values are drawn from the seed,
// each option from its own stream.
func (t *Table) OptionValues(seed uint64) [][]engine.Value {
	out := make([][]engine.Value, len(t.Compiled.Pack.GameOptions))
	for i := range t.Compiled.Pack.GameOptions {
		o := &t.Compiled.Pack.GameOptions[i]
		var source rng.Source
		source.Seed(seed, rng.Name("option "+o.Name), 0)
		out[i] = t.draw(o, t.given[o.Name], &source)
	}
	return out
}

// draw replaces "random" by values that are still free.
func (t *Table) draw(o *engine.GameOption, given []string, source *rng.Source) []engine.Value {
	free := slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool {
		return v == random || o.Distinct && slices.Contains(given, v)
	})
	slices.Sort(free)
	values := make([]engine.Value, len(given))
	for i, v := range given {
		switch {
		case o.Seat && v == random:
			values[i] = engine.SeatValue(engine.Seat(source.Below(t.Settings.Seats) + 1))
		case o.Seat:
			n, _ := strconv.Atoi(v)
			values[i] = engine.SeatValue(engine.Seat(n))
		case o.Number:
			n, _ := strconv.Atoi(v)
			values[i] = engine.Num(n)
		case v == random && len(free) > 0:
			k := source.Below(len(free))
			v = free[k]
			if o.Distinct {
				free = slices.Delete(free, k, k+1)
			}
			fallthrough
		default:
			values[i] = engine.WordValue(t.Compiled.Symbols[v])
		}
	}
	return values
}
