package trial

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/coverage"
	"github.com/ruledeck/ruledeck/interp/scenario/evidence"
	"github.com/ruledeck/ruledeck/interp/scenario/record"
	"github.com/ruledeck/ruledeck/interp/source"
)

// finder is that of a game.
func finder(t *testing.T, game, name string) *Finder {
	t.Helper()
	p, err := interp.Load(game, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	f := New(p, game)
	f.Name = name
	return f
}

// found is what comes of an ability of a card of a game.
func found(t *testing.T, f *Finder, card, ability string) *Found {
	t.Helper()
	for _, one := range Targets(f.Pack) {
		if f.Pack.Compiled.Pack.Defs[one.Def].ID == card && one.Ability.Name == ability {
			got, err := f.Find(t.Context(), one)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
	}
	t.Fatalf("no card %s has %s", card, ability)
	return nil
}

// TestKept: a position is kept in few lines and in names, passes in every mode, is the same each
// time, and fails when its ability is taken away: of an action, and of a trigger. Of many cards it names those
// that came, and of a modifier the value; what lies in boxes it does not count.
func TestKept(t *testing.T) {
	for _, c := range []struct{ game, card, ability, says string }{
		{"football-champions", "b03", "extra_move", "events: [{ability: extra_move}]"},
		{"football-champions", "b02", "booked_if_lost", "events: [{ability: booked_if_lost}]"},
		{"football-champions", "r02", "draw_after", "hand.has: [Strong Gloves]"},
		{"football-champions", "ht_m2", "wing", "then: {Kit Aldous: {pace: 9}}"},
	} {
		f := finder(t, c.game, "kept")
		got := found(t, f, c.card, c.ability)
		if got.Kept == "" || strings.Count(got.Kept, "\n") > mostLines || strings.Contains(got.Kept, "#") {
			t.Fatalf("%s: kept as\n%s", c.card, got.Kept)
		}
		if !strings.Contains(got.Kept, c.says) || strings.Contains(got.Kept, ".count") {
			t.Errorf("%s: nothing says %s without counts:\n%s", c.card, c.says, got.Kept)
		}
		if again := found(t, finder(t, c.game, "kept"), c.card, c.ability); again.Kept != got.Kept {
			t.Errorf("%s: kept again as\n%s\nnot as\n%s", c.card, again.Kept, got.Kept)
		}
		if scenario.Passes(t.Context(), f.without(got.Target), []byte(got.Kept)) {
			t.Errorf("%s: passes without the ability:\n%s", c.card, got.Kept)
		}
		path := filepath.Join(t.TempDir(), "kept.yaml")
		if err := os.WriteFile(path, []byte(got.Kept), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, mode := range append([]string{""}, scenario.Modes...) {
			results, err := scenario.Run(t.Context(), []string{path}, scenario.Config{Mode: mode})
			if err != nil || !results[0].Passed() {
				t.Errorf("%s: mode %q: %v %v\n%s", c.card, mode, err, results[0].Findings, got.Kept)
			}
		}
	}
}

// TestAsked: the answer that is left out is the one at which the ability acts.
func TestAsked(t *testing.T) {
	f := finder(t, "football-champions", "")
	got := found(t, f, "b03", "extra_move")
	before, seat := Asked(got.Scenario)
	live, err := f.Tables.Live(t.Context(), before, math.MaxInt, 1)
	if err == nil {
		_, err = live.Game.Advance(t.Context())
	}
	if err != nil || !live.Game.Open().Asks(engine.Seat(seat)) {
		t.Fatalf("seat %d is not asked: %v\n%s", seat, err, record.Text(got.Scenario))
	}
	if got.Target.hear(&engine.Setup{Layout: live.Layout}).in(live.Game, 0) {
		t.Errorf("it acts before it is asked:\n%s", record.Text(got.Scenario))
	}
	if _, acted := try(t.Context(), f.Tables, got.Target, got.Scenario); !acted {
		t.Errorf("it does not act in\n%s", record.Text(got.Scenario))
	}
}

// TestBehind: an ability acts where it is a deed behind another one, and where it counts at the end alone.
func TestBehind(t *testing.T) {
	folder := starter(t, "deckbuilder")
	for file, text := range map[string]string{
		"cards/pride.yaml": "cards:\n- {id: pride, type: card, name: {en: Pride}, copies: 4, use: land, cost: 2, " +
			"money: 0, worth: 1, abilities: [pride]}\n",
		"scripts/abilities/pride.lua": "return ability {modifies = 'worth', add = 1, of = {is = 'self'}, active = {}}",
	} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ game, card, ability, says string }{
		{"../../../testdata/skirmish", "stunner", "tire", "events: [{ability: tire}]"},
		{folder, "pride", "pride", "then: {Pride: {worth: 2}}"},
	} {
		got := found(t, finder(t, c.game, "kept"), c.card, c.ability)
		if got.Scenario == nil || !strings.Contains(got.Kept, c.says) {
			t.Errorf("%s: kept as\n%s", c.card, got.Kept)
		}
	}
}

// never is an ability that no game can come to.
const never = `
return ability {
  name   = {en = "Never"},
  action = "cast",
  where  = {self = {zone = "used"}},
  run    = function(self, seat) end,
}
`

// TestNever: of an ability that cannot act the reason is told, with counts.
func TestNever(t *testing.T) {
	folder := starter(t, "stack")
	file := filepath.Join(folder, "scripts", "abilities", "never.lua")
	cards, _ := filepath.Glob(filepath.Join(folder, "cards", "*.yaml"))
	data, err := os.ReadFile(cards[0])
	if err == nil {
		err = os.WriteFile(file, []byte(never), 0o600)
	}
	had := regexp.MustCompile(`abilities: \[`)
	at := had.FindIndex(data)
	if err != nil || at == nil {
		t.Fatal(err, string(data))
	}
	if err := os.WriteFile(cards[0], []byte(string(data[:at[1]])+"never, "+string(data[at[1]:])), 0o600); err != nil {
		t.Fatal(err)
	}
	f := finder(t, folder, "")
	for _, one := range Targets(f.Pack) {
		if one.Ability.Name == "never" {
			got, err := f.Find(t.Context(), one)
			if err != nil || got.Scenario != nil {
				t.Fatalf("%v: %v", err, got)
			}
			why := evidence.Why(got.Tally, one.Ability)
			if !regexp.MustCompile(`\d+ times|the one time`).MatchString(why) {
				t.Errorf("why: %q", why)
			}
			return
		}
	}
	t.Error("no card has the ability")
}

// TestNamesake: two abilities of a name, under forms with other conditions, are counted together, and the
// reason why one never acts says nothing of the other's conditions.
func TestNamesake(t *testing.T) {
	f := finder(t, "../../../testdata/skirmish", "")
	targets, err := Named(f.Pack, "stunner", "hurt")
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Find(t.Context(), targets[0])
	if err != nil || got.Scenario == nil && evidence.Why(got.Tally, got.Ability) == "" {
		t.Errorf("%v: no reason", err)
	}
	if _, err := Named(f.Pack, "stunner", "hurl"); err == nil || !strings.HasSuffix(err.Error(),
		`called "hurl"; of the 53 that there are hurt comes nearest; did you mean hurt?`) {
		t.Error(err)
	}
}

// cards counts the cards that a position places, in lists and in the zones of cards.
func cards(n *source.Node) int {
	count := 0
	if n != nil {
		for _, item := range n.Items {
			count += max(1, cards(item))
		}
		for _, p := range n.Pairs {
			count += cards(p.Value)
		}
	}
	return count
}

// mostCards is how many cards a position may place.
const mostCards = 12

// TestMostAct: of the abilities of the game of football, of all shipped games and of packs of
// testdata with RULEDECK_FULL, 95 of 100 act in small positions.
func TestMostAct(t *testing.T) {
	games := []string{"football-champions"}
	if os.Getenv("RULEDECK_FULL") != "" {
		games = pack.Shipped()
		for _, name := range strings.Fields("skirmish hanabi leduc kuhn tictactoe roundcards draft/pack") {
			if folder := filepath.Join("../../../testdata", name); pathExists(filepath.Join(folder, "pack.yaml")) {
				games = append(games, folder)
			}
		}
		for _, like := range scaffold.Genres() {
			games = append(games, starter(t, like))
		}
	}
	acted, all := 0, 0
	for _, game := range games {
		f := finder(t, game, "")
		of, mine, most, began := 0, 0, time.Duration(0), time.Now()
		for _, one := range Targets(f.Pack) {
			at := time.Now()
			got, err := f.Find(t.Context(), one)
			if err != nil {
				t.Fatal(err)
			}
			of++
			most = max(most, time.Since(at))
			name := coverage.AbilityName(f.Pack.Compiled.Pack, one.Ability)
			card := f.Pack.Compiled.Pack.Defs[one.Def].ID
			switch {
			case got.Scenario == nil:
				t.Logf("%s: %s: %s", game, card, evidence.Why(got.Tally, one.Ability))
			case cards(got.Scenario.Get("given")) > mostCards:
				t.Logf("%s: %s: %s in\n%s", game, card, name, record.Text(got.Scenario))
			default:
				mine++
			}
		}
		each := time.Since(began) / time.Duration(max(of, 1))
		t.Logf("%s: %d of %d act; %s each, %s at most", game, mine, of, each, most)
		acted += mine
		all += of
	}
	if acted*100 < all*95 {
		t.Errorf("%d of %d abilities act", acted, all)
	}
}

// starter is the folder of a pack that new pack writes.
func starter(t *testing.T, like string) string {
	t.Helper()
	plan, err := scaffold.Pack(like+"_pack", like)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, f := range plan.Files {
		path := filepath.Join(folder, f.Path)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func pathExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
