//go:build !linux

package host

import "net"

// impatient listens as the system does: how long a connection may acknowledge nothing is its
// matter.
var impatient net.ListenConfig
