package code

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/keyword"
)

// kinds is a set of kinds of values.
type kinds uint32

// The kinds. False and True are apart, so that "x and y or z" is understood.
const (
	kNil kinds = 1 << iota
	kFalse
	kTrue
	kNumber
	kWord // any string
	kGame
	kSettings // game.options
	kSeat
	kCard
	kZone
	kEvent
	kAction
	kList     // a list made by the engine
	kTable    // a table made by a script
	kFunction // of a script or of the host
	kOptions  // a list made by options()
	kRules    // the global rules
	kParams   // the parameters of an ability
	kLibrary  // a table of host functions: choose, math
	kAny      // nothing is known; alone
)

const (
	flag   = kFalse | kTrue
	things = kCard | kSeat | kZone | kWord | kNumber | flag | kAction
)

// typ is what is known of a value: its kinds, and for some of them more. The
// zero typ is that of a value that never comes to be.
type typ struct {
	kinds kinds
	// words are those that a Word may be; nil for any. declared is set when
	// they are a declared list, not those that happen to be written.
	words    map[string]bool
	declared bool
	// low and high bound a Number where bounded is set.
	low, high int
	bounded   bool
	// cards are the types that a Card may have, as bits; zones the kinds of a
	// Zone.
	cards, zones uint64
	// item is the type of the items of a List; frozen ones cannot be changed.
	item   *typ
	frozen bool
	// keyed is set for a List that is a printed map.
	keyed bool
	// refs are the tables, functions and option lists that it may be, and the
	// events and parameter sets.
	refs []ref
}

// ref is something that has an identity of its own in the program.
type ref interface{ number() int }

// The bounds of what is kept about a value; beyond them nothing is known.
const (
	maxWords = 400
	maxRefs  = 24
	maxDepth = 4
)

var top = typ{kinds: kAny}

func (t typ) any() bool    { return t.kinds&kAny != 0 }
func (t typ) bottom() bool { return t.kinds == 0 }

// known reports whether checks may speak about the value.
func (t typ) known() bool { return t.kinds != 0 && t.kinds&kAny == 0 }

// has reports whether the value may be of one of the kinds.
func (t typ) has(k kinds) bool { return t.kinds&(k|kAny) != 0 }

// only reports whether the value is of these kinds for certain.
func (t typ) only(k kinds) bool { return t.known() && t.kinds&^k == 0 }

func of(k kinds) typ { return typ{kinds: k} }

func number(low, high int) typ { return typ{kinds: kNumber, low: low, high: high, bounded: true} }

func word(text string) typ { return typ{kinds: kWord, words: map[string]bool{text: true}} }

// choiceOf is a word of a declared list.
func choiceOf(words []string) typ {
	t := typ{kinds: kWord, words: map[string]bool{}, declared: true}
	for _, w := range words {
		t.words[w] = true
	}
	if len(words) == 0 || len(words) > maxWords {
		return of(kWord)
	}
	return t
}

func cardOf(types uint64) typ { return typ{kinds: kCard, cards: types} }
func zoneOf(mask uint64) typ  { return typ{kinds: kZone, zones: mask} }
func listOf(item typ) typ     { return typ{kinds: kList, item: &item} }
func refTo(k kinds, r ref) typ {
	return typ{kinds: k, refs: []ref{r}}
}

func (t typ) or(k kinds) typ {
	if !t.any() {
		t.kinds |= k
	}
	return t
}

// without takes kinds away.
func (t typ) without(k kinds) typ {
	if !t.any() {
		t.kinds &^= k
	}
	return t
}

// wordList returns the words in order.
func (t typ) wordList() []string { return slices.Sorted(maps.Keys(t.words)) }

// join returns what is known of a value that is one or the other. Where too
// much comes together nothing is known any more, and widened hears of what could
// have been told apart.
func join(a, b typ, widened func(ref)) typ {
	switch {
	case a.bottom():
		return b
	case b.bottom():
		return a
	case a.any() || b.any():
		widen(a, widened)
		widen(b, widened)
		return top
	}
	out := a
	out.kinds |= b.kinds
	out.words, out.declared = joinWords(a, b)
	out.cards |= b.cards
	out.zones |= b.zones
	out.low, out.high, out.bounded = joinBounds(a, b)
	if b.kinds&kList != 0 {
		out.frozen = b.frozen && (a.kinds&kList == 0 || a.frozen)
		out.keyed = a.keyed || b.keyed
		out.item = joinItems(a, b, widened)
	}
	out.refs = joinRefs(a.refs, b.refs)
	if len(out.refs) > maxRefs || depth(out) > maxDepth {
		widen(out, widened)
		return top
	}
	return out
}

func widen(t typ, widened func(ref)) {
	if widened == nil {
		return
	}
	for _, r := range t.refs {
		widened(r)
	}
	if t.item != nil {
		widen(*t.item, widened)
	}
}

