package host

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/cmd/internal/disk/disktest"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
)

// TestDisk: logs grow by whole lines, behind the append that was last and no other; half a line
// that a crash has left is cut off, and stays nobody's.
func TestDisk(t *testing.T) {
	d := Disk{t.TempDir()}
	ctx := t.Context()
	if _, _, err := d.Load(ctx, "a.facts"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no log: %v", err)
	}
	if _, err := d.Append(ctx, "a.facts", 4, []byte("x\n")); !errors.Is(err, ErrMoved) {
		t.Errorf("behind what is not there: %v", err)
	}
	first, err := d.Append(ctx, "a.facts", 0, []byte("one\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Append(ctx, "a.facts", 0, []byte("x\n")); !errors.Is(err, ErrMoved) {
		t.Errorf("made twice: %v", err)
	}
	second, err := d.Append(ctx, "a.facts", first, []byte("two\nthree\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Append(ctx, "a.facts", first, []byte("x\n")); !errors.Is(err, ErrMoved) {
		t.Errorf("behind the first: %v", err)
	}
	torn, err := os.OpenFile(filepath.Join(d.Folder, "a.facts"), os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = torn.WriteString("fo")
	}
	if err = errors.Join(err, torn.Close()); err != nil {
		t.Fatal(err)
	}
	if data, last, err := d.Load(ctx, "a.facts"); string(data) != "one\ntwo\nthree\n" || last != second || err != nil {
		t.Errorf("torn, it is read as %q, %d: %v", data, last, err)
	}
	if _, err := d.Append(ctx, "a.facts", second, []byte("four\n")); err != nil {
		t.Error(err)
	}
	if data, err := os.ReadFile(filepath.Join(d.Folder, "a.facts")); string(data) != "one\ntwo\nthree\nfour\n" {
		t.Errorf("it holds %q: %v", data, err)
	}
	if err := os.Chtimes(filepath.Join(d.Folder, "a.facts"), time.Time{}, time.Unix(1000, 0)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b.facts", "b.journal"} {
		if _, err := d.Append(ctx, name, 0, []byte("x\n")); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := d.List(ctx, ".facts"); !slices.Equal(names, []string{"b.facts", "a.facts"}) {
		t.Errorf("%v: %v", names, err)
	}
}

// TestDiskWithoutPower fails each operation in turn and stops the machine behind each append: what
// was acknowledged is there, and behind it nothing but the line that was under way.
func TestDiskWithoutPower(t *testing.T) {
	before := disk.OS
	t.Cleanup(func() { disk.OS = before })
	const lines = 4
	failed := map[string]bool{}
	for at := range 30 {
		for stop := 1; stop <= lines; stop++ {
			for seed := range uint64(4) {
				files := disktest.New()
				files.Put("home/other.facts", []byte("x\n"), 0o600)
				files.FailAt = at
				disk.OS = disk.Disk{FS: files}
				d, last, want := Disk{"home"}, uint64(0), ""
				for i := 0; i < stop; {
					line := fmt.Sprintf("line %d\n", i)
					after, err := d.Append(t.Context(), "a.facts", last, []byte(line))
					if err != nil { // it may be there or not
						var data []byte
						data, after, err = d.Load(t.Context(), "a.facts")
						if string(data) != want && string(data) != want+line {
							t.Fatalf("operation %d (%s) fails: %q, not %q", at, files.Failed, data, want)
						}
						if err != nil || string(data) == want {
							continue
						}
					}
					last, want, i = after, want+line, i+1
				}
				failed[files.Failed] = true
				coin := rand.New(rand.NewPCG(seed, 2))
				files.Crash(func() bool { return coin.IntN(2) == 0 })
				if data, size, err := d.Load(t.Context(), "a.facts"); string(data) != want || size != last {
					t.Fatalf("operation %d (%s) fails, then power: %q, not %q: %v", at, files.Failed, data, want, err)
				}
			}
		}
	}
	if len(failed) < 5 {
		t.Errorf("only these fail: %v", failed)
	}
}

// TestFenced: of two servers that have one table in memory, the one that was behind keeps
// nothing, loads the table anew, and goes on where the other was.
func TestFenced(t *testing.T) {
	folder := t.TempDir()
	s := serve(t, folder, "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions", "seats": ["human", "random"], "seed": "5"}`)
	g := guests[0]
	other := serve(t, folder, "football-champions")
	there := *g
	there.house = other
	playOn(t, guests, 3)
	stale := g.answer(g.frame().Scene.Ask)
	at := g.frame().Last
	playOn(t, []*guest{&there}, 4)
	if status, text := g.call("answer", stale); status != 503 {
		t.Fatalf("behind: %d %s", status, text)
	}
	if now := g.frame().Last; now <= at || now != there.frame().Last {
		t.Errorf("event %d is shown, %d was, and %d there", now, at, there.frame().Last)
	}
	if n := playOn(t, guests, 3); n != 3 {
		t.Errorf("%d answers are taken", n)
	}
	if _, err := ReportOf(t.Context(), filepath.Join(folder, m.Table+savedir.End), nil); err != nil {
		t.Errorf("the journal of both: %v", err)
	}
}

// TestSpoiltFacts: facts that a disk has spoilt are refused, or are those of fewer changes, as
// when the server was killed; never other ones. A table whose facts are refused says where.
func TestSpoiltFacts(t *testing.T) {
	folder := t.TempDir()
	s := serve(t, folder, "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions", "seed": "5"}`)
	for _, name := range []string{"Ada", "Bo", "Cy"} {
		if status, text := guests[0].call("name", fmt.Sprintf(`{"name": %q}`, name)); status != 200 {
			t.Fatalf("%d %s", status, text)
		}
	}
	file := filepath.Join(folder, m.Table+endFacts)
	sound, err := os.ReadFile(file)
	if err != nil || bytes.Count(sound, []byte("\n")) < 4 {
		t.Fatalf("%v\n%s", err, sound)
	}
	whole := bytes.SplitAfter(sound, []byte("\n"))
	var might []*facts
	for n := range whole {
		if f, err := factsOf(bytes.Join(whole[:n+1], nil)); err == nil {
			might = append(might, f)
		}
	}
	const times = 1000
	refused, r := 0, rand.New(rand.NewPCG(39, 9))
	for n := range times {
		damaged, how := disktest.Spoilt(r, sound, n)
		is, err := factsOf(upToLine(damaged))
		if err != nil {
			refused++
		} else if !slices.ContainsFunc(might, func(f *facts) bool { return reflect.DeepEqual(f, is) }) {
			t.Errorf("%s: read as %+v", how, is)
		}
	}
	t.Logf("%d of %d are refused, the others are shorter", refused, times)
	if err := os.WriteFile(file, bytes.Replace(sound, []byte("Bo"), []byte("Bu"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	want := "the facts of table " + m.Table + " cannot be read: line 3 was changed: its checksum does not fit"
	if _, err := s.facts(m.Table); err == nil || err.Error() != want {
		t.Errorf("%v, not %s", err, want)
	}
	if all, err := s.tables(nil); err != nil || !strings.Contains(fmt.Sprint(*all.([]*made)[0]), want) {
		t.Errorf("the list of tables, %v: %+v", err, all)
	}
	if status, text := guests[0].call("name", `{"name": "Di"}`); status == 200 || !bytes.Contains(text, []byte(want)) {
		t.Errorf("%d %s", status, text)
	}
}
