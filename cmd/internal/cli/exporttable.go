package cli

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// table writes the cards as a table that a file of cards may be: what is printed on each, its
// abilities, and its own sentence in each language.
func (p *exportParams) table(h Host, loaded *interp.Pack) error {
	pack := loaded.Compiled.Pack
	rows := []map[string]string{}
	for _, d := range loaded.Compiled.InOrder() {
		if p.Cards == nil || slices.Contains(p.Cards, pack.Defs[d].ID) {
			rows = append(rows, rowOf(loaded, d))
		}
	}
	head := []string{"id", "type", "copies"}
	for _, lang := range lists.Sorted(loaded.Compiled.Texts) {
		head = append(head, "name."+lang, "text."+lang)
	}
	for i := range pack.Cards {
		head = append(head, pack.Cards[i].Name)
	}
	head = slices.DeleteFunc(append(head, "abilities"), func(key string) bool {
		return !slices.ContainsFunc(rows, func(row map[string]string) bool { return row[key] != "" })
	})
	lines := [][]string{head}
	for _, row := range rows {
		lines = append(lines, lists.Map(head, func(key string) string { return row[key] }))
	}
	var out bytes.Buffer
	_ = csv.NewWriter(&out).WriteAll(lines) // memory takes all
	if err := disk.OS.Write(p.Out, out.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(h.Out, "%s in %s\n", command.Counted(len(rows), "card"), p.Out)
	return nil
}

// rowOf are the cells of a card, by the names of their columns.
func rowOf(p *interp.Pack, d engine.DefID) map[string]string {
	card := describeCard(p, d)
	row := map[string]string{"id": card.ID, "type": card.Type}
	if card.Copies != 1 {
		row["copies"] = fmt.Sprint(card.Copies)
	}
	for lang, name := range card.Names {
		row["name."+lang] = name
	}
	for lang, texts := range p.Compiled.Texts {
		if m := texts[p.Compiled.Cards[d].TextKey()]; m != nil {
			row["text."+lang] = m.Text
		}
	}
	for name, value := range card.Attributes {
		row[name] = cellOf(value)
	}
	var abilities []any
	for _, a := range card.Abilities {
		var ability any = a.Name
		if len(a.Params) > 0 {
			ability = map[string]any{a.Name: a.Params}
		}
		abilities = append(abilities, ability)
	}
	if abilities != nil {
		row["abilities"] = cellOf(abilities)
	}
	return row
}

// cellOf is a value as a cell has it: lists and maps in brackets.
func cellOf(v any) string {
	switch v.(type) {
	case []any, map[string]any:
		text, err := json.Marshal(v)
		if err == nil {
			return string(text)
		}
	}
	return fmt.Sprint(v)
}
