package locale_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
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
			speaker := p.Messages.Speaker(lang)
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
		text := strings.Join(p.Messages.Speaker(lang).CardText(p.Compiled.Defs[id]), "\n")
		if !strings.Contains(text, want) {
			t.Errorf("%s: %s", card, text)
		}
	}
	if rule, _ := p.Messages.Speaker("en").AbilityText("service", nil); !strings.Contains(rule,
		"gain {coins} coins, draw {draw} cards") {
		t.Errorf("the rule for all cards: %s", rule)
	}
}

// TestDeedsInLanguages: what a card does under a form is said whole in each language: whether its seat
// is asked, with its numbers, and on what it acts, be it the deed's own target or the card's.
func TestDeedsInLanguages(t *testing.T) {
	plan, err := scaffold.Pack("duel", "duel")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range plan.Files {
		path := filepath.Join(dir, f.Path)
		text := strings.Replace(f.Text, "[{act: {hurt: 1}}]", "[{act: {hurt: 1}}, {fight: {hurt: 2, may: true, "+
			"target: wounded}}]", 1)
		err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644))
		if err != nil {
			t.Fatal(err)
		}
	}
	p, err := interp.Load(dir, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{
		"en": "Action: 1 damage to an enemy creature.\nFight (optional): 2 damage to a damaged enemy creature.",
		"fr": "Action : Inflige 1 de dégâts à une créature adverse.\n" +
			"Combat (facultatif) : Inflige 2 de dégâts à une créature adverse blessée.",
		"ja": "行動: 敵のクリーチャー1体に1ダメージを与える。\n戦闘（任意）: ダメージを受けている敵のクリーチャー1体に2ダメージを与える。",
	} {
		text := p.Messages.Speaker(lang).CardText(p.Compiled.Defs["archer"])
		if got := strings.Join(text, "\n"); got != want {
			t.Errorf("%s: it says\n%s\nnot\n%s", lang, got, want)
		}
	}
}
