package library_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
	"github.com/ruledeck/ruledeck/interp/script/library"
)

// eval returns the results of a script as text, or its error.
func eval(s *language.State, source string) string {
	chunk, err := language.Compile("a.lua", source)
	if err != nil {
		return "error: " + err.Error()
	}
	results, err := s.Run(chunk)
	if err != nil {
		return "error: " + err.Error()
	}
	texts := make([]string, len(results))
	for i, v := range results {
		texts[i] = language.Text(v)
	}
	return strings.Join(texts, " ")
}

func TestLibrary(t *testing.T) {
	s := language.New(language.Config{})
	library.Open(s)
	for source, want := range map[string]string{
		// Texts are counted in letters.
		"return string.len('オーク'), #'オーク', ('abc'):len()":                                      "3 3 3",
		"return string.sub('オークの王', 2, 3), ('abc'):sub(-2), ('abc'):sub(2, 9), ('abc'):sub(4)": "ーク bc bc ",
		"return string.find('オークの王', 'の'), ('a.b'):find('.'), ('abc'):find('x')":               "4 2 nil",
		"return string.find('abcabc', 'bc', 3)":                                                "5 6",
		"return string.find('abc', '')":                                                        "1 0",
		"return string.find('a', 'b', 1, true)":                                                "nil",
		"return ('Été'):upper(), ('ÉTé'):lower()":                                              "ÉTé Été",
		"return tostring(1), tostring(0.5), tostring({}), " +
			"tostring(print)": "1 0.5 table function",
		"return tonumber('12'), tonumber('0x1f'), tonumber('1e2'), tonumber('x'), tonumber('ff', " +
			"16), tonumber(30, 12)": "12 31 100 nil 255 36",
		"return type(nil), type(1), type(''), type({}), type(print)": "nil number " +
			"string table function",
		"return math.floor(-1.5), math.ceil(1.2), math.max(1, 3, 2), math.min(2, 1), math.fmod(-7, 3)": "-2 2 3 1 -1",

		"local t = {1, 2} table.insert(t, 3) table.insert(t, 1, 0) return table.concat(t, " +
			"',')": "0,1,2,3",
		"local t = {1, 2, 3} local x = table.remove(t, 1) return x, " +
			"table.remove(t), #t": "1 3 1",
		"local t = {} return " +
			"table.remove(t), #t": "nil 0",
		"local t = {3, 1, 2} table.sort(t) return " +
			"unpack(t)": "1 2 3",
		"local t = {3, 1, 2} table.sort(t, function(a, b) return a > b end) return " +
			"unpack(t)": "3 2 1",
		"local t = {'b1', 'a1', 'b2', 'a2'} table.sort(t, function(a, b) return a:sub(1, 1) < b:sub(1, 1) end) " +
			"return unpack(t)": "a1 a2 b1 b2",
		"local t = {1, 'x'} return table.contains(t, 'x'), table.contains(t, 2), " +
			"table.contains({}, 1)": "true false false",
		"local t = {{n = 2}, {n = 5}, {n = 5}} local best, key = table.best(t, 'n') return best == t[2], key": "true 5",
		"return table.best({3, 9, 4}, function(n) return -n end)":                                             "3 -3",
		"return table.best({}, 'n')": "nil",
		"local t = {1, 'x', 2, 'x'} local w, o = table.with(t, 'x'), table.without(t, 'x') return #t, #w, w[3], #o, " +
			"o[2], #table.with({}, 1), #table.without({}, 1)": "4 3 x 2 2 1 0",
		"local t = {{n = 2, i = 1}, {n = 1, i = 2}, {n = 2, i = 3}} local s = table.sorted(t, 'n') return s[1].i, " +
			"s[2].i, s[3].i, t[1].i": "2 1 3 1",
		"return table.best({1}, 5)": "error: a.lua:1:8: table.best: argument 2 must be a function of the " +
			"item or the name of a field",
		"return unpack({1, 2, 3}, 2)":   "2 3",
		"return table.insert({}, 3, 1)": "error: a.lua:1:8: table.insert: position 3 is outside 1 to 1",
		"return math.floor('x')":        "error: a.lua:1:8: math.floor: argument 1 must be a number, not string",
		"return tonumber('1', 40)":      "error: a.lua:1:8: tonumber: argument 2 must be a base from 2 to 36, not 40",
		"return string.sub('abc', 1.5)": "error: a.lua:1:8: string.sub: argument 2 must be an integer, not 1.5",
		"return string.find('abc', 'b', {})": "error: a.lua:1:8: string.find: argument 3 must be the place to begin " +
			"at; there are no patterns, every letter stands for itself",
		"return type()": "error: a.lua:1:8: type: argument 1 must be a value, not nothing",
		"local t = {3, 2, 1} table.sort(t, function(a, b) t[1] = nil t[2] = nil t[3] = nil return a < b " +
			"end)": "error: a.lua:1:21: table.sort: the list was changed while it was sorted",
	} {
		if got := eval(s, source); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", source, got, want)
		}
	}
}

