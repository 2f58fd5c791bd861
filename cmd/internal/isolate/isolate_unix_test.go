//go:build unix

package isolate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// beDaemon starts a child in a session of its own, and ends.
func beDaemon() {
	c, err := Self(context.Background())
	if err == nil {
		c.Env, c.Stdout = append(os.Environ(), child+"=is deaf"), os.Stdout
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		err = c.Start()
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(0)
}

// TestOrphan: a child whose parent is killed ends, though it hears no signal.
func TestOrphan(t *testing.T) {
	c, err := Self(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c.Env = append(os.Environ(), child+"=is left")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	var orphan int
	if _, err := fmt.Fscan(out, &orphan); err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, out) // until nobody has it open any more
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(2 * time.Minute):
		_ = syscall.Kill(orphan, syscall.SIGKILL)
		t.Error("it is still there")
	}
	_ = c.Wait()
}

// TestDaemon: what leaves its group and outlives the root ends with the tree too, where the
// system tells of it.
func TestDaemon(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells what a process was started with")
	}
	c, err := Self(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Env, c.Stdout = append(os.Environ(), child+"=is a daemon"), in
	tree, err := StartTree(c)
	if err != nil {
		t.Fatal(err)
	}
	_ = in.Close()
	var daemon int
	if _, err := fmt.Fscan(out, &daemon); err != nil {
		t.Fatal(err)
	}
	<-tree.ended
	if err := syscall.Kill(daemon, 0); err != nil {
		t.Fatalf("the daemon is not there: %v", err)
	}
	tree.End(time.Second)
	if _, err := io.Copy(io.Discard, out); err != nil { // until nobody has it open any more
		t.Error(err)
	}
}

// TestTreeMemory: a tree that takes more than the limit with this process ends, where the system
// tells what it takes.
func TestTreeMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells what a process has started")
	}
	c, err := Self(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c.Env = append(os.Environ(), child+"=eats")
	err = RunTree(t.Context(), c, Limits{Megabytes: 128})
	if stopped := (*Error)(nil); !errors.As(err, &stopped) || stopped.Limit != Memory {
		t.Errorf("%v", err)
	}
}
