package command_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
)

// TestReady: a file is written in place of one of its kind alone.
func TestReady(t *testing.T) {
	for text, kind := range map[string]command.Output{
		"<!DOCTYPE html><p>":        command.Page,
		"# ruledeck: the reference": command.Reference,
		"<?xml version=\"1.0\"?>":   command.Results,
		"# guard\ngame: bbtm\n":     command.Scenario,
	} {
		path := filepath.Join(t.TempDir(), "file")
		for content, wrong := range map[string]string{
			"a letter\n": path + " holds something else than " + kind.What + "; nothing was written", text: "", "": "",
		} {
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
			got := ""
			if err := command.Ready(path, kind); err != nil {
				got = err.Error()
			}
			if got != wrong {
				t.Errorf("over %q: %s, not %s", content, got, wrong)
			}
		}
		if kind.What == "" {
			t.Errorf("the kind of %q has no name", text)
		}
	}
	if want := "results of tests"; command.Results.What != want {
		t.Errorf("%s, not %s", command.Results.What, want)
	}
}
