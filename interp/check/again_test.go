package check_test

import (
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// TestAgain: what is kept of the reading and the check before an edit changes nothing of
// what is found after it: each random edit is checked with it and without. The suite tries
// a few edits; RULEDECK_FULL=1 500 of each game.
func TestAgain(t *testing.T) {
	enough, games := 5, pack.Shipped()[1:2]
	if os.Getenv("RULEDECK_FULL") != "" {
		enough, games = 500, pack.Shipped()
	}
	for _, name := range games {
		o := readOriginal(t, name)
		r := rand.New(rand.NewPCG(35, 2))
		memo := &source.Memo{}
		found := func(s *pack.Source, memo *source.Memo) []diag.Finding {
			reading, err := interp.Read(name, interp.With{Base: s, Memo: memo})
			if err != nil {
				t.Fatal(err)
			}
			return check.Pack(reading, check.Settings{})
		}
		found(o.source, memo)
		for n := range enough {
			s, now := o.edit(r)
			changed := *o.source
			changed.Files = slices.Clone(o.source.Files)
			f := &changed.Files[s.file]
			switch text := string(f.Data); n % 5 {
			case 0:
				f.Data = []byte(text[:s.offset] + now + text[s.offset+len(s.was):])
			case 1: // a letter of a name or a word
				if i := strings.IndexAny(s.was, "aeiou"); i >= 0 {
					now = s.was[:i] + "y" + s.was[i+1:]
					f.Data = []byte(text[:s.offset] + now + text[s.offset+len(s.was):])
				}
			case 2: // a line of its own, which all that is below makes way for
				at := 1 + strings.LastIndexByte(text[:s.offset], '\n')
				f.Data = []byte(text[:at] + "\n" + text[at:])
			case 3: // a letter of a declaration, or a line of it twice or not at all
				f = &changed.Files[slices.IndexFunc(changed.Files,
					func(f pack.File) bool { return f.Path == "game.yaml" })]
				lines := strings.SplitAfter(string(f.Data), "\n")
				i := r.IntN(len(lines))
				was := lines[i]
				lines[i] = [...]string{"", was + was, strings.Replace(was, "e", "y", 1),
					strings.Replace(was, "a", "y", 1), strings.Replace(was, "t", "y", 1)}[r.IntN(5)]
				now, f.Data = was, []byte(strings.Join(lines, ""))
			default: // what people read, and what nobody reads
				f = &changed.Files[slices.IndexFunc(changed.Files,
					func(f pack.File) bool { return strings.HasPrefix(f.Path, "locale/") })]
				f.Data = []byte(strings.Replace(string(f.Data), "a", "aa", 1+n) + "# " + now)
			}
			kept, whole := found(&changed, memo), found(&changed, nil)
			if !reflect.DeepEqual(kept, whole) {
				t.Errorf("%s: %s: %q for %q: found %v, and without what was kept %v", name, f.Path, now, s.was, kept,
					whole)
			}
		}
	}
}

// TestMemoKeepsNodes: what is kept of a reading is changed by nobody: each of three readings
// with a memo comes to the tree that one without comes to.
func TestMemoKeepsNodes(t *testing.T) {
	for _, name := range pack.Shipped() {
		whole, err := interp.Read(name, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		memo := &source.Memo{}
		for range 3 {
			again, err := interp.Read(name, interp.With{Memo: memo})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(again.Compiled.Tree, whole.Compiled.Tree) ||
				!reflect.DeepEqual(again.Compiled.Pack, whole.Compiled.Pack) ||
				!reflect.DeepEqual(again.Compiled.Headers, whole.Compiled.Headers) {
				t.Errorf("%s is read as something else again", name)
			}
		}
	}
}
