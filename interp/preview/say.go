package preview

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/locale"
)

// say puts a preview into a few sentences, at least one: the sure lines, the likely ones
// with their chance, the changes, and the next question. nothing is the key of the sentence
// to use if there are none.
func (w *Would) say(voice *locale.Voice, nothing string) []string {
	if w.Refused {
		return []string{say(voice, "would.refused")}
	}
	out := w.sentences(voice)
	if w.Best != nil {
		text := w.Best.Answer
		for _, more := range w.Best.Say {
			text += "; " + more
		}
		out = append(out, say(voice, "would.best", "text", text))
	}
	if n := len(w.Parts); n > 0 {
		text := strings.Join(w.Parts[:min(n, shown)], " / ")
		if n > shown {
			text += " / …"
		}
		out = append(out, say(voice, "would.parts", "text", text))
	}
	if len(out) == 0 {
		return []string{say(voice, nothing)}
	}
	return out
}

// sentences are the lines, the changes and the next question of a preview.
func (w *Would) sentences(voice *locale.Voice) []string {
	var out []string
	add := func(parts []string) {
		if len(parts) > 0 {
			out = append(out, strings.Join(parts, "; "))
		}
	}
	add(Texts(w.Sure))
	add(likely(voice, w.Likely))
	var values []string
	for _, c := range w.Values {
		key := "would.change"
		if c.Of != "" {
			key = "would.change.of"
		}
		values = append(values, say(voice, key, "of", c.Of, "name", c.Name, "before", c.Before, "after", c.After))
	}
	add(values)
	var then []string
	for _, n := range w.Then {
		text := n.Text
		switch {
		case n.Over:
			text = say(voice, "would.over")
		case text == "":
			text = say(voice, "would.waits", "seat", voice.Seat(n.Seat))
		}
		then = append(then, chanced(voice, n.Chance, say(voice, "would.then", "text", text)))
	}
	add(then)
	return out
}

// mostLikely is how many lines that are not sure are said.
const mostLikely = 6

// likely says the likeliest of lines, in their order, under one chance those that come
// one behind the other.
func likely(voice *locale.Voice, lines []Line) []string {
	chances := map[string]int{}
	for _, l := range lines {
		chances[l.Text] = max(chances[l.Text], l.Chance)
	}
	least := 0
	if len(chances) > mostLikely {
		least = slices.Sorted(maps.Values(chances))[len(chances)-mostLikely]
	}
	var out []string
	for i := 0; i < len(lines); {
		chance := lines[i].Chance
		var group []Line
		for ; i < len(lines) && lines[i].Chance == chance; i++ {
			if chance >= least {
				group = append(group, lines[i])
			}
		}
		if len(group) > 0 {
			out = append(out, chanced(voice, chance, strings.Join(Texts(group), "; ")))
		}
	}
	return out
}

// Texts returns the texts of lines without full stops; equal ones stand once, with their
// count.
func Texts(lines []Line) []string {
	var out []string
	count := map[string]int{}
	for _, l := range lines {
		text := strings.TrimRight(l.Text, ".。")
		count[text]++
		if count[text] == 1 {
			out = append(out, text)
		}
	}
	for i, text := range out {
		if n := count[text]; n > 1 {
			out[i] = fmt.Sprintf("%s ×%d", text, n)
		}
	}
	return out
}

func say(voice *locale.Voice, key string, pairs ...string) string {
	text, _ := voice.Message(key, locale.Pairs(pairs...))
	return text
}

// chanced puts a text under its chance, which a sample of worlds says to about a tenth.
func chanced(voice *locale.Voice, chance int, text string) string {
	if chance >= 100 {
		return text
	}
	return say(voice, "would.chance", "text", text, "chance", fmt.Sprint(chance))
}
