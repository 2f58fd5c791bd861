package studio

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/amend"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/table"
)

// amended is a value of a card while it is changed: the card as it would be, and the file that
// would be written for it.
type amended struct {
	Face scene.Face `json:"face"`
	File string     `json:"file"`
	// Was is the text of the file, Digest that by which it is written; both are empty where
	// it is not there yet.
	Was    string `json:"was"`
	Digest string `json:"digest"`
	held   *held
	data   []byte
}

// writable is the pack that is written to change a card: the last laid that lies in a folder,
// nil where none does.
func writable(r *interp.Reading) *pack.Source {
	for _, source := range slices.Backward(r.Loaded.Sources()) {
		if source.Writable() {
			return source
		}
	}
	return nil
}

// amend tells what changing a value of a card comes to, in the files as they are now.
func (s *server) amend(q *query) (*amended, error) {
	b := q.branch
	read := func(unsaved pack.Unsaved) (*interp.Reading, error) {
		at := b.shown.Load().table.Reading()
		return interp.Read(at.Name, interp.With{Overlays: at.Overlays, GameOptions: b.game.GameOptions,
			Unsaved: unsaved, Memo: &s.memo})
	}
	before, err := read(nil)
	if err != nil {
		return nil, err
	}
	p, err := before.Pack()
	if err != nil {
		return nil, err
	}
	into, all := writable(before), amend.Leaves(p, q.body.Name, q.viewer.Lang)
	i := slices.IndexFunc(all, func(l amend.Leaf) bool { return l.Field == q.body.Field })
	switch {
	case into == nil:
		return nil, table.Refuse(403, "%s is inside the program or an archive; make it yours first", q.body.Name)
	case i < 0:
		return nil, table.Refuse(404, "the card %s has no value %q to change", q.body.Name, q.body.Field)
	}
	file, data, err := all[i].In(into, q.body.Text)
	if err != nil {
		return nil, err
	}
	out := &amended{data: data}
	if out.held, err = s.held(filepath.Join(into.Folder, filepath.FromSlash(file))); err != nil {
		return nil, err
	}
	if out.File, out.Was = out.held.Path, string(out.held.text); out.held.text != nil {
		out.Digest = disk.Digest(out.held.text)
	}
	if q.body.Was != all[i].Text {
		return nil, changedMeanwhile(out.held)
	}
	if q.body.Text != all[i].Text {
		after, err := read(pack.Unsaved{out.File: data})
		if err != nil {
			return nil, err
		}
		if p, err = all[i].Changed(before, after, q.viewer.Lang, q.body.Text); err != nil {
			return nil, err
		}
	}
	faces := scene.NewComposer(p.Compiled, p.Messages.Speaker(q.viewer.Lang, nil)).Faces()
	if i := slices.IndexFunc(faces, func(f scene.Face) bool { return f.Def == q.body.Name }); i >= 0 {
		out.Face = faces[i]
	}
	return out, nil
}

// getAmended shows a card as it would be.
func (s *server) getAmended(q *query) (any, error) { return s.amend(q) }

// postAmend writes what getAmended showed, where the file is still the one that it told of.
func (s *server) postAmend(q *query) (any, error) {
	a, err := s.amend(q)
	if err != nil {
		return nil, err
	}
	if a.Digest != q.body.Digest {
		return nil, changedMeanwhile(a.held)
	}
	saved, err := a.held.save(a.Digest, a.data)
	if err != nil {
		return nil, err
	}
	saved["file"], saved["was"] = a.File, a.Was
	return saved, nil
}

// leaf is a value of a card that can be changed.
type leaf struct {
	Field string `json:"field"`
	// Key is what the face calls it.
	Key  string `json:"key"`
	Text string `json:"text"`
	sourcePlace
}

// leaves are the values of a card that can be changed on its face.
func (s *server) leaves(t *interp.Table, id, lang string) []leaf {
	out := []leaf{}
	for _, l := range amend.Leaves(t.Pack, id, lang) {
		key, _, _ := strings.Cut(l.Field, ".")
		out = append(out, leaf{l.Field, key, l.Text, s.spot(l.At)})
	}
	return out
}
