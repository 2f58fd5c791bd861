// Package storetest tries stores of package house: what they say of themselves, with faults of
// what lies below them. Only tests import it. It imports house and the standard library.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/house"
)

// Place is where a store keeps its logs. A store of it can be made at any time: as another
// process would, behind a crash too.
type Place interface {
	Store() house.Store
}

// Faulty is a place at which faults can be made.
type Faulty interface {
	Place
	// FailAt fails the operation with a number of what lies below the stores, counted from here;
	// Failed says what that did, "" while nothing has failed.
	FailAt(operation int)
	Failed() string
	// Crash stops all that uses the place, and loses what may be lost then, as a coin falls.
	Crash(coin func() bool)
}

// journal is the name of a log as every store takes it.
func journal(n int) string { return fmt.Sprint(n, ".journal") }

// Run tries stores of places that are empty at first, made by a function. Shared is set where
// two stores may have one log at once; then one of two that go on with it is fenced.
func Run(t *testing.T, shared bool, place func(t *testing.T) Place) {
	t.Run("Logs", func(t *testing.T) { logs(t, place(t)) })
	t.Run("Replace", func(t *testing.T) { replaces(t, place(t)) })
	t.Run("Remove", func(t *testing.T) { removes(t, place(t)) })
	t.Run("Walk", func(t *testing.T) { walk(t, place(t), shared) })
	if shared {
		t.Run("Fence", func(t *testing.T) { fence(t, place(t)) })
	}
}

// holds fails unless a log is as wanted, and returns the number of its last append.
func holds(t *testing.T, s house.Store, name, want string) uint64 {
	t.Helper()
	lines, last, err := s.Load(t.Context(), name)
	if err != nil || string(lines) != want {
		t.Fatalf("%s is %q, not %q: %v", name, lines, want, err)
	}
	return last
}

// must returns the number of an append that may not fail.
func must(t *testing.T) func(last uint64, err error) uint64 {
	return func(last uint64, err error) uint64 {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return last
	}
}

// logs: a log that nobody wrote is not there; one is made once, and grows by whole appends, which
// another store finds; nothing of the caller's memory is kept, nor lent.
func logs(t *testing.T, p Place) {
	ctx := t.Context()
	s := p.Store()
	done := must(t)
	if _, _, err := s.Load(ctx, journal(1)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a log that nobody wrote: %v", err)
	}
	if _, err := s.Append(ctx, journal(1), 4, []byte("x\n")); !errors.Is(err, house.ErrMoved) {
		t.Errorf("behind what is not there: %v", err)
	}
	if names, err := s.List(ctx, ".journal"); err != nil || len(names) != 0 {
		t.Errorf("listed: %q, %v", names, err)
	}
	lines := []byte("one\n")
	first := done(s.Append(ctx, journal(1), 0, lines))
	copy(lines, "bad")
	if _, err := s.Append(ctx, journal(1), 0, []byte("x\n")); !errors.Is(err, house.ErrMoved) {
		t.Errorf("made twice: %v", err)
	}
	second := done(s.Append(ctx, journal(1), first, []byte("two\nthree\n")))
	done(s.Append(ctx, journal(2), 0, []byte("other\n")))
	if last := holds(t, s, journal(1), "one\ntwo\nthree\n"); last != second {
		t.Errorf("the last append is %d, not %d", last, second)
	}
	lent, _, _ := s.Load(ctx, journal(1))
	copy(lent, "bad")
	holds(t, s, journal(1), "one\ntwo\nthree\n")
	for _, name := range []string{journal(1), journal(2)} {
		if err := s.Release(name); err != nil {
			t.Error(err)
		}
	}
	again := p.Store()
	last := holds(t, again, journal(1), "one\ntwo\nthree\n")
	done(again.Append(ctx, journal(1), last, []byte("four\n")))
	if names, err := again.List(ctx, ".journal"); err != nil ||
		!slices.Equal(slices.Sorted(slices.Values(names)), []string{journal(1), journal(2)}) {
		t.Errorf("listed: %q, %v", names, err)
	}
	if names, err := again.List(ctx, ".other"); err != nil || len(names) != 0 {
		t.Errorf("of another end: %q, %v", names, err)
	}
	if err := again.Release(journal(1)); err != nil {
		t.Error(err)
	}
}

