package costtest_test

import (
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/gopher-lua/parse"

	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/script/limits"
)

const (
	// mostWork is how many statements the program carries out at most for what an
	// instruction costs, or as much of any other budget of a step as an instruction is of
	// its own: a step that spends two million instructions makes it carry out eight
	// hundred million, which take about as many nanoseconds.
	mostWork = 400
	// bytesAStatement is how many bytes of memory are taken in the time of a statement.
	bytesAStatement = 16
)

// TestWork: whatever a script makes the program do is paid for, by a count that does not
// come from those who count: the program is built with a counter in each block.
//
//	RULEDECK_FULL=1 go test ./interp/costtest -run TestWork -v
func TestWork(t *testing.T) {
	if hostWork == nil {
		inCounted(t)
		return
	}
	sizes := []int{50, 1000}
	if os.Getenv("RULEDECK_FULL") != "" {
		sizes = []int{50, 4000}
	}
	for _, size := range sizes {
		r := newRig(t, size, cases)
		for i, name := range r.names {
			s := r.measure(t, i)
			done, share := s.work+s.bytes/bytesAStatement, s.share()
			if testing.Verbose() {
				t.Logf("%s of %d: %d statements, %d bytes for %v: %.1f for an instruction", name, size, s.work, s.bytes,
					s.paid, float64(done)/share)
			}
			if float64(done) > mostWork*share {
				t.Errorf("%s: %d statements and %d bytes are paid with %v, as much as %.0f instructions; at most %d "+
					"statements may be had for one: %s",
					name, s.work, s.bytes, s.paid, share, mostWork, cases[name])
			}
		}
		// What a step costs that does nothing does not grow.
		if s := r.steps(t); s.work > 5000 {
			t.Errorf("a step that does nothing takes %d statements where there are %d of everything", s.work, size)
		}
	}
}

// inCounted runs a test in a program that is counted.
func inCounted(t *testing.T) {
	t.Helper()
	c := exec.Command(counted(t), "-test.run=^"+t.Name()+"$", "-test.v="+fmt.Sprint(testing.Verbose()))
	out, err := c.CombinedOutput()
	if err != nil {
		t.Error(err)
	}
	if err != nil || testing.Verbose() {
		t.Logf("%s", out)
	}
}

// share is what was paid, as so many instructions: what is the same part of the budget of
// a step is the same.
func (s *spent) share() (n float64) {
	b := limits.New(limits.Limits{})
	for r := range limits.Resource(limits.Count) {
		n += float64(s.paid[r]) * float64(b.Limit(limits.Instructions)) / float64(b.Limit(r))
	}
	return n
}

// TestEverything: there is a case of each thing that scripts can do.
func TestEverything(t *testing.T) {
	tried := map[string]bool{}
	for name := range cases {
		tried[name] = true
		tried[strings.SplitAfter(name, " - ")[0]] = true
	}
	for name := range registered() {
		if !tried[name] && !slices.Contains(unpaid, name) {
			t.Errorf("no call of %s is tried", name)
		}
	}
	for _, r := range keyword.Entities() {
		for _, f := range r.Fields {
			if !tried[r.Name+"."+f.Name] {
				t.Errorf("reading %s.%s is not tried", r.Name, f.Name)
			}
			if f.Write && !tried[r.Name+"."+f.Name+" ="] {
				t.Errorf("writing %s.%s is not tried", r.Name, f.Name)
			}
		}
		if r.Open != "" && !tried[r.Name+" - "] {
			t.Errorf("no field of a %s that a pack declares is tried", r.Name)
		}
	}
	for _, f := range filter.Standard.Lookup(filter.CardFilter).Fields {
		if !tried["filter."+f.Name] {
			t.Errorf("the filter %s is not tried", f.Name)
		}
	}
}

// TestConstructs: the cases have each kind of node of Lua's tree that the language has.
func TestConstructs(t *testing.T) {
	var has []string
	for _, file := range sources(t, "interp/script/language") {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\*ast\.(\w+(?:Expr|Stmt))\b`).FindAllStringSubmatch(string(source), -1) {
			has = append(has, m[1])
		}
	}
	slices.Sort(has)
	has = slices.Compact(has)
	if len(has) < 25 {
		t.Fatalf("the language has only %v", has)
	}
	used := map[string]bool{}
	for name, body := range cases {
		chunk, err := parse.Parse(strings.NewReader(body), name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		kinds(reflect.ValueOf(chunk), used)
	}
	for _, kind := range has {
		if !used[kind] && kind != "Comma3Expr" { // which is refused
			t.Errorf("no case has a %s", kind)
		}
	}
}

// kinds notes the types of the nodes below a value.
func kinds(v reflect.Value, used map[string]bool) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			kinds(v.Elem(), used)
		}
	case reflect.Slice:
		for i := range v.Len() {
			kinds(v.Index(i), used)
		}
	case reflect.Struct:
		used[v.Type().Name()] = true
		for i := range v.NumField() {
			kinds(v.Field(i), used)
		}
	}
}
