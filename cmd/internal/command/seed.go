package command

import (
	"crypto/rand"
	"encoding/binary"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// DrawSeed draws a seed for a game without one, and another for its bots.
func DrawSeed() rng.Seed {
	var bits [24]byte
	_, _ = rand.Read(bits[:]) // it never fails
	drawn := rng.Drawn{High: binary.BigEndian.Uint64(bits[:]) | 1, Bots: binary.BigEndian.Uint64(bits[8:])}
	return rng.Seed{Low: binary.BigEndian.Uint64(bits[16:]), Drawn: drawn}
}
