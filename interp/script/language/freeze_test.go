package language_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

// Every way to write to a table that is there after loading.
func TestFrozen(t *testing.T) {
	const prelude = `
		local config = { limits = { 3, 2, 1 }, name = "x" }
		return function(write) `
	for _, c := range []struct{ body, want string }{
		{"config.name = 'y'", "a.lua:5:1: config is frozen after load"},
		{"config.new = 1", "a.lua:5:1: config is frozen after load"},
		{"config['na' .. 'me'] = 'y'", "a.lua:5:1: config is frozen after load"},
		{"config.name = nil", "a.lua:5:1: config is frozen after load"},
		{"config.limits[1] = 9", "a.lua:5:1: config.limits is frozen after load"},
		{"config.limits[#config.limits + 1] = 9", "a.lua:5:1: config.limits is frozen after load"},
		{"config.limits[1], config.name = 9, 8", "a.lua:5:19: config is frozen after load"},
		{"function config.f() end", "a.lua:5:10: config is frozen after load"},
		{"function config:f() end", "a.lua:5: config is frozen after load"},
		{"table.insert(config.limits, 1)", "a.lua:5:1: config.limits is frozen after load"},
		{"table.insert(config.limits, 1, 1)", "a.lua:5:1: config.limits is frozen after load"},
		{"table.remove(config.limits)", "a.lua:5:1: config.limits is frozen after load"},
		{"table.sort(config.limits)", "a.lua:5:1: config.limits is frozen after load"},
		{"for k, v in pairs(config) do config[k] = 1 end", "a.lua:5:30: config is frozen after load"},
		{"for i, v in ipairs(config.limits) do config.limits[i] = 1 end",
			"a.lua:5:38: config.limits is frozen after load"},
		{"string.rep = nil", "a.lua:5:1: string is frozen after load"},
		{"('x').y = 1", `a.lua:5:2: cannot set "y" of a string value`},
		{"math.pi = 3", "a.lua:5:1: math is frozen after load"},
		{"table.insert(table, 1)", "a.lua:5:1: table is frozen after load"},
		{"api.draw = nil", "a.lua:5:1: api is frozen after load"},
	} {
		r := newRig(t, language.Config{})
		api := r.NewTable(0, 1)
		api.SetField("draw", language.Flag(true))
		r.SetGlobal("api", api)
		fn := r.function(prelude + "\n\n" + c.body + "\nend")
		r.Begin()
		_, err := r.Call(fn)
		wantError(t, err, c.want)
	}

	// Reading sees everything, and what is made in a call can be written.
	r := newRig(t, language.Config{})
	fn := r.function(prelude + `
		local own = { power = 7 }
		own.power = own.power + 1
		out(#config.limits, config.limits[1], config.name, unpack(config.limits))
		for i, v in ipairs(config.limits) do out(i, v) end
		for k in pairs(config) do out(k) end
		out(next(config.limits), table.concat(config.limits, ","))
		own[1], own[2] = 2, 1
		table.sort(own) table.insert(own, 3)
		out(unpack(own))
		local copy = {} for k, v in pairs(config) do copy[k] = v end copy.name = "z" out(copy.name)
	end`)
	r.Begin()
	if _, err := r.Call(fn); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(r.out, " "), "3 3 x 3 2 1 1 3 2 2 3 1 limits name 1 3,2,1 1 2 3 z"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestFreezeFindsMemory(t *testing.T) {
	const end = " is assigned in a function but made outside it: scripts keep nothing between calls"
	for _, c := range []struct{ source, want string }{
		{"local n = 0\nreturn function()\n n = n + 1\nend", `a.lua:3:2: "n"` + end},
		{"local n, m = 0\nreturn function()\n n = n + 1\n m = n\nend",
			`a.lua:3:2: "n"` + end + "\n" + `a.lua:4:2: "m"` + end},
		{"local n\nreturn function()\n return function() n = 1 end\nend", `a.lua:3:20: "n"` + end},
		{"local n\nreturn { run = function()\n nested(function() nested(function() n = 1 end) end)\nend }",
			`a.lua:3:38: "n"` + end},
		{"local n\nlocal function bump()\n n = 1 end\nreturn function() bump() end", `a.lua:3:2: "n"` + end},
		{"local function counter()\n local n = 0\n return function() n = n + 1 return n end end\nlocal c = " +
			"counter()\nlocal d = counter()\nreturn function() return c() + d() end", `a.lua:3:20: "n"` + end},
		{"local f\nf = function()\n f = nil end\nreturn f", `a.lua:3:2: "f"` + end},

		{"return function() local n = 0; n = n + 1; return n end", ""},
		{"return function() local n = 0; local function f() n = n + 1 end f() return function() n = n + 1 end end", ""},
		{"local n = 0\nfor i = 1, 3 do n = n + i end\nreturn function() return n end", ""},
		{"local n = 0\nlocal function setup() n = 5 end\nsetup()\nreturn function() return n end", ""},
		{"local function f(a, b) a, b = b, a; for i = 1, 2 do a = i end return a end\nreturn function() return f(1, " +
			"2) end", ""},
	} {
		r := newRig(t, language.Config{})
		results, err := r.load(c.source)
		if err != nil {
			t.Fatal(err)
		}
		err = r.Freeze(language.Root{Name: "a", Value: results[0]})
		if c.want == "" {
			if err != nil {
				t.Errorf("%s\n%v", c.source, err)
			}
			continue
		}
		wantError(t, err, c.want)
		var e *language.Error
		if !errors.As(err, &e) || e.File != "a.lua" || e.Line == 0 || e.Column == 0 {
			t.Errorf("%s\nno position", c.source)
		}
	}
}

// A chain of tables as long as a script likes does not overflow the Go stack.
func TestFreezeIsNotRecursive(t *testing.T) {
	r := newRig(t, language.Config{})
	results, err := r.load("local t = {} for i = 1, 100000 do t = { t } end return t, function() t[1] = 2 end")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Freeze(language.Root{Name: "chain", Value: results[0]},
		language.Root{Name: "f", Value: results[1]}); err != nil {
		t.Fatal(err)
	}
	r.Begin()
	_, err = r.Call(results[1].(*language.Func))
	wantError(t, err, "a.lua:1:70: chain is frozen after load")
}
