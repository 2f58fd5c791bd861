package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// marked makes a terminal read escape sequences, as all others do unasked, and reports
// whether it does; those before Windows 10 do not.
func marked(f *os.File) bool {
	var mode uint32
	h := windows.Handle(f.Fd())
	return windows.GetConsoleMode(h, &mode) == nil &&
		windows.SetConsoleMode(h, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
