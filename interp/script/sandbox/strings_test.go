package sandbox_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

func TestStringLibrary(t *testing.T) {
	table{
		{"return ('abc'):upper(), ('ABC'):lower(), ('é'):upper(), ('abc'):reverse(), ('abc'):len(), #'炎'", "ABC abc é cba 3 3"},
		{"return ('abcde'):sub(2, 4), ('abcde'):sub(-2), ('abcde'):sub(2), ('abcde'):sub(0), ('abcde'):sub(4, 2), ('abc'):sub(-10, 10)", "bcd de bcde abcde  abc"},
		{"return ('abc'):sub(math.huge)", "error: a.lua:1: string.sub: argument 2 must be an integer, not inf"},
		{"return ('abc'):byte(), ('abc'):byte(-1), ('abc'):byte(1, 3)", "97 99 97 98 99"},
		{"return ('abc'):byte(10), (''):byte()", "nil"},
		{"return select('#', ('a'):rep(300):byte(1, -1))", "error: a.lua:1: string.byte: at most 250 bytes at once"},
		{"return string.char(72, 105), string.char()", "Hi "},
		{"return string.char(256)", "error: a.lua:1: string.char: argument 1 must be 0 to 255, not 256"},
		{"return ('ab'):rep(3), ('ab'):rep(0), ('ab'):rep(-1), (''):rep(1e9)", "ababab   "},
		{"return ('ab'):rep(2049)", "error: a.lua:1: a text has at most 4096 bytes"},
		{"return ('ab'):rep(1e15)", "error: a.lua:1: a text has at most 4096 bytes"},
		{"return string.len(12.5), string.rep(7, 2), string.sub(123, 2)", "4 77 23"},
		{"return string.len({})", "error: a.lua:1: string.len: argument 1 must be a text, not table"},
		{"return string.len()", "error: a.lua:1: string.len: argument 1 must be a text, not nothing"},
		{"local s = ('a'):rep(4000); return #table.concat({s, s})", "error: a.lua:1: a text has at most 4096 bytes"},
		{"local s = ('a'):rep(4000); return #(s:gsub('a', 'bb'))", "error: a.lua:1: a text has at most 4096 bytes"},
		{"local s = ('a'):rep(4000); return #s:format(), #('%s%s'):format(s, s)", "error: a.lua:1: a text has at most 4096 bytes"},
	}.check(t)
}

func TestFormat(t *testing.T) {
	table{
		{"return ('%d %5d|%-5d|%05d|%+d'):format(3, 3, 3, 3, 3)", "3     3|3    |00003|+3"},
		{"return ('%i %u %x %X %o %c%%'):format(3, 4, 255, 255, 8, 65)", "3 4 ff FF 10 A%"},
		{"return ('%f %.2f %8.3f %e %g %g'):format(1.5, 2/3, 2/3, 12345.678, 1e20, 0.1)", "1.500000 0.67    0.667 1.234568e+04 1e+20 0.1"},
		{"return ('%s %10s|%-10s|%.2s|%.s|'):format('ab', 'ab', 'ab', 'abc', 'abc')", "ab         ab|ab        |ab||"},
		{"return ('%s %s %s %s'):format(1, nil, true, {})", "1 nil true table"},
		{"return ('%5.1f|%5.1f|%g'):format(1/0, 0/0, -1/0)", "  inf|  nan|-inf"},
		{`return ('%q'):format('a "b"\n\0\r')`, "\"a \\\"b\\\"\\\n\\000\\r\""},
		{"return ('%s'):format(setmetatable({}, {__tostring = function() return 'T' end}))", "T"},
		{"return ('%d'):format(3.5)", "error: a.lua:1: string.format: argument 2 must be an integer, not 3.5"},
		{"return ('%d'):format('x')", "error: a.lua:1: string.format: argument 2 must be a number, not string"},
		{"return ('%d %d'):format(1)", "error: a.lua:1: string.format: argument 3 must be a value, not nothing"},
		{"return ('%p'):format({})", `error: a.lua:1: string.format: "%p" is not a directive`},
		{"return ('%100d'):format(1)", `error: a.lua:1: string.format: "%100d" is not a directive`},
		{"return ('%.123f'):format(1)", `error: a.lua:1: string.format: "%.123f" is not a directive`},
		{"return ('%'):format(1)", "error: a.lua:1: string.format: the text ends inside a directive"},
		{"return ('%5'):format(1)", "error: a.lua:1: string.format: the text ends inside a directive"},
		{"return ('%y'):format(1)", `error: a.lua:1: string.format: "%y" is not a directive`},
	}.check(t)
}

