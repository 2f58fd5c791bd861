package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
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
	folder := name
	shown := filepath.Clean(name)
	missing := name + " has no pack.yaml"
	if pack.IsShipped(name) {
		shown = filepath.Join("cards", name)
		folder = upwards(shown)
		missing = "the project has no game " + name
		if folder == "" {
			return nil, usage("%s is shipped with the program; its revisions are in a checkout of ruledeck, and this "+
				"folder is in none", name)
		}
	}
	if !isFolder(folder) {
		return nil, usage("%s is not a folder; before @ stands the folder of a pack in a checkout of git", name)
	}
	prefix, err := git(folder, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	root, err := g.extract(folder, revision)
	if err != nil {
		return nil, err
	}
	at := filepath.Join(root, filepath.FromSlash(prefix))
	if !hasManifest(at) {
		return nil, usage("%s at the revision %s", missing, revision)
	}
	s, err := pack.Open(at)
	if err != nil {
		return nil, err
	}
	// Its files are known by where they are in the checkout.
	known := strings.NewReplacer(filepath.ToSlash(at), filepath.ToSlash(shown)+"@"+revision,
		filepath.ToSlash(root), "@"+revision)
	s.Shown = known.Replace(s.Shown)
	for i := range s.Files {
		s.Files[i].Shown = known.Replace(s.Files[i].Shown)
	}
	return s, nil
}

// git runs git in a folder and returns the line that it prints.
func git(folder string, args ...string) (string, error) {
	var out, complaint strings.Builder
	c := exec.Command("git", append([]string{"-C", folder}, args...)...)
	c.Stdout = &out
	c.Stderr = &complaint
	err := isolate.RunTree(context.Background(), c, isolate.Limits{})
	switch {
	case errors.Is(err, exec.ErrNotFound):
		err = usage("there is no git on this machine, and @REVISION needs it")
	case err != nil && strings.Contains(complaint.String(), "not a git repository"):
		err = usage("%s is not in a checkout of git", folder)
	case err != nil:
		err = usage("git says: %s", strings.TrimSpace(complaint.String()))
	}
	return strings.TrimSuffix(out.String(), "\n"), err
}

// extract writes a revision of the whole checkout as an archive, and returns it, so that a
// pack finds the packs that it extends.
func (g *revisions) extract(folder, revision string) (string, error) {
	top, err := git(folder, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	commit, err := git(folder, "rev-parse", "--verify", "--quiet", revision+"^{commit}")
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
