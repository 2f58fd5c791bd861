package stubs_test

import (
	"slices"
	"strings"
)

// The stubs as LuaLS reads them: classes, aliases and functions with their types.

// node is what a value may be: one of its types. No type is a value that nothing is
// known of, which passes everywhere.
type node []vtype

// vtype is one type: by its name, a list of items, a function, or a word in quotes.
type vtype struct {
	name string // "any", "integer", "ruledeck.Card", "[]", "table", "fun", or `"word"`
	item node   // of a list, or the values of a table
	sign *signature
}

type param struct {
	name     string
	of       node
	optional bool
}

// signature is a function as an annotation declares it.
type signature struct {
	params  []param
	rest    bool
	results []node
	generic bool
	more    bool // further results
	others  []*signature
}

type class struct {
	parent string
	fields map[string]param
	index  bool
}

type annotations struct {
	classes map[string]*class
	aliases map[string]node
	globals map[string]node // by name, "choose.one" for what a table has
	locals  map[string]string
}

// annotated reads stubs.
func annotated(text string) *annotations {
	a := &annotations{classes: map[string]*class{}, aliases: map[string]node{}, globals: map[string]node{},
		locals: map[string]string{}}
	var last string // the class that the lines before opened
	var typed node
	sign := &signature{}
	of := map[string]param{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		tag, rest, _ := strings.Cut(strings.TrimPrefix(line, "---@"), " ")
		switch {
		case !strings.HasPrefix(line, "---@"):
			switch { // a line of Lua
			case strings.HasPrefix(line, "function "):
				name, params, _ := strings.Cut(strings.TrimPrefix(line, "function "), "(")
				params, _, _ = strings.Cut(params, ")")
				for p := range strings.SplitSeq(params, ",") {
					switch p = strings.TrimSpace(p); p {
					case "":
					case "...":
						sign.rest = true
					default:
						q := of[p]
						q.name = p
						sign.params = append(sign.params, q)
					}
				}
				a.function(name, sign)
			case strings.HasPrefix(line, "local ") && last != "":
				a.locals[strings.TrimSuffix(strings.TrimPrefix(line, "local "), " = {}")] = last
			case strings.HasSuffix(line, " = {}") && typed != nil:
				a.globals[strings.TrimSuffix(line, " = {}")] = typed
			case strings.Contains(line, " = "):
				name, _, _ := strings.Cut(line, " = ")
				if table, field, ok := strings.Cut(name, "."); ok && a.locals[table] != "" {
					a.classes[a.locals[table]].fields[field] = param{name: field, of: typed, optional: true}
					break
				}
				a.globals[name] = node{{name: "table"}}
				if strings.HasSuffix(line, " = 0") {
					a.globals[name] = node{{name: "number"}}
				}
			}
			if !strings.HasPrefix(line, "--") {
				typed, sign, of = nil, &signature{}, map[string]param{}
			}
		case tag == "class":
			name, parent, _ := strings.Cut(rest, ":")
			last = strings.TrimSpace(name)
			if a.classes[last] == nil {
				a.classes[last] = &class{fields: map[string]param{}}
			}
			a.classes[last].parent += strings.TrimSpace(parent)
		case tag == "alias":
			name, of, _ := strings.Cut(rest, " ")
			a.aliases[name], _ = readTypes(of)
		case tag == "type":
			typed, _ = readTypes(rest)
		case tag == "generic":
			sign.generic = true
		case tag == "field":
			name, after, _ := strings.Cut(rest, " ")
			c := a.classes[last]
			if name == "[string]" {
				c.index = true
				continue
			}
			plain := strings.Trim(strings.TrimSuffix(name, "?"), `[]"`)
			types, _ := readTypes(after)
			c.fields[plain] = param{name: plain, of: types, optional: strings.HasSuffix(name, "?")}
		case tag == "param":
			name, after, _ := strings.Cut(rest, " ")
			types, _ := readTypes(after)
			of[strings.TrimSuffix(name, "?")] = param{of: types, optional: strings.HasSuffix(name, "?")}
		case tag == "return":
			types, after := readTypes(rest)
			sign.results = append(sign.results, types)
			sign.more = sign.more || strings.HasPrefix(strings.TrimSpace(after), "...")
		case tag == "overload":
			types, _ := readTypes(rest)
			sign.others = append(sign.others, types[0].sign)
		}
	}
	return a
}

// function declares a function of a global table, of a class, or by itself.
func (a *annotations) function(name string, s *signature) {
	of := node{{name: "fun", sign: s}}
	if i := strings.LastIndexAny(name, ".:"); i >= 0 {
		if class := a.locals[name[:i]]; class != "" {
			a.classes[class].fields[name[i+1:]] = param{name: name[i+1:], of: of, optional: true}
			return
		}
	}
	a.globals[name] = of
}

