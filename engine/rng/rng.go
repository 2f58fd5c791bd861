// Package rng gives the engine its randomness: streams that are a pure
// function of a seed, a stream's name and a count, over the PCG source of
// math/rand/v2, with an own bounded draw and shuffle so that a release of Go
// cannot change a game. It imports the standard library only.
//
// A stream keeps no generator between operations: operation number n of a
// stream seeds a fresh source from (seed, name, n). The state of a stream is
// therefore the count alone, which rolls back, clones and saves as one number.
package rng

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
)

// Seed is that of a game, from which all that chance decides follows: a number that
// somebody named, or where nobody did 128 bits and what was drawn for the bots.
type Seed struct {
	Low uint64
	Drawn
}

// Drawn holds the further bits of a drawn seed: its High is not 0. Bots
// is the seed of the bots' own chance, from which nothing of the game follows.
type Drawn struct{ High, Bots uint64 }

// drawnDigits is how many digits the text of a drawn seed has.
const drawnDigits = 48

// String is the number that was named, or 48 hexadecimal digits: High, Low, Bots.
func (s Seed) String() string {
	if s.High == 0 {
		return strconv.FormatUint(s.Low, 10)
	}
	return fmt.Sprintf("%016x%016x%016x", s.High, s.Low, s.Bots)
}

// OfBots is the seed of the bots' own chance: that of the game where somebody named it, so
// that the same game comes of it again, and else one that was drawn apart.
func (s Seed) OfBots() uint64 {
	if s.High == 0 {
		return s.Low
	}
	return s.Bots
}

// Set takes the seed from its text.
func (s *Seed) Set(text string) error {
	if len(text) == drawnDigits {
		var parts [3]uint64
		err := error(nil)
		for i := range parts {
			part, bad := strconv.ParseUint(text[16*i:16*i+16], 16, 64)
			parts[i], err = part, errors.Join(err, bad)
		}
		if err == nil && parts[0] != 0 {
			*s = Seed{parts[1], Drawn{parts[0], parts[2]}}
			return nil
		}
	}
	low, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("a seed is a number below 2^64, or %d hexadecimal digits, not %q", drawnDigits, text)
	}
	*s = Seed{Low: low}
	return nil
}

// Type names what a command takes.
func (s *Seed) Type() string { return "seed" }

// MarshalText and UnmarshalText write and read the text, in JSON too.
func (s Seed) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *Seed) UnmarshalText(text []byte) error { return s.Set(string(text)) }

// Mix spreads the bits of x over the whole word (the finaliser of SplitMix64).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Name returns the hash of a stream's name (FNV-1a, 64 bits).
func Name(name string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return h
}

// Derive returns the seed of game number index of a run with the given seed.
func Derive(seed uint64, index int) uint64 {
	return Mix(Mix(seed) ^ Mix(uint64(index)+0x5851f42d4c957f2d))
}

// Source is the generator of one operation.
type Source struct{ pcg rand.PCG }

// Seed starts the source of operation number count of the stream key in the
// game with that seed.
func (s *Source) Seed(seed, key uint64, count uint32) { s.SeedWide(Seed{Low: seed}, key, count) }

// SeedWide is Seed for a game of which nobody named the seed.
func (s *Source) SeedWide(seed Seed, key uint64, count uint32) {
	high := uint64(0)
	if seed.High != 0 {
		high = Mix(seed.High ^ Mix(^key))
	}
	s.pcg.Seed(Mix(seed.Low^Mix(key)), Mix(key^Mix(uint64(count)))^high)
}

// Below returns a number from 0 to n-1, each equally likely (Lemire's
// multiplication with rejection). n must be positive.
func (s *Source) Below(n int) int {
	bound := uint32(n)
	product := uint64(uint32(s.pcg.Uint64()>>32)) * uint64(bound)
	if low := uint32(product); low < bound {
		threshold := -bound % bound
		for low < threshold {
			product = uint64(uint32(s.pcg.Uint64()>>32)) * uint64(bound)
			low = uint32(product)
		}
	}
	return int(product >> 32)
}

// Shuffle permutes items, each order equally likely (Fisher-Yates, from the end).
func Shuffle[T any](s *Source, items []T) {
	for i := len(items) - 1; i > 0; i-- {
		j := s.Below(i + 1)
		items[i], items[j] = items[j], items[i]
	}
}
