package disktest

import (
	"math/rand/v2"
	"slices"
)

// Spoilt is data as a disk may return it, and how it differs: a bit is wrong, the end or a part
// is missing, two parts have changed places, or a part is zeros; n says which.
func Spoilt(r *rand.Rand, data []byte, n int) (damaged []byte, how string) {
	at := r.IntN(len(data) - 1)
	size := 1 + r.IntN(min(512, len(data)-at-1))
	switch n % 5 {
	case 0:
		damaged = slices.Clone(data)
		damaged[at] ^= 1 << r.IntN(8)
		how = "a wrong bit"
	case 1:
		damaged, how = slices.Clone(data[:at]), "no end"
	case 2:
		damaged, how = slices.Concat(data[:at], data[at+size:]), "a missing part"
	case 3:
		other := r.IntN(at + 1)
		size = min(size, at-other+1)
		damaged, how = slices.Clone(data), "two parts that changed places"
		copy(damaged[other:other+size], data[at:at+size])
		copy(damaged[at:at+size], data[other:other+size])
	default:
		damaged = slices.Concat(data[:at], make([]byte, size), data[at+size:])
		how = "zeros"
	}
	return damaged, how
}
