package scenario

import (
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
)

// Settled returns the options of a table's game with a seed as they are given on
// a command line, with nothing random left.
func Settled(t *interp.Table, seed uint64) map[string]string {
	options := map[string]string{}
	values := t.OptionValues(seed)
	for i := range t.Compiled.Pack.GameOptions {
		o := &t.Compiled.Pack.GameOptions[i]
		var words []string
		spelled := false
		for _, v := range values[i] {
			switch v.Kind {
			case engine.Word:
				word := t.Compiled.Pack.Symbols[v.N]
				words = append(words, t.Spelled(word))
				spelled = spelled || t.Spelled(word) != word
			default:
				words = append(words, fmt.Sprint(v.N))
			}
		}
		text := strings.Join(words, ",")
		if given, ok := t.Settings.GameOptions[o.Name]; ok || text != o.Default {
			if ok && !spelled && !strings.Contains(given, "random") {
				text = given
			}
			options[o.Name] = text
		}
	}
	return options
}
