package simulate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp/golden"
	"github.com/ruledeck/ruledeck/interp/source"
)

// keepEvery is how long what was played may be in memory alone.
const keepEvery = 2 * time.Second

// progressFile is the file that keeps the results of an experiment so far.
type progressFile struct {
	path string
	// log reports that the file cannot be written.
	log   func(text string)
	tried time.Time
	// latest, if not nil, is what is not on disk yet.
	latest func() ([]byte, error)
	failed bool
}

// open reads what is there and lets take have it, if there is anything.
func (r *progressFile) open(take func(data []byte) error) error {
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

// opened is what stands before the checksum; ok is false where that does not fit.
func opened(data []byte) (state []byte, ok bool) {
	end := bytes.LastIndexByte(bytes.TrimSuffix(data, []byte("\n")), '\n') + 1
	return data[:end], string(data[end:]) == disk.Digest(data[:end])+"\n"
}

// add is told what there is now; it is on disk soon. Where it cannot be written that is
// said, and the run goes on: what it plays is not lost as long as somebody may make room.
func (r *progressFile) add(state func() ([]byte, error)) error {
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
		// The checksum behind it shows a digit that the disk got wrong: totals have nothing else that does.
		err = disk.OS.Write(r.path, fmt.Appendf(data, "%s\n", disk.Digest(data)))
	}
	if err == nil {
		r.latest = nil
	}
	return err
}
