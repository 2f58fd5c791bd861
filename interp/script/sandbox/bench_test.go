package sandbox_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// benchFunction runs a chunk that returns one function and freezes the state.
func benchFunction(b *testing.B, s *sandbox.State, source string) *lua.LFunction {
	b.Helper()
	chunk, err := sandbox.Compile("bench.lua", source)
	if err != nil {
		b.Fatal(err)
	}
	results, err := s.Run(chunk)
	if err != nil {
		b.Fatal(err)
	}
	if err := s.Freeze(results...); err != nil {
		b.Fatal(err)
	}
	return results[0].(*lua.LFunction)
}

func BenchmarkCall(b *testing.B) {
	s := sandbox.New(sandbox.Options{})
	fn := benchFunction(b, s, "return function() end")
	b.ReportAllocs()
	for b.Loop() {
		s.Begin()
		if err := s.Call(fn, 0); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCallNested calls from inside a host function, as a trigger does.
func BenchmarkCallNested(b *testing.B) {
	s := sandbox.New(sandbox.Options{Budget: 1 << 60, AbilityBudget: 1 << 60})
	var inner *lua.LFunction
	s.SetGlobal("ability", s.L().NewFunction(func(L *lua.LState) int {
		for b.Loop() {
			if err := s.Call(inner, 0); err != nil {
				b.Fatal(err)
			}
		}
		return 0
	}))
	inner = benchFunction(b, s, "return function() end")
	outer := benchFunction(b, s, "return function() ability() end")
	b.ReportAllocs()
	s.Begin()
	if err := s.Call(outer, 0); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkCallFailing(b *testing.B) {
	s := sandbox.New(sandbox.Options{})
	fn := benchFunction(b, s, "return function() local x = nil; return x.y end")
	b.ReportAllocs()
	for b.Loop() {
		s.Begin()
		if err := s.Call(fn, 0); err == nil {
			b.Fatal("no error")
		}
	}
}

func BenchmarkAbandon(b *testing.B) {
	cause := errors.New("a decision is open")
	for _, bench := range []struct{ name, source string }{
		{"one level", "return function() abandon() end"},
		{"through pcall", "return function() pcall(function() abandon() end) end"},
		{"through an ability", "return function() nested(function() pcall(abandon) end) end"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			s := sandbox.New(sandbox.Options{})
			s.SetGlobal("abandon", s.L().NewFunction(func(L *lua.LState) int {
				s.Abandon(L, cause)
				return 0
			}))
			s.SetGlobal("nested", s.L().NewFunction(func(L *lua.LState) int {
				if err := s.Call(L.CheckFunction(1), 0); err != nil {
					s.Fault(L, "%v", err)
				}
				return 0
			}))
			fn := benchFunction(b, s, bench.source)
			b.ReportAllocs()
			for b.Loop() {
				s.Begin()
				if err := s.Call(fn, 0); err != cause {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLoad200 loads 200 scripts into a fresh state from compiled chunks.
func BenchmarkLoad200(b *testing.B) {
	var chunks []*sandbox.Chunk
	for i := range 200 {
		chunk, err := sandbox.Compile(fmt.Sprintf("card%d.lua", i), loadSource(i))
		if err != nil {
			b.Fatal(err)
		}
		chunks = append(chunks, chunk)
	}
	b.ReportAllocs()
	for b.Loop() {
		s := sandbox.New(sandbox.Options{})
		var roots []lua.LValue
		for _, chunk := range chunks {
			results, err := s.Run(chunk)
			if err != nil {
				b.Fatal(err)
			}
			roots = append(roots, results...)
		}
		if err := s.Freeze(roots...); err != nil {
			b.Fatal(err)
		}
	}
}

func loadSource(i int) string {
	return strings.ReplaceAll(`
local bonus = { attack = N, defence = 2, names = { "a", "b" } }
local function strength(card)
	if card.injured then return 0 end
	return card.power + bonus.attack
end
return {
	name = "card N",
	when = function(card, ev) return ev.target == card and strength(card) > 0 end,
	run = function(card, ev)
		ev.amount = ev.amount - 1
		for i = 1, #bonus.names do
			if ev.text == bonus.names[i] .. "N" then ev.cancelled = true end
		end
	end,
}`, "N", fmt.Sprint(i))
}

func BenchmarkCompile(b *testing.B) {
	source := loadSource(7)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sandbox.Compile("card.lua", source); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSetField100 writes a field 100 times: the price of freezing tables in
// place is paid here.
func BenchmarkSetField100(b *testing.B) {
	s := sandbox.New(sandbox.Options{})
	fn := benchFunction(b, s, "return function() local t = {x = 1} for i = 1, 100 do t.x = i end end")
	b.ReportAllocs()
	for b.Loop() {
		s.Begin()
		if err := s.Call(fn, 0); err != nil {
			b.Fatal(err)
		}
	}
}
