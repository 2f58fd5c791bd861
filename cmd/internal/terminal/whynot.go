package terminal

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/ruledeck/ruledeck/interp/visible"
)

// whyNot tells why what a person names is not among the options: cards in sight, or a word
// that the rules keep back.
func (a *answering) whyNot(name string) {
	reasons, err := a.session.Reasons(a.ctx, a.at.Number(), a.session.Lang)
	if err != nil {
		fmt.Fprintln(a.Out, err)
		return
	}
	var told []string
	for _, area := range a.areas() {
		for i := range area.Cards {
			if c := &area.Cards[i]; name != "" && is(name, c.Name, c.Def, c.Key) && !c.Hidden {
				told = append(told, reasons.Why(c.Key).Say)
			}
		}
	}
	if told == nil {
		if why := reasons.Why(name); why.Known {
			told = []string{why.Say}
		} else {
			told = []string{a.screen.Say("bad.card", "name", strconv.Quote(name))}
		}
	}
	slices.Sort(told)
	for _, line := range slices.Compact(told) {
		fmt.Fprintln(a.Out, visible.Line(line))
	}
}
