package script_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/internal/smalltest"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// headerFindings loads the small pack with one ability and returns what is said
// of it.
func headerFindings(t *testing.T, fields string) []diag.Finding {
	t.Helper()
	folder := smalltest.Write(t, map[string]string{
		"scripts/abilities/x.lua": "return ability {\n" + fields + ",\n}\n",
		"cards/pieces.yaml": strings.Replace(smalltest.Pack["cards/pieces.yaml"], "rank: 3}",
			"rank: 3, abilities: [x]}", 1),
	})
	p, err := interp.Load(folder, interp.With{})
	var broken *interp.BrokenError
	switch {
	case errors.As(err, &broken):
		return broken.Findings
	case err != nil:
		t.Fatal(err)
	}
	return p.Findings
}

// TestHeaderTablesAreRead gives each key of the tables inside a header a value
// that cannot be right, and each table a key that the registry does not declare:
// both are told, so each key is read and no other one is.
func TestHeaderTablesAreRead(t *testing.T) {
	const hook = "  on = \"piece.scored\", run = function() end,\n"
	// The header around each table, which stands at %s.
	around := map[string]string{
		"where":             hook + "  where = {%s}",
		"limit":             hook + "  limit = {times = 1, per = \"game\", %s}",
		"ability parameter": hook + "  params = {n = {type = \"number\", default = 1, %s}}",
		"seat filter":       hook + "  where = {seat = {%s}}",
		"bounds":            hook + "  where = {points = {%s}}",
		"card filter":       hook + "  where = {piece = {%s}}",
	}
	for record, header := range around {
		unknown := headerFindings(t, fmt.Sprintf(header, "nonsense = 1"))
		if len(unknown) == 0 || !strings.Contains(unknown[0].Message, "nonsense") {
			t.Fatalf("%s takes any key: %v", record, unknown)
		}
		for _, f := range filter.Standard.Lookup(record).Fields {
			key := f.Name
			if key == "not" {
				key = `["not"]`
			}
			nonsense := "{{{}}}"
			switch {
			case f.Name == "default":
				nonsense = `"much"` // a word is no number
			case f.Type.Kind == keyword.Filter || record == "seat filter" && f.Name == "not":
				nonsense = "5"
			}
			// What is said must be about the value, not that there is no such key.
			found := headerFindings(t, fmt.Sprintf(header, key+" = "+nonsense))
			if !slices.ContainsFunc(found, func(d diag.Finding) bool { return d.Code != unknown[0].Code }) {
				t.Errorf("the registry declares %q in %s, and nothing reads it: %v", f.Name, record, found)
			}
		}
	}
	if found := headerFindings(t,
		hook+"  where = {piece = {colour = \"red\"}, seat = \"friendly\", points = {min = 1}}"); len(found) > 0 {
		t.Errorf("a header in which nothing is wrong: %v", found)
	}
}
