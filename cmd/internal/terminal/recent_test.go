package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestRecent: the last lines of what was said beside the game stand under the table once,
// and all of it where it was written.
func TestRecent(t *testing.T) {
	var out bytes.Buffer
	r := &recent{Writer: &out}
	for i := range 9 {
		fmt.Fprintf(r, "line %d\n", i)
	}
	if got := strings.Join(r.take(), ", "); got != "line 3, line 4, line 5, line 6, line 7, line 8" {
		t.Error(got)
	}
	if got := strings.Join(r.take(), ", "); got != "" || strings.Count(out.String(), "\n") != 9 {
		t.Errorf("%q, %q", got, out.String())
	}
}
