// Package coverage says what games reach of a pack, and what they do not: abilities,
// abilities that were offered and declined, triggers, steps, values of options. Games
// are those of scenarios, or silent ones; who asks why something was never reached has
// the counts in a Tally too (tally.go).
//
// It imports packages interp and scenario (to run the files) and the engine.
package coverage

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Item is something that a game can reach.
type Item struct {
	// Kind is ability, declined (an optional ability that was offered and not
	// used), trigger, step, option, or negative (what a scenario says is not offered,
	// with its place: reached if another one has it offered); in a Tally card and zone too.
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// Declared names the declaration of an item, as explain takes it: kind:name.
func (i Item) Declared() string {
	kind, name := i.Kind, i.Name
	if kind == "declined" {
		kind = "ability"
	}
	if at := strings.IndexAny(name, "= "); at >= 0 { // a value of an option, a part of an ability
		name = name[:at]
	}
	return kind + ":" + name
}

// AbilityName names one hook: its number too, where the ability has several.
func AbilityName(p *engine.Pack, a *engine.Ability) string {
	several := a.Part > 0 ||
		slices.ContainsFunc(p.Abilities, func(o engine.Ability) bool { return o.Name == a.Name && o.Part > 0 })
	if several {
		return fmt.Sprintf("%s (part %d)", a.Name, a.Part+1)
	}
	return a.Name
}

// optionValues names the values that a table gives to an option: each word, and
// for a number whether it is the default.
func optionValues(t *interp.Table, i int) []string {
	o := &t.Compiled.Pack.GameOptions[i]
	var names []string
	for _, v := range t.OptionValues(0)[i] {
		text := t.Compiled.Pack.OptionText(v)
		if o.Number && text != o.Default {
			text = "another number"
		}
		names = append(names, o.Name+"="+text)
	}
	return names
}

// Report is what games reach of a pack and what not.
type Report struct {
	// Scenarios counts the games, which are mostly those of scenarios.
	Scenarios int
	// Reached and All count the items by kind; Missing are those not reached.
	Reached, All map[string]int
	Missing      []Item
}

// Kinds are the kinds of items, in the order of reports.
var Kinds = []string{"ability", "declined", "trigger", "step", "option", "negative"}

// Report compares what was reached of a pack with what could be. With a base, which the
// pack's overlays are laid over (nil for none), it is about what the overlays bring: what
// the base has not, and abilities and steps whose scripts are theirs.
func (t *Tally) Report(p, base *interp.Pack) *Report {
	items := everything(p)
	if base != nil {
		items = brought(p, base, items)
	}
	r := &Report{Scenarios: t.Games, Reached: map[string]int{}, All: map[string]int{}}
	for _, item := range items {
		r.All[item.Kind]++
		if t.Hits[item] > 0 {
			r.Reached[item.Kind]++
		} else {
			r.Missing = append(r.Missing, item)
		}
	}
	for text, at := range t.denied {
		r.All["negative"]++
		if t.met[text] {
			r.Reached["negative"]++
		} else {
			r.Missing = append(r.Missing, Item{"negative", text + " (" + at + ")"})
		}
	}
	slices.SortStableFunc(r.Missing, func(a, b Item) int {
		return cmp.Or(cmp.Compare(slices.Index(Kinds, a.Kind), slices.Index(Kinds, b.Kind)),
			strings.Compare(a.Name, b.Name))
	})
	return r
}

// everything lists what scenarios of a pack could reach.
func everything(p *interp.Pack) []Item {
	pack := p.Compiled.Pack
	var all []Item
	for i := range pack.Abilities {
		a := &pack.Abilities[i]
		all = append(all, Item{"ability", AbilityName(pack, a)})
		if a.Form == engine.Hook && a.May {
			all = append(all, Item{"declined", AbilityName(pack, a)})
		}
	}
	for i := range pack.Triggers {
		id := engine.TriggerID(i)
		ofPhase := slices.ContainsFunc(pack.Phases,
			func(ph engine.Phase) bool { return ph.Begins == id || ph.Ends == id })
		if !ofPhase || slices.ContainsFunc(pack.Abilities, func(a engine.Ability) bool {
			return a.Form == engine.Hook && a.Trigger == id || a.Limit.Times > 0 && a.Limit.Per == id
		}) { // nobody wrote the triggers of a phase
			all = append(all, Item{"trigger", pack.Triggers[i].Name})
		}
	}
	for i, name := range pack.Steps {
		if isStep(p, engine.StepID(i)) {
			all = append(all, Item{"step", name})
		}
	}
	for i := range pack.GameOptions {
		o := &pack.GameOptions[i]
		for _, v := range o.Values {
			if v != "random" {
				all = append(all, Item{"option", o.Name + "=" + v})
			}
		}
		if o.Number {
			all = append(all, Item{"option", o.Name + "=" + o.Default}, Item{"option", o.Name + "=another number"})
		}
	}
	return all
}

// isStep reports whether a function of the rules runs as a step: it stands in the
// flow, or a script schedules it, that is, names it where it says or raises
// nothing.
func isStep(p *interp.Pack, id engine.StepID) bool {
	if flows(p, engine.OpStep, id) {
		return true
	}
	if _, word := p.Compiled.Symbols[p.Compiled.Pack.Steps[id]]; !word || isPure(p, id) {
		return false
	}
	quoted := regexp.MustCompile(`["']` + regexp.QuoteMeta(p.Compiled.Pack.Steps[id]) + `["']`)
	for _, s := range p.Loaded.Scripts {
		for _, at := range quoted.FindAllStringIndex(s.Text, -1) {
			if !otherName.MatchString(s.Text[:at[0]]) {
				return true
			}
		}
	}
	return false
}

// otherName ends where a script names a message or a trigger.
var otherName = regexp.MustCompile(`(\b(say|raise|raise_all)\s*\(\s*|\bon\s*=\s*)$`)

// flows reports whether the flow has an instruction about a function.
func flows(p *interp.Pack, op engine.Op, id engine.StepID) bool {
	return slices.ContainsFunc(p.Compiled.Pack.Flow,
		func(in engine.Instruction) bool { return in.Op == op && engine.StepID(in.Arg) == id })
}

// isPure reports whether the game uses a function as a condition.
func isPure(p *interp.Pack, id engine.StepID) bool {
	return flows(p, engine.OpUnless, id) || id == p.Compiled.Pack.Evaluation || id == p.Compiled.Pack.Returns ||
		slices.Contains(p.Compiled.Pack.Invariants, id)
}

// Measure runs the scenarios of files and reports what those of a pack reach, of what
// its overlays bring alone with a base (see Tally.Report); the results tell of scenarios
// that fail. For spent see scenario.Config.
func Measure(ctx context.Context, p, base *interp.Pack, files []string,
	workers int, spent *diag.List) (*Report, []*scenario.Result, error) {
	t := NewTally(p)
	results, err := scenario.Run(ctx, files, scenario.Config{Workers: workers, Played: t.Case, Spent: spent})
	if err != nil {
		return nil, nil, err
	}
	return t.Report(p, base), results, nil
}

// Base loads the game below the overlays of a pack; nil if there are none.
func Base(p *interp.Pack) (*interp.Pack, error) {
	layers := p.Loaded.Layers
	if len(layers) < 2 {
		return nil, nil
	}
	name := layers[0].Shown
	if info, err := source.Stat(name); err != nil || !info.IsDir() {
		name = layers[0].ID
	}
	return interp.Load(name, interp.With{})
}

// brought keeps the items that the overlays of a pack bring.
func brought(p, base *interp.Pack, items []Item) []Item {
	old := map[Item]bool{}
	for _, item := range everything(base) {
		old[item] = true
	}
	theirs := map[string]bool{}
	for i := range base.Compiled.Pack.Abilities {
		theirs[base.Compiled.Pack.Abilities[i].File] = true
	}
	own := map[string]bool{}
	for i := range p.Compiled.Pack.Abilities {
		if a := &p.Compiled.Pack.Abilities[i]; !theirs[a.File] {
			own[AbilityName(p.Compiled.Pack, a)] = true
		}
	}
	return slices.DeleteFunc(items, func(item Item) bool {
		switch {
		case !old[item]:
			return false
		case item.Kind == "ability" || item.Kind == "declined":
			return !own[item.Name]
		case item.Kind == "step":
			return !rewritten(p, item.Name)
		}
		return true
	})
}

// rewritten reports whether an overlay has a function of the rules of its own under
// the name of a step.
func rewritten(p *interp.Pack, step string) bool {
	module, function, _ := strings.Cut(step, ".")
	defined := regexp.MustCompile(`function\s+(\w+[.:])?` + regexp.QuoteMeta(function) + `\s*\(|\b` +
		regexp.QuoteMeta(function) + `\s*=\s*function\b`)
	return slices.ContainsFunc(p.Loaded.Scripts, func(s pack.Script) bool {
		return s.Overlay != "" && s.Rules && s.Name == module && defined.MatchString(s.Text)
	})
}
