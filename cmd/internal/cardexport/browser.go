package cardexport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
)

// ErrNoBrowser says that no browser is installed that prints without a window.
var ErrNoBrowser = errors.New("there is no Chrome, Chromium or Edge on this machine")

// patience is how long a browser may take for one file.
const patience = 2 * time.Minute

// browsers are what the command of a browser is called, and where it lies else.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
	"microsoft-edge", "msedge",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
	`C:\Program Files\Google\Chrome\Application\chrome.exe`,
	`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
	`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`}

// Browser is the program of the first browser that is installed; "" for none.
func Browser() string {
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// render has a browser make a file of a document, cards.pdf or cards.png, as the flag what
// says. It returns what the file holds, and notes what the document found of its cards: it is
// dumped by the same call.
func (d *Deck) render(ctx context.Context, document []byte, what, name string, flags ...string) ([]byte, error) {
	program := Browser()
	if program == "" {
		return nil, ErrNoBrowser
	}
	folder, err := os.MkdirTemp("", "ruledeck-")
	if err != nil {
		return nil, err
	}
	// What cannot be removed lies where the system cleans up.
	defer os.RemoveAll(folder)
	page, out := filepath.Join(folder, "cards.html"), filepath.Join(folder, name)
	if err := os.WriteFile(page, document, 0o600); err != nil {
		return nil, err
	}
	address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(page), "/")}
	// A profile of its own keeps it apart from the windows that are open.
	args := append([]string{"--headless", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--mute-audio",
		"--user-data-dir=" + filepath.Join(folder, "profile"), "--virtual-time-budget=10000",
		"--font-render-hinting=none", "--dump-dom",
		what + "=" + out}, flags...)
	if runtime.GOOS == "linux" && os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // it refuses to run as root otherwise
	}
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	var said bytes.Buffer
	var dumped tail
	c := exec.Command(program, append(args, address.String())...)
	c.Stderr = &said
	c.Stdout = &dumped
	c.WaitDelay = time.Second
	err = isolate.RunTree(ctx, c, isolate.Limits{}) // a browser is many processes
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s was stopped: %w", program, ctx.Err())
	}
	data, reading := os.ReadFile(out)
	if err != nil || reading != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("%s has made no file: %s", program, lines[len(lines)-1])
	}
	d.note(dumped.proof())
	return data, nil
}
