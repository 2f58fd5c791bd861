package ast

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/walk"
)

func quoted(text string) string { return strconv.Quote(text) }

// checker compares nodes with the types of the registry. After it has spoken,
// the reader takes what it can and says nothing of shape any more.
type checker struct {
	report *diag.List
	// wrongs counts what does not fit.
	wrongs int
}

// Check compares a node with a type, adds every mismatch to the report, and returns
// whether there is none; what names the value in messages.
func Check(n *source.Node, t keyword.Type, what string, report *diag.List) bool {
	c := &checker{report: report}
	return c.value(n, t, what)
}

// CheckKeys compares the keys of a map with the keys of a record, without looking at
// the values, and returns whether the node is a map with no other keys.
func CheckKeys(n *source.Node, r *keyword.Record, report *diag.List) bool {
	c := &checker{report: report}
	if n.Kind != source.Map {
		c.wrong(n, keyword.Article(r.Name), "a map")
	} else {
		c.keys(n, r)
	}
	return c.wrongs == 0
}

var langPattern = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// IsName reports whether a text has the form of a name: letters, digits and _, behind the first
// also . and -.
func IsName(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool {
		return r != '_' && r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	}) < 0 && text[0] != '.' && text[0] != '-'
}

const flagWords = "true or false"

// flagFor is what words of other languages for a flag stand for.
var flagFor = map[string]string{"yes": "true", "on": "true", "true": "true", "no": "false",
	"off": "false", "false": "false"}

// add reports what does not fit.
func (c *checker) add(d diag.Finding) {
	c.report.Add(d)
	c.wrongs++
}

func (c *checker) wrong(n *source.Node, what, needed string) {
	d := diag.Found("wrong-type", diag.Error, n, "%s must be %s, not %s", what, needed, n.Describe())
	switch {
	case needed == flagWords && n.Kind == source.Word:
		d.Suggestion = flagFor[strings.ToLower(n.Text)]
	case strings.HasPrefix(needed, "a list") && n.Kind == source.Word:
		d.Suggestion = "[" + source.Quoted(n.Text) + "]"
	}
	if n.Kind == source.List && what == quoted("add") {
		d.Message += "; a map is added to by its keys, which stand in it without add"
	}
	if n.Kind == source.Null {
		d.Code, d.Message = "missing-value", fmt.Sprintf("%s has no value; it must be %s", what, needed)
	}
	c.add(d)
}

// value compares a node and all that is in it with a type, and reports whether it fits.
func (c *checker) value(n *source.Node, t keyword.Type, what string) bool {
	before := c.wrongs
	walk.Walk(walk.Language{}, n, []keyword.Type{t}, func(p *walk.Place) ([]keyword.Type, bool) {
		if len(p.Types) == 0 || p.Nulls && p.Node.Kind == source.Null {
			return nil, false
		}
		of := c.judge(p.Node, p.Types[0], func() string { return called(p, what) })
		return of, of != nil
	})
	return c.wrongs == before
}

// is compares a node with a record.
func (c *checker) is(n *source.Node, record, what string) bool {
	return c.value(n, keyword.RecordType(record), what)
}

// called names a place in messages; top is the name of the whole.
func called(p *walk.Place, top string) string {
	switch {
	case p.Pair != nil:
		return quoted(p.Pair.Key)
	case p.Parent != nil:
		return fmt.Sprintf("item %d of %s", p.Index, called(p.Parent, top))
	}
	return top
}

// judge compares what stands at a place with its type, and returns the type with which
// its parts are compared; none where there are none, or they are not to blame.
func (c *checker) judge(n *source.Node, t keyword.Type, what func() string) []keyword.Type {
	part := []keyword.Type{t}
	switch {
	case t.Kind == keyword.Any || n.Kind == source.Null && t.Single && t.Item.Kind == keyword.Any:
		return nil
	case n.Kind == source.Null || !fits(n, t):
		c.wrong(n, what(), describe(t)+instead(n, t))
		return nil
	}
	switch t.Kind {
	case keyword.ListOf:
		if n.Kind != source.List {
			return c.judge(n, *t.Item, what)
		}
		return part
	case keyword.MapOf:
		return part
	case keyword.RecordOf:
		c.record(n, keyword.Lookup(string(t.Ref)), what)
		return part
	case keyword.Either:
		return c.judge(n, alternative(n, t), what)
	case keyword.Texts:
		c.texts(n)
	case keyword.Choice:
		if !slices.Contains(t.Words, n.Text) {
			c.add(diag.Unknown("unknown-value", n, n.Text, t.Words, "%s cannot be %s", what(), quoted(n.Text)))
		}
	case keyword.Word:
		if !IsName(n.Text) {
			c.add(diag.Found("bad-word", diag.Error, n,
				"%s must be a word of letters, digits, _, - and dots, not %s", what(), quoted(n.Text)))
		}
	}
	return nil
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
		return strings.Join(lists.Map(t.Of, describe), ", or ")
	}
	return "a map"
}

