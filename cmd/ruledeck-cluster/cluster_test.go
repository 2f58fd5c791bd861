//go:build unix

package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cards"
	"github.com/ruledeck/ruledeck/cmd/internal/cli"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/scripts"
)

// asProgram makes this test the program itself.
const asProgram = "RULEDECK_AS_CLUSTER"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	pack.Carry(cards.Files, scripts.Files)
	debug.SetGCPercent(400) // as sim does
	interp.Keep()
	os.Exit(m.Run())
}

// process is a process of the program; what it says is kept.
type process struct {
	*exec.Cmd
	out, talk said
	ended     chan struct{}
}

// said is what a process writes.
type said struct {
	lock sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(data []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.text.Write(data)
}

func (s *said) String() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.text.String()
}

// meeting is a place where processes of one machine meet.
type meeting struct {
	*testing.T
	state, url string
	server     *process
}

// newMeeting starts a server.
func newMeeting(t *testing.T) *meeting {
	c := &meeting{T: t, state: t.TempDir()}
	c.server = c.start("", "serve", "--listen", "127.0.0.1:0")
	c.url = strings.TrimSpace(c.says(c.server, &c.server.out, "\n"))
	return c
}

// start starts a process of the program, or of a copy of it; it ends with the test.
func (c *meeting) start(program string, args ...string) *process {
	c.Helper()
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			c.Fatal(err)
		}
	}
	p := &process{Cmd: exec.Command(program, args...), ended: make(chan struct{})}
	p.Env = append(os.Environ(), asProgram+"=1", "XDG_STATE_HOME="+c.state)
	p.Stdout, p.Stderr = &p.out, &p.talk
	if err := p.Start(); err != nil {
		c.Fatal(err)
	}
	go func() {
		// How it ended is asked of the state.
		_ = p.Wait()
		close(p.ended)
	}()
	c.Cleanup(func() {
		// It may have ended.
		_ = p.Process.Kill()
		<-p.ended
	})
	return p
}

// says waits until a process has written something, and returns all that it wrote.
func (c *meeting) says(p *process, to *said, text string) string {
	c.Helper()
	for {
		ended := false
		select {
		case <-p.ended:
			ended = true
		case <-time.After(5 * time.Millisecond):
		}
		switch said := to.String(); {
		case strings.Contains(said, text):
			return said
		case ended:
			c.Fatalf("it ended without %q:\n%s%s", text, p.out.String(), p.talk.String())
		}
	}
}

// playing waits until a worker plays, and reports whether it does before somebody has all
// that he waits for.
func (c *meeting) playing(worker, waiting *process) bool {
	for !strings.Contains(worker.talk.String(), "plays for the run") {
		select {
		case <-waiting.ended:
			return false
		case <-time.After(5 * time.Millisecond):
		}
	}
	return true
}

// here is what sim prints in this process.
func here(t *testing.T, line string) string {
	t.Helper()
	var out, talk bytes.Buffer
	if code := cli.Run(cli.Host{Args: strings.Fields("sim " + line), In: strings.NewReader(""), Out: &out,
		Err: &talk}); code != 0 {
		t.Fatalf("exit %d: %s", code, talk.String())
	}
	return out.String()
}

// TestKills: what comes out is that of one process, to the byte, while workers are killed
// in the middle of their shards, one is stopped for longer than it may be silent, the
// server is killed and comes back, and the one who waits is killed and asks again.
func TestKills(t *testing.T) {
	c := newMeeting(t)
	const line = "../../testdata/kuhn --games 60000 --format csv"
	want := here(t, line)

	random := rand.New(rand.NewPCG(1, 2))
	var workers [3]*process
	begin := func(i int) {
		workers[i] = c.start("", "work", c.url, "--jobs", "1", "--silence", "1s")
	}
	for i := range workers {
		begin(i)
	}
	waiting := c.start("", append([]string{"submit", c.url}, strings.Fields(line)...)...)
	kills := 0
	for ; kills < 9; kills++ {
		i := random.IntN(len(workers))
		if !c.playing(workers[i], waiting) {
			break
		}
		time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
		switch kills {
		case 5: // it is only slow: others get its shard, and it comes back with it
			send(t, workers[i], syscall.SIGSTOP)
			time.Sleep(1200 * time.Millisecond)
			send(t, workers[i], syscall.SIGCONT)
		case 1:
			end(t, c.server)
			c.server = c.start("", "serve", "--listen", strings.TrimPrefix(c.url, "nats://"))
			c.says(c.server, &c.server.out, "\n")
		case 3:
			end(t, waiting)
			waiting = c.start("", append([]string{"submit", c.url}, strings.Fields(line)...)...)
		default:
			end(t, workers[i])
			begin(i)
		}
	}
	<-waiting.ended
	if kills < 5 {
		t.Errorf("the run was over after %d kills", kills)
	}
	if code := waiting.ProcessState.ExitCode(); code != 0 || waiting.out.String() != want {
		t.Errorf("exit %d, %d bytes instead of %d:\n%s", code, len(waiting.out.String()),
			len(want), waiting.talk.String())
	}
}

