package locale_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/locale"
)

// speaker speaks for a pack made by hand.
func speaker(t *testing.T, lang string, messages map[string]string) *locale.Speaker {
	t.Helper()
	texts := map[string]*ast.Message{}
	for key, text := range messages {
		texts[key] = &ast.Message{Text: text}
	}
	none := func(n int) []ast.Texts { return make([]ast.Texts, n) }
	c := &compile.Compiled{
		Pack: &engine.Pack{
			ID: "made", Symbols: []string{"", "red_side", "blue_side"}, MinSeats: 2, MaxSeats: 2,
			Seats: []engine.Attribute{{Name: "side", Kind: engine.Word, State: true}},
			Types: []engine.CardType{{Name: "piece"}}, Defs: []engine.CardDef{{ID: "old_ant", Copies: 1}},
			Zones: []engine.ZoneKind{{Name: "pile"}, {Name: "field", Rows: 2, Columns: 2},
				{Name: "under", Of: engine.OfCard}},
		},
		Texts: map[string]map[string]*ast.Message{"en": texts},
	}
	c.Labels.Cards, c.Labels.Zones, c.Labels.SeatAttributes = none(1), none(3), none(1)
	return locale.New(c).Speaker(lang)
}

// side gives a seat a word.
func side(seat engine.Seat, word engine.Symbol) view.Player {
	p := view.Player{Seat: seat}
	if word > 0 {
		p.Attributes = []view.Attribute{
			{Name: "side", Value: view.Value{Kind: view.WordValue, Names: view.Names{Word: word}}}}
	}
	return p
}

// TestSeatNames: a name follows from the seat's attributes; one that two seats
// share, or that cannot be filled, has the number.
func TestSeatNames(t *testing.T) {
	s := speaker(t, "en", map[string]string{"seat": "the {side}"})
	for _, test := range []struct {
		players []view.Player
		want    [3]string
	}{
		{[]view.Player{side(1, 1), side(2, 2)}, [3]string{"the table", "the red side", "the blue side"}},
		{[]view.Player{side(1, 1), side(2, 1)}, [3]string{"the table", "the red side (1)", "the red side (2)"}},
		{[]view.Player{side(1, 0), side(2, 2)}, [3]string{"the table", "Seat 1", "the blue side"}},
	} {
		voice := s.At(test.players)
		for seat, want := range test.want {
			if have := voice.Seat(engine.Seat(seat)); have != want {
				t.Errorf("seat %d is %q, not %q", seat, have, want)
			}
		}
	}
}

// TestValues: each kind of value has its words, and what is hidden has no name.
func TestValues(t *testing.T) {
	voice := speaker(t, "en", map[string]string{"option.red_side": "go red"}).At([]view.Player{side(1, 0), side(2, 0)})
	ant := view.Value{Kind: view.CardValue, Text: "old_ant"}
	hidden := view.Value{Kind: view.HiddenCard, Text: "pile 3", Zone: "pile", Place: 3}
	for want, v := range map[string]view.Value{
		"old ant":          ant,
		"a card":           hidden,
		"Seat 2":           {Kind: view.SeatValue, Number: 2},
		"7":                {Kind: view.NumberValue, Number: 7},
		"0":                {Kind: view.NumberValue},
		"yes":              {Kind: view.FlagValue, Number: 1},
		"no":               {Kind: view.FlagValue},
		"nothing":          {Kind: view.NothingValue},
		"blue side":        {Kind: view.WordValue, Text: "blue_side", Names: view.Names{Word: 2}},
		"pile":             {Kind: view.ZoneValue, Names: view.Names{ZoneKind: 0}},
		"pile of Seat 1":   {Kind: view.ZoneValue, Names: view.Names{ZoneKind: 0, Owner: 1}},
		"field 2-1":        {Kind: view.ZoneValue, Names: view.Names{ZoneKind: 1, Row: 1}},
		"under of a card":  {Kind: view.ZoneValue, Names: view.Names{ZoneKind: 2}, Of: &hidden},
		"under of old ant": {Kind: view.ZoneValue, Names: view.Names{ZoneKind: 2}, Of: &ant},
		"big guard":        {Kind: view.AbilityValue, Text: "big_guard"},
	} {
		if have := voice.Value(&v); have != want {
			t.Errorf("%+v is %q, not %q", v, have, want)
		}
	}
	word := view.Value{Kind: view.WordValue, Text: "red_side", Names: view.Names{Word: 1}}
	if have := voice.OptionText("ask", []view.Value{word, ant}); have != "go red, old ant" {
		t.Errorf("an option of two parts is %q", have)
	}
	named := voice.Named([]view.Named{{Name: "x", Value: ant}, {Name: "x", Value: hidden},
		{Name: "n", Value: view.Value{Kind: view.NumberValue, Number: 3}}})
	if named["x"] != "old ant, a card" || named["count"] != "3" {
		t.Errorf("placeholders %v", named)
	}
}

// TestLanguages: a message that a language lacks comes in English, those that
// every game needs in the program's languages.
func TestLanguages(t *testing.T) {
	s := speaker(t, "fr", map[string]string{"prompt.ask": "Which?"})
	voice := s.At([]view.Player{side(1, 0), side(2, 0)})
	if have := voice.Question(&view.Question{Prompt: "ask"}); have != "Which?" {
		t.Errorf("%q", have)
	}
	if have := voice.Question(&view.Question{Prompt: "ask.more_of"}); have != "ask more of" {
		t.Errorf("a prompt without a message is %q", have)
	}
	if have := voice.Seat(2); have != "Place 2" {
		t.Errorf("%q", have)
	}
	if have := locale.Fill("{a} {b} {", locale.Args{"a": "1"}); have != "1 {b} {" {
		t.Errorf("%q", have)
	}
}

// TestLongTexts: whatever a pack and its scripts bring, a line has an end, between two
// letters, and of a list so many are named as somebody would read.
func TestLongTexts(t *testing.T) {
	v := speaker(t, "en", map[string]string{"prompt.all": strings.Repeat("オーク {card} ", 1000)}).At(nil)
	var values []view.Named
	for range 4000 {
		values = append(values, view.Named{Name: "card", Value: view.Value{Kind: view.CardValue}})
	}
	list := v.Named(values)["card"]
	if n := strings.Count(list, "old ant"); n != 100 || !strings.HasSuffix(list, "old ant, …") {
		t.Errorf("%d of 4000 are named: %s", n, list)
	}
	text := v.Question(&view.Question{Prompt: "all", About: values})
	if len(text) > 4200 || !utf8.ValidString(text) || !strings.HasSuffix(text, "…") {
		t.Errorf("%d bytes: %s", len(text), text)
	}
	if short := v.Named(values[:2])["card"]; short != "old ant, old ant" {
		t.Error(short)
	}
}
