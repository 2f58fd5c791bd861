// Package scene is the table as a person sees it: plain data for one seat, at
// one event, in one language, for every screen to draw. What lies where, in
// words; what is asked, about what, and why; which options touch which card or
// place; what is new since the seat answered last.
//
//	c := scene.NewComposer(compiled, speaker)
//	s := c.Scene(scene.Input{View: v, Question: q, News: events})
//
// A scene is made of view values alone (engine/view), so that it holds nothing
// that its seat may not know: the same view gives the same bytes, and the check
// of non-interference covers them. It carries no markup: no HTML, no colours, no
// widths. A screen draws it and decides nothing about the game.
//
// # The data, as JSON
//
//	{
//	  "title": "Blood Bowl: Team Manager", "lang": "en",
//	  "seat": 1, "turn": 2, "where": ["Season", "Week 2", "Matchups"],
//	  "facts": [{"key": "week", "name": "Week", "text": "2", "brief": "2", "number": 2}],
//	  "table": [area ...],            // the table's places, in the order of the layout
//	  "seats": [{"seat": 2, "name": "Gouged Eye", "mark": "GE", "facts": [...], "areas": [...]}, ...,
//	            {"seat": 1, "you": true, ...}],        // the viewer's own last
//	  "ask": {"number": 14, "kind": "pick_one", "text": "Whom shall Minotaur tackle?",
//	          "because": [{"trigger": "player.committed", "text": "..."}],
//	          "about": [{"role": "player", "name": "...", "key": "minotaur", "facts": [...]}],
//	          "options": [{"number": 1, "text": "...", "parts": [...], "facts": [...], "says": [...],
//	                       "lights": ["lineman#2"], "positions": [0, 3]}]},
//	  "signs": [{"sign": "♥", "name": "fans"}]                // what the signs in briefs mean
//	}
//
// An area is one place: its form says how it is drawn.
//
//	row    cards side by side, open or face down
//	pile   a count; its cards are listed when somebody looks at it
//	board  areas in rows and columns, turned to the viewer: the first row is the
//	       farthest away
//	slot   a place on a card, within the card's areas
//
// Cards and areas have keys, the ones that view uses: an option names in lights
// the keys that it touches, and each card and area has the numbers of its options.
// Copies that the seat cannot tell apart are one card with copies, and one
// option; an answer is one of the option's positions. Where an option has several
// parts (which card, and where to) each part has its own key and facts, so that a
// screen may ask part by part.
//
// A fact is a value with its name. Brief is its short form ("$3", "hp 7",
// "downed"), slot where the card's face shows it (corner, line, left, middle,
// right), printed what it would be without modifiers where that differs, and by what
// modifies it. A derived value is such a fact as well: of the game, a seat or a card; what
// is not one number to the viewer has its bounds and mean in words. Facts
// marked quiet go without saying; only all of the card shows them.
//
// It imports engine for ids, engine/view, and interp's compile, locale, lists
// and markup.
package scene

