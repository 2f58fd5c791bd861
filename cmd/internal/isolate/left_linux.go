package isolate

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// endLeft ends what has left the group of a tree, as a daemon does: whatever has an entry in
// its environment that begins with its mark, until nothing is found that has one.
func endLeft(mark string) {
	for range mostRounds {
		found := false
		files, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is right
		for _, file := range files {
			// Of what is not our own, or has ended, nothing can be read.
			environment, _ := os.ReadFile(file)
			if !bytes.Contains(append([]byte{0}, environment...), []byte("\x00"+mark)) {
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

// treeMemory is what a process and what descends from it take of memory in bytes, without what
// they share with files.
func treeMemory(pid int) uint64 {
	var all, resident, shared uint64
	folder := filepath.Join("/proc", strconv.Itoa(pid))
	// Of what has ended nothing can be read.
	text, _ := os.ReadFile(filepath.Join(folder, "statm"))
	_, _ = fmt.Sscan(string(text), &all, &resident, &shared)
	sum := (resident - shared) * uint64(os.Getpagesize())
	tasks, _ := filepath.Glob(filepath.Join(folder, "task", "*", "children")) // the pattern is right
	for _, file := range tasks {
		text, _ := os.ReadFile(file)
		for _, child := range strings.Fields(string(text)) {
			if number, err := strconv.Atoi(child); err == nil {
				sum += treeMemory(number)
			}
		}
	}
	return sum
}
