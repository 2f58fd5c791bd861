package lattice

import (
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Kinds is a set of kinds of values.
type Kinds uint32

// The kinds. False and True are apart, so that "x and y or z" is understood.
const (
	Nil Kinds = 1 << iota
	False
	True
	Number
	Word // any string
	Game
	Settings // game.options
	Seat
	Card
	Zone
	Event
	Action
	List     // a list made by the engine
	Table    // a table made by a script
	Function // of a script or of the host
	Options  // a list made by options()
	Rules    // the global rules
	Params   // the parameters of an ability
	Library  // a table of host functions: choose, math
	Any      // nothing is known; alone
)

const (
	Flag   = False | True
	Things = Card | Seat | Zone | Word | Number | Flag | Action
)

// Type holds the known kinds of a value, and for some kinds more. The zero Type
// belongs to a value that never occurs.
type Type struct {
	Kinds Kinds
	// Words are those that a Word may be; nil for any. declared is set when
	// they are a declared list, not those that happen to be written.
	Words    map[string]bool
	Declared bool
	// Low and high bound a Number where bounded is set.
	Low, High int
	Bounded   bool
	// Cards are the types that a Card may have, as bits; zones the kinds of a
	// Zone, or for a List the zones whose whole content it may be.
	Cards, Zones uint64
	// Item is the type of the items of a List; frozen ones cannot be changed.
	Item   *Type
	Frozen bool
	// Keyed is set for a List that is a printed map.
	Keyed bool
	// Refs are the tables, functions and option lists that it may be, and the
	// events and parameter sets.
	Refs []Ref
}

// Ref is something with an identity in the program.
type Ref interface{ Number() int }

// Refs goes over what a value may be of those with an identity that are of one kind.
func Refs[R Ref](t Type) iter.Seq[R] {
	return func(yield func(R) bool) {
		for _, r := range t.Refs {
			if one, ok := r.(R); ok && !yield(one) {
				return
			}
		}
	}
}

// Bits goes over the numbers in a set of types of cards, or of kinds of zones.
func Bits(mask uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; mask != 0; mask &= mask - 1 {
			if !yield(bits.TrailingZeros64(mask)) {
				return
			}
		}
	}
}

// The bounds of what is kept about a value; beyond them nothing is known.
const (
	maxWords = 400
	maxRefs  = 24
	maxDepth = 4
)

var Top = Type{Kinds: Any}

func (t Type) Any() bool { return t.Kinds&Any != 0 }

func (t Type) Bottom() bool { return t.Kinds == 0 }

// Known reports whether checks may speak about the value.
func (t Type) Known() bool { return t.Kinds != 0 && t.Kinds&Any == 0 }

// Has reports whether the value may be of one of the kinds.
func (t Type) Has(k Kinds) bool { return t.Kinds&(k|Any) != 0 }

// Meets reports whether a value of some kinds may be of one of others; true and false are
// taken for each other.
func (k Kinds) Meets(other Kinds) bool { return k&other != 0 || k&Flag != 0 && other&Flag != 0 }

// Only reports whether the value is of these kinds for certain.
func (t Type) Only(k Kinds) bool { return t.Known() && t.Kinds&^k == 0 }

func Of(k Kinds) Type { return Type{Kinds: k} }

func Range(low, high int) Type { return Type{Kinds: Number, Low: low, High: high, Bounded: true} }

func Literal(text string) Type { return Type{Kinds: Word, Words: map[string]bool{text: true}} }

// Choice is a word of a declared list.
func Choice(words []string) Type {
	t := Type{Kinds: Word, Words: map[string]bool{}, Declared: true}
	for _, w := range words {
		t.Words[w] = true
	}
	if len(words) == 0 || len(words) > maxWords {
		return Of(Word)
	}
	return t
}

func CardOf(types uint64) Type { return Type{Kinds: Card, Cards: types} }

func ZoneOf(mask uint64) Type { return Type{Kinds: Zone, Zones: mask} }

func ListOf(item Type) Type { return Type{Kinds: List, Item: &item} }

func RefTo(k Kinds, r Ref) Type {
	return Type{Kinds: k, Refs: []Ref{r}}
}

func (t Type) Or(k Kinds) Type {
	if !t.Any() {
		t.Kinds |= k
	}
	return t
}

// Without takes kinds away.
func (t Type) Without(k Kinds) Type {
	if !t.Any() {
		t.Kinds &^= k
	}
	return t
}

// WordList returns the words in order.
func (t Type) WordList() []string { return slices.Sorted(maps.Keys(t.Words)) }

// Join returns the type of a value that has one type or the other. If too much comes
// together nothing is known any more, and widened receives the references that were lost.
func Join(a, b Type, widened func(Ref)) Type {
	switch {
	case a.Bottom():
		return b
	case b.Bottom():
		return a
	case a.Any() || b.Any():
		Widen(a, widened)
		Widen(b, widened)
		return Top
	}
	out := a
	out.Kinds |= b.Kinds
	out.Words, out.Declared = joinWords(a, b)
	out.Cards |= b.Cards
	out.Zones |= b.Zones
	out.Low, out.High, out.Bounded = joinBounds(a, b)
	if b.Kinds&List != 0 {
		out.Frozen = b.Frozen && (a.Kinds&List == 0 || a.Frozen)
		out.Keyed = a.Keyed || b.Keyed
		out.Item = joinItems(a, b, widened)
	}
	out.Refs = JoinRefs(a.Refs, b.Refs)
	if len(out.Refs) > maxRefs || depth(out) > maxDepth {
		Widen(out, widened)
		return Top
	}
	return out
}

