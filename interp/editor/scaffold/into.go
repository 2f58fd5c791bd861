package scaffold

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Overlay starts an overlay on a game: one step more in its flow, or with bare
// its pack.yaml alone. extends is what that says: the id of a shipped game, or a
// folder.
func Overlay(name, extends string, base *interp.Pack, bare bool) (*Plan, error) {
	v, err := newValues(name)
	if err != nil {
		return nil, err
	}
	v.Extends = extends
	v.FirstStep = firstStep(base.Compiled.Tree.Flow)
	if v.FirstStep == "" {
		return nil, &NameError{fmt.Sprintf("the flow of %s has no step", extends)}
	}
	if err := freeModule(name, base); err != nil {
		return nil, err
	}
	v.Foreign = strings.Join(slices.DeleteFunc(lists.Sorted(base.Compiled.Texts),
		func(lang string) bool { return lang == "en" }), ", ")
	if bare {
		return fill("bare", v)
	}
	return fill("overlay", v)
}

// Look is what a new card is to look like: its type, "" for the one that most
// cards have, and values of its attributes; or a card, by its id, of which it has all
// but the name.
type Look struct {
	Type, Like string
	Set        map[string]string
	// able says that the card has an ability: its values are those of another that has one.
	able bool
}

// Card starts a card in a pack or an overlay.
func Card(name string, look Look, p *interp.Pack) (*Plan, error) {
	v, err := newValues(name)
	if err == nil {
		err = v.card(look, p)
	}
	if err != nil {
		return nil, err
	}
	return fill("card", v)
}

// Model is an ability after which another is made.
type Model struct {
	// Script is its text with the new name, On the trigger that it answers, "" where it
	// answers none.
	Script, On string
	// Sentences are lines of a locale file.
	Sentences []string
}

// Ability starts an ability with a card that carries it. on is the trigger that it
// answers, "" for that of its model or, without one, for the beginning of the first phase. Of a
// trigger that is no beginning of a phase, try says whether the ability acts in a random game
// with a seed: the scenario then plays that game. An ability that cards have and nobody wrote
// gets no card more.
func Ability(name, on string, like *Model, look Look, p *interp.Pack, u *Unwritten,
	try func(files []File) bool) (*Plan, error) {
	v, err := newValues(name)
	v.Like = like
	switch {
	case err != nil:
	case u.lacks(name):
		v.carried(p, u)
	default:
		err = v.carrier(look, p)
	}
	if like != nil {
		on = cmp.Or(on, like.On)
	}
	if err == nil && (on != "" || like == nil) {
		err = v.trigger(on, p)
	}
	if err != nil {
		return nil, err
	}
	if _, ok := p.Compiled.Abilities[name]; ok && !u.lacks(name) {
		return nil, taken("ability", name)
	}
	if v.Trigger != "" {
		v.Chosen = append(v.Chosen, "it answers "+v.Trigger)
	}
	plan, err := v.ability()
	if like != nil {
		v.TriggerStep = "" // its card is where that of the model is
	}
	for seed := uint64(1); err == nil && v.Trigger != "" && v.TriggerStep == "" && seed <= mostSeeds; seed++ {
		v.Seed = seed
		plan, err = v.ability()
		if err == nil && try(plan.Files) {
			break
		}
		v.Seed = 0
		if seed == mostSeeds {
			v.Chosen = append(v.Chosen,
				fmt.Sprintf("its scenario does not show it act: it did in none of %d random games", mostSeeds))
			plan, err = v.ability()
		}
	}
	return plan, err
}

// carrier fills in a card that carries the ability; in an overlay it is in no deck of the base,
// unless its looks are asked for.
func (v *values) carrier(look Look, p *interp.Pack) error {
	look.able = true
	v.Undealt = look.Type == "" && len(look.Set) == 0 && len(p.Loaded.Layers) > 1
	if look.Type == "" && v.Like != nil {
		look.Type = able(p.Compiled.Pack)
	}
	return v.card(look, p)
}

