package ast

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/source"
)

func quoted(text string) string { return strconv.Quote(text) }

// checker compares nodes with the types of the registry. After it has spoken,
// the reader takes what it can and says nothing of shape any more.
type checker struct {
	report *diag.List
}

// Check compares a node with a type, adds what does not fit to the report, and
// reports whether all does; what is the name of the value in messages.
func Check(n *source.Node, t keyword.Type, what string, report *diag.List) bool {
	c := &checker{report}
	return c.value(n, t, what)
}

// CheckKeys compares the keys of a map with those of a record, without looking at
// the values, and reports whether it is a map that has no other.
func CheckKeys(n *source.Node, r *keyword.Record, report *diag.List) bool {
	c := &checker{report}
	if n.Kind != source.Map {
		return c.wrong(n, keyword.Article(r.Name), "a map")
	}
	return c.keys(n, r)
}

var (
	wordPattern = regexp.MustCompile(`^[\pL\pN_][\pL\pN_.\-]*$`)
	langPattern = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)
)

const flagWords = "true or false"

// flagFor is what words of other languages for a flag stand for.
var flagFor = map[string]string{"yes": "true", "on": "true", "true": "true", "no": "false",
	"off": "false", "false": "false"}

func (c *checker) wrong(n *source.Node, what, needed string) bool {
	d := diag.Finding{
		Code: "wrong-type", Pos: n.Pos,
		Message: fmt.Sprintf("%s must be %s, not %s", what, needed, n.Describe()),
	}
	switch {
	case needed == flagWords && n.Kind == source.Word:
		d.Suggestion = flagFor[strings.ToLower(n.Text)]
	case strings.HasPrefix(needed, "a list") && n.Kind == source.Word:
		d.Suggestion = "[" + source.Quoted(n.Text) + "]"
	}
	if n.Kind == source.Null {
		d.Code, d.Message = "missing-value", fmt.Sprintf("%s has no value; it must be %s", what, needed)
	}
	c.report.Add(d)
	return false
}

func (c *checker) value(n *source.Node, t keyword.Type, what string) bool {
	if n.Kind == source.Null && t.Kind != keyword.Any && !(t.Single && t.Item.Kind == keyword.Any) {
		return c.wrong(n, what, describe(t))
	}
	switch t.Kind {
	case keyword.Any:
		return true
	case keyword.ListOf:
		return c.list(n, t, what)
	case keyword.MapOf:
		return c.mapOf(n, t, what)
	case keyword.RecordOf:
		return c.record(n, keyword.Lookup(string(t.Ref)), what)
	case keyword.Filter:
		if n.Kind != source.Map {
			return c.wrong(n, what, describe(t))
		}
		return true
	case keyword.Texts:
		return c.texts(n, what)
	case keyword.Either:
		return c.either(n, t, what)
	case keyword.Choice:
		return c.choice(n, t, what)
	}
	if !fits(n, t) {
		return c.wrong(n, what, describe(t))
	}
	if t.Kind == keyword.Word && !wordPattern.MatchString(n.Text) {
		c.report.Errorf("bad-word", n.Pos, "%s must be a word of letters, digits, _, - and dots, not %s", what,
			quoted(n.Text))
		return false
	}
	return true
}

// fits reports whether the kind of the node is right for a type.
func fits(n *source.Node, t keyword.Type) bool {
	switch t.Kind {
	case keyword.Any:
		return true
	case keyword.Text, keyword.Scalar:
		return n.IsScalar()
	case keyword.Word, keyword.Choice, keyword.Name:
		return n.Kind == source.Word && n.Text != ""
	case keyword.Number:
		return n.Kind == source.Number
	case keyword.Flag:
		return n.Kind == source.Flag
	case keyword.Texts:
		return n.Kind == source.Map || n.IsScalar()
	case keyword.ListOf:
		return n.Kind == source.List || t.Single && fits(n, *t.Item)
	case keyword.MapOf, keyword.RecordOf, keyword.Filter:
		return n.Kind == source.Map
	case keyword.Either:
		return slices.ContainsFunc(t.Of, func(o keyword.Type) bool { return fits(n, o) })
	}
	return false
}