// readTypes reads what a value may be, as far as it goes.
func readTypes(text string) (out node, rest string) {
	for {
		var one node
		one, text = readType(strings.TrimLeft(text, " "))
		for strings.HasPrefix(text, "[]") {
			one, text = node{{name: "[]", item: one}}, text[2:]
		}
		if strings.HasPrefix(text, "?") {
			one, text = append(one, vtype{name: "nil"}), text[1:]
		}
		out = append(out, one...)
		if !strings.HasPrefix(text, "|") {
			return out, text
		}
		text = text[1:]
	}
}

func readType(text string) (node, string) {
	switch {
	case strings.HasPrefix(text, "("):
		inner, rest := readTypes(text[1:])
		return inner, strings.TrimPrefix(rest, ")")
	case strings.HasPrefix(text, `"`):
		end := strings.Index(text[1:], `"`) + 2
		return node{{name: text[:end]}}, text[end:]
	case strings.HasPrefix(text, "fun("):
		return readFunction(text[4:])
	}
	end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("._", r) && !isLetter(r) })
	if end < 0 {
		end = len(text)
	}
	name, rest := text[:end], text[end:]
	if name == "table" && strings.HasPrefix(rest, "<") {
		_, rest = readTypes(rest[1:])
		values, rest := readTypes(strings.TrimLeft(rest, ", "))
		return node{{name: "table", item: values}}, strings.TrimPrefix(rest, ">")
	}
	return node{{name: name}}, rest
}

func isLetter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// readFunction reads fun(a: T, b?: T): T, behind its bracket.
func readFunction(text string) (node, string) {
	s := &signature{}
	for !strings.HasPrefix(text, ")") {
		text = strings.TrimLeft(text, ", ")
		end := strings.IndexAny(text, ":,)")
		name := text[:end]
		text = text[end:]
		p := param{name: strings.TrimSuffix(name, "?"), optional: strings.HasSuffix(name, "?")}
		if strings.HasPrefix(text, ":") {
			p.of, text = readTypes(text[1:])
		}
		if name == "..." {
			s.rest = true
			continue
		}
		s.params = append(s.params, p)
	}
	if text = text[1:]; strings.HasPrefix(text, ":") {
		var result node
		for result, text = readTypes(text[1:]); ; result, text = readTypes(text[1:]) {
			s.results = append(s.results, result)
			if !strings.HasPrefix(text, ", ") {
				break
			}
		}
	}
	return node{{name: "fun", sign: s}}, text
}

// open replaces the names of aliases by what they stand for.
func (a *annotations) open(n node) node {
	var out node
	for _, t := range n {
		if of, ok := a.aliases[t.name]; ok {
			out = append(out, a.open(of)...)
			continue
		}
		out = append(out, t)
	}
	return out
}

// field is the field of a class, its own or that of what it extends.
func (a *annotations) field(name, field string) (param, bool) {
	for c := a.classes[name]; c != nil; c = a.classes[c.parent] {
		if f, ok := c.fields[field]; ok {
			return f, true
		}
		if c.index {
			return param{}, true
		}
	}
	return param{}, false
}

// required are the fields that a table of a class must have.
func (a *annotations) required(name string) []string {
	var out []string
	for c := a.classes[name]; c != nil; c = a.classes[c.parent] {
		for field, p := range c.fields {
			if !p.optional &&
				!slices.ContainsFunc(a.open(p.of), func(t vtype) bool { return t.name == "nil" || t.name == "any" }) {
				out = append(out, field)
			}
		}
	}
	slices.Sort(out)
	return out
}

// accepts reports whether a value may stand where another is wanted, as LuaLS has it
// with weakUnionCheck: one of the types that the value may have is one that is wanted.
func (a *annotations) accepts(want, have node) bool {
	want, have = a.open(want), a.open(have)
	if len(want) == 0 || len(have) == 0 {
		return true
	}
	for _, h := range have {
		for _, w := range want {
			if a.is(h, w) {
				return true
			}
		}
	}
	return false
}

func (a *annotations) is(h, w vtype) bool {
	base := func(t vtype) string {
		switch {
		case t.name[0] == '"':
			return "string"
		case t.name == "fun":
			return "function"
		case t.name == "[]":
			return "table"
		}
		return t.name
	}
	switch hb, wb := base(h), base(w); {
	case hb == "any" || wb == "any" || hb == "T" || wb == "T" || hb == "V" || wb == "V" || hb == "K" || wb == "K":
		return true
	case h.name[0] == '"' && w.name[0] == '"':
		return h.name == w.name
	case hb == "string" && wb == "string":
		return w.name == "string" || h.name[0] == '"' || h.name == "string"
	case hb == "table" && wb == "table":
		return w.item == nil || h.item == nil || a.accepts(w.item, h.item)
	case hb == wb, hb == "integer" && wb == "number", hb == "number" && wb == "integer":
		return true
	case wb == "table":
		return a.classes[hb] != nil
	case hb == "table":
		return a.classes[wb] != nil && h.item == nil // a table that the script writes
	}
	for c := a.classes[h.name]; c != nil; c = a.classes[c.parent] {
		if c.parent == w.name && w.name != "" {
			return true
		}
	}
	return false
}
