package library

import (
	"github.com/ruledeck/ruledeck/interp/script/language"
)

// MaxResults is the number of values that unpack gives at most.
const MaxResults = 250

func unpack(c *language.Call) language.Value {
	t := c.Table(1)
	from, to := c.OptInteger(2, 1), c.OptInteger(3, t.Len())
	if from > to {
		return c.Return()
	}
	if to-from >= MaxResults {
		c.Fault("unpack: a list of at most %d items can be unpacked", MaxResults)
	}
	c.Charge((to - from) / 4)
	values := make([]language.Value, 0, to-from+1)
	for i := from; i <= to; i++ {
		values = append(values, t.Get(language.Float(float64(i))))
	}
	return c.Return(values...)
}

func tableInsert(c *language.Call) language.Value {
	t := c.List(1)
	n := t.Len()
	at := n + 1
	value := c.Arg(2)
	switch c.N() {
	case 2:
	case 3:
		at = c.Integer(2)
		value = c.Arg(3)
		if at < 1 || at > n+1 {
			c.Fault("table.insert: position %d is outside 1 to %d", at, n+1)
		}
	default:
		c.Fault("table.insert takes a list, a position if wanted, and a value")
	}
	c.Insert(t, at, value)
	return c.Return()
}

func tableRemove(c *language.Call) language.Value {
	t := c.List(1)
	n := t.Len()
	at := c.OptInteger(2, n)
	if n == 0 && at == 0 || at == n+1 {
		return nil
	}
	if at < 1 || at > n {
		c.Fault("table.remove: position %d is outside 1 to %d", at, n)
	}
	return c.Remove(t, at)
}

func tableConcat(c *language.Call) language.Value {
	t := c.Table(1)
	separator := ""
	if c.Arg(2) != nil {
		separator = c.Text(2)
	}
	from, to := c.OptInteger(3, 1), c.OptInteger(4, t.Len())
	var b []byte
	for i := from; i <= to; i++ {
		v := t.Get(language.Float(float64(i)))
		switch v.(type) {
		case language.String, language.Number:
		default:
			c.Fault("table.concat: item %d is a %s, not a text", i, language.TypeName(v))
		}
		if i > from {
			b = append(b, separator...)
		}
		b = append(b, language.Text(v)...)
		c.LimitText(len(b))
		c.Charge(1)
	}
	return c.NewText(string(b))
}

func tableContains(c *language.Call) language.Value {
	t := c.Table(1)
	value := c.Any(2)
	for i := 1; i <= t.Len(); i++ {
		if t.At(i) == value {
			c.Charge(i / 8)
			return language.Flag(true)
		}
	}
	c.Charge(t.Len() / 8)
	return language.Flag(false)
}

func tableWith(c *language.Call) language.Value {
	out := tableWithout(c).(*language.Table)
	out.Append(c.Any(2))
	return out
}

func tableWithout(c *language.Call) language.Value {
	t := c.Table(1)
	value := c.Any(2)
	c.Charge(t.Len())
	out := c.State().NewTable(t.Len()+1, 0)
	for i := 1; i <= t.Len(); i++ {
		if item := t.At(i); item != value {
			out.Append(item)
		}
	}
	return out
}

// keys returns what a list is compared by: a function of the item, or a field.
func keys(c *language.Call, t *language.Table) []language.Value {
	keys := make([]language.Value, t.Len())
	c.Charge(len(keys))
	switch by := c.Arg(2).(type) {
	case *language.Func:
		for i := range keys {
			keys[i] = c.Invoke(by, t.At(i+1))
		}
	case language.String:
		for i := range keys {
			keys[i] = c.FieldOf(t.At(i+1), string(by))
		}
	default:
		c.Fault("%s: argument 2 must be a function of the item or the name of a field", c.Name())
	}
	return keys
}

func tableBest(c *language.Call) language.Value {
	t := c.Table(1)
	keys := keys(c, t)
	if len(keys) == 0 {
		return nil
	}
	best := 0
	for i := range keys {
		if c.Less(keys[best], keys[i]) {
			best = i
		}
	}
	return c.Return(t.At(best+1), keys[best])
}

func tableSorted(c *language.Call) language.Value {
	t := c.Table(1)
	keys := keys(c, t)
	order := make([]int, len(keys))
	for i := range order {
		order[i] = i
	}
	mergeSort(c, order, make([]int, len(order)), func(a, b int) bool { return c.Less(keys[a], keys[b]) })
	sorted := c.State().NewTable(len(order), 0)
	for _, i := range order {
		sorted.Append(t.At(i + 1))
	}
	return sorted
}

// tableSort is a stable merge sort: the order does not depend on how Go sorts,
// and a comparator that contradicts itself does no harm.
func tableSort(c *language.Call) language.Value {
	t := c.List(1)
	less := c.Less
	if c.Arg(2) != nil {
		by := c.Function(2)
		less = func(a, b language.Value) bool { return language.Truth(c.Invoke(by, a, b)) }
	}
	items := make([]language.Value, t.Len())
	for i := range items {
		items[i] = t.At(i + 1)
	}
	mergeSort(c, items, make([]language.Value, len(items)), less)
	if t.Len() != len(items) {
		c.Fault("table.sort: the list was changed while it was sorted")
	}
	c.Refill(t, items)
	return c.Return()
}

func mergeSort[T any](c *language.Call, items, room []T, less func(a, b T) bool) {
	if len(items) < 2 {
		return
	}
	middle := len(items) / 2
	mergeSort(c, items[:middle], room[:middle], less)
	mergeSort(c, items[middle:], room[middle:], less)
	c.Charge(len(items))
	copy(room, items)
	left, right := room[:middle], room[middle:]
	for i := range items {
		// Take from the right only what is really less: that keeps it stable.
		if len(left) == 0 || len(right) > 0 && less(right[0], left[0]) {
			items[i], right = right[0], right[1:]
		} else {
			items[i], left = left[0], left[1:]
		}
	}
}
