// Package typescript writes types of Go as declarations of TypeScript, as their JSON is: what
// calls bring and answer, frames, scenes. Only tests import it. It imports the standard library.
package typescript

import (
	"encoding"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Writer collects declarations. A name that two types have is that of the one asked for first;
// a pointer that JSON does not leave out is taken to be there.
// Like names types whose JSON is another one's, which reflection
// cannot see.
type Writer struct {
	Like map[reflect.Type]string

	named  map[reflect.Type]string
	taken  map[string]reflect.Type
	bodies map[string]string
}

var (
	marshals = reflect.TypeFor[json.Marshaler]()
	texts    = reflect.TypeFor[encoding.TextMarshaler]()
	raw      = reflect.TypeFor[json.RawMessage]()
)

// Of is the expression for a type; what it needs is declared.
func (w *Writer) Of(t reflect.Type) string {
	if like, known := w.Like[t]; known {
		return like
	}
	switch {
	case t == raw:
		return "unknown"
	case t.Kind() == reflect.Pointer:
		return w.Of(t.Elem())
	case t.Kind() == reflect.Interface:
		return "unknown"
	case t.Implements(marshals), reflect.PointerTo(t).Implements(marshals):
		panic(fmt.Sprintf("%s writes its own JSON: say what that is like", t))
	case t.Implements(texts):
		return "string"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "string"
		}
		element := w.Of(t.Elem())
		if strings.ContainsAny(element, " |&") {
			return "(" + element + ")[]"
		}
		return element + "[]"
	case reflect.Map:
		return "Record<string, " + w.Of(t.Elem()) + ">"
	case reflect.Struct:
		return w.structure(t)
	}
	return "number"
}

// structure is the name of a structure, which is declared, or what is in one without a name.
func (w *Writer) structure(t reflect.Type) string {
	if w.named == nil {
		w.named = map[reflect.Type]string{}
		w.taken = map[string]reflect.Type{}
		w.bodies = map[string]string{}
	}
	if name := w.named[t]; name != "" {
		return name
	}
	if t.Name() == "" {
		return "{" + strings.Join(w.fields(t, false), "; ") + "}"
	}
	name := capital(t.Name())
	if w.taken[name] != nil { // another package's
		name = capital(path.Base(t.PkgPath())) + name
	}
	w.named[t] = name
	w.taken[name] = t
	body := "export interface " + name + " {\n"
	for _, f := range w.fields(t, false) {
		body += "  " + f + ";\n"
	}
	w.bodies[name] = body + "}\n"
	return name
}

func capital(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// fields are those of a structure with what is embedded, as JSON has them; all are optional where
// the structure may not be there.
func (w *Writer) fields(t reflect.Type, optional bool) []string {
	var out []string
	own := map[string]bool{}
	for i := range t.NumField() {
		f := t.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous && name != "" {
			own[name+":"], own[name+"?"] = true, true
		}
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		of := f.Type
		if of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		switch {
		case name == "-":
		case f.Anonymous && name == "" && of.Kind() == reflect.Struct:
			for _, inner := range w.fields(of, optional || f.Type.Kind() == reflect.Pointer) {
				if key, _, _ := strings.Cut(inner, " "); !own[key] && !own[strings.TrimSuffix(key, "?:")+":"] {
					out = append(out, inner)
				}
			}
		case !f.IsExported():
		default:
			if name == "" {
				name = f.Name
			}
			mark := ": "
			if optional || strings.Contains(rest, "omit") {
				mark = "?: "
			}
			out = append(out, name+mark+w.Of(f.Type))
		}
	}
	return out
}

// Declarations are all that was asked for, and what that needs, by name.
func (w *Writer) Declarations() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(w.bodies)) {
		out = append(out, w.bodies[name])
	}
	return strings.Join(out, "\n")
}

// Calls declares the interface of calls by their paths: the types of what each brings and answers.
func (w *Writer) Calls(doc string, types map[string][2]reflect.Type) string {
	text := "/** " + doc + " */\nexport interface Calls {\n"
	for _, path := range slices.Sorted(maps.Keys(types)) {
		text += fmt.Sprintf("  %s: {brings: %s; answers: %s};\n", path, w.Of(types[path][0]), w.Of(types[path][1]))
	}
	return text + "}\n\n"
}

var write = flag.Bool("types", false, "write the file of types anew")

// Hold compares a file of types with the text that it should have; with -types it writes the text.
func Hold(t *testing.T, file, text string) {
	t.Helper()
	if *write {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if is, err := os.ReadFile(file); err != nil || string(is) != text {
		t.Errorf("%s is not what the types of Go say; write it anew by -types: %v", file, err)
	}
}
