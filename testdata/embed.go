// Package testdata embeds what teaches: the tutorials with the packs that they build, and
// the scenarios of the shipped games. It exists for that alone.
package testdata

import "embed"

// Lessons holds the tutorials, the worked mods and the scenarios.
//
//go:embed mods tutorial scenarios
var Lessons embed.FS
