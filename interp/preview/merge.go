package preview

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ruledeck/ruledeck/engine/view"
)

// least is in how many of a hundred worlds something must come to be told.
const least = 20

// group are the lines of several worlds that say the same thing.
type group struct {
	first courseLine
	// worlds counts the worlds in which it came, sure those in which it was certain; texts
	// are its wordings, in the order in which they first came, with their counts.
	worlds, sure int
	texts        []variant
	place        int
}

type variant struct {
	text  string
	count int
}

// merge joins what followed in several worlds.
func (p *Previewer) merge(worlds []course) Would {
	out := Would{Worlds: len(worlds), Sure: []Line{}, Likely: []Line{}, Values: []Change{}, Then: []Next{}}
	for _, g := range gather(worlds) {
		if g.scattered() {
			continue
		}
		line := g.line(len(worlds))
		if g.sure == len(worlds) && len(g.texts) == 1 {
			out.Sure = append(out.Sure, line)
		} else {
			out.Likely = append(out.Likely, line)
		}
	}
	moved := slices.Clone(worlds)
	for i := range moved {
		moved[i].lines = moved[i].moves
	}
	for _, g := range gather(moved) {
		if len(g.texts) == 1 && g.worlds == len(worlds) {
			out.moves = append(out.moves, g.line(len(worlds)))
		}
	}
	out.Values = changesOf(worlds)
	for i := range worlds {
		next := worlds[i].next
		at := slices.IndexFunc(out.Then, func(n Next) bool {
			n.Chance = 0
			return n == next
		})
		if at < 0 {
			out.Then, at = append(out.Then, next), len(out.Then)
		}
		out.Then[at].Chance++
	}
	for i := range out.Then {
		out.Then[i].Chance = percent(out.Then[i].Chance, len(worlds))
	}
	slices.SortStableFunc(out.Then, func(a, b Next) int { return cmp.Compare(b.Chance, a.Chance) })
	out.Then = slices.DeleteFunc(out.Then, func(n Next) bool { return n.Chance < least || n == Next{Chance: n.Chance} })
	return out
}

// gather groups the lines of all worlds by their event and card; lines too rare for that
// are grouped by their event alone.
func gather(worlds []course) []*group {
	groups := join(nil, worlds, func(t courseLine) (line, bool) { return t.what, true })
	rare := map[line]bool{}
	kept := groups[:0]
	for _, g := range groups {
		if percent(g.worlds, len(worlds)) < least {
			rare[g.first.what] = true
		} else {
			kept = append(kept, g)
		}
	}
	all := join(kept, worlds, func(t courseLine) (line, bool) { return t.kind, rare[t.what] })
	all = slices.DeleteFunc(all, func(g *group) bool { return percent(g.worlds, len(worlds)) < least })
	slices.SortStableFunc(all, func(a, b *group) int { return cmp.Compare(a.place, b.place) })
	return all
}

// join adds groups of the lines that by names; lines of one world that say the same
// count once.
func join(to []*group, worlds []course, by func(courseLine) (line, bool)) []*group {
	at := map[line]*group{}
	for w := range worlds {
		here := map[*group]bool{}
		for place, t := range worlds[w].lines {
			key, wanted := by(t)
			if !wanted {
				continue
			}
			g := at[key]
			if g == nil {
				g = &group{first: t, place: place}
				at[key] = g
				to = append(to, g)
			}
			if here[g] {
				continue
			}
			here[g] = true
			g.worlds++
			if t.sure {
				g.sure++
			}
			g.texts = count(g.texts, t.text)
		}
	}
	return to
}

// line says a group.
func (g *group) line(worlds int) Line {
	l := Line{Text: g.first.text, Chance: percent(g.worlds, worlds), Cards: g.first.cards}
	if len(g.texts) > 1 {
		l.Cards = []string{}
		l.Text, l.Low, l.High = variants(g.texts)
	}
	return l
}

// scattered reports whether the variants of a line tell nothing: a line about dice, since
// the outcome has its own line, or one whose shown variants are the lesser half.
func (g *group) scattered() bool {
	if len(g.texts) > 1 && g.first.what.event == view.RollEvent {
		return true
	}
	if len(g.texts) <= shown {
		return false
	}
	if text, _, _ := variants(g.texts); !strings.ContainsRune(text, '{') {
		return false
	}
	named := 0
	for _, v := range g.texts[:shown] {
		named += v.count
	}
	return named*2 < g.worlds
}

// percent is a share of a hundred, to the next ten.
func percent(n, of int) int { return (n*100/of + 5) / 10 * 10 }

// variants says texts at once: what they share, and in braces what differs, most often
// first. Where that is a number, it is a range.
func variants(texts []variant) (text string, low, high int) {
	slices.SortStableFunc(texts, func(a, b variant) int { return cmp.Compare(b.count, a.count) })
	split := make([][]string, len(texts))
	for i := range texts {
		split[i] = tokens(texts[i].text)
	}
	if text, low, high, ok := figures(split); ok {
		return text, low, high
	}
	front, back := 0, 0
	for same(split, front, func(w []string, i int) string { return w[i] }) {
		front++
	}
	for back < shortest(split)-front && same(split, back, func(w []string, i int) string { return w[len(w)-1-i] }) {
		back++
	}
	var middle []string
	for i := range split {
		middle = append(middle, strings.Join(split[i][front:len(split[i])-back], ""))
	}
	inner, low, high := spread(middle)
	head, tail := split[0][:front], split[0][len(split[0])-back:]
	return strings.Join(head, "") + inner + strings.Join(tail, ""), low, high
}

