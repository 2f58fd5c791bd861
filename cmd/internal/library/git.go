package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// attributes replace the attributes of a repository, so that git checks out every file
// unchanged.
const attributes = "* -text -ident -filter -export-subst -export-ignore -working-tree-encoding\n"

// repository writes the files of a pack in a repository as an archive, and returns the
// commit. Git writes nothing else of it but its own objects: no hook, filter or link of the
// repository is ever looked at, and no other repository in it.
func repository(ctx context.Context, o pack.Origin, place string, known bool) (string, error) {
	wanted := cmp.Or(o.Commit, o.At, "HEAD")
	if !known && !strings.Contains(o.Source, ":") {
		return "", noSource("there is no file or folder %s, and it is not an address", o.Source)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	g := &git{ctx, o.Source, filepath.Join(filepath.Dir(place), "repository")}
	info := filepath.Join(g.folder, "info")
	err := errors.Join(os.MkdirAll(info, 0o700),
		os.WriteFile(filepath.Join(info, "attributes"), []byte(attributes), 0o600))
	go g.watch(stop)
	if err == nil {
		_, err = g.run("init", "--quiet", "--bare", "--template=", ".")
	}
	if err == nil {
		_, err = g.run("fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules",
			"--no-auto-maintenance", "--", o.Source, wanted)
	}
	if err != nil {
		return "", err
	}
	commit, err := g.run("rev-parse", "--verify", "FETCH_HEAD^{commit}")
	if err != nil {
		return "", err
	}
	commit = strings.TrimSpace(commit)
	tree := commit + ":" + o.Path
	_, err = g.run("cat-file", "-e", commit+":"+path.Join(o.Path, "pack.yaml"))
	if err != nil {
		return "", fmt.Errorf("%s has no pack.yaml at %s; --path names the folder of the pack in it", o.Source, tree)
	}
	err = g.list(tree)
	if err == nil {
		_, err = g.run("archive", "--format=zip", "--output="+place, tree)
	}
	return commit, err
}

// list refuses a tree that an archive could not hold, before it is unfolded. Git says a line for
// each file and folder, which ends in a zero: the mode, the kind, the object and the size, and
// behind a tab the name.
func (g *git) list(tree string) error {
	text, err := g.run("ls-tree", "-r", "-t", "-l", "-z", "--full-tree", tree)
	var bytes, names int64
	for line := range strings.SplitSeq(text, "\x00") {
		head, name, _ := strings.Cut(line, "\t")
		size, _ := strconv.ParseInt(head[strings.LastIndex(head, " ")+1:], 10, 64) // a folder has none
		bytes += size
		names += int64(len(name)) + source.OfName
	}
	switch {
	case bytes > source.MaxArchive:
		return tooLarge(g.from)
	case names > source.MaxDirectory:
		return fmt.Errorf("%s: more files than an archive may hold", g.from)
	}
	return err
}

// git runs the host's git for one repository of its own.
type git struct {
	ctx          context.Context
	from, folder string
}

// watch stops a fetch whose pack takes more of the disk than packs do.
func (g *git) watch(stop context.CancelCauseFunc) {
	for ; g.ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		size := int64(0)
		fetched, _ := filepath.Glob(filepath.Join(g.folder, "objects", "pack", "*")) // a sound pattern
		for _, file := range fetched {
			if info, err := os.Stat(file); err == nil {
				size += info.Size()
			}
		}
		if size > source.MaxArchive {
			stop(tooLarge(g.from))
		}
	}
}

// printed is what git prints; it stops where that is more than it says of any tree that an archive
// could hold.
type printed struct{ strings.Builder }

// Write fails once too much was written.
func (p *printed) Write(data []byte) (int, error) {
	if p.Len() > 4*source.MaxDirectory {
		return 0, io.ErrShortWrite
	}
	return p.Builder.Write(data)
}

// most is what git and this process may take of memory together.
var most = isolate.Limits{Megabytes: 1024}

// run runs git without what the user, the system or the environment has set for other
// repositories, but for the way that ssh and certificates go, and returns what it prints. Large
// files go through it in pieces.
func (g *git) run(args ...string) (string, error) {
	c := exec.Command("git", append([]string{"-c", "core.hooksPath=" + os.DevNull, "-c", "fetch.unpackLimit=1",
		"-c", "core.bigFileThreshold=1m"}, args...)...)
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "GIT_SSH") && !strings.HasPrefix(v, "GIT_SSL_CA")
	})
	c.Env = append(c.Env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"GIT_ALLOW_PROTOCOL=https:ssh:file", "GIT_NO_REPLACE_OBJECTS=1", "GIT_DIR="+g.folder, "LC_ALL=C")
	var out, complaint printed
	c.Stdout = &out
	c.Stderr = &complaint
	c.Dir = g.folder
	c.WaitDelay = time.Second
	c.SysProcAttr = &syscall.SysProcAttr{} // ssh may ask for a password
	err := isolate.RunTree(g.ctx, c, most)
	var stopped *isolate.Error
	switch {
	case errors.As(err, &stopped):
		err = fmt.Errorf("%s: git was %s", g.from, stopped.What)
	case errors.Is(err, exec.ErrNotFound):
		err = errors.New("there is no git on this machine, and a repository needs it")
	case g.ctx.Err() != nil:
		err = context.Cause(g.ctx)
	case err != nil:
		said := strings.ReplaceAll(complaint.String(), "\r", "")
		err = fmt.Errorf("%s: git says: %s", g.from, strings.TrimSpace(said))
	}
	return out.String(), err
}