func TestPrint(t *testing.T) {
	s := language.New(language.Config{})
	library.Open(s)
	var printed []string
	s.Print = func(file string, line int, text string) {
		printed = append(printed, fmt.Sprintf("%s:%d: %s", file, line, text))
	}
	eval(s, "print('gold', 3)\nprint({1, {x = 'y'}, a = {}}, nil)\nlocal t = {} t.t = t print(t)")
	want := "a.lua:1: gold\t3\na.lua:2: {1, {x = y}, a = {}}\tnil\na.lua:3: {t = {t = {t = {...}}}}"
	if got := strings.Join(printed, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestEveryName: what the registry declares is there and nothing else, and what is
// left out is not offered.
func TestEveryName(t *testing.T) {
	s := language.New(language.Config{})
	if unbound := library.Open(s); unbound != nil {
		t.Errorf("nothing stands behind %v", unbound)
	}
	for _, name := range library.Names() {
		if got := eval(s, "return type("+name+")"); got != "function" && got != "number" {
			t.Errorf("%s is %s", name, got)
		}
		if why := library.Instead(name); why != "" {
			t.Errorf("%s is there and said to be left out: %s", name, why)
		}
	}
}

// luas are the names of Lua 5.1 and of what came since and people try.
const luas = `_G _VERSION assert collectgarbage dofile error getfenv getmetatable ipairs load loadfile loadstring ` +
	`module newproxy
next pairs pcall print rawequal rawget rawlen rawset require select setfenv setmetatable tonumber tostring type ` +
	`unpack warn xpcall
coroutine.create coroutine.resume coroutine.running coroutine.status coroutine.wrap coroutine.yield
debug.getinfo debug.traceback io.open io.read io.write os.clock os.date os.getenv os.time os.execute package.loaded ` +
	`utf8.len bit32.band
math.abs math.acos math.asin math.atan math.atan2 math.ceil math.cos math.cosh math.deg math.exp math.floor ` +
	`math.fmod math.frexp
math.huge math.ldexp math.log math.log10 math.max math.min math.modf math.pi math.pow math.rad math.random ` +
	`math.randomseed
math.sin math.sinh math.sqrt math.tan math.tanh math.tointeger math.type
string.byte string.char string.dump string.find string.format string.gmatch string.gsub string.len string.lower ` +
	`string.match
string.pack string.rep string.reverse string.sub string.upper
table.concat table.foreach table.foreachi table.getn table.insert table.maxn table.move table.pack table.remove ` +
	`table.sort table.unpack`

// TestWhatLuaHas: each name that Lua has is there, or says what to use instead.
func TestWhatLuaHas(t *testing.T) {
	s := language.New(language.Config{})
	library.Open(s)
	for _, name := range strings.Fields(luas) {
		got := eval(s, "local x = "+name+" return type(x)")
		if got == "function" || got == "number" || got == "string" {
			continue
		}
		if _, why, ok := strings.Cut(got, " is not available to scripts: "); !ok || len(why) < 10 {
			t.Errorf("%s: %s", name, got)
		}
	}
}
