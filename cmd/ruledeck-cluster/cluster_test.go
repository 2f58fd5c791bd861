//go:build unix

package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
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
	pack.Register(cards.Files, scripts.Files)
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

// token is the file of the server's token.
func (c *meeting) token() string { return filepath.Join(c.state, "ruledeck", "cluster", tokenFile) }

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

	random := mathrand.New(mathrand.NewPCG(1, 2))
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

// TestThreeServers: of three servers that keep everything together, and six workers, one after
// another is killed and comes back; what comes out is that of one process, to the byte.
func TestThreeServers(t *testing.T) {
	if os.Getenv("RULEDECK_FULL") == "" {
		t.Skip("RULEDECK_FULL kills servers, which take seconds to agree on another")
	}
	const kills, games = 40, "3000000"
	c := newCluster(t)
	url, token := c.url, c.token()
	line := "../../testdata/kuhn --games " + games + " --format csv"
	want := here(t, line)
	var workers [6]*process
	work := func(i int) {
		workers[i] = c.start("", "work", url, "--token", token+".work", "--jobs", "1", "--silence", "2s")
	}
	for i := range workers {
		work(i)
	}
	waiting := c.start("", append([]string{"submit", url, "--token", token + ".submit"}, strings.Fields(line)...)...)
	random, killed := mathrand.New(mathrand.NewPCG(3, 4)), 0
	for ; killed < kills; killed++ {
		if i := random.IntN(len(workers)); killed%2 == 1 {
			if !c.playing(workers[i], waiting) {
				break
			}
			end(t, workers[i])
			work(i)
			continue
		}
		if i := random.IntN(len(c.servers)); c.playing(workers[random.IntN(len(workers))], waiting) {
			end(t, c.servers[i])
			time.Sleep(time.Duration(random.IntN(500)) * time.Millisecond)
			c.serve(i)
			c.says(c.servers[i], &c.servers[i].out, "\n")
			time.Sleep(2 * time.Second) // one at a time: two of three are needed
		}
	}
	<-waiting.ended
	if killed == 0 {
		t.Error("nothing was killed")
	}
	if code := waiting.ProcessState.ExitCode(); code != 0 || waiting.out.String() != want {
		t.Errorf("exit %d, %d bytes instead of %d, %d kills:\n%s", code, len(waiting.out.String()), len(want), killed,
			waiting.talk.String())
	}
	t.Logf("%d kills\n%s", killed, waiting.talk.String())
}

// TestTLS: a server with a certificate is let in by who certifies it, hides what is said, and
// tells its figures.
func TestTLS(t *testing.T) {
	c := &meeting{T: t, state: t.TempDir()}
	cert, key := certificate(t)
	figures := freeAddress(t)
	server := c.start("", "serve", "--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key,
		"--metrics", figures)
	url := strings.TrimSpace(c.says(server, &server.out, "\n"))
	for ca, want := range map[string]string{cert: "0 workers, 0 games at once\n", "": "certificate"} {
		args := []string{"status", url}
		if ca != "" {
			args = append(args, "--tls-ca", ca)
		}
		p := c.start("", args...)
		if <-p.ended; !strings.Contains(p.out.String()+p.talk.String(), want) {
			t.Errorf("%q is not said:\n%s%s", want, p.out.String(), p.talk.String())
		}
	}
	r, err := http.Get("http://" + figures + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`# TYPE ruledeck_connections gauge\nruledeck_connections \d+\n`,
		`\nruledeck_stream_messages\{stream="ruledeck_work"\} 0\n`, `\nruledeck_messages_in_total [1-9]\d*\n`} {
		if !regexp.MustCompile(want).Match(text) {
			t.Errorf("not %s:\n%s", want, text)
		}
	}
}

// certificate writes the files of a server on this machine that certifies itself.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	data, err := x509.CreateCertificate(rand.Reader, of, of, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	cert, key = filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for file, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: data},
		key: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

// several are three servers that keep everything together.
type several struct {
	*meeting
	servers        [3]*process
	listen, routes [3]string
}

