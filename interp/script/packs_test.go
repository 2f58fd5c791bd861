package script_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
)

// TestPacks: each pack of testdata/packs.txt, the small one with other files, is refused in
// these words or plays as stands there. A pack begins with a line of "====", a file with one of
// "--" and its path; where the path ends in +, the text stands behind that of the small pack. What
// packs give begins with "=>".
func TestPacks(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "packs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	var files map[string]string
	path := ""
	finish := func() {
		if files != nil {
			packed(t, &told, files)
		}
	}
	for line := range strings.Lines(string(data)) {
		name, file := strings.CutPrefix(line, "-- ")
		switch {
		case strings.HasPrefix(line, "=>"):
			continue
		case strings.HasPrefix(line, "===="):
			finish()
			files = map[string]string{}
		case file:
			path = strings.TrimSuffix(name, "\n")
			if added, more := strings.CutSuffix(path, "+"); more {
				path = added
				files[path] = strings.TrimPrefix(smalltest.Pack[path], "\n")
			}
		default:
			files[path] += line
		}
		told.WriteString(line)
	}
	finish()
	golden(t, "packs.txt", told.String())
}

// packed loads a pack, plays it and tells what it says.
func packed(t *testing.T, told *strings.Builder, files map[string]string) {
	at := smalltest.Write(t, files) + string(filepath.Separator)
	p, err := interp.Load(at, interp.With{})
	var broken *interp.BrokenError
	switch {
	case errors.As(err, &broken):
		for _, f := range broken.Findings {
			fmt.Fprintf(told, "=> %s:%d:%d %s %s\n", strings.TrimPrefix(f.File, at), f.Line, f.Column, f.Code,
				strings.ReplaceAll(f.Text(), at, ""))
		}
		return
	case err != nil:
		t.Fatal(err)
	}
	for _, f := range p.Findings {
		fmt.Fprintf(told, "=> %s:%d:%d %s %s\n", strings.TrimPrefix(f.File, at), f.Line, f.Column, f.Code,
			f.Text())
	}
	print := func(file string, line int, text string) {
		fmt.Fprintf(told, "=> %s:%d %s\n", filepath.Base(file), line, text)
	}
	p.Program.Printed(print)
	p.Print = print
	table, err := p.Table(interp.Settings{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	found, err := table.CheckCards()
	for _, f := range found {
		fmt.Fprintf(told, "=> %s:%d:%d %s %s\n", strings.TrimPrefix(f.File, at), f.Line, f.Column, f.Code,
			strings.ReplaceAll(f.Text(), at, ""))
	}
	if err != nil {
		fmt.Fprintf(told, "=> checked: %s\n", strings.ReplaceAll(err.Error(), at, ""))
	}
	g, m := paid(t, p, 1)
	answers := anyReply(1)
	for s := engine.Seat(1); s <= 2; s++ {
		g.SetDecider(s, func(ctx context.Context, p *engine.Position, d *engine.Decision, s engine.Seat) engine.Reply {
			var keys []string
			for _, c := range d.OptionsOf(s) {
				keys = append(keys, p.ChoiceKey(c))
			}
			reply := answers(ctx, p, d, s)
			if p.Pack.Symbols[d.Prompt] != "take" {
				fmt.Fprintf(told, "=> asks %d %s %s %d to %d, optional %v, %s %v: %v\n", s, p.Pack.Symbols[d.Prompt],
					d.Kind, d.Min, d.Max, d.Optional, strings.Join(keys, " | "), d.About, reply)
			}
			return reply
		})
	}
	var costs spent
	err = costs.whole(t, g, m)
	var points []string
	for s := engine.Seat(1); s <= 2; s++ {
		v, _ := g.Position().SeatAttribute(s, p.Compiled.SeatAttributes["score"])
		worth, err := g.Evaluation(s)
		points = append(points, fmt.Sprint(v.N))
		if p.Compiled.Pack.Evaluation >= 0 {
			points = append(points, fmt.Sprintf("worth %d %s", worth, tried(g, err)))
		}
	}
	fmt.Fprintf(told, "=> %s, log %d, %s, costs %v\n", strings.Join(points, " to "), g.Log().Len(),
		tried(g, err), costs)
}