import (
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// Scene is the table as one seat sees it.
type Scene struct {
	Title string      `json:"title"`
	Lang  string      `json:"lang"`
	Seat  engine.Seat `json:"seat"`
	Turn  engine.Seat `json:"turn,omitempty"`
	// Where are the names of the phases that the game is in, outermost first.
	Where []string `json:"where"`
	// Then tells what comes next, as the pack says it of the innermost phase.
	Then      string `json:"then,omitempty"`
	Decisions int    `json:"decisions"`
	// Facts are the values of the table.
	Facts []Fact  `json:"facts,omitempty"`
	Table []Area  `json:"table"`
	Seats []Seat  `json:"seats"`
	Ask   *Ask    `json:"ask,omitempty"`
	Signs []Sign  `json:"signs,omitempty"`
	Over  *Result `json:"over,omitempty"`
	// Ends tells how the game ends and how much is left, if the pack declares it.
	Ends string `json:"ends,omitempty"`
	// Waiting are the seats that are asked now.
	Waiting view.Seats `json:"waiting,omitempty"`
	// Awaited is what others are asked, where all may know it.
	Awaited string `json:"awaited,omitempty"`
	// Announced tells the triggers that were announced and have not happened yet, outermost first, to a
	// seat that is not asked: others may answer them, or decide within them.
	Announced []Because `json:"announced,omitempty"`
	// Ended says how the viewer's last turn ended, where that is news; "" where it is not.
	Ended string `json:"ended,omitempty"`
	// Effects are what lasts.
	Effects []Effect `json:"effects,omitempty"`
	// Failure says which value could not be computed; see view.View.
	Failure string `json:"failure,omitempty"`
}

// Result is how a game ended: Winners are the seats that won, Draw those that share a
// drawn game.
type Result struct {
	Winners view.Seats `json:"winners"`
	Draw    view.Seats `json:"draw"`
	Reason  string     `json:"reason,omitempty"`
}

// Seat is one side of the table.
type Seat struct {
	Seat engine.Seat `json:"seat"`
	Name string      `json:"name"`
	// Mark is a short form of the name that no other seat has.
	Mark string `json:"mark"`
	You  bool   `json:"you,omitempty"`
	Turn bool   `json:"turn,omitempty"`
	// Asked is set for a seat that is asked something now.
	Asked bool `json:"asked,omitempty"`
	// Passed is set for a seat that takes no more turns in the phase.
	Passed bool   `json:"passed,omitempty"`
	Facts  []Fact `json:"facts,omitempty"`
	Areas  []Area `json:"areas"`
	// Options are those that name the seat.
	Options []int `json:"options,omitempty"`
}

// Form is how an area is drawn.
type Form string

// The forms of areas.
const (
	Row   Form = "row"
	Pile  Form = "pile"
	Board Form = "board"
	Slot  Form = "slot"
)

// Area is a place with the cards in it.
type Area struct {
	Key string `json:"key"`
	// Kind is the zone's id in the pack.
	Kind string `json:"kind"`
	// Name is the name of the zone, Title that with whom it belongs to.
	Name  string      `json:"name"`
	Title string      `json:"title"`
	Form  Form        `json:"form"`
	Seat  engine.Seat `json:"seat,omitempty"`
	// Count is how many cards lie here, Hidden how many of them only as a number.
	Count  int `json:"count"`
	Hidden int `json:"hidden,omitempty"`
	// Held is set for a hand: a place of a seat whose cards it alone sees.
	Held bool `json:"held,omitempty"`
	// Rows and Columns are the size of a board; its Areas come row by row.
	Rows    int    `json:"rows,omitempty"`
	Columns int    `json:"columns,omitempty"`
	Cards   []Card `json:"cards,omitempty"`
	Areas   []Area `json:"areas,omitempty"`
	// Facts are the values of the card that go with its slot.
	Facts   []Fact `json:"facts,omitempty"`
	Options []int  `json:"options,omitempty"`
	Changed bool   `json:"changed,omitempty"`
	// Texts is set where the cards stand with their sentences.
	Texts bool `json:"texts,omitempty"`
	// About is set where the question is about the place.
	About bool `json:"about,omitempty"`
}

// Card is a card, or several that the seat cannot tell apart.
type Card struct {
	Key string `json:"key"`
	// Def is the id of the card in the pack; empty for a card that is not known.
	Def  string `json:"def,omitempty"`
	Name string `json:"name"`
	// Type is the id of the card's type, TypeName its name.
	Type     string `json:"type,omitempty"`
	TypeName string `json:"type_name,omitempty"`
	// Sign stands for the card where it lies on another and room is scarce.
	Sign   string `json:"sign,omitempty"`
	Copies int    `json:"copies"`
	Hidden bool   `json:"hidden,omitempty"`
	// Seat controls the card.
	Seat  engine.Seat `json:"seat,omitempty"`
	Facts []Fact      `json:"facts,omitempty"`
	// Text are the sentences of the card, with its values filled in.
	Text   []string `json:"text,omitempty"`
	Turned bool     `json:"turned,omitempty"`
	// Roles are what the card is in the open question: tackler, target.
	Roles   []string `json:"roles,omitempty"`
	Options []int    `json:"options,omitempty"`
	Areas   []Area   `json:"areas,omitempty"`
	Changed bool     `json:"changed,omitempty"`
	// From is the key of the place from which the card came, where that is news.
	From string `json:"from,omitempty"`
	// Signs are the signs on a printed card; a scene has the signs of all its cards.
	Signs []Sign `json:"signs,omitempty"`
}

// Fact is a value with its name.
type Fact struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	// Text is the value in words, Brief its short form with name or sign.
	Text   string `json:"text"`
	Brief  string `json:"brief"`
	Number *int   `json:"number,omitempty"`
	// Printed is the value without modifiers, where that differs.
	Printed string `json:"printed,omitempty"`
	// By is what modifies it: "+1 Guard (Orc Lineman)".
	By []string `json:"by,omitempty"`
	// Other is what a card in a game has printed for its other states: "downed 1".
	Other string `json:"other,omitempty"`
	// Slot is where the face shows it: corner, line, left, middle, right, and the foot
	// of printed cards for what goes without saying in a game.
	Slot string `json:"slot,omitempty"`
	// Quiet facts are not shown on the short form.
	Quiet bool `json:"quiet,omitempty"`
	// Seat is the seat that a card's derived value belongs to; 0 if it belongs to the card alone.
	Seat engine.Seat `json:"seat,omitempty"`
	// Most is the greatest that a number which changes may become, where the pack declares it,
	// and Track how far it has come from the least, in per cent.
	Track int8  `json:"track,omitempty"`
	Most  int32 `json:"most,omitempty"`
}

