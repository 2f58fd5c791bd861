package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	key   string
	value any
}

// get returns the value of a key, or nil.
func (o object) get(key string) any {
	for _, m := range o {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

// with returns the object with a value in place of the one at its key, or at
// the end; nil values are left out.
func (o object) with(key string, value any) object {
	out := slices.Clone(o)
	for i := range out {
		if out[i].key == key {
			out[i].value = value
			return out
		}
	}
	return append(out, member{key, value})
}

// in returns the object with one of its properties changed.
func (o object) in(key string, made func(was object) any) object {
	properties := o.get("properties").(object)
	return o.with("properties", properties.with(key, made(properties.get(key).(object))))
}

func (o object) without(key string) object {
	return slices.DeleteFunc(slices.Clone(o), func(m member) bool { return m.key == key })
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		for j, part := range []any{m.key, m.value} {
			if j > 0 {
				out.WriteByte(':')
			}
			text, err := marshal(part)
			if err != nil {
				return nil, err
			}
			out.Write(text)
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

func (o object) indented() ([]byte, error) {
	text, err := marshal(o)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// definitions are the records that the schema refers to, by name.
func (e *emitter) definitions() object {
	var out object
	for _, name := range slices.Sorted(maps.Keys(e.defs)) {
		out = append(out, member{name, e.defs[name]})
	}
	return out
}
