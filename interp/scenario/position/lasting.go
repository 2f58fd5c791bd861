package position

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// The parts of a position that are no cards: lasting effects, steps on the
// agenda, uses of limited abilities, and what seats know.

// lasting begins the effects that the position lists; it has no others.
func (l *loader) lasting() error {
	n := l.get("lasting")
	if n == nil {
		return nil
	}
	l.p.EndEffects()
	return EachItem(n.Entries(), l.effect)
}

// effect reads {ability: x, on: Card, seat: 1, until: trigger, while: Card, params: {...}};
// part names one of several parts of the ability.
func (l *loader) effect(item *source.Node) error {
	e := engine.Effect{Until: -1}
	name := item.Get("ability")
	if name == nil {
		return FailAt(item, "a lasting effect needs an ability")
	}
	parts, err := l.Ability(name)
	if err != nil {
		return err
	}
	var params *source.Node
	err = EachPair(item, func(p source.Pair) (err error) {
		switch p.Key {
		case "ability", "uses":
		case "on":
			e.Card, err = l.Card(p.Value.Text, p.Value.Pos)
		case "seat":
			e.Seat, err = l.Seat(p.Value.Text, p.Value.Pos)
		case "until":
			e.Until, err = l.Trigger(p.Value.Text, p.Value.Pos)
		case "while":
			e.While, err = l.Card(p.Value.Text, p.Value.Pos)
		case "params":
			params = p.Value
		case "part":
			if p.Value.Kind != source.Number || p.Value.Number < 1 || p.Value.Number > len(parts) {
				return FailAt(p.Value, "%s has parts 1 to %d", name.Text, len(parts))
			}
			parts = parts[p.Value.Number-1 : p.Value.Number]
		default:
			err = UnknownAt(p, "part of a lasting effect", p.Key, keyword.Lookup("lasting in given").Names())
		}
		return err
	})
	if err != nil {
		return err
	}
	if e.Seat == 0 && e.Card != 0 {
		e.Seat = l.p.Controller(e.Card)
	}
	for _, id := range parts {
		e.Ability = id
		if err := l.effectParams(&e, item, params); err != nil {
			return err
		}
		if _, err := l.p.Last(e); err != nil {
			return at(item, err)
		}
	}
	return nil
}

// ages makes cards and effects the youngest, one after the other: [Judge, lasting 1].
func (l *loader) ages() error {
	return EachItem(l.get("age").Entries(), func(item *source.Node) error {
		number, isEffect := strings.CutPrefix(item.Text, AgeOfEffect)
		if n, err := strconv.Atoi(number); isEffect && err == nil {
			if n < 1 || n > len(l.p.Effects()) {
				return FailAt(item, "there are %d lasting effects", len(l.p.Effects()))
			}
			l.p.Renew(engine.Aged{Effect: n - 1})
			return nil
		}
		c, err := l.Card(item.Text, item.Pos)
		if err == nil {
			l.p.Renew(engine.Aged{Card: c})
		}
		return err
	})
}

// AgeOfEffect stands before the number of a lasting effect in the list of ages.
const AgeOfEffect = "lasting "

func (l *loader) effectParams(e *engine.Effect, item, params *source.Node) error {
	if n := item.Get("uses"); n != nil {
		e.Uses = uint8(n.Number)
	}
	a := &l.Compiled.Pack.Abilities[e.Ability]
	e.N = uint8(min(len(a.Params), engine.MaxEffectParams))
	for i := range int(e.N) {
		e.Params[i] = a.Params[i].Default
		if n := params.Get(a.Params[i].Name); n != nil {
			v, err := l.Value(&engine.Attribute{Name: a.Params[i].Name, Kind: a.Params[i].Kind}, n)
			if err != nil {
				return err
			}
			e.Params[i] = v
		}
	}
	return nil
}

