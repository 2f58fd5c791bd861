package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// goPackage is what the go command says of a package of the module.
type goPackage struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	Imports    []string
	Export     string // the file with its exported types
	Module     *struct{ Path string }
	module     string
}

// folder returns the package's folder below the root of the module, by slashes.
func (p goPackage) folder() string {
	return cmp.Or(strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, p.module), "/"), ".")
}

// list returns the packages of the module in a folder. A folder without Go has none.
func list(root string) ([]goPackage, error) {
	out, err := command(root, "go", "list", "-pgo=off", "-json=ImportPath,Name,Dir,GoFiles,Imports,Module", "./...")
	if err != nil {
		return nil, err
	}
	packages, err := decodePackages(out)
	for i := range packages {
		if m := packages[i].Module; m != nil {
			packages[i].module = m.Path
		}
	}
	return packages, err
}

func decodePackages(text string) (packages []goPackage, err error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	for {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// checked finds the types of a tree's expressions, a package at a time and when a file of
// it first asks. Files that are not built on this system have none.
type checked struct {
	root     string
	byFolder map[string]goPackage
	exports  map[string]string // by import path
	done     map[string]*typed // by folder
}

// typed is a package whose types are known.
type typed struct {
	set   *token.FileSet
	files map[string]*ast.File
	info  *types.Info
}

func newTypes(root string, packages []goPackage) *checked {
	c := &checked{root: root, byFolder: map[string]goPackage{}, done: map[string]*typed{}}
	for _, p := range packages {
		c.byFolder[p.folder()] = p
	}
	return c
}

// of returns the package that a file belongs to, with types, or nil where the file is not
// part of one on this system.
func (c *checked) of(name string) (*typed, error) {
	folder := path.Dir(name)
	p, known := c.byFolder[folder]
	if !known || !slices.Contains(p.GoFiles, path.Base(name)) {
		return nil, nil
	}
	if c.done[folder] == nil {
		t, err := c.check(p)
		if err != nil {
			return nil, err
		}
		c.done[folder] = t
	}
	return c.done[folder], nil
}

func (c *checked) check(p goPackage) (*typed, error) {
	if c.exports == nil {
		if err := c.readExports(); err != nil {
			return nil, err
		}
	}
	t := &typed{set: token.NewFileSet(), files: map[string]*ast.File{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}}}
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(t.set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		t.files[path.Join(p.folder(), name)] = file
	}
	config := types.Config{Importer: importer.ForCompiler(t.set, "gc", c.export)}
	_, err := config.Check(p.ImportPath, t.set, files, t.info)
	return t, err
}

// readExports asks for the compiled types of all that the module imports; what has been
// built before comes out of the cache.
func (c *checked) readExports() error {
	out, err := command(c.root, "go", "list", "-pgo=off", "-export", "-deps", "-json=ImportPath,Export", "./...")
	if err != nil {
		return err
	}
	packages, err := decodePackages(out)
	c.exports = map[string]string{}
	for _, p := range packages {
		c.exports[p.ImportPath] = p.Export
	}
	return err
}

func (c *checked) export(importPath string) (io.ReadCloser, error) {
	return os.Open(c.exports[importPath])
}

// command runs a program in a folder and returns what it prints, or an error that ends
// with what it complained of.
func command(folder, name string, args ...string) (string, error) {
	run := exec.Command(name, args...)
	var out, complaint bytes.Buffer
	run.Dir = folder
	run.Stdout = &out
	run.Stderr = &complaint
	if err := run.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", name, args[0], err, complaint.String())
	}
	return out.String(), nil
}

func git(folder string, args ...string) (string, error) { return command(folder, "git", args...) }
