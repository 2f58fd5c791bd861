package language_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The reference implementation, Lua 5.1, is the second oracle, where it is installed. It runs
// the programs of both other tests, and those of newOdd, which write what gopher-lua's machine
// gets wrong.

// TestAgainstLua: programs made at random print the same as in Lua 5.1, and fail at the same
// line or not at all.
func TestAgainstLua(t *testing.T) {
	binary, err := exec.LookPath("lua5.1")
	if err != nil {
		t.Log("lua5.1 is not installed: nothing is compared with it")
		return
	}
	programs, seed := 500, 0
	if os.Getenv("RULEDECK_FULL") != "" {
		programs = 20_000
	}
	if n, err := strconv.Atoi(os.Getenv("RULEDECK_SEED")); err == nil {
		seed = n
	}
	compared, faults := 0, 0
	for seed < programs {
		var sources, ours []string
		for ; seed < programs && len(sources) < 500; seed++ {
			var source string
			switch r := rand.New(rand.NewPCG(uint64(seed), 4)); seed % 3 {
			case 0: // a list with gaps has several lengths
				source = strings.NewReplacer("t[6]", "t[1]", "{1, nil, 3}", "{1, 3}").Replace(newScript(r.IntN))
			case 1:
				source = withoutLabels(newProgram(uint64(seed)))
			default:
				source = newOdd(r)
			}
			text, line, deep := runCompiled(t, sortedPairs+source)
			if !deep {
				sources = append(sources, source)
				ours = append(ours, fmt.Sprintf("%s| %d", strings.ReplaceAll(text, "\n", `\n`), line))
			}
		}
		for i, theirs := range runLua(t, binary, sources) {
			if strings.Contains(theirs, "deep") || strings.Contains(theirs, "e+") {
				continue
			}
			compared++
			got, first := printedAndLine(t, ours[i])
			want, last := printedAndLine(t, theirs)
			if first != 0 {
				faults++
			}
			// Of an expression over several lines Lua names the last line, a script the first.
			if got != want || (first == 0) != (last == 0) || first > last {
				t.Errorf("%s\ncompiled %s\nLua      %s", number(sources[i]), ours[i], theirs)
			}
		}
	}
	t.Logf("%d of %d programs compared, of which %d ended with a fault", compared, programs, faults)
	if compared < programs/2 {
		t.Error("most programs are not compared")
	}
}

func printedAndLine(t *testing.T, said string) (printed string, line int) {
	t.Helper()
	printed, at, _ := strings.Cut(said, "| ")
	line, err := strconv.Atoi(at)
	if err != nil {
		t.Fatalf("%q: %v", said, err)
	}
	return printed, line
}

// withoutLabels leaves out jumps, which Lua 5.1 has not.
func withoutLabels(source string) string {
	source = regexp.MustCompile(`::\w+::`).ReplaceAllString(source, "")
	return regexp.MustCompile(`goto \w+`).ReplaceAllString(source, "break")
}

// sortedPairs goes before a program, in its first line: Lua 5.1 has no order of keys.
const sortedPairs = `local function pairs(t) local all, i = {}, 0 for k in pairs(t) do all[#all + 1] = k end ` +
	`table.sort(all, function(a, b) return type(a) .. tostring(a) < type(b) .. tostring(b) end) ` +
	`return function() i = i + 1 local k = all[i] if k ~= nil then return k, t[k] end end end `

// runLua runs programs in one process and returns of each what it printed and the line of its
// fault, 0 where there is none.
func runLua(t *testing.T, binary string, sources []string) []string {
	t.Helper()
	var b strings.Builder
	b.WriteString(luaHost)
	for _, source := range sources {
		level := strings.Repeat("=", 5)
		fmt.Fprintf(&b, "run([%s[\n%s]%[1]s])\n", level, sortedPairs+source)
	}
	path := filepath.Join(t.TempDir(), "programs.lua")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, path).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(sources) {
		t.Fatalf("%d programs gave %d lines", len(sources), len(lines))
	}
	return lines
}

// luaHost is what programs find in Lua 5.1 as runCompiled gives it: values without addresses,
// whole numbers with all their digits, and "deep" for programs that do not end.
const luaHost = `
local plain, printed, size = tostring, nil, 0
local function text(v)
  local kind = type(v)
  if kind == "table" or kind == "function" then return kind end
  if v ~= v then return "nan" end
  if kind == "number" and v == math.floor(v) and math.abs(v) < 2^63 then return ("%d"):format(v) end
  return (plain(v):gsub("\n", "\\n"))
end
local function out(...)
  for i = 1, select("#", ...) do
    printed[#printed + 1] = text((select(i, ...))) .. " "
    size = size + #printed[#printed]
  end
  if size > 4000 then error("deep") end
end
local function place(fault)
  fault = plain(fault)
  if fault:find("deep") or fault:find("overflow") then printed[#printed + 1] = "deep" end
  return fault:match("^p.lua:(%d+):") or -1
end
local function nested(f, x)
  local fine, v = pcall(f, x)
  return fine and v or not fine and "fault " .. place(v) or v
end
function run(source)
  printed, size = {}, 0
  local made = {out = out, nested = nested, tostring = text, pair = function(a, b) return b, a end}
  local program = assert(loadstring(source, "=p.lua"))
  setfenv(program, setmetatable(made, {__index = _G}))
  debug.sethook(function() error("deep") end, "", 1000000)
  local fine, fault = pcall(program)
  debug.sethook()
  local line = fine and 0 or place(fault)
  print(table.concat(printed) .. "| " .. line)
end
`