// agenda schedules the steps that run first: {matchup.use_skill: [Orc Blitzer, 2]},
// or one as "step".
func (l *loader) agenda() error {
	var steps []*source.Node
	if n := l.get("step"); n != nil {
		steps = append(steps, n)
	}
	if n := l.get("agenda"); n != nil {
		steps = append(steps, n.Entries()...)
	}
	return EachItem(steps, func(item *source.Node) error {
		step, args, err := l.call(item)
		if err == nil {
			err = at(item, l.p.Schedule(step, args))
		}
		return err
	})
}

// call reads a step with its arguments: {file.function: [arguments]},
// "file.function", or "file.function [arguments]".
func (l *loader) call(item *source.Node) (engine.StepID, []engine.Value, error) {
	name := item.Text
	pos := item.Pos
	var arguments []*source.Node
	switch {
	case item.Kind == source.Map && len(item.Pairs) == 1:
		name = item.Pairs[0].Key
		pos = item.Pairs[0].Pos
		arguments = item.Pairs[0].Value.Entries()
	case item.Kind != source.Word:
		return 0, nil, FailAt(item,
			"a step with its arguments is expected, as {file.function: [arguments]}; not %s", item.Describe())
	default:
		if before, inside, ok := strings.Cut(name, "["); ok {
			name = strings.TrimSpace(before)
			for word := range strings.SplitSeq(strings.TrimSuffix(inside, "]"), ",") {
				arguments = append(arguments, source.NewScalar(strings.TrimSpace(word), pos))
			}
		}
	}
	step, ok := l.Compiled.Steps[name]
	if !ok {
		return 0, nil, UnknownAt(pos, "step", name, l.Compiled.Pack.Steps)
	}
	var args []engine.Value
	err := EachItem(arguments, func(arg *source.Node) error {
		v, err := l.AnyValue(arg)
		args = append(args, v)
		return err
	})
	return step, args, err
}

// uses sets how often limited abilities have been used: {Card: {ability: 1}};
// "ability:2" is the card's second of that name.
func (l *loader) uses() error {
	return EachPair(l.get("used"), func(p source.Pair) error {
		c, err := l.Card(p.Key, p.Pos)
		if err != nil {
			return err
		}
		return EachPair(p.Value, func(use source.Pair) error {
			var known []string
			for _, u := range l.p.LimitedUses() {
				if u.Card != c {
					continue
				}
				name := UseName(known, u.Ability.Name)
				known = append(known, name)
				if name != use.Key {
					continue
				}
				if use.Value.Kind != source.Number && use.Value.Kind != source.Map {
					return FailAt(use.Value, "how often %s was used must be a number, or {1: 2} by seat, not %s",
						use.Key, use.Value.Describe())
				}
				for s := range l.Layout.Seats + 1 {
					l.p.SetUses(u.Instance, engine.Seat(s), 0)
				}
				if use.Value.Kind == source.Map {
					return l.usesBySeat(u.Instance, use.Value)
				}
				l.p.SetUses(u.Instance, l.p.Controller(c), use.Value.Number)
				return nil
			}
			return UnknownAt(use, "limited ability of "+p.Key, use.Key, known)
		})
	})
}

// usesBySeat sets how often seats have used a limited ability: {1: 2}.
func (l *loader) usesBySeat(instance int32, n *source.Node) error {
	return l.EachSeat(n, func(seat engine.Seat, p source.Pair) error {
		if p.Value.Kind != source.Number {
			return FailAt(p.Value, "a number of uses is expected, not %s", p.Value.Describe())
		}
		l.p.SetUses(instance, seat, p.Value.Number)
		return nil
	})
}

// UseName numbers an ability among those of its name listed before.
func UseName(before []string, name string) string {
	n := 1
	for _, b := range before {
		if plain, _, _ := strings.Cut(b, ":"); plain == name {
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("%s:%d", name, n)
	}
	return name
}

// knowledge reveals cards to seats beyond what they see.
func (l *loader) knowledge() error {
	return l.EachSeat(l.get("known"), func(seat engine.Seat, p source.Pair) error {
		return EachItem(p.Value.Entries(), func(item *source.Node) error {
			c, err := l.Card(item.Text, item.Pos)
			if err == nil {
				err = l.p.Reveal(c, engine.Only(seat))
			}
			return err
		})
	})
}
