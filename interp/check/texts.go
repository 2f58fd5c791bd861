package check

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/rules"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/source"
)

func sorted[V any](m map[string]V) []string { return lists.Sorted(m) }

// texts checks the sentences: that each belongs to something, that everything said and
// asked has a sentence, and that their placeholders are given.
func (c *checker) texts() {
	texts := c.Compiled.Texts
	c.languages = c.spokenLanguages()
	if i := slices.Index(c.languages, "en"); i > 0 {
		c.languages = append([]string{"en"}, slices.Delete(c.languages, i, i+1)...)
	}
	c.raisedWithout()
	for _, prefix := range sorted(c.used.Texts) {
		c.needed(prefix, c.used.Texts[prefix].Uses)
	}
	for _, key := range sorted(c.used.Checks) {
		if texts["en"]["check."+key] == nil {
			c.missing("check", key, c.used.Checks[key])
		}
	}
	c.offers()
	for _, r := range c.Loaded.Tree.Refusals {
		if r.Because.Given() && texts["en"]["rule."+r.Because.Text] == nil {
			c.missing("rule", r.Because.Text, r.Because)
		}
	}
	for _, card := range c.Compiled.Cards {
		if card.Text.Given() && !c.mute && texts["en"][card.Text.Text] == nil {
			c.add(diag.Warning, "missing-text", card.Text, card.Text.Text, sorted(texts["en"]),
				"there is no English sentence %q", card.Text)
		}
	}
	for _, lang := range c.languages {
		for _, key := range sorted(texts[lang]) {
			c.sentence(lang, texts[lang][key])
		}
	}
}

// wordless notes abilities of cards that no sentence tells of: none of their own, and none of
// a card that has one.
func (c *checker) wordless() {
	p := c.Compiled.Pack
	english := c.Compiled.Texts["en"]
	for _, name := range sorted(c.Compiled.Abilities) {
		id := c.Compiled.Abilities[name][0]
		if english["ability."+name] != nil || c.told["en ability."+name] || len(english) == 0 || c.mute {
			continue
		}
		silent := slices.IndexFunc(p.Defs, func(d engine.CardDef) bool {
			return slices.ContainsFunc(d.Abilities, func(u engine.CardAbility) bool { return u.Ability == id }) &&
				english["card."+d.ID] == nil && !c.Compiled.Cards[c.Compiled.Defs[d.ID]].Text.Given()
		})
		if silent >= 0 && c.own(p.Abilities[id].File) {
			c.report.Add(diag.Finding{
				Code: "missing-text", Severity: diag.Note, Pos: c.headerPos(&p.Abilities[id]),
				FixHint: diag.FixHint{What: "text", Name: "ability." + name, Lang: "en"},
				Message: fmt.Sprintf("no sentence says what the ability %s of the card %s does: there is no English "+
					"sentence ability.%s", name, p.Defs[silent].ID, name),
			})
		}
	}
}

// unknownText reports a sentence that belongs to nothing.
func (c *checker) unknownText(m *ast.Message, message string, known []string) {
	c.add(diag.Warning, "unknown-text", m.Key, m.Key.Text, known, "%s", message)
	c.told[m.Lang+" "+m.Key.Text], c.told[m.Lang+" "+diag.Nearest(m.Key.Text, known)] = true, true
}

// spokenLanguages are those that the game has texts in, and those that a layer
// says it is written in.
func (c *checker) spokenLanguages() []string {
	languages := sorted(c.Compiled.Texts)
	for _, layer := range c.Loaded.Layers {
		for _, w := range layer.Languages {
			if !slices.Contains(languages, w.Text) {
				languages = append(languages, w.Text)
			}
		}
	}
	slices.Sort(languages)
	return languages
}

// ownPrompts are the questions for which the program has words of its own.
var ownPrompts = []string{"use", "target"}

// needed reports keys that scripts use and that have no English sentence.
func (c *checker) needed(prefix string, uses map[string][]rules.Use) {
	for _, key := range sorted(uses) {
		if c.Compiled.Texts["en"][prefix+"."+key] != nil || prefix == "prompt" && slices.Contains(ownPrompts, key) {
			continue
		}
		for _, place := range uses[key] {
			c.missing(prefix, key, place)
		}
	}
}

