package cli

import (
	"fmt"
	"sync"

	"github.com/ruledeck/ruledeck/interp"
)

// printer tells what scripts print to who writes them, beside the output. Games may
// run on several goroutines.
func (h Host) printer() func(file string, line int, text string) {
	var lock sync.Mutex
	return func(file string, line int, text string) {
		lock.Lock()
		defer lock.Unlock()
		fmt.Fprintf(h.Err, "%s:%d: %s\n", file, line, text)
	}
}

// telling makes a way to load packs whose scripts may print.
func (h Host) telling() func(name string, with interp.With) (*interp.Pack, error) {
	tell := h.printer()
	return func(name string, with interp.With) (*interp.Pack, error) {
		p, err := interp.Load(name, with)
		if err == nil {
			p.Print = tell
		}
		return p, err
	}
}
