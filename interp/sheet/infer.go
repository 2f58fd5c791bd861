package sheet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// What headings mean, in the languages of people who make cards.
var (
	nameHeads = heads(`name|title|card ?name|card ?title|card|nickname|front name|名|名前|カード名|名称|卡名|nom|nombre|` +
		`titel|bezeichnung|nome|naam|karte|kartenname|carte|carta|kaart|kort`)
	textHeads = heads(`text|rules?|rules? ?text|card ?text|effects?|effect ?text|abilit(y|ies)|description|desc|body|` +
		`効果|テキスト|效果|描述|texte|effet|efecto|texto|testo|effetto|wirkung|regel|regeltext|beschreibung`)
	moreHeads = heads(`flavou?r|flavou?r ?text|lore|quote|zitat|citation|cita|citazione|` +
		`(text|rules?|(rules?|card|effect) ?text|` +
		`effects?|abilit(y|ies)|description|効果|テキスト|效果|描述|texte|effet|efecto|texto|testo|effetto|wirkung) \(\d+\)`)
	countHeads = heads(`@?count|qty|quantity|amount|num|((#|no|nr|number|num|count)( of)? )?(copies|cards)|number of|` +
		`(# |copies |cards |count |qty |number )?in (the )?deck|anzahl|stück|stückzahl|枚数|数量|張數|quantité|` +
		`exemplaires|cantidad|copias|how many`)
	codeHeads = heads(`id|code|key|uid|uuid|guid|card ?id|card ?code|card ?number|card ?no\.?|sku|slug|number`)
	costHeads = heads(`(total |base |mana |buy |play )?costs?|rank|value|price|cmc|level|tier|コスト|费用|費用|coût|` +
		`kosten|coste|costo`)
	wordHeads = heads(`(card |main |sub ?)?types?|class|faction|colou?rs?|rarity|set|suit|kind|team|category|element|` +
		`tribe|clan|side|種類|类型|typ|klasse`)
	language = lazy(`(?i)^(.+?)[ ._\-(\[:]+(` + languages + `)[)\]]?$`)
	// before is a heading with its language in front: fr_name.
	before   = lazy(`(?i)^(` + languages + `)[ ._\-]+(.+)$`)
	humps    = lazy(`([\p{Ll}\d])(\p{Lu})`)
	address  = lazy(`(?i)://|\.(png|jpe?g|webp|svg|gif|pdf)$`)
	plainly  = regexp.MustCompile(`[^a-z0-9]+`)
	gaps     = regexp.MustCompile(`[\s_.\-]+`)
	fraction = lazy(`^[+\-−]?\d*([.,]\d+)?%?$`)
	wordlike = lazy(`^[^#{}\[\]<>\n"/,;|\s，。；]+( [^{}\[\]<>\n"/,;|\s]+){0,3}$`)
)

const languages = `en|fr|de|es|it|pt|pl|nl|sv|cs|ru|uk|tr|ar|he|fa|ja|ko|zh|zh-hans|zh-hant|pt-br`

// heads are headings, and whole other forms of a cell, compiled when the first one is read: most
// programs read no sheet.
func heads(form string) func() *regexp.Regexp { return lazy(`(?i)^(?:` + form + `)$`) }

// lazy is a pattern that is compiled when it is used first.
func lazy(form string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(form) })
}

// plainHead is a heading in single words: cardText, card_text and card.text are card Text.
func plainHead(h string) string {
	return strings.TrimSpace(gaps.ReplaceAllString(humps().ReplaceAllString(h, "$1 $2"), " "))
}

// Wanted is what is said of a sheet beforehand: columns by their headings, the type of the cards,
// the language of its texts, and the attributes that the game has already.
type Wanted struct {
	Columns        map[string]string
	Type, Language string
	Types          Types
	// Taken are names that no attribute can have.
	Taken []string
}

