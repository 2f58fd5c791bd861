package house

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ruledeck/ruledeck/interp/table"
)

// Changes tells those who wait that something is another than it was. Its zero value is ready.
type Changes struct {
	lock sync.Mutex
	// next is closed at the next change.
	next chan struct{}
	// soon is set while Happened is called in a moment.
	soon atomic.Bool
}

// Next is a channel that is closed at the next change.
func (c *Changes) Next() <-chan struct{} {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.next == nil {
		c.next = make(chan struct{})
	}
	return c.next
}

// Happened tells everybody. Who has not heard of the last change yet hears of both at once.
func (c *Changes) Happened() {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.next != nil {
		close(c.next)
		c.next = nil
	}
}

// delay is how much later at most those who wait hear of what happens soon.
const delay = 200 * time.Millisecond

// Soon tells everybody within a moment, once of all that happens until then.
func (c *Changes) Soon() {
	if c.soon.CompareAndSwap(false, true) {
		time.AfterFunc(delay, func() {
			c.soon.Store(false)
			c.Happened()
		})
	}
}

// Message is what a page is told at once: a frame of a table, what the host says around it, or
// both.
type Message struct {
	Table int `json:"table"`
	*table.Frame
	Host json.RawMessage `json:"host,omitempty"`
}

// Stream is how a page is told a game.
type Stream struct {
	// Table is what the page calls the game.
	Table int
	// Frames are those of the game, Changes the changes around it.
	Frames  <-chan *table.Frame
	Changes *Changes
	// Host is what the host says around the game. It is asked at each change and, with Always,
	// for each frame; it is said where it is another thing than before, as it is where it is a
	// json.RawMessage. What it cannot say now,
	// by an error, it says later; nil says nothing.
	Host   func() (any, error)
	Always bool
	// Say sends a message, nil to say that somebody is there, which is done as often as Quiet
	// says, if that is not 0. An error ends the stream.
	Say   func(m *Message) error
	Quiet time.Duration

	said []byte
}

// ErrClosed says that a game is not told any more.
var ErrClosed = errors.New("the game is closed")

// Run sends what happens until ctx ends, the game is closed, or something cannot be sent.
func (s *Stream) Run(ctx context.Context) error {
	quiet := time.Tick(s.Quiet) // nil for 0
	for next := s.Changes.Next(); ; {
		var frame *table.Frame
		var err error
		open, changed := true, false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-quiet:
			if err := s.Say(nil); err != nil {
				return err
			}
			continue
		case frame, open = <-s.Frames:
		case <-next:
			next = s.Changes.Next()
			changed = true
			select { // what the table tells of it comes along
			case frame, open = <-s.Frames:
			default:
			}
		}
		if open {
			err = s.tell(frame, changed)
		} else {
			err = ErrClosed
		}
		if err != nil {
			return err
		}
	}
}

// tell sends a frame, if there is one, and what the host says.
func (s *Stream) tell(frame *table.Frame, changed bool) error {
	m := &Message{Table: s.Table, Frame: frame}
	if s.Host != nil && (changed && s.said != nil || s.Always || frame != nil && s.said == nil) {
		host, err := s.Host()
		data, made := host.(json.RawMessage)
		if err == nil && !made {
			data, err = json.Marshal(host)
		}
		if err == nil && !bytes.Equal(data, s.said) {
			s.said = data
			m.Host = data
		}
	}
	if frame == nil && m.Host == nil {
		return nil
	}
	return s.Say(m)
}