// TestBots: the strength of bots is told as by one process, in a game with returns.
func TestBots(t *testing.T) {
	c := newMeeting(t)
	const line = "../../testdata/kuhn --games 60 --bots=random,search:30 --format csv"
	c.start("", "work", c.url, "--jobs", "1")
	waiting := c.start("", append([]string{"submit", c.url}, strings.Fields(line)...)...)
	<-waiting.ended
	if want := here(t, line); waiting.out.String() != want {
		t.Errorf("%s%s\nnot\n%s", waiting.out.String(), waiting.talk.String(), want)
	}
}

// TestWorkerBeforeServer: a worker that starts before its server waits for it, and plays.
func TestWorkerBeforeServer(t *testing.T) {
	c := newMeeting(t)
	end(t, c.server)
	worker := c.start("", "work", c.url, "--jobs", "1")
	c.says(worker, &worker.talk,
		c.url+": no server answers (nats: no servers available for connection); waiting for it\n")
	idle := c.start("", "work", "nats://nowhere.invalid:4222", "--jobs", "1")
	c.says(idle, &idle.talk, "; waiting for it\n")
	send(t, idle, syscall.SIGTERM)
	if <-idle.ended; idle.ProcessState.ExitCode() != 0 {
		t.Errorf("a worker that is stopped while it waits: exit %d\n%s",
			idle.ProcessState.ExitCode(), idle.talk.String())
	}
	c.server = c.start("", "serve", "--listen", strings.TrimPrefix(c.url, "nats://"))
	c.says(c.server, &c.server.out, "\n")
	const line = "../../testdata/kuhn --games 20 --format csv"
	waiting := c.start("", append([]string{"submit", c.url}, strings.Fields(line)...)...)
	<-waiting.ended
	if want := here(t, line); waiting.out.String() != want {
		t.Errorf("%s%s\nnot\n%s", waiting.out.String(), waiting.talk.String(), want)
	}
}

// end kills a process.
func end(t *testing.T, p *process) {
	t.Helper()
	send(t, p, syscall.SIGKILL)
	<-p.ended
}

func send(t *testing.T, p *process, s os.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Errorf("%s: %s", s, err)
	}
}

// TestRefused: who cannot work for a run says so, here and there, with both sides; and
// what cannot be played elsewhere is refused at once.
func TestRefused(t *testing.T) {
	c := newMeeting(t)
	for line, want := range map[string]string{
		"submit " + c.url + " ../../testdata/kuhn --seats search:2s,random": "search:2s",
		"submit " + c.url +
			" ../../testdata/kuhn --seats exec:bot.py,random": "exec:bot.py is a program on this machine",
		"submit " + c.url +
			" ../../testdata/kuhn --bots=random,exec:bot.py": "exec:bot.py is a program on this machine",
		"submit " + c.url + " ../../testdata/kuhn --compare +more": "--compare is played by ruledeck sim, on " +
			"this machine: it looks after every 50 pairs",
		"submit " + c.url + " ../../testdata/kuhn --token ../../go.mod": "refuses the token",
		"submit " + c.url + " kuhn":                                     `there is no game "kuhn"`,
		"work " + c.url + " --token nowhere":                            "nowhere",
		"wrok " + c.url:                                                 "did you mean work?",
		"serve --listen here":                                           "here",
		"serve --listen 127.0.0.1:0":                                    "another server keeps its work in",
	} {
		p := c.start("", strings.Fields(line)...)
		<-p.ended
		if code := p.ProcessState.ExitCode(); code == 0 ||
			!strings.Contains(p.talk.String(), want) || p.out.String() != "" {
			t.Errorf("%s: exit %d, not %q:\n%s", line, code, want, p.talk.String())
		}
	}

	// A copy with a byte more is another version of the program.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other")
	if err := os.WriteFile(other, append(data, 0), 0o700); err != nil {
		t.Fatal(err)
	}
	stranger := c.start(other, "work", c.url, "--jobs", "1")
	waiting := c.start("", "submit", c.url, "../../testdata/kuhn", "--games", "7")
	for _, said := range []string{c.says(waiting, &waiting.talk, " refuses the run of kuhn: "),
		c.says(stranger, &stranger.talk, " refuses the run of kuhn: ")} {
		if !regexp.MustCompile(`the worker \S+ refuses the run of kuhn: it has the program "[0-9a-f]{12}", not ` +
			`"[0-9a-f]{12}"\n`).MatchString(said) {
			t.Error(said)
		}
	}
	// Who waits may give up; what is done by then is printed.
	send(t, waiting, syscall.SIGTERM)
	<-waiting.ended
	if out, talk := waiting.out.String(), waiting.talk.String(); !strings.Contains(out, "0 games") ||
		!strings.Contains(talk, "stopped after 0 of 7 games") {
		t.Errorf("%s%s", out, talk)
	}
}