// describe says what a type is, for messages.
func describe(t keyword.Type) string {
	switch t.Kind {
	case keyword.Text:
		return "a text"
	case keyword.Word:
		return "a word"
	case keyword.Number:
		return "a whole number"
	case keyword.Flag:
		return flagWords
	case keyword.Scalar:
		return "a word, a number or a flag"
	case keyword.Texts:
		return "a text, or a map with a text for each language"
	case keyword.Choice:
		return "one of " + strings.Join(t.Words, ", ")
	case keyword.Name:
		return "the name of " + keyword.Article(string(t.Ref))
	case keyword.ListOf:
		if t.Single {
			return describe(*t.Item) + ", or a list of such"
		}
		return "a list"
	case keyword.RecordOf:
		return "a map (" + keyword.Lookup(string(t.Ref)).Name + ")"
	case keyword.Filter:
		return "a map of conditions on a card"
	case keyword.Either:
		parts := make([]string, len(t.Of))
		for i, o := range t.Of {
			parts[i] = describe(o)
		}
		return strings.Join(parts, ", or ")
	}
	return "a map"
}

func (c *checker) list(n *source.Node, t keyword.Type, what string) bool {
	if n.Kind != source.List {
		if t.Single && fits(n, *t.Item) {
			return c.value(n, *t.Item, what)
		}
		return c.wrong(n, what, describe(t))
	}
	ok := true
	for i, item := range n.Items {
		if !c.value(item, *t.Item, fmt.Sprintf("item %d of %s", i+1, what)) {
			ok = false
		}
	}
	return ok
}

func (c *checker) mapOf(n *source.Node, t keyword.Type, what string) bool {
	if n.Kind != source.Map {
		return c.wrong(n, what, describe(t))
	}
	ok := true
	for _, p := range n.Pairs {
		if !c.value(p.Value, *t.Item, quoted(p.Key)) {
			ok = false
		}
	}
	return ok
}

func (c *checker) record(n *source.Node, r *keyword.Record, what string) bool {
	if n.Kind != source.Map {
		return c.wrong(n, what, "a map ("+r.Name+")"+instead(n, r))
	}
	ok := c.keys(n, r)
	ok = c.needed(n, r) && ok
	for _, p := range n.Pairs {
		f, known := r.Field(p.Key)
		if !known && r.OpenTexts && open(r, p.Key) &&
			!c.value(p.Value, keyword.Type{Kind: keyword.Text}, quoted(p.Key)) {
			ok = false
		}
		if known && !(r.Nulls && p.Value.Kind == source.Null) && !c.value(p.Value, f.Type, quoted(p.Key)) {
			ok = false
		}
	}
	for _, f := range r.Fields {
		if f.Required && n.Get(f.Name) == nil && !misspelt(n, r, f.Name) {
			c.report.Errorf("missing-key", n.Pos, "%s needs the key %s: %s", what, quoted(f.Name), clause(f.Doc))
			ok = false
		}
	}
	return ok
}

// instead shows what was meant by a number that stands for a map of numbers.
func instead(n *source.Node, r *keyword.Record) string {
	var fields []string
	for _, f := range r.Fields {
		if n.Kind != source.Number || f.Type.Kind != keyword.Number {
			return ""
		}
		fields = append(fields, f.Name+": "+n.Text)
	}
	return " such as {" + strings.Join(fields, ", ") + "}"
}

// needed takes a key that is near to one that a map needs for it, in a record that may
// have any key.
func (c *checker) needed(n *source.Node, r *keyword.Record) bool {
	ok := true
	for _, f := range r.Fields {
		if !f.Required || n.Get(f.Name) != nil {
			continue
		}
		for i, p := range n.Pairs {
			if _, known := r.Field(p.Key); !known && diag.Nearest(p.Key, []string{f.Name}) != "" &&
				fits(p.Value, f.Type) {
				c.report.Unknown("unknown-key", p.Pos, fmt.Sprintf("unknown key %s in %s", quoted(p.Key),
					keyword.Article(r.Name)), p.Key, []string{f.Name})
				n.Pairs[i].Key, ok = f.Name, false
				break
			}
		}
	}
	return ok
}

