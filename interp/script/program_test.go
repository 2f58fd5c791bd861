package script_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/script"
)

// TestRead: what the scripts of a pack offer, with places, and what is told of those
// that break a rule at load time, each at its own place.
func TestRead(t *testing.T) {
	file := func(name, text string, rules bool) pack.Script {
		return pack.Script{Rules: rules, Name: name, File: name + ".lua", Text: text}
	}
	var report diag.List
	s := script.Read([]pack.Script{
		file("turn", "local turn = {}\nfunction turn.take(seat)\n  return \"heads\"\nend\nreturn turn\n", true),
		file("slip", "return ability {\n  on = \"piece.scored\", where = {piece = {is = \"self\"}},\n  run = "+
			"function(self, ev) end,\n}\n", false),
		file("none", "local none = {}\n", true),
		file("early", "return ability {on = \"piece.scored\", run = cards{zone = \"hand\"}}\n", false),
		file("other", "return 3\n", false),
		file("slow", "while true do end\n", true),
		file("torn", "local x = \n", true),
	}, nil, nil, &report)
	if at := s.Steps()["turn.take"]; len(s.Steps()) != 1 || at.File != "turn.lua" || at.Line != 2 {
		t.Errorf("steps: %v", s.Steps())
	}
	headers := s.Headers()
	if len(headers) != 1 || headers[0].ID != "slip" || headers[0].Line != 1 ||
		!headers[0].HasRun || headers[0].HasWhen {
		t.Errorf("headers: %+v", headers)
	}
	for _, word := range []string{"heads", "piece.scored", "self"} {
		if !slices.Contains(s.Words(), word) {
			t.Errorf("words: %q", s.Words())
		}
	}
	modules, abilities := s.Broken()
	if !slices.Equal(modules, []string{"torn", "none", "slow"}) ||
		!slices.Equal(abilities, []string{"early", "other"}) {
		t.Errorf("broken: %q %q", modules, abilities)
	}
	var got []string
	for _, f := range report.Sorted() {
		got = append(got, fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Text()))
	}
	want := []string{
		"early.lua:1:44: cards works in steps and abilities only, not while a script is loaded",
		"none.lua:1:0: a rules file must return one table of functions",
		"other.lua:1:0: result 1 of an ability file must be ability{...}, not a number",
		"slow.lua:1:0: stopped after 2000000 instructions",
		"torn.lua:1:10: unexpected end of the script; is an \"end\" or a bracket missing?",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestDeepTables: a script that puts tables into tables up to the limit of all scripts is
// refused where it does so.
func TestDeepTables(t *testing.T) {
	report := &diag.List{Account: diag.NewAccount()}
	script.Read([]pack.Script{{Name: "deep", Rules: true, File: "deep.lua",
		Text: "local t = {}\nfor i = 1, 100000 do\n  t = {t}\nend\nreturn {t = t}\n"}}, nil, nil, report)
	want := "reading the pack takes more than 10000000 bytes of memory for what scripts make " +
		"while they are loaded; no other file takes as many as this one"
	found := report.Sorted()
	if len(found) != 1 || found[0].Message != want || found[0].Line != 3 || found[0].Column != 7 {
		t.Errorf("%+v", found)
	}
}
