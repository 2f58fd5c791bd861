package pack

import "slices"

// carried returns the names of the overlays that the layers carry, sorted.
func (l *Loaded) carried() []string {
	var names []string
	for _, s := range l.sources {
		names = append(names, s.OverlayNames()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// HasOverlay tells whether one of the layers carries an overlay of the name.
func (l *Loaded) HasOverlay(name string) bool { return slices.Contains(l.carried(), name) }

// Overlay returns an overlay that one of the layers carries; where several do,
// that of the layer laid last.
func (l *Loaded) Overlay(name string) (*Source, error) {
	for _, s := range slices.Backward(l.sources) {
		if o, err := s.Overlay(name); err == nil {
			return o, nil
		}
	}
	return nil, &NotFoundError{"overlay", name, l.carried()}
}
