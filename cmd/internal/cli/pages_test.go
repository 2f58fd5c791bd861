package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ruledeck/ruledeck/cmd/internal/cardexport"
	"github.com/ruledeck/ruledeck/cmd/internal/lsp"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/sheet"
)

// TestPagesTellOfFlags tests that pages of help tell of no flag that no command has.
func TestPagesTellOfFlags(t *testing.T) {
	root := New(Host{})
	all := map[string]bool{}
	for _, c := range root.Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) { all[f.Name] = true })
	}
	for _, c := range append(root.Commands(), &cobra.Command{Use: "flags"}) {
		page, _ := helpTexts.ReadFile("help/" + c.Name() + ".txt")
		_, said, _ := strings.Cut("\n"+string(page), "\nFlags:\n")
		said, _, _ = strings.Cut(said, "\n\n")
		for line := range strings.Lines(said) {
			_, name, found := strings.Cut(line, "--")
			end := strings.IndexAny(name, "=:")
			if strings.HasPrefix(line, "    ") {
				continue
			}
			if !found || end < 0 || !all[name[:end]] || c.HasParent() && c.Flags().Lookup(name[:end]) == nil {
				t.Errorf("%s: there is no such flag: %s", c.Name(), line)
			}
		}
	}
}

// TestFlagsNameTheirWords tests that what flags take stands in their lines.
func TestFlagsNameTheirWords(t *testing.T) {
	root := New(Host{})
	for at, words := range map[string][]string{
		"lsp setup": lsp.Editors(), "cards paper": cardexport.Papers, "cards cut": cardexport.Cuts,
		"import column": sheet.Kinds, "new like": append(scaffold.Genres(), scaffold.Empty), "sim bots": {usualLadder},
	} {
		path := strings.Fields(at)
		i := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == path[0] })
		usage := root.Commands()[i].Flags().Lookup(path[1]).Usage
		if want := strings.Join(words, ", "); !strings.Contains(usage, want) {
			t.Errorf("ruledeck %s --%s does not say: %s\n%s", path[0], path[1], want, usage)
		}
	}
}
