package keyword

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// API is the version of the language that this program reads: what pack.yaml
// states as api.
const API = 3

// Change is something that a version of the language changed, so that packs
// written for an earlier one may need mending.
type Change struct {
	// API is the version that brought the change.
	API int
	// What says what changed, Fix what to write now.
	What, Fix string
	// At are the calls, and fields of the tables they take, whose results may differ.
	At []string
}

// History are the changes of all versions, the oldest first, a line each of versions.txt.
// Version 0 stands for the drafts before the first release.
var History = sync.OnceValue(func() (all []Change) {
	for _, row := range Rows(versions) {
		api, _ := strconv.Atoi(row[0])
		change := Change{API: api, What: row[1], Fix: row[2]}
		if len(row) > 3 {
			change.At = strings.Fields(row[3])
		}
		all = append(all, change)
	}
	return all
})

//go:embed versions.txt
var versions string
