package keyword

import (
	_ "embed"
	"strconv"
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
}

// History are the changes of all versions, the oldest first, a line each of versions.txt.
// Version 0 stands for the drafts before the first release.
var History = sync.OnceValue(func() (all []Change) {
	for _, row := range Rows(versions) {
		api, _ := strconv.Atoi(row[0])
		all = append(all, Change{api, row[1], row[2]})
	}
	return all
})

//go:embed versions.txt
var versions string
