package lsp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/interp/editor/assist"
	"github.com/ruledeck/ruledeck/interp/scenario"
)

// The commands of the lenses: the server carries them out, so that every editor that
// shows lenses has them.
const (
	commandRun    = "ruledeck.run"
	commandUpdate = "ruledeck.update"
	commandStudio = "ruledeck.studio"
	commandTry    = "ruledeck.try"
)

func (s *server) codeLenses(p didCloseParams) (any, error) {
	out := []codeLens{}
	path := pathOf(p.TextDocument.URI)
	f, ok := assist.Open(s.workspace, path)
	if !ok {
		return out, nil
	}
	text := s.text(path)
	offered := []command{{Title: "run", Command: commandRun}, {Title: "open in studio", Command: commandStudio},
		{Title: "update", Command: commandUpdate}}
	if filepath.Ext(path) == ".lua" {
		offered = []command{{Title: "try", Command: commandTry}}
	} else if s.config.Program == "" {
		offered = slices.Delete(offered, 1, 2)
	}
	for _, l := range f.Lenses() {
		r := spanIn(text, l.At)
		for _, c := range offered {
			c.Arguments = []any{p.TextDocument.URI, l.Name}
			out = append(out, codeLens{Range: r, Command: c})
		}
	}
	for _, l := range f.Shown() {
		out = append(out, codeLens{Range: spanIn(text, l.At), Command: command{Title: l.Name}})
	}
	return out, nil
}

func (s *server) execute(p executeParams) (any, error) {
	args := append(p.Arguments, "", "")
	path := pathOf(args[0])
	if path == "" {
		return nil, errors.New("a command takes the address of a scenario file, and the name of the scenario")
	}
	switch {
	case p.Command == commandRun, p.Command == commandUpdate:
		return s.runScenario(path, args[1], p.Command == commandUpdate)
	case s.config.Program == "":
	case p.Command == commandStudio:
		return nil, s.studio("studio", "--open", path)
	case p.Command == commandTry:
		place, ok := s.workspace.Locate(path)
		if !ok {
			return nil, errNoPack
		}
		words := []string{"studio", place.Unit.Pack, "--open", args[1]}
		for _, o := range place.Unit.Overlays() {
			words = append(words, "--pack", o)
		}
		return nil, s.studio(words...)
	}
	return nil, fmt.Errorf("there is no command %q", p.Command)
}

// runScenario plays a scenario of a file, as it stands, and says how it went. To update
// it is to write what came out where something else was expected.
func (s *server) runScenario(path, name string, update bool) (any, error) {
	f, ok := assist.Open(s.workspace, path)
	if !ok || !f.IsScenario() {
		return nil, errors.New("this is not a file of scenarios")
	}
	results, err := f.Run(s.request, regexp.MustCompile(": "+regexp.QuoteMeta(name)+"$"), nil)
	if err != nil {
		return nil, err
	}
	var lines []string
	failed := false
	var changes []scenario.Change
	for _, r := range results {
		if r.Passed() {
			lines = append(lines, "passed: "+r.Name)
			continue
		}
		failed = true
		lines = append(lines, "FAILED: "+r.Name)
		for _, d := range r.Findings {
			lines = append(lines, fmt.Sprintf("line %d: %s", d.Line, d.Text()))
		}
		changes = append(changes, r.Changes...)
	}
	kind := messageInfo
	if failed {
		kind = messageError
	}
	if update && len(changes) > 0 {
		text := s.text(path)
		written, err := scenario.Rewrite(text, changes)
		if err != nil {
			return nil, err
		}
		end := offsetPosition(text)
		edit := map[string]any{"label": "ruledeck: update",
			"edit": map[string]any{"changes": map[string]any{s.uri(path): []textEdit{{textRange{End: end}, written}}}}}
		if _, err := s.conn.DispatchCall(context.Background(), "workspace/applyEdit", edit); err != nil {
			return nil, err
		}
		kind = messageInfo
		lines = slices.Insert(lines, 0, "what came out is written where something else was expected:")
	}
	text := strings.Join(lines, "\n")
	return text, s.show(kind, text)
}

// show shows the user of the editor a message.
func (s *server) show(kind int, text string) error {
	return s.conn.Notify(context.Background(), "window/showMessage", map[string]any{"type": kind, "message": text})
}

// studio starts the studio with a scenario or an ability, and asks the client to open the page where
// the studio does not open it itself.
func (s *server) studio(args ...string) error {
	c := exec.Command(s.config.Program, args...)
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	studio, err := isolate.StartTree(c)
	if err != nil {
		return err
	}
	s.studios = append(s.studios, studio)
	go func() {
		lines := bufio.NewScanner(out)
		if lines.Scan() {
			_ = s.show(messageInfo, "the studio is at "+lines.Text())
		}
		for lines.Scan() {
		}
	}()
	return nil
}
