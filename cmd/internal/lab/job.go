package lab

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
)

// Job says what a run is, so that another process can go on with it: equal jobs give
// equal results.
type Job struct {
	Game        string            `json:"game"`
	Pack        string            `json:"pack"`
	Program     string            `json:"program"`
	GameOptions map[string]string `json:"options"`
	Bots        []string          `json:"bots"`
	Seed        uint64            `json:"seed,string"`
	Games       int               `json:"games"`
	OnError     string            `json:"on_error"`
	Trials      bool              `json:"trials,omitempty"`
	Minds       []MindJob         `json:"minds,omitempty"`
}

// MindJob is a named bot: its kind, and the form of the game by which it thinks, as Pack of
// Job names it; "" for the game itself.
type MindJob struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Pack string `json:"pack"`
}

// Job is the job of a number of games of the plan.
func (p *Plan) Job(games int) Job {
	j := Job{
		Game: p.Table.Compiled.Pack.ID, Pack: Form(p.Table), Program: Program(),
		GameOptions: p.Table.Settings.GameOptions, Bots: p.Bots, Seed: p.Seed, Games: games, OnError: "stop",
		Trials: p.Trials,
	}
	if p.Table.Settings.ContinueOnError {
		j.OnError = "continue"
	}
	for _, name := range lists.Sorted(p.Minds) {
		m := MindJob{Name: name, Kind: p.Minds[name].Kind}
		if t := p.Minds[name].Table; t != nil {
			m.Pack = Form(t)
		}
		j.Minds = append(j.Minds, m)
	}
	return j
}

// Form names the form of a game that a table has, by its content.
func Form(t *interp.Table) string { return hex.EncodeToString(t.Compiled.Pack.Hash[:]) }

// Differs says in what a job differs from another, with both sides; "" if it does not.
func (j *Job) Differs(from *Job) string {
	pairs := func(options map[string]string) string {
		text := lists.Map(lists.Sorted(options),
			func(name string) string { return name + "=" + options[name] })
		return strings.Join(text, " ")
	}
	for _, field := range []struct{ name, a, b string }{
		{"game", j.Game, from.Game}, {"pack", short(j.Pack), short(from.Pack)},
		{"program", short(j.Program), short(from.Program)},
		{"options", pairs(j.GameOptions), pairs(from.GameOptions)},
		{"seats", strings.Join(j.Bots, ","), strings.Join(from.Bots, ",")},
		{"seed", fmt.Sprint(j.Seed), fmt.Sprint(from.Seed)}, {"games", fmt.Sprint(j.Games), fmt.Sprint(from.Games)},
		{"on-error", j.OnError, from.OnError}, {"cards", fmt.Sprint(j.Trials), fmt.Sprint(from.Trials)},
		{"bots", fmt.Sprint(j.Minds), fmt.Sprint(from.Minds)},
	} {
		if field.a != field.b {
			return fmt.Sprintf("%s %q, not %q", field.name, field.a, field.b)
		}
	}
	return ""
}

// short is the beginning of a digest, enough to tell it from others.
func short(digest string) string { return digest[:min(len(digest), 12)] }

// Program names the version of this program: results of equal jobs are equal for equal
// programs. It is the revision it was built from, or, where that is not known, the
// digest of the file.
var Program = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		revision, changed := "", ""
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				changed = s.Value
			}
		}
		if revision != "" && changed == "false" {
			return revision
		}
	}
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "unknown"
	}
	return hex.EncodeToString(h.Sum(nil))
})
