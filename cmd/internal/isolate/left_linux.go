package isolate

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// endLeft ends what has left the group of a tree, as a daemon does: whatever has its mark in
// its environment, until nothing is found that has it.
func endLeft(mark string) {
	for range mostRounds {
		found := false
		files, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is right
		for _, file := range files {
			// Of what is not our own, or has ended, nothing can be read.
			environment, _ := os.ReadFile(file)
			if !bytes.Contains(append([]byte{0}, environment...), []byte("\x00"+mark+"\x00")) {
				continue
			}
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil && pid != os.Getpid() {
				found = true
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		if !found {
			return
		}
	}
}

// mostRounds bounds how often it is looked for what a tree left: each time what it started
// meanwhile is found, so that only what starts others faster than it is ended goes on.
const mostRounds = 100
