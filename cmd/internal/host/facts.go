package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/replay"
)

// endFacts is how the names of the logs of facts end.
const endFacts = ".facts"

// facts are the data of a table beside its game; once read, they stay as they are. The first line
// of their log holds the settings it was made with, each further one a change.
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
	// lines is the log that the facts were read from, last the number of its last append, changes
	// how many changes it holds.
	lines   []byte
	last    uint64
	changes int
}

// seatFacts are a seat's player, the player's chosen name, and the generation of the link.
type seatFacts struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Link int    `json:"link"`
	// changes counts the changes that the seat has made since the host changed it last, browsers
	// the browsers that have come by its link.
	changes, browsers int
}

// amendment is one change of facts: of a seat, or of those who watch.
type amendment struct {
	Seat engine.Seat `json:"seat"`
	Name *string     `json:"name,omitempty"`
	Kind string      `json:"kind,omitempty"`
	Link bool        `json:"link,omitempty"`
	Mark *Mark       `json:"mark,omitempty"`
	Node string      `json:"node,omitempty"`
	// Browser is set for one that comes by the link of the seat.
	Browser bool `json:"browser,omitempty"`
	// Host is set for changes by the host.
	Host bool `json:"host,omitempty"`
}

// mostChanges bounds how many facts of its table a seat can add until the host changes the seat.
const mostChanges = 500

// differs reports whether anything is another thing behind a change.
func (f *facts) differs(a *amendment) bool {
	switch {
	case a.Link || a.Browser || a.Seat == 0 || a.Host:
		return true
	case a.Mark != nil:
		return !slices.ContainsFunc(f.Marks, func(m Mark) bool {
			return m.Seat == a.Seat && m.Word == a.Mark.Word && m.Event == a.Mark.Event
		})
	}
	s := &f.Seats[a.Seat-1]
	return a.Name != nil && *a.Name != s.Name || a.Kind != "" && a.Kind != s.Kind
}

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
	s.changes++
	if a.Host {
		s.changes = 0
	}
	if a.Name != nil {
		s.Name = *a.Name
	}
	if a.Kind != "" {
		s.Kind = a.Kind
	}
	if a.Link {
		s.Link++
		s.browsers = 0
	}
	if a.Browser {
		s.browsers++
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
			err = json.Unmarshal(body, &a)
			if err == nil {
				err = f.take(&a)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("line %d %w", n+1, err)
		}
	}
	return f, nil
}

var (
	errChanged = errors.New("was changed: its checksum does not fit")
	errCut     = errors.New("lines are missing at the end")
)

// beside is the log of facts that lies beside a journal; other journals have none.
func beside(journal string) (*facts, error) {
	files := &savedir.Files{Folder: filepath.Dir(journal)}
	lines, _, err := files.Load(context.Background(),
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