// inferring guesses what the columns of a table mean.
type inferring struct {
	Wanted
	*Columns
	t     *Table
	facts []facts
	// used are the attributes, names and texts that a column is already.
	used map[string]bool
}

// facts are what the cells of a column have in common.
type facts struct {
	cells    []string
	distinct map[string]int
	longest  int
	// items are those of cells that are lists, by what stands between them.
	list  bool
	by    string
	items map[string]int
}

// Infer guesses what each column means, and why.
func Infer(t *Table, w Wanted) *Columns {
	c := &Columns{Reading: t.Reading, Type: w.Type}
	in := &inferring{w, c, t, nil, map[string]bool{}}
	for i, h := range t.Head {
		in.facts = append(in.facts, in.look(i))
		k := Column{Heading: source.Pair{Key: h.Text, Pos: h.Pos}}
		if said, is := w.Columns[h.Text]; is {
			in.said(&k, said, i)
		} else {
			in.guess(&k, i)
		}
		in.used[k.To] = true
		c.Columns = append(c.Columns, k)
	}
	if in.used["type"] {
		c.Type = ""
	}
	in.fallbacks()
	in.identify()
	for i := range c.Columns {
		k := &c.Columns[i]
		f := &in.facts[i]
		switch {
		case k.Why.Key == "import.why.objects": // in no list of the map, it is told at each check
		case k.Kind == "ignored":
			c.Ignore = append(c.Ignore, k.Heading.Key)
		case k.Kind == "text" && f.share(tag) > .1:
			c.Markup = "html"
		case k.Kind == "word":
			k.Words = lists.Sorted(f.distinct)
		case k.Kind == "list":
			k.Words = lists.Sorted(f.items)
			k.Split = f.by
		}
		k.Filled = len(f.cells)
		k.ID = slices.Contains(c.ID, k.Heading.Key)
		k.Unsure = unsure.MatchString(k.Why.Key) && (k.Filled < 4 || k.Kind == "name" || k.Kind == "text")
	}
	return c
}

func (in *inferring) look(i int) facts {
	f := facts{distinct: map[string]int{}, items: map[string]int{}}
	for _, row := range in.t.Rows {
		text := plain(row[i])
		for _, item := range row[i].Items {
			f.items[item]++
		}
		f.list = f.list || row[i].Items != nil
		switch {
		case faulty.MatchString(text):
		case !none.MatchString(text):
			f.cells = append(f.cells, text)
			f.distinct[text]++
			f.longest = max(f.longest, len([]rune(text)))
		case text != "" && !slices.Contains(in.None, text):
			in.None = append(in.None, text)
		}
	}
	for _, by := range []string{",", ";", "|", " - "} {
		if f.by == "" && !f.list {
			f.cut(by)
		}
	}
	return f
}

const mostWords = 60

// cut finds out whether cells are lists with something between the items. Three cells of several
// items that come back are the least evidence.
func (f *facts) cut(by string) {
	several, all := 0, 0
	items := map[string]int{}
	for _, s := range f.cells {
		parts := Split(s, by)
		if len(parts) > 1 {
			several++
		}
		for _, p := range parts {
			items[p]++
			all++
			if len(p) > 28 || !wordlike().MatchString(p) {
				return
			}
		}
	}
	if several >= 3 && several*5 >= len(f.cells) && len(items) <= mostWords && len(items)*2 <= all {
		f.by = by
		f.items = items
	}
}

// share is how many of the cells are of a form.
func (f *facts) share(is func() *regexp.Regexp) float64 {
	form := is()
	n := 0
	for _, s := range f.cells {
		if form.MatchString(s) {
			n++
		}
	}
	return float64(n) / float64(max(1, len(f.cells)))
}

// unsure are reasons that need more than a few cells.
var unsure = regexp.MustCompile(`why\.(first|longest|split|words|flags|numbers|decimals)$`)

