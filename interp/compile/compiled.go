package compile

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"slices"
)

// CardFace, its parts, Word and Tree come from the pack's tree.
type (
	CardFace   = ast.CardFace
	FaceMark   = ast.FaceMark
	FaceBack   = ast.FaceBack
	Word       = ast.Word
	FaceColour = ast.FaceColour
	Tree       = ast.Tree
)

// Compiled is a pack ready to be played, with the names of everything in it.
// It is not changed after Finish and may be shared.
type Compiled struct {
	Pack *engine.Pack
	// Tree is the pack as written.
	Tree *ast.Pack

	// Broken are attributes, zones and parameters whose declaration is wrong: who names them
	// is not to blame.
	Broken map[string]bool

	// The numbers of everything by name.

	Symbols        map[string]engine.Symbol
	GameAttributes map[string]engine.AttributeID
	SeatAttributes map[string]engine.AttributeID
	CardAttributes map[string]engine.AttributeID
	Types          map[string]engine.TypeID
	Defs           map[string]engine.DefID
	Zones          map[string]engine.ZoneKindID
	Groups         map[string]engine.ZoneMask
	Dice           map[string]engine.DieID
	Triggers       map[string]engine.TriggerID
	Steps          map[string]engine.StepID
	Phases         map[string]int
	GameOptions    map[string]int
	// Enumerations are the closed lists of words.
	Enumerations map[string][]engine.Symbol
	// Does are the functions that the words of lists stand for, in the order of the
	// words.
	Does map[string][]WordFunction
	// Abilities has the parts of each named ability.
	Abilities map[string][]engine.AbilityID
	// Headers are the headers of the pack's abilities, completed by their forms.
	Headers []Header

	// Filters are the conditions on cards.
	Filters *filter.Keys

	// Verbatim has the attributes of cards whose values are texts: they stand as they are written.
	Verbatim []bool
	// Cards are the cards as written, by definition.
	Cards []*ast.Card
	// StepPlaces says where each step function stands, as far as known.
	StepPlaces map[string]diag.Pos
	Refusals   []Refusal
	Position   Position
	// Checks are the pack's own checks of its cards.
	Checks []Check
	Labels Labels
	// Layout is what screens are told.
	Layout Layout
	// Faces are what cards look like, by type, inherited parts filled in; Icons the
	// paths of the icons by name, in a square of 24 by 24.
	Faces map[string]*CardFace
	Icons map[string]string
	// Texts are the sentences by language and key.
	Texts map[string]map[string]*ast.Message
}

// Conditions is the table of the conditions that filters know: of a game, or for nil of
// the language.
func (c *Compiled) Conditions() filter.Table {
	if c == nil {
		return filter.Standard
	}
	return c.Filters.Table
}

// Labels are names by language for people; an empty one means the plain name
// is shown. They stand in the order of the ids.
type Labels struct {
	Pack           ast.Texts
	Cards          []ast.Texts
	Types          []ast.Texts
	Zones          []ast.Texts
	Phases         []ast.Texts
	Triggers       []ast.Texts
	GameOptions    []ast.Texts
	OptionValues   [][]ast.Texts
	GameAttributes []ast.Texts
	SeatAttributes []ast.Texts
	CardAttributes []ast.Texts
	Derived        []ast.Texts
	// Words has the first name given to each word, Enumerations those of each
	// list of words in its order: a word may be in several lists.
	Words        map[engine.Symbol]ast.Texts
	Enumerations map[string][]ast.Texts
	Abilities    map[string]ast.Texts
	// Forms are what stands before the sentences of deeds.
	Forms map[string]ast.Texts
}

// Check is a step function that lists the mistakes in cards of a type.
type Check struct {
	Type engine.TypeID
	Step engine.StepID
}

// Position says where scenarios begin (-1: at the very start), by type which
// zones take the cards that they displace, and which zones are empty in those
// that do not mention them.
type Position struct {
	Start engine.StepID
	Rest  []engine.ZoneKindID
	Clear engine.ZoneMask
}

// Refusal is a combination of options that cannot be played; Because is the
// key of the reason.
type Refusal struct {
	When    []RefusalTerm
	Because string
}

// RefusalTerm is an option, or "seats", with its refused values.
type RefusalTerm struct {
	Option string
	Values []string
}

// Refused returns the reason why the options cannot be played together, if
// there is one; of values per seat one refused value is enough. The number of
// seats is given as the option "seats".
func (c *Compiled) Refused(options map[string][]string) (because string, refused bool) {
	for _, r := range c.Refusals {
		all := true
		for _, term := range r.When {
			all = all && slices.ContainsFunc(options[term.Option],
				func(v string) bool { return slices.Contains(term.Values, v) })
		}
		if all {
			return r.Because, true
		}
	}
	return "", false
}

// AbilityParams are the names of the parameters of all abilities.
func (c *Compiled) AbilityParams() map[string]bool {
	names := map[string]bool{}
	for i := range c.Pack.Abilities {
		for _, p := range c.Pack.Abilities[i].Params {
			names[p.Name] = true
		}
	}
	return names
}

// WordFunction is a word with the function that it stands for, "file.function".
type WordFunction struct{ Word, Step string }

// Carriers are the cards that have an ability, or one that gives it to others.
func (c *Compiled) Carriers(name string) (out []engine.DefID) {
	is := func(id engine.AbilityID) bool { return c.Pack.Abilities[id].Name == name }
	for d := range c.Pack.Defs {
		if slices.ContainsFunc(c.Pack.Defs[d].Abilities, func(a engine.CardAbility) bool {
			return is(a.Ability) || slices.ContainsFunc(c.Pack.Abilities[a.Ability].Grants, is)
		}) {
			out = append(out, engine.DefID(d))
		}
	}
	return out
}

// Doing returns the abilities that act under a name: for a deed, the abilities of cards whose entry
// has it among the deeds of a form.
func (c *Compiled) Doing(name string) (out []engine.AbilityID) {
	for d := range c.Pack.Defs {
		var acts engine.AbilityID
		for _, use := range c.Pack.Defs[d].Abilities {
			a := &c.Pack.Abilities[use.Ability]
			if a.Form != engine.Deed {
				acts = a.ID
			}
			if a.Name == name && !slices.Contains(out, acts) {
				out = append(out, acts)
			}
		}
	}
	if out == nil {
		return c.Abilities[name]
	}
	return out
}
