// Package amend changes one value of a card, its name or a sentence of it, where that is
// written: in place in the pack's own file, or as an entry of an overlay that is laid over
// the pack. It writes no file; it says what would stand in which, and whether that alone
// would be another.
//
// It imports interp, compare, pack, sheet, source and their parts.
package amend

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/compare"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/sheet"
	"github.com/ruledeck/ruledeck/interp/source"
)

// Leaf is one value of a card as a file has it.
type Leaf struct {
	// Card is the id of the card; Field is the way to the value in it: name, power,
	// power.healthy, skills.0; of a sentence text with its number on the face.
	Card, Field string
	Text        string
	// At is where it stands; of a sentence where its key does.
	At diag.Pos
	// lang is the language of a name or a sentence, key that of a sentence.
	lang, key string
	// word is set where the file has a word, and no number or flag; in is the whole field.
	word bool
	in   *ast.Tree
}

// Leaves are the values of a card, its name and its sentences in a language, as far as each
// is written as one word, number or text.
func Leaves(p *interp.Pack, id, lang string) []Leaf {
	d, there := p.Compiled.Defs[id]
	if !there {
		return nil
	}
	card := p.Compiled.Cards[d]
	var out []Leaf
	for _, l := range []string{lang, "en"} {
		if i := slices.IndexFunc(card.Label, func(t ast.Text) bool { return t.Lang == l }); i >= 0 {
			name := card.Label[i]
			out = append(out, Leaf{Card: id, Field: "name", Text: name.Text, At: name.Pos, lang: l})
			break
		}
	}
	var walk func(field string, t, in *ast.Tree)
	walk = func(field string, t, in *ast.Tree) {
		for i, item := range t.Items {
			walk(field+"."+strconv.Itoa(i), item, in)
		}
		for _, f := range t.Fields {
			walk(field+"."+f.Name, f.Value, in)
		}
		if t.IsScalar() {
			word := t.Kind == ast.TreeWord
			out = append(out, Leaf{Card: id, Field: field, Text: t.Text, At: t.Pos, word: word, in: in})
		}
	}
	for _, v := range card.Values {
		walk(v.Name.Text, v.Value, v.Value)
	}
	for _, a := range card.Abilities {
		if a.Params != nil {
			walk(a.Name.Text, a.Params, nil)
		}
	}
	_, keys := p.Messages.Speaker(lang).CardSentences(d)
	for i, key := range keys {
		for _, l := range []string{lang, "en"} {
			if m := p.Compiled.Texts[l][key]; m != nil && m.Text != "" {
				out = append(out,
					Leaf{Card: id, Field: "text." + strconv.Itoa(i), Text: m.Text, At: m.Key.Pos, lang: l, key: key})
				break
			}
		}
	}
	return out
}

// In is the file of a pack that would be written to change the value, and what would stand in
// it: the value in its place where that pack has it, else an entry of its own, as an overlay
// has them.
func (l *Leaf) In(into *pack.Source, text string) (file string, data []byte, err error) {
	own := fileOf(into, func(f *pack.File) bool { return f.Shown == l.At.File })
	locale := "locale/" + l.lang + ".yaml"
	switch {
	case own != nil && path.Ext(own.Path) != ".yaml":
		field := strings.Replace(l.Field, "text.0", "text."+l.lang, 1)
		edits := pack.Beside(own.Path, sheet.EditsEnd)
		line := fmt.Sprintf("- {id: %s, field: %s, was: %s, now: %s}\n", source.Quoted(l.Card), field,
			source.Quoted(l.Text), source.Quoted(text))
		return edits, added(into, edits, line), nil
	case own != nil:
		at := l.At
		if l.key != "" {
			at, err = source.Under(own.Data, at)
			if err != nil {
				return "", nil, err
			}
		}
		data, err = source.Splice(own.Data, at, text)
		return own.Path, data, err
	case l.key != "":
		return locale, added(into, locale, source.Quoted(l.key)+": "+source.Quoted(text)+"\n"), nil
	}
	return l.patch(into, text)
}

func fileOf(s *pack.Source, is func(*pack.File) bool) *pack.File {
	for i := range s.Files {
		if is(&s.Files[i]) {
			return &s.Files[i]
		}
	}
	return nil
}

