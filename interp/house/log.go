package house

import (
	"bytes"
	"context"

	"github.com/ruledeck/ruledeck/engine/replay"
)

// Log is the journal of one game in a store. It is not safe for concurrent use; at a table the
// table's lock guards it.
type Log struct {
	// Name is what the store calls it.
	Name  string
	store Store
	// writer writes to pending the lines that are not yet appended behind last.
	writer  *replay.Writer
	pending bytes.Buffer
	last    uint64
	over    bool
	// mended is the journal without half a record at its end, or with a line break there, until it
	// is what the store has; nil where it is that already.
	mended []byte
}

// BeginLog makes the log of a game with its journal so far.
func BeginLog(ctx context.Context, s Store, name string, j *replay.Journal) (*Log, error) {
	last, err := s.Append(ctx, name, 0, j.Encode())
	if err != nil {
		return nil, err
	}
	l := &Log{Name: name, store: s, last: last}
	l.goOn(j)
	return l, nil
}

// OpenLog loads the log of a game, to be read (Read) and gone on with. It is had until Close.
func OpenLog(ctx context.Context, s Store, name string) (l *Log, data []byte, err error) {
	data, last, err := s.Load(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	return &Log{Name: name, store: s, last: last}, data, nil
}

// Read reads the journal from the data of OpenLog; torn reports whether half a record at its
// end is left out. The error is that of replay.Decode: then nothing may be added.
func (l *Log) Read(data []byte) (j *replay.Journal, torn bool, err error) {
	j, err = replay.Decode(data)
	if err != nil {
		return nil, false, err
	}
	torn = j.Torn(data)
	l.goOn(j)
	if torn {
		l.mended = data[:j.Valid]
	} else if j.Open {
		l.mended = append(data[:j.Valid:j.Valid], '\n')
	}
	return j, torn, nil
}

// goOn makes what follows be added behind a journal.
func (l *Log) goOn(j *replay.Journal) {
	l.pending.Reset()
	l.writer = j.Continue(&l.pending)
	l.over = j.End() != nil
}

// Keep notes what has happened; Sync brings it to the store.
func (l *Log) Keep(e replay.Entry) error {
	if e.End != nil && l.over {
		return nil // it was over when it was read
	}
	l.over = e.End != nil
	return l.writer.Keep(e)
}

// Sync brings what has happened to the store. After an error it is tried again by the next one.
func (l *Log) Sync(ctx context.Context) error {
	if l.pending.Len() == 0 {
		return nil
	}
	var last uint64
	var err error
	if l.mended != nil {
		last, err = l.store.Replace(ctx, l.Name, l.last, append(l.mended, l.pending.Bytes()...))
	} else {
		last, err = l.store.Append(ctx, l.Name, l.last, l.pending.Bytes())
	}
	if err == nil {
		l.last = last
		l.mended = nil
		l.pending.Reset()
	}
	return err
}

// Replace gives the game another past.
func (l *Log) Replace(ctx context.Context, j *replay.Journal) error {
	last, err := l.store.Replace(ctx, l.Name, l.last, j.Encode())
	if err == nil {
		l.last = last
		l.mended = nil
		l.goOn(j)
	}
	return err
}

// Close says that the game is not gone on with here.
func (l *Log) Close() error { return l.store.Release(l.Name) }
