package position

import (
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Called reports whether a thing of the game that is no card has this name in English.
func (b *Fixture) Called(text string) bool { return b.called()[Fold(text)] }

// gatherNames lists the names, folded, of everything but cards, and with false the words that
// stand between the parts of labels.
func (b *Fixture) gatherNames() map[string]bool {
	labels := b.Compiled.Labels
	names := slices.Concat(b.Compiled.Pack.Symbols, b.AllZones, b.AbilityNames())
	for _, named := range slices.Concat(slices.Collect(maps.Values(labels.Words)),
		slices.Collect(maps.Values(labels.Abilities)), labels.Zones) {
		if label, ok := named.In("en"); ok {
			names = append(names, label)
		}
	}
	for _, m := range b.Compiled.Texts["en"] {
		names = append(names, m.Text)
	}
	out := b.between()
	for _, name := range names {
		out[Fold(name)] = true
	}
	return out
}

// Namable reports whether an option could be called so: the text is a name of the game, or
// is put together from names, numbers and the words that labels of options have between them.
func (b *Fixture) Namable(text string) bool {
	if _, err := b.Zone(Spaced(text), diag.Pos{}); err == nil || strings.HasPrefix(text, "key ") {
		return true
	}
	words := strings.Fields(Fold(text))
	// named[i]: the words from i on are names.
	named := make([]bool, len(words)+1)
	named[len(words)] = true
	for i := len(words) - 1; i >= 0; i-- {
		for j := i + 1; j <= len(words) && !named[i]; j++ {
			named[i] = named[j] && b.isPart(strings.Trim(strings.Join(words[i:j], " "), ",:;()"))
		}
	}
	return named[0]
}

// NearestOption is the text with one of its words as the game has it, where it names an
// option then; "" if there is none near.
func (b *Fixture) NearestOption(text string) string {
	known := slices.Concat(b.AllCards, b.AbilityNames(), b.Compiled.Pack.Symbols)
	if near := diag.Nearest(text, known); near != "" {
		return near
	}
	words := strings.Fields(text)
	for i, word := range words {
		near := slices.Clone(words)
		near[i] = diag.Nearest(word, known)
		if joined := strings.Join(near, " "); near[i] != "" && near[i] != word && b.Namable(joined) {
			return joined
		}
	}
	return ""
}

// isPart reports whether a text may be a part of an option's label.
func (b *Fixture) isPart(text string) bool {
	_, known := b.called()[text]
	if known || strings.Trim(text, "0123456789,.-+") == "" || b.IsCard(text) {
		return true
	}
	_, err := b.Zone(text, diag.Pos{})
	return err == nil
}

// between are the words that stand between the parts of labels.
func (b *Fixture) between() map[string]bool {
	out := map[string]bool{"none": false, "yes": false, "no": false, "true": false, "false": false, "of": false,
		"seat": false}
	for key, m := range b.Compiled.Texts["en"] {
		label := strings.HasPrefix(key, "option.") || strings.HasPrefix(key, "zone.") || strings.HasPrefix(key, "seat.")
		for rest := m.Text; label && rest != ""; {
			before, after, _ := strings.Cut(rest, "{")
			for word := range strings.FieldsSeq(Fold(before)) {
				out[strings.Trim(word, ",:;()")] = false
			}
			_, rest, _ = strings.Cut(after, "}")
		}
	}
	return out
}
