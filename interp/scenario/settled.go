package scenario

import (
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Settled returns the options of a table's game with a seed as they are given on
// a command line, with nothing random left.
func Settled(t *interp.Table, seed uint64) map[string]string {
	options := map[string]string{}
	values := t.OptionValues(seed)
	for i := range t.Compiled.Pack.GameOptions {
		o := &t.Compiled.Pack.GameOptions[i]
		words := lists.Map(values[i], t.Compiled.Pack.OptionText)
		text := strings.Join(lists.Map(words, t.Spelled), ",")
		if given, ok := t.Settings.GameOptions[o.Name]; ok || text != o.Default {
			if ok && text == strings.Join(words, ",") && !strings.Contains(given, "random") {
				text = given
			}
			options[o.Name] = text
		}
	}
	return options
}
