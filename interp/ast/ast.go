// Package ast is a pack as a typed tree: what the files say, with the place of
// every name, checked for shape (keys, kinds of values, what must be there)
// against the registry in keyword, but not yet for meaning. Read makes it from
// the nodes of the files; compile resolves its names.
//
// It imports engine, diag, source, keyword, lists, walk and sanitize.
package ast

import (
	"cmp"
	"iter"
	"maps"
	"reflect"
	"slices"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Word is a name with its place. The zero Word is one that was not given.
type Word struct {
	Text string
	diag.Pos
}

// String returns the name.
func (w Word) String() string { return w.Text }

// Given reports whether the word stands in the file.
func (w Word) Given() bool { return w.Text != "" }

// Texts is a name by language, in the order of the file. A name is one line that
// steers nothing: what would is made visible where it is read.
type Texts []Text

// Text is a text in one language.
type Text struct {
	Lang, Text string
	diag.Pos
}

// In returns the text in a language, and whether there is one.
func (t Texts) In(lang string) (string, bool) {
	for _, x := range t {
		if x.Lang == lang {
			return x.Text, true
		}
	}
	return "", false
}

// Or returns the text in a language, else in English, else in the first language, else the plain
// one.
func (t Texts) Or(lang, plain string) string {
	if len(t) > 0 {
		plain = cmp.Or(t[0].Text, plain)
	}
	own, _ := t.In(lang)
	english, _ := t.In("en")
	return cmp.Or(own, english, plain)
}

// Pack is a whole pack with its overlays laid over it.
type Pack struct {
	ID, Version Word
	API         int
	Label       Texts `key:"name"`
	// MinSeats and MaxSeats are the numbers of seats, SeatsPos their place, zero if there
	// are none.
	SeatsPos diag.Pos `key:"seats"`
	MinSeats int      `key:"min"`
	MaxSeats int      `key:"max"`
	// Pos is the place of the manifest, GamePos of game.yaml, for findings about
	// missing keys.
	Pos, GamePos diag.Pos

	// GameOptions are the options of game.yaml, and one for each of the Decks behind them.
	GameOptions []*GameOption `key:"options"`
	Decks       []*Deck
	// DeckLists are the lists of cards that decks may be.
	DeckLists []*DeckList `key:""`
	Refusals  []*Refusal  `key:"refuse"`
	Words     []*Enumeration
	Dice      []*Die
	Forms     []*AbilityForm
	Kinds     []*Kind
	// Game and Seat are the attributes of the table and of each seat.
	Game, Seat []*Attribute
	Types      []*Type
	Sizes      []Size
	Zones      []*Zone
	Groups     []*Group
	Triggers   []*Trigger
	Order      *Order
	Position   *Position
	Layout     *Layout
	// Faces are the faces of game.yaml, each with its own entries alone.
	Faces []*CardFace
	// Pictures are the files of the folders art and icons, by path.
	Pictures map[string]Picture `key:""`
	Flow     []*PhaseNode
	Standing Word
	Derived  []*Derived
	Returns  Word
	// Search is how far bots look ahead; nil if the pack does not say it.
	Search *Search
	Undo   Word
	// Pause bounds the seconds that are waited where time would tell; nil for none.
	Pause *Tree
	// UsualSeats is the usual number of seats; nil if the pack does not say it.
	UsualSeats *Tree
	Invariants []Word

	// Nodes are the files as they were read, overlays laid over them.
	Nodes FileNodes

	Cards    []*Card
	Messages []*Message
	Rulings  []*Ruling
	// Hash is the digest of all files of the pack and its overlays.
	Hash [32]byte
}

// FileNodes are what pack.yaml, game.yaml and rulings.yaml say, key by key; nil for a file that
// is not there. They are not changed.
type FileNodes struct{ Manifest, Game, Rulings *source.Node }

// Asked are the functions of the rules that game.yaml names for a value, each with the
// key that names it.
func (p *Pack) Asked() iter.Seq2[string, Word] {
	return func(yield func(string, Word) bool) {
		if p.Standing.Given() && !yield("standing", p.Standing) || p.Returns.Given() && !yield("returns", p.Returns) {
			return
		}
		for _, w := range p.Invariants {
			if !yield("invariants", w) {
				return
			}
		}
		for _, d := range p.Derived {
			if !yield("derived", d.Of) {
				return
			}
		}
	}
}

// Attributes goes over the attributes that the pack declares, each with what has it: "the
// table", "seats", or "the type" and its name.
func (p *Pack) Attributes() iter.Seq2[string, *Attribute] {
	return func(yield func(string, *Attribute) bool) {
		all := func(of string, list []*Attribute) bool {
			return !slices.ContainsFunc(list, func(a *Attribute) bool { return !yield(of, a) })
		}
		if all("the table", p.Game) && all("seats", p.Seat) {
			_ = slices.ContainsFunc(p.Types, func(t *Type) bool { return !all("the type "+t.Name.Text, t.Attributes) })
		}
	}
}

// CardAttribute returns an attribute of cards as a type declares it, by the first type that
// explains it, else by the first; the zero Attribute if none has it.
func (p *Pack) CardAttribute(name string) *Attribute {
	first := &Attribute{}
	for of, a := range p.Attributes() {
		switch {
		case a.Name.Text != name || of == "the table" || of == "seats":
		case a.Doc != "":
			return a
		case !first.Name.Given():
			first = a
		}
	}
	return first
}

// AttributeDoc is the line that explains an attribute of cards, "" for none.
func (p *Pack) AttributeDoc(name string) string { return p.CardAttribute(name).Doc }

// Search is how far bots that think look ahead; nil where it is not said.
type Search struct {
	Depth, Rollout, Playouts *Tree
	Bluff                    bool
}

// Derived is a value that the rules can compute.
type Derived struct {
	Name   Word `key:""`
	Of     Word
	For    []Word
	Where  *Tree
	WhatIf bool
	Label  Texts `key:"name"`
}

// GameOption is one setting of a game.
type GameOption struct {
	Name   Word    `key:""`
	Values []Word  `key:""`
	Labels []Texts `key:""`
	// Number is set for a number from Min to Max.
	Number  bool
	Min     int
	Max     int
	Seat    bool
	PerSeat bool
	// Card is the type of cards whose ids are the values.
	Card Word
	// Distinct makes the values of the seats differ, Random lets them be drawn.
	Distinct bool
	Random   bool
	Default  *Tree
	Overlays []OptionOverlay
	Label    Texts `key:"name"`
	Doc      string
	// Deck has the values among its lists; nil for an option of game.yaml.
	Deck *Deck `key:""`
}

// OptionOverlay is the overlay that a value of an option lays over the pack.
type OptionOverlay struct {
	Value   Word `key:""`
	Overlay Word
}

// Refusal is a combination of options that cannot be played.
type Refusal struct {
	When    []RefusalTerm
	Because Word
	Pos     diag.Pos
}

// RefusalTerm is an option, or seats, with the values that are refused.
type RefusalTerm struct {
	Option Word
	Values []*Tree
}

// Enumeration is a closed list of words.
type Enumeration struct {
	Name   Word `key:""`
	Words  []Word
	Labels []Texts
	// Does are the functions that the words stand for, by place.
	Does []Word
	// Abilities are those that cards have on which the words are printed, by place.
	Abilities []Word
}

// Die is a die with its faces.
type Die struct {
	Name  Word
	Faces []*Tree
}

// Attribute is a named value of the table, a seat or a card.
type Attribute struct {
	Name     Word `key:""`
	Type, Of Word
	By       Word
	State    bool
	Start    *Tree
	KeepsIn  []Word
	Min, Max *Tree
	Seen     Word
	// Internal values are shown on no screen.
	Internal bool
	Label    Texts `key:"name"`
	Doc      string
}

// Type is a type of cards.
type Type struct {
	Name       Word `key:""`
	Start      Word
	LivesIn    []Word
	Active     *Tree
	Attributes []*Attribute
	// Check is the step function that lists the mistakes of such a card.
	Check Word
	Label Texts `key:"name"`
	Doc   string
}

// Size is how many cards of a type there are in all, as the pack declares it.
type Size struct {
	Type  Word
	Count *Tree
}

// Zone is a place that holds cards.
type Zone struct {
	Name         Word `key:""`
	Of           Word
	Types        []Word
	FallsTo      Word
	PerSeat      bool
	Ordered, Bag bool
	Seen         Word
	Accepts      []Word
	Capacity     *Tree
	CapacityEach *Tree
	Board        *Board
	Label        Texts `key:"name"`
	Doc          string
}

// Board is the size of a board.
type Board struct {
	Rows, Columns int
	Pos           diag.Pos
}

// Group names several zones, or groups, together.
type Group struct {
	Name  Word
	Zones []Word
}

// Trigger is a moment that abilities can answer.
type Trigger struct {
	Name      Word `key:""`
	Doc       string
	Params    []*Param
	Windows   []Word
	Cancel    bool
	Scope     Word
	MustStay  []Word
	Chooses   Word
	OrderFrom Word
	Label     Texts `key:"name"`
}

// AbilityForm is the header of abilities with a name.
type AbilityForm struct {
	Name   Word  `key:""`
	Fields *Tree `key:""`
	Label  Texts `key:"name"`
}

// Kind is a filter on cards with a name.
type Kind struct {
	Name   Word `key:""`
	Filter *Tree
	Label  Texts `key:"name"`
}

// FormNames are the names of the forms, without those that the fields of abilities have.
func (p *Pack) FormNames() []string {
	var out []string
	for _, f := range p.Forms {
		if _, taken := keyword.Lookup("ability").Field(f.Name.Text); !taken {
			out = append(out, f.Name.Text)
		}
	}
	return out
}

func (f *AbilityForm) read(_ *reader, n *source.Node) { f.Fields = FromNode(n) }

// Param is a parameter of a trigger.
type Param struct {
	Name     Word `key:""`
	Type, Of Word
	Write    bool
	Result   bool
	Doc      string
}

// Position says where scenarios begin and where displaced cards go.
type Position struct {
	Start Word
	Rest  []RestZone
	Clear []Word
}

// RestZone is the zone that takes displaced cards of a type.
type RestZone struct {
	Type Word `key:""`
	Zone Word
}

// Order says who goes first.
type Order struct {
	From   Word
	Rounds bool
	Own    Word
}

// Layout is what screens are told about the table.
type Layout struct {
	Table, Seat, Hide, Piles, Texts []Word
	// Slots are zones by card type, Sort attributes by zone.
	Slots, Sort []NamedWords
	// Turn are attributes of seats, Quiet values of those and of the table's.
	Turn  []Word
	Quiet []NamedValues
	Icons []Icon
	Faces []*Face `key:"face"`
	Pos   diag.Pos
}

// NamedWords are words under a name.
type NamedWords struct {
	Name  Word
	Words []Word
}

// Icon is the sign for a word or an attribute.
type Icon struct {
	Name  Word
	Texts Texts
}

// Face is what the cards of a type show.
type Face struct {
	Type Word `key:""`

	Corner, Line, Left, Middle, Right, Hide []Word
	Turned, Quiet                           []NamedValues
}

// CardFace is how the cards of a type look, as one entry of faces has it.
type CardFace struct {
	Type          Word `key:""`
	Like          Word
	Hide, Best    bool
	Unnumbered    bool
	Size, Columns []*Tree
	Frame, Title  Word
	Colour        *FaceColour
	Corner        *FaceMark
	Badge         Word
	Line, Stats   []Word
	Rows, Foot    []Word
	Compass       Word
	Centre        Word
	Text          []Word
	Art           []*FaceArt
	Background    Word
	Font          Word
	Back          *FaceBack
	Reverse       *CardFace
	// given are the places of the keys that the entry has, empty ones too.
	given map[string]diag.Pos
}

// Inherit fills in what the entry leaves out with what another has.
func (f *CardFace) Inherit(from *CardFace) {
	into, other := reflect.ValueOf(f).Elem(), reflect.ValueOf(from).Elem()
	given := map[string]diag.Pos{}
	maps.Copy(given, f.given)
	for i := range into.NumField() {
		key := keyOfField(into.Type().Field(i))
		_, has := given[key]
		if at, there := from.given[key]; there && !has {
			into.Field(i).Set(other.Field(i))
			given[key] = at
		}
	}
	f.given = given
}

// Turned is the second face of cards that have the first, nil for none.
func (f *CardFace) Turned() *CardFace {
	if f.Reverse == nil {
		return nil
	}
	out := *f.Reverse
	first := *f
	first.given = maps.Clone(f.given)
	maps.DeleteFunc(first.given, func(key string, _ diag.Pos) bool {
		return !slices.Contains([]string{"frame", "colour", "art", "background", "font"}, key)
	})
	out.Inherit(&first)
	return &out
}

// Given is where the entry itself has a key.
func (f *CardFace) Given(key string) (diag.Pos, bool) {
	at, has := f.given[key]
	return at, has
}

// FaceColour is one colour, or a colour for each word of the attribute By.
type FaceColour struct {
	One Word `key:""`
	By  Word
	Of  []NamedWord `key:""`
}

// NamedWord is a word under a name.
type NamedWord struct{ Name, Word Word }

// FaceMark is a value, an icon, or both.
type FaceMark struct{ Value, Icon Word }

// FaceArt is a picture: a file, or a drawing.
type FaceArt struct {
	File        Word `key:""`
	Drawn, Icon Word
	Else        Word
}

// FaceBack is the back of cards.
type FaceBack struct {
	Colour           *FaceColour
	Title, Icon, Art Word
}

// Picture is a file that is shown as it is.
type Picture struct {
	// Shown is the place as people know it.
	Shown string
	Data  []byte
}

// NamedValues are values under a name.
type NamedValues struct {
	Name   Word
	Values []*Tree
}

// PhaseNode is a phase, or a step when Step is given.
type PhaseNode struct {
	Step   Word  `key:""`
	Name   Word  `key:"phase"`
	Label  Texts `key:"name"`
	Until  Word
	Times  *Tree
	Turns  *Turns
	Repeat bool
	Do     []*PhaseNode
	Doc    string
}

// Turns says how the seats take turns in a phase.
type Turns struct {
	From, Until Word
}

// Card is one card as its file gives it, with defaults filled in.
type Card struct {
	ID            Word
	Label         Texts `key:"name"`
	Type          Word
	Copies        *Tree
	Abilities     []AbilityUse `key:""`
	Unimplemented []Word
	Confidence    *Tree
	Text          Word
	// Values are the printed attributes.
	Values []CardValue
	// Origins has the place that every field came from, in the order of the
	// fields; a field that an overlay changed has the overlay's place.
	Origins []Word
	Pos     diag.Pos
}

// CardValue is a printed attribute of a card.
type CardValue struct {
	Name  Word
	Value *Tree
}

// AbilityUse is a named ability on a card. Params is nil, one value for an
// ability with one parameter, or a map.
type AbilityUse struct {
	Name   Word
	Params *Tree
}

// Message is a sentence of a locale file.
type Message struct {
	Lang string
	Key  Word
	// Text is the sentence; with plural forms it is empty and Forms has them.
	Text  string
	Forms []Form
}

// Form is one plural form of a sentence.
type Form struct{ Category, Text string }

// Ruling says how the pack reads an unclear rule.
type Ruling struct {
	ID                                       Word
	Question, Ruling, Reason, Source, Option string
}
