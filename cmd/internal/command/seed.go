package command

import (
	"crypto/rand"
	"encoding/binary"

	"github.com/ruledeck/ruledeck/engine/rng"
)

// DrawSeed draws the seed of a game of which nobody named one.
func DrawSeed() rng.Seed {
	var bits [16]byte
	_, _ = rand.Read(bits[:]) // it never fails
	return rng.Seed{High: binary.BigEndian.Uint64(bits[:8]) | 1, Low: binary.BigEndian.Uint64(bits[8:])}
}
