package cluster

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/lab"
	"github.com/ruledeck/ruledeck/interp"
)

// TestAnotherVersionOfThePack: who has another version of the pack than the run is of
// plays no shard, and names both; with that of the run it plays.
func TestAnotherVersionOfThePack(t *testing.T) {
	const game = "../../../testdata/kuhn"
	changed := t.TempDir()
	if err := os.CopyFS(changed, os.DirFS(game)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(changed, "pack.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.Replace(data, []byte("1.0.0"), []byte("1.0.1"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, bundle := bundled(t, game)
	_, other := bundled(t, changed)
	for _, c := range []struct {
		bundle []byte
		want   string
	}{
		{bundle, `^\{"part":\{"result":\{"games":3,.*"ends":"[0-9a-f]{32}"\},"games":\[7,3\]\}\n$`},
		{other, `^\{"games":\[0,0\],"refused":"pack \\"[0-9a-f]{12}\\", not \\"[0-9a-f]{12}\\""\}\n$`},
	} {
		var in, out bytes.Buffer
		err := json.NewEncoder(&in).Encode(assignment{Order{Job: plan.Job(300)}, c.bundle, nil, time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		in.WriteString(`{"games":[7,3]}` + "\n")
		if err := PlayShards(t.Context(), &in, &out); err != nil ||
			!regexp.MustCompile(c.want).MatchString(out.String()) {
			t.Errorf("%v: %s", err, out.String())
		}
	}
}

// bundled is a plan of a game, and the game as it travels.
func bundled(t *testing.T, game string) (*lab.Plan, []byte) {
	t.Helper()
	p, err := interp.Load(game, interp.With{})
	if err != nil {
		t.Fatal(err)
	}
	bots := []string{"random", "random"}
	table, err := lab.Seated(p, bots, nil, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	data, err := packed(table.Reading().Bundle())
	if err != nil {
		t.Fatal(err)
	}
	return &lab.Plan{Table: table, Bots: bots, Seed: 1}, data
}
