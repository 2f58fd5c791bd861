package cli

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// keepEvery is how long what was played may be in memory alone.
const keepEvery = 2 * time.Second

// run is a run of sim that is kept in a file, if there is one: what was played stands
// there, and is not played again.
type run struct {
	path   string
	job    lab.Job
	played *sim.Played
	kept   time.Time
}

// openRun takes up the run in a file, or begins one.
func openRun(path string, plan *lab.Plan, games int) (*run, error) {
	r := &run{path: path, job: plan.Job(games), played: &sim.Played{Shards: map[int]bool{}, Result: sim.NewResult(len(plan.Bots))}}
	if path == "" {
		return r, nil
	}
	if err := ready(path); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(data) == 0:
		return r, nil
	case err != nil:
		return nil, usage("%s", err)
	}
	if r.played, err = lab.DecodeState(data, r.job); err != nil {
		return nil, usage("%s cannot be resumed: %s", path, err)
	}
	return r, nil
}

// add takes in a shard; it is on disk soon.
func (r *run) add(shard int, part *sim.Result) error {
	if r.path == "" {
		return nil
	}
	r.played.Add(shard, part)
	if time.Since(r.kept) < keepEvery {
		return nil
	}
	return r.keep()
}

// keep writes the file.
func (r *run) keep() error {
	if r.path == "" {
		return nil
	}
	r.kept = time.Now()
	data, err := lab.EncodeState(r.job, r.played)
	if err != nil {
		return err
	}
	return disk.OS.Write(r.path, data)
}
