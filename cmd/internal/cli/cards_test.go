package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCardsOfADeck: where an option names lists of a deck, their cards alone are listed and
// exported, as often as the lists have them.
func TestCardsOfADeck(t *testing.T) {
	browsing(t)
	dir := t.TempDir()
	fine(t, dir, "new pack rival --like duel")
	putFile(t, filepath.Join(dir, "mine.txt"), "3 bear\n3 Wolf\n3 viper\n3 archer\n3 herald\n3 fireball\n2 balm\n")
	table := func(args string) string {
		fine(t, dir, "cards rival --export csv -o out.csv "+args)
		data, err := os.ReadFile(filepath.Join(dir, "out.csv"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range strings.Split(string(data), "\n")[1:] {
			if cells := strings.Split(line, ","); len(cells) > 2 {
				got = append(got, cells[0]+cells[2])
			}
		}
		return strings.Join(got, " ")
	}
	for _, test := range [][2]string{
		{"", "ambush0 archer0 balm0 bear0 fireball0 herald0 shield0 viper0 war_cry0 wolf0"},
		{"--option deck=mine.txt", "archer3 balm2 bear3 fireball3 herald3 viper3 wolf3"},
		{"--option deck=mine.txt,starter --type trick", "ambush2 balm4 fireball5 war_cry2"},
		{"--option deck=mine.txt --type charm", ""},
	} {
		if got := table(test[0]); got != test[1] {
			t.Errorf("%s: %s", test[0], got)
		}
	}
	if said := fine(t, dir, "cards rival --option deck=mine.txt --type trick --format json"); strings.Count(said,
		"\n") != 2 || !strings.Contains(said, `"id":"balm"`) || !strings.Contains(said, `"copies":2`) {
		t.Error(said)
	}
	fine(t, dir, "cards rival --option deck=mine.txt --type trick --export pdf -o out.pdf")
	if got := strings.Join(cardsIn(t, filepath.Join(dir, "out.pdf")), " "); got !=
		"balm balm fireball fireball fireball" {
		t.Error(got)
	}
	t.Chdir(dir)
	if code, _, errs := runCLI("cards", "rival", "--option", "deck=begin"); code != ExitUsage ||
		!strings.Contains(errs, `option deck cannot be "begin"; there is only starter`) {
		t.Error(code, errs)
	}
}
