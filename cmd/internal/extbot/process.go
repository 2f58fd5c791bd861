package extbot

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
)

// Shared are processes that several bots of one kind use, each at a table of its own: as
// many as the program says that it takes. Bots of one game must not share one: the program
// would see what several seats see. The zero value is ready.
type Shared struct {
	lock sync.Mutex
	all  []*process
}

// process is a program that was started. It ends with the last table.
type process struct {
	shared *Shared
	tree   *isolate.Tree
	to     io.WriteCloser
	from   io.Closer
	// writing is held while a line is written.
	writing sync.Mutex
	// lock guards what follows: the tables by their numbers, how many there have been and
	// how many it takes at once, and that no more come.
	lock   sync.Mutex
	tables map[int]chan []byte
	last   int
	room   int
	over   bool
	// ended is why it writes no more; its tables are closed then.
	ended error
}

// mostUnread is how many lines wait for a bot; a program that writes more than it is asked
// for loses them.
const mostUnread = 16

// seat gives a bot a table at a process that has room, or starts one. greet tells a process
// that was started of the table, and returns how many it takes.
func (s *Shared) seat(start func() (*process, error), greet func(p *process, table int) (int, error)) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	for _, p := range s.all {
		if table := p.table(); table > 0 {
			_, err := greet(p, table)
			return err
		}
	}
	p, err := start()
	if err != nil {
		return err
	}
	p.shared = s
	s.all = append(s.all, p)
	room, err := greet(p, p.table())
	p.lock.Lock()
	p.room = room
	p.lock.Unlock()
	return err
}

// table is the number of a new table, 0 where there is no room.
func (p *process) table() int {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.over || p.last > 0 && len(p.tables) >= p.room {
		return 0
	}
	p.last++
	p.tables[p.last] = make(chan []byte, mostUnread)
	return p.last
}

// leave takes a table away. With the last one the process ends with all that it has started:
// by the end of its input, and by force where that does not do in a while, which is short
// where ctx has ended.
func (p *process) leave(ctx context.Context, table int) {
	p.lock.Lock()
	delete(p.tables, table)
	last := len(p.tables) == 0
	p.over = p.over || last
	p.lock.Unlock()
	if !last {
		return
	}
	go func() {
		p.shared.lock.Lock()
		defer p.shared.lock.Unlock()
		p.shared.all = slices.DeleteFunc(p.shared.all, func(other *process) bool { return other == p })
	}()
	wait := patience
	if ctx.Err() != nil {
		wait = haste
	}
	// It may have ended by itself.
	_ = p.to.Close()
	p.tree.End(wait)
	_ = p.from.Close()
}

// patience is how long a process has to end by itself, haste where the program is asked
// to stop.
const (
	patience = 500 * time.Millisecond
	haste    = 100 * time.Millisecond
)

// launch starts a process; what it writes to its standard error goes to talk.
func launch(command []string, to io.Writer) (*process, error) {
	c := exec.Command(command[0], command[1:]...)
	c.Stderr = &boundedWriter{to: to, left: mostStderr}
	c.WaitDelay = patience
	input, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	// A pipe of our own: unread output does not end with the process.
	from, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer out.Close()
	c.Stdout = out
	tree, err := isolate.StartTree(c)
	if err != nil {
		return nil, errors.Join(err, from.Close())
	}
	p := &process{tree: tree, to: input, from: from, room: 1, tables: map[int]chan []byte{}}
	go p.read(from)
	return p, nil
}

// mostStderr is how much of what a process writes to its standard error is passed on.
const mostStderr = 1 << 20

// boundedWriter passes on what a process writes to its standard error, up to a bound.
type boundedWriter struct {
	to   io.Writer
	left int
}

// Write takes everything, so that the process goes on.
func (t *boundedWriter) Write(p []byte) (int, error) {
	n := min(len(p), t.left)
	if n > 0 {
		// What cannot be said here cannot be said anywhere.
		_, _ = t.to.Write(p[:n])
		t.left -= n
		if t.left == 0 {
			fmt.Fprintf(t.to, "\n(what a bot writes here behind its first %d bytes is left out)\n", mostStderr)
		}
	}
	return len(p), nil
}

// longest is the longest line that a bot may write.
const longest = 1 << 20

// read passes on the lines of the process up to its end.
func (p *process) read(out io.Reader) {
	scanner := bufio.NewScanner(out)
	scanner.Buffer(make([]byte, 4096), longest)
	for scanner.Scan() {
		p.deliver(slices.Clone(scanner.Bytes()))
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	p.over = true
	p.ended = errors.New("ended")
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		p.ended = fmt.Errorf("wrote a line of more than %d bytes", longest)
	}
	for _, lines := range p.tables {
		close(lines)
	}
	// Its remaining output is discarded.
	go func() { _, _ = io.Copy(io.Discard, out) }()
}

// deliver gives a line to the table that it names, to none if that table has left, and to
// all if it names none.
func (p *process) deliver(text []byte) {
	var to struct{ Table int }
	// A line that is not JSON names no table.
	_ = json.Unmarshal(text, &to)
	p.lock.Lock()
	defer p.lock.Unlock()
	for number, lines := range p.tables {
		if to.Table != number && to.Table > 0 && to.Table <= p.last {
			continue
		}
		select {
		case lines <- text:
		default:
		}
	}
}

// line waits for a line to a table, until the time of an answer is over.
func (p *process) line(ctx context.Context, table int, until time.Time, limit time.Duration) ([]byte, error) {
	p.lock.Lock()
	lines := p.tables[table]
	p.lock.Unlock()
	select {
	case text, open := <-lines:
		if !open {
			return nil, p.ended
		}
		return text, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Until(until)):
		return nil, fmt.Errorf("did not answer within %s", limit)
	}
}

// send writes a line; a process that does not read it has some time.
func (p *process) send(ctx context.Context, what any, limit time.Duration) error {
	data, err := json.Marshal(what)
	if err != nil {
		return err
	}
	sent := make(chan error, 1)
	go func() {
		p.writing.Lock()
		defer p.writing.Unlock()
		_, err := p.to.Write(append(data, '\n'))
		sent <- err
	}()
	select {
	case err := <-sent:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(limit):
		return errors.New("does not read")
	}
}
