package pack

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ruledeck/ruledeck/interp/lists"
)

// Bundle is all that a pack was read from, in one piece: the same pack can be read from
// it where these files are not. Its form is JSON.
type Bundle struct {
	// Base holds the files of the game itself, Laid the files of its overlays.
	Base *Source
	Laid []*Source
}

// bundled is a Source as JSON. Where it was found is left out: it is not there.
type bundled struct {
	Shown   string    `json:"shown"`
	Files   []File    `json:"files"`
	Extends *bundled  `json:"extends,omitempty"`
	Carried bool      `json:"carried,omitempty"`
	Laid    []bundled `json:"laid,omitempty"`
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
		out.below = l.whole(below)
	}
	return &out
}

func (s *Source) bundled() bundled {
	out := bundled{Shown: s.Shown, Files: s.Files, Carried: s.carried}
	if s.below != nil {
		below := s.below.bundled()
		out.Extends = &below
	}
	return out
}

// MarshalJSON writes the bundle: the same bytes for the same files.
func (b *Bundle) MarshalJSON() ([]byte, error) {
	out := b.Base.bundled()
	out.Laid = lists.Map(b.Laid, func(s *Source) bundled { return s.bundled() })
	return json.Marshal(out)
}

// UnmarshalJSON reads a bundle. An error says that it is none, or larger than packs
// are.
func (b *Bundle) UnmarshalJSON(data []byte) error {
	var in bundled
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	var err error
	b.Base, err = in.source(1)
	if err != nil {
		return err
	}
	for i := range in.Laid {
		s, err := in.Laid[i].source(1)
		if err != nil {
			return err
		}
		b.Laid = append(b.Laid, s)
	}
	return nil
}

func (in *bundled) source(depth int) (*Source, error) {
	if depth > MaxChain {
		return nil, fmt.Errorf("packs extend each other more than %d deep", MaxChain)
	}
	s := &Source{Shown: in.Shown, carried: in.Carried, sealed: true}
	for _, f := range in.Files {
		s.Files = append(s.Files, f)
		if err := s.allowed(); err != nil {
			return nil, err
		}
	}
	s.sort()
	if s.File("pack.yaml") == nil {
		return nil, fmt.Errorf("%s has no pack.yaml", strings.TrimSpace(s.Shown))
	}
	if in.Extends != nil {
		below, err := in.Extends.source(depth + 1)
		if err != nil {
			return nil, err
		}
		s.below = below
	}
	return s, nil
}
