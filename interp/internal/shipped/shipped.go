// Package shipped hands in the games of the project to tests of the interpreter
// that play them; a program does so itself (see pack.Register). Only tests import
// it, for that effect, so that who embeds the interpreter carries no games. Tests
// that do collect memory as seldom as sim does: a fifth of their time went there.
package shipped

import (
	"os"
	"runtime/debug"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() {
	pack.Register(cards.Files, scripts.Files)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
