// Package web has the files of the studio's page: what a browser is served, and what is
// laid into a document that stands alone; and how a page is served. It imports interp/table.
package web

import (
	"bytes"
	"embed"
	"encoding/base64"
	"path"
	"regexp"
)

// Files are the page, by their paths from its beginning.
//
//go:embed *.css *.js index.html fonts vendor
var Files embed.FS

// Policy is the Content-Security-Policy of the page: it loads from its host, and nothing from
// elsewhere.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var (
	// imported is where a script imports another one; the types in its comments are no scripts.
	imported = regexp.MustCompile(`(?m)^((?:import|export|\}) ?[^*\n]*from )"\./([\w./]+)"`)
	linked   = regexp.MustCompile(`url\((fonts/[\w.-]+)\)`)
)

// File is a file of the page, which panics where there is none: the names are the program's.
func File(name string) []byte {
	data, err := Files.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return data
}

// Modules are a script of the page and those that it imports when it begins, by their names;
// other is what stands in place of some.
func Modules(name string, other map[string][]byte) map[string][]byte {
	out := map[string][]byte{}
	var add func(name string)
	add = func(name string) {
		if out[name] != nil {
			return
		}
		out[name] = other[name]
		if out[name] == nil {
			out[name] = File(name)
		}
		for _, m := range imported.FindAllSubmatch(out[name], -1) {
			add(path.Clean(path.Join(path.Dir(name), string(m[2]))))
		}
	}
	add(name)
	return out
}

// Imports are modules as a map of imports has them, in a document that stands alone.
func Imports(modules map[string][]byte) map[string]string {
	out := map[string]string{}
	for name, text := range modules {
		out[name] = Inline("text/javascript", imported.ReplaceAll(text, []byte(`$1"$2"`)))
	}
	return out
}

// Style are sheets of style as one, with their fonts in it.
func Style(names ...string) []byte {
	var out bytes.Buffer
	for _, name := range names {
		out.Write(linked.ReplaceAllFunc(File(name), func(url []byte) []byte {
			return []byte("url(" + Inline("font/woff2", File(string(linked.FindSubmatch(url)[1]))) + ")")
		}))
	}
	return out.Bytes()
}

// Inline is a file as an address that holds it.
func Inline(kind string, data []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(data)
}
