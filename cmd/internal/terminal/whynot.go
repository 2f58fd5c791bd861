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
	var answers []string
	for _, area := range a.areas() {
		for i := range area.Cards {
			if c := &area.Cards[i]; name != "" && is(name, c.Name, c.Def, c.Key) && !c.Hidden {
				answers = append(answers, reasons.Why(c.Key).Say)
			}
		}
	}
	for n := range a.menu.Rows {
		for _, o := range a.menu.Options(a.menu.Row(n + 1)) {
			if answers == nil && (name == strconv.Itoa(n+1) || name != "" && is(name, o.Text)) {
				answers = []string{reasons.Offered(o.Text).Say}
			}
		}
	}
	if answers == nil {
		why := reasons.Why(name)
		answers = strings.Split(why.Say, "\n")
		if !why.Known && name == "" {
			answers = []string{a.screen.Say("why.not.nothing")}
		} else if !why.Known {
			answers = []string{a.screen.Say("bad.card", "name", strconv.Quote(name))}
		}
	}
	slices.Sort(answers)
	for _, line := range slices.Compact(answers) {
		fmt.Fprintln(a.Out, sanitize.Line(line))
	}
}
