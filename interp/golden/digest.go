package golden

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/play"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
)

// event is one event of a game that says something.
type event struct {
	at int
	// step is the name of the step or phase that it begins, or "".
	step string
	// text is the event in words, indented under its cause.
	text string
}

// played tells the events of a game in words.
func played(s *play.Session) []event {
	t, log := s.Table(), s.Game().Log()
	var events []event
	for at, text := range record.Events(position.NewFixture(t, nil), log) {
		if text == "" {
			continue
		}
		one := event{at: at + log.Base, text: text}
		switch e := log.At(one.at); {
		case e.Kind == engine.EvStep:
			one.step = t.Compiled.Pack.Steps[e.A]
		case e.Kind == engine.EvPhase && e.B == 1:
			one.step = t.Compiled.Pack.Phases[e.A].Name
		}
		events = append(events, one)
	}
	return events
}

// digested digests events one by one: by their words, so that numbers that other
// cards could move do not count.
func digested(events []event) []Step {
	var steps []Step
	for _, e := range events {
		if e.step != "" || len(steps) == 0 {
			steps = append(steps, Step{Name: e.step})
		}
		last := &steps[len(steps)-1]
		last.Digests = append(last.Digests, eventDigest(e.text))
	}
	if len(steps) > 0 && steps[0].Name == "" {
		steps[0].Name = "begin"
	}
	return steps
}

func eventDigest(text string) string {
	sum := fnv.New32a()
	sum.Write([]byte(strings.TrimSpace(text)))
	return fmt.Sprintf("%04x", sum.Sum32()>>16^sum.Sum32()&0xffff)
}

// scriptDigests digests the scripts by what they are: "rules/ball",
// "abilities/guard".
func scriptDigests(t *interp.Table) map[string]string {
	digests := map[string]string{}
	for _, s := range t.Loaded.Scripts {
		sum := fnv.New32a()
		sum.Write([]byte(s.Text))
		name := scriptName(s.Rules, s.Name)
		if s.Extends {
			name += " of " + s.File
		}
		digests[name] = fmt.Sprintf("%08x", sum.Sum32())
	}
	return digests
}

func scriptName(rules bool, name string) string {
	if rules {
		return "rules/" + name
	}
	return "abilities/" + name
}

// cardDigests digests the definition of every card: copies, printed values and
// abilities, by name, so that it does not depend on other cards.
func cardDigests(t *interp.Table) map[string]string {
	p := t.Compiled.Pack
	digests := map[string]string{}
	for d := range p.Defs {
		def := &p.Defs[d]
		h := fnv.New32a()
		fmt.Fprintln(h, p.Types[def.Type].Name, def.Copies)
		for a := range p.Cards {
			if values := def.Printed[engine.AttributeID(a)]; len(values) > 0 {
				fmt.Fprintln(h, p.Cards[a].Name, valuesText(t, values))
			}
		}
		for _, carried := range def.Abilities {
			fmt.Fprintln(h, p.Abilities[carried.Ability].Name, valuesText(t, carried.Params))
		}
		digests[def.ID] = fmt.Sprintf("%08x", h.Sum32())
	}
	return digests
}

// valuesText writes values without numbers that other cards could move.
func valuesText(t *interp.Table, values []engine.Value) string {
	var parts []string
	for _, v := range values {
		if v.Kind == engine.List {
			list := t.Compiled.Pack.Lists[v.N]
			for i, item := range list.Items {
				if i < len(list.Keys) {
					parts = append(parts, t.Compiled.Pack.Symbols[list.Keys[i]])
				}
				parts = append(parts, t.Layout.Key(item))
			}
			continue
		}
		parts = append(parts, t.Layout.Key(v))
	}
	return strings.Join(parts, ",")
}
