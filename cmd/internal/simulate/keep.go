package simulate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/engine/sim"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/source"
)

// keepEvery is how long what was played may be in memory alone.
const keepEvery = 2 * time.Second

// progressFile is the file that what was played is kept in; with the path "" there is none.
type progressFile struct {
	path string
	// log reports that the file cannot be written.
	log   func(text string)
	tried time.Time
	// latest, if not nil, is what is not on disk yet.
	latest func() ([]byte, error)
	failed bool
}

func inFile(h command.Host, path string) progressFile {
	return progressFile{path: path, log: func(text string) { fmt.Fprintf(h.Err, "%s: %s\n", h.Program, text) }}
}

// open reads what is there and lets take have it, if there is anything.
func (r *progressFile) open(take func(data []byte) error) error {
	if r.path == "" {
		return nil
	}
	if err := command.Ready(r.path, command.Anything); err != nil {
		return err
	}
	data, err := source.File(r.path, golden.MaxSize)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(data) == 0:
		return nil
	case err != nil:
		return command.Usage("%s", err)
	}
	state, ok := opened(data)
	if !ok {
		return command.Usage("%s cannot be resumed: its last line is no checksum that fits; it was changed, cut "+
			"off, or written by an older ruledeck", r.path)
	}
	if err := take(state); err != nil {
		return command.Usage("%s cannot be resumed: %s", r.path, err)
	}
	return nil
}

// sealed puts a line with the checksum behind what is kept: totals have nothing else that
// shows a digit which the disk got wrong.
func sealed(state []byte) []byte { return fmt.Appendf(state, "%s\n", disk.Digest(state)) }

// opened is what stands before the checksum; ok is false where that does not fit.
func opened(data []byte) (state []byte, ok bool) {
	end := bytes.LastIndexByte(bytes.TrimSuffix(data, []byte("\n")), '\n') + 1
	return data[:end], string(data[end:]) == disk.Digest(data[:end])+"\n"
}

// add is told what there is now; it is on disk soon. Where it cannot be written that is
// said, and the run goes on: what it plays is not lost as long as somebody may make room.
func (r *progressFile) add(state func() ([]byte, error)) error {
	if r.path == "" {
		return nil
	}
	r.latest = state
	if time.Since(r.tried) < keepEvery {
		return nil
	}
	err := r.keep()
	if err != nil && !r.failed {
		r.log(err.Error() + "; the run goes on, and is kept as soon as that is possible again")
	}
	r.failed = err != nil
	return nil
}

// keep writes what is not on disk yet.
func (r *progressFile) keep() error {
	if r.latest == nil {
		return nil
	}
	r.tried = time.Now()
	data, err := r.latest()
	if err == nil {
		err = disk.OS.Write(r.path, sealed(data))
	}
	if err == nil {
		r.latest = nil
	}
	return err
}

// run is a run of sim that is kept in a file, if there is one: what was played stands
// there, and is not played again.
type run struct {
	progressFile
	job    lab.Job
	before *sim.Played
}

// openRun takes up the run in a file, or begins one.
func openRun(h command.Host, path string, plan *lab.Plan, games int) (*run, error) {
	r := &run{progressFile: inFile(h, path), before: sim.NewPlayed(len(plan.Bots))}
	if path != "" {
		r.job = plan.Job(games) // which reads the program to name it
	}
	return r, r.open(func(data []byte) (err error) {
		r.before, err = lab.DecodeState(data, r.job)
		return err
	})
}

// take takes in what was played.
func (r *run) take(played func() *sim.Played) error {
	return r.add(func() ([]byte, error) { return lab.EncodeState(r.job, played()) })
}