// Sign says what a sign stands for.
type Sign struct {
	Sign string `json:"sign"`
	Name string `json:"name"`
}

// Effect is something that lasts, by its name with that of its card.
type Effect struct {
	Name string      `json:"name"`
	Seat engine.Seat `json:"seat,omitempty"`
}

// Ask is the question that is put to the seat.
type Ask struct {
	// Number and Again name the decision; see view.Question.
	Number int       `json:"number"`
	Again  int       `json:"again,omitempty"`
	Kind   view.Kind `json:"kind"`
	// Prompt is the question's id in the pack, Text the question.
	Prompt string      `json:"prompt"`
	Text   string      `json:"text"`
	Seat   engine.Seat `json:"seat"`
	// Because are the triggers that are open, outermost first.
	Because []Because `json:"because,omitempty"`
	// About are the things that the question is about, with what decides.
	About    []About  `json:"about,omitempty"`
	Options  []Option `json:"options,omitempty"`
	Optional bool     `json:"optional,omitempty"`
	// None is what an optional question calls the answer that declines.
	None  string `json:"none,omitempty"`
	Min   int    `json:"min,omitempty"`
	Max   int    `json:"max,omitempty"`
	Total int    `json:"total,omitempty"`
}

// Because is an open trigger, in words.
type Because struct {
	Trigger string `json:"trigger"`
	Text    string `json:"text"`
}

// About is something that a question or an open trigger names.
type About struct {
	Role  string      `json:"role"`
	Name  string      `json:"name"`
	Key   string      `json:"key,omitempty"`
	Seat  engine.Seat `json:"seat,omitempty"`
	Facts []Fact      `json:"facts,omitempty"`
	// Says are the sentences of a card; Open is set where it lies open on the table,
	// or in front of the viewer.
	Says []string `json:"says,omitempty"`
	Open bool     `json:"open,omitempty"`
}

// Option is one answer; options that the seat cannot tell apart are one.
type Option struct {
	// Number is what a person types, from 1.
	Number int    `json:"number"`
	Text   string `json:"text"`
	Parts  []Part `json:"parts,omitempty"`
	// Facts are what decides, beyond the text.
	Facts []Fact `json:"facts,omitempty"`
	// Says are the sentences of the card or the ability that is offered.
	Says []string `json:"says,omitempty"`
	// Lights are the keys of the cards, places and seats that it touches.
	Lights []string `json:"lights,omitempty"`
	// Positions are indices into the decision's options; each is a legal answer.
	Positions []int `json:"positions"`
}

// Part is one of the things that an option consists of.
type Part struct {
	Key  string `json:"key"`
	Text string `json:"text"`
	// Seat controls the thing offered, if it is not the viewer; Mark is the seat's short
	// form, which stands before the part in the option's text.
	Seat  engine.Seat `json:"seat,omitempty"`
	Mark  string      `json:"mark,omitempty"`
	Facts []Fact      `json:"facts,omitempty"`
	// Copies is how many things that the seat cannot tell apart the part stands for.
	Copies int `json:"copies,omitempty"`
	// Says are the sentences of the card or the ability.
	Says []string `json:"says,omitempty"`
}
