package tables

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/cluster"
	"github.com/ruledeck/ruledeck/cmd/internal/cluster/broker"
	"github.com/ruledeck/ruledeck/cmd/internal/disk/disktest"
	"github.com/ruledeck/ruledeck/engine/replay"
)

// damagedFolder is the variable that makes the program of this test a server of a folder, which
// can be ended: some files keep one at its start for ever.
const damagedFolder = "RULEDECK_DAMAGED_FOLDER"

func TestMain(m *testing.M) {
	folder := os.Getenv(damagedFolder)
	if folder == "" {
		os.Exit(m.Run())
	}
	talk := func(text string) {
		if strings.Contains(text, "still reading what it keeps in "+folder) {
			fmt.Println("slow")
		}
	}
	s, err := broker.Start(broker.Settings{Listen: "127.0.0.1:0", Folder: folder, Log: talk})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(s.URL())
	_, _ = io.Copy(io.Discard, os.Stdin) // until the test has had enough
	_ = s.Close()
}

// served runs such a server to the end of a visit, which gets its first line where it does not start.
func served(t *testing.T, folder string, visit func(js jetstream.JetStream, told string)) {
	t.Helper()
	c := exec.CommandContext(t.Context(), os.Args[0])
	c.Env = append(os.Environ(), damagedFolder+"="+folder)
	to, err := c.StdinPipe()
	from, other := c.StdoutPipe()
	if err := errors.Join(err, other, c.Start()); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { _ = c.Process.Kill() })
	line, err := bufio.NewReader(from).ReadString('\n')
	if late.Stop(); err != nil {
		t.Fatal("the server says nothing: ", err)
	}
	if line = strings.TrimSpace(line); !strings.HasPrefix(line, "nats:") {
		visit(nil, line)
		_ = c.Process.Kill()
		_ = c.Wait()
		return
	}
	conn, js, _, err := cluster.Dial(cluster.Server{URL: line})
	if err != nil {
		t.Fatal(err)
	}
	visit(js, "")
	conn.Close()
	_ = to.Close()
	_ = c.Wait()
}

// TestDamage: what the disk of a server has spoilt of its store is read as it was, or told:
// by the store when it is opened, by its error, or by the lines of a log, which are sealed.
// Results of runs are as they were, or gone: their games are played again.
func TestDamage(t *testing.T) {
	folder := t.TempDir()
	var secret []byte
	want, results := map[string]string{}, map[string]string{}
	served(t, folder, func(js jetstream.JetStream, told string) {
		s, is, err := Open(t.Context(), js, []string{"one for all of them"}, 1, t.Output())
		kept, other := js.CreateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: "results"})
		if err := errors.Join(err, other); err != nil {
			t.Fatal(told, err)
		}
		secret = is
		last := map[string]uint64{}
		for i := range 30 {
			name := []string{"a.facts", "b.journal", "c.facts"}[i*i%7%3]
			before := len(want[name])
			for range 1 + i%5 {
				want[name] += string(replay.Seal(map[string]string{"of": name}, strings.Count(want[name], "\n")+1))
			}
			last[name], err = s.Append(t.Context(), name, last[name], []byte(want[name][before:]))
			results[fmt.Sprint(i)] = want[name]
			_, other := kept.PutString(t.Context(), fmt.Sprint(i), want[name])
			if err := errors.Join(err, other); err != nil {
				t.Fatal(err)
			}
		}
		for entry := (jetstream.KeyValueEntry)(nil); entry == nil || string(entry.Value()) != "30"; {
			time.Sleep(20 * time.Millisecond)
			if entry, err = s.hosts.Get(t.Context(), lastKey); err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
				t.Fatal(err)
			}
		}
	})
	sound := map[string][]byte{}
	if err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			sound[path], err = os.ReadFile(path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var files [2][]string // of messages, and those beside them
	for _, path := range slices.Sorted(maps.Keys(sound)) {
		of := &files[1]
		if filepath.Ext(path) == ".blk" {
			of = &files[0]
		}
		if len(sound[path]) > 1 {
			*of = append(*of, path)
		}
	}
	times, r, telling := 20, rand.New(rand.NewPCG(39, 9)), 0
	if os.Getenv("RULEDECK_FULL") != "" {
		times = 1000
	}
	for n := range times {
		of := files[n%4/3]
		path := of[r.IntN(len(of))]
		damaged, how := disktest.Spoilt(r, sound[path], n)
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		for p, data := range sound {
			if p == path {
				data = damaged
			}
			if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o700), os.WriteFile(p, data, 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		served(t, folder, func(js jetstream.JetStream, told string) {
			wrong := ""
			if js != nil {
				told, wrong = readDamaged(t, js, secret, want, results)
			}
			if wrong != "" {
				t.Errorf("%d: %s in %s: %s, and told is only %q", n, how, strings.TrimPrefix(path, folder), wrong, told)
			}
			if told != "" {
				telling++
			}
		})
	}
	t.Logf("%d of %d are told, the others change nothing", telling, times)
}

// readDamaged reads everything. It returns the damage that is reported, and the damage that is not.
func readDamaged(t *testing.T, js jetstream.JetStream, secret []byte, want, results map[string]string) (told,
	wrong string) {
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	var lost bytes.Buffer
	s, again, err := Open(ctx, js, []string{"one for all of them"}, 1, &lost)
	if err != nil {
		return err.Error(), ""
	}
	told = lost.String()
	short := strings.Contains(told, "appends to tables")
	if !bytes.Equal(again, secret) && !strings.Contains(told, "the secret of the tables' links") {
		return told, "there is another secret"
	}
	if all, err := s.List(t.Context(), ".facts"); err != nil {
		told += err.Error()
	} else if len(all) != 2 && !short {
		return told, fmt.Sprint("there are ", all)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		lines, _, err := s.Load(t.Context(), name)
		sealed := true
		for n, line := range bytes.Split(bytes.TrimSuffix(lines, []byte("\n")), []byte("\n")) {
			_, fits := replay.Unseal(line, n+1)
			sealed = sealed && fits
		}
		switch {
		case errors.Is(err, fs.ErrNotExist) && !short:
			return told, name + " is gone"
		case err != nil:
			told += err.Error()
		case !sealed:
			told += name + " has a line that does not fit"
		case string(lines) != want[name] && !(short && strings.HasPrefix(want[name], string(lines))):
			return told, name + " is " + string(lines)
		}
	}
	kept, err := js.KeyValue(ctx, "results")
	if err != nil {
		return told + err.Error(), ""
	}
	for key, value := range results {
		if entry, err := kept.Get(ctx, key); err == nil && string(entry.Value()) != value {
			return told, "the result " + key + " is " + string(entry.Value())
		}
	}
	return told, ""
}