func TestPatterns(t *testing.T) {
	table{
		{"return ('hello world'):find('wor'), ('hello'):find('l+'), ('hello'):find('xyz'), ('a.b'):find('.', 2, true)", "7 3 nil 2 2"},
		{"return ('hello'):find('l'), ('hello'):find('l', 4), ('hello'):find('l', -1), ('hello'):find('', 6), ('hello'):find('', 7)", "3 4 nil 6 nil"},
		{"return ('hello'):find('', 10)", "nil"},
		{"return ('key = value'):match('^(%w+)%s*=%s*(%w+)$')", "key value"},
		{"return ('2026-11-21'):match('(%d+)-(%d+)-(%d+)')", "2026 11 21"},
		{"return ('abc'):match('()b()'), ('abc'):match('b'), ('abc'):match('^b'), ('abc'):match('c$'), ('a$c'):match('a$c')", "2 b nil c a$c"},
		{"return ('aaa'):match('a-'), ('aaab'):match('a-b'), ('aaa'):match('a*'), ('aaa'):match('a?'), ('b'):match('a*b')", " aaab aaa a b"},
		{"return ('f(a(b)c)d'):match('%b()'), ('THE (quick) fox'):find('%((%a+)%)')", "(a(b)c) 5 11 quick"},
		{"return ('THE (quick) fox'):gsub('%f[%a]%a+', function(w) return w:lower() .. '!' end)", "the! (quick!) fox! 3"},
		{"return ('\"x\" \\'y\\''):match('([\"\\'])(.-)%1')", `" x`},
		{"return ('a-b]c'):match('[%-%]]'), ('a]b'):match('[]]'), ('a]b'):match('[^]]'), ('x-y'):match('[a-]'), ('q'):match('[^%a]'), ('5'):match('[0-9]')", "- ] a - nil 5"},
		{"return ('%d'):match('%%d'), ('a\\0b'):match('%z') == '\\0', ('Ab1 _\\t'):gsub('%A', '.')", "%d true Ab.... 4"},
		{"return ('x'):match('%a%d?'), ('abc123'):match('%l+%d+'), ('0xFf'):match('%x+', 3), ('a,b'):match('%p'), ('AB'):match('%u+'), ('a\\n'):match('%c') == '\\n'", "x abc123 Ff , AB true"},
		{"return ('abc'):gsub('%w', '%0%0'), ('abc'):gsub('', '-'), ('hello world'):gsub('o', '0', 1), ('abc'):gsub('b', '%%')", "aabbcc -a-b-c- hell0 world a%c 1"},
		{"return ('hello'):gsub('(l)(l)', '%2%1'), ('$name is $age'):gsub('%$(%w+)', {name = 'Bo'})", "hello Bo is $age 2"},
		{"return ('abc'):gsub('%w', {a = 1, b = false}), ('abc'):gsub('^a', 'x'), ('aaa'):gsub('^a', 'x'), ('abc'):gsub('.', function() end)", "1bc xbc xaa abc 3"},
		{"return (('abc'):gsub('()', '%1'))", "1a2b3c4"},
		{"return ('a b c'):gsub('%s', {}, 1), ('abc'):gsub('b', 5), ('abc'):gsub('x', '', 0)", "a b c a5c abc 0"},
		{"local s = '' for w in ('one two'):gmatch('%a+') do s = s .. '<' .. w .. '>' end return s", "<one><two>"},
		{"local s = '' for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do s = s .. k .. v end return s", "a1b2"},
		{"local n = 0 for _ in ('abc'):gmatch('') do n = n + 1 end return n", "4"},
		{"return (('x'):rep(50)):match(('x?'):rep(50) .. '$')", strings.Repeat("x", 50)},
		{"return ('a'):match('(a')", `error: a.lua:1: malformed pattern "(a": a "(" without ")"`},
		{"return ('a'):match('a)')", `error: a.lua:1: malformed pattern "a)": a ")" without "("`},
		{"return ('a'):match('[a')", `error: a.lua:1: malformed pattern "[a": "]" is missing`},
		{"return ('a'):match('[a%')", `error: a.lua:1: malformed pattern "[a%": "]" is missing`},
		{"return ('a'):match('a%')", `error: a.lua:1: malformed pattern "a%": it ends with "%"`},
		{"return ('a'):match('%b')", `error: a.lua:1: malformed pattern "%b": %b wants two characters`},
		{"return ('a'):match('%fa')", `error: a.lua:1: malformed pattern "%fa": %f wants a set in brackets`},
		{"return ('a'):match('%1')", `error: a.lua:1: malformed pattern "%1": %1 refers to no capture`},
		{"return ('a'):match('(a%1)')", `error: a.lua:1: malformed pattern "(a%1)": %1 refers to no capture`},
		{"return (('a'):rep(40)):match(('(a)'):rep(33))", `error: a.lua:1: malformed pattern "` + strings.Repeat("(a)", 33) + `": too many captures`},
		{"return (('a'):rep(400)):match(('a?'):rep(300))", `error: a.lua:1: malformed pattern "` + strings.Repeat("a?", 300) + `": too complex`},
		{"return ('a'):gsub('a', '%2')", `error: a.lua:1: the pattern "a" has no capture 2`},
		{"return ('a'):gsub('a', '%x')", `error: a.lua:1: string.gsub: in a replacement, "%" stands before a digit or another "%"`},
		{"return ('a'):gsub('a', function() return {} end)", "error: a.lua:1: string.gsub: a table cannot replace a text"},
		{"return ('a'):gsub('a', true)", "error: a.lua:1: string.gsub: argument 3 must be a text, a table or a function, not boolean"},
		{"return ('a'):gsub('a')", "error: a.lua:1: string.gsub: argument 3 must be a text, a table or a function, not nothing"},
	}.check(t)
}

