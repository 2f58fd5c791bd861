package isolate

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// endsWithParent ends a child when its parent is gone, however that went.
func endsWithParent(how *syscall.SysProcAttr) { how.Pdeathsig = syscall.SIGKILL }

// marked returns the folders of the processes with an entry in their environment that begins with a
// mark. All of a tree have it, also daemons, which have left its group.
func marked(mark string) []string {
	folders, _ := filepath.Glob("/proc/[0-9]*") // the pattern is right
	return slices.DeleteFunc(folders, func(folder string) bool {
		// The environment of a stranger, or of a process that has ended, cannot be read.
		environment, _ := os.ReadFile(filepath.Join(folder, "environ"))
		return !bytes.Contains(append([]byte{0}, environment...), []byte("\x00"+mark))
	})
}

// endLeft ends what has a mark, until nothing is found that has it.
func endLeft(mark string) {
	for range mostRounds {
		left := marked(mark)
		for _, folder := range left {
			if pid, err := strconv.Atoi(filepath.Base(folder)); err == nil && pid != os.Getpid() {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		if len(left) == 0 {
			return
		}
	}
}

// mostRounds bounds how often it is looked for what a tree left: each time what it started
// meanwhile is found, so that only what starts others faster than it is ended goes on.
const mostRounds = 100

// treeMemory is what all that has a mark takes of memory in bytes, without what it shares with
// files.
func treeMemory(mark string) (sum uint64) {
	for _, folder := range marked(mark) {
		var all, resident, shared uint64
		// Of what has ended nothing can be read.
		text, _ := os.ReadFile(filepath.Join(folder, "statm"))
		_, _ = fmt.Sscan(string(text), &all, &resident, &shared)
		sum += (resident - shared) * uint64(os.Getpagesize())
	}
	return sum
}
