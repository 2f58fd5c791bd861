package pack

import (
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// unreadable are the codes of files that hold nothing that could be read.
var unreadable = []string{"yaml-syntax", "bad-table", "not-text", "file-too-large", "several-documents",
	"unknown-pack", "locked-pack"}

// Unreadable reports whether a finding says that a file which declares names could
// not be read at all, or a part of it. Sentences and rulings declare nothing.
func Unreadable(d diag.Finding) bool {
	return d.Hides || slices.Contains(unreadable, d.Code) && !strings.Contains(d.File, "locale/") &&
		!strings.HasSuffix(d.File, "rulings.yaml")
}

// Unread reports whether a finding says that a file could not be read, whatever it is of.
func Unread(d diag.Finding) bool {
	return d.Code == "lua-syntax" || slices.Contains(unreadable, d.Code)
}

// Mute reports whether a finding says that a file of sentences could not be read.
func Mute(d diag.Finding) bool {
	return slices.Contains(unreadable, d.Code) && strings.Contains(d.File, "locale/")
}

// Readable filters the findings of reading. If a file of the pack could not be read at all,
// findings about names that it might declare mean nothing: then only findings about the
// files themselves are kept, and stop is set.
func Readable(found []diag.Finding) (kept []diag.Finding, stop bool) {
	if !slices.ContainsFunc(found, Unreadable) {
		return found, false
	}
	ofFiles := append([]string{"lua-syntax", "anchor", "alias", "merge-key", "tag", "bad-key", "duplicate-key",
		"too-deep", "number-too-large"}, unreadable...)
	for _, d := range found {
		if d.Hides || slices.Contains(ofFiles, d.Code) {
			kept = append(kept, d)
		}
	}
	return kept, true
}