// mostly reports whether nine cells in ten are of a form, or all but one of five or more: they
// decide what a column is.
func (f *facts) mostly(is func() *regexp.Regexp) bool {
	n := len(f.cells)
	return int((1-f.share(is))*float64(n)+.5) <= max(n/10, min(n/5, 1))
}

// split returns a heading without its language, and the language, usual if it names none.
func split(h, usual string) (base, lang string) {
	h = trim(h)
	if m := language().FindStringSubmatch(before().ReplaceAllString(h, "$2.$1")); m != nil {
		return plainHead(m[1]), strings.ToLower(m[2])
	}
	return plainHead(h), usual
}

func (k *Column) is(to, kind, why string, pairs ...any) {
	k.To = to
	k.Kind = kind
	k.Why = Remark("why."+why, pairs...)
}

// said takes a column for what was said: a field of cards, ignore, a type of attributes, or one
// of the game.
func (in *inferring) said(k *Column, said string, i int) {
	_, lang := split(k.Heading.Key, in.Language)
	kind, _, _ := strings.Cut(said, ".")
	f := &in.facts[i]
	switch {
	case kind == "ignore":
		k.is("", "ignored", "said")
	case slices.Contains(Fields, kind):
		if said == "name" || said == "text" {
			said += "." + lang
		}
		k.is(said, kind, "said")
	case slices.Contains(Kinds, said):
		k.is(in.attribute(k.Heading.Key, i), said, "said")
	default:
		k.is(said, in.declared(said), "said")
	}
	if k.Kind == "list" && !f.list && f.by == "" {
		f.by = ","
		for _, s := range f.cells {
			for _, item := range Split(s, f.by) {
				f.items[item]++
			}
		}
	}
}

// Fields are the fields of cards that a column can be, and ignore.
var Fields = []string{"name", "text", "id", "copies", "ignore"}

// Kinds are the types of attributes that a column can have: attribute is a text.
var Kinds = []string{"number", "flag", "word", "list", "attribute"}

// declared is the kind of column that an attribute of the game is.
func (in *inferring) declared(name string) string {
	if kind := in.Types[name].Kind; slices.Contains(Kinds, kind) {
		return kind
	}
	if name == "type" {
		return "word"
	}
	return "attribute"
}

// attribute is a name for an attribute that scripts can write, and no other column has.
func (in *inferring) attribute(heading string, column int) string {
	name := strings.Trim(plainly.ReplaceAllString(strings.ToLower(plainHead(heading)), "_"), "_")
	if name == "" || name[0] <= '9' {
		name = strings.TrimSuffix("column_"+strings.ToLower(letter(column))+"_"+name, "_")
	}
	own := name
	for n := 2; in.used[name] || slices.Contains(in.Taken, name); n++ {
		name = fmt.Sprintf("%s_%d", own, n)
	}
	return name
}

// guess takes a column for what its heading and nine cells in ten say.
func (in *inferring) guess(k *Column, i int) {
	f := &in.facts[i]
	name := in.attribute(k.Heading.Key, i)
	switch {
	case len(f.cells) == 0 && len(f.items) == 0:
		k.is("", "ignored", "empty")
	case len(f.items) == 1 && f.items[""] > 0:
		k.is("", "ignored", "objects")
	case k.Heading.Key == "type" && in.t.Head[0].Text == "id": // as the program writes tables
		k.is("type", "word", "heading")
	case in.Types[name].Kind != "":
		k.is(name, in.declared(name), "declared")
	default:
		base, lang := split(k.Heading.Key, in.Language)
		in.field(k, f, base, lang)
		for j, o := range in.Columns.Columns {
			if k.Kind != "" && o.To == k.To && slices.Equal(in.facts[j].cells, f.cells) {
				k.is("", "ignored", "same", "column", o.Heading.Key)
				break
			}
		}
		if k.Kind == "" {
			in.value(k, f, base, name)
		}
	}
}

