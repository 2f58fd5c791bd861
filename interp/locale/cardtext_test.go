package locale_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/pack"
)

var hole = regexp.MustCompile(`\{[a-z_]+\}`)

// TestCardTextsHaveNoHoles reads all sentences of all cards in all languages.
func TestCardTextsHaveNoHoles(t *testing.T) {
	for _, id := range pack.Shipped() {
		p, err := interp.Load(id, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range p.Languages() {
			speaker := p.Messages.Speaker(lang, nil)
			for d := range p.Compiled.Pack.Defs {
				for _, text := range speaker.CardText(engine.DefID(d)) {
					if hole.MatchString(text) {
						t.Errorf("%s in %s: %s", p.Compiled.Pack.Defs[d].ID, lang, text)
					}
				}
			}
		}
	}
}

// TestAbilityText: what a card gives stands in the sentence, in its plural form,
// and what it does not give is left out.
func TestAbilityText(t *testing.T) {
	p, err := interp.Load("seven-missions", interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	for card, want := range map[string]string{
		"alshark_5 en":     "gain 1 coin, draw 1 card.",
		"alshark_5 fr":     "gagnez 1 pièce, piochez 1 carte.",
		"night_courier en": "sideways: draw 2 cards.",
		"link_0 ja":        "金貨値2を得る。",
	} {
		id, lang, _ := strings.Cut(card, " ")
		text := strings.Join(p.Messages.Speaker(lang, nil).CardText(p.Compiled.Defs[id]), "\n")
		if !strings.Contains(text, want) {
			t.Errorf("%s: %s", card, text)
		}
	}
	if rule, _ := p.Messages.Speaker("en", nil).AbilityText("service", nil); !strings.Contains(rule,
		"gain {coins} coins, draw {draw} cards") {
		t.Errorf("the rule for all cards: %s", rule)
	}
}