// misspelt reports whether a key of the map was probably meant to be the key: that
// was said, and nothing more needs to be.
func misspelt(n *source.Node, r *keyword.Record, key string) bool {
	return slices.ContainsFunc(n.Pairs, func(p source.Pair) bool {
		_, known := r.Field(p.Key)
		return !known && !open(r, p.Key) && diag.Nearest(p.Key, r.Names()) == key
	})
}

// clause makes a part of a sentence of a whole one.
func clause(doc string) string {
	return strings.ToLower(doc[:1]) + strings.TrimSuffix(doc[1:], ".")
}

// keys reports the keys that a record does not have. A misspelt one is read on as what
// was meant, so that nobody is blamed for what it would have said; where that is not
// known, and what stands there would declare names, names are not to be trusted.
func (c *checker) keys(n *source.Node, r *keyword.Record) bool {
	ok := true
	for i, p := range n.Pairs {
		if _, known := r.Field(p.Key); known || open(r, p.Key) {
			continue
		}
		if why, gone := r.Gone[p.Key]; gone {
			c.report.Warnf("unknown-key", p.Pos, "the key %s in %s is gone: %s; take it out", quoted(p.Key),
				keyword.Article(r.Name), why)
			continue
		}
		d := diag.Unknown("unknown-key", p.Pos,
			fmt.Sprintf("unknown key %s in %s", quoted(p.Key), keyword.Article(r.Name)), p.Key, r.Names())
		if f, near := r.Field(d.Suggestion); near && n.Get(f.Name) == nil && Check(p.Value, f.Type, "", &diag.List{}) {
			n.Pairs[i].Key = f.Name
		} else {
			d.Hides = declares(r, p.Value)
		}
		c.report.Add(d)
		ok = false
	}
	return ok
}

// declares reports whether an unknown key of a record could be one under which names
// are declared that other places use.
func declares(r *keyword.Record, n *source.Node) bool {
	return n.Kind == source.Map && (r.Name == "game file" || r.Name == "type")
}

// open reports whether a record takes a key that it does not name.
func open(r *keyword.Record, key string) bool {
	if r.OpenKeys == "" {
		return r.Open != ""
	}
	pattern, ok := openKeys.Load(r.OpenKeys)
	if !ok {
		pattern, _ = openKeys.LoadOrStore(r.OpenKeys, regexp.MustCompile(r.OpenKeys))
	}
	return pattern.(*regexp.Regexp).MatchString(key)
}

// openKeys are the expressions of records, compiled when they are first asked for.
var openKeys sync.Map

// IsLanguage reports whether a text is the code of a language, such as en or pt-BR.
func IsLanguage(code string) bool { return langPattern.MatchString(code) }

func (c *checker) texts(n *source.Node, what string) bool {
	if n.IsScalar() {
		return true
	}
	if n.Kind != source.Map {
		return c.wrong(n, what, describe(keyword.Type{Kind: keyword.Texts}))
	}
	ok := true
	for _, p := range n.Pairs {
		if !IsLanguage(p.Key) {
			c.report.Unknown("unknown-language", p.Pos, fmt.Sprintf("%s is not the code of a language", quoted(p.Key)),
				p.Key, []string{"en", "fr", "ja"})
			ok = false
		}
		if !p.Value.IsScalar() {
			ok = c.wrong(p.Value, quoted(p.Key), "a text")
		}
	}
	return ok
}

// either reports whether the node fits the first alternative that is of its form;
// for a map of a record the findings inside are those of the record.
func (c *checker) either(n *source.Node, t keyword.Type, what string) bool {
	var words []string
	for _, o := range t.Of {
		switch {
		case !fits(n, o):
		case o.Kind != keyword.Choice:
			// A choice among words and a name look alike: the compiler knows.
			return c.value(n, o, what)
		default:
			words = append(words, o.Words...)
		}
	}
	if words == nil {
		return c.wrong(n, what, describe(t))
	}
	return c.choice(n, keyword.Type{Kind: keyword.Choice, Words: words}, what)
}

func (c *checker) choice(n *source.Node, t keyword.Type, what string) bool {
	if n.Kind != source.Word {
		return c.wrong(n, what, describe(t))
	}
	if !slices.Contains(t.Words, n.Text) {
		c.report.Unknown("unknown-value", n.Pos, fmt.Sprintf("%s cannot be %s", what, quoted(n.Text)), n.Text, t.Words)
		return false
	}
	return true
}
