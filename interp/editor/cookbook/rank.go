package cookbook

import (
	"cmp"
	_ "embed"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/ruledeck/ruledeck/interp/lists"
)

// Text is a part of what is searched, with how much its words count.
type Text struct {
	Weight float64
	Text   string
}

// Index finds documents by words: those that have the rarer words of a search, or words
// that mean the same, come first (BM25). Its fields are all that a search reads, so that a
// page can hold them and search as this package does.
type Index struct {
	// Words are the documents that have a word, by its stem: pairs of a document and of how much
	// the word says of it, in hundredths.
	Words map[string][]int `json:"words"`
	// Alike are the other stems that mean the same as one.
	Alike map[string][]string `json:"alike"`
	// Endings are what a stem is without, in the order they are tried; Unsaid are words that
	// say nothing, Share is how much of a word another that means the same has.
	Endings []string `json:"endings"`
	Unsaid  []string `json:"unsaid"`
	Share   float64  `json:"share"`
	// Documents is how many there are, Enough how much a document that is found has of what is
	// asked.
	Documents int     `json:"documents"`
	Enough    float64 `json:"enough"`
}

// How fast a word that is repeated says nothing more, and how much long texts are held against
// a document.
const (
	repeated = 1.2
	longer   = 0.6
)

var endings = []string{"ings", "ing", "ers", "ies", "ied", "es", "ed", "s", "e", "y"}

//go:embed synonyms.txt
var synonyms string

// unsaid are words that say nothing of a rule.
var unsaid = strings.Fields("a an and are as at be but by can do does for from has have he his how i if in into " +
	"is it its may must my of on one or so some than that the their them then there this to was what when which " +
	"who will with you your where while")

// NewIndex makes an index of documents, each of its texts.
func NewIndex(documents [][]Text) *Index {
	x := &Index{Words: map[string][]int{}, Alike: map[string][]string{}, Endings: endings, Unsaid: unsaid, Share: 0.7,
		Documents: len(documents), Enough: 0.5}
	counts := make([]map[string]float64, len(documents))
	lengths := make([]float64, len(documents))
	average := 0.0
	having := map[string]int{}
	for i, texts := range documents {
		counts[i] = map[string]float64{}
		for _, t := range texts {
			for _, stem := range x.stems(t.Text) {
				counts[i][stem] += t.Weight
				lengths[i] += t.Weight
			}
		}
		for stem := range counts[i] {
			having[stem]++
		}
		average += lengths[i] / float64(len(documents))
	}
	for i, count := range counts {
		for stem, n := range count {
			says := x.rare(having[stem]) * n * (repeated + 1) / (n + repeated*(1-longer+longer*lengths[i]/average))
			if w := int(math.Round(100 * says)); w > 0 {
				x.Words[stem] = append(x.Words[stem], i, w)
			}
		}
	}
	for line := range strings.Lines(synonyms) {
		group := x.stems(strings.SplitN(line, "#", 2)[0])
		for _, stem := range group {
			for _, other := range group {
				if other != stem && !slices.Contains(x.Alike[stem], other) {
					x.Alike[stem] = append(x.Alike[stem], other)
				}
			}
		}
	}
	return x
}

// rare is how much a word says that so many documents have.
func (x *Index) rare(having int) float64 {
	return math.Log(1 + (float64(x.Documents-having)+0.5)/(float64(having)+0.5))
}

// words are those of a text but for the ones that say nothing, stems those without endings.
func (x *Index) words(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(words, func(word string) bool { return slices.Contains(x.Unsaid, word) })
}

func (x *Index) stems(text string) []string { return lists.Map(x.words(text), x.stem) }

func (x *Index) stem(word string) string {
	for _, ending := range x.Endings {
		if stem, ok := strings.CutSuffix(word, ending); ok && len(stem) > 2 {
			word = stem
			break
		}
	}
	if n := len(word); n > 3 && word[n-1] == word[n-2] {
		word = word[:n-1]
	}
	return word
}

// Find returns the documents that a search finds, the best first, and the words that no
// document has. A document is found if it scores at least a third of the best one and
// matches enough of the search, where a rare word counts for more.
func (x *Index) Find(search string) (found []int, unknown []string) {
	asked := 0.0
	top := 0.0
	scores := map[int]float64{}
	has := map[int]float64{}
	for _, word := range x.words(search) {
		having := x.having(x.stem(word))
		if len(having) == 0 {
			unknown = append(unknown, word)
		}
		rare := x.rare(len(having))
		asked += rare
		for i, score := range having {
			scores[i] += score
			has[i] += min(rare, score/100)
			top = max(top, scores[i])
		}
	}
	for i, score := range scores {
		if score >= top/3 && has[i] >= x.Enough*asked {
			found = append(found, i)
		}
	}
	slices.SortFunc(found, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), a-b) })
	return found, unknown
}

// having are the documents that have a word or one that means the same, with how much it
// says of each.
func (x *Index) having(stem string) map[int]float64 {
	best := map[int]float64{}
	take := func(stem string, share float64) {
		for i := 0; i < len(x.Words[stem]); i += 2 {
			best[x.Words[stem][i]] = max(best[x.Words[stem][i]], share*float64(x.Words[stem][i+1]))
		}
	}
	take(stem, 1)
	for _, other := range x.Alike[stem] {
		take(other, x.Share)
	}
	if len(best) == 0 { // somebody is still typing
		for word := range x.Words {
			if strings.HasPrefix(word, stem) {
				take(word, x.Share)
			}
		}
	}
	return best
}
