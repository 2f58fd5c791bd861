package host

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/house/typescript"
)

// TestTypes: the page's scripts know the Go types of the calls that guests make and of the facts
// that they get about each other; package studio writes the types of the others.
func TestTypes(t *testing.T) {
	w := &typescript.Writer{}
	types := map[string][2]reflect.Type{}
	for path, act := range acts() {
		types[path] = [2]reflect.Type{act.In, act.Out}
	}
	text := w.Calls("Calls that guests make, by their paths.", types) +
		"/** Beginning has what the page shows beside the game. */\nexport interface Beginning {\n  company?: " +
		w.Of(reflect.TypeFor[company]()) + ";\n}\n\n" + w.Declarations()
	text = "// What guests write and read as JSON, written by go test ./cmd/internal/host -run TestTypes -types.\n\n" +
		"import \"./types\";\n\ndeclare module \"./types\" {\n  " +
		strings.TrimSpace(strings.ReplaceAll(text, "\n", "\n  ")) + "\n}\n"
	text = strings.ReplaceAll(text, "\n  \n", "\n\n")
	typescript.Hold(t, "web/guests.d.ts", text)
}