// odd writes what gopher-lua's machine gets wrong: assignments to several places, numbers and
// texts in all their forms, closures that keep the variable of a loop, and calls that return more.
type odd struct {
	*rand.Rand
	b strings.Builder
}

func newOdd(r *rand.Rand) string {
	p := &odd{Rand: r}
	p.line("local a, b, c, t, fs = 1, 2, 3, {10, 20, 30}, {}")
	p.line("local function all(x, y, z) out(x, y) return x, y, z end")
	p.line("local function rest(x, y, z) local list = {pair(y, z)} out(#list, x) return y, z, x, y end")
	for range 6 + r.IntN(8) {
		p.statement()
	}
	p.line("out(a, b, c, t[1], t[2], t[3]) for _, f in ipairs(fs) do out(f(2)) out(f(a)) end out(a, b, c)")
	return p.b.String()
}

func (p *odd) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *odd) one(of ...string) string { return of[p.IntN(len(of))] }

func (p *odd) number() string {
	return p.one("0", "1", "7", "-3", "0.5", ".25", "3.", "1e2", "5E-1", "1e+1", "0x10", "0xfF", "012",
		"1e300", "1e-300", "9007199254740993", "0.1", "1/0", "2^53", "2^-1", "-2^2", "7 % -3", "-7 % 3", "5.5 % 2")
}

func (p *odd) text() string {
	return p.one(`"\065\0066\n"`, `'\'"'`, "[[\nfirst]]", "[==[a]]b]=]c]==]", `"\\n"`, `"\
"`, `"12"`, `"0x1F"`, `" 5 "`, `"1e1"`, `""`, "[[ ]]")
}

func (p *odd) place() string { return p.one("a", "b", "c", "t[1]", "t[2]", "t[3]", "t[a]", "t[b]") }

func (p *odd) value() string {
	switch p.IntN(9) {
	case 0, 1:
		return p.number()
	case 2:
		return p.text()
	case 3:
		return "(" + p.value() + p.one(" == ", " ~= ", " and ", " or ") + p.value() + ")"
	case 4:
		return p.one("not ", "#", "-") + p.one("a", "fs", "b == c", p.text())
	case 5:
		return p.one("all", "rest") + "(" + p.values() + ")"
	case 6:
		return "(" + p.one("all", "rest") + "(" + p.values() + "))"
	case 7:
		return p.one("a", "b") + p.one(" + ", " - ", " * ", " .. ", " < ", " <= ") + p.number()
	}
	return p.place()
}

func (p *odd) values() string {
	list := make([]string, p.IntN(4))
	for i := range list {
		list[i] = p.value()
	}
	return strings.Join(list, ", ")
}

func (p *odd) statement() {
	switch p.IntN(10) {
	case 0, 1:
		p.line("%s, %s, %s = %s, %s", p.place(), p.place(), p.place(), p.value(), p.value())
	case 2:
		p.line("%s, %s = %s, %s", p.one("a", "t[a]"), p.one("b", "t[b]", "a"), p.one("b", "t[b]"), p.one("a", "t[a]"))
	case 3:
		p.line("out(%s)", p.value())
	case 4:
		p.line("for i = %s, %s, %s do local k = i fs[#fs + 1] = function(x) k = k + x i = i + 1 return k, i end "+
			"if i > %s then break end end", p.one("1", "0.5", "3"), p.one("2", "3", "1"),
			p.one("1", "0.5", "-1"), p.one("1", "9"))
	case 5:
		p.line("for _, x in ipairs({%s}) do fs[#fs + 1] = function(y) x = y return x, a end end", p.values())
	case 6:
		p.line("do local n = 0 while true do n = n + 1 local m = n fs[#fs + 1] = function() " +
			"m = m + 1 n = n + 1 return m, n end if n > 2 then break end end end")
	case 7:
		p.line("do local n = 0 repeat local m = n n = n + 1 fs[#fs + 1] = function() m = m * 2 return m end "+
			"until m >= %s end", p.one("1", "2"))
	case 8:
		p.line("out(tonumber(%s, %s))", p.one("12", "101", "35", p.text()), p.one("10", "2", "8", "16", "36"))
	default:
		p.line("out(%s(%s))", p.one("all", "rest", "type", "tostring"), p.value())
	}
}
