package host

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/host/crowdtest"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
)

// The load of TestLoad; RULEDECK_FULL takes a larger one.
var (
	loadGame   = flag.String("load.game", "football-champions", "the game")
	loadTables = flag.Int("load.tables", 4, "tables")
	loadSeats  = flag.Int("load.seats", 2, "people at a table")
	loadThink  = flag.Duration("load.think", 20*time.Millisecond, "how long people think")
	loadFor    = flag.Duration("load.for", 4*time.Second, "how long they play")
	loadKills  = flag.Int("load.kills", 3, "how often the server is killed")
	loadGoes   = flag.Bool("load.goes", false, "whether people go on to other tables when theirs is over")
	loadSeed   = flag.Uint64("load.seed", 7, "what the rest is drawn by")
)

// asServer makes this program a server of the folder that it names.
const asServer = "RULEDECK_AS_SERVER"

func beServer() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // until who tests is gone
		stop()
	}()
	game, rest, _ := strings.Cut(os.Getenv(asServer), " ")
	listen, folder, _ := strings.Cut(rest, " ")
	if err := Serve(ctx, Config{Games: []string{game}, Listen: listen, Folder: folder, Out: os.Stdout,
		Err: os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// server starts a server of a folder, and waits until it says where it is.
func server(t *testing.T, listen, folder string) (c *exec.Cmd, base, token string) {
	c = exec.Command(os.Args[0])
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %s", asServer, *loadGame, listen, folder))
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err == nil {
		_, err = c.StdinPipe()
	}
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base, token, _ = strings.Cut(strings.TrimSpace(line), "/#key=")
	return c, base, token
}

// TestLoad: people play at many tables while the server is killed again and again; every
// answer that was acknowledged is in the journals with its reply, none is there twice, and no
// seat is shown less than before.
func TestLoad(t *testing.T) {
	if os.Getenv("RULEDECK_FULL") != "" {
		*loadTables, *loadThink, *loadFor, *loadKills = max(*loadTables, 200), 2*time.Second, time.Minute, 6
	}
	reserved, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listen := reserved.Addr().String()
	_ = reserved.Close()
	ctx, stop := context.WithTimeout(t.Context(), *loadFor)
	defer stop()
	folder := t.TempDir()
	at, base, token := server(t, listen, folder)
	l := &crowdtest.Crowd{TB: t, Bases: []string{base}, Origin: base, Token: token, Game: *loadGame,
		Tables: *loadTables, Seats: *loadSeats, Think: *loadThink, Seed: *loadSeed, Goes: *loadGoes}
	l.Play(ctx)
	draw := rand.New(rand.NewPCG(*loadSeed, 0))
	for range *loadKills {
		pause := time.Duration(float64(*loadFor) / float64(*loadKills+1) * (.5 + draw.Float64()))
		select {
		case <-ctx.Done():
		case <-time.After(pause):
			_ = at.Process.Kill()
			_ = at.Wait()
			at, _, _ = server(t, listen, folder)
		}
	}
	for minutes := time.Tick(time.Minute); ctx.Err() == nil; {
		select {
		case <-ctx.Done():
		case <-minutes:
			t.Logf("%s; memory %s", l.Figures(), memory(at.Process.Pid))
		}
	}
	l.Wait()
	size := memory(at.Process.Pid)
	_ = at.Process.Signal(syscall.SIGINT)
	_ = at.Wait()
	journals := map[string][]byte{}
	for _, path := range savedir.Games(folder) {
		if journals[strings.TrimSuffix(filepath.Base(path), savedir.End)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	l.Compare(journals)
	t.Logf("%s; killed %d times, memory %s", l.Figures(), *loadKills, size)
}

// memory is what the system says that a process has.
func memory(process int) string {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}
