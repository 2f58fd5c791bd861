package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// wanted is one event that an expectation describes.
type wanted struct {
	node    *source.Node
	kind    view.EventKind
	name    string
	trigger *engine.Trigger
	// doing are the abilities whose acting is wanted; any of them will do.
	doing  []engine.AbilityID
	values *source.Node
}

// readEvent reads "tackle.landed", {tackle.landed: {target: Name}},
// {ability: guard} or {say: key}.
func (r *runner) readEvent(n *source.Node) (*wanted, error) {
	w := &wanted{node: n}
	name := n.Text
	pos := n.Pos
	if n.Kind == source.Map {
		if len(n.Pairs) != 1 {
			return nil, position.FailAt(n,
				"an event is a trigger's name, {trigger: {parameter: value}}, {ability: name} or {say: key}")
		}
		pair := n.Pairs[0]
		switch pair.Key {
		case "ability":
			if _, err := r.Ability(pair.Value); err != nil {
				return nil, err
			}
			w.kind = view.AbilityEvent
			w.name = pair.Value.Text
			w.doing = r.Compiled.Doing(w.name)
			return w, nil
		case "say":
			if _, ok := r.Compiled.Symbols[pair.Value.Text]; !ok {
				return nil, position.UnknownAt(pair.Value, "word that a script says", pair.Value.Text,
					r.Compiled.Pack.Symbols)
			}
			w.kind = view.SayEvent
			w.name = pair.Value.Text
			return w, nil
		}
		name = pair.Key
		pos = pair.Pos
		w.values = pair.Value
	}
	id, err := r.Trigger(name, pos)
	if err != nil {
		return nil, err
	}
	w.kind = view.ApplyEvent
	w.name = name
	w.trigger = &r.Compiled.Pack.Triggers[id]
	if w.values == nil {
		return w, nil
	}
	for _, p := range w.values.Pairs {
		if _, _, err := r.param(w, p); err != nil {
			return w, err
		}
	}
	return w, nil
}

// param finds a parameter of the event and the value that is wanted.
func (r *runner) param(w *wanted, p source.Pair) (int, engine.Value, error) {
	var known []string
	for i := range w.trigger.Params {
		param := &w.trigger.Params[i]
		if param.Name == p.Key {
			v, err := r.Value(&engine.Attribute{Name: param.Name, Kind: param.Kind, Words: param.Words}, p.Value)
			return i, v, err
		}
		known = append(known, param.Name)
	}
	return 0, engine.Value{}, position.UnknownAt(p, "parameter of "+w.trigger.Name, p.Key, known)
}

// isEvent reports whether an event of the log is the wanted one.
func (r *runner) isEvent(w *wanted, e *view.Event) bool {
	if w.kind == view.AbilityEvent {
		return e.Kind == w.kind && slices.Contains(w.doing, engine.AbilityID(e.Index))
	}
	if e.Kind != w.kind || e.Name != w.name {
		return false
	}
	if w.values == nil {
		return true
	}
	for _, p := range w.values.Pairs {
		i, v, err := r.param(w, p)
		if err != nil || i >= len(e.Values) || !r.sameValue(v, p.Value.Text, e.Values[i].Value.Raw) {
			return false
		}
	}
	return true
}

// happened is what has happened, as the referee sees it.
func (r *runner) happened() []view.Event { return view.NewReader(r.g.Position(), view.Referee).Next() }

// readEvents reads events without looking for them.
func (r *runner) readEvents(n *source.Node) (all []*wanted, err error) {
	err = position.EachItem(n.Entries(), func(item *source.Node) error {
		w, err := r.readEvent(item)
		all = append(all, w)
		return err
	})
	return all, err
}

// expectEvents finds the events in order; others may lie between.
func (r *runner) expectEvents(n *source.Node) error {
	all, err := r.readEvents(n)
	if err != nil || r.reading {
		return err
	}
	at := 0
	last := ""
	events := r.happened()
	for _, w := range all {
		for at < len(events) && !r.isEvent(w, &events[at]) {
			at++
		}
		if at == len(events) {
			err := r.reportAbout(w.node, w.name, "%s", r.missing(w, last))
			if w.kind == view.AbilityEvent {
				return r.doubt(err, w.doing, 0)
			}
			return err
		}
		at++
		last = eventText(w.node)
	}
	return nil
}

// missing says that an event did not happen, or not when it should, or not with
// these values.
func (r *runner) missing(w *wanted, after string) string {
	plain := *w
	plain.values = nil
	var found []string
	events := r.happened()
	for i := range events {
		e := &events[i]
		if r.isEvent(w, e) {
			return fmt.Sprintf("%s happened, but not after %s", eventText(w.node), after)
		}
		if w.values != nil && r.isEvent(&plain, e) {
			found = append(found, w.trigger.Name+record.ParamsText(r.Fixture, e))
		}
	}
	text := eventText(w.node) + " did not happen"
	if len(found) > 0 {
		text += fmt.Sprintf("\n  expected: %s\n  found:    %s", eventText(w.node),
			strings.Join(found, "\n            "))
	}
	return text
}

func (r *runner) expectNoEvents(n *source.Node) error {
	all, err := r.readEvents(n)
	if err != nil || r.reading {
		return err
	}
	events := r.happened()
	for _, w := range all {
		for i := range events {
			if r.isEvent(w, &events[i]) {
				return r.reportAbout(w.node, w.name, "%s happened, but must not", eventText(w.node))
			}
		}
	}
	return nil
}

func eventText(n *source.Node) string {
	if n.Kind != source.Map {
		return n.Text
	}
	pair := n.Pairs[0]
	if pair.Value.IsScalar() {
		return pair.Key + " " + pair.Value.Text
	}
	text := pair.Key + " with"
	for i, p := range pair.Value.Pairs {
		if i > 0 {
			text += ","
		}
		text += " " + p.Key + " " + p.Value.Text
	}
	return text
}
