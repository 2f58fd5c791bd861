package lsp

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Carried is the folder in the user's cache for the files of games inside the program,
// "" where there is none.
func Carried() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "ruledeck", "games")
}

// pathOf returns the file that an address names; "" for one that is no file.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return ""
	}
	path := u.Path
	// file:///c:/x is c:/x
	if len(path) > 2 && path[0] == '/' && path[2] == ':' {
		path = path[1:]
	}
	return filepath.Clean(filepath.FromSlash(path))
}

// uriOf is the address of a file.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
