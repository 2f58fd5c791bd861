package sandbox_test

import (
	"errors"
	"strings"
	"testing"

	lua "github.com/yuin/gopher-lua"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// Every way to write to a table that is there after loading.
func TestFrozen(t *testing.T) {
	const prelude = `
		local config = { limits = { 3, 2, 1 }, name = "x" }
		local Card = { power = 1 }
		Card.__index = Card
		function Card:strength() return self.power + 1 end
		local ogre = setmetatable({ power = 5 }, Card)
		local proxy = setmetatable({}, { __newindex = config })
		return function(write) `
	for _, c := range []struct{ body, want string }{
		{"config.name = 'y'", "config is frozen after load"},
		{"config.new = 1", "config is frozen after load"},
		{"config['na' .. 'me'] = 'y'", "config is frozen after load"},
		{"config.name = nil", "config is frozen after load"},
		{"config.limits[1] = 9", "config.limits is frozen after load"},
		{"config.limits[#config.limits + 1] = 9", "config.limits is frozen after load"},
		{"config.limits[1], config.name = 9, 8", "config is frozen after load"},
		{"function config.f() end", "config is frozen after load"},
		{"function config:f() end", "config is frozen after load"},
		{"table.insert(config.limits, 1)", "config.limits is frozen after load"},
		{"table.insert(config.limits, 1, 1)", "config.limits is frozen after load"},
		{"table.remove(config.limits)", "config.limits is frozen after load"},
		{"table.sort(config.limits)", "config.limits is frozen after load"},
		{"setmetatable(config, {})", "config is frozen after load"},
		{"setmetatable(config.limits, nil)", "config.limits is frozen after load"},
		{"Card.power = 2", "Card is frozen after load"},
		{"Card.__index = nil", "Card is frozen after load"},
		{"getmetatable(ogre).power = 2", "the metatable of ogre is frozen after load"},
		{"ogre.power = 6", "ogre is frozen after load"},
		{"ogre.cost = 6", "ogre is frozen after load"},
		{"proxy.x = 1", "the metatable of proxy.__newindex is frozen after load"},
		{"local own = setmetatable({}, { __newindex = config.limits }) own[1] = 1", "config.limits is frozen after load"},
		{"for k, v in pairs(config) do config[k] = 1 end", "config is frozen after load"},
		{"for i, v in ipairs(config.limits) do config.limits[i] = 1 end", "config.limits is frozen after load"},
		{"string.rep = nil", "string is frozen after load"},
		{"string.trim = function() end", "string is frozen after load"},
		{"('x').y = 1", `cannot set "y" of a string value`},
		{"math.pi = 3", "math is frozen after load"},
		{"table.insert(table, 1)", "table is frozen after load"},
		{"api.draw = nil", "api is frozen after load"},
	} {
		r := newRig(t, sandbox.Options{})
		api := r.L().CreateTable(0, 1)
		api.RawSetString("draw", lua.LTrue)
		r.SetGlobal("api", api)
		fn := r.function(prelude + "\n\n" + c.body + "\nend")
		r.Begin()
		wantError(t, r.Call(fn, 0), "a.lua:10: "+c.want)
	}

	// Reading sees everything, and what is made in a call can be written.
	r := newRig(t, sandbox.Options{})
	fn := r.function(prelude + `
		local out, own = out, setmetatable({ power = 7 }, Card)
		own.power = own.power + 1
		own.cost = 3
		out(#config.limits, config.limits[1], config.name, unpack(config.limits))
		for i, v in ipairs(config.limits) do out(i, v) end
		for k in pairs(config) do out(k) end
		out(next(config.limits), table.concat(config.limits, ","))
		out(ogre:strength(), own:strength(), own.cost, getmetatable(own) == Card, getmetatable(config))
		own[1], own[2] = 2, 1
		table.sort(own) table.insert(own, 3)
		out(unpack(own))
		local copy = {} for k, v in pairs(config) do copy[k] = v end copy.name = "z" out(copy.name)
	end`)
	r.Begin()
	if err := r.Call(fn, 0); err != nil {
		t.Fatal(err)
	}
	want := "3 3 x 3 2 1 1 3 2 2 3 1 limits name 1 3,2,1 6 9 3 true nil 1 2 3 z"
	if got := strings.Join(r.out, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Host code that reads the tables of a script sees them as they are.
func TestFrozenTablesReadFromGo(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	results, err := r.load("return { name = 'Ogre', 1, 2, where = { zone = 'hand' } }")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Freeze(results...); err != nil {
		t.Fatal(err)
	}
	card := results[0].(*lua.LTable)
	if card.RawGetString("name") != lua.LString("Ogre") || card.Len() != 2 ||
		card.RawGetString("where").(*lua.LTable).RawGetString("zone") != lua.LString("hand") {
		t.Error("the table has changed")
	}
}

// A table with a host's __newindex still hands writes to the host.
func TestFrozenTableWithHandler(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	var wrote []string
	game, mt := r.L().CreateTable(0, 0), r.L().CreateTable(0, 1)
	mt.RawSetString("__newindex", r.L().NewFunction(func(L *lua.LState) int {
		wrote = append(wrote, sandbox.Text(L.Get(2))+"="+sandbox.Text(L.Get(3)))
		return 0
	}))
	game.Metatable = mt
	r.SetGlobal("game", game)
	if err := r.call("game.gold = 5 game[1] = 2"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(wrote, " "); got != "gold=5 1=2" {
		t.Errorf("got %s", got)
	}
}

func TestFreezeFindsMemory(t *testing.T) {
	const end = " is assigned in a function but made outside it: scripts keep nothing between calls"
	for _, c := range []struct{ source, want string }{
		{"local n = 0\nreturn function()\n n = n + 1\nend", `a.lua:3: "n"` + end},
		{"local n, m = 0\nreturn function()\n n = n + 1\n m = n\nend", `a.lua:3: "n"` + end + "\n" + `a.lua:4: "m"` + end},
		{"local n\nreturn function()\n return function() n = 1 end\nend", `a.lua:3: "n"` + end},
		{"local n\nreturn { run = function()\n pcall(function() nested(function() n = 1 end) end)\nend }", `a.lua:3: "n"` + end},
		{"local n\nlocal function bump()\n n = 1 end\nreturn function() bump() end", `a.lua:3: "n"` + end},
		{"local n\nlocal t = setmetatable({}, { __index = function()\n n = 1 end })\nreturn function() return t.x end", `a.lua:3: "n"` + end},
		{"local function counter()\n local n = 0\n return function() n = n + 1 return n end end\nlocal c = counter()\nlocal d = counter()\nreturn function() return c() + d() end", `a.lua:3: "n"` + end},
		{"local f\nf = function()\n f = nil end\nreturn f", `a.lua:3: "f"` + end},
		{"local it = ('a b'):gmatch('%a')\nreturn function() return it() end", "a.lua:1: it is an iterator of string.gmatch, which remembers how far it is: scripts keep nothing between calls"},

		{"return function() local n = 0; n = n + 1; return n end", ""},
		{"return function() local n = 0; local function f() n = n + 1 end f() return function() n = n + 1 end end", ""},
		{"local n = 0\nfor i = 1, 3 do n = n + i end\nreturn function() return n end", ""},
		{"local n = 0\nlocal function setup() n = 5 end\nsetup()\nreturn function() return n end", ""},
		{"local words = {}\nfor w in ('a b'):gmatch('%a') do words[#words + 1] = w end\nreturn function() return words[1] end", ""},
		{"local function f(a, b) a, b = b, a; for i = 1, 2 do a = i end return a end\nreturn function() return f(1, 2) end", ""},
	} {
		r := newRig(t, sandbox.Options{})
		results, err := r.load(c.source)
		if err != nil {
			t.Fatal(err)
		}
		err = r.Freeze(results...)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s\n%v", c.source, err)
			}
			continue
		}
		wantError(t, err, c.want)
		var e *sandbox.Error
		if !errors.As(err, &e) || e.File != "a.lua" || e.Line == 0 {
			t.Errorf("%s\nno position", c.source)
		}
	}
}

// A chain of tables as long as a script likes does not overflow the Go stack.
func TestFreezeIsNotRecursive(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	results, err := r.load("local t = {} for i = 1, 100000 do t = { t } end return t, function() t[1] = 2 end")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Freeze(results...); err != nil {
		t.Fatal(err)
	}
	r.Begin()
	wantError(t, r.Call(results[1].(*lua.LFunction), 0), "a.lua:1: root 1 is frozen after load")
}

func TestFreezeAgain(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	first := r.function("local t = {} return function() t.x = 1 end")
	second := r.function("local u = {} u.y = 1 return function() u.x = 1 end")
	r.Begin()
	wantError(t, r.Call(first, 0), "a.lua:1: t is frozen after load")
	wantError(t, r.Call(second, 0), "a.lua:1: u is frozen after load")
}