// offers reports words that a question offers and that have no name: neither a
// sentence nor a list of words in game.yaml names them.
func (c *checker) offers() {
	english := c.Compiled.Texts["en"]
	for _, word := range sorted(c.used.Offers) {
		if c.isWord(word) || english["option."+word] != nil || english["word."+word] != nil {
			continue
		}
		c.missing("option", word, c.used.Offers[word])
	}
}

func (c *checker) missing(prefix, key string, at diag.Placed) {
	if c.mute {
		return
	}
	var known []string
	for other := range c.Compiled.Texts["en"] {
		if rest, ok := strings.CutPrefix(other, prefix+"."); ok {
			known = append(known, rest)
		}
	}
	near, advice := diag.Nearest(key, known), ""
	c.told[prefix+"."+key], c.told[prefix+"."+near] = true, true
	if near == "" {
		advice = "; it belongs into locale/en.yaml"
	}
	c.report.Add(diag.Finding{
		Code: "missing-text", Severity: diag.Warning, Pos: at.Place(), Suggestion: near,
		FixHint: diag.FixHint{What: "text", Name: prefix + "." + key, Lang: "en"},
		Message: fmt.Sprintf("there is no English sentence %s.%s%s", prefix, key, advice),
	})
}

// sentence checks one sentence.
func (c *checker) sentence(lang string, m *ast.Message) {
	key := m.Key.Text
	if c.told[key] {
		return
	}
	if lang != "en" && c.Compiled.Texts["en"] != nil && c.Compiled.Texts["en"][key] == nil {
		if kind, _, ok := keyword.MessageFor(key); !ok || scriptsChoose(kind) {
			c.unknownText(m, fmt.Sprintf("the English texts have no %q", key), sorted(c.Compiled.Texts["en"]))
			return
		}
	}
	if c.isCardText(key) {
		return
	}
	kind, names, ok := keyword.MessageFor(key)
	if !ok {
		c.unknownText(m, fmt.Sprintf("nothing uses a sentence %q; a key begins with what the sentence is for", key),
			keyword.MessagePrefixes())
		return
	}
	if !c.belongs(kind, names, m) {
		return
	}
	if len(used(m)) > 0 && !source.IsTable(m.Key.Pos.File) { // braces in a sheet are its own
		if allowed, open := c.placeholders(kind, names); !open {
			c.check(m, allowed)
		}
	}
	c.saidWithout(kind, names, m)
}

// scriptsChoose reports whether the names in the keys of a kind of sentences are
// those that scripts choose, not those that the pack declares.
func scriptsChoose(kind *keyword.Message) bool {
	return slices.ContainsFunc(kind.Refs(),
		func(ref string) bool { return ref == "key" || ref == "prompt" || ref == "word" || ref == "reason" })
}

// isCardText reports whether a card names the sentence as its own, or the one that it is short for.
func (c *checker) isCardText(key string) bool {
	if c.cardTexts == nil {
		c.cardTexts = map[string]bool{}
		for _, card := range c.Compiled.Cards {
			if card.Text.Given() {
				c.cardTexts[card.Text.Text] = true
			}
		}
	}
	return c.cardTexts[strings.TrimSuffix(key, ".short")]
}

// keysLike are the keys with each of several names in place of one.
func keysLike(key, name string, names []string) []string {
	return lists.Map(names, func(n string) string { return strings.Replace(key, name, n, 1) })
}

// belongs checks that what a key names is there and reports whether the text is
// worth a further look.
func (c *checker) belongs(kind *keyword.Message, names []string, m *ast.Message) bool {
	for i, ref := range kind.Refs() {
		f := c.named(ref, kind.Key)
		if f.has[names[i]] || !f.strict || c.Compiled.Broken[names[i]] {
			continue
		}
		if ref == "key" || ref == "prompt" {
			if near := diag.Nearest(m.Key.Text, fixedKeys()); near != "" && c.Compiled.Texts[m.Lang][near] == nil {
				c.unknownText(m, fmt.Sprintf("no script uses the sentence %q", m.Key), fixedKeys())
				return false
			}
			if c.wrong || c.report.HasErrors() {
				return true // what uses it may be what is wrong
			}
			if m.Lang == "en" && c.own(m.Key.Pos.File) {
				c.add(diag.Note, "unused-text", m.Key, m.Key.Text, keysLike(m.Key.Text, names[i], f.known),
					"no script uses the sentence %q", m.Key)
			}
			return true
		}
		c.unknownText(m, fmt.Sprintf("the sentence %q belongs to nothing: there is no %s %q", m.Key, f.what,
			names[i]), keysLike(m.Key.Text, names[i], f.known))
		return false
	}
	return true
}