func Widen(t Type, widened func(Ref)) {
	if widened == nil {
		return
	}
	for _, r := range t.Refs {
		widened(r)
	}
	if t.Item != nil {
		Widen(*t.Item, widened)
	}
}

func joinWords(a, b Type) (map[string]bool, bool) {
	switch {
	case a.Kinds&Word == 0:
		return b.Words, b.Declared
	case b.Kinds&Word == 0:
		return a.Words, a.Declared
	case a.Words == nil || b.Words == nil:
		return nil, false
	case subset(b.Words, a.Words):
		return a.Words, a.Declared
	case subset(a.Words, b.Words):
		return b.Words, b.Declared
	case len(a.Words)+len(b.Words) > maxWords:
		return nil, false
	}
	out := maps.Clone(a.Words)
	maps.Copy(out, b.Words)
	return out, a.Declared && b.Declared
}

func subset(a, b map[string]bool) bool {
	if len(a) > len(b) {
		return false
	}
	for w := range a {
		if !b[w] {
			return false
		}
	}
	return true
}

func joinBounds(a, b Type) (low, high int, bounded bool) {
	switch {
	case a.Kinds&Number == 0:
		return b.Low, b.High, b.Bounded
	case b.Kinds&Number == 0:
		return a.Low, a.High, a.Bounded
	}
	if !a.Bounded || !b.Bounded {
		return 0, 0, false
	}
	return min(a.Low, b.Low), max(a.High, b.High), true
}

func joinItems(a, b Type, widened func(Ref)) *Type {
	switch {
	case a.Item == nil:
		return b.Item
	case b.Item == nil:
		return a.Item
	}
	item := Join(*a.Item, *b.Item, widened)
	return &item
}

func JoinRefs(a, b []Ref) []Ref {
	out := a
	for _, r := range b {
		i, found := slices.BinarySearchFunc(out, r, func(x, y Ref) int { return x.Number() - y.Number() })
		if !found {
			out = slices.Insert(slices.Clone(out), i, r)
		}
	}
	return out
}

func depth(t Type) int {
	n := 0
	for t.Item != nil {
		t = *t.Item
		n++
	}
	return n
}

func Same(a, b Type) bool {
	return a.Kinds == b.Kinds && a.Declared == b.Declared && len(a.Words) == len(b.Words) &&
		(a.Words == nil) == (b.Words == nil) &&
		a.Cards == b.Cards && a.Zones == b.Zones && a.Bounded == b.Bounded && a.Low == b.Low && a.High == b.High &&
		a.Frozen == b.Frozen && a.Keyed == b.Keyed && len(a.Refs) == len(b.Refs) &&
		(a.Item == nil) == (b.Item == nil) && (a.Item == nil || Same(*a.Item, *b.Item))
}

// kindNames name the kinds for people.
var kindNames = []struct {
	kinds Kinds
	name  string
}{

	{Nil, "nothing (nil)"}, {Flag, "true or false"}, {Number, "a number"}, {Word, "a word"}, {Game, "the game"},
	{Settings, "game.options"},
	{Seat, "a seat"}, {Card, "a card"}, {Zone, "a zone"}, {Event, "an event"}, {Action, "an action"},
	{List | Table, "a table"},
	{Function, "a function"}, {Options, "an options list"}, {Rules, "rules"},
	{Params, "the parameters of an ability"}, {Library, "a library"},
}

// String says what the value may be.
func (t Type) String() string {
	if t.Kinds == Word && len(t.Words) == 1 && !t.Declared {
		return fmt.Sprintf("the word %q", t.WordList()[0])
	}
	if t.Kinds == Number && t.Bounded && t.Low == t.High {
		return fmt.Sprintf("the number %d", t.Low)
	}
	return t.Kinds.String()
}

// String names the kinds: "a card or a seat".
func (k Kinds) String() string {
	if k&Any != 0 || k == 0 {
		return "something"
	}
	var parts []string
	for _, n := range kindNames {
		if k&n.kinds != 0 {
			parts = append(parts, n.name)
		}
	}
	return strings.Join(parts, " or ")
}

// KindsOf returns the kinds of values that a type of the registry takes.
func KindsOf(t keyword.Type) Kinds {
	switch t.Kind {
	case keyword.Text, keyword.Word, keyword.Choice, keyword.Name:
		return Word
	case keyword.Number, keyword.Real:
		return Number
	case keyword.Flag:
		return Flag
	case keyword.Scalar:
		return Word | Number | Flag
	case keyword.Texts:
		return Word | Table
	case keyword.ListOf:
		if t.Single {
			return List | Table | KindsOf(*t.Item)
		}
		return List | Table
	case keyword.MapOf, keyword.RecordOf, keyword.Filter:
		return List | Table
	case keyword.Either:
		var k Kinds
		for _, o := range t.Of {
			k |= KindsOf(o)
		}
		return k
	}
	if k, ok := valueKinds[t.Kind]; ok {
		return k
	}
	return Any
}

var valueKinds = map[keyword.Kind]Kinds{
	keyword.Nothing: Nil, keyword.GameValue: Game, keyword.SeatValue: Seat, keyword.CardValue: Card,
	keyword.ZoneValue: Zone,
	keyword.Thing:     Things, keyword.ActionValue: Action, keyword.OptionsValue: Options, keyword.EventValue: Event,
	keyword.Function: Function,
}