// record compares the keys of a map with the keys of a record.
func (c *checker) record(n *source.Node, r *keyword.Record, what func() string) {
	c.keys(n, r)
	c.needed(n, r)
	for _, f := range r.Fields {
		if f.Required && n.Get(f.Name) == nil && !misspelt(n, r, f.Name) {
			c.add(diag.Found("missing-key", diag.Error, n,
				"%s needs the key %s: %s", what(), quoted(f.Name), clause(f.Doc)))
		}
	}
}

// instead shows the map of numbers that the author of a single number probably meant.
func instead(n *source.Node, t keyword.Type) string {
	if t.Kind != keyword.RecordOf || n.Kind != source.Number {
		return ""
	}
	var fields []string
	for _, f := range keyword.Lookup(string(t.Ref)).Fields {
		if f.Type.Kind != keyword.Number {
			return ""
		}
		fields = append(fields, f.Name+": "+n.Text)
	}
	return " such as {" + strings.Join(fields, ", ") + "}"
}

// needed takes a key that is near to one that a map needs for it, in a record that may
// have any key.
func (c *checker) needed(n *source.Node, r *keyword.Record) {
	for _, f := range r.Fields {
		if !f.Required || n.Get(f.Name) != nil {
			continue
		}
		for i, p := range n.Pairs {
			if _, known := r.Field(p.Key); !known && diag.Nearest(p.Key, []string{f.Name}) != "" &&
				fits(p.Value, f.Type) {
				c.add(diag.Unknown("unknown-key", p, p.Key, []string{f.Name}, "unknown key %s in %s",
					quoted(p.Key), keyword.Article(r.Name)))
				n.Pairs[i].Key = f.Name
				break
			}
		}
	}
}

// misspelt reports whether a key of the map was probably meant to be the key: that
// was said, and nothing more needs to be.
func misspelt(n *source.Node, r *keyword.Record, key string) bool {
	return slices.ContainsFunc(n.Pairs, func(p source.Pair) bool {
		_, known := r.Field(p.Key)
		return !known && !r.Takes(p.Key) && diag.Nearest(p.Key, r.Names()) == key
	})
}

// clause makes a part of a sentence of a whole one.
func clause(doc string) string { return strings.ToLower(doc[:1]) + strings.TrimSuffix(doc[1:], ".") }

// keys reports the keys that a record does not have. A misspelt key is read as the
// nearest one, so that no finding blames its content elsewhere. If there is no near key
// and the value would declare names, names are not to be trusted.
func (c *checker) keys(n *source.Node, r *keyword.Record) {
	for i, p := range n.Pairs {
		if _, known := r.Field(p.Key); known || r.Takes(p.Key) {
			continue
		}
		if why, gone := r.Gone[p.Key]; gone {
			c.report.Warnf("unknown-key", p, "the key %s in %s is gone: %s; take it out", quoted(p.Key),
				keyword.Article(r.Name), why)
			continue
		}
		d := diag.Unknown("unknown-key", p, p.Key, r.Names(), "unknown key %s in %s",
			quoted(p.Key), keyword.Article(r.Name))
		if f, near := r.Field(d.Suggestion); near && n.Get(f.Name) == nil && Check(p.Value, f.Type, "", &diag.List{}) {
			n.Pairs[i].Key = f.Name
		} else {
			// names that other places use could be declared there
			d.Hides = p.Value.Kind == source.Map && (r.Name == "game file" || r.Name == "type")
		}
		c.add(d)
	}
}

// IsLanguage reports whether a text is the code of a language, such as en or pt-BR.
func IsLanguage(code string) bool { return langPattern.MatchString(code) }

// unquoted reports a text that is a placeholder alone, which YAML takes for a map.
func (c *checker) unquoted(n *source.Node) bool {
	if n.Kind != source.Map || len(n.Pairs) != 1 || n.Pairs[0].Value.Kind != source.Null ||
		n.Pairs[0].Pos.Line != n.Pos.Line || n.Pairs[0].Pos.Column == n.Pos.Column {
		return false
	}
	c.add(diag.Finding{Code: "wrong-type", Pos: n.Pos, Message: source.BraceInText,
		Suggestion: quoted("{" + n.Pairs[0].Key + "}")})
	return true
}

// texts looks at a text in several languages.
func (c *checker) texts(n *source.Node) {
	if len(n.Pairs) == 1 && !IsLanguage(n.Pairs[0].Key) && c.unquoted(n) {
		return
	}
	for _, p := range n.Pairs {
		if !IsLanguage(p.Key) {
			c.add(diag.Unknown("unknown-language", p, p.Key, []string{"en", "fr", "ja"},
				"%s is not the code of a language", quoted(p.Key)))
		}
		if !p.Value.IsScalar() {
			c.wrong(p.Value, quoted(p.Key), "a text")
		}
	}
}

// alternative is the first alternative that is of the form of a node. A choice among
// words and a name look alike: the compiler knows; of several choices all words count.
func alternative(n *source.Node, t keyword.Type) keyword.Type {
	choice := keyword.Type{Kind: keyword.Choice}
	for _, o := range t.Of {
		switch {
		case !fits(n, o):
		case o.Kind != keyword.Choice:
			return o
		default:
			choice.Words = append(choice.Words, o.Words...)
		}
	}
	return choice
}
