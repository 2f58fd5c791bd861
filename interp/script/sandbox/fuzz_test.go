package sandbox_test

import (
	"errors"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// FuzzScript looks for scripts that hurt the host: whatever the text is, loading
// it gives results or a fault.
func FuzzScript(f *testing.F) {
	for _, body := range ways {
		f.Add(body)
	}
	for seed := range 20 {
		f.Add(newProgram(uint64(seed)))
	}
	f.Add("goto a do local x ::a:: end while x do break end return {f(), [1] = 2, ...}, a.b.c, -x ^ 2 .. 'y' < z")
	f.Fuzz(func(t *testing.T, source string) {
		sandbox.BadEscapes(source)
		r := newRig(t, sandbox.Options{Budget: 20_000})
		results, err := r.load(source)
		var bug *sandbox.HostPanic
		if errors.As(err, &bug) {
			t.Fatalf("%v\n%s", bug, bug.Stack)
		}
		if err == nil {
			_ = r.Freeze(results...) // an error is as good
		}
	})
}
