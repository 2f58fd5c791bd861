package simulate_test

import (
	"runtime/debug"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() {
	pack.Register(cards.Files, scripts.Files)
	debug.SetGCPercent(400) // as sim does
	interp.Keep()
}