// figures says texts that differ in their numbers alone, each of them as a range; low and
// high are the bounds where one of them differs.
func figures(texts [][]string) (text string, low, high int, ok bool) {
	differ := 0
	for at := range texts[0] {
		var list []string
		for _, t := range texts {
			if len(t) != len(texts[0]) {
				return "", 0, 0, false
			}
			if !slices.Contains(list, t[at]) {
				list = append(list, t[at])
			}
		}
		one := list[0]
		if len(list) > 1 {
			one, low, high = spread(list)
			if low == high {
				return "", 0, 0, false
			}
			differ++
		}
		text += one
	}
	if differ > 1 {
		low, high = 0, 0
	}
	return text, low, high, true
}

// tokens splits a text into words, and whatever else it has into single characters, as
// scripts are written that leave no space between words.
func tokens(text string) []string {
	var out []string
	word := false
	for _, r := range text {
		letter := (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-+'’", r)) &&
			!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
		if letter && word {
			out[len(out)-1] += string(r)
		} else {
			out = append(out, string(r))
		}
		word = letter
	}
	return out
}

// isWord reports whether a token is more than a space or a mark.
func isWord(token string) bool {
	r := []rune(token)[0]
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// shown is how many variants are said.
const shown = 3

// spread says different texts in braces, or as a range where they are numbers.
func spread(texts []string) (text string, low, high int) {
	for i, t := range texts {
		n, err := strconv.Atoi(t)
		if err != nil {
			samples := texts[:min(len(texts), shown)]
			text = strings.Join(samples, " / ")
			if len(texts) > shown {
				text += " / …"
			}
			return "{" + text + "}", 0, 0
		}
		if i == 0 {
			low, high = n, n
		}
		low, high = min(low, n), max(high, n)
	}
	return strconv.Itoa(low) + "–" + strconv.Itoa(high), low, high
}

func shortest(texts [][]string) int {
	n := len(texts[0])
	for _, t := range texts {
		n = min(n, len(t))
	}
	return n
}

// same reports whether all texts have the same word at a place.
func same(texts [][]string, place int, at func([]string, int) string) bool {
	if place >= shortest(texts) {
		return false
	}
	return !slices.ContainsFunc(texts, func(t []string) bool { return at(t, place) != at(texts[0], place) })
}

// changesOf joins the changes of several worlds.
func changesOf(worlds []course) []Change {
	type joined struct {
		change
		before, after []variant
		worlds        int
	}
	var all []*joined
	sure := true
	for w := range worlds {
		sure = sure && worlds[w].sure
		for _, c := range worlds[w].values {
			i := slices.IndexFunc(all, func(j *joined) bool { return j.of == c.of })
			if i < 0 {
				all, i = append(all, &joined{change: c}), len(all)
			}
			all[i].before, all[i].after = count(all[i].before, c.before), count(all[i].after, c.after)
			all[i].worlds++
		}
	}
	out := []Change{}
	for _, j := range all {
		if percent(j.worlds, len(worlds)) < least {
			continue
		}
		for range len(worlds) - j.worlds {
			j.after = count(j.after, j.change.before)
		}
		out = append(out, Change{Name: j.name, Of: j.whose, Key: j.of.key, Holder: j.of.holder,
			Before: oneOf(j.before), After: oneOf(j.after), Sure: sure && len(j.after) == 1})
	}
	return out
}

// count counts a text among its variants.
func count(list []variant, text string) []variant {
	i := slices.IndexFunc(list, func(v variant) bool { return v.text == text })
	if i < 0 {
		list, i = append(list, variant{text: text}), len(list)
	}
	list[i].count++
	return list
}

// oneOf says variants, or the one that there is.
func oneOf(list []variant) string {
	if len(list) == 1 {
		return list[0].text
	}
	text, _, _ := variants(list)
	return text
}

// share removes from the options whatever every option would do, as long as one of them
// keeps something of its own.
func (q *Question) share() {
	if len(q.Options) < 2 || slices.ContainsFunc(q.Options, func(w Would) bool { return w.Refused }) {
		return
	}
	first := q.Options[0]
	for _, l := range slices.Concat(first.Sure, first.Likely) {
		if q.all(func(w *Would) bool {
			same := func(o Line) bool { return o.Text == l.Text && o.Chance == l.Chance }
			return slices.ContainsFunc(w.Sure, same) || slices.ContainsFunc(w.Likely, same)
		}) {
			q.Shared = append(q.Shared, l)
		}
	}
	var moves []string
	for _, l := range first.moves {
		if q.all(func(w *Would) bool {
			return slices.ContainsFunc(w.moves, func(o Line) bool { return o.Text == l.Text })
		}) {
			moves = append(moves, l.Text)
		}
	}
	for _, c := range first.Values {
		if q.all(func(w *Would) bool { return slices.Contains(w.Values, c) }) {
			q.Values = append(q.Values, c)
		}
	}
	if q.all(func(w *Would) bool { return slices.Equal(w.Then, first.Then) }) {
		q.Then = append(q.Then, first.Then...)
	}
	for i := range q.Options {
		w := &q.Options[i]
		shared := func(l Line) bool {
			return slices.ContainsFunc(q.Shared, func(o Line) bool { return o.Text == l.Text })
		}
		w.moves = slices.DeleteFunc(w.moves, func(l Line) bool { return slices.Contains(moves, l.Text) })
		w.Sure, w.Likely = slices.DeleteFunc(w.Sure, shared), slices.DeleteFunc(w.Likely, shared)
		w.Values = slices.DeleteFunc(w.Values, func(c Change) bool { return slices.Contains(q.Values, c) })
		if len(q.Then) > 0 {
			w.Then = []Next{}
		}
	}
}

// all reports whether something holds for each option.
func (q *Question) all(holds func(*Would) bool) bool {
	return !slices.ContainsFunc(q.Options, func(w Would) bool { return !holds(&w) })
}
