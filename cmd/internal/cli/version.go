package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/engine/replay"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/pack"
)

func versionCommand(h Host) *cobra.Command {
	return pages.Command("version", noArgs, func(*cobra.Command, []string) error {
		info := built()
		commit := "(unknown)"
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = s.Value
			}
		}
		_, err := fmt.Fprintf(h.Out, "ruledeck %s\ncommit %s\nfor %s/%s, by %s\nreads language %d, journal %d, "+
			"archive %d\n", info.Main.Version, commit, runtime.GOOS, runtime.GOARCH, runtime.Version(), keyword.API,
			replay.JournalVersion, pack.ArchiveFormat)
		return err
	})
}

// built is what Go notes of the program; its version is of the tag, if it was built from a
// clean checkout.
func built() *debug.BuildInfo {
	info, noted := debug.ReadBuildInfo()
	if !noted {
		info = &debug.BuildInfo{Main: debug.Module{Version: "(unknown)"}}
	}
	return info
}
