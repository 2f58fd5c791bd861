package lab_test

import (
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// swept is a sweep of testdata/trials after a number of games with each value.
func swept(t *testing.T, knob string, games int) *lab.Sweep {
	t.Helper()
	k, err := lab.ReadKnob(knob)
	if err != nil {
		t.Fatal(err)
	}
	p := trial(t, "yes", 2)
	p.Trials = false
	s, err := lab.NewSweep(k, p, p.Table.Name, interp.With{GameOptions: p.Table.Settings.GameOptions})
	if err != nil {
		t.Fatal(err)
	}
	s.Games = games
	if _, err := s.Compare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSweep: what a value of a card brings comes out by value, in the order in which the
// values were named; nothing is said of one that brings nothing.
func TestSweep(t *testing.T) {
	s := swept(t, "ten.worth=0,10,40", 1500)
	var won *lab.Curve
	for _, c := range s.Curves("en") {
		if values := lists.Map(c.Points, func(p lab.Point) string { return p.Value }); len(values) != 3 ||
			values[0] != "0" || values[2] != "40" || !c.Points[1].Now || c.Points[1].Low != nil {
			t.Errorf("%s %s: %+v", c.Name, c.What, c.Points)
		}
		if c.What == "won" && c.By == "card" {
			won = &c
		}
	}
	if won == nil || won.Name != "Ten" || s.Played(0).Games() != 1500 || s.All() != 4500 {
		t.Fatal(won, s.Played(0), s.All())
	}
	// It is in 300 games of a seat: 40 points come out at 30 ± 3 points above 10.
	if p := won.Points[2]; !p.Moved || *p.Low > 0.3 || *p.High < 0.3 || p.Difference < 0.2 || p.Difference > 0.4 {
		t.Errorf("%+v from %v to %v", p, *p.Low, *p.High)
	}
	for _, c := range swept(t, "null_4.rolls=0,2,3", 600).Curves("en") {
		for _, p := range c.Points {
			if p.Moved {
				t.Errorf("%s %s: %+v", c.Name, c.What, p)
			}
		}
	}
}

// TestKnobErrors: what is no knob is told, with what was meant.
func TestKnobErrors(t *testing.T) {
	for text, want := range map[string]string{
		"ten":             `"ten" names no values of a card; write CARD.FIELD=2..5, or CARD.FIELD=2,4,8`,
		"ten=2..5":        `"ten=2..5" names no values of a card; write CARD.FIELD=2..5, or CARD.FIELD=2,4,8`,
		"ten.worth=5..2":  "ten.worth=5..2 names no values to try, or more than 16",
		"ten.worth=0..99": "ten.worth=0..99 names no values to try, or more than 16",
		"ten.worth=2,2":   "ten.worth=2,2 names 2 twice",
		"ten.worth=2,]":   `"]" is no value to try; write whole numbers or words, as 2..5 or 2,4,8`,
	} {
		if _, err := lab.ReadKnob(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	pack, err := interp.Load("bbtm", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"orc_blitzr.power.standing=2": `the pack has no card "orc_blitzr"; of the 175 that there are orc_blitzer ` +
			`comes nearest; did you mean orc_blitzer?`,
		"orc_blitzer.powr=2": `the card orc_blitzer has no field "powr"; there are id, name, copies, power, skills, ` +
			`type, team, subdivision; did you mean power?`,
		"orc_blitzer.power.standig=2": `power of the card orc_blitzer has no "standig"; there are standing, downed; ` +
			`did you mean standing?`,
		"orc_blitzer.power=2": "power of the card orc_blitzer is no single value; " +
			"write orc_blitzer.power.standing=2..5",
	} {
		k, err := lab.ReadKnob(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.Now(pack); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	k := lab.Knob{Card: "orc_blitzer", Field: []string{"power", "standing"}}
	if now, err := k.Now(pack); now != "3" || err != nil {
		t.Error(now, err)
	}
	if text := k.Patch("5"); text != "patch:\n  - id: orc_blitzer\n    power: {standing: 5}\n" {
		t.Error(text)
	}
}
