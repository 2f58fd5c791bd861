package studio

import (
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/adopt"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/table"
)

// BringCall reads a sheet of cards, with the meanings that its user gave to columns. Keep writes
// the cards, or, with Undo, takes the last sheet back.
type BringCall struct {
	Name    string            `json:"name"`
	Data    []byte            `json:"data,omitempty"`
	Columns map[string]string `json:"columns,omitempty"`
	Keep    bool              `json:"keep,omitempty"`
	Undo    bool              `json:"undo,omitempty"`
}

// bring tells what a sheet comes to in the pack that is open.
func (s *server) bring(v house.Viewer, in BringCall) (*adopt.Plan, error) {
	r, err := interp.Read(s.game(), interp.With{Memo: &s.memo})
	if err != nil {
		return nil, err
	}
	if !r.Base.Writable() {
		return nil, table.Refuse(403, "%s is inside the program or an archive; make it yours first", r.Name)
	}
	plan := &adopt.Plan{Changes: s.brought}
	if !in.Undo {
		plan, err = adopt.Read(adopt.Request{Name: in.Name, Data: in.Data, Columns: in.Columns, Language: "en",
			Into: r, Catalogue: locale.Findings(v.Lang)})
	}
	if err == nil && in.Keep {
		s.brought, err = Exchange(r.Base.Folder, plan.Changes)
	}
	return plan, err
}

// Exchange writes files that are still as they were read, and returns what takes that back.
func Exchange(folder string, changes []adopt.Change) (back []adopt.Change, err error) {
	for _, c := range changes {
		f := held{text: c.Was}
		if err == nil {
			err = disk.Exchange(folder, c.Path, f.digest(), c.Text)
			back = append(back, adopt.Change{Path: c.Path, Text: c.Was, Was: c.Text})
		}
	}
	return back, err
}
