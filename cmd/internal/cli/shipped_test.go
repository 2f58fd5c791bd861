package cli

import (
	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

// The games that the program carries, as its main function hands them in.
func init() { pack.Register(cards.Files, scripts.Files) }
