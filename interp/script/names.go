package script

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// names are the indexes by name that the binding needs: those of the compiled pack, and
// what is made of it once.
type names struct {
	*compile.Compiled
	pack *engine.Pack
	// modified tells which card attributes some ability modifies.
	modified []bool
	// parameters[trigger][name] is the position of a parameter.
	parameters []map[string]int
}

func newNames(c *compile.Compiled) *names {
	n := &names{Compiled: c, pack: c.Pack, modified: make([]bool, len(c.Pack.Cards))}
	for i := range n.pack.Triggers {
		at := map[string]int{}
		for k := range n.pack.Triggers[i].Params {
			at[n.pack.Triggers[i].Params[k].Name] = k
		}
		n.parameters = append(n.parameters, at)
	}
	for i := range n.pack.Abilities {
		if a := &n.pack.Abilities[i]; a.Form == engine.Modifier && a.OfHolder == engine.OfCard {
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

// hint names what was probably meant; "" for "".
func hint(meant string) string {
	if meant == "" {
		return ""
	}
	return `; did you mean "` + meant + `"?`
}
