package studio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// mostRevisions is how many texts of a file stay, mostRevised of how many files.
const mostRevisions, mostRevised = 50, 400

// revisionFolder is where the revisions of a file lie: each is named after the moment,
// in milliseconds, and the digest of its text.
func revisionFolder(path string) (string, error) {
	folder, err := savedir.Place("revisions")
	return filepath.Join(folder, disk.Digest([]byte(path))[:32]), err
}

// revisions are the names of those in a folder, the last first.
func revisions(folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return []string{} // none was kept yet
	}
	names := lists.Map(entries, fs.DirEntry.Name)
	names = slices.DeleteFunc(names, func(name string) bool { return when(name) == "" })
	slices.Reverse(names)
	return names
}

// when is the time of a revision, "" for other names.
func when(name string) string {
	at, _, ok := strings.Cut(name, "-")
	n, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil {
		return ""
	}
	return time.UnixMilli(n).Format("2006-01-02 15:04:05")
}

// keepRevision keeps a text of a file, unless it is the last that was kept, and forgets
// the oldest of many.
func keepRevision(path string, text []byte) error {
	folder, err := revisionFolder(path)
	if err != nil || text == nil {
		return err
	}
	all := revisions(folder)
	digest := disk.Digest(text)[:16]
	if len(all) > 0 && strings.HasSuffix(all[0], "-"+digest) {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	now := time.Now().UnixMilli()
	if len(all) > 0 { // a clock may go back, and two texts may come in one moment
		last, _, _ := strings.Cut(all[0], "-")
		before, _ := strconv.ParseInt(last, 10, 64) // as revisions found it
		now = max(now, before+1)
	}
	err = disk.OS.New(filepath.Join(folder, fmt.Sprintf("%d-%s", now, digest)), text)
	for _, old := range all[min(len(all), mostRevisions-1):] {
		err = errors.Join(err, os.Remove(filepath.Join(folder, old)))
	}
	return errors.Join(err, forgetRevised(filepath.Dir(folder)))
}

// forgetRevised forgets the files whose last revision is the oldest.
func forgetRevised(place string) error {
	entries, err := os.ReadDir(place)
	if err != nil || len(entries) <= mostRevised {
		return err
	}
	last := func(e fs.DirEntry) string {
		return strings.Join(revisions(filepath.Join(place, e.Name())), " ")
	}
	oldest := slices.MinFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(last(a), last(b)) })
	return os.RemoveAll(filepath.Join(place, oldest.Name()))
}
