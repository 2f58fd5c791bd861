package studio

import (
	"reflect"
	"testing"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/house/typescript"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/interp/table"
)

// TestTypes: the types of the page's scripts are those of Go: what each call brings and answers,
// and what the page is told.
func TestTypes(t *testing.T) {
	s, err := newServer(t.Context(), Config{}, "127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	w := &typescript.Writer{Like: map[reflect.Type]string{reflect.TypeFor[view.Seats](): "number[]",
		reflect.TypeFor[source.Pair]():  "{Key: string}",
		reflect.TypeFor[diag.Finding](): "{file: string, line: number, Message: string}"}}
	for _, told := range []reflect.Type{reflect.TypeFor[table.Frame](), reflect.TypeFor[house.Message](),
		reflect.TypeFor[State](), reflect.TypeFor[Beginning]()} {
		w.Of(told)
	}
	types := map[string][2]reflect.Type{}
	for path, h := range table.Handlers() {
		types[path] = [2]reflect.Type{h.In, h.Out}
	}
	for path, h := range s.Handlers() {
		types[path] = [2]reflect.Type{h.In, h.Out}
	}
	text := "// What Go writes and reads as JSON, written by go test ./cmd/internal/studio -run TestTypes -types.\n\n" +
		w.Calls("Calls that a page makes, by their paths.", types) + w.Declarations()
	typescript.Hold(t, "web/types.d.ts", text)
}