func joinWords(a, b typ) (map[string]bool, bool) {
	switch {
	case a.kinds&kWord == 0:
		return b.words, b.declared
	case b.kinds&kWord == 0:
		return a.words, a.declared
	case a.words == nil || b.words == nil:
		return nil, false
	case subset(b.words, a.words):
		return a.words, a.declared
	case subset(a.words, b.words):
		return b.words, b.declared
	case len(a.words)+len(b.words) > maxWords:
		return nil, false
	}
	out := maps.Clone(a.words)
	maps.Copy(out, b.words)
	return out, a.declared && b.declared
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

func joinBounds(a, b typ) (low, high int, bounded bool) {
	switch {
	case a.kinds&kNumber == 0:
		return b.low, b.high, b.bounded
	case b.kinds&kNumber == 0:
		return a.low, a.high, a.bounded
	}
	if !a.bounded || !b.bounded {
		return 0, 0, false
	}
	return min(a.low, b.low), max(a.high, b.high), true
}

func joinItems(a, b typ, widened func(ref)) *typ {
	switch {
	case a.item == nil:
		return b.item
	case b.item == nil:
		return a.item
	}
	item := join(*a.item, *b.item, widened)
	return &item
}

func joinRefs(a, b []ref) []ref {
	out := a
	for _, r := range b {
		i, found := slices.BinarySearchFunc(out, r, func(x, y ref) int { return x.number() - y.number() })
		if !found {
			out = slices.Insert(slices.Clone(out), i, r)
		}
	}
	return out
}

func depth(t typ) int {
	n := 0
	for t.item != nil {
		t, n = *t.item, n+1
	}
	return n
}

func same(a, b typ) bool {
	return a.kinds == b.kinds && a.declared == b.declared && len(a.words) == len(b.words) &&
		(a.words == nil) == (b.words == nil) &&
		a.cards == b.cards && a.zones == b.zones && a.bounded == b.bounded && a.low == b.low && a.high == b.high &&
		a.frozen == b.frozen && a.keyed == b.keyed && len(a.refs) == len(b.refs) &&
		(a.item == nil) == (b.item == nil) && (a.item == nil || same(*a.item, *b.item))
}

// kindNames name the kinds for people.
var kindNames = []struct {
	kinds kinds
	name  string
}{
	{kNil, "nothing (nil)"}, {flag, "true or false"}, {kNumber, "a number"}, {kWord, "a word"}, {kGame, "the game"},
	{kSettings, "game.options"},
	{kSeat, "a seat"}, {kCard, "a card"}, {kZone, "a zone"}, {kEvent, "an event"}, {kAction, "an action"},
	{kList | kTable, "a table"},
	{kFunction, "a function"}, {kOptions, "an options list"}, {kRules, "rules"},
	{kParams, "the parameters of an ability"}, {kLibrary, "a library"},
}

// String says what the value may be.
func (t typ) String() string {
	if t.kinds == kWord && len(t.words) == 1 && !t.declared {
		return fmt.Sprintf("the word %q", t.wordList()[0])
	}
	if t.kinds == kNumber && t.bounded && t.low == t.high {
		return fmt.Sprintf("the number %d", t.low)
	}
	return t.kinds.String()
}

// String names the kinds: "a card or a seat".
func (k kinds) String() string {
	if k&kAny != 0 || k == 0 {
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

// kindsOf returns the kinds of values that a type of the registry takes.
func kindsOf(t keyword.Type) kinds {
	switch t.Kind {
	case keyword.Text, keyword.Word, keyword.Choice, keyword.Name:
		return kWord
	case keyword.Number, keyword.Real:
		return kNumber
	case keyword.Flag:
		return flag
	case keyword.Scalar:
		return kWord | kNumber | flag
	case keyword.Texts:
		return kWord | kTable
	case keyword.ListOf:
		if t.Single {
			return kList | kTable | kindsOf(*t.Item)
		}
		return kList | kTable
	case keyword.MapOf, keyword.RecordOf, keyword.Filter:
		return kList | kTable
	case keyword.Either:
		var k kinds
		for _, o := range t.Of {
			k |= kindsOf(o)
		}
		return k
	}
	if k, ok := valueKinds[t.Kind]; ok {
		return k
	}
	return kAny
}

var valueKinds = map[keyword.Kind]kinds{
	keyword.Nothing: kNil, keyword.GameValue: kGame, keyword.SeatValue: kSeat, keyword.CardValue: kCard,
	keyword.ZoneValue: kZone,
	keyword.Thing:     things, keyword.ActionValue: kAction, keyword.OptionsValue: kOptions, keyword.EventValue: kEvent,
	keyword.Function: kFunction,
}
