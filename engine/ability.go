package engine

import "math/bits"

// Triggers, and the abilities that answer them.

// Window is where at a trigger an ability acts.
type Window uint8

// The windows, in their order.
const (
	Respond Window = iota
	Replace
	Before
	After
)

// WindowCount is how many windows there are.
const WindowCount = 4

var windowNames = [WindowCount]string{"respond", "replace", "before", "after"}

// String returns the name of the window.
func (w Window) String() string { return windowNames[w] }

// Trigger declares a named, typed moment.
type Trigger struct {
	Name    string
	Params  []Param
	Windows [WindowCount]bool
	// Cancel lets abilities in the replace and before windows cancel it.
	Cancel bool
	// Scope is the parameter (a card) that gives the place of the event: only
	// abilities of cards at that place hear it, unless they are declared
	// anywhere. -1 means everybody hears it.
	Scope int
	// MustStay are the parameters, a bit each, whose cards must still live the same life when
	// the change is made; else the event is cancelled.
	MustStay uint32
	// Chooses is 1 and the number of the parameter (a seat, or a card for its controller's) whose
	// seat orders the mandatory abilities in the windows replace and before; 0 where each seat
	// orders its own.
	Chooses int
	// From is the parameter (a seat) at which the order of the seats starts;
	// -1 means the pack's policy.
	From int
}

// Open names the windows in which abilities may answer the trigger.
func (t *Trigger) Open() []string {
	var names []string
	for w, has := range t.Windows {
		if has {
			names = append(names, Window(w).String())
		}
	}
	return names
}

// ModifierOp is what a continuous modifier does to a value.
type ModifierOp uint8

// The modifier operations, in the order in which they apply to numbers. What they do to a set goes
// by their age.
const (
	SetTo ModifierOp = iota
	Add
	AtLeast
	AtMost
	Remove
)

// Control is what a Modifier changes that gives its seat the control of a card, as an
// attribute; see Pack.Controls.
const Control AttributeID = -2

// AbilityForm says what an ability is.
type AbilityForm uint8

// The forms of abilities.
const (
	Hook AbilityForm = iota
	Action
	Modifier
	// Grant gives other abilities to cards, as if they had them printed.
	Grant
	// Marker does nothing by itself: filters ask for it by name.
	Marker
	// Deed does something, at moments that the cards with it say.
	Deed
)

// Ability is the header of one script: the trigger or action it answers, and when. The
// Scripts find its functions by the ability's id.
type Ability struct {
	// ID is its position in Pack.Abilities.
	ID AbilityID
	// Name is the named ability that this hook is a part of ("guard");
	// NameSymbol the same word as a symbol.
	Name       string
	NameSymbol Symbol
	// Part numbers the hooks of one named ability from 0.
	Part int
	Form AbilityForm
	// File and Line say where the header stands.
	File string
	Line int

	// Trigger, Window: what a Hook answers.
	Trigger TriggerID
	Window  Window
	// May makes it optional: its seat is asked.
	May bool
	// LastKnown judges an ability of the after window by last-known information:
	// Where and its own condition on the state before the first change.
	// Designers write it heard: before.
	LastKnown bool
	// Anywhere widens the trigger's scope to every place.
	Anywhere bool
	// ActionKind is the word under which an Action is offered.
	ActionKind Symbol

	// Active replaces the type's condition on the card itself, if not nil.
	Active *Filter
	// Where are the conditions on the event's parameters and the card.
	Where []Condition
	// Params are the names of the parameters that a card may give, with
	// their defaults.
	Params []AbilityParam
	// Limit bounds the uses: Times for each Per; LimitNone when there is none.
	Limit Limit

	// Of is the attribute that a Modifier changes, of the holder OfWhat.
	Of       AttributeID
	OfHolder Holder
	// OfFilter is the condition on the card whose attribute is read, or that a Grant gives its
	// Grants to, the parts of an ability.
	OfFilter *Filter
	Grants   []AbilityID
	Op       ModifierOp
	// ReadsOwn is set where the conditions of a Modifier read the value that it modifies.
	ReadsOwn bool
	// Amount is the modifier's operand; AmountParam an index into Params that
	// gives it, or -1; HasAmount is set when the script computes it.
	Amount      Value
	AmountParam int
	HasAmount   bool

	// Ends is what ends it where it lasts, beside what lasting says; nil for nothing.
	Ends *Ending

	// Pays is how many of the last conditions in Where say that what it costs is there: flags
	// that are turned, and numbers that are taken, of its card and of its seat.
	Pays int

	// HasWhen and HasRun say which functions the script has.
	HasWhen, HasRun bool

	// Target is what it acts on, which its seat chooses; nil for nothing. Aimed says that its
	// own function gets it, as one of those that act with it may do alone.
	Target *Target
	Aimed  bool
	// Under is the form under which a card does it, "" where its script says when it acts.
	// Then is how many deeds of the card behind it act with it, on its target.
	Under string
	Then  int
}

// Ending is a moment behind which a lasting ability ends.
type Ending struct {
	Trigger TriggerID
	Where   []Condition
}

// Target is what an ability acts on: cards that pass a filter, of which a seat chooses
// Min to Max. Without any the ability does not act.
type Target struct {
	// Filter is nil where a function of the script tells what there is. Kind is the name that
	// the pack gives the filter, "" for none.
	Filter *Filter
	Kind   string
	// Min and Max bound the number; One is set where there is one, which run gets itself.
	Min, Max int
	One      bool
	// Optional lets the seat decline; All takes all of them and asks nobody.
	Optional, All bool
	// Unneeded lets the ability act without any, which does nothing.
	Unneeded bool
	// Prompt is the question; By the seat parameter whose seat is asked, -1 for the
	// ability's own.
	Prompt Symbol
	By     int
}

// Aim is the kind of the cards that the ability acts on, "" for none.
func (a *Ability) Aim() string {
	if a.Target == nil {
		return ""
	}
	return a.Target.Kind
}

// AbilityParam is a parameter of an ability.
type AbilityParam struct {
	Name    string
	Kind    Kind
	Default Value
	// Required parameters have no default.
	Required bool
}

// Limit bounds how often an ability acts.
type Limit struct {
	Times int
	// Per is the trigger that sets the count back; -1 for the whole game.
	Per TriggerID
	// ByCard counts for the card; else each seat that controls it has a count of its own.
	ByCard bool
}

// inCell is how many seats share a cell, and how many bits each has there.
func (l Limit) inCell() (seats, width int) {
	width = bits.Len(uint(l.Times))
	return 32 / width, width
}

// cells is how many cells a limit takes, with one count for the table.
func (l Limit) cells(seats int) int {
	if l.ByCard {
		return 1
	}
	each, _ := l.inCell()
	return (seats + each) / each
}

// What a Condition looks at that is no parameter of an event: the card itself, its seat, or
// another seat, of which one has to pass.
const (
	OwnCard = -1 - iota
	OwnSeat
	OtherSeat
)

// Condition is a filter on one parameter of the event, or on what belongs to the ability.
type Condition struct {
	Param  int
	Filter *Filter
}
