// Package scripts embeds the Lua of the shipped games, one folder a game with
// the same name as its folder of cards. It exists for that alone.
package scripts

import "embed"

// Files holds every game's folder, and this file, which readers pass over.
//
//go:embed *
var Files embed.FS
