package assist

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/workspace"
)

// Mender takes the likeliest fix of each finding, in the pack of a folder, its overlays and its
// scenarios: as texts of the workspace that are not saved. A fix after which its finding still
// stands, and one that leads out of the folder, is not taken.
type Mender struct {
	*workspace.Workspace
	Folder string
	// Wanted chooses the findings to mend, Took is called for each fix that was taken.
	Wanted func(diag.Finding) bool
	Took   func(diag.Finding, Fix)
}

// Mend takes the fixes.
func (m *Mender) Mend() {
	unit := workspace.NewUnit(m.Folder)
	for _, u := range append([]workspace.Unit{unit}, m.Dependants(unit)...) {
		m.mend(func() []diag.Finding { return m.Study(u).All() })
	}
	for _, test := range m.Study(unit).Tests {
		m.mend(func() []diag.Finding {
			m.Study(unit)
			f, ok := Open(m.Workspace, filepath.FromSlash(test.Path))
			if !ok {
				return nil
			}
			return f.CheckScenario(context.Background(), nil)
		})
	}
}

// mostPasses bounds the passes over the findings that are left.
const mostPasses = 12

// mend takes fixes one after the other, until none is left that mends.
func (m *Mender) mend(find func() []diag.Finding) {
	found := find()
	again := true
	for pass := 0; again && pass < mostPasses; pass++ {
		again = false
		for i := 0; i < len(found); i++ {
			d := found[i]
			fix, texts := m.fix(d)
			if texts == nil {
				continue
			}
			before := m.Unsaved()
			for path, text := range texts {
				m.Put(path, text)
			}
			if now := find(); alike(now, d) < alike(found, d) {
				m.Took(d, fix)
				found = now
				again = true
				continue
			}
			for path := range texts {
				m.Put(path, before[path])
			}
		}
	}
}

// alike counts the findings of a file that say the same.
func alike(found []diag.Finding, as diag.Finding) (n int) {
	for _, d := range found {
		if d.Code == as.Code && d.File == as.File && d.Message == as.Message {
			n++
		}
	}
	return n
}

// fix is the likeliest fix of a finding, with the texts of the files that it changes; none
// where one lies elsewhere.
func (m *Mender) fix(d diag.Finding) (fix Fix, texts map[string][]byte) {
	f, ok := Open(m.Workspace, m.File(d.File))
	if !ok || !m.Wanted(d) {
		return fix, nil
	}
	fixes := f.Fixes(d)
	if len(fixes) == 0 {
		return fix, nil
	}
	fix = fixes[0]
	texts = map[string][]byte{}
	for path, edits := range fix.Change.Edits {
		texts[path] = []byte(Apply(m.text(path), edits))
	}
	for path, text := range fix.Change.Created {
		was := m.text(path)
		texts[path] = []byte(was + strings.TrimPrefix(text, was))
	}
	for path := range texts {
		place, _ := m.Locate(path) // a file of no pack has no folder
		if within, err := filepath.Rel(m.Folder, place.Folder); err != nil || !filepath.IsLocal(within) {
			return fix, nil
		}
	}
	return fix, texts
}

// text is the present text of a file, "" where there is none.
func (m *Mender) text(path string) string {
	text, _ := m.Text(path)
	return string(text)
}
