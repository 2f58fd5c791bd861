package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// revisions extracts packs from git, by the host's git, into temporary folders that clean
// removes.
type revisions struct{ folders []string }

func (g *revisions) clean() {
	for _, folder := range g.folders {
		// What cannot be removed lies where the system cleans up.
		_ = os.RemoveAll(folder)
	}
}

// open opens a pack as it was at a revision: a folder in a checkout, or a
// shipped game in a checkout of this project.
func (g *revisions) open(name, revision string) (*pack.Source, error) {
	if revision == "" || strings.HasPrefix(revision, "-") {
		return nil, usage("%q is no revision of git", revision)
	}
	if slices.Contains(pack.Shipped(), name) {
		return g.shipped(name, revision)
	}
	if !isFolder(name) {
		return nil, usage("%s is not a folder; before @ stands the folder of a pack in a checkout of git", name)
	}
	prefix, err := gitLine(name, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	root, err := g.extract(name, revision)
	if err != nil {
		return nil, err
	}
	at := filepath.Join(root, filepath.FromSlash(prefix))
	if _, err := source.Stat(filepath.Join(at, "pack.yaml")); err != nil {
		return nil, usage("%s has no pack.yaml at the revision %s", name, revision)
	}
	s, err := pack.Open(at)
	if err != nil {
		return nil, err
	}
	show(s, filepath.ToSlash(at), filepath.ToSlash(filepath.Clean(name))+"@"+revision)
	return s, nil
}

// shipped opens a game of this project, whose cards and scripts stand in two
// folders.
func (g *revisions) shipped(id, revision string) (*pack.Source, error) {
	cards := upwards(filepath.Join("cards", id))
	if cards == "" {
		return nil, usage("%s is shipped with the program; its revisions are in a checkout of ruledeck, and this "+
			"folder is in none", id)
	}
	root, err := g.extract(cards, revision)
	if err != nil {
		return nil, err
	}
	at := filepath.Join(root, "cards", id)
	if _, err := source.Stat(filepath.Join(at, "pack.yaml")); err != nil {
		return nil, usage("the project has no game %s at the revision %s", id, revision)
	}
	s, err := pack.Open(at)
	if err != nil {
		return nil, err
	}
	for i := range s.Files {
		f := &s.Files[i]
		f.Shown = "cards/" + id + "/" + f.Path
		if rest, ok := strings.CutPrefix(f.Path, "scripts/"); ok {
			f.Shown = "scripts/" + id + "/" + rest
		}
		f.Shown += "@" + revision
	}
	s.Shown = "cards/" + id + "@" + revision
	return s, nil
}

// show lets the files of a source be known by another folder.
func show(s *pack.Source, folder, as string) {
	s.Shown = strings.Replace(s.Shown, folder, as, 1)
	for i := range s.Files {
		s.Files[i].Shown = strings.Replace(s.Files[i].Shown, folder, as, 1)
	}
}

// git runs git in a folder and returns its output.
func git(folder string, args ...string) ([]byte, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, usage("there is no git on this machine, and @REVISION needs it")
	}
	var out, complaint bytes.Buffer
	c := exec.Command("git", append([]string{"-C", folder}, args...)...)
	c.Stdout = &out
	c.Stderr = &complaint
	if err := isolate.RunTree(context.Background(), c, isolate.Limits{}); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) && strings.Contains(complaint.String(), "not a git repository") {
			return nil, usage("%s is not in a checkout of git", folder)
		}
		return nil, usage("git says: %s", strings.TrimSpace(complaint.String()))
	}
	return out.Bytes(), nil
}

// gitLine runs git for a line of text.
func gitLine(folder string, args ...string) (string, error) {
	out, err := git(folder, args...)
	return strings.TrimSuffix(string(out), "\n"), err
}

// extract writes a revision of the whole checkout as an archive, and returns it, so that a
// pack finds the packs that it extends.
func (g *revisions) extract(folder, revision string) (string, error) {
	top, err := gitLine(folder, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	commit, err := gitLine(folder, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
	if err != nil {
		return "", usage("there is no revision %q in %s", revision, top)
	}
	root, err := os.MkdirTemp("", "ruledeck-")
	if err != nil {
		return "", err
	}
	g.folders = append(g.folders, root)
	root = filepath.Join(root, "checkout"+source.Archive)
	_, err = git(top, "archive", "--format=zip", "-0", "--output="+root, commit+"^{tree}")
	return root, err
}
