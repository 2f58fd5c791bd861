package sandbox_test

import (
	"strings"
	"sync"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// Chunks are shared by states on several goroutines: run this with -race.
func TestChunksAreShared(t *testing.T) {
	chunk, err := sandbox.Compile("a.lua", `
		local words = {}
		for w in ("c b a"):gmatch("%a") do table.insert(words, w) end
		table.sort(words)
		return function(n)
			local t = {}
			for i = 1, n do t[#t + 1] = words[i % 3 + 1] .. i end
			pcall(function() if n > 5 then error("big") end end)
			return table.concat(t, ",")
		end`)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 10 {
				s := sandbox.New(sandbox.Options{})
				results, err := s.Run(chunk)
				if err != nil {
					t.Error(err)
					return
				}
				if err := s.Freeze(results...); err != nil {
					t.Error(err)
					return
				}
				for n := range 10 {
					s.Begin()
					if err := s.Call(results[0].(*lua.LFunction), 1, lua.LNumber(n)); err != nil {
						t.Error(err)
					}
				}
				if got := sandbox.Text(s.Result(0)); got != "b1,c2,a3,b4,c5,a6,b7,c8,a9" {
					t.Errorf("got %s", got)
				}
				if chunk.Strings()[0] != "c b a" || chunk.Proto() == nil || chunk.Name() != "a.lua" {
					t.Error("the chunk has changed")
				}
			}
		})
	}
	wg.Wait()
}

func TestRun(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	inner, err := sandbox.Compile("b.lua", "return 1")
	if err != nil {
		t.Fatal(err)
	}
	r.host("load_script", func(L *lua.LState) int {
		_, err := r.State.Run(inner)
		r.Fault(L, "%v", err)
		return 0
	})
	_, err = r.load("load_script()")
	wantError(t, err, "a.lua:1: b.lua: a script cannot be loaded while another one runs")
	if got := eval(t, "return ..."); got != "" {
		t.Errorf("got %s", got)
	}
	if _, err := r.load("local x = nil\nx.y = 1"); err == nil || !strings.HasPrefix(err.Error(), "a.lua:2: ") {
		t.Errorf("got %v", err)
	}
	fn := r.Function(inner)
	r.Begin()
	if err := r.Call(fn, 1); err != nil || r.Result(0) != lua.LNumber(1) {
		t.Errorf("got %v", err)
	}
}
