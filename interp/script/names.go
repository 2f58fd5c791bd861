package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// names are the indexes by name that the binding needs: the indexes of the compiled pack, and
// others that are derived from it once.
type names struct {
	*compile.Compiled
	pack *engine.Pack
	// modified tells which card attributes some ability modifies.
	modified []bool
	// parameters[trigger][name] is the position of a parameter.
	parameters []map[string]int
	// words are the words of the pack as values, ids those that are the ids of cards.
	words, ids []language.Value
}

func newNames(c *compile.Compiled) *names {
	n := &names{Compiled: c, pack: c.Pack, modified: make([]bool, len(c.Pack.Cards)),
		words: make([]language.Value, len(c.Pack.Symbols))}
	for i, s := range n.pack.Symbols[1:] {
		n.words[i+1] = language.String(s)
	}
	for i := range n.pack.Defs {
		n.ids = append(n.ids, n.words[n.Symbols[n.pack.Defs[i].ID]])
	}
	for i := range n.pack.Triggers {
		at := map[string]int{}
		for k := range n.pack.Triggers[i].Params {
			at[n.pack.Triggers[i].Params[k].Name] = k
		}
		n.parameters = append(n.parameters, at)
	}
	for i := range n.pack.Abilities {
		if a := &n.pack.Abilities[i]; a.Form == engine.Modifier && a.OfHolder == engine.OfCard &&
			a.Of != engine.Control {
			n.modified[a.Of] = true
		}
	}
	return n
}

// nearest returns a hint that names the nearest of the known names, or "".
func nearest[V any](name string, known map[string]V) string {
	list := make([]string, 0, len(known))
	for k := range known {
		list = append(list, k)
	}
	return hint(diag.Nearest(name, list))
}

// known finds what the pack has of a kind by its name. It belongs to one machine.
type known struct {
	find func(name string) (n int32, ok bool)
	// near is a hint that names the nearest known word.
	near func(name string) string
}

func knownBy[V ~int | ~int16 | ~int32 | ~uint8 | ~int8](names map[string]V) known {
	var last found
	return known{
		find: func(name string) (int32, bool) {
			at := last.at(name)
			if at.name == name && name != "" {
				return at.n, true
			}
			v, ok := names[name]
			if ok {
				*at = foundName{name, int32(v)}
			}
			return int32(v), ok
		},
		near: func(name string) string { return nearest(name, names) },
	}
}

// found are names that were found before: looking among all the names of a pack takes five times
// as long.
type found [64]foundName

type foundName struct {
	name string
	n    int32
}

// at is where a name stands, if it does.
func (f *found) at(name string) *foundName {
	n := len(name)
	if n == 0 {
		return &f[0]
	}
	return &f[(n+int(name[0])*5+int(name[n/2])*3+int(name[n-1])*9)%len(f)]
}

// things finds what names stand for; all other names are words.
func (n *names) things() map[keyword.Ref]known {
	return map[keyword.Ref]known{
		keyword.RefTrigger:   knownBy(n.Triggers),
		keyword.RefStep:      knownBy(n.Steps),
		keyword.RefZone:      knownBy(n.Zones),
		keyword.RefAttribute: knownBy(n.CardAttributes),
		keyword.RefDie:       knownBy(n.Dice),
	}
}

// hint suggests the name that was probably meant; "" for "".
func hint(meant string) string {
	if meant == "" {
		return ""
	}
	return `; did you mean "` + meant + `"?`
}
