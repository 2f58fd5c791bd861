package scenario

import (
	"context"
	"fmt"
	"testing"
)

func TestZZ(t *testing.T) {
	files, _ := Find("../../testdata/scenarios/bbtm")
	rs, err := Run(context.Background(), files, Options{Transcripts: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		for _, l := range r.Transcript {
			fmt.Println("   ", l)
		}
		for _, f := range r.Findings {
			t.Errorf("%s: %s %s", f.Pos, f.Text(), f.Suggestion)
		}
	}
}
