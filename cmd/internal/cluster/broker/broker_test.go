package broker

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// authority certifies servers in a folder.
type authority struct {
	t    *testing.T
	dir  string
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// newAuthority writes the certificate of an authority to NAME.pem.
func newAuthority(t *testing.T, dir, name string) *authority {
	t.Helper()
	a := &authority{t: t, dir: dir}
	a.cert = &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	a.key = a.issue(name, a.cert)
	return a
}

// server writes the certificate of a server and its key to NAME.pem and NAME.key.
func (a *authority) server(name string) {
	a.issue(name, &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name},
		NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}})
}

func (a *authority) issue(name string, cert *x509.Certificate) *ecdsa.PrivateKey {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	by := a.key
	if by == nil {
		by = key
	}
	signed, err := x509.CreateCertificate(rand.Reader, cert, a.cert, &key.PublicKey, by)
	if err != nil {
		a.t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		a.t.Fatal(err)
	}
	for end, block := range map[string]*pem.Block{".pem": {Type: "CERTIFICATE", Bytes: signed},
		".key": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(filepath.Join(a.dir, name+end), pem.EncodeToMemory(block), 0o600); err != nil {
			a.t.Fatal(err)
		}
	}
	return key
}

// TestRoutes: three servers that one authority certifies find each other over TLS. They let in no
// server that knows their token but speaks in the open, or shows a certificate of another authority.
func TestRoutes(t *testing.T) {
	dir := t.TempDir()
	ours := newAuthority(t, dir, "ours")
	theirs := newAuthority(t, dir, "theirs")
	path := func(name string) string { return filepath.Join(dir, name) }
	var free [5]string
	for i := range free {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		free[i] = l.Addr().String()
		_ = l.Close()
	}
	routes := free[:3]
	next := 0
	start := func(name, cert, ca string) *Server {
		t.Helper()
		cluster := free[next]
		next++
		of := Settings{Listen: "127.0.0.1:0", Name: name, Cluster: cluster, Token: "a token of theirs",
			Folder: path(name + "-kept"),
			Routes: slices.DeleteFunc(slices.Clone(routes), func(a string) bool { return a == cluster }),
			Log:    func(text string) { t.Log(name, text) }}
		if cert != "" {
			of.Cert = path(cert + ".pem")
			of.Key = path(cert + ".key")
			of.CA = path(ca + ".pem")
		}
		s, err := Start(of)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	var servers []*Server
	for _, name := range []string{"one", "two", "three"} {
		ours.server(name)
		servers = append(servers, start(name, name, "ours"))
	}
	deadline := time.Now().Add(30 * time.Second)
	known := func() (n int) { // by the one that leads
		for _, s := range servers {
			n = max(n, len(s.server.JetStreamClusterPeers()))
		}
		return n
	}
	for known() < 3 {
		if time.Now().After(deadline) {
			t.Fatal("three servers of one authority do not find each other")
		}
		time.Sleep(50 * time.Millisecond)
	}

	theirs.server("stranger")
	strangers := map[string]*Server{"in the open": start("open", "", ""),
		"of another": start("other", "stranger", "theirs")}
	time.Sleep(3 * time.Second) // they call once a second
	for who, s := range strangers {
		if n := s.server.NumRoutes(); n != 0 {
			t.Errorf("a server %s has %d routes", who, n)
		}
	}
	if n := known(); n != 3 {
		t.Errorf("%d servers know each other, not 3", n)
	}
}
