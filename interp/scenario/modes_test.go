package scenario

import (
	"os"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
	_ "github.com/ruledeck/ruledeck/interp/internal/shipped"
)

// TestSaveFindsAnotherGame: what its journal leads to is compared with the game, the
// answers, what they follow on, and the file that names where it began.
func TestSaveFindsAnotherGame(t *testing.T) {
	path := "testdata/whole/seven-missions.yaml"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := Read(path, data, &diag.List{}).Cases[0]
	for name, test := range map[string]struct {
		spoil func(c *Case)
		want  string
	}{
		"the same": {func(*Case) {}, ""},
		"another seed": {func(c *Case) { c.Random++ },
			"the game kept after 9 answers and resumed does not stand where it stood"},
		"another name": {func(c *Case) { c.Name = "\xff" },
			"the journal of the game kept after 9 answers does not name the scenario"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := NewCache(nil).played(t.Context(), c, 0, 0)
			for n := 0; err == nil && n < 9; n++ {
				if err = r.open(c.Pos); err == nil {
					err = r.anyAnswers(c.Do[0], nil)
				}
			}
			if err == nil {
				err = r.open(c.Pos)
			}
			if err != nil {
				t.Fatal(err)
			}
			was := r.g
			test.spoil(r.c)
			switch err := r.resume("kept after 9 answers"); {
			case test.want == "" && (err != nil || r.g == was):
				t.Error("it does not go on in the game that was resumed: ", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || r.g != was):
				t.Errorf("%v, not %s", err, test.want)
			}
		})
	}
}

// TestDifferenceOfViews: what a seat is shown is compared as it is encoded, and told as
// people read it, from some lines before the first that differs.
func TestDifferenceOfViews(t *testing.T) {
	want, have := `{"hand":["?","Guard"],"score":1}`+"\nno JSON\n", `{"hand":["?","Thief"],"score":1}`+"\nno JSON\n"
	text := `  {
   "hand": [
    "?",
    "Guard"
   ],
   "score": 1
but with other hidden cards
  {
   "hand": [
    "?",
    "Thief"
   ],
   "score": 1`
	if got := difference(want, have); got != text {
		t.Errorf("it says\n%s\nnot\n%s", got, text)
	}
	if got := difference(want, want+"{}\n"); got != "  with other hidden cards it is longer" {
		t.Error(got)
	}
}
