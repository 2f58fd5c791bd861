package pack

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Bundle is all that a pack was read from, in one piece: the same pack can be read from
// it where these files are not. Its form is JSON: the same bytes for the same files.
type Bundle struct {
	// Base holds the files of the game itself, Laid the files of its overlays.
	Base *Source   `json:"base"`
	Laid []*Source `json:"laid,omitempty"`
}

// Bundle gathers the files that were read.
func (l *Loaded) Bundle() *Bundle {
	b := &Bundle{}
	for i, s := range l.sources {
		switch {
		case i == l.chained-1:
			b.Base = l.whole(s)
		case i >= l.chained:
			b.Laid = append(b.Laid, l.whole(s))
		}
	}
	return b
}

// whole returns a source with the packs that it extends.
func (l *Loaded) whole(s *Source) *Source {
	out := *s
	if below := l.below[s]; below != nil {
		out.Below = l.whole(below)
	}
	return &out
}

// UnmarshalJSON reads a bundle. An error says that it is none, or larger than packs
// are.
func (b *Bundle) UnmarshalJSON(data []byte) error {
	type plain Bundle
	if err := json.Unmarshal(data, (*plain)(b)); err != nil {
		return err
	}
	for _, s := range slices.Concat([]*Source{b.Base}, b.Laid) {
		if err := s.seal(1); err != nil {
			return err
		}
	}
	return nil
}

// seal checks a source that comes from a bundle, and lets it look for no other pack.
func (s *Source) seal(depth int) error {
	switch {
	case s == nil:
		return errors.New("a pack is missing")
	case depth > MaxChain:
		return fmt.Errorf("packs extend each other more than %d deep", MaxChain)
	}
	s.sealed = true
	files := s.Files
	s.Files = nil
	for _, f := range files {
		if err := s.add(f); err != nil {
			return err
		}
	}
	s.sort()
	if s.File("pack.yaml") == nil {
		return fmt.Errorf("%s has no pack.yaml", strings.TrimSpace(s.Shown))
	}
	if s.Below == nil {
		return nil
	}
	return s.Below.seal(depth + 1)
}