// field takes a column for a field of cards by its heading.
func (in *inferring) field(k *Column, f *facts, base, lang string) {
	numeric := f.share(number) > .5
	texts := f.longest > 24 || 3*len(f.distinct) > len(f.cells)
	switch {
	case countHeads().MatchString(base) && (numeric || f.share(counts) >= .5) && !in.used["copies"]:
		k.is("copies", "copies", "heading")
	case nameHeads().MatchString(base) && f.share(number) < 1:
		k.is("name."+lang, "name", "heading")
	case numeric || f.list:
	case textHeads().MatchString(base) && !in.used["text."+lang] && texts:
		k.is("text."+lang, "text", "heading")
	case moreHeads().MatchString(base):
		k.is("text."+lang, "text", "paragraph")
	case codeHeads().MatchString(base) && len(f.distinct) == len(in.t.Rows) && !in.used["id"]:
		k.is("id", "id", "each")
	}
}

// value takes a column for an attribute by its cells.
func (in *inferring) value(k *Column, f *facts, base, name string) {
	different := len(f.distinct)
	cost := costHeads().MatchString(base) && f.share(number) >= .5 && len(f.cells) < 10
	words := different <= mostWords && f.longest <= 28 && f.mostly(wordlike)
	switch {
	case f.list && len(f.items) <= mostWords:
		k.is(name, "list", "items")
	case cost:
		k.is(name, "number", "heading")
	case f.mostly(number):
		k.is(name, "number", "numbers")
	case f.mostly(flags):
		k.is(name, "flag", "flags")
	case f.mostly(fraction) && (f.by == "" || f.share(fraction) == 1):
		k.is(name, "attribute", "decimals")
	case words && (2*different <= len(f.cells) || wordHeads().MatchString(base) && different < len(f.cells)):
		k.is(name, "word", "words", "count", different)
	case f.by != "":
		k.is(name, "list", "split", "by", f.by, "count", len(f.items))
	default:
		k.is(name, "attribute", "texts", "count", different)
	}
}

// fallbacks finds a name and a text where no heading is one.
func (in *inferring) fallbacks() {
	var name, text *Column
	most := 0
	kinds := map[string]bool{}
	for i := range in.Columns.Columns {
		k := &in.Columns.Columns[i]
		kinds[k.Kind] = true
		f := &in.facts[i]
		all := strings.Join(f.cells, "")
		// A letter counts two, a sign of Chinese or Japanese four.
		length := len(all) + len([]rune(all))
		switch {
		case k.Why.Key != "import.why.texts" || f.share(address) > .5:
		case length > 56*len(f.cells):
			if length > most {
				text = k
				most = length
			}
		case name == nil && len(f.cells) == len(in.t.Rows) && 5*len(f.distinct) >= 4*len(f.cells) &&
			f.share(wordlike) > .5:
			name = k
		}
	}
	if text != nil && !kinds["text"] {
		text.is("text."+in.Language, "text", "longest")
	}
	if name != nil && !kinds["name"] {
		name.is("name."+in.Language, "name", "first")
	}
}

// identify says what makes the ids: a code; else the name, with the first short column that tells
// cards of one name apart; else the first column.
func (in *inferring) identify() {
	columns := in.Columns.Columns
	best := 0
	for i, k := range columns {
		if k.To == "id" || k.Kind == "name" && columns[best].Kind != "id" && columns[best].To != "name.en" {
			best = i
		}
	}
	in.ID = []string{columns[best].Heading.Key}
	if in.different(in.ID) {
		return
	}
	for i, k := range columns {
		with := []string{in.ID[0], k.Heading.Key}
		if i != best && k.Kind != "text" && k.To != "copies" && in.facts[i].longest <= 40 && in.different(with) {
			in.ID = with
			return
		}
	}
}

// different reports whether some columns make a different id for each row.
func (in *inferring) different(headings []string) bool {
	with := Columns{ID: headings}
	_, told := with.IDs(in.t)
	return len(told) == 0
}
