package code

import (
	"fmt"

	"github.com/ruledeck/ruledeck/engine"
)

// offered reports actions that stand under a word under which no script asks
// for actions: no seat is ever offered them.
func (p *program) offered() {
	if p.used.anyAction {
		return
	}
	for i := range p.headers {
		h := &p.headers[i]
		kind := h.Fields.Get("action")
		if kind == nil || kind.Text == "" || p.used.actions[kind.Text] {
			continue
		}
		for _, id := range p.c.Abilities[h.ID] {
			if a := &p.p.Abilities[id]; a.Part == h.Part && a.Form == engine.Action {
				p.unknownName("unknown-action", kind.Pos,
					fmt.Sprintf("no script asks for the actions under %q, as with actions(%q, seat)", kind.Text,
						kind.Text), kind.Text, sorted(p.used.actions))
			}
		}
	}
}
