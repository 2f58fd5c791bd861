package lab_test

import (
	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

func init() { pack.Carry(cards.Files, scripts.Files) }
