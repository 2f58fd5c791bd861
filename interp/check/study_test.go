package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// asked is a script of rules in which | marks the place that is asked about.
const asked = `local asked = {}

local function best(seat)
  return first{zone = seat.hand, type = "performer"}
end

function asked.step(seat)
  local card = best(seat)
  local word = "x"
  if card then
    local points = card.applause
    move(card, seat.stage)
    raise("performer.enters", {performer = card, seat = seat, applause = points}, function(ev)
      seat.points = seat.points + ev.applause
    end)
  else
    local other = table.best(seat.stage:cards(), "applause")
    if other and other.type == "performer" then asked.step(seat) end
  end
end

function asked.begin() asked.step(game.seats[1]) end

return asked
`

// study asks about the small game with the script; the place is in front of the first
// occurrence of the text behind the bar.
func study(t *testing.T) (*inference.Inference, func(text string) (line, column int)) {
	t.Helper()
	files, _ := smallGame(t)
	files["scripts/rules/asked.lua"] = &fstest.MapFile{Data: []byte(asked)}
	s, err := pack.FromFS(files, "t")
	if err != nil {
		t.Fatal(err)
	}
	found := check.Study(interp.ReadSource(s), check.Settings{}).Scripts
	return found, func(marked string) (int, int) {
		text := strings.Replace(marked, "|", "", 1)
		at := strings.Index(asked, text)
		if at < 0 {
			t.Fatalf("no %q", text)
		}
		before := asked[:at+strings.Index(marked, "|")]
		return strings.Count(before, "\n") + 1, len(before) - strings.LastIndex(before, "\n")
	}
}

const file = "t/scripts/rules/asked.lua"

// TestAt: what is known of names and words, by the facts of their places.
func TestAt(t *testing.T) {
	scripts, place := study(t)
	for marked, want := range map[string]string{
		"local |card =": `variable card 4: a card or nothing (nil)`,
		"if |card then": `variable card 4: a card or nothing (nil); nothing: best does not always return ` +
			`something`,
		"= |card.applause":       `variable card 4: a card`,
		"card.|applause":         `field applause 8: a number; of a card`,
		"{zone = seat.|hand":     `field hand 4: a zone; of a seat`,
		"|zone = seat.hand":      `key zone 4: a zone; of a table`,
		"type = |\"performer\"}": `word performer 11: the word "performer"; names a type, 1 allowed`,
		"|\"performer.enters\"": `word performer.enters 18: the word "performer.enters"; names a trigger, 9 ` +
			`allowed`,
		"ev.|applause":              `field applause 8: a number; of an event`,
		"stage:|cards":              `method cards 5: a table; of a zone`,
		"other.type == |\"perform":  `word performer 11: the word "performer"; 1 allowed`,
		"|best(seat)\n  local word": `variable best 4: a function`,
		"= |table.best":             `global table 5: a library`,
		"asked.|step(seat) end":     `field step 4: a function; of a table`,
	} {
		p, ok := scripts.At(file, first(place(marked)), second(place(marked)))
		got := "nothing"
		if ok {
			got = fmt.Sprintf("%s %s %d: %s", whats[p.What], p.Name, p.Length, p.Value)
			if p.Object.Known() {
				got += "; of " + p.Object.String()
			}
			if p.Ref != "" {
				got += "; names a " + string(p.Ref) + ","
			} else if p.Allowed != nil {
				got += ";"
			}
			if p.Allowed != nil {
				got += fmt.Sprintf(" %d allowed", len(p.Allowed))
			}
			if p.Nothing != "" {
				got += "; nothing: " + p.Nothing
			}
		}
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", marked, got, want)
		}
	}
}

func first(a, _ int) int  { return a }
func second(_, b int) int { return b }

var whats = map[inference.What]string{inference.Variable: "variable", inference.Global: "global",
	inference.Field:  "field",
	inference.Method: "method", inference.Key: "key", inference.Word: "word"}

