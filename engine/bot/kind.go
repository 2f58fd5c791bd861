package bot

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/engine"
)

// Kinds are the names of the kinds of players that New knows.
var Kinds = []string{"random", "greedy", "search"}

// usualPlayouts is how many playouts a decision search makes where neither its text nor the
// pack says it.
const usualPlayouts = 200

// Kind is a kind of player, as its text says: a name; for search, behind a colon each,
// playouts a decision or a time, and how far it looks ahead, where the pack is not to
// say it, as in search:400, search:2s, search:400:depth=4:rollout=0.
type Kind struct {
	Name string
	// Time is set for a player that thinks by a clock.
	Time time.Duration
	// Ahead is what the text says of looking ahead, and else what the pack says.
	Ahead func(engine.LookAhead) engine.LookAhead
}

// UnknownKindError says that there is no such kind of player.
type UnknownKindError struct{ Name string }

// Error lists the kinds.
func (e *UnknownKindError) Error() string {
	return fmt.Sprintf("there is no bot of kind %q; there are %s", e.Name, strings.Join(Kinds, ", "))
}

// ParseKind reads a kind; an error is an *UnknownKindError, or names the fault after the
// name.
func ParseKind(text string) (Kind, error) {
	parts := strings.Split(text, ":")
	k := Kind{Name: parts[0], Ahead: func(l engine.LookAhead) engine.LookAhead { return l }}
	switch {
	case k.Name == "search":
	case k.Name != "random" && k.Name != "greedy":
		return k, &UnknownKindError{text}
	case len(parts) > 1:
		return k, fmt.Errorf("%s: nothing follows behind %s", text, k.Name)
	}
	for _, part := range parts[1:] {
		if err := k.set(part); err != nil {
			return k, fmt.Errorf("%s: %w", text, err)
		}
	}
	return k, nil
}

// set reads a part of a kind behind its name.
func (k *Kind) set(part string) error {
	name, value, named := strings.Cut(part, "=")
	if !named {
		name = "playouts"
		value = part
	}
	n, err := strconv.Atoi(value)
	fits := err == nil && n >= 0 && n <= engine.MostAhead && (name == "depth" || name == "rollout")
	if named && !fits {
		return fmt.Errorf("depth or rollout and a number from 0 to %d are expected, as in depth=4, not %q",
			engine.MostAhead, part)
	}
	if fits || err == nil && n > 0 {
		before := k.Ahead
		k.Ahead = func(l engine.LookAhead) engine.LookAhead {
			l = before(l)
			switch name {
			case "depth":
				l.Depth = n
			case "rollout":
				l.Rollout = n
			default:
				l.Playouts = n
			}
			return l
		}
		return nil
	}
	if d, err := time.ParseDuration(part); err == nil && d > 0 {
		k.Time = d
		return nil
	}
	return fmt.Errorf("playouts a decision are expected, as in search:400, or a time, as in search:2s, not %q", part)
}

// TimedError says that a player that thinks by a clock was asked for where the same
// game must come of it on every machine.
type TimedError struct{ Kind string }

// Error says what to write instead.
func (e *TimedError) Error() string {
	return fmt.Sprintf("%s thinks by the clock, and so its games differ from machine to machine and from run to run; "+
		"where they count, give playouts a decision, as in search:%d", e.Kind, 2*usualPlayouts)
}

// New returns a player of a kind for a seat of the game with a seed. scripts gives a player
// that looks ahead the means to run the pack's functions: not the game's own scripts, but
// players of one game may share them. It is called at most once. A kind that thinks by a
// clock is a *TimedError.
func New(kind string, seat engine.Seat, seed uint64, scripts func() engine.Scripts) (Player, error) {
	return NewTimed(kind, seat, seed, scripts, nil)
}

// NewTimed is New with a clock for kinds that think by one: what they answer follows
// from it too.
func NewTimed(kind string, seat engine.Seat, seed uint64, scripts func() engine.Scripts,
	clock func() time.Time) (Player, error) {
	k, err := ParseKind(kind)
	switch {
	case err != nil:
		return nil, err
	case k.Time > 0 && clock == nil:
		return nil, &TimedError{kind}
	}
	switch k.Name {
	case "random":
		return NewRandom(seat, seed), nil
	case "greedy":
		return NewGreedy(seat, seed, scripts()), nil
	}
	p := NewSearch(seat, seed, scripts())
	p.ahead = k.Ahead
	p.Time = k.Time
	p.Clock = clock
	return p, nil
}
