// Package compile turns the typed tree of a pack into the engine's plain data:
// names resolved, types checked, phases lowered to instructions, filters to
// terms. It collects all findings and goes on after each.
//
// It works in two stages, because the headers of abilities come from scripts
// that are read in between: New declares everything that the YAML says, Finish
// takes the headers and completes abilities and cards.
//
// It imports engine, ast, source, filter, keyword, diag, lists and sanitize.
package compile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// usePrompt is the key of the question under which optional abilities are
// offered.
const usePrompt = "use"

// Bounds of what the engine can number.
const (
	MaxTypes = 64
	MaxZones = 64
	MaxCards = 30000
	MaxLoops = 128

	// mostPause is the longest pause, in seconds.
	mostPause = 60
)

// Compiler compiles one pack.
type Compiler struct {
	tree   *ast.Pack
	report *diag.List
	out    *Compiled
	pack   *engine.Pack

	// places says where each name was declared, by kind and name.
	places map[string]diag.Pos
	// lists finds printed lists that are already there.
	lists map[string]int32
	// usedSteps are the steps that the YAML names, with their places.
	usedSteps []ast.Word
	// namedAbilities are abilities named in filters before they are known.
	namedAbilities []ast.Word
	// params are the parameters of abilities, with what a card may give.
	params map[engine.AbilityID][]abilityParam
	// cardTypes and cardBy keep, for each attribute of cards, its type and the
	// name of the attribute that chooses its value.
	cardTypes []valueType
	cardBy    []string
	// brokenForms are the forms of which something was said.
	brokenForms map[string]bool
	// entries are the abilities of entries of cards, by what they say.
	entries map[string]engine.AbilityID
	// limits are what holds of the lists of decks.
	limits []deckLimit
	// names are the ids of cards by themselves and by their names in all languages; nil until a list asks for one.
	names map[string]string
	// loops counts the loops of the flow.
	loops int
	// unread are the modules and the abilities whose scripts could not be
	// read, as "module x" and "ability x": who names them is not to blame.
	unread map[string]bool
}

// New compiles everything that does not depend on scripts, with the conditions of a
// table.
func New(tree *ast.Pack, filters filter.Table, report *diag.List) *Compiler {
	c := &Compiler{
		tree: tree, report: report,
		pack: &engine.Pack{
			ID: tree.ID.Text, Version: tree.Version.Text, Hash: tree.Hash,
			MinSeats: tree.MinSeats, MaxSeats: tree.MaxSeats,
			Symbols: make([]string, 0, len(tree.Cards)), Lists: []engine.ListValue{{}}, Evaluation: -1, Returns: -1,
			LookAhead: engine.UsualLookAhead,
		},
		places: map[string]diag.Pos{},
		lists:  map[string]int32{},
		params: map[engine.AbilityID][]abilityParam{}, entries: map[string]engine.AbilityID{},
	}
	c.out = newCompiled(c.pack, tree)
	c.out.Filters = &filter.Keys{
		Table: filters, Pack: c.pack, Types: c.out.Types, Defs: c.out.Defs, Zones: c.out.Zones, Groups: c.out.Groups,
		Symbols: c.out.Symbols, Attributes: c.out.CardAttributes, Broken: c.out.Broken,
		Kinds: map[string]*ast.Kind{},
	}
	c.Symbol("")
	c.pack.UsePrompt = c.Symbol(usePrompt)
	c.manifest()
	c.enumerations()
	c.typeNames()
	c.zones()
	c.groups()
	c.attributes()
	c.dice()
	c.triggers()
	c.order()
	c.flow()
	c.position()
	c.layout()
	c.options()
	c.refusals()
	c.defNames()
	c.faces()
	c.out.Filters.Complete()
	c.kinds()
	c.activeFilters()
	c.deckLimits()
	c.derived()
	c.texts()
	return c
}

