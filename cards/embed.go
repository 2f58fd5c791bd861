// Package cards embeds the YAML of the shipped games, one folder a game. It
// exists for that alone: a new game is a new folder, without a line of Go.
package cards

import "embed"

// Files holds every game's folder, and the Go files here, which readers pass over.
//
//go:embed *
var Files embed.FS
