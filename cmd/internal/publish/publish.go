// Package publish makes a page of a game that is played in a browser, against bots, without a
// server: the page of the studio, whose door leads to a worker in place of a host
// (interp/browserhost), the program as a .wasm that is the same for every pack, and the game
// beside it. It is files for any web server, or one file that is opened from a disk.
//
// The .wasm cannot lie in the program that it is built from: releases have it beside the
// program, and where Go is installed, as where somebody got the program by go install, it is
// built (see Program).
//
// It may import package web, interp/browserhost, interp/lists and the standard library.
package publish

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"html"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/studio/web"
	"github.com/ruledeck/ruledeck/interp/browserhost"
	"github.com/ruledeck/ruledeck/interp/lists"
)

//go:embed web
var own embed.FS

func file(name string) []byte {
	data, err := own.ReadFile("web/" + name)
	if err != nil {
		panic(err) // the files lie in the program
	}
	return data
}

// Page is a game as it is published, in a language.
type Page struct {
	Game        *browserhost.Game
	Title, Lang string
	Wasm        []byte
}

// styles are the sheets of a table's page.
var styles = []string{"studio.css", "page.css", "table.css", "faces.css"}

// The policies of the page and of one that stands alone, which loads nothing.
const (
	policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
		"font-src 'self' data:; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
	alone = "default-src 'none'; script-src 'unsafe-inline' data: 'wasm-unsafe-eval'; worker-src blob:; " +
		"style-src 'unsafe-inline'; font-src data:; img-src data:; connect-src data:; base-uri 'none'; " +
		"form-action 'none'"
)

func modules() map[string][]byte {
	return web.Modules("main.js", map[string][]byte{"door.js": file("door.js")})
}

// worker is the whole script of the worker.
func worker() []byte {
	return slices.Concat(file("vendor/wasm_exec.js"), []byte("\n"), file("worker.js"))
}

// stamp tells pages apart that are made of other files: what a browser keeps of one is not shown by another.
func stamp(files map[string][]byte) string {
	sum := fnv.New64a()
	for _, name := range lists.Sorted(files) {
		_, _ = sum.Write(files[name]) // it never fails
	}
	return fmt.Sprintf("%x", sum.Sum64())
}

// html is the page, with a policy, its stamp, what comes into its head, and what behind its body.
func (p *Page) html(policy, made, head, behind string) []byte {
	var out bytes.Buffer
	title := html.EscapeString(p.Title)
	fmt.Fprintf(&out, `<!doctype html>
<html lang="%s" data-made="%s">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="ruledeck publish">
<title>%s</title>
<link rel="icon" href="data:,">
%s</head>
<body>
<div id="page"><p class="notice">%s …</p></div>
<div id="workshop"></div>
<div id="zoom"></div>
<div id="said" class="hide" role="status" aria-live="polite"></div>
<noscript>%s needs JavaScript.</noscript>
%s</body>
</html>
`, html.EscapeString(p.Lang), made, policy, title, head, title, title, behind)
	return out.Bytes()
}