// fixedKeys are the keys of sentences that need no name of the pack.
func fixedKeys() []string {
	var keys []string
	for i := range keyword.Messages {
		if len(keyword.Messages[i].Refs()) == 0 {
			keys = append(keys, keyword.Messages[i].Key)
		}
	}
	return keys
}

// family is what may stand at one place of the keys of sentences; strict is
// not set where other names may be right as well.
type family struct {
	known  []string
	has    map[string]bool
	what   string
	strict bool
}

// named returns the names that may stand in a key.
func (c *checker) named(ref, key string) *family {
	prefix, _, _ := strings.Cut(key, ".")
	at := [2]string{ref, prefix}
	f := c.families[at]
	if f == nil {
		f = &family{}
		f.known, f.what, f.strict = c.namesOf(ref, key)
		f.has = make(map[string]bool, len(f.known))
		for _, name := range f.known {
			f.has[name] = true
		}
		c.families[at] = f
	}
	return f
}

func (c *checker) namesOf(ref, key string) (known []string, what string, strict bool) {
	p := c.Compiled
	switch ref {
	case "trigger", "card", "zone", "die", "phase":
		return p.Names(keyword.Ref(ref)), ref, true
	case "ability":
		_, unread := c.Scripts.Broken()
		return append(sorted(p.Abilities), unread...), "ability", true
	case "role":
		var roles []string
		for _, t := range c.Loaded.Tree.Triggers {
			for _, param := range t.Params {
				roles = append(roles, param.Name.Text)
			}
		}
		return append(roles, sorted(c.used.Words)...), "value of a question or a trigger", true
	case "parameter":
		return sorted(p.AbilityParams()), "parameter", true
	case "number":
		most := 0
		for i := range p.Pack.Zones {
			most = max(most, p.Pack.Zones[i].Rows, p.Pack.Zones[i].Columns)
		}
		for n := range most {
			known = append(known, strconv.Itoa(n+1))
		}
		return known, "row or column", true
	case "attribute":
		return slices.Concat(sorted(p.GameAttributes), sorted(p.SeatAttributes),
			sorted(p.CardAttributes)), "attribute", true
	case "word":
		prompts := c.used.Texts["prompt"]
		return append(c.allWords(), sorted(prompts.Uses)...), "word", !prompts.Any
	case "prompt":
		prompts := c.used.Texts["prompt"]
		return append(sorted(prompts.Uses), ownPrompts...), "question", !prompts.Any
	}
	prefix, _, _ := strings.Cut(key, ".")
	switch texts := c.used.Texts[prefix]; prefix {
	case "not":
		return c.reasons(), "reason", !texts.Any
	case "say":
		return sorted(texts.Uses), "sentence", !texts.Any
	case "finish":
		return sorted(texts.Uses), "reason", !texts.Any
	case "rule":
		return lists.Map(c.Loaded.Tree.Refusals, func(r *ast.Refusal) string { return r.Because.Text }), "reason", true
	}
	return sorted(c.used.Words), "key", true
}

// reasons are the keys of reasons why something is not offered: those of scripts, of
// attributes of cards, and the program's own, for all questions or for one.
func (c *checker) reasons() []string {
	known := append(sorted(c.used.Texts["not"].Uses), sorted(c.Compiled.CardAttributes)...)
	for key := range locale.OwnWords("en", locale.InGames) {
		if reason, ok := strings.CutPrefix(key, "not."); ok {
			known = append(known, reason)
		}
	}
	all := slices.Clone(known)
	for _, prompt := range append(sorted(c.used.Texts["prompt"].Uses), ownPrompts...) {
		all = append(all, lists.Map(known, func(reason string) string { return prompt + "." + reason })...)
	}
	slices.Sort(all)
	return all
}

// allWords are all words of the pack.
func (c *checker) allWords() []string {
	words := c.Compiled.PrintedWords()
	for _, more := range append(c.Compiled.WordSets(), setOf(c.Compiled.Defs), c.used.Words) {
		maps.Copy(words, more)
	}
	return sorted(words)
}

