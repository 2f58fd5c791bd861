package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
)

// Store holds the tables. A table is two named logs of lines: its journal, ID.journal, and
// its facts, ID.facts. The condition of Append fences servers that have a table in memory:
// if two servers go on with one table, one gets ErrMoved, and loads it anew.
type Store interface {
	// Load returns all lines of a log, and the number of the last append. The error is
	// fs.ErrNotExist where there is no such log.
	Load(ctx context.Context, name string) (lines []byte, last uint64, err error)
	// Append adds whole lines behind the append with a number, 0 for none, and returns the
	// number of this one when it cannot be lost any more. The error is ErrMoved where another
	// append was the last. After any other error it may be there or not: the log is loaded anew.
	Append(ctx context.Context, name string, after uint64, lines []byte) (last uint64, err error)
	// List returns the names of the logs with a suffix, the last appended first.
	List(ctx context.Context, end string) ([]string, error)
}

// ErrMoved says that another server has added to a log.
var ErrMoved = errors.New("somebody else has gone on with this table")

// endFacts is how the names of the logs of facts end.
const endFacts = ".facts"

// Disk keeps logs as files of a folder; the number of an append is the size of the file behind
// it. What a crash has left of a line is cut off by the next append.
type Disk struct{ Folder string }

func (d Disk) path(name string) string { return filepath.Join(d.Folder, name) }

// upToLine is data up to the end of its last line.
func upToLine(data []byte) []byte { return data[:bytes.LastIndexByte(data, '\n')+1] }

// Load reads a file, and brings it to the disk: what an append that failed has left, or one that
// was killed, counts from here on.
func (d Disk) Load(_ context.Context, name string) ([]byte, uint64, error) {
	file, err := disk.OS.OpenFile(d.path(name), os.O_RDWR, 0)
	writes := !errors.Is(err, fs.ErrPermission)
	if !writes { // nor could an append have left anything
		file, err = disk.OS.OpenFile(d.path(name), os.O_RDONLY, 0)
	}
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err == nil && writes {
		err = errors.Join(file.Sync(), disk.OS.SyncDir(d.Folder))
	}
	data = upToLine(data)
	return data, uint64(len(data)), err
}

// Append adds to a file, and syncs it.
func (d Disk) Append(_ context.Context, name string, after uint64, lines []byte) (uint64, error) {
	if after == 0 {
		err := disk.OS.New(d.path(name), lines)
		if errors.Is(err, fs.ErrExist) {
			err = ErrMoved
		}
		return uint64(len(lines)), err
	}
	file, data, err := disk.OS.Continue(d.path(name))
	if errors.Is(err, disk.ErrHeld) || errors.Is(err, fs.ErrNotExist) {
		return 0, ErrMoved
	} else if err != nil {
		return 0, err
	}
	size := len(upToLine(data))
	if uint64(size) != after {
		err = ErrMoved
	}
	if size < len(data) {
		file.Cut(size)
	}
	if _, bad := file.Write(lines); err == nil && bad == nil {
		err = file.Sync()
	}
	return after + uint64(len(lines)), errors.Join(err, file.Close())
}

// List reads the folder.
func (d Disk) List(_ context.Context, end string) ([]string, error) {
	paths := savedir.Ending(d.Folder, end)
	for i := range paths {
		paths[i] = filepath.Base(paths[i])
	}
	return paths, nil
}

// facts are the data of a table beside its game. The first line of their log holds the
// settings it was made with, each further one a change.
type facts struct {
	Game string `json:"game"`
	// Options are those with which the pack is loaded; the rest stands in the journal.
	Options map[string]string `json:"options"`
	Seats   []seatFacts       `json:"seats"`
	Made    time.Time         `json:"made"`
	// Marks and Watch, the generation of the link for watching, come from changes alone.
	Marks []Mark `json:"-"`
	Watch int    `json:"-"`
	// Node is the server that had the table in memory last, of those that share it.
	Node string `json:"-"`
	// last is the number of the last append, changes how many there were.
	last    uint64
	changes int
}

// seatFacts are a seat's player, the player's chosen name, and the generation of the link.
type seatFacts struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Link int    `json:"link"`
}

// amendment is one change of facts: of a seat, or of those who watch.
type amendment struct {
	Seat engine.Seat `json:"seat"`
	Name *string     `json:"name,omitempty"`
	Kind string      `json:"kind,omitempty"`
	Link bool        `json:"link,omitempty"`
	Mark *Mark       `json:"mark,omitempty"`
	Node string      `json:"node,omitempty"`
}

// mostChanges bounds what the facts of a table grow to.
const mostChanges = 5000

// take takes a change in.
func (f *facts) take(a *amendment) error {
	f.changes++
	switch {
	case int(a.Seat) > len(f.Seats):
		return fmt.Errorf("there is no seat %d; the table has %d", a.Seat, len(f.Seats))
	case a.Mark != nil:
		f.Marks = append(f.Marks, *a.Mark)
	}
	if a.Node != "" {
		f.Node = a.Node
	}
	if a.Seat == 0 {
		if a.Link {
			f.Watch++
		}
		return nil
	}
	s := &f.Seats[a.Seat-1]
	if a.Name != nil {
		s.Name = *a.Name
	}
	if a.Kind != "" {
		s.Kind = a.Kind
	}
	if a.Link {
		s.Link++
	}
	return nil
}

// factsOf reads a log of facts. Each line ends in its checksum, as a journal line does, so
// that a damaged line is recognised.
func factsOf(lines []byte) (*facts, error) {
	f := &facts{}
	for n, line := range bytes.Split(bytes.TrimSuffix(lines, []byte("\n")), []byte("\n")) {
		a := amendment{}
		body, sound := replay.Unseal(line, n+1)
		err := errChanged
		if sound && n == 0 {
			err = json.Unmarshal(body, f)
		} else if sound {
			if err = json.Unmarshal(body, &a); err == nil {
				err = f.take(&a)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("line %d %w", n+1, err)
		}
	}
	return f, nil
}

var errChanged = errors.New("was changed: its checksum does not fit")

// beside is the log of facts that lies beside a journal; other journals have none.
func beside(journal string) (*facts, error) {
	lines, _, err := Disk{filepath.Dir(journal)}.Load(context.Background(),
		strings.TrimSuffix(filepath.Base(journal), savedir.End)+endFacts)
	if errors.Is(err, fs.ErrNotExist) {
		return &facts{}, nil
	} else if err != nil {
		return nil, err
	}
	f, err := factsOf(lines)
	return f, unread(strings.TrimSuffix(filepath.Base(journal), savedir.End), err)
}

// unread says which table's facts cannot be read.
func unread(id string, err error) error {
	if err != nil {
		err = fmt.Errorf("the facts of table %s cannot be read: %w", id, err)
	}
	return err
}
