package studio

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/editor/amend"
	"github.com/ruledeck/ruledeck/interp/house"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/table"
)

// AmendCall changes a value of a card: its field from one text to another, in the file with a
// digest.
type AmendCall struct {
	Name   string `json:"name"`
	Field  string `json:"field"`
	Was    string `json:"was"`
	Text   string `json:"text"`
	Digest string `json:"digest,omitempty"`
}

// Amended is a value of a card while it is changed: the card as it would be, and the file that
// would be written for it.
type Amended struct {
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
func writable(r *interp.Reading) (last *pack.Source) {
	for _, source := range r.Loaded.Sources() {
		if source.Writable() {
			last = source
		}
	}
	return last
}

// amended tells what changing a value of a card comes to, in the files as they are now.
func (s *server) amended(v house.Viewer, in AmendCall) (*Amended, error) {
	read := func(unsaved pack.Unsaved) (*interp.Reading, error) {
		at := v.Game.Shown().Table.Reading()
		return interp.Read(at.Name, interp.With{Overlays: at.Overlays, GameOptions: own(v.Game).game.GameOptions,
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
	into := writable(before)
	all := amend.Leaves(p, in.Name, v.Lang)
	i := slices.IndexFunc(all, func(l amend.Leaf) bool { return l.Field == in.Field })
	switch {
	case into == nil:
		return nil, table.Refuse(403, "%s is inside the program or an archive; make it yours first", in.Name)
	case i < 0:
		return nil, table.Refuse(404, "the card %s has no value %q to change", in.Name, in.Field)
	}
	file, data, err := all[i].In(into, in.Text)
	if err != nil {
		return nil, err
	}
	out := &Amended{data: data}
	out.held, err = s.held(filepath.Join(into.Folder, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	out.File = out.held.Path
	out.Was = string(out.held.text)
	out.Digest = out.held.digest()
	if in.Was != all[i].Text {
		return nil, changedMeanwhile(out.held)
	}
	if in.Text != all[i].Text {
		after, err := read(pack.Unsaved{out.File: data})
		if err != nil {
			return nil, err
		}
		p, err = all[i].Changed(before, after, v.Lang, in.Text)
		if err != nil {
			return nil, err
		}
	}
	out.Face = faceOf(p, in.Name, v.Lang)
	return out, nil
}

// faceOf is the face of a card in a language.
func faceOf(p *interp.Pack, card, lang string) scene.Face {
	for _, f := range scene.NewComposer(p.Compiled, p.Messages.Speaker(lang)).Faces() {
		if f.Def == card {
			return f
		}
	}
	return scene.Face{}
}

// AmendSaved is the file that was written, and its text before.
type AmendSaved struct {
	Saved
	File string `json:"file"`
	Was  string `json:"was"`
}

// postAmend writes what amended showed, where the file is still the one that it told of.
func (s *server) postAmend(v house.Viewer, in AmendCall) (AmendSaved, error) {
	a, err := s.amended(v, in)
	if err != nil {
		return AmendSaved{}, err
	}
	if a.Digest != in.Digest {
		return AmendSaved{}, changedMeanwhile(a.held)
	}
	saved, err := a.held.save(a.Digest, a.data)
	return AmendSaved{saved, a.File, a.Was}, err
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
