package position

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Places of the flow are named by a step ("matchup.commit"), or the beginning or end of a
// phase ("week.begins", "week.ends"); "#2" means the second place of that name.

// PlaceName names the instruction at a place of the flow; "" for one that runs
// no script.
func (b *Fixture) PlaceName(at int) string {
	in := &b.Compiled.Pack.Flow[at]
	switch in.Op {
	case engine.OpStep:
		return b.Compiled.Pack.Steps[in.Arg]
	case engine.OpEnter:
		return b.Compiled.Pack.Phases[in.Arg].Name + ".begins"
	case engine.OpLeave:
		return b.Compiled.Pack.Phases[in.Arg].Name + ".ends"
	case engine.OpEnd:
		return "end"
	}
	return ""
}

// PlaceKey is placeName with "#2" where an earlier place has the same name.
func (b *Fixture) PlaceKey(at int) string {
	name := b.PlaceName(at)
	same := 1
	for i := range at {
		if b.PlaceName(i) == name {
			same++
		}
	}
	if same > 1 {
		return fmt.Sprintf("%s#%d", name, same)
	}
	return name
}

// Place finds a place of the flow by its name.
func (b *Fixture) Place(node *source.Node) (int, error) {
	name, number, _ := strings.Cut(node.Text, "#")
	wanted := 1
	if number != "" {
		wanted, _ = strconv.Atoi(number)
	}
	var known []string
	for at := range b.Compiled.Pack.Flow {
		here := b.PlaceName(at)
		if here == "" {
			continue
		}
		if here == name {
			wanted--
			if wanted == 0 {
				return at, nil
			}
		}
		known = append(known, here)
	}
	return -1, UnknownAt(node, "step of the flow", node.Text, known)
}

// Stop finds where a game stops that is played until something runs: at a place of the
// flow (-1 for none), and, without a number, at a scheduled step of that name (-1 for
// none).
func (b *Fixture) Stop(node *source.Node) (place int, step engine.StepID, err error) {
	step = -1
	if id, ok := b.Compiled.Steps[node.Text]; ok {
		step = id
	}
	place, err = b.Place(node)
	if err == nil || step >= 0 {
		return place, step, nil
	}
	var f *Failure
	if errors.As(err, &f) {
		f.Message = fmt.Sprintf("there is no step %q", node.Text)
		if near := diag.Nearest(node.Text, b.Compiled.Pack.Steps); f.Hint == "" {
			f.Hint = near
		}
	}
	return -1, -1, err
}
