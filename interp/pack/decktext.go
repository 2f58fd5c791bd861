package pack

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/source"
)

// copiesOf is a number and a card, with commas between several; the name of a card may have some that no number
// follows. cardCopies is a card and its number among others.
var (
	copiesOf = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|,)\s*(\d+)x?\s+((?:[^,]|,\s*[^\s\d,])*[^,\s])`)
	})
	cardCopies = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([^\s:]+):?(\S*)`) })
)

// deckText reads a list of a deck as players write them: a number and a card a line, or "3 Bear, 2 Wolf", or
// cards with their numbers, "bear:3 wolf:2". Empty lines, and everything behind #, are passed over.
// The folder of the file is the deck. A single line is its own id, by which records know it; that of
// other texts is the last part of the shown place.
func deckText(f *File) *source.Node {
	cards := source.NewMap()
	for i, line := range strings.Split(string(f.Data), "\n") {
		line, _, _ = strings.Cut(" "+line, " #")
		copies, card := 2, 4 // where the groups begin
		found := copiesOf().FindAllStringSubmatchIndex(line, -1)
		if found == nil {
			found = cardCopies().FindAllStringSubmatchIndex(line, -1)
			copies, card = card, copies
		}
		for _, at := range found {
			pos := diag.At(f.Shown, i+1, at[card])
			cards.Pairs = append(cards.Pairs, source.Pair{Key: line[at[card]:at[card+1]], Pos: pos,
				Value: source.NewScalar(line[at[copies]:at[copies+1]], pos)})
		}
	}
	id := source.NewWord(string(f.Data))
	id.Pos = f.whole()
	if strings.Contains(id.Text, "\n") {
		id.Text = path.Base(f.Shown)
	}
	list := source.NewMap()
	list.Put("id", id)
	list.Put("deck", source.NewWord(path.Base(path.Dir(f.Path))))
	list.Put("cards", cards)
	return list
}
