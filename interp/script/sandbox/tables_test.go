package sandbox_test

import (
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

func TestTables(t *testing.T) {
	table{
		{"local t = {1, 2}; table.insert(t, 3); table.insert(t, 1, 0); table.insert(t, 3, 1.5); return unpack(t)", "0 1 1.5 2 3"},
		{"local t = {}; table.insert(t, 1, 'a'); table.insert(t, 'b'); return unpack(t)", "a b"},
		{"table.insert({1}, 3, 1)", "error: a.lua:1: table.insert: position 3 is outside 1 to 2"},
		{"table.insert({1}, 0, 1)", "error: a.lua:1: table.insert: position 0 is outside 1 to 2"},
		{"table.insert({1}, 'x', 1)", "error: a.lua:1: table.insert: argument 2 must be a number, not string"},
		{"table.insert({1})", "error: a.lua:1: table.insert takes a list, a position if wanted, and a value"},
		{"table.insert(nil, 1)", "error: a.lua:1: table.insert: argument 1 must be a table, not nil"},
		{"local t = {1, 2, 3, 4}; return table.remove(t), table.remove(t, 1), table.remove(t, 2), #t, t[1]", "4 1 3 1 2"},
		{"return table.remove({}), table.remove({}, 0), table.remove({1}, 2)", "nil nil nil"},
		{"table.remove({1}, 5)", "error: a.lua:1: table.remove: position 5 is outside 1 to 1"},
		{"return table.concat({1, 'a', 2.5}, '-'), table.concat({}), table.concat({1, 2, 3}, ',', 2), table.concat({1, 2, 3}, ',', 2, 2)", "1-a-2.5  2,3 2"},
		{"return table.concat({1, {}, 2})", "error: a.lua:1: table.concat: item 2 is a table, not a text"},
		{"return table.concat({1}, ',', 1, 2)", "error: a.lua:1: table.concat: item 2 is a nil, not a text"},
		{"return unpack({1, 2, 3}, 2), unpack({1, 2, 3}, 2, 3)", "2 2 3"},
		{"return unpack({}, 5, 4)", ""},
		{"return unpack({}, 1, 251)", "error: a.lua:1: unpack: a list of at most 250 items can be unpacked"},
		{"return unpack({}, 1e15, 1e15 + 1)", "nil nil"},
		{"return table.maxn({1, 2, nil, 4}), table.maxn({[5000] = 1, [10.5] = 1}), table.maxn({})", "4 5000 0"},
		{"local t = setmetatable({}, {__index = function(t, k) return k .. '!' end}); return t.a, t[1]", "a! 1!"},
		{"local log = {}; local t = setmetatable({}, {__newindex = function(t, k, v) log[#log + 1] = k .. v end}); t.a = 1; t[2] = 3; return log[1], log[2], t.a", "a1 23 nil"},
		{"local base = {}; local t = setmetatable({x = 1}, {__newindex = base}); t.x = 2; t.y = 3; return t.x, t.y, base.y", "2 nil 3"},
		{"local a, b = {}, {}; setmetatable(a, {__newindex = b}); setmetatable(b, {__newindex = a}); a.x = 1", "error: a.lua:1: __newindex leads in a circle"},
		{"local t = {}; t[nil] = 1", "error: a.lua:1: the key of a table cannot be nil"},
		{"local t = {}; t[0/0] = 1", "error: a.lua:1: the key of a table cannot be nan"},
		{"local t = {}; t[1.5], t[-1], t[0], t[true], t['1'] = 1, 2, 3, 4, 5; return t[1.5], t[-1], t[0], t[true], t['1'], t[1]", "1 2 3 4 5 nil"},
		{"local k, t = {}, {} t[k] = 1 t[k] = nil t[6000] = 2 t[6000] = nil return t[k], next(t)", "nil nil"},
		{"return next({}), next({5}), next({a = 1}), next({5}, 1)", "nil 1 a nil"},
	}.check(t)
}

func TestPairsOrder(t *testing.T) {
	for range 5 {
		table{
			{"local s = '' for k, v in pairs({z = 1, a = 2, 'x', m = 3, 'y'}) do s = s .. k end return s", "12zam"},
			{"local t, s = {}, '' for _, k in ipairs({'z', 'b', 9, true, 'c', 1, 2.5}) do t[k] = 1 end for k in pairs(t) do s = s .. tostring(k) end return s", "19zbtruec2.5"},
			{"local t, s = {}, '' t.a, t.b, t.c = 1, 2, 3 t.b = nil t.d = 4 t.b = 5 for k in pairs(t) do s = s .. k end return s", "cbad"},
			{"local t, s = {a = 1, b = 2, c = 3}, '' for k in pairs(t) do t[k] = nil s = s .. k end return s, next(t)", "abc nil"},
			{"local t = {} for i = 1, 50 do t['k' .. i % 7 .. i] = i end local s = '' for k, v in pairs(t) do s = s .. v .. ' ' end return #s, s:sub(1, 20)", "141 1 2 3 4 5 6 7 8 9 10"},
			{"local s = '' for i, v in ipairs({1, 2, nil, 4}) do s = s .. i end return s", "12"},
			{"for k in pairs(nil) do end", "error: a.lua:1: pairs: argument 1 must be a table, not nil"},
			{"for k in ipairs() do end", "error: a.lua:1: ipairs: argument 1 must be a table, not nothing"},
		}.check(t)
	}
}

// A list has no nils at its end, whatever was done to it: going through them
// would cost time that is not counted.
func TestListsAreCompact(t *testing.T) {
	table{
		{"local t = {1, 2, 3} t[2] = nil t[3] = nil local s = '' for k in pairs(t) do s = s .. k end return #t, s", "1 1"},
		{"local t = {1, 2, 3, a = 1, b = 2} local s = '' for k in pairs(t) do t[k] = nil s = s .. k end return s, next(t)", "123ab nil"},
		{"local t = {1, 2, 3, a = 1, b = 2} local s = '' for k in pairs(t) do if k ~= 1 then t[k] = nil end s = s .. k end return s, next(t)", "123ab 1 1"},
		{"local t = {a = 1, 1, 2, 3} for i = 3, 1, -1 do t[i] = nil end local s = '' for k in pairs(t) do s = s .. k end t[1] = 5 return s, #t", "a 1"},
		{"local t = {1, nil, 3, nil} table.remove(t) t[4] = 4 t[4] = nil return #t", "1"},
		{"local t = {1, nil, 3} table.sort(t, function(a, b) return a ~= nil and b == nil end) return #t, t[1], t[2]", "2 1 3"},
	}.check(t)
	r := newRig(t, sandbox.Options{})
	if err := r.call("local t = {} for i = 1, 1e9 do t[4000] = 1 t[4000] = nil end"); err == nil {
		t.Error("making room costs nothing")
	}
}

func TestListLimits(t *testing.T) {
	table{
		{"local t = {} for i = 1, 4095 do t[i] = i end return #t", "4095"},
		{"local t = {} for i = 1, 4096 do t[i] = i end return #t", "error: a.lua:1: a list has at most 4095 items"},
		{"local t = {} for i = 1, 4096 do table.insert(t, i) end return #t", "error: a.lua:1: a list has at most 4095 items"},
		{"local t = {} for i = 1, 4096 do t[#t + 1] = i end return #t", "error: a.lua:1: a list has at most 4095 items"},
		{"local t = {} t[20000000] = 1 return #t, t[20000000]", "0 1"},
		{"local t = {} for i = 5000, 5100 do t[i] = i end t[5050] = nil local n = 0 for k in pairs(t) do n = n + 1 end return n", "100"},
		{"local t = {} t[3000] = nil return #t", "0"},
		{"local function f(n, ...) if n > 0 then return f(n - 1, 1, 1, 1, 1, 1, ...) end return {...} end return #f(300)", "1500"},
		{"local t = {" + strings.Repeat("1, ", 3900) + "unpack({" + strings.Repeat("2, ", 200) + "})}", "error: a.lua:1: a list has at most 4095 items"},
	}.check(t)
	r := newRig(t, sandbox.Options{})
	if err := r.call("local t = {} t[20000000] = 1"); err != nil || r.Instructions() > 20 {
		t.Errorf("%v after %d instructions", err, r.Instructions())
	}
	if err := r.call("local t = {} t[4000] = 1"); err != nil || r.Instructions() < 900 {
		t.Errorf("%v: room for 4000 items costs %d instructions", err, r.Instructions())
	}
}

func TestSort(t *testing.T) {
	table{
		{"local t = {3, 1, 2}; table.sort(t); return unpack(t)", "1 2 3"},
		{"local t = {'b', 'a', 'C'}; table.sort(t); return unpack(t)", "C a b"},
		{"local t = {3, 1, 2}; table.sort(t, function(a, b) return a > b end); return unpack(t)", "3 2 1"},
		{"local t = {}; table.sort(t); table.sort({1}); return #t", "0"},
		// Items that are equal keep their order.
		{`local t = {}
			for i = 1, 40 do t[i] = { i % 3, i } end
			table.sort(t, function(a, b) return a[1] < b[1] end)
			local s = ""
			for i = 2, 40 do if t[i - 1][1] == t[i][1] and t[i - 1][2] > t[i][2] then s = "unstable" end end
			return s, t[1][2], t[40][2]`, " 3 38"},
		// Comparators that contradict themselves do no harm.
		{"local t = {} for i = 1, 100 do t[i] = i end table.sort(t, function() return true end) return #t", "100"},
		{"local t = {} for i = 1, 100 do t[i] = i end local n = 0 table.sort(t, function() n = n + 1 return n % 3 == 0 end) local s = 0 for _, v in ipairs(t) do s = s + v end return s", "5050"},
		{"local t = {5, 3, 4} table.sort(t, function(a, b) t[1], t[2], t[3], t[4] = 1, 1, 1, 1 return a < b end) return unpack(t)", "3 4 5 1"},
		{"table.sort({1, 'a'})", "error: a.lua:1: attempt to compare string with number"},
		{"table.sort({1, 2}, function(a, b)\nerror('no') end)", "error: a.lua:2: no"},
		{"table.sort({1, 2}, 5)", "error: a.lua:1: table.sort: argument 2 must be a function, not number"},
		{"local m = {__lt = function(a, b) return a.n < b.n end} local t = {setmetatable({n = 2}, m), setmetatable({n = 1}, m)} table.sort(t) return t[1].n", "1"},
	}.check(t)
}

func TestPrint(t *testing.T) {
	r := newRig(t, sandbox.Options{})
	if err := r.call("print('nobody listens')"); err != nil {
		t.Error(err)
	}
	var lines []string
	r.Print = func(text string) { lines = append(lines, text) }
	if err := r.call("print() print(1, nil, 'a', 2.5, true)"); err != nil {
		t.Error(err)
	}
	if got := strings.Join(lines, "|"); got != "|1\tnil\ta\t2.5\ttrue" {
		t.Errorf("got %q", got)
	}
}
