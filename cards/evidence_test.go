package cards_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario/evidence"
)

// seen is what silent games tell of the shipped games: of one comparison with a word that
// the engine has replaced before, as random is drawn.
var seen = map[string][]string{
	"football-champions": {"scripts/football-champions/rules/setup.lua:50:6: note play-never-so: this comparison was " +
		"true none of the %[1]d times in %[1]d silent games"},
}

// TestEvidence: silent games of the shipped packs tell nothing that is not so, and what
// they show of parameters is what check infers: one that was nothing in a game may be
// nothing to it. The suite plays some games;
//
//	RULEDECK_FULL=1 go test ./cards -run TestEvidence -v
func TestEvidence(t *testing.T) {
	games := 12
	if full {
		games = evidence.Games
	}
	for _, game := range pack.Shipped() {
		t.Run(game, func(t *testing.T) {
			p, err := interp.Load(game, interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			said, err := (&evidence.Player{Pack: p, Games: games, Scenarios: scenarioFiles(t, game)}).Play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Log(said)
			var got, want []string
			for _, d := range said.Findings {
				got = append(got, fmt.Sprintf("%s: %s %s: %s", d.Pos, d.Severity, d.Code, d.Message))
			}
			for _, text := range seen[game] {
				if full { // with fewer games it is too rare to be told
					want = append(want, fmt.Sprintf(text, games))
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s:\n%s\nwant\n%s", game, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			inferredNothing(t, game, p, said)
		})
	}
}

// used is how a script uses a parameter as something that is there.
var used = map[engine.Kind]string{
	engine.Card: "ev.%s.zone", engine.SeatKind: "ev.%s.number", engine.Number: "ev.%s + 1",
}

// inferredNothing reports parameters that were nothing in games, and of which check says
// nothing where an ability uses them unasked.
func inferredNothing(t *testing.T, game string, p *interp.Pack, said *evidence.Evidence) {
	t.Helper()
	s, err := pack.Open(game)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{} // the parameter by the line of its ability
	text := ""
	for _, name := range slices.Sorted(maps.Keys(said.Tally.Given)) {
		dot := strings.LastIndex(name, ".")
		trigger, param := name[:dot], name[dot+1:]
		of := &p.Compiled.Pack.Triggers[p.Compiled.Triggers[trigger]]
		i := slices.IndexFunc(of.Params, func(p engine.Param) bool { return p.Name == param })
		use := used[of.Params[i].Kind]
		// The turn's seat of a phase that is nobody's turn is no parameter of the pack's.
		phase := strings.HasSuffix(trigger, ".begins") || strings.HasSuffix(trigger, ".ends")
		if said.Tally.Given[name][0] == 0 || use == "" || phase {
			continue
		}
		if text != "" {
			text += ",\n"
		}
		text += fmt.Sprintf("ability{on = %q, anywhere = true, run = function(self, ev) self.seat = "+use+
			" ~= nil and self.seat or nil end}", trigger, param)
		lines[fmt.Sprintf(":%d:", strings.Count(text, "\n")+1)] = name
	}
	if text == "" {
		return
	}
	s.Files = append(s.Files,
		pack.File{Path: "scripts/abilities/zz.lua", Shown: "zz.lua", Data: []byte("return " + text)})
	for _, d := range check.Pack(interp.ReadSource(s), check.Settings{}) {
		if d.File == "zz.lua" && d.Code == "may-be-nothing" {
			delete(lines, fmt.Sprintf(":%d:", d.Line))
		}
	}
	for _, name := range slices.Sorted(maps.Values(lines)) {
		t.Errorf("%s: %s was nothing in a game, and check takes it for something", game, name)
	}
	t.Logf("nothing in games: %s", text)
}
