package terminal

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// whyNot tells why what a person names is not among the options: cards in sight, an
// option, which is, or a word that the rules keep back; without a name, of all such words.
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
	for n := range a.menu.Rows {
		for _, o := range a.menu.Options(a.menu.Row(n + 1)) {
			if told == nil && (name == strconv.Itoa(n+1) || name != "" && is(name, o.Text)) {
				told = []string{reasons.Offered(o.Text).Say}
			}
		}
	}
	if told == nil {
		why := reasons.Why(name)
		if told = strings.Split(why.Say, "\n"); !why.Known && name == "" {
			told = []string{a.screen.Say("why.not.nothing")}
		} else if !why.Known {
			told = []string{a.screen.Say("bad.card", "name", strconv.Quote(name))}
		}
	}
	slices.Sort(told)
	for _, line := range slices.Compact(told) {
		fmt.Fprintln(a.Out, sanitize.Line(line))
	}
}