// ability starts an ability; a card only where none carries it.
func (v *values) ability() (*Plan, error) {
	plan, err := fill("ability", *v)
	if v.Carried {
		plan.Files = slices.DeleteFunc(plan.Files, func(f File) bool { return strings.HasPrefix(f.Path, "cards/") })
	}
	return plan, err
}

// carried fills in where the cards lie that carry the ability, and what is written of it.
func (v *values) carried(p *interp.Pack, u *Unwritten) {
	c := p.Compiled
	v.Carried = true
	v.Takes = u.takes[v.ID]
	_, v.Described = c.Texts["en"]["ability."+v.ID]
	for i := range c.Pack.Defs {
		def := &c.Pack.Defs[i]
		if slices.ContainsFunc(def.Abilities,
			func(a engine.CardAbility) bool { return c.Pack.Abilities[a.Ability].Name == v.ID }) {
			v.StartZone = c.Pack.Zones[c.Pack.Types[def.Type].Start].Name
			v.Chosen = append(v.Chosen, "the card "+def.ID+" carries it")
			return
		}
	}
}

// mostSeeds bounds the random games in which a new ability is looked for.
const mostSeeds = 12

// trigger fills in the moment that an ability answers.
func (v *values) trigger(on string, p *interp.Pack) error {
	c := p.Compiled
	phase := firstPhase(c.Tree.Flow)
	if on == "" {
		if phase == nil {
			return &NameError{"the flow of the pack has no phase, so that there is no moment to answer yet; say " +
				"which trigger it answers: --on TRIGGER, or begin with: ruledeck new trigger NAME"}
		}
		on = phase.Name.Text + ".begins"
		others := lists.Map(c.Tree.Triggers[:min(3, len(c.Tree.Triggers))],
			func(t *ast.Trigger) string { return t.Name.Text })
		v.OtherTriggers = strings.Join(others, ", ")
	}
	id, ok := c.Triggers[on]
	if !ok {
		known := lists.Sorted(c.Triggers)
		return &NameError{fmt.Sprintf("the pack has no trigger %q; %s", on, diag.There(on, known))}
	}
	v.Trigger = on
	if phase != nil && on == phase.Name.Text+".begins" {
		v.TriggerPhase, v.TriggerStep = phase.Name.Text, firstStep(phase.Do)
	}
	for _, param := range c.Pack.Triggers[id].Params {
		line := param.Name + ": a " + param.Kind.String()
		if param.Write {
			line += ", which may be changed before it happens (window = \"before\")"
		}
		v.Params = append(v.Params, line)
	}
	return nil
}

// Scenario starts a test: a position and what must be true in it.
func Scenario(name string, p *interp.Pack) (*Plan, error) {
	v, err := newValues(name)
	if err != nil {
		return nil, err
	}
	v.Title = strings.ReplaceAll(name, "_", " ")
	v.FirstStep, v.FirstPlace = firstStep(p.Compiled.Tree.Flow), firstPlace(p.Compiled.Tree.Flow)
	if first := p.Compiled.Tree.Flow; len(first) > 0 && first[0].Name.Given() {
		v.TriggerPhase = first[0].Name.Text
	}
	v.Given = position(p)
	return fill("scenario", v)
}

func taken(what, name string) error {
	return &NameError{fmt.Sprintf("the pack already has %s %q", keyword.Article(what), name)}
}