// TestMembers: fields and methods by kind, those of an event by its trigger.
func TestMembers(t *testing.T) {
	scripts, place := study(t)
	for marked, want := range map[string]string{
		"ev.|applause": "applause cancelled performer seat",
		"seat.|points": "deck hand next number opponents points stage",
		"stage:|cards": "bottom count empty name owner seat top cards() column() neighbours() room() row() step()",
		"table.|best":  "best concat contains insert remove sort sorted unpack with without",
		"asked.|step":  "begin step",
	} {
		p, _ := scripts.At(file, first(place(marked)), second(place(marked)))
		var got []string
		for _, m := range p.Object.Members() {
			if m.Method {
				m.Name += "()"
			}
			got = append(got, m.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s\nwant %s", marked, strings.Join(got, " "), want)
		}
	}
	p, _ := scripts.At(file, first(place("asked.|step(seat) end")), second(place("asked.|step(seat) end")))
	if m, ok := p.Member(); !ok || len(m.Declared) != 1 || m.Declared[0].String() != file+":7:16" {
		t.Errorf("%+v", m)
	}
}

// TestScope: the nearest names first, none of other blocks, then the globals.
func TestScope(t *testing.T) {
	scripts, place := study(t)
	for marked, want := range map[string]string{
		"seat.points = |seat":    "ev points word card seat best asked",
		"return |first{":         "seat best asked",
		"if |other and":          "other word card seat best asked",
		"|\nlocal function best": "asked",
	} {
		var got []string
		globals := 0
		for _, n := range scripts.Scope(file, first(place(marked)), second(place(marked))) {
			if n.Declared.Line == 0 {
				globals++
				continue
			}
			got = append(got, n.Name)
		}
		if strings.Join(got, " ") != want || globals < 40 {
			t.Errorf("%s: %s, %d globals\nwant %s", marked, strings.Join(got, " "), globals, want)
		}
	}
}

// TestReferences: of a variable, and of a function of a module.
func TestReferences(t *testing.T) {
	scripts, place := study(t)
	for marked, want := range map[string]string{
		"if |card then": "8:9 10:6 11:20 12:10 13:44",
		"asked.|step(":  "7:16 18:55 22:30",
		"|best(seat)\n": "3:16 8:16",
	} {
		p, _ := scripts.At(file, first(place(marked)), second(place(marked)))
		var got []string
		for _, at := range scripts.References(p) {
			got = append(got, strings.TrimPrefix(at.String(), file+":"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s\nwant %s", marked, strings.Join(got, " "), want)
		}
	}
}

// TestCall: the call around a place, with the path into a table.
func TestCall(t *testing.T) {
	scripts, place := study(t)
	for marked, want := range map[string]string{
		"move(card, |seat":          "move 1 []",
		"zone = |seat.hand":         "first 0 [zone]",
		"seat = |seat, applause":    "raise 1 [seat]",
		"= best(|seat)":             "best 0 []",
		"table.best(seat.stage:|ca": "table.best 0 []",
	} {
		c, ok := scripts.Call(file, first(place(marked)), second(place(marked)))
		got := "none"
		if ok {
			got = fmt.Sprint(c.Functions[0].Name, " ", c.Argument, " ", c.Table)
		}
		if got != want {
			t.Errorf("%s: %s\nwant %s", marked, got, want)
		}
	}
}

// TestAskEverywhere asks about every place of a script: nothing falls over.
func TestAskEverywhere(t *testing.T) {
	scripts, _ := study(t)
	lines := strings.Split(asked, "\n")
	known := 0
	for l, line := range append(slices.Clone(lines), "") {
		for c := range len(line) + 3 {
			p, ok := scripts.At(file, l+1, c)
			if ok {
				known++
				p.Object.Members()
				p.Value.Functions()
				scripts.References(p)
			}
			scripts.Scope(file, l+1, c)
			scripts.Call(file, l+1, c)
		}
	}
	if _, ok := scripts.At("t/nothing.lua", 1, 1); ok || known < 100 {
		t.Errorf("%d places known", known)
	}
	none := inference.Inference{}
	if _, ok := none.At(file, 1, 1); ok || none.Scope(file, 1, 1) != nil || none.References(inference.Place{}) != nil {
		t.Error("an empty inference knows something")
	}
}
