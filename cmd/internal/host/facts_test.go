package host

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/disk/disktest"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
)

// TestFenced: of two servers that have one table in memory, the one that was behind keeps
// nothing, loads the table anew, and goes on where the other was.
func TestFenced(t *testing.T) {
	folder := t.TempDir()
	s := serve(t, folder, "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions", "seats": ["human", "random"], "seed": "5"}`)
	g := guests[0]
	other := serve(t, folder, "football-champions")
	there := *g
	there.served = other
	playOn(t, guests, 3)
	stale := g.answer(g.frame().Scene.Ask)
	at := g.frame().Event
	playOn(t, []*guest{&there}, 4)
	if status, text := g.call("answer", stale); status != 503 {
		t.Fatalf("behind: %d %s", status, text)
	}
	if now := g.frame().Event; now <= at || now != there.frame().Event {
		t.Errorf("event %d is shown, %d was, and %d there", now, at, there.frame().Event)
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
		is, err := factsOf(damaged[:bytes.LastIndexByte(damaged, '\n')+1])
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
	want := "the facts of table " + m.Table + " cannot be read: " +
		"line 5 was changed: its checksum does not fit; ask the host"
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

// TestMissing: a table whose logs lack an acknowledged line is refused, even where a log was cut at the
// end of a line; a link that was replaced never comes back.
func TestMissing(t *testing.T) {
	folder := t.TempDir()
	s := serve(t, folder, "football-champions")
	m, guests, _ := s.begin(`{"game": "football-champions", "seed": "5"}`)
	playOn(t, guests, 6)
	if status, text := guests[0].call("name", `{"name": "Ada"}`); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	_, text := guests[0].call("seat", `{"link": true}`)
	var linked link
	if err := json.Unmarshal(text, &linked); err != nil {
		t.Fatalf("%v %s", err, text)
	}
	owner := s.come(1, linked.Link)
	playOn(t, []*guest{owner, guests[1]}, 4)
	settled(s)
	s.witnesses()
	path, key, _ := strings.Cut(m.Links[0].Link[strings.Index(m.Links[0].Link, "/t/"):], "#key=")
	enter := func(body string) (int, string) {
		s.house.Evict(time.Now().Add(time.Hour))
		for len(s.house.InMemory(false)) > 0 {
			time.Sleep(time.Millisecond)
		}
		clear(s.known)
		s.ledger.accounts = map[string]*account{}
		status, text, _ := s.ask("POST", path+"enter", body, owner.asGuest)
		return status, string(text)
	}
	r := rand.New(rand.NewPCG(67, 1))
	for _, end := range []string{savedir.End, endFacts} {
		file := filepath.Join(folder, m.Table+end)
		sound, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(sound, []byte("\n"))
		var damaged [][]byte
		for n := 1; n < len(lines)-1; n++ {
			damaged = append(damaged, bytes.Join(lines[:n], nil))
		}
		for n := len(damaged); n < 60; n++ {
			spoilt, _ := disktest.Spoilt(r, sound, n)
			damaged = append(damaged, spoilt)
		}
		for _, data := range damaged {
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			same := bytes.HasPrefix(data, sound)
			if status, text := enter("{}"); (status == 200) != same || status >= 500 {
				t.Errorf("%s: %d %s\n%s", end, status, text, data)
			}
			if status, _ := enter(fmt.Sprintf(`{"key": %q}`, key)); status == 200 {
				t.Errorf("%s: the replaced link is good again\n%s", end, data)
			}
		}
		if err := os.WriteFile(file, sound, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if status, text := enter("{}"); status != 200 {
		t.Errorf("put back: %d %s", status, text)
	}
}
