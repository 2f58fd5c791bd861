package cli

import (
	"fmt"
	"hash/fnv"
	"sort"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/transcript"
)

// A golden is a played game as text: the record (pack hash, seed, options,
// answers), then a digest of every card's definition, then the transcript.

// The headings of the parts behind the record.
const (
	cardsHeading      = "\ncards:\n"
	transcriptHeading = "\ntranscript:\n"
)

// golden is the parts of such a file.
type golden struct {
	record     *replay.Record
	text       string // the record as text
	cards      map[string]string
	transcript []string
}

// goldenOf makes the golden of a game that was played.
func goldenOf(t *interp.Table, g *engine.Game, seats []string) (*golden, error) {
	r, err := replay.NewRecord(g, seats)
	if err != nil {
		return nil, err
	}
	return &golden{record: r, text: strings.TrimRight(r.String(), "\n") + "\n", cards: cardDigests(t), transcript: toldLines(t, g, 0)}, nil
}

// toldLines is the transcript of a game for a reader, 0 for the referee.
func toldLines(t *interp.Table, g *engine.Game, reader engine.Seat) []string {
	var lines []string
	for _, l := range transcript.New(t.Speaker("en"), g, reader).Lines() {
		lines = append(lines, strings.Split(l.String(), "\n")...)
	}
	return lines
}

// String writes the file.
func (g *golden) String() string {
	var b strings.Builder
	b.WriteString(g.text)
	b.WriteString(cardsHeading[1:])
	var ids []string
	for id := range g.cards {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	for _, id := range ids {
		fmt.Fprintf(&b, "  %s %s\n", id, g.cards[id])
	}
	b.WriteString(transcriptHeading[1:])
	for _, line := range g.transcript {
		b.WriteString(strings.TrimRight("  "+line, " ") + "\n")
	}
	return b.String()
}

// readGolden reads a golden; a plain record has neither cards nor transcript.
func readGolden(data []byte) (*golden, error) {
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	out := &golden{cards: map[string]string{}}
	text, lines, _ := strings.Cut(text, transcriptHeading)
	text, cards, _ := strings.Cut(text, cardsHeading)
	out.text = strings.TrimRight(text, "\n") + "\n"
	for _, line := range strings.Split(cards, "\n") {
		if id, digest, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			out.cards[id] = digest
		}
	}
	if lines != "" {
		for _, line := range strings.Split(strings.TrimSuffix(lines, "\n"), "\n") {
			out.transcript = append(out.transcript, strings.TrimPrefix(line, "  "))
		}
	}
	record, err := replay.Read(strings.NewReader(out.text))
	out.record = record
	return out, err
}

// cardDigests digests the definition of every card: copies, printed values and
// abilities, by name, so that it does not depend on other cards.
func cardDigests(t *interp.Table) map[string]string {
	p := t.Compiled.Pack
	digests := map[string]string{}
	for d := range p.Defs {
		def := &p.Defs[d]
		h := fnv.New32a()
		fmt.Fprintln(h, p.Types[def.Type].Name, def.Copies)
		for a := range p.Cards {
			if values := def.Printed[engine.AttributeID(a)]; len(values) > 0 {
				fmt.Fprintln(h, p.Cards[a].Name, valuesText(t, values))
			}
		}
		for _, carried := range def.Abilities {
			fmt.Fprintln(h, p.Abilities[carried.Ability].Name, valuesText(t, carried.Params))
		}
		digests[def.ID] = fmt.Sprintf("%08x", h.Sum32())
	}
	return digests
}

// valuesText writes values without numbers that other cards could move.
func valuesText(t *interp.Table, values []engine.Value) string {
	var parts []string
	for _, v := range values {
		if v.Kind == engine.List {
			list := t.Compiled.Pack.Lists[v.N]
			for i, item := range list.Items {
				if i < len(list.Keys) {
					parts = append(parts, t.Compiled.Pack.Symbols[list.Keys[i]])
				}
				parts = append(parts, t.Layout.Key(item))
			}
			continue
		}
		parts = append(parts, t.Layout.Key(v))
	}
	return strings.Join(parts, ",")
}

// changedCards lists the cards whose definition is not as it was recorded.
func (g *golden) changedCards(now map[string]string) []string {
	var changed []string
	for id, digest := range now {
		if before, known := g.cards[id]; !known {
			changed = append(changed, id+" (new)")
		} else if before != digest {
			changed = append(changed, id)
		}
	}
	for id := range g.cards {
		if _, known := now[id]; !known {
			changed = append(changed, id+" (gone)")
		}
	}
	sort.Strings(changed)
	return changed
}

// firstDifference shows where two transcripts part, with the lines before.
func firstDifference(want, have []string) string {
	for i := 0; i < max(len(want), len(have)); i++ {
		expected, found := "(the end)", "(the end)"
		if i < len(want) {
			expected = strings.TrimSpace(want[i])
		}
		if i < len(have) {
			found = strings.TrimSpace(have[i])
		}
		if expected == found {
			continue
		}
		var b strings.Builder
		fmt.Fprintf(&b, "the first event that differs (line %d of the transcript)\n", i+1)
		for _, line := range have[max(0, min(i, len(have))-4):min(i, len(have))] {
			fmt.Fprintf(&b, "    %s\n", line)
		}
		fmt.Fprintf(&b, "  expected: %s\n  found:    %s\n", expected, found)
		return b.String()
	}
	return ""
}
