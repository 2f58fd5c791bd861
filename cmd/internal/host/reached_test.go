package host

import (
	"net"
	"slices"
	"testing"
)

// TestReached: what one listens on for others is an address that others reach, with the port; and only a
// server that listens to this machine alone says so.
func TestReached(t *testing.T) {
	var found []net.Addr
	for _, text := range []string{"127.0.0.1/8", "192.168.1.20/24", "::1/128", "fe80::1/64", "2001:db8::7/64"} {
		ip, network, err := net.ParseCIDR(text)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, &net.IPNet{IP: ip, Mask: network.Mask})
	}
	want := []string{"192.168.1.20:4500", "[2001:db8::7]:4500"}
	if got := reached(found, "4500"); !slices.Equal(got, want) {
		t.Errorf("it is reached at %q, not %q", got, want)
	}
	for name, want := range map[string]bool{"127.0.0.1": true, "localhost": true, "::1": true, "192.168.1.20": false,
		"games.example.org": false} {
		if Local(name) != want {
			t.Errorf("%s is this machine alone: %v", name, !want)
		}
	}
}
