package isolate

import (
	"os/exec"
	"time"
)

// Tree is a process with all that it starts, which ends as one. What leaves the tree by
// itself, as a daemon does, is not followed: on Unix the tree is the group of the
// process, on Windows what descends from it while it runs.
type Tree struct {
	root  *exec.Cmd
	ended chan struct{}
}

// StartTree starts a command as the root of a tree of its own, which a terminal's
// signals do not reach; on Linux the root ends when this program is gone, however that
// went. What the command reads and writes must be files, or bounded by its WaitDelay:
// the end of the root is waited for at once.
func StartTree(c *exec.Cmd) (*Tree, error) {
	rootOfTree(c)
	if err := c.Start(); err != nil {
		return nil, err
	}
	t := &Tree{c, make(chan struct{})}
	go func() {
		_ = c.Wait() // how it ends says nothing here
		close(t.ended)
	}()
	return t, nil
}

// End waits so long for the root to end by itself, and then ends what is left of the
// tree by force.
func (t *Tree) End(patience time.Duration) {
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-t.ended:
	case <-late.C:
	}
	endTree(t.root)
	<-t.ended
}
