//go:build unix

package cli

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// elsewhereTest is a person with a library and packs in repositories and on a server, all
// on this machine.
type elsewhereTest struct {
	*testing.T
	// dir is the folder that commands stand in.
	dir, typed string
	env        []string
}

func newElsewhere(t *testing.T) *elsewhereTest {
	top := t.TempDir()
	e := &elsewhereTest{T: t, dir: filepath.Join(top, "work")}
	e.env = append(os.Environ(), asProgram+"=1", "XDG_STATE_HOME="+filepath.Join(top, "state"),
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@localhost", "GIT_COMMITTER_NAME=Ann",
		"GIT_COMMITTER_EMAIL=ann@localhost")
	if err := os.Mkdir(e.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return e
}

// says runs ruledeck, and returns what it prints and its exit code.
func (e *elsewhereTest) says(line string) (string, int) {
	e.Helper()
	program, err := os.Executable()
	if err != nil {
		e.Fatal(err)
	}
	c := exec.Command(program, strings.Fields(line)...)
	c.Dir, c.Env, c.Stdin = e.dir, e.env, strings.NewReader(e.typed)
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		e.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// must runs ruledeck, which has to print some texts.
func (e *elsewhereTest) must(code int, line string, texts ...string) {
	e.Helper()
	out, got := e.says(line)
	for _, text := range texts {
		if !strings.Contains(out, text) {
			e.Errorf("%s does not say %s", line, text)
		}
	}
	if got != code || e.Failed() {
		e.Fatalf("%s: exit %d, not %d\n%s", line, got, code, out)
	}
}

// git runs git in a folder.
func (e *elsewhereTest) git(folder string, args ...string) string {
	e.Helper()
	c := exec.Command("git", append([]string{"-C", folder}, args...)...)
	c.Env = e.env
	out, err := c.CombinedOutput()
	if err != nil {
		e.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (e *elsewhereTest) write(name, text string) {
	e.Helper()
	name = filepath.Join(e.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		e.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		e.Fatal(err)
	}
}

func (e *elsewhereTest) replace(name, old, now string) {
	e.Helper()
	text, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil || !strings.Contains(string(text), old) {
		e.Fatalf("%s has no %q (%v)", name, old, err)
	}
	e.write(name, strings.Replace(string(text), old, now, 1))
}

// harvest makes a repository with the game of the tutorial at a tag, in a folder of it,
// beside all that a repository may do to who reads it.
func (e *elsewhereTest) harvest() {
	e.Helper()
	if err := os.CopyFS(filepath.Join(e.dir, "origin/packs/harvest"),
		os.DirFS("../../../testdata/tutorial/harvest")); err != nil {
		e.Fatal(err)
	}
	origin := filepath.Join(e.dir, "origin")
	e.git(e.dir, "init", "--quiet", "--initial-branch=main", origin)
	ran := filepath.Join(e.dir, "ran")
	e.write("origin/.gitattributes", "*.yaml filter=evil eol=crlf\npacks/harvest/README.md export-subst\n")
	e.write("origin/packs/harvest/README.md", "$Format:%H$\n")
	e.write("origin/.git/hooks/post-checkout", "#!/bin/sh\ntouch "+ran+"\n")
	e.git(origin, "config", "filter.evil.smudge", "touch "+ran)
	e.git(origin, "config", "filter.evil.clean", "cat")
	e.git(origin, "add", "--all")
	e.git(origin, "commit", "--quiet", "--message", "one")
	e.git(origin, "tag", "v1")
	e.Cleanup(func() {
		if _, err := os.Stat(ran); err == nil {
			e.Error("something in the repository was run")
		}
	})
}

// TestGet follows a pack from a repository to the pack that extends it: got, locked, played,
// changed where it comes from, looked at, taken, removed.
func TestGet(t *testing.T) {
	e := newElsewhere(t)
	e.harvest()
	e.must(ExitFine, "get ./origin --path packs/harvest --at v1", "harvest 1.0.0 (")
	e.must(ExitFine, "list", "harvest 1.0.0 (", "origin ")
	e.must(ExitFine, "play harvest --seats random,random,random --seed 3", "Harvest, 3 seats, seed 3")
	e.must(ExitFine, "test harvest", "5 passed, 0 failed")
	e.must(ExitFine, "new overlay marsh of harvest", "marsh/pack.yaml")
	e.dir = filepath.Join(e.dir, "marsh")
	e.must(ExitFine, "get ../origin --path packs/harvest --at main",
		"ruledeck.lock locks the pack in this folder to that content")
	e.must(ExitFine, "check", "0 errors, 0 warnings")
	e.must(ExitFine, "test", "1 passed, 0 failed")
	e.typed = strings.Repeat("1\n", 12)
	if out, _ := e.says("play . --seats human,random,random --seed 4"); !strings.Contains(out, "Harvest + Marsh") {
		t.Error(out)
	}
	e.typed = ""

	e.dir = filepath.Dir(e.dir)
	e.replace("origin/packs/harvest/pack.yaml", "version: 1.0.0", "version: 1.1.0")
	e.replace("origin/packs/harvest/scripts/rules/trick.lua", "return 100 + card.rank", "return card.rank")
	e.git(filepath.Join(e.dir, "origin"), "commit", "--quiet", "--all", "--message", "two")
	e.dir = filepath.Join(e.dir, "marsh")
	e.must(ExitWrong, "get --update", "harvest 1.0.0 (", ") -> harvest 1.1.0 (", "~ step trick.take",
		"-       return (100 + card.rank)", "Tests of harvest, with the new content:\n",
		"FAIL a pumpkin beats every other suit\n  scenarios/tricks.yaml:", "4 passed, 1 failed",
		"Tests of the pack in this folder, with the new content:\n1 passed, 0 failed", "Saved games, with the new",
		".journal: the game does not play as it was recorded", "nothing was taken; --yes takes it")
	e.must(ExitFine, "test", "1 passed, 0 failed")
	e.must(ExitFine, "get --update --yes", "harvest 1.1.0 (")
	e.must(ExitFine, "get --update --yes", "is the latest")
	e.must(ExitFine, "list", "harvest 1.0.0", "harvest 1.1.0")
	e.must(ExitFine, "test", "1 passed, 0 failed")

	// The lock holds: another content is an error, and get brings the one that is meant.
	var lock pack.Lock
	data, err := os.ReadFile(filepath.Join(e.dir, pack.LockFile))
	if err == nil {
		err = json.Unmarshal(data, &lock)
	}
	if err != nil || len(lock) != 1 || lock["harvest"].Version != "1.1.0" || lock["harvest"].At != "main" {
		t.Fatalf("%v, %+v", err, lock)
	}
	e.must(ExitFine, "remove harvest", "harvest is removed")
	e.must(ExitUsage, "remove harvest", `your library has no pack "harvest"`)
	e.must(ExitWrong, "check", "ruledeck.lock has harvest 1.1.0 (", "), which is not here; to get it: ruledeck get ",
		"origin --at main --path packs/harvest\n")
	e.must(ExitFine, "get", "harvest 1.1.0 (")
	e.must(ExitFine, "get", "is here")
	e.must(ExitFine, "check", "0 errors, 0 warnings")
	if err := os.CopyFS(filepath.Join(e.dir, "harvest"), os.DirFS(filepath.Join(e.dir,
		"../origin/packs/harvest"))); err != nil {
		t.Fatal(err)
	}
	e.must(ExitFine, "check", "0 errors, 0 warnings")
	e.replace("harvest/pack.yaml", "version: 1.1.0", "version: 1.2.0")
	e.must(ExitWrong, "check", "ruledeck.lock has harvest 1.1.0 (", "), and harvest 1.2.0 (", ") is here: ruledeck get")
}

// TestGot: a pack of the library is opened by whatever it is named, and what cannot be got is
// said.
func TestGot(t *testing.T) {
	e := newElsewhere(t)
	e.write("greedy/pack.yaml", "id: greedy\nversion: 1.0.0\napi: 3\nname: {en: Greedy}\nseats: {min: 1, max: 1}\n")
	e.write("greedy/game.yaml", hostileBase["game.yaml"])
	e.write("greedy/cards/a.yaml", hostileBase["cards/a.yaml"])
	e.write("greedy/scripts/rules/turn.lua", hostileBase["scripts/rules/turn.lua"])
	e.must(ExitFine, "archive greedy -o greedy.rdpack")
	e.must(ExitFine, "get greedy.rdpack", "greedy 1.0.0 (")
	if err := os.RemoveAll(filepath.Join(e.dir, "greedy")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"play greedy --seats random --seed 1 --save g.save", "cards greedy", "check greedy",
		"diff greedy greedy", "docs greedy --out d.md",
		"sim greedy --games 2 --seats random"} {
		e.must(ExitFine, line)
	}
	e.must(ExitFine, "replay g.save") // the save names it
	e.must(ExitFine, "get --trust greedy", "--trust is no longer needed")
	e.must(ExitUsage, "get nothing", "there is no file or folder nothing, and it is not an address; a pack comes from")
	e.git(e.dir, "init", "--quiet", "--bare", "bare")
	for line, want := range map[string]string{
		"get":                                "get needs a SOURCE: an archive",
		"get -- --upload-pack=touch":         "there is no file or folder --upload-pack=touch",
		"get ext::sh":                        "transport 'ext' not allowed",
		"get http://127.0.0.1/x.rdpack":      "transport 'http' not allowed",
		"get https://a:b@127.0.0.1/x.rdpack": "https://a:xxxxx@127.0.0.1/x.rdpack has a name or a password",
		"get greedy.rdpack --at v1":          "is an archive; --at and --path are for repositories",
		"get ./bare --at --output=x":         "couldn't find remote ref --output=x",
		"get --update none":                  `your library has no pack "none"; there is only greedy`,
	} {
		if out, code := e.says(line); code == ExitFine || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d: %s, not %s", line, code, out, want)
		}
	}
}

// TestGetAddresses: an archive comes from a server, a repository from a server and by ssh,
// and no more of them than packs have.
func TestGetAddresses(t *testing.T) {
	e := newElsewhere(t)
	e.harvest()
	e.must(ExitFine, "archive origin/packs/harvest -o harvest.rdpack")
	where := exec.Command("git", "--exec-path")
	path, err := where.Output()
	if err != nil {
		t.Fatal(err)
	}
	backend := &cgi.Handler{Path: filepath.Join(strings.TrimSpace(string(path)), "git-http-backend"), Root: "/git",
		Env: []string{"GIT_PROJECT_ROOT=" + e.dir, "GIT_HTTP_EXPORT_ALL=1"}}
	mux := http.NewServeMux()
	mux.Handle("/git/", backend)
	mux.Handle("/packs/", http.StripPrefix("/packs/", http.FileServer(http.Dir(e.dir))))
	mux.HandleFunc("/large.rdpack", func(w http.ResponseWriter, _ *http.Request) {
		for block := make([]byte, 1<<20); ; {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	})
	mux.Handle("/plain.rdpack", http.RedirectHandler("http://127.0.0.1:1/x.rdpack", http.StatusFound))
	server := httptest.NewTLSServer(mux)
	defer server.Close()
	e.write("ca.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})))
	ca := filepath.Join(e.dir, "ca.pem")
	// A shell of elsewhere is one of here.
	e.write("ssh", "#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\nexec sh -c \"$1\"\n")
	if err := os.Chmod(filepath.Join(e.dir, "ssh"), 0o755); err != nil {
		t.Fatal(err)
	}
	e.env = append(e.env, "SSL_CERT_FILE="+ca, "GIT_SSL_CAINFO="+ca, "GIT_SSH="+filepath.Join(e.dir, "ssh"))
	commit := e.git(filepath.Join(e.dir, "origin"), "rev-parse", "v1")
	for _, line := range []string{
		"get " + server.URL + "/packs/harvest.rdpack",
		"get " + server.URL + "/git/origin/.git --path packs/harvest",
		"get " + server.URL + "/git/origin/.git --path packs/harvest --at " + commit,
		"get ann@localhost:" + e.dir + "/origin/.git --path packs/harvest --at main",
		"get ssh://localhost" + e.dir + "/origin/.git --path packs/harvest --at v1",
	} {
		e.must(ExitFine, line, "harvest 1.0.0 (")
		e.must(ExitFine, "test harvest", "5 passed, 0 failed")
	}
	// One content, whichever way it came.
	var packs []pack.Origin
	out, _ := e.says("list --format json")
	for line := range strings.Lines(out) {
		var g pack.Origin
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		if g.ID == "harvest" {
			packs = append(packs, g)
		}
	}
	if len(packs) != 1 || packs[0].Commit != commit || packs[0].Path != "packs/harvest" {
		t.Errorf("the library holds %+v", packs)
	}
	e.write("origin/packs/linked/pack.yaml", "id: linked\n")
	if err := os.Symlink("/etc/passwd", filepath.Join(e.dir, "origin/packs/linked/game.yaml")); err != nil {
		t.Fatal(err)
	}
	e.write("origin/packs/broken/pack.yaml", "id: broken\nversion: 1.0.0\napi: 3\nextends: nothing\n")
	e.write("origin/packs/taken/pack.yaml", "id: bbtm\nversion: 1.0.0\napi: 3\nextends: bbtm\nname: {en: B}\n")
	e.write("origin/packs/large/pack.yaml", "id: large\n")
	e.write("origin/packs/large/art/large.png", strings.Repeat("x", 2<<20))
	e.git(filepath.Join(e.dir, "origin"), "add", "--all")
	e.git(filepath.Join(e.dir, "origin"), "commit", "--quiet", "--message", "two")
	for line, want := range map[string]string{
		"get " + server.URL + "/packs/none.rdpack": "answers 404 Not Found",
		"get " + server.URL + "/large.rdpack":      "holds more than the 96 MB that are fetched",
		"get " + server.URL + "/plain.rdpack":      "or to an address without https",
		"get " + server.URL + "/git/none":          "git says: ",
		"get ./origin":                             `origin has no pack.yaml at `,
		"get ./origin --at none":                   "git says: ",
		"get ./origin --path ../x":                 "has no pack.yaml at ",
		"get ./origin --path packs/linked":         "game.yaml: what is neither a file nor a folder is not read",
		"get ./origin --path packs/broken":         `there is no game "nothing"`,
		"get ./origin --path packs/taken":          "the pack has the id bbtm, which a game of the program has",
		"get ./origin --path packs/large":          "large.png: error: a picture has at most 1048576 bytes",
		"get ca.pem":                               "the name of an archive ends in .rdpack, and that of ",
	} {
		if out, code := e.says(line); code == ExitFine || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d: %s, not %s", line, code, out, want)
		}
	}
}

// TestGetBounded: what would unfold to more than an archive may hold is refused before, whatever
// the shape of its tree, and takes little memory.
func TestGetBounded(t *testing.T) {
	e := newElsewhere(t)
	repository := filepath.Join(e.dir, "r.git")
	e.git(e.dir, "init", "--quiet", "--bare", "--initial-branch=main", repository)
	input := filepath.Join(e.dir, "input")
	made := func(text string, args ...string) string {
		t.Helper()
		e.write("input", text)
		c := exec.Command("git", args...)
		c.Dir, c.Env = repository, e.env
		from, err := os.Open(input)
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		c.Stdin = from
		out, err := c.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	blob := func(text string) string { return made(text, "hash-object", "-w", "--stdin") }
	nested := func(tree, line string, times, depth int) string {
		for range depth {
			lines := ""
			for i := range times {
				lines += fmt.Sprintf(line+"%d\n", tree, i)
			}
			tree = made(lines, "mktree")
			line = "040000 tree %s\td"
		}
		return tree
	}
	manifest := blob("id: marsh\nversion: 1.0.0\napi: 3\n")
	empty := made("", "mktree")
	for name, c := range map[string]struct{ tree, want string }{
		"files":   {nested(blob("x\n"), "100644 blob %s\tf", 10, 10), "more files than an archive may hold"},
		"folders": {nested(empty, "040000 tree %s\td", 10, 10), "more files than an archive may hold"},
		"names": {nested(blob("x\n"), "100644 blob %s\t"+strings.Repeat("n", 200), 100, 2),
			"more files than an archive may hold"},
		"bytes": {nested(blob(strings.Repeat("0", 4<<20)), "100644 blob %s\tf", 30, 1), "holds more than the 96 MB"},
		"one":   {nested(blob(strings.Repeat("0", 100<<20)), "100644 blob %s\tf", 1, 1), "holds more than the 96 MB"},
	} {
		root := made(fmt.Sprintf("040000 tree %s\tcards\n100644 blob %s\tpack.yaml\n", c.tree, manifest), "mktree")
		e.git(repository, "update-ref", "refs/heads/"+name, made("x", "commit-tree", root))
		out, code := e.says("get ./r.git --at " + name)
		if code != ExitWrong || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit %d, %s", name, code, out)
		}
	}
}

// TestArchiveSays: an archive is what its manifest says, in all that travels in it, and of a
// format that is known.
func TestArchiveSays(t *testing.T) {
	e := newElsewhere(t)
	e.must(ExitFine, "new pack marsh")
	e.write("marsh/README.md", "read this\n")
	e.write("marsh/LICENSE", "licence\n")
	e.must(ExitFine, "archive marsh -o a.rdpack", "marsh 0.1.0 (")
	whole, err := zip.OpenReader(filepath.Join(e.dir, "a.rdpack"))
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	sum := func(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
	for name, c := range map[string]struct{ old, now, want string }{
		"manifest.json":           {`"format": 1`, `"format": 2`, "its manifest says format 2, and this version"},
		"scenarios/encore.yaml":   {"\n", "\n# changed\n", "scenarios/encore.yaml in it is not what its manifest says"},
		"README.md":               {"read", "reap", "README.md in it is not what its manifest says"},
		"LICENSE":                 {"licence", "sold", "LICENSE in it is not what its manifest says"},
		"README.md and its entry": {"read", "reap", "it holds another pack than its manifest says"},
	} {
		file, entry, _ := strings.Cut(name, " ")
		files := map[string][]byte{}
		for _, f := range whole.File {
			if files[f.Name], err = fs.ReadFile(whole, f.Name); err != nil {
				t.Fatal(err)
			}
		}
		was := files[file]
		files[file] = bytes.Replace(was, []byte(c.old), []byte(c.now), 1)
		if entry != "" {
			files["manifest.json"] = bytes.ReplaceAll(files["manifest.json"], []byte(sum(was)),
				[]byte(sum(files[file])))
		}
		data, err := source.Zip(files)
		if err != nil {
			t.Fatal(err)
		}
		e.write("b.rdpack", string(data))
		for _, line := range []string{"get b.rdpack", "check b.rdpack"} {
			if out, code := e.says(line); code != ExitWrong || !strings.Contains(out, c.want) {
				t.Errorf("%s: %s: exit %d, %s", name, line, code, out)
			}
		}
	}
}

// TestLocks: a lock covers tests and what people read, holds no path of a machine, and says
// where it has no entry.
func TestLocks(t *testing.T) {
	e := newElsewhere(t)
	top := e.dir
	e.must(ExitFine, "new pack marsh")
	e.must(ExitFine, "archive marsh -o marsh.rdpack")
	e.must(ExitFine, "get marsh.rdpack")
	e.must(ExitFine, "new overlay dry of marsh")
	e.dir = filepath.Join(top, "dry")
	// A folder beside the lock is not the library's pack.
	if err := os.Rename(filepath.Join(top, "marsh"), filepath.Join(top, "away")); err != nil {
		t.Fatal(err)
	}
	e.replace("pack.yaml", "extends: ../marsh", "extends: marsh")
	e.must(ExitFine, "check", "0 errors, 0 warnings")
	for _, text := range []string{`{"other": {"id": "other"}}`, `{"marsh": {}}`, "{}\n"} {
		e.write("ruledeck.lock", text)
		e.must(ExitWrong, "check", "warning: ruledeck.lock has no entry for marsh", "ruledeck get SOURCE locks")
	}
	locked := func(want string) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(e.dir, pack.LockFile))
		if err != nil || !strings.Contains(string(text), want) || strings.Contains(string(text), top) {
			t.Errorf("%v: the lock is %s", err, text)
		}
	}
	e.must(ExitFine, "get "+filepath.Join(top, "marsh.rdpack"))
	locked(`"source": ""`)
	e.must(ExitFine, "remove marsh")
	e.must(ExitUsage, "get", "ruledeck.lock has marsh 0.1.0 (", "names no source")
	e.must(ExitFine, "get ../marsh.rdpack")
	locked(`"source": "../marsh.rdpack"`)
	e.must(ExitFine, "remove marsh")
	e.must(ExitFine, "get", "marsh 0.1.0 (")
	e.must(ExitFine, "check", "0 errors, 0 warnings")
	// Another licence is another content.
	e.write("../away/LICENSE", "all rights reserved\n")
	e.must(ExitFine, "archive ../away -o ../marsh.rdpack")
	e.must(ExitFine, "remove marsh")
	e.must(ExitWrong, "get", "../marsh.rdpack has marsh 0.1.0 (", "but the lock says", "nothing was taken")
}

// TestVersion: the program says what it is and what it reads.
func TestVersion(t *testing.T) {
	code, out, _ := runCLI("version")
	if code != ExitFine || !strings.HasPrefix(out, "ruledeck ") ||
		!strings.Contains(out, "\nreads language 3, journal 2, archive 1\n") {
		t.Errorf("exit %d: %s", code, out)
	}
}
