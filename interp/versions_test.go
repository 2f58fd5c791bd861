package interp_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// readAPI reads the small pack as one that states a version of the language.
func readAPI(t *testing.T, api, change string) (string, bool) {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range smalltest.Pack {
		if name == "pack.yaml" {
			text = strings.Replace(text, "api: 3", "api: "+api, 1)
		}
		if name == "game.yaml" {
			text = strings.Replace(text, "rounds:", change+"rounds:", 1)
		}
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	files["scripts/rules/turn.lua"] = &fstest.MapFile{
		Data: []byte("local turn = {}\nfunction turn.take() end\nfunction turn.judge() end\nreturn turn\n")}
	s, err := pack.FromFS(files, "small")
	if err != nil {
		t.Fatal(err)
	}
	r := interp.ReadSource(s)
	var lines []string
	for _, d := range r.Report.Sorted() {
		if strings.HasSuffix(d.Code, "-api") || d.Code == "bad-range" {
			lines = append(lines, d.Severity.String()+" "+d.Pos.String()+": "+d.Message)
		}
	}
	return strings.Join(lines, "\n"), r.Report.HasErrors()
}

// TestVersions: a pack for another version of the language runs if nothing in it is
// wrong; where something is, an older version is told once, and is no mistake of its own.
func TestVersions(t *testing.T) {
	tests := []struct {
		name, api, change, want string
		broken                  bool
	}{
		{"this", "3", "", "", false},
		{"this, broken", "3", "nonsense: {tpye: number}\n  ", "", true},
		{"older", "0", "", "note small/pack.yaml:4:6: the pack is written for version 0 of the language and runs in " +
			"version 3; write api: 3; what has changed since: ruledeck explain older-api", false},
		{"older, with one mistake", "1", "nonsense: {tpye: number}\n  ",
			"note small/pack.yaml:4:6: the pack is written for version 1 of the language, and this program reads " +
				"version 3: " +
				"mend what is reported besides and write api: 3; what has changed since: ruledeck explain older-api",
			true},
		{"newer", "7", "", "warning small/pack.yaml:4:6: the pack is written for version 7 of the language, and this " +
			"program reads version 3; it uses nothing that is unknown here", false},
		{"newer, with news", "7", "nonsense: {tpye: number}\n  ",
			"error small/pack.yaml:4:6: the pack is written for version 7 of the language, and this program reads " +
				"version 3: " +
				"a newer ruledeck reads it; or mend what is reported besides and write api: 3", true},
		{"none", "-3", "", "error small/pack.yaml:4:6: api is the number of a version of the language, such as 3",
			true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got, broken := readAPI(t, test.api, test.change); got != test.want || broken != test.broken {
				t.Errorf("broken: %v\ngot:\n%s\nwant:\n%s", broken, got, test.want)
			}
		})
	}
}
