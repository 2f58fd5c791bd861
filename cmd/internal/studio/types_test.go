package studio

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/ruledeck/ruledeck/engine/view"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/house/typescript"
	"github.com/ruledeck/ruledeck/interp/table"
)

var writeTypes = flag.Bool("types", false, "write web/types.d.ts")

// TestTypes: the types of the page's scripts are those of Go: what each call brings and answers,
// and what the page is told.
func TestTypes(t *testing.T) {
	s, err := newServer(t.Context(), Config{}, "127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	w := &typescript.Writer{Like: map[reflect.Type]string{reflect.TypeFor[view.Seats](): "number[]"}}
	for _, told := range []reflect.Type{reflect.TypeFor[table.Frame](), reflect.TypeFor[house.Message](),
		reflect.TypeFor[State](), reflect.TypeFor[Beginning]()} {
		w.Of(told)
	}
	types := map[string][2]reflect.Type{}
	for path, h := range table.Handlers {
		types[path] = [2]reflect.Type{h.In, h.Out}
	}
	for path, h := range s.house.Handlers() {
		types[path] = [2]reflect.Type{h.In, h.Out}
	}
	text := "// What Go writes and reads as JSON, written by go test ./cmd/internal/studio -run TestTypes -types.\n\n" +
		"/** Calls are what a page calls, by their paths. */\nexport interface Calls {\n"
	for _, path := range slices.Sorted(maps.Keys(types)) {
		text += fmt.Sprintf("  %s: {brings: %s; answers: %s};\n", path, w.Of(types[path][0]), w.Of(types[path][1]))
	}
	text += "}\n\n" + w.Declarations()
	const file = "web/types.d.ts"
	if *writeTypes {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if is, err := os.ReadFile(file); err != nil || string(is) != text {
		t.Errorf("%s is not what the types of Go say; write it anew by -types: %v", file, err)
	}
}
