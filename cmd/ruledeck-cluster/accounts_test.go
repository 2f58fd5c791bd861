//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	nats "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// signer is a pair of keys that signs what is claimed below it.
type signer struct {
	nkeys.KeyPair
	public string
}

func newSigner(t *testing.T, make func() (nkeys.KeyPair, error)) signer {
	t.Helper()
	pair, err := make()
	if err != nil {
		t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return signer{pair, public}
}

// signs is a claim as a token.
func (s signer) signs(t *testing.T, claim jwt.Claims) string {
	t.Helper()
	token, err := claim.Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// credentials is a file that lets in a user of an account, who may use some subjects.
func (s signer) credentials(t *testing.T, subjects []string) (path string) {
	t.Helper()
	user := newSigner(t, nkeys.CreateUser)
	claim := jwt.NewUserClaims(user.public)
	claim.Pub.Allow.Add(subjects...)
	claim.Sub.Allow.Add(subjects...)
	seed, err := user.Seed()
	if err != nil {
		t.Fatal(err)
	}
	text, err := jwt.FormatUserConfig(s.signs(t, claim), seed)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "user.creds")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// withAccounts starts a server of NATS that is not ours, whose users have the accounts of an
// operator; an account of runs has JetStream.
func withAccounts(t *testing.T) (url string, runs signer) {
	t.Helper()
	operator, system := newSigner(t, nkeys.CreateOperator), newSigner(t, nkeys.CreateAccount)
	runs = newSigner(t, nkeys.CreateAccount)
	claim := jwt.NewOperatorClaims(operator.public)
	claim.SystemAccount = system.public
	self, err := jwt.DecodeOperatorClaims(operator.signs(t, claim))
	if err != nil {
		t.Fatal(err)
	}
	accounts := &nats.MemAccResolver{}
	ours := jwt.NewAccountClaims(runs.public)
	ours.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	for public, token := range map[string]string{runs.public: operator.signs(t, ours),
		system.public: operator.signs(t, jwt.NewAccountClaims(system.public))} {
		if err := accounts.Store(public, token); err != nil {
			t.Fatal(err)
		}
	}
	s, err := nats.NewServer(&nats.Options{Host: "127.0.0.1", Port: nats.RANDOM_PORT, NoSigs: true,
		JetStream: true, StoreDir: t.TempDir(), JetStreamMaxStore: 64 << 30,
		TrustedOperators: []*jwt.OperatorClaims{self}, AccountResolver: accounts, SystemAccount: system.public})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL(), runs
}

// TestAccounts: at a server of others, a user who may use the subjects that the page for operators
// names can do everything; one whom no account of the server knows is refused.
func TestAccounts(t *testing.T) {
	page, err := os.ReadFile("help/operating.txt")
	if err != nil {
		t.Fatal(err)
	}
	subjects := regexp.MustCompile(`[$_A-Za-z.*]+\.>`).FindAllString(string(page), -1)
	if len(subjects) != 6 {
		t.Fatalf("the page names %q", subjects)
	}
	url, account := withAccounts(t)
	c := &meeting{T: t, state: t.TempDir(), url: url}
	user := account.credentials(t, subjects)
	worker := c.start("", "work", url, "--creds", user, "--jobs", "1")
	const line = "../../testdata/kuhn --games 2000 --format csv"
	waiting := c.start("", append([]string{"submit", url, "--creds", user}, strings.Fields(line)...)...)
	select {
	case <-waiting.ended:
	case <-time.After(time.Minute):
		t.Fatal(waiting.talk.String(), worker.talk.String())
	}
	if want := here(t, line); waiting.out.String() != want {
		t.Errorf("%s%s\nnot\n%s", waiting.out.String(), waiting.talk.String(), want)
	}
	tables := c.node(url, freeAddress(t), "--creds", user)
	if c.ready(tables) == "" {
		t.Error("no token is said")
	}
	for creds, want := range map[string]string{
		newSigner(t, nkeys.CreateAccount).credentials(t, subjects): url + " refuses the credentials",
		filepath.Join(c.state, "nowhere.creds"):                    "nowhere.creds",
		account.credentials(t, []string{"ruledeck.>", "_INBOX.>"}): `Violation for Publish to "$JS.API.`,
	} {
		p := c.start("", "status", url, "--creds", creds)
		if <-p.ended; p.ProcessState.ExitCode() == 0 || !strings.Contains(p.talk.String(), want) {
			t.Errorf("exit %d, not %q:\n%s", p.ProcessState.ExitCode(), want, p.talk.String())
		}
	}
}

// TestNoRoom: a server of others whose disk is too small for what runs and tables may take says so at once.
func TestNoRoom(t *testing.T) {
	s, err := nats.NewServer(&nats.Options{Host: "127.0.0.1", Port: nats.RANDOM_PORT, NoSigs: true, JetStream: true,
		StoreDir: t.TempDir(), JetStreamMaxStore: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	c := &meeting{T: t, state: t.TempDir(), url: s.ClientURL()}
	for _, args := range [][]string{
		{"work", c.url, "--jobs", "1"},
		{"tables", c.url, "football-champions", "--listen", freeAddress(t), "--origin", origin},
	} {
		began := time.Now()
		p := c.start("", args...)
		want := "the JetStream of the server has too little room on its disk: runs may take 10 GB, and tables 16"
		if <-p.ended; p.ProcessState.ExitCode() == 0 || !strings.Contains(p.talk.String(), want) {
			t.Errorf("%q: exit %d, not %q:\n%s", args, p.ProcessState.ExitCode(), want, p.talk.String())
		}
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("%q: it says so after %v", args, took)
		}
	}
}