// newCluster starts three servers.
func newCluster(t *testing.T) *several {
	t.Helper()
	c := &several{meeting: &meeting{T: t, state: t.TempDir()}}
	err := os.MkdirAll(filepath.Dir(c.token()), 0o700)
	if err == nil {
		err = os.WriteFile(c.token(), []byte("one for all\n"), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.servers {
		c.listen[i], c.routes[i] = freeAddress(t), freeAddress(t)
	}
	for i := range c.servers {
		c.serve(i)
	}
	for i := range c.servers {
		c.says(c.servers[i], &c.servers[i].out, "\n")
	}
	c.url = strings.Join(c.listen[:], ",")
	return c
}

// serve starts one of them.
func (c *several) serve(i int) {
	others := slices.Concat(c.routes[:i], c.routes[i+1:])
	c.servers[i] = c.start("", "serve", "--name", string(rune('a'+i)), "--token", c.token(), "--listen", c.listen[i],
		"--cluster", c.routes[i], "--routes", strings.Join(others, ","))
}

// freeAddress is an address that nobody listens at.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// TestCompared: comparisons, sweeps and what cards do are told as by one process.
func TestCompared(t *testing.T) {
	c := newMeeting(t)
	c.start("", "work", c.url, "--jobs", "2")
	for _, line := range []string{
		"../../testdata/kuhn --games 1200 --compare jack=timid --unpaired --format csv",
		"../../testdata/kuhn --games 120 --sweep jack.rank=1,12 --format json",
		"../../testdata/kuhn --games 200 --cards",
	} {
		waiting := c.start("", append([]string{"submit", c.url}, strings.Fields(line)...)...)
		<-waiting.ended
		if want := here(t, line); waiting.out.String() != want {
			t.Errorf("%s\n%s%s\nnot\n%s", line, waiting.out.String(), waiting.talk.String(), want)
		}
	}
}

// TestStatus: who looks on sees the workers and the runs, and takes one from them.
func TestStatus(t *testing.T) {
	c := newMeeting(t)
	waiting := c.start("", "submit", c.url, "../../testdata/kuhn", "--games", "77", "--priority", "9")
	c.says(waiting, &waiting.talk, "nobody is at work (ruledeck-cluster work URL); waiting for a worker\n")
	run := ""
	for _, want := range []string{`(?s)^0 workers, 0 games at once\n\n1 runs\n  ([0-9a-f]{24}) kuhn: 0 of 77 ` +
		`games, for \S+ since \d+s, priority 9\n$`, ""} {
		status := c.start("", "status", c.url)
		<-status.ended
		if want == "" {
			want = `(?s)^0 workers, 0 games at once\n\n0 runs\n$`
		}
		found := regexp.MustCompile(want).FindStringSubmatch(status.out.String())
		if found == nil {
			t.Fatalf("not %s:\n%s%s", want, status.out.String(), status.talk.String())
		}
		if len(found) < 2 {
			break
		}
		run = found[1]
		cancel := c.start("", "cancel", c.url, run[:6])
		if <-cancel.ended; cancel.out.String() != "cancelled: "+run+"\n" {
			t.Errorf("%s%s", cancel.out.String(), cancel.talk.String())
		}
		<-waiting.ended
	}
	if text := waiting.talk.String(); !strings.Contains(text, "the run "+run+" was cancelled by ") {
		t.Error(text)
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
		"submit " + c.url + " ../../testdata/kuhn --verify 101":     "--verify is a percentage from 0 to 100, not 101",
		"submit " + c.url + " ../../testdata/kuhn --priority 0":     "--priority is a number from 1 to 100, not 0",
		"submit " + c.url + " ../../testdata/kuhn --tls-ca nowhere": "nowhere",
		"submit " + c.url + " ../../testdata/kuhn --tls-key x":      "--tls-cert and --tls-key go together",
		"status http://:a":                  "is no address of a server",
		"status " + c.url + " --format xml": "--format cannot be \"xml\"; it can be text, json",
		"cancel " + c.url + " 0a":           "there is no run 0a; none is waited for",
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
