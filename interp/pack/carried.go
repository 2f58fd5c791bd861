package pack

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
)

// carried returns the names of the overlays that the layers carry, sorted.
func (l *Loaded) carried() []string {
	var names []string
	for _, s := range l.sources {
		names = append(names, s.OverlayNames()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// HasOverlay reports whether one of the layers carries an overlay of the name.
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

// has reports whether a file, by the name that people know, is one of the pack, and of no overlay
// in it.
func (s *Source) has(file string) bool {
	return slices.ContainsFunc(s.Files, func(f File) bool { return f.Shown == file && !inOverlay(f.Path) })
}

// layerOf numbers the layer that a file is of, by the name that people know; -1 for none.
func (l *Loaded) layerOf(file string) int {
	return slices.IndexFunc(l.sources, func(s *Source) bool { return s.has(file) })
}

// Laid reports whether a file, by the name that people know, is of a layer that
// is laid over another.
func (l *Loaded) Laid(file string) bool { return l.layerOf(file) > 0 }

// PlaceMends says of the scripts that would mend a finding where they belong: into the
// folder of the pack that asks for them, if it is one on disk.
func (l *Loaded) PlaceMends(report *diag.List) {
	report.Revise(func(d *diag.Finding) {
		if d.FixHint.What != "ability" && d.FixHint.What != "step" {
			return
		}
		for _, s := range l.sources {
			if s.Folder == "" || s.Scripts != "" || !s.has(d.File) {
				continue
			}
			d.FixHint.In = s.Shown
			module, _, _ := strings.Cut(d.FixHint.Name, ".")
			for _, f := range s.Files {
				switch {
				case d.FixHint.What != "step" || f.Path != "scripts/rules/"+module+".lua":
				case slices.ContainsFunc(l.Scripts, func(s Script) bool { return s.File == f.Shown }):
					d.FixHint.File = f.Shown
				default:
					d.FixHint.In = "" // it could not be read, and may have the function
				}
			}
		}
	})
}

// WrittenIn reports whether the layer that brings a file is written in a language:
// one that names none is written in all that the game has.
func (l *Loaded) WrittenIn(file, lang string) bool {
	i := l.layerOf(file)
	if i < 0 || l.Layers[i].Languages == nil {
		return true
	}
	return slices.ContainsFunc(l.Layers[i].Languages, func(w ast.Word) bool { return w.Text == lang })
}

// Carries returns the texts of the overlays that the layers carry: only these overlays may
// use the names in them.
func (l *Loaded) Carries() [][]byte {
	var out [][]byte
	for _, s := range l.sources {
		for _, f := range s.Files {
			if inOverlay(f.Path) {
				out = append(out, f.Data)
			}
		}
	}
	return out
}

// Below returns the files of what the uppermost layer is laid over, the base first; nil
// for a pack that stands alone.
func (l *Loaded) Below() []*Source { return l.sources[:max(len(l.sources)-1, 0)] }