// onCard are the names that a card's own sentence may use: the parameters of its abilities, and
// its printed attributes.
func (c *checker) onCard(def *engine.CardDef) []string {
	p := c.Compiled.Pack
	var out []string
	for _, a := range def.Abilities {
		for _, param := range p.Abilities[a.Ability].Params {
			out = append(out, param.Name)
		}
	}
	for _, v := range def.Printed {
		out = append(out, p.Cards[v.Attribute].Name)
	}
	return out
}

// placeholders returns the names that a sentence may use; open is set where
// any may be right.
func (c *checker) placeholders(kind *keyword.Message, names []string) (allowed []string, open bool) {
	allowed = slices.Clone(kind.Names)
	p := c.Compiled.Pack
	switch kind.Key {
	case "seat":
		for i := range p.Seats {
			if k := p.Seats[i].Kind; k == engine.Word || k == engine.Card {
				allowed = append(allowed, p.Seats[i].Name)
			}
		}
	case "trigger.<trigger>", "because.<trigger>":
		allowed = append(allowed, inference.ParamNames(&p.Triggers[c.Compiled.Triggers[names[0]]])...)
	case "scene.ends":
		for i := range p.Zones {
			if p.Zones[i].Of == engine.OfTable {
				allowed = append(allowed, p.Zones[i].Name)
			}
		}
		allowed = append(allowed, c.Compiled.Pack.PublicAttributes()...)
	case "phase.<phase>", "phase.<phase>.then":
		// A phase with turns begins before the first of them: whose turn it is can
		// only be said by a phase within.
		if !withinTurns(c.Compiled.Tree.Flow, names[0]) {
			allowed = slices.DeleteFunc(allowed, func(n string) bool { return n == "seat" })
		}
		allowed = append(allowed, c.Compiled.Pack.PublicAttributes()...)
	case "ability.<ability>", "ability.<ability>.short", "ability.<ability>.<parameter>":
		for _, id := range c.Compiled.Abilities[names[0]] {
			for _, param := range p.Abilities[id].Params {
				allowed = append(allowed, param.Name)
			}
			allowed = append(allowed, aim(&p.Abilities[id])...)
		}
	case "card.<card>", "card.<card>.short":
		allowed = append(allowed, c.onCard(&p.Defs[c.Compiled.Defs[names[0]]])...)
	case "set.<attribute>", "set.<attribute>.less":
		if _, ok := c.Compiled.GameAttributes[names[0]]; ok {
			allowed = slices.DeleteFunc(allowed, func(n string) bool { return n == "card" || n == "seat" })
			_, seats := c.Compiled.SeatAttributes[names[0]]
			_, cards := c.Compiled.CardAttributes[names[0]]
			if seats || cards {
				allowed = kind.Names
			}
		}
	case "say.<key>", "prompt.<prompt>", "check.<key>":
		return nil, true
	}
	return allowed, false
}

// aim is the placeholder for what an ability acts on: where that has a name, or a card that does
// it may give it one.
func aim(a *engine.Ability) []string {
	if a.Aim() != "" || a.Form == engine.Deed && a.Target != nil {
		return []string{"target"}
	}
	return nil
}

var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// check reports placeholders that are neither among those allowed nor icons.
func (c *checker) check(m *ast.Message, allowed []string) {
	for _, name := range used(m) {
		if slices.Contains(allowed, name) || c.Compiled.Broken[name] {
			continue
		}
		message := fmt.Sprintf("the sentence %q is not given {%s}", m.Key, name)
		known := append(slices.Clone(allowed), sorted(c.Compiled.Icons)...)
		if _, icon := c.Compiled.Icons[name]; icon {
			meant := oneLetterOff(name, allowed, used(m))
			if meant == "" || besideNumber(m, name) {
				continue
			}
			message = fmt.Sprintf("the sentence %q shows the symbol {%s}, and is given {%s}, which it does not show",
				m.Key, name, meant)
			known = []string{meant}
		}
		c.add(diag.Warning, "unknown-placeholder", c.placeIn(m, name), name, known, "%s", message)
	}
}

