package compile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// random is the value of an option that is drawn when a game starts.
const random = "random"

func (c *Compiler) options() {
	for _, o := range c.tree.GameOptions {
		if !c.declare("option", o.Name) || !c.fieldName(o.Name, "option") {
			continue
		}
		out := engine.GameOption{Name: o.Name.Text, Number: o.Number, Seat: o.Seat, Min: o.Min, Max: o.Max,
			Distinct: o.Distinct}
		c.cardOption(o)
		c.deckOption(o)
		for _, v := range o.Values {
			if slices.Contains(out.Values, v.Text) {
				c.errorf("duplicate-name", v, "the value %q stands twice", v)
				continue
			}
			c.freeValue(o, v)
			c.Symbol(v.Text)
			out.Values = append(out.Values, v.Text)
		}
		c.drawn(o, &out)
		out.PerSeat = o.PerSeat
		fine := c.optionKind(o)
		if o.Default != nil {
			out.Default = c.optionDefault(o, fine)
		}
		for _, v := range o.Overlays {
			if !slices.Contains(out.Values, v.Value.Text) {
				c.unknown("unknown-value", v.Value, "the option has no value", out.Values)
			}
		}
		c.out.GameOptions[o.Name.Text] = len(c.pack.GameOptions)
		c.pack.GameOptions = append(c.pack.GameOptions, out)
		c.out.Labels.GameOptions = append(c.out.Labels.GameOptions, o.Label)
		c.out.Labels.OptionValues = append(c.out.Labels.OptionValues, o.Labels)
	}
}

// freeValue refuses a value of an option that no game can be given.
func (c *Compiler) freeValue(o *ast.GameOption, v ast.Word) {
	switch {
	case v.Text == random:
		c.errorf("reserved-name", v, "%q %s and cannot be one of them; %q is free, and random: true "+
			"beside the values lets them be drawn", v, keyword.Reserved()[keyword.RefOptionValue][random],
			v.Text+"_"+o.Name.Text)
	case strings.TrimSpace(v.Text) != v.Text || o.PerSeat && strings.Contains(v.Text, ","):
		c.errorf("bad-name", v, "a value of an option has no comma where each seat has one, and no space "+
			"around it: %q", v)
	}
}

// drawn lets values be drawn, under a word of its own.
func (c *Compiler) drawn(o *ast.GameOption, out *engine.GameOption) {
	switch {
	case !o.Random:
		return
	case o.Seat || o.Number:
		c.errorf("meaningless-key", o.Name, "random is for options with values: %q has none", o.Name)
		return
	}
	c.Symbol(random)
	o.Values = append(o.Values, ast.Word{Text: random, Pos: o.Name.Pos})
	if len(o.Labels) > 0 {
		o.Labels = append(o.Labels, nil)
	}
	out.Values = append(out.Values, random)
}

// optionDefault is the default of an option as it is given: one value, or those of the
// seats with commas between.
func (c *Compiler) optionDefault(o *ast.GameOption, check bool) string {
	values := o.Default.List()
	switch {
	case o.Default.Kind != ast.TreeList:
	case !o.PerSeat:
		c.errorf("bad-option", o.Default, "the option %q has one value, not a list", o.Name)
		return ""
	case len(values) != c.tree.MaxSeats || c.tree.MinSeats != c.tree.MaxSeats:
		c.errorf("bad-option", o.Default,
			"the option %q needs one default, or one for each seat where the number of seats is always the same",
			o.Name)
		return ""
	}
	var words []string
	for _, v := range values {
		if check {
			c.optionValue(o, v)
		}
		words = append(words, v.Text)
	}
	return strings.Join(words, ",")
}

// cardOption makes the ids of the cards of its type the values of an option.
func (c *Compiler) cardOption(o *ast.GameOption) {
	if !o.Card.Given() {
		return
	}
	if _, ok := c.typeNamed(o.Card); !ok {
		return
	}
	for _, card := range c.tree.Cards {
		if card.Type.Text == o.Card.Text {
			o.Values = append(o.Values, card.ID)
			o.Labels = append(o.Labels, card.Label)
		}
	}
}

// optionKind reports whether an option says in one way what may be chosen, with a
// finding if not.
func (c *Compiler) optionKind(o *ast.GameOption) bool {
	kinds := 0
	for _, has := range []bool{len(o.Values) > 0, o.Number, o.Seat} {
		if has {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		c.errorf("bad-option", o.Name, "the option %q needs one of values, number and seat", o.Name)
	case o.Number && o.Min > o.Max:
		c.errorf("bad-range", o.Name, "max of the option %q is below min", o.Name)
	case o.Distinct && !o.PerSeat:
		c.errorf("meaningless-key", o.Name,
			"distinct is for options per seat: %q has one value", o.Name)
	case o.Seat && o.PerSeat:
		c.errorf("meaningless-key", o.Name, "an option per seat cannot be a seat: %q", o.Name)
	default:
		return true
	}
	return false
}

// optionValue checks a value of an option, from default or refuse.
func (c *Compiler) optionValue(o *ast.GameOption, t *ast.Tree) {
	switch {
	case o.Number:
		if t.Kind != ast.TreeNumber || t.Number < o.Min || t.Number > o.Max {
			c.errorf("bad-range", t, "%q takes a number from %d to %d, not %s", o.Name,
				o.Min, o.Max, t.Describe())
		}
	case o.Seat:
		n, err := strconv.Atoi(t.Text)
		if t.Text != random && (err != nil || n < 1 || n > max(1, c.tree.MaxSeats)) {
			c.errorf("bad-range", t, "%q takes random or the number of a seat, not %s",
				o.Name, t.Describe())
		}
	case len(o.Values) > 0:
		values := lists.Map(o.Values, func(v ast.Word) string { return v.Text })
		if !slices.Contains(values, t.Text) {
			c.unknown("unknown-value", ast.Word{Text: t.Text, Pos: t.Pos}, "the option has no value", values)
		}
	}
}

// refusals resolves the combinations that cannot be played.
func (c *Compiler) refusals() {
	for _, r := range c.tree.Refusals {
		out := Refusal{Because: r.Because.Text}
		for _, term := range r.When {
			i := slices.IndexFunc(c.tree.GameOptions,
				func(o *ast.GameOption) bool { return o.Name.Text == term.Option.Text })
			if i < 0 && term.Option.Text != "seats" {
				c.unknown("unknown-option", term.Option, "there is no option",
					append([]string{"seats"}, sortedKeys(c.out.GameOptions)...))
				continue
			}
			values := RefusalTerm{Option: term.Option.Text}
			for _, v := range term.Values {
				if i >= 0 {
					c.optionValue(c.tree.GameOptions[i], v)
				} else if v.Kind != ast.TreeNumber {
					c.errorf("wrong-type", v,
						"seats is compared with a number of seats, not %s", v.Describe())
				}
				values.Values = append(values.Values, v.Text)
			}
			out.When = append(out.When, values)
		}
		c.out.Refusals = append(c.out.Refusals, out)
	}
}
