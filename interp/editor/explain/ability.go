package explain

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Hook is one part of an ability: what it answers and under which conditions.
type Hook struct {
	// Ability is its id, Label its name for people, Part its number among
	// the parts of the ability, of Parts.
	Ability string `json:"ability"`
	Label   string `json:"-"`
	Part    int    `json:"part"`
	Parts   int    `json:"-"`
	// Form is "trigger", "action", "modifier", "grant", "deed" or "marker".
	Form string `json:"form"`
	// Trigger and Window say what a trigger's hook answers; What what an
	// action is offered as, or which attribute is modified and how.
	Trigger string `json:"trigger,omitempty"`
	Window  string `json:"window,omitempty"`
	// May is set when the seat is asked.
	May  bool   `json:"may"`
	What string `json:"what,omitempty"`
	// Conditions are where, when, active, limit and the like, as written.
	Conditions Conditions `json:"conditions,omitempty"`
	// Params are the values that the card gives.
	Params string `json:"params,omitempty"`
	// Text is what players read, at TextAt.
	Text   string   `json:"text,omitempty"`
	TextAt diag.Pos `json:"-"`
	At
}

// Condition is a field of an ability's header in one line.
type Condition struct{ Name, Value string }

// Conditions are the conditions of a header, in their order; in JSON one object.
type Conditions []Condition

// MarshalJSON writes the values by their names.
func (c Conditions) MarshalJSON() ([]byte, error) {
	values := map[string]string{}
	for _, one := range c {
		values[one.Name] = one.Value
	}
	return json.Marshal(values)
}

// Says puts the hook in a line: what it answers.
func (h *Hook) Says() string {
	switch h.Form {
	case "trigger":
		text := h.Window + " " + h.Trigger
		if h.May {
			text += ", by choice"
		}
		return text
	case "action":
		return "an action offered as " + h.What
	case "modifier":
		return "modifies " + h.What
	case "grant":
		return "gives " + h.What
	case "deed":
		return "a deed: the cards with it say when it is done"
	}
	return "a mark that others ask for"
}

// Hooks returns the parts of a named ability.
func (e *Explainer) Hooks(name string) []Hook { return e.hooksOf(name, nil) }

// hooksOf returns the parts of a named ability, as the card has it that carries
// them; none stands for any.
func (e *Explainer) hooksOf(name string, carried []engine.CardAbility) []Hook {
	var out []Hook
	ids := e.compiled.Abilities[name]
	text, _ := e.speaker.AbilityText(name, carried)
	_, at := e.text("ability." + name)
	for _, id := range ids {
		h := e.hook(&e.compiled.Pack.Abilities[id], len(ids))
		h.Text = text
		h.TextAt = at
		out = append(out, h)
	}
	return out
}

func (e *Explainer) hook(a *engine.Ability, parts int) Hook {
	pack := e.compiled.Pack
	h := Hook{Ability: a.Name, Label: e.abilityLabel(a.Name), Part: a.Part + 1, Parts: parts, May: a.May,
		At: diag.Pos{File: a.File, Line: a.Line}}
	switch a.Form {
	case engine.Hook:
		h.Form, h.Trigger, h.Window = "trigger", pack.Triggers[a.Trigger].Name, a.Window.String()
	case engine.Action:
		h.Form, h.What = "action", pack.Symbols[a.ActionKind]
	case engine.Modifier:
		h.Form, h.What = "modifier", e.attributeName(a.OfHolder, a.Of)
	case engine.Grant:
		h.Form, h.What = "grant", e.compiled.Headers[a.ID].Fields.Get("grants").Text
	case engine.Deed:
		h.Form = "deed"
	default:
		h.Form = "marker"
	}
	h.Conditions = conditions(&e.compiled.Headers[a.ID])
	return h
}

func (e *Explainer) abilityLabel(name string) string {
	return e.compiled.Labels.Abilities[name].Or(e.lang, "")
}

// attributeName names an attribute with its holder: power, or fans of a seat; seat is who
// controls a card.
func (e *Explainer) attributeName(holder engine.Holder, id engine.AttributeID) string {
	pack := e.compiled.Pack
	if id == engine.Control {
		return "seat"
	}
	switch holder {
	case engine.OfSeat:
		return pack.Seats[id].Name + " of seats"
	case engine.OfTable:
		return pack.Game[id].Name + " of the table"
	}
	return pack.Cards[id].Name
}

// shownElsewhere are the fields of a header that a hook tells in other ways.
var shownElsewhere = map[string]bool{"name": true, "doc": true, "on": true, "window": true, "may": true, "action": true,
	"modifies": true, "of_seat": true, "of_game": true, "grants": true}

// conditions returns the rest of a header, in the order of its fields' names,
// where first.
func conditions(h *compile.Header) []Condition {
	var out []Condition
	for _, f := range h.Fields.Fields {
		if shownElsewhere[f.Name] {
			continue
		}
		c := Condition{f.Name, f.Value.Inline()}
		if f.Name == "where" {
			out = append([]Condition{c}, out...)
			continue
		}
		out = append(out, c)
	}
	if h.HasWhen {
		out = append(out, Condition{"when", "a function decides"})
	}
	if h.HasFrom {
		out = append(out, Condition{"from", "a function lists what there is to act on"})
	}
	return out
}

// ability explains a named ability.
func (e *Explainer) ability(name string) *Thing {
	if _, ok := e.compiled.Abilities[name]; !ok {
		for id := range e.compiled.Abilities {
			if label := e.abilityLabel(id); label != "" && fold(label) == fold(name) {
				name = id
			}
		}
	}
	hooks := e.hooksOf(name, nil)
	if len(hooks) == 0 {
		return nil
	}
	t := &Thing{Kind: "ability", Name: name, Label: hooks[0].Label, At: hooks[0].At,
		Doc: e.Comment(hooks[0].At), Text: hooks[0].Text,
		TextAt: hooks[0].TextAt, Hooks: hooks}
	for i := range t.Hooks {
		t.Hooks[i].Text = ""
	}
	for _, p := range e.compiled.Pack.Abilities[e.compiled.Abilities[name][0]].Params {
		value := "must be given"
		if !p.Required {
			value = "default " + cmp.Or(e.compiled.Pack.Written(p.Default), "nothing")
		}
		t.fact("parameter "+p.Name, strings.TrimSpace(p.Kind.String()+", "+value), At{})
	}
	t.Cards = lists.Map(e.compiled.Carriers(name), func(d engine.DefID) string { return e.compiled.Pack.Defs[d].ID })
	t.Scripts = e.inScripts(quoting(name))
	t.Scenarios = e.inScenarios([]string{name, t.Label})
	return t
}

// modifiers are the abilities that modify an attribute.
func (e *Explainer) modifiers(holder engine.Holder, id engine.AttributeID) []Hook {
	var out []Hook
	for i := range e.compiled.Pack.Abilities {
		a := &e.compiled.Pack.Abilities[i]
		if a.Form == engine.Modifier && a.OfHolder == holder && a.Of == id {
			out = append(out, e.hook(a, len(e.compiled.Abilities[a.Name])))
		}
	}
	return out
}