// replaces: a log gets another past on the condition of an append, and goes on behind it; or the
// store says that it cannot.
func replaces(t *testing.T, p Place) {
	ctx := t.Context()
	s := p.Store()
	done := must(t)
	first := done(s.Append(ctx, journal(1), 0, []byte("one\ntwo\n")))
	last, err := s.Replace(ctx, journal(1), first, []byte("another\n"))
	if errors.Is(err, errors.ErrUnsupported) {
		holds(t, s, journal(1), "one\ntwo\n")
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Replace(ctx, journal(1), first, []byte("x\n")); !errors.Is(err, house.ErrMoved) {
		t.Errorf("behind the first: %v", err)
	}
	if _, err := s.Append(ctx, journal(1), first, []byte("x\n")); !errors.Is(err, house.ErrMoved) {
		t.Errorf("behind what was replaced: %v", err)
	}
	done(s.Append(ctx, journal(1), last, []byte("past\n")))
	holds(t, s, journal(1), "another\npast\n")
	if err := s.Release(journal(1)); err != nil {
		t.Error(err)
	}
	holds(t, p.Store(), journal(1), "another\npast\n")
}

// removes: a removed log is not there, and can be made again; or the store says that it cannot.
func removes(t *testing.T, p Place) {
	ctx := t.Context()
	s := p.Store()
	done := must(t)
	done(s.Append(ctx, journal(1), 0, []byte("one\n")))
	err := s.Remove(ctx, journal(1))
	if errors.Is(err, errors.ErrUnsupported) {
		holds(t, s, journal(1), "one\n")
		return
	}
	if _, _, missing := s.Load(ctx, journal(1)); err != nil || !errors.Is(missing, fs.ErrNotExist) {
		t.Errorf("removed: %v, %v", err, missing)
	}
	if err := s.Remove(ctx, journal(1)); err != nil {
		t.Errorf("removed twice: %v", err)
	}
	done(s.Append(ctx, journal(1), 0, []byte("anew\n")))
	holds(t, s, journal(1), "anew\n")
}

// fence: of two stores that go on with one log one is refused, loads it anew, and goes on where
// the other was.
func fence(t *testing.T, p Place) {
	ctx := t.Context()
	a := p.Store()
	b := p.Store()
	done := must(t)
	first := done(a.Append(ctx, journal(1), 0, []byte("one\n")))
	if last := holds(t, b, journal(1), "one\n"); last != first {
		t.Errorf("the last append is %d and %d", first, last)
	}
	done(b.Append(ctx, journal(1), first, []byte("of b\n")))
	if _, err := a.Append(ctx, journal(1), first, []byte("of a\n")); !errors.Is(err, house.ErrMoved) {
		t.Errorf("behind: %v", err)
	}
	last := holds(t, a, journal(1), "one\nof b\n")
	done(a.Append(ctx, journal(1), last, []byte("of a\n")))
	holds(t, b, journal(1), "one\nof b\nof a\n")
}

// walk does what it draws, and holds a store against one in memory.
func walk(t *testing.T, p Place, shared bool) {
	r := rand.New(rand.NewPCG(59, 0))
	stores := []house.Store{p.Store()}
	if shared {
		stores = append(stores, p.Store())
	}
	model := map[string]string{}
	for n := range 200 {
		s := stores[r.IntN(len(stores))]
		name := journal(1 + r.IntN(3))
		line := fmt.Sprintf("%d %s\n", n, strings.Repeat("x", r.IntN(40)))
		_, last, err := s.Load(t.Context(), name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		switch r.IntN(8) {
		case 0:
			err = s.Remove(t.Context(), name)
			if err == nil {
				delete(model, name)
			}
		case 1:
			_, err = s.Replace(t.Context(), name, last, []byte(line))
			if err == nil {
				model[name] = line
			}
		case 2:
			_, err = s.Append(t.Context(), name, last+1, []byte("moved\n"))
			if errors.Is(err, house.ErrMoved) {
				err = nil
			}
		default:
			_, err = s.Append(t.Context(), name, last, []byte(line))
			if err == nil {
				model[name] += line
			}
		}
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			t.Fatalf("step %d: %v", n, err)
		}
		if want, there := model[name]; there {
			holds(t, s, name, want)
		}
	}
}

// Faults fails each operation of a place in turn, behind each append a crash: what was
// acknowledged is there, whole, and behind it nothing but what was under way. Least is how many
// kinds of operations must have failed, so that the test tries something.
func Faults(t *testing.T, most, least int, place func(t *testing.T) Faulty) {
	failed := map[string]bool{}
	for at := range most {
		for stop := 1; stop <= 4; stop++ {
			for seed := range uint64(3) {
				p := place(t)
				p.FailAt(at)
				fault(t, p, at, stop, seed)
				failed[p.Failed()] = true
			}
		}
	}
	delete(failed, "")
	if len(failed) < least {
		t.Errorf("only these fail: %v", failed)
	}
}

// fault appends lines through a fault, then crashes; every third line replaces the log, where that
// can be.
func fault(t *testing.T, p Faulty, at, stop int, seed uint64) {
	t.Helper()
	ctx := context.Background()
	s := p.Store()
	name := journal(1)
	last := uint64(0)
	want := ""
	for i, tries := 0, 0; i < stop; tries++ {
		if tries > 20 {
			t.Fatalf("operation %d (%s) fails: no more goes in behind %q", at, p.Failed(), want)
		}
		line := fmt.Sprintf("line %d\n", i)
		next := want + line
		put := s.Append
		if i%3 == 2 {
			next = line
			put = s.Replace
		}
		after, err := put(ctx, name, last, []byte(line))
		if errors.Is(err, errors.ErrUnsupported) {
			next = want + line
			after, err = s.Append(ctx, name, last, []byte(line))
		}
		if err != nil { // it may be there or not
			_ = s.Release(name)
			var data []byte
			data, after, err = s.Load(ctx, name)
			if got := whole(data); got != want && got != next {
				t.Fatalf("operation %d (%s) fails: %q, not %q", at, p.Failed(), got, want)
			} else if err != nil && !errors.Is(err, fs.ErrNotExist) || got == want {
				if err == nil {
					last = after
				}
				continue
			}
		}
		last = after
		want = next
		i++
	}
	r := rand.New(rand.NewPCG(seed, 2))
	p.Crash(func() bool { return r.IntN(2) == 0 })
	data, _, err := p.Store().Load(ctx, name)
	if got := whole(data); got != want || err != nil {
		t.Fatalf("operation %d (%s) fails, then a crash: %q, not %q: %v", at, p.Failed(), got, want, err)
	}
}

// whole is a log without half a line at its end.
func whole(data []byte) string { return string(data[:strings.LastIndexByte(string(data), '\n')+1]) }