// oneLetterOff is what a symbol of that name was probably meant to be: a value that differs
// by one letter, and that the sentence is given and does not show; "" for none.
func oneLetterOff(name string, given, shown []string) string {
	for _, other := range slices.Sorted(slices.Values(given)) {
		if !slices.Contains(shown, other) && diag.Distance([]rune(name), []rune(other)) == 1 {
			return other
		}
	}
	return ""
}

// besideNumber reports whether a symbol stands beside a number that is written out, as in
// "2 {fan}": then it is meant.
func besideNumber(m *ast.Message, name string) bool {
	symbol := `\{` + regexp.QuoteMeta(name) + `\}`
	counted := regexp.MustCompile(`\p{Nd}\s*` + symbol + `|` + symbol + `\s*\p{Nd}`)
	return slices.ContainsFunc(textsOf(m), counted.MatchString)
}

// textsOf are all forms of a sentence.
func textsOf(m *ast.Message) []string {
	return append(lists.Map(m.Forms, func(f ast.Form) string { return f.Text }), m.Text)
}

// used returns the placeholders of a sentence.
func used(m *ast.Message) []string {
	var names []string
	for _, text := range textsOf(m) {
		for {
			before, after, found := strings.Cut(text, "}")
			open := strings.LastIndexByte(before, '{')
			if found && open >= 0 && !slices.Contains(names, before[open+1:]) {
				names = append(names, before[open+1:])
			}
			text = after
			if !found {
				break
			}
		}
	}
	return names
}

// saidWithout reports placeholders that one of the calls does not give.
func (c *checker) saidWithout(kind *keyword.Message, names []string, m *ast.Message) {
	if !scriptsChoose(kind) {
		return
	}
	prefix, _, _ := strings.Cut(kind.Key, ".")
	uses := c.used.Texts[prefix].Uses[names[0]]
	names = used(m)
	if len(m.Forms) > 0 && !slices.Contains(names, "count") {
		names = append(names, "count")
	}
	for _, name := range names {
		_, icon := c.Compiled.Icons[name]
		for _, place := range uses {
			given := sorted(place.Names)
			// The count may come from a list; a value of nearly that name does not.
			if place.Open || place.Names[name] || name == "count" && diag.Nearest(name, given) == "" ||
				icon && (oneLetterOff(name, given, names) == "" || besideNumber(m, name)) {
				continue
			}
			c.add(diag.Warning, "unknown-placeholder", c.placeIn(m, name), name, given,
				"the sentence %q uses {%s}, which is not given at %s:%d", m.Key, name, place.File, place.Line)
			break
		}
	}
}

// placeIn finds a placeholder in the lines of a sentence.
func (c *checker) placeIn(m *ast.Message, name string) diag.Pos {
	const lines = 12
	pos := m.Key.Pos
	for n := pos.Line; n < pos.Line+lines; n++ {
		text := c.Loaded.Line(pos.File, n)
		if n > pos.Line && text != "" && text[0] != ' ' && text[0] != '\t' {
			break // the next sentence
		}
		if i := strings.Index(text, "{"+name+"}"); i >= 0 {
			return diag.At(pos.File, n, utf8.RuneCountInString(text[:i])+1)
		}
	}
	return pos
}

// withinTurns reports whether a phase runs in the turns of one around it.
func withinTurns(flow []*ast.PhaseNode, phase string) bool {
	for n, around := range ast.Nodes(flow) {
		if n.Name.Text == phase && slices.ContainsFunc(around, func(n *ast.PhaseNode) bool { return n.Turns != nil }) {
			return true
		}
	}
	return false
}

// Placeholders are what a sentence may show in braces, sorted; nil for one whose key
// belongs to nothing.
func Placeholders(r *interp.Reading, key string) []string {
	kind, names, ok := keyword.MessageFor(key)
	if !ok {
		return nil
	}
	has := map[string]func(string) bool{
		"trigger": func(name string) bool {
			_, ok := r.Compiled.Triggers[name]
			return ok
		},
		"card": func(name string) bool {
			_, ok := r.Compiled.Defs[name]
			return ok
		},
	}
	for i, ref := range kind.Refs() {
		if known := has[ref]; known != nil && !known(names[i]) {
			return nil
		}
	}
	c := &checker{Reading: r}
	allowed, open := c.placeholders(kind, names)
	if m := r.Compiled.Texts["en"][key]; open && m != nil {
		allowed = used(m)
	}
	slices.Sort(allowed)
	return slices.Compact(allowed)
}
