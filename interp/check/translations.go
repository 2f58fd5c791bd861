package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/walk"
)

// translations notes texts and names that a language of the pack lacks. The
// languages of a pack are those that it has sentences in.
func (c *checker) translations() {
	english := c.Compiled.Texts["en"]
	for _, lang := range c.languages {
		if lang == "en" {
			continue
		}
		for key := range english {
			told := c.told[key] || c.told["en "+key] || c.told[lang+" "+key]
			if at := english[key].Key.Pos; !told && c.Compiled.Texts[lang][key] == nil &&
				c.Loaded.WrittenIn(at.File, lang) {
				c.report.Add(diag.Finding{
					Code: "missing-translation", Severity: diag.Note, Pos: english[key].Key.Pos,
					Message: fmt.Sprintf("the sentence %q is not there in %s", key, lang),
					FixHint: diag.FixHint{What: "text", Name: key, Lang: lang},
				})
			}
		}
	}
	c.lostPlaceholders()
	c.programSentences()
	tree := c.Loaded.Tree
	c.label("the pack", tree.Label)
	for _, o := range tree.GameOptions {
		c.labels("the value", o.Values, o.Labels)
	}
	for _, e := range tree.Words {
		c.labels("the word", e.Words, e.Labels)
	}
	for n := range ast.Nodes(tree.Flow) {
		c.label("the phase "+n.Name.Text, n.Label)
	}
	game := []keyword.Type{keyword.RecordType("game file")}
	walk.Walk(walk.Language{}, tree.Nodes.Game, game, func(p *walk.Place) ([]keyword.Type, bool) {
		if p.Field.Type.Kind == keyword.Texts && p.Parent.Field.Names != "" {
			c.label("the "+string(p.Parent.Field.Names)+" "+p.Parent.Pair.Key, ast.TextsOf(p.Node))
		}
		return p.Types, p.Node != nil // as where there is no game.yaml
	})
	for _, card := range c.Compiled.Cards {
		c.label("the card "+card.ID.Text, card.Label)
	}
	for _, name := range sorted(c.Compiled.Labels.Abilities) {
		c.label("the ability "+name, c.Compiled.Labels.Abilities[name])
	}
}

// lostPlaceholders reports sentences that lack, in one language, a placeholder that the
// English one shows in all its forms.
func (c *checker) lostPlaceholders() {
	english := c.Compiled.Texts["en"]
	for _, lang := range c.languages {
		for key, m := range c.Compiled.Texts[lang] {
			if english[key] == nil || lang == "en" || len(english[key].Forms) > 0 || !c.own(m.Key.Pos.File) {
				continue
			}
			has, wanted := used(m), used(english[key])
			if slices.ContainsFunc(has, func(name string) bool { return !slices.Contains(wanted, name) }) {
				continue // one of the two names is wrong, which is told
			}
			for _, name := range wanted {
				if slices.Contains(has, name) {
					continue
				}
				c.report.Warnf("lost-placeholder", m.Key, "the sentence %q has no {%s} in %s, as it has in English",
					key, name, lang)
			}
		}
	}
}

// programSentences lists the sentences of the program itself that a language of
// the pack lacks: they stand in English among its own.
func (c *checker) programSentences() {
	for _, lang := range c.languages {
		var missing []string
		for _, key := range locale.Lacking(lang) {
			if c.Compiled.Texts[lang][key] == nil {
				missing = append(missing, key)
			}
		}
		if len(missing) > 0 {
			c.report.Notef("missing-translation", c.languageAt(lang),
				"%d sentences of the program are not there in %s, and stand in English: %s; give them in "+
					"locale/%s.yaml", len(missing), lang, strings.Join(missing, ", "), lang)
		}
	}
}

// languageAt is where a language comes from: a manifest that names it, or its
// first sentence.
func (c *checker) languageAt(lang string) diag.Pos {
	for _, layer := range c.Loaded.Layers {
		for _, w := range layer.Languages {
			if w.Text == lang {
				return w.Pos
			}
		}
	}
	if keys := sorted(c.Compiled.Texts[lang]); len(keys) > 0 {
		return c.Compiled.Texts[lang][keys[0]].Key.Pos
	}
	return c.Loaded.Tree.Pos
}

func (c *checker) labels(what string, words []ast.Word, labels []ast.Texts) {
	for i, w := range words {
		if i < len(labels) {
			c.label(what+" "+w.Text, labels[i])
		}
	}
}

// label notes the languages that a name lacks. Without any name the id is
// shown, and one text that is given for no language holds for all.
func (c *checker) label(what string, texts ast.Texts) {
	c.spoken(what, texts)
	for _, t := range texts {
		if found := placeholder.FindString(t.Text); found != "" {
			c.report.Warnf("placeholder-in-name", t,
				"%s is called %s: a name is shown as it is, and %s stands for nothing in it", what,
				strconv.Quote(t.Text), found)
		}
	}
	if len(texts) == 0 || len(texts) == 1 && !c.byLanguage(texts[0].Pos) {
		return
	}
	for _, lang := range c.languages {
		if !slices.ContainsFunc(texts, func(t ast.Text) bool { return t.Lang == lang }) &&
			c.Loaded.WrittenIn(texts[0].Pos.File, lang) {
			c.report.Notef("missing-translation", texts[0], "%s has no name in %s", what, lang)
		}
	}
}

// spoken reports names in languages that neither the pack nor the program speaks: they
// would never be shown.
func (c *checker) spoken(what string, texts ast.Texts) {
	for _, t := range texts {
		if !ast.IsLanguage(t.Lang) {
			continue // told as no code at all
		}
		if !slices.Contains(c.languages, t.Lang) && !slices.Contains(locale.Languages, t.Lang) {
			known := slices.Concat(c.languages, locale.Languages)
			slices.Sort(known)
			c.add(diag.Warning, "unknown-language", c.languageIn(t), t.Lang, slices.Compact(known),
				"%s has a name in %q, a language in which the pack has no texts", what, t.Lang)
		}
	}
}

// languageIn finds the code of the language before a text.
func (c *checker) languageIn(t ast.Text) diag.Pos {
	line := []rune(c.Loaded.Line(t.Pos.File, t.Pos.Line))
	if t.Pos.Column > 1 && t.Pos.Column <= len(line) {
		if i := strings.LastIndex(string(line[:t.Pos.Column-1]), t.Lang); i >= 0 {
			return diag.At(t.Pos.File, t.Pos.Line, utf8.RuneCountInString(string(line)[:i])+1)
		}
	}
	return t.Pos
}

// byLanguage reports whether the language stands before a text: {en: Ball}. In a sheet it stands above.
func (c *checker) byLanguage(pos diag.Pos) bool {
	if source.IsTable(pos.File) {
		return false
	}
	line := []rune(c.Loaded.Line(pos.File, pos.Line))
	if pos.Column < 1 || pos.Column > len(line) {
		return true
	}
	before := strings.TrimRight(string(line[:pos.Column-1]), " \t\"'=")
	return strings.HasSuffix(before, "en:") || strings.HasSuffix(before, "en")
}