// card fills in what a new card of a type looks like.
func (v *values) card(look Look, p *interp.Pack) error {
	c := p.Compiled
	if _, ok := c.Defs[v.ID]; ok {
		return taken("card", v.ID)
	}
	var like *ast.Card
	if look.Like != "" {
		var err error
		like, err = cardOf(look.Like, p)
		if err != nil {
			return err
		}
		look.Type = like.Type.Text
	}
	id, err := look.typeIn(c)
	if err != nil {
		return err
	}
	v.FirstPlace = firstPlace(c.Tree.Flow)
	kind := &c.Pack.Types[id]
	v.Type, v.StartZone = kind.Name, c.Pack.Zones[kind.Start].Name
	v.Chosen = []string{"its type is " + v.Type}
	if len(c.Pack.Types) > 1 && look.Type == "" {
		v.Chosen[0] += ", as most are (--type gives another)"
	}
	var shown []string
	if like != nil {
		v.Chosen[0] = "the card is like " + look.Like
		v.Attributes = fields(like, "id", "name", "type")
		v.Described = c.Texts["en"]["card."+look.Like] == nil // what players read is its abilities' alone
	} else {
		shown, err = v.attributes(look, c, kind)
	}
	if decks := c.Tree.DeckLists; len(decks) > 0 {
		v.Chosen = append(v.Chosen, fmt.Sprintf("no deck has it until a list names it, such as %s: %s: 1",
			decks[0].Pos.File, v.ID))
	}
	v.Expected = strings.Join(append(shown, "zone: "+v.StartZone), ", ")
	for d := range c.Pack.Defs {
		if names := c.Labels.Cards[d]; hasName(names, v.Title) {
			v.CardName = v.ID
		}
	}
	return err
}

// typeIn finds the type of a new card: the one that is named, or that of most cards.
func (look *Look) typeIn(c *compile.Compiled) (engine.TypeID, error) {
	id, ok := c.Types[look.Type]
	if look.Type == "" {
		id = commonType(c.Pack)
		ok = len(c.Pack.Types) > 0
		if look.able && ok && carrier(c.Pack.Types[id].Name, c) == nil {
			id = c.Types[cmp.Or(able(c.Pack), c.Pack.Types[id].Name)]
		}
	}
	if !ok {
		names := lists.Map(c.Pack.Types, func(t engine.CardType) string { return t.Name })
		return 0, &NameError{fmt.Sprintf("the pack has no card type %q; %s", look.Type, diag.There(look.Type, names))}
	}
	return id, nil
}

// attributes fills in the lines of the card's attributes, and returns what a
// scenario may expect of them.
func (v *values) attributes(look Look, c *compile.Compiled, kind *engine.CardType) (shown []string, err error) {
	var names []string
	for _, a := range kind.Attributes {
		attribute := &c.Pack.Cards[a]
		if attribute.State {
			continue
		}
		names = append(names, attribute.Name)
		value, expected, others := example(c.Pack, attribute)
		if beside := carrier(kind.Name, c); look.able && beside != nil && value != "" && value == expected {
			for _, own := range beside.Values {
				if own.Name.Text == attribute.Name {
					value, expected = own.Value.Inline(), own.Value.Inline()
				}
			}
		}
		if given, ok := look.Set[attribute.Name]; ok {
			value, expected, err = v.given(c.Pack, attribute, given)
			if err != nil {
				return nil, err
			}
		} else if value != "" && others != "" {
			v.Chosen = append(v.Chosen,
				fmt.Sprintf("%s %s (--set %s=VALUE: %s)", attribute.Name, value, attribute.Name, others))
		}
		if value == "" {
			continue
		}
		line := attribute.Name + ": " + value
		if others != "" {
			line += "    # " + others
		}
		v.Attributes = append(v.Attributes, line)
		if expected != "" {
			shown = append(shown, attribute.Name+": "+expected)
		}
	}
	for _, name := range lists.Sorted(look.Set) {
		if !slices.Contains(names, name) {
			return nil, &NameError{fmt.Sprintf("a %s has no attribute %q to print; %s", kind.Name, name,
				diag.There(name, names))}
		}
	}
	return shown, nil
}

func hasName(names ast.Texts, text string) bool {
	return slices.ContainsFunc(names, func(t ast.Text) bool { return strings.EqualFold(t.Text, text) })
}

// commonType is the type that most cards have.
func commonType(p *engine.Pack) engine.TypeID {
	count := make([]int, len(p.Types))
	best := engine.TypeID(0)
	for i := range p.Defs {
		t := p.Defs[i].Type
		count[t]++
		if count[t] > count[best] {
			best = t
		}
	}
	return best
}

// able is the type that most cards with abilities have, "" where none has any.
func able(p *engine.Pack) string {
	with := *p
	with.Defs = slices.DeleteFunc(slices.Clone(p.Defs), func(d engine.CardDef) bool { return len(d.Abilities) == 0 })
	if len(with.Defs) == 0 {
		return ""
	}
	return p.Types[commonType(&with)].Name
}

