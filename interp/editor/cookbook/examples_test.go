package cookbook

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

func write(t *testing.T, folder string, files []scaffold.File) {
	t.Helper()
	for _, f := range files {
		at := filepath.Join(folder, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func examples(t *testing.T) []Example {
	t.Helper()
	list, err := Examples()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestExamples loads every example, checks it, and runs its scenarios.
func TestExamples(t *testing.T) {
	dir := t.TempDir()
	plan, err := scaffold.Pack(Base, "")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, Base), plan.Files)
	for _, e := range examples(t) {
		t.Run(e.Name, func(t *testing.T) {
			if e.Title == "" || e.About == "" {
				t.Errorf("an example has a title and a text: %q, %q", e.Title, e.About)
			}
			folder := filepath.Join(dir, e.Name)
			manifest := fmt.Sprintf("id: %s\nversion: 0.1.0\napi: %d\nextends: ../%s\n",
				strings.ReplaceAll(e.Name, "-", "_"), keyword.API, Base)
			write(t, folder, append([]scaffold.File{{Path: "pack.yaml", Text: manifest}}, e.Files...))
			r, err := interp.Read(folder, interp.With{})
			if err != nil {
				t.Fatal(err)
			}
			files, err := scenario.Find(filepath.Join(folder, "scenarios"))
			if err != nil {
				t.Fatal(err)
			}
			settings := check.Settings{HasScenarios: true}
			for _, f := range files {
				data, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				settings.Scenarios = append(settings.Scenarios, data)
			}
			for _, d := range check.Pack(r, settings) {
				if d.Code != "missing-translation" && d.Severity != diag.Note {
					t.Errorf("%s: %s", d.Pos, d.Text())
				}
			}
			results, err := scenario.Run(context.Background(), files, scenario.Config{})
			if err != nil || len(results) == 0 {
				t.Fatalf("%d scenarios ran: %v", len(results), err)
			}
			for _, result := range results {
				for _, d := range result.Findings {
					t.Errorf("%s: %s: %s", d.Pos, result.Name, d.Text())
				}
			}
		})
	}
}

// TestEveryFunction: every function and method that scripts can call stands in
// an example, or in the game that they are laid over.
func TestEveryFunction(t *testing.T) {
	plan, err := scaffold.Pack(Base, "")
	if err != nil {
		t.Fatal(err)
	}
	list := append(examples(t), Example{Name: Base, Files: plan.Files})
	var names []string
	for _, f := range keyword.Functions().Methods {
		names = append(names, f.Name)
	}
	for _, entity := range keyword.Entities() {
		for _, m := range entity.Methods {
			names = append(names, ":"+m.Name)
		}
	}
	for _, name := range names {
		found := false
		for i := range list {
			found = found || list[i].Shows(name)
		}
		if !found {
			t.Errorf("no example calls %s", name)
		}
	}
}

func TestCallIn(t *testing.T) {
	for script, want := range map[string]bool{
		"move(card)": true, "x = move {card}": true, "remove(card) move(card)": true, "(move  (card))": true,
		"remove(card)": false, "rules.move(card)": false, "move = 1": false, "move": false,
	} {
		if callIn(script, "move") != want {
			t.Errorf("%q calls move: %v", script, !want)
		}
	}
	if !callIn("card:has(word)", ":has") || callIn("card:hash(word)", ":has") {
		t.Error("methods are found by their whole name")
	}
}