func newCompiled(pack *engine.Pack, tree *ast.Pack) *Compiled {
	return &Compiled{
		Pack: pack, Tree: tree, Broken: map[string]bool{},
		Symbols:        make(map[string]engine.Symbol, len(tree.Cards)),
		GameAttributes: map[string]engine.AttributeID{},
		SeatAttributes: map[string]engine.AttributeID{},
		CardAttributes: map[string]engine.AttributeID{},
		Types:          map[string]engine.TypeID{},
		Defs:           make(map[string]engine.DefID, len(tree.Cards)),
		Zones:          map[string]engine.ZoneKindID{},
		Groups:         map[string]engine.ZoneMask{},
		Dice:           map[string]engine.DieID{},
		Triggers:       map[string]engine.TriggerID{},
		Steps:          map[string]engine.StepID{},
		Phases:         map[string]int{},
		GameOptions:    map[string]int{},
		Enumerations:   map[string][]engine.Symbol{},
		Does:           map[string][]WordFunction{},
		Abilities:      map[string][]engine.AbilityID{},
		StepPlaces:     map[string]diag.Pos{},
		Texts:          map[string]map[string]*ast.Message{},
		Icons:          map[string]string{},
		Faces:          map[string]*ast.CardFace{},
		Labels: Labels{
			Pack:         tree.Label,
			Words:        map[engine.Symbol]ast.Texts{},
			Enumerations: map[string][]ast.Texts{},
			Abilities:    map[string]ast.Texts{},
			Forms:        map[string]ast.Texts{},
		},
	}
}

// Symbol returns the number of a word and adds the word if it is new.
func (c *Compiler) Symbol(word string) engine.Symbol {
	return numbered(c.out.Symbols, &c.pack.Symbols, word)
}

// numbered returns the number of a name in a list and adds the name if it is new.
func numbered[N ~int16 | ~int32](of map[string]N, list *[]string, name string) N {
	n, known := of[name]
	if !known {
		n = N(len(*list))
		*list, of[name] = append(*list, name), n
	}
	return n
}

// AddSymbols adds words, such as the string constants of the scripts.
func (c *Compiler) AddSymbols(words []string) {
	for _, w := range words {
		c.Symbol(w)
	}
}

// Unread names the modules and the abilities whose scripts could not be read:
// nothing is said about those who use them.
func (c *Compiler) Unread(modules, abilities []string) {
	c.unread = map[string]bool{}
	for _, name := range modules {
		c.unread["module "+name] = true
	}
	for _, name := range abilities {
		c.unread["ability "+name] = true
	}
}

// AddSteps makes the functions of the rules known, "file.function" with its
// place, and checks the steps that the pack names against them.
func (c *Compiler) AddSteps(places map[string]diag.Pos) {
	names := sortedKeys(places)
	for _, used := range c.usedSteps {
		module, _, _ := strings.Cut(used.Text, ".")
		if _, ok := places[used.Text]; !ok && !c.unread["module "+module] {
			c.unknownStep(used, module, names)
		}
	}
	for _, name := range names {
		c.step(name)
		c.out.StepPlaces[name] = places[name]
	}
}

// step returns the number of a step and adds it if it is new.
func (c *Compiler) step(name string) engine.StepID { return numbered(c.out.Steps, &c.pack.Steps, name) }

// useStep is step for a name in the YAML, to be checked by AddSteps.
func (c *Compiler) useStep(w ast.Word) engine.StepID {
	if file, function, ok := strings.Cut(w.Text, "."); !ok || file == "" || function == "" ||
		strings.Contains(function, ".") {
		c.errorf("bad-step", w, "a step is written file.function, not %q", w)
		return c.step(w.Text)
	}
	c.usedSteps = append(c.usedSteps, w)
	return c.step(w.Text)
}

// errorf adds an error to the findings.
func (c *Compiler) errorf(code string, at diag.Placed, format string, args ...any) {
	c.report.Errorf(code, at, format, args...)
}

// unknown reports a name that is not among those allowed.
func (c *Compiler) unknown(code string, w ast.Word, message string, allowed []string) {
	d := diag.Unknown(code, w, w.Text, allowed, "%s %q", message, w)
	if code == "unknown-ability" {
		d.FixHint = diag.FixHint{What: "ability", Name: w.Text}
	}
	c.report.Add(d)
}

// unknownStep reports a step that no file of rules has. It was probably meant to be
// another function of the file, or the function of another file.
func (c *Compiler) unknownStep(used ast.Word, module string, names []string) {
	message := fmt.Sprintf("there is no function for the step %q", used)
	functions, same := []string{}, []string{}
	for _, name := range names {
		file, function, _ := strings.Cut(name, ".")
		if file == module {
			functions = append(functions, function)
		}
		if function == used.Text[len(module)+1:] {
			same = append(same, name)
		}
	}
	d := diag.Finding{Code: "unknown-step", Pos: used.Pos, Message: message,
		FixHint: diag.FixHint{What: "step", Name: used.Text}}
	if near := diag.Nearest(used.Text[len(module)+1:], functions); near != "" {
		d.Suggestion = module + "." + near
	} else {
		d.Suggestion = diag.Nearest(used.Text, same)
	}
	c.report.Add(d)
}