// added is a file, which need not be there yet, with lines more at its end.
func added(s *pack.Source, file, lines string) []byte {
	text := ""
	if f := fileOf(s, func(f *pack.File) bool { return f.Path == file }); f != nil {
		text = string(f.Data)
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
	}
	return []byte(text + lines)
}

// entry is what a patch has of the value: the field, and in a map of it the key.
func (l *Leaf) entry(text string) (field, key, value string, err error) {
	field, rest, inside := strings.Cut(l.Field, ".")
	value = source.Scalar(text, l.word)
	switch {
	case field == "name":
		return field, l.lang, source.Quoted(text), nil
	case !inside:
		return field, "", value, nil
	case l.in != nil && l.in.Kind == ast.TreeMap && l.in.Get(rest).IsScalar():
		return field, rest, value, nil
	case l.in != nil && l.in.Kind == ast.TreeList && !strings.Contains(rest, "."):
		items := make([]string, len(l.in.Items))
		for i, item := range l.in.Items {
			items[i] = item.Inline()
			if strconv.Itoa(i) == rest {
				items[i] = value
			}
		}
		return field, "", "[" + strings.Join(items, ", ") + "]", nil
	}
	return "", "", "", fmt.Errorf("%s: a patch has no short form for this value; write it into the overlay", l.At)
}

// patch writes the value into an overlay: into what that has of the card already, else into
// an item of its own.
func (l *Leaf) patch(into *pack.Source, text string) (string, []byte, error) {
	field, key, value, err := l.entry(text)
	if err != nil {
		return "", nil, err
	}
	whole := value
	if key != "" {
		whole = "{" + source.Quoted(key) + ": " + value + "}"
	}
	lines := []string{"- id: " + source.Quoted(l.Card), "  " + field + ": " + whole}
	for i := range into.Files {
		f := &into.Files[i]
		if !strings.HasPrefix(f.Path, "cards/") || path.Ext(f.Path) != ".yaml" {
			continue
		}
		patches := source.Read(f.Shown, f.Data, &diag.List{}).Get("patch")
		if patches == nil {
			continue
		}
		at := slices.IndexFunc(patches.Items, func(n *source.Node) bool {
			return n.Get("id") != nil && n.Get("id").Text == l.Card
		})
		var data []byte
		switch {
		case at < 0:
			data, err = source.Before(f.Data, patches.Pos, lines)
		case key != "" && patches.Items[at].Get(field) != nil:
			data, err = source.Put(f.Data, patches.Items[at].Get(field).Pos, key, value)
		default:
			data, err = source.Put(f.Data, patches.Items[at].Pos, field, whole)
		}
		return f.Path, data, err
	}
	file := "cards/" + l.Card + ".yaml"
	return file, added(into, file, "patch:\n  "+strings.Join(lines, "\n  ")+"\n"), nil
}

// Changed is the pack as it would be, where the value alone is another in it; the error says
// what keeps it from that.
func (l *Leaf) Changed(before, after *interp.Reading, lang, text string) (*interp.Pack, error) {
	p, err := after.Pack()
	if broken, is := errors.AsType[*interp.BrokenError](err); is {
		i := slices.IndexFunc(broken.Findings, func(f diag.Finding) bool { return f.Severity == diag.Error })
		return nil, fmt.Errorf("%s: %s", broken.Findings[i].Pos, broken.Findings[i].Text())
	} else if err != nil {
		return nil, err
	}
	holds := func(now Leaf) bool { return now.Field == l.Field && now.Text == text }
	if !slices.ContainsFunc(Leaves(p, l.Card, lang), holds) {
		return nil, fmt.Errorf("%s: what is written here would not hold; another pack is laid over it", l.At)
	}
	all := compare.Packs(before, after)
	fields := 0
	for _, d := range all {
		fields += max(1, len(d.Fields))
	}
	if fields > 1 {
		names := lists.Map(all, func(d compare.Difference) string { return d.Kind + " " + d.Name })
		return nil, fmt.Errorf("%s: this would change %s; change it in the file", l.At, strings.Join(names, ", "))
	}
	return p, nil
}