// carrier is the first card of a type that has abilities, nil where none has.
func carrier(typ string, c *compile.Compiled) *ast.Card {
	for _, card := range c.Cards {
		if card.Type.Text == typ && len(card.Abilities) > 0 {
			return card
		}
	}
	return nil
}

// given takes a value that was given for an attribute; what is wrong with it
// beyond a word that does not exist the checks tell.
func (v *values) given(p *engine.Pack, a *engine.Attribute, given string) (value, expected string, err error) {
	switch {
	case a.Kind == engine.Word && len(a.Words) > 0:
		known := p.Spell(a.Words)
		if !slices.Contains(known, given) {
			return "", "", &NameError{fmt.Sprintf("%s cannot be %q; %s", a.Name, given, diag.There(given, known))}
		}
		return given, given, nil
	case a.Kind == engine.Number && a.By < 0:
		if _, err := strconv.Atoi(given); err != nil {
			return "", "", &NameError{fmt.Sprintf("%s must be a whole number, not %q", a.Name, given)}
		}
		return given, given, nil
	}
	return given, "", nil
}

// example returns a value that a printed attribute can have, as YAML, what a
// scenario expects of it, and what else it could be where that is a list of
// words; "" where leaving it out is best.
func example(p *engine.Pack, a *engine.Attribute) (value, expected, others string) {
	switch {
	case a.Kind == engine.Number && a.By >= 0:
		n := number(a)
		parts := lists.Map(p.Cards[a.By].Words,
			func(w engine.Symbol) string { return fmt.Sprintf("%s: %d", p.Symbols[w], n) })
		return "{" + strings.Join(parts, ", ") + "}", fmt.Sprint(n), ""
	case a.Kind == engine.Number:
		return fmt.Sprint(number(a)), fmt.Sprint(number(a)), ""
	case a.Kind == engine.Word && len(a.Words) > 0:
		word := p.Symbols[a.Words[0]]
		return word, word, words(p, a)
	case a.Kind == engine.List:
		return "[]", "", words(p, a)
	}
	return "", "", ""
}

// words lists the words that an attribute can be, or its items.
func words(p *engine.Pack, a *engine.Attribute) string { return strings.Join(p.Spell(a.Words), ", ") }

// number is 1, or the number nearest to it that the attribute can be.
func number(a *engine.Attribute) int32 {
	n := int32(1)
	if a.HasMin {
		n = max(n, a.Min)
	}
	if a.HasMax {
		n = min(n, a.Max)
	}
	return n
}

// firstStep finds the first step of a flow.
func firstStep(flow []*ast.PhaseNode) string {
	for n := range ast.Nodes(flow) {
		if n.Step.Given() {
			return n.Step.Text
		}
	}
	return ""
}

// firstPlace is the beginning of a flow as scenarios name it: a step, or the
// beginning of a phase.
func firstPlace(nodes []*ast.PhaseNode) string {
	if len(nodes) > 0 && nodes[0].Name.Given() {
		return nodes[0].Name.Text + ".begins"
	}
	return firstStep(nodes)
}

// firstPhase finds the first phase of a flow that has a step.
func firstPhase(nodes []*ast.PhaseNode) *ast.PhaseNode {
	for _, n := range nodes {
		if n.Name.Given() && firstStep(n.Do) != "" {
			return n
		}
	}
	return nil
}

// position makes a line of a position that any game of the pack can be in.
func position(p *interp.Pack) string {
	pack := p.Compiled.Pack
	for i := range pack.Seats {
		if a := &pack.Seats[i]; a.Kind == engine.Number {
			return fmt.Sprintf("1: {%s: %d}", a.Name, number(a))
		}
	}
	for i := range pack.Game {
		if a := &pack.Game[i]; a.Kind == engine.Number {
			return fmt.Sprintf("game: {%s: %d}", a.Name, number(a))
		}
	}
	return "game: {}"
}
