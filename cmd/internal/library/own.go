package library

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// trusted is the environment variable that lists the user's own folders, for machines
// without a user; ownFile keeps the folders that the user has called his own.
const trusted, ownFile = "RULEDECK_TRUST", "own.json"

// place is a folder with all below it, or an archive by the digest of its bytes. The user
// has called it his own, or has been told that it is not.
type place struct {
	Place  string `json:"place,omitempty"`
	Digest string `json:"digest,omitempty"`
	Own    bool   `json:"own"`
}

// UseOwn makes packs be read with limits alone that are not the user's own.
func UseOwn() {
	l := pack.TheLibrary()
	l.Owns = func(place string) bool { owns, _ := known(place); return owns }
	pack.UseLibrary(l)
}

// meant says how a folder or an archive is kept.
func meant(at string) (place, error) {
	full, err := filepath.Abs(at)
	if err != nil {
		return place{}, err
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	}
	if filepath.Ext(full) != source.Archive {
		return place{Place: full}, nil
	}
	if info, err := os.Stat(full); err != nil || info.IsDir() {
		return place{Place: full}, err
	}
	data, err := os.ReadFile(full)
	sum := sha256.Sum256(data)
	return place{Digest: hex.EncodeToString(sum[:])}, err
}

// covers reports whether one place is the other, or above it.
func (p place) covers(other place) bool {
	if p.Place == "" || other.Place == "" {
		return p == place{other.Place, other.Digest, p.Own}
	}
	way, err := filepath.Rel(p.Place, other.Place)
	return err == nil && way != ".." && !strings.HasPrefix(way, ".."+string(filepath.Separator))
}

// known reports whether a folder or an archive is the user's own, and whether the list
// has it at all. A place that cannot be read is neither.
func known(at string) (own, listed bool) {
	is, err := meant(at)
	if err != nil {
		return false, false
	}
	for _, folder := range filepath.SplitList(os.Getenv(trusted)) {
		if of, err := meant(folder); err == nil && of.covers(is) {
			return true, true
		}
	}
	folder, err := savedir.Where("packs")
	var places []place
	if err == nil {
		err = pack.ReadJSON(filepath.Join(folder, ownFile), &places)
	}
	for _, p := range places {
		if err == nil && p.covers(is) {
			own, listed = own || p.Own, true
		}
	}
	return own, listed
}

// Derive keeps of an archive that it is the user's own, where the folder is that it was made of.
func Derive(archive, folder string) error {
	if own, _ := known(folder); !own {
		return nil
	}
	return Own(archive)
}

// Own keeps that a folder or an archive is the user's own.
func Own(at string) error { return note(at, true) }

// note records whether a place is the user's own.
func note(at string, own bool) error {
	is, err := meant(at)
	if err != nil {
		return err
	}
	folder, err := savedir.Place("packs")
	if err != nil {
		return err
	}
	var places []place
	file := filepath.Join(folder, ownFile)
	if err := pack.ReadJSON(file, &places); err != nil {
		return err
	}
	is.Own = own
	places = slices.DeleteFunc(places, func(p place) bool { return p.Place == is.Place && p.Digest == is.Digest })
	return Write(file, append(places, is))
}

// Tell returns the message for the first time that a pack of a stranger is read with
// limits; "" later.
func Tell(name string, limits isolate.Limits) string {
	if slices.Contains(pack.TheLibrary().IDs(), name) {
		return "" // that was said when it was got
	}
	if _, listed := known(name); listed || note(name, false) != nil {
		return ""
	}
	return fmt.Sprintf("%s is not from here: it runs in a process with %s; --trust makes it yours\n",
		filepath.ToSlash(name), limits)
}
