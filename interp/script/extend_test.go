package script_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// layer makes a source of files; of a mod, with its manifest.
func layer(t *testing.T, name string, files map[string]string) *pack.Source {
	t.Helper()
	tree := fstest.MapFS{}
	for at, text := range files {
		tree[at] = &fstest.MapFile{Data: []byte(strings.TrimLeft(text, "\n"))}
	}
	s, err := pack.FromFS(tree, name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mod(t *testing.T, id string, priority string, files map[string]string) *pack.Source {
	t.Helper()
	all := map[string]string{"pack.yaml": "id: " + id + "\nversion: 1.0.0\napi: 1\nname: {en: " + id +
		"}\nextends: small\npriority: " + priority + "\n"}
	for at, text := range files {
		all[at] = text
	}
	return layer(t, id, all)
}

// scored reads the small pack with mods and plays it with first answers.
func scored(t *testing.T, mods ...*pack.Source) []int {
	t.Helper()
	p, err := interp.ReadSource(layer(t, "small", smalltest.Pack), mods...).Pack()
	if err != nil {
		t.Fatal(err)
	}
	g := smalltest.New(t, p, 1)
	smalltest.PlayBots(t, g, smalltest.First)
	var scores []int
	for s := range 2 {
		v, err := g.Position().SeatAttribute(engine.Seat(s+1), 0)
		if err != nil {
			t.Fatal(err)
		}
		scores = append(scores, int(v.N))
	}
	return scores
}

const (
	doubles = `
local turn, replaced = {}, {}
function turn.bonus(seat) seat.score = seat.score + 100 end
function replaced.take(base, seat)
  base(seat)
  rules.turn.bonus(seat)
end
return turn, replaced
`
	negates = `
local replaced = {}
function replaced.take(base, seat)
  base(seat)
  base(seat)
end
return {}, replaced
`
)

// TestModulesAreExtended lays functions over modules: added ones are there for
// all, replacing ones call what they replace, and of two the one that is laid
// later calls the other.
func TestModulesAreExtended(t *testing.T) {
	plain := scored(t)
	hundred := scored(t, mod(t, "a", "0", map[string]string{"scripts/rules/turn.lua": doubles}))
	if hundred[0] != plain[0]+300 {
		t.Errorf("%v, then %v", plain, hundred)
	}
	// The larger priority is laid later: it takes a turn twice, bonus and all.
	both := scored(t, mod(t, "a", "0", map[string]string{"scripts/rules/turn.lua": doubles}),
		mod(t, "b", "1", map[string]string{"scripts/rules/turn.lua": negates}))
	if both[0] < 600 {
		t.Errorf("%v", both)
	}
	// A function that was added can be replaced, and whoever added it calls the
	// one that replaces it.
	tamed := scored(t, mod(t, "a", "0",
		map[string]string{"scripts/rules/turn.lua": strings.Replace(doubles, "rules.turn.bonus", "turn.bonus", 1)}),
		mod(t, "b", "0",
			map[string]string{"scripts/rules/turn.lua": "return {}, " +
				"{bonus = function(base, seat) base(seat) seat.score = seat.score - 99 end}"}))
	if tamed[0] != plain[0]+3 {
		t.Errorf("%v, then %v", plain, tamed)
	}
}

// TestWordsCarryFunctions gives words of a list functions, those of a mod too.
func TestWordsCarryFunctions(t *testing.T) {
	words := `
words: {mood: {glad: {en: glad, does: moods.cheer}, sad: {does: moods.weep}}}
types: {piece: {attributes: {mood: {type: mood}}}}
`
	moods := "local moods = {}\nfunction moods.cheer(seat) seat.score = seat.score + 10 end\nfunction moods.weep() " +
		"end\nreturn moods\n"
	take := "return {}, {take = function(base, seat) base(seat) does.mood.glad(seat) for _, m in ipairs({\"sad\"}) " +
		"do does.mood[m](seat) end end}"
	plain := scored(t)
	files := map[string]string{"game.yaml": words, "scripts/rules/moods.lua": moods, "scripts/rules/turn.lua": take}
	if glad := scored(t, mod(t, "a", "0", files)); glad[0] != plain[0]+30 {
		t.Errorf("%v, then %v", plain, glad)
	}
}

// TestWordsCarryAbilities: a card has the ability of each word that is printed on it,
// once, also where a mod prints the word on a card of the base.
func TestWordsCarryAbilities(t *testing.T) {
	p, err := interp.ReadSource(layer(t, "small", smalltest.Pack), mod(t, "a", "0", map[string]string{
		"game.yaml": `
words: {trait: {brave: {en: brave, ability: bold}, shy: {en: shy}}}
types: {piece: {attributes: {traits: {type: list, of: trait}}}}
`,
		"cards/traits.yaml": `
cards:
  - {id: lion, type: piece, name: {en: Lion}, colour: red, rank: 1, traits: [shy, brave]}
  - {id: bear, type: piece, name: {en: Bear}, colour: red, rank: 1, traits: [brave], abilities: [bold]}
  - {id: mouse, type: piece, name: {en: Mouse}, colour: red, rank: 1, traits: [shy]}
`,
		"scripts/abilities/bold.lua": "return ability {name = {en = \"Bold\"}}\n",
	})).Pack()
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]int{"lion": 1, "bear": 1, "mouse": 0} {
		def := &p.Compiled.Pack.Defs[p.Compiled.Defs[id]]
		if len(def.Abilities) != want {
			t.Errorf("%s has %d abilities, not %d", id, len(def.Abilities), want)
		}
	}
	_, err = interp.ReadSource(layer(t, "small", smalltest.Pack), mod(t, "a", "0", map[string]string{
		"game.yaml": "words: {trait: {brave: {en: brave, ability: bald}}}\ntypes: {piece: {attributes: " +
			"{trait: {type: trait}}}}\n",
		"cards/traits.yaml": "cards: [{id: lion, type: piece, name: {en: Lion}, colour: red, rank: 1, trait: brave}]\n",
	})).Pack()
	if err == nil || !strings.Contains(err.Error(), `a/game.yaml:1:45: there is no ability "bald"`) {
		t.Error(err)
	}
}

// TestExtensionMistakes: what cannot be laid is told at both places.
func TestExtensionMistakes(t *testing.T) {
	at := func(text string) map[string]string { return map[string]string{"scripts/rules/turn.lua": text} }
	for _, test := range []struct {
		name string
		mods []*pack.Source
		want string
	}{
		{"an added function that the base has", []*pack.Source{mod(t, "a", "0", at("return {judge = function() end}"))},
			`a/scripts/rules/turn.lua:1: rules.turn already has a function "judge", at ` +
				`small/scripts/rules/turn.lua:12: give this one another name; or, if it is to take its place, return ` +
				`it in the second table`},
		{"a function to replace that is not there",
			[]*pack.Source{mod(t, "a", "0", at("return {}, {jugde = function(base) base() end}"))},
			`a/scripts/rules/turn.lua:1: rules.turn has no function "jugde" to replace; a new one stands in the ` +
				`first table (allowed here: judge, take) -> judge`},
		{"two mods add one function", []*pack.Source{mod(t, "a", "0", at("return {go = function() end}")),
			mod(t, "b", "0", at("return {go = function() end}"))},
			`b/scripts/rules/turn.lua:1: rules.turn already has a function "go", at a/scripts/rules/turn.lua:1: `},
		{"two mods replace one function", []*pack.Source{mod(t, "a", "0", at(negates)), mod(t, "b", "0", at(negates))},
			"b/scripts/rules/turn.lua:2: two overlays replace turn.take: a/scripts/rules/turn.lua:2 and " +
				"b/scripts/rules/turn.lua:2; the one with the larger priority gets the other as its first parameter: " +
				"write priority: 1 in a/pack.yaml or in b/pack.yaml"},
		{"no place for the replaced one", []*pack.Source{mod(t, "a", "0", at("return {}, {judge = function() end}"))},
			"a/scripts/rules/turn.lua:1: a function that replaces another takes that one as its first parameter, as " +
				"in function replaced.judge(base, ...)"},
		{"three tables", []*pack.Source{mod(t, "a", "0", at("return {}, {}, {}"))},
			"a/scripts/rules/turn.lua:1: a rules file that extends a module returns a table of new functions and, if " +
				"it has any, a second one"},
		{"other parameters", []*pack.Source{mod(t, "a", "0", at("return {}, {take = function(base) base() end}"))},
			"a/scripts/rules/turn.lua:1: this replaces turn.take, which takes 1 parameter, at " +
				"small/scripts/rules/turn.lua:2; beside the first it has 0 parameters"},
		{"a word without a function",
			[]*pack.Source{mod(t, "a", "0",
				map[string]string{"game.yaml": "words: {mood: {glad: {does: turn.judge}, sad: {en: sad}}}\n"})},
			`a/game.yaml:1:42: the word "sad" of "mood" has no function, as "glad" has; write it under does, as ` +
				`file.function`},
		{"a function that is not there for a word",
			[]*pack.Source{
				mod(t, "a", "0", map[string]string{"game.yaml": "words: {mood: {glad: {does: turn.jugde}}}\n"})},
			`a/game.yaml:1:29: there is no function for the step "turn.jugde"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var lines []string
			for _, d := range interp.ReadSource(layer(t, "small", smalltest.Pack), test.mods...).Report.Sorted() {
				line := d.Pos.String() + ": " + d.Text()
				if d.Suggestion != "" {
					line += " -> " + d.Suggestion
				}
				lines = append(lines, line)
			}
			if !strings.Contains(strings.Join(lines, "\n"), test.want) {
				t.Errorf("no %q in\n%s", test.want, strings.Join(lines, "\n"))
			}
		})
	}
}

// TestLanguages: a pack that says in which languages it is written is told of
// these alone, and of the program's sentences that one of them lacks.
func TestLanguages(t *testing.T) {
	base := map[string]string{
		"locale/fr.yaml": "prompt.take: Prenez\ntrigger.piece.scored: \"{piece} marque {points} pour {seat}\"\n"}
	for at, text := range smalltest.Pack {
		base[at] = text
	}
	told := func(manifest string) (lines []string) {
		files := map[string]string{"locale/en.yaml": "prompt.steal: Steal\n", "scripts/rules/thief.lua": "return {}\n"}
		m := mod(t, "a", "0"+manifest, files)
		for _, d := range check.Pack(interp.ReadSource(layer(t, "small", base), m), check.Settings{}) {
			if d.Code == "missing-translation" {
				lines = append(lines, d.Pos.String()+": "+d.Message)
			}
		}
		return lines
	}
	if got := strings.Join(told(""),
		"; "); got != `a/locale/en.yaml:1:1: the sentence "prompt.steal" is not there in fr` {
		t.Error(got)
	}
	if got := told("\nlanguages: [en]"); len(got) > 0 {
		t.Error(got)
	}
	got := told("\nlanguages: [en, de]")
	if len(got) != 2 || !strings.HasPrefix(got[1], "a/pack.yaml:7:17: ") ||
		!strings.Contains(got[1],
			" sentences of the program are not there in de, and stand in English: ability.of, finish, ") ||
		got[0] != `a/locale/en.yaml:1:1: the sentence "prompt.steal" is not there in de` {
		t.Error(strings.Join(got, "\n"))
	}
}

// TestOverfullFaces: an overlay that gives cards of the game below less room, or more to say, is told of the first
// that does not fit, where it says so.
func TestOverfullFaces(t *testing.T) {
	long := strings.Repeat("It walks and walks. ", 50)
	for want, files := range map[string]map[string]string{
		`a/game.yaml:2:31: the face of "ant" is too low for what stands on it: its values and its picture take more ` +
			`than 28 millimetres`: {"game.yaml": "faces:\n  piece: {frame: full, size: [20, 28]}\n"},
		`a/locale/en.yaml:2:1: the text of "ant" does not fit on its face in en: it takes about 17 lines of the ` +
			`smallest type, and 12 fit`: {"locale/en.yaml": "prompt.take: Take\ncard.ant: " + long + "\n"},
	} {
		var lines []string
		for _, d := range check.Pack(interp.ReadSource(layer(t, "small", smalltest.Pack), mod(t, "a", "0", files)),
			check.Settings{}) {
			if d.Code == "text-overflow" {
				lines = append(lines, d.Pos.String()+": "+d.Message)
			}
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