// declare notes where a name is declared and reports whether it is the first
// place.
func (c *Compiler) declare(kind string, w ast.Word) bool {
	key := kind + " " + w.Text
	if first, twice := c.places[key]; twice {
		c.twice(kind, w, first)
		return false
	}
	c.places[key] = w.Pos
	c.freeName(w, keyword.Ref(kind))
	return true
}

func (c *Compiler) twice(kind string, w ast.Word, first diag.Pos) {
	c.errorf("duplicate-name", w, "the %s %q is declared twice; the other is at %s", kind, w, first)
}

func (c *Compiler) manifest() {
	t := c.tree
	switch {
	case t.MinSeats == 0 && t.MaxSeats == 0 && t.SeatsPos.Line > 0: // what is wrong with them was said
	case t.MinSeats == 0 && t.MaxSeats == 0:
		c.errorf("missing-key", t.Pos,
			"pack.yaml needs the key \"seats\": how many may play, as {min: 2, max: 4}")
	case t.MinSeats < 1 || t.MaxSeats > engine.MaxSeats || t.MinSeats > t.MaxSeats:
		c.errorf("bad-range", t.SeatsPos, "seats go from 1 to %d, and min is not above max; this says %d to %d",
			engine.MaxSeats, t.MinSeats, t.MaxSeats)
	}
	if n := t.Pause; n != nil && (n.Number < 0 || n.Number > mostPause) {
		c.errorf("bad-range", n, "a pause is 0 to %d seconds, not %d", mostPause, n.Number)
	}
	if n := t.UsualSeats; n != nil && t.MinSeats > 0 && (n.Number < t.MinSeats || n.Number > t.MaxSeats) {
		c.errorf("bad-range", n, "the game is played by %d to %d seats, so that %d cannot be usual",
			t.MinSeats, t.MaxSeats, n.Number)
	}
}

func (c *Compiler) enumerations() {
	for _, e := range c.tree.Words {
		if !c.declare("list of words", e.Name) {
			continue
		}
		var symbols []engine.Symbol
		var labels []ast.Texts
		for i, w := range e.Words {
			s := c.Symbol(w.Text)
			if slices.Contains(symbols, s) {
				c.errorf("duplicate-name", w, "the word %q stands twice in %q", w, e.Name)
				continue
			}
			symbols = append(symbols, s)
			labels = append(labels, e.Labels[i])
			if _, named := c.out.Labels.Words[s]; !named && e.Labels[i] != nil {
				c.out.Labels.Words[s] = e.Labels[i]
			}
		}
		if len(symbols) == 0 {
			c.errorf("empty-list", e.Name, "the list of words %q is empty", e.Name)
		}
		c.does(e)
		c.out.Enumerations[e.Name.Text] = symbols
		c.out.Labels.Enumerations[e.Name.Text] = labels
	}
}

// does takes in the functions that the words of a list stand for. A word without
// one among words that have it is a word that no script handles.
func (c *Compiler) does(e *ast.Enumeration) {
	with := slices.IndexFunc(e.Does, ast.Word.Given)
	if with < 0 {
		return
	}
	var functions []WordFunction
	for i, w := range e.Words {
		if e.Does[i].Given() {
			c.useStep(e.Does[i])
			functions = append(functions, WordFunction{w.Text, e.Does[i].Text})
			continue
		}
		c.errorf("word-does-nothing", w,
			"the word %q of %q has no function, as %q has; write it under does, as file.function", w,
			e.Name, e.Words[with])
	}
	c.out.Does[e.Name.Text] = functions
}

// texts sorts the sentences by language and key. What stands behind the first
// dot of a key is a word that scripts may name: prompt.commit is the text of
// the prompt "commit". Where there are English ones, they alone bring words: they
// are read in whatever language a game is told. phase.PHASE.then brings none, since the
// words have numbers, and these stand in the states of games that were kept.
func (c *Compiler) texts() {
	english := slices.ContainsFunc(c.tree.Messages, func(m *ast.Message) bool { return m.Lang == "en" })
	for _, m := range c.tree.Messages {
		_, word, _ := strings.Cut(m.Key.Text, ".")
		if english == (m.Lang == "en") && !strings.HasSuffix(word, ".then") {
			c.Symbol(word)
		}
		texts := c.out.Texts[m.Lang]
		if texts == nil {
			texts = make(map[string]*ast.Message, len(c.tree.Messages)/2)
			c.out.Texts[m.Lang] = texts
		}
		texts[m.Key.Text] = m
	}
}
