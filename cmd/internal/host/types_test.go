package host

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/house/typescript"
)

var writeTypes = flag.Bool("types", false, "write web/guests.d.ts")

// TestTypes: what guests do at a table, and what they are told of each other, has the types of Go in
// the page's scripts, beside those of package studio.
func TestTypes(t *testing.T) {
	w := &typescript.Writer{}
	calls := ""
	for _, path := range slices.Sorted(maps.Keys(acts)) {
		calls += fmt.Sprintf("  %s: {brings: %s; answers: %s};\n", path, w.Of(acts[path].In), w.Of(acts[path].Out))
	}
	text := "/** Calls are those of guests, by their paths. */\nexport interface Calls {\n" + calls + "}\n\n" +
		"/** Beginning has what the page shows beside the game. */\nexport interface Beginning {\n  company?: " +
		w.Of(reflect.TypeFor[company]()) + ";\n}\n\n" + w.Declarations()
	text = "// What guests write and read as JSON, written by go test ./cmd/internal/host -run TestTypes -types.\n\n" +
		"import \"./types\";\n\ndeclare module \"./types\" {\n  " +
		strings.TrimSpace(strings.ReplaceAll(text, "\n", "\n  ")) + "\n}\n"
	text = strings.ReplaceAll(text, "\n  \n", "\n\n")
	const file = "web/guests.d.ts"
	if *writeTypes {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if is, err := os.ReadFile(file); err != nil || string(is) != text {
		t.Errorf("%s is not what the types of Go say; write it anew by -types: %v", file, err)
	}
}
