package isolate

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"
)

// Tree is a process with all that it starts, which ends as one: on Unix the group of the
// process, on Linux with what has left it, as a daemon does, if it keeps its environment; on
// Windows a job. It has none of the limits that this process has.
type Tree struct {
	end   func()
	mark  string
	ended chan struct{}
	// how is how the root ended, once ended is closed.
	how error
}

// trees counts those that were started.
var trees atomic.Int64

// StartTree starts a command as the root of a tree of its own, which a terminal's
// signals do not reach, unless it has a SysProcAttr: then it may read the terminal. On
// Linux the root ends when this program is gone, however that went. What the command
// reads and writes must be files, or bounded by its WaitDelay: the end of the root is
// waited for at once.
func StartTree(c *exec.Cmd) (*Tree, error) {
	mark := fmt.Sprintf("%s%d=", markOf(os.Getpid()), trees.Add(1))
	c.Env = append(c.Environ(), mark)
	if err := start(c); err != nil {
		return nil, err
	}
	t := &Tree{end: tied(c), mark: mark, ended: make(chan struct{})}
	go func() {
		t.how = c.Wait()
		close(t.ended)
	}()
	return t, nil
}

// markOf begins the entry of the environment that a process gives to each of its trees.
func markOf(pid int) string { return fmt.Sprintf("RULEDECK_TREE_%d_", pid) }

// Hand starts a command that hands something to another program, as one that opens a page in
// the browser. It ends with this process, as the root of a Tree does; what it has started
// goes on.
func Hand(c *exec.Cmd) error {
	if err := start(c); err != nil {
		return err
	}
	go c.Wait()
	return nil
}

// Share runs a command that shares the terminal with this process, as a pager does.
func Share(c *exec.Cmd) error {
	c.SysProcAttr = &syscall.SysProcAttr{}
	c.WaitDelay = time.Second
	return RunTree(context.Background(), c, Limits{})
}

// start starts a command without the limits of this process, in a group of its own unless it says
// how it is started.
func start(c *exec.Cmd) error {
	if c.SysProcAttr == nil {
		c.SysProcAttr = ownGroup()
	}
	endsWithParent(c.SysProcAttr)
	return spared(c.Start)
}

// RunTree runs a command as StartTree starts it until its root ends, and ends what is left of
// its tree. Where the context ends before, all of it ends, and the error is the context's cause.
// So it is where the tree and this process take more memory together than the limits say, if
// they say any and the system tells what the tree takes (Linux); the error is an *Error then.
func RunTree(ctx context.Context, c *exec.Cmd, limits Limits) error {
	t, err := StartTree(c)
	if err != nil {
		return err
	}
	defer t.End(0)
	for look := time.Tick(50 * time.Millisecond); ; {
		select {
		case <-t.ended:
			return t.how
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-look:
			if limits.Megabytes > 0 && memoryUsed()+treeMemory(t.mark) > uint64(limits.Megabytes)<<20 {
				return overMemory(limits)
			}
		}
	}
}

// End waits so long for the root to end by itself, and then ends what is left of the
// tree by force.
func (t *Tree) End(patience time.Duration) {
	select {
	case <-t.ended:
	case <-time.After(patience):
	}
	t.end()
	endLeft(t.mark)
	<-t.ended
}
