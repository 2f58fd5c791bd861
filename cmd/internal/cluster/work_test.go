//go:build unix

package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/isolate"
	"github.com/ruledeck/ruledeck/engine/sim"
)

// player, in the environment, makes the test binary a process that plays, well or badly.
const player = "RULEDECK_TEST_PLAYER"

func TestMain(m *testing.M) {
	does := os.Getenv(player)
	if does == "" {
		os.Exit(m.Run())
	}
	isolate.Confine()
	switch does {
	case "plays":
		if err := PlayShards(context.Background(), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
	case "lies": // it plays games of another seed
		in, out := io.Pipe()
		go func() {
			from, to := json.NewDecoder(os.Stdin), json.NewEncoder(out)
			var a assignment
			err := from.Decode(&a)
			if a.Job.Seed++; err == nil {
				err = to.Encode(a)
			}
			for err == nil {
				var of ask
				if err = from.Decode(&of); err == nil {
					err = to.Encode(of)
				}
			}
			_ = out.CloseWithError(err)
		}()
		if err := PlayShards(context.Background(), in, os.Stdout); err != nil {
			os.Exit(1)
		}
	case "eats":
		for kept := [][]byte{}; ; {
			kept = append(kept, bytes.Repeat([]byte{1}, 1<<20))
		}
	case "spins":
		for n := 1; n > 0; n = n%7 + 1 {
		}
	case "is silent":
		time.Sleep(time.Hour)
	case "never plays":
		for to := json.NewEncoder(os.Stdout); ; time.Sleep(10 * time.Millisecond) {
			if to.Encode(reply{Alive: true}) != nil {
				os.Exit(1)
			}
		}
	}
	os.Exit(0)
}

// TestLimits: a process that plays and takes too much, or never answers, is ended, and
// whoever gave it work is told why.
func TestLimits(t *testing.T) {
	usual, calm, long := limits, longestSilence, longestShard
	defer func() { limits, longestSilence, longestShard = usual, calm, long }()
	limits = isolate.Limits{Megabytes: 64, Seconds: 1}
	for _, c := range []struct {
		does            string
		patience, shard time.Duration
		want            string
	}{
		{"eats", time.Hour, time.Hour, "stopped: it took more than 64 MB of memory"},
		{"spins", time.Hour, time.Hour, "stopped: it took more than 1 seconds of processor time"},
		{"is silent", 300 * time.Millisecond, time.Hour, "stopped: it was silent for 300ms"},
		{"never plays", time.Hour, 300 * time.Millisecond, "stopped: it has played one shard for 300ms"},
	} {
		longestSilence, longestShard = c.patience, c.shard
		p, err := begin(t.Context(), playerThat(c.does), assignment{})
		if err != nil {
			t.Fatal(err)
		}
		result, err := p.shard(ask{Games: sim.Span{Games: 1}}, func(int) {})
		var stopped *isolate.Error
		if result != nil || !errors.As(err, &stopped) || err.Error() != c.want {
			t.Errorf("%s: %v, %v", c.does, result, err)
		}
		p.end()
	}
}

// playerThat makes the command of a process that does something.
func playerThat(does string) func(context.Context) (*exec.Cmd, error) {
	return func(ctx context.Context) (*exec.Cmd, error) {
		self, err := isolate.Self(ctx)
		if err == nil {
			self.Env = append(os.Environ(), player+"="+does)
		}
		return self, err
	}
}
