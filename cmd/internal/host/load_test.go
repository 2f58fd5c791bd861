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

	"github.com/ruledeck/ruledeck/cmd/internal/host/crowd"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
)

// load is how many people play what, and how often their server is killed.
type load struct {
	game          string
	tables, seats int
	think, lasts  time.Duration
	kills         int
}

// wanted is the load of TestLoad; where nothing is asked for, RULEDECK_FULL takes large ones.
var wanted load

func init() {
	flag.StringVar(&wanted.game, "load.game", "football-champions", "the game")
	flag.IntVar(&wanted.tables, "load.tables", 4, "tables")
	flag.IntVar(&wanted.seats, "load.seats", 2, "people at a table")
	flag.DurationVar(&wanted.think, "load.think", 20*time.Millisecond, "how long people think")
	flag.DurationVar(&wanted.lasts, "load.for", 4*time.Second, "how long they play")
	flag.IntVar(&wanted.kills, "load.kills", 3, "how often the server is killed")
}

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
func server(t *testing.T, game, listen, folder string) (c *exec.Cmd, base, token string) {
	c = exec.Command(os.Args[0])
	c.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %s", asServer, game, listen, folder))
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
	base, token, _ = strings.Cut(strings.TrimSpace(line), "/?token=")
	return c, base, token
}

// TestLoad: people play at many tables, some while the server is killed again and again; every
// answer that was acknowledged is in the journals with its reply, none is there twice, and no
// seat is shown less than before. It says how long others waited, what the server spent, and what
// memory it had on the way; after the first quarter that does not grow by half.
func TestLoad(t *testing.T) {
	loads, said := []load{wanted}, false
	flag.Visit(func(f *flag.Flag) { said = said || strings.HasPrefix(f.Name, "load.") })
	if os.Getenv("RULEDECK_FULL") != "" && !said {
		loads = []load{
			{"football-champions", 1000, 2, 8 * time.Second, 3 * time.Minute, 0},
			{"bbtm", 200, 4, 8 * time.Second, 3 * time.Minute, 0},
			{"football-champions", 200, 2, 2 * time.Second, 2 * time.Minute, 12},
			{"football-champions", 200, 2, 8 * time.Second, 30 * time.Minute, 0},
		}
	}
	for _, l := range loads {
		t.Run(fmt.Sprintf("%s %d×%d", l.game, l.tables, l.seats), l.play)
	}
}

func (l load) play(t *testing.T) {
	reserved, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listen := reserved.Addr().String()
	_ = reserved.Close()
	folder := t.TempDir()
	at, base, token := server(t, l.game, listen, folder)
	c := &crowd.Crowd{TB: t, Bases: []string{base}, Origin: base, Token: token, Game: l.game, Tables: l.tables,
		Seats: l.seats, Think: l.think, Seed: 7}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	c.Play(ctx)
	began := time.Now()
	time.AfterFunc(l.lasts, stop)
	spent, had, kills := time.Duration(0), []int{}, 0
	ends := func() {
		_ = at.Wait()
		spent += at.ProcessState.UserTime() + at.ProcessState.SystemTime()
	}
	draw := rand.New(rand.NewPCG(7, 0))
	for ctx.Err() == nil {
		pause := l.lasts / 20
		if l.kills > 0 {
			pause = time.Duration(float64(l.lasts) / float64(l.kills+1) * (.5 + draw.Float64()))
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
			if had = append(had, memory(at.Process.Pid)); l.kills > 0 {
				kills++
				_ = at.Process.Kill()
				ends()
				at, _, _ = server(t, l.game, listen, folder)
			}
		}
	}
	took := time.Since(began)
	c.Wait()
	_ = at.Process.Signal(syscall.SIGINT)
	ends()
	journals := map[string][]byte{}
	for _, path := range savedir.Games(folder) {
		if journals[strings.TrimSuffix(filepath.Base(path), savedir.End)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	c.Compare(journals)
	t.Logf("%s in %s", c.Figures(), took.Round(time.Second))
	t.Logf("the server was killed %d times, spent %s, and had %d MB", kills, spent.Round(time.Millisecond), had)
	if n := len(had); l.kills == 0 && n > 8 && had[n-1] > had[n/4]*3/2 {
		t.Errorf("its memory grows")
	}
}

// memory is what a process has, in megabytes, as the system says.
func memory(pid int) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	var kilobytes int
	_, _ = fmt.Sscan(rest, &kilobytes) // elsewhere it is not known
	return kilobytes >> 10
}