// Files are the files of the page, by their paths.
func (p *Page) Files() (map[string][]byte, error) {
	game, err := p.Game.Encode()
	if err != nil {
		return nil, err
	}
	out := modules()
	// The door needs next to nothing of the page: its worker begins while the rest is loaded.
	head := "<script type=\"module\" async src=\"door.js\"></script>\n"
	for _, name := range styles {
		out[name] = web.File(name)
		head += fmt.Sprintf("<link rel=\"stylesheet\" href=\"%s\">\n", name)
	}
	for _, name := range lists.Sorted(out) {
		if strings.HasSuffix(name, "js") {
			head += fmt.Sprintf("<link rel=\"modulepreload\" href=\"%s\">\n", name)
		}
	}
	err = fs.WalkDir(web.Files, "fonts", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			out[name] = web.File(name)
		}
		if strings.HasSuffix(name, ".woff2") {
			head += fmt.Sprintf("<link rel=\"preload\" as=\"font\" crossorigin href=\"%s\">\n", name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out["worker.js"], out["ruledeck.wasm"], out["game.bin"] = worker(), p.Wasm, game
	index := func(made string) []byte {
		return p.html(policy, made, head, "<script type=\"module\" src=\"main.js\"></script>\n")
	}
	out["index.html"] = index("")
	made := stamp(out)
	out["index.html"] = index(made)
	list, err := json.Marshal(append([]string{"./"}, lists.Sorted(out)...))
	if err != nil {
		return nil, err
	}
	filled := strings.NewReplacer("STAMP", made, "FILES)", string(list)+")")
	out["offline.js"] = []byte(filled.Replace(string(file("offline.js"))))
	return out, nil
}

// Single is the page as one file.
func (p *Page) Single() ([]byte, error) {
	game, err := p.Game.Encode()
	if err != nil {
		return nil, err
	}
	imports, err := json.Marshal(map[string]any{"imports": web.Imports(modules())})
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("<style>%s</style>\n<script type=\"importmap\">%s</script>\n", web.Style(styles...), imports)
	held := func(id string, text []byte) string {
		return fmt.Sprintf("<script type=\"text/plain\" id=%q>%s</script>\n", id, text)
	}
	var packed bytes.Buffer
	to, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = to.Write(p.Wasm)
	}
	err = errors.Join(err, to.Close())
	if err != nil {
		return nil, err
	}
	// Its own gzip is the one that the worker unpacks; the game's is unpacked with it.
	single := func(made string) []byte {
		return p.html(alone, made, head, held("worker", worker())+held("game", encoded(game))+
			held("wasm", encoded(packed.Bytes()))+"<script type=\"module\">import \"main.js\";</script>\n")
	}
	return single(stamp(map[string][]byte{"": single("")})), nil
}

func encoded(data []byte) []byte { return []byte(base64.StdEncoding.EncodeToString(data)) }

// command is the program of a page, in the module of this program.
const command, module = "github.com/ruledeck/ruledeck/cmd/ruledeck-browser", "github.com/ruledeck/ruledeck"

// Program is the .wasm: that of a file, else the one that lies beside this program, as a
// release has it, else one that Go builds from the sources of this version, once for cache.
func Program(ctx context.Context, path, cache string) ([]byte, error) {
	version := ""
	if info, there := debug.ReadBuildInfo(); there && info.Main.Path == module && info.Main.Version != "(devel)" &&
		!strings.Contains(info.Main.Version, "+dirty") {
		version = info.Main.Version
	}
	if path != "" {
		return readWasm(path, version)
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), "ruledeck.wasm")
		if _, err := os.Stat(beside); err == nil {
			return readWasm(beside, version)
		}
	}
	built := filepath.Join(cache, "ruledeck-"+version+".wasm")
	if data, err := readWasm(built, version); version != "" && err == nil {
		return data, nil
	}
	if err := build(ctx, version, built); err != nil {
		return nil, fmt.Errorf("the program of the page, ruledeck.wasm, is not beside this one and cannot be built: "+
			"%w; https://%s/releases has it: say where it lies by --wasm FILE", err, module)
	}
	return readWasm(built, version)
}

// readWasm reads a .wasm of a version, if this program has one: another would play by other rules.
func readWasm(path, version string) ([]byte, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	data, err := os.ReadFile(path)
	noted := module + "\t" // as Go notes what a program is built from
	if version != "" {
		noted += version + "\t"
	}
	switch {
	case err != nil:
	case !bytes.HasPrefix(data, []byte("\x00asm\x01\x00\x00\x00")):
		err = fmt.Errorf("%s is no WebAssembly", path)
	case !bytes.Contains(data, []byte(noted)):
		err = fmt.Errorf("%s is not the ruledeck.wasm of this version, %s", path, cmp.Or(version, "(devel)"))
	}
	return data, err
}

// build builds the program of a version, or, where this one has none, the sources of the
// module that one stands in.
func build(ctx context.Context, version, to string) error {
	tool, err := exec.LookPath("go")
	if err != nil {
		return errors.New("there is no Go here")
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	run := func(folder string, args ...string) error {
		c := exec.CommandContext(ctx, tool, args...)
		c.Dir = folder
		c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=mod", "GOWORK=off")
		said, err := c.CombinedOutput()
		if err != nil {
			return fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, bytes.TrimSpace(said))
		}
		return nil
	}
	// Without calls laid into each other it is a sixth smaller packed, and plays faster: browsers
	// compile small functions well sooner than large ones.
	make := []string{"build", "-trimpath", "-gcflags=all=-l", "-ldflags=-s -w", "-o", to, command}
	if version == "" {
		return run("", make...)
	}
	folder, err := os.MkdirTemp("", "ruledeck-wasm-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	for _, step := range [][]string{{"mod", "init", "page"}, {"get", module + "@" + version}, make} {
		if err := run(folder, step...); err != nil {
			return err
		}
	}
	return nil
}
