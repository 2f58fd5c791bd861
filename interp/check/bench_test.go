package check_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// BenchmarkCheckBBTM reads and checks the largest of the shipped packs.
func BenchmarkCheckBBTM(b *testing.B) {
	s, err := pack.Open("bbtm")
	if err != nil {
		b.Fatal(err)
	}
	benchCheck(b, s, nil)
}

// BenchmarkCheck5000Cards reads and checks a pack of 5,000 cards in 100 files and
// 100 abilities, with a sentence for each card and 100 scenarios that name half of
// the abilities.
func BenchmarkCheck5000Cards(b *testing.B) {
	var scenarios [][]byte
	for i := range 100 {
		scenarios = append(scenarios,
			[]byte(strings.Repeat(fmt.Sprintf("name: Trick %d\ngiven: {1: {hand: [Nobody]}}\n", i/2), 20)))
	}
	benchCheck(b, manyCards(b, 5000), scenarios)
}

func benchCheck(b *testing.B, s *pack.Source, scenarios [][]byte) {
	b.ReportAllocs()
	for b.Loop() {
		for _, d := range mistakes(check.Pack(interp.ReadSource(s),
			check.Settings{HasScenarios: true, Scenarios: scenarios})) {
			b.Fatal(d.Pos, d.Text())
		}
	}
}

// manyCards makes a pack: that of scaffold with cards and abilities added.
func manyCards(t testing.TB, n int) *pack.Source {
	t.Helper()
	plan, err := scaffold.Pack("variety", "")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	add := func(name, text string) { files[name] = &fstest.MapFile{Data: []byte(text)} }
	texts := ""
	for _, f := range plan.Files {
		if f.Path == "locale/en.yaml" {
			texts = f.Text
		}
		add(f.Path, f.Text)
	}
	const abilities, inFile = 100, 50
	for a := range abilities {
		add(fmt.Sprintf("scripts/abilities/made/trick_%d.lua", a), fmt.Sprintf(`return ability {
  name   = {en = "Trick %d"},
  on     = "performer.enters", window = "before",
  where  = {performer = {is = "self"}},
  params = {more = {type = "number", default = 1}},
  run    = function(_, ev, params)
    local others = count{zone = "stage", friendly = true, other = true}
    if others > %d then ev.applause = ev.applause + params.more * others end
  end,
}
`, a, a%5))
		texts += fmt.Sprintf("ability.trick_%d: More points for company.\n", a)
	}
	var cards strings.Builder
	for i := range n {
		if i%inFile == 0 {
			cards.Reset()
			cards.WriteString("defaults: {type: performer}\ncards:\n")
		}
		fmt.Fprintf(&cards, "  - id: artist_%d\n    name: {en: Artist %d, fr: Artiste %d}\n    applause: %d\n "+
			"   abilities: [{trick_%d: %d}]\n", i, i, i, i%7, i%abilities, 1+i%3)
		texts += fmt.Sprintf("card.artist_%d: Artist %d draws a crowd.\n", i, i)
		if i%inFile == inFile-1 || i == n-1 {
			add(fmt.Sprintf("cards/made_%03d.yaml", i/inFile), cards.String())
		}
	}
	add("locale/en.yaml", texts)
	s, err := pack.FromFS(files, "made")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