func TestBadEscapes(t *testing.T) {
	for _, c := range []struct {
		source string
		want   []sandbox.Pos
	}{
		{`local x = "\x41"`, []sandbox.Pos{{Line: 1, Column: 12}}},
		{"local x = 1\nlocal y = 'é\\u{1F600}\\z'", []sandbox.Pos{{Line: 2, Column: 13}, {Line: 2, Column: 22}}},
		{`local x = "\n\t\\x\065\"\'\a\b\f\r\v"`, nil},
		{`-- "\x41"` + "\n" + `local y --[[ "\x41" ]] = "\q"`, []sandbox.Pos{{Line: 2, Column: 27}}},
		{`local x = [[\x41]] .. [==[ ]] \x41 ]==] .. '\x'`, []sandbox.Pos{{Line: 1, Column: 45}}},
		{"local x = \"a\\\n\\x\"", []sandbox.Pos{{Line: 2, Column: 1}}},
		{`local t = a[b["\x"]]`, []sandbox.Pos{{Line: 1, Column: 16}}},
		{"local x = \"\\x\nlocal y = \"", []sandbox.Pos{{Line: 1, Column: 12}}},
		{`--[==[ "\x" ` + "\n" + `]] ]==] f"\x"`, []sandbox.Pos{{Line: 2, Column: 11}}},
		{`local x = "\`, nil},
		{`[[`, nil},
	} {
		if got := sandbox.BadEscapes(c.source); !slices.Equal(got, c.want) {
			t.Errorf("%s\ngot  %v\nwant %v", c.source, got, c.want)
		}
	}
}
