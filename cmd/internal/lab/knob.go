package lab

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// Knob is a field of a card, with values to try.
type Knob struct {
	Card string
	// Field is the name of the field, with that of a field within it behind it.
	Field  []string
	Values []string
}

// mostValues bounds the values of a knob: each needs a loaded game.
const mostValues = 16

var (
	knobForm  = regexp.MustCompile(`^([^.=\s]+)\.([^.=\s]+(?:\.[^.=\s]+)*)=(\S+)$`)
	knobRange = regexp.MustCompile(`^(-?\d{1,6})\.\.(-?\d{1,6})$`)
	knobValue = regexp.MustCompile(`^(-?\d{1,6}|[a-z][a-z0-9_]*)$`)
)

// ReadKnob parses a knob: orc_blitzer.power.standing=2..5, or =2,4,8. An error says what is
// wrong with the text.
func ReadKnob(text string) (*Knob, error) {
	parts := knobForm.FindStringSubmatch(text)
	if parts == nil {
		return nil, fmt.Errorf("%q names no values of a card; write CARD.FIELD=2..5, or CARD.FIELD=2,4,8", text)
	}
	k := &Knob{Card: parts[1], Field: strings.Split(parts[2], "."), Values: strings.Split(parts[3], ",")}
	if ends := knobRange.FindStringSubmatch(parts[3]); ends != nil {
		low, _ := strconv.Atoi(ends[1]) // it has digits alone
		high, _ := strconv.Atoi(ends[2])
		k.Values = nil
		for n := low; n <= high && len(k.Values) <= mostValues; n++ {
			k.Values = append(k.Values, strconv.Itoa(n))
		}
	}
	for i, v := range k.Values {
		if !knobValue.MatchString(v) {
			return nil, fmt.Errorf("%q is no value to try; write whole numbers or words, as 2..5 or 2,4,8", v)
		}
		if slices.Contains(k.Values[:i], v) {
			return nil, fmt.Errorf("%s names %s twice", text, v)
		}
	}
	if n := len(k.Values); n == 0 || n > mostValues {
		return nil, fmt.Errorf("%s names no values to try, or more than %d", text, mostValues)
	}
	return k, nil
}

// Now is the value that the card has in a pack. An error says that there is no such card,
// or that the field has no value that could be replaced.
func (k *Knob) Now(p *interp.Pack) (string, error) {
	d, known := p.Compiled.Defs[k.Card]
	if !known {
		ids := lists.Map(p.Compiled.Pack.Defs, func(d engine.CardDef) string { return d.ID })
		return "", fmt.Errorf("the pack has no card %q; %s", k.Card, diag.There(k.Card, ids))
	}
	card := p.Compiled.Cards[d]
	names := lists.Map(card.Origins, func(w ast.Word) string { return w.Text })
	if !slices.Contains(names, k.Field[0]) {
		return "", fmt.Errorf("the card %s has no field %q; %s", k.Card, k.Field[0], diag.There(k.Field[0], names))
	}
	at := slices.IndexFunc(card.Values, func(v ast.CardValue) bool { return v.Name.Text == k.Field[0] })
	if at < 0 {
		return card.Value(k.Field[0]), nil
	}
	value := card.Values[at].Value
	for i, name := range k.Field[1:] {
		names = lists.Map(value.Fields, func(f ast.TreeField) string { return f.Name })
		if !slices.Contains(names, name) {
			return "", fmt.Errorf("%s of the card %s has no %q; %s", strings.Join(k.Field[:i+1], "."), k.Card, name,
				diag.There(name, names))
		}
		value = value.Fields[slices.Index(names, name)].Value
	}
	if len(value.Fields) > 0 {
		names = lists.Map(value.Fields, func(f ast.TreeField) string { return f.Name })
		return "", fmt.Errorf("%s of the card %s is no single value; write %s.%s.%s=2..5",
			k.Path(), k.Card, k.Card, k.Path(), names[0])
	}
	return value.Inline(), nil
}

// Path is the field as it is written behind the card.
func (k *Knob) Path() string { return strings.Join(k.Field, ".") }

// Patch is the file of cards of an overlay in which the field has a value.
func (k *Knob) Patch(value string) string {
	text := k.Field[len(k.Field)-1] + ": " + value
	for _, name := range slices.Backward(k.Field[:len(k.Field)-1]) {
		text = name + ": {" + text + "}"
	}
	return "patch:\n  - id: " + k.Card + "\n    " + text + "\n"
}

// Overlay is an overlay of a pack in which the field has a value, whatever other overlays
// say of it.
func (k *Knob) Overlay(p *interp.Pack, value string) *pack.Source {
	shown := k.Card + "." + k.Path() + "=" + value
	file := func(path, text string) pack.File {
		return pack.File{Path: path, Shown: shown + "/" + path, Data: []byte(text)}
	}
	return &pack.Source{Shown: shown, Files: []pack.File{file("cards/knob.yaml", k.Patch(value)),
		file("pack.yaml", fmt.Sprintf("id: knob\nversion: 1.0.0\napi: %d\nname: {en: Knob}\nlanguages: [en]\n"+
			"extends: %s\npriority: 1000000\n", keyword.API, p.Compiled.Pack.ID))}}
}
