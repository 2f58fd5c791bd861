package sandbox_test
import ("testing";"time"; "github.com/ruledeck/ruledeck/interp/script/sandbox")
func TestZ(t *testing.T){
 for _,b:=range []string{
 "return (('x'):rep(100)):match(('x?'):rep(50) .. '$')",
 "while true do end",
 "local t = {} for i = 1, 4000 do t[i] = i % 7 end for i = 1, 1e9 do table.sort(t) end",
 "(('a'):rep(30000)):find('(.-)(.-)(.-)b')",
 "(('a'):rep(65000)):find('.-.-b')",
 "(('a'):rep(65000)):find('[^b-c%d%s%p]*[^b-c%d%s%p]*b')",
 "(('('):rep(60000)):gsub('%b()', '')",
 "for i = 1, 1e9 do local x = ('a'):rep(60000) end",
 "local s = ('a'):rep(60000) for i = 1, 1e9 do local x = s:upper() end",
 "local s = ('a'):rep(60000) for i = 1, 1e9 do local x = s .. 'x' end",
 "local s, t = ('a'):rep(60000) .. 'b', ('a'):rep(60000) .. 'b' for i = 1, 1e9 do local x = s == t end",
 "local s, t = ('a'):rep(60000) .. 'b', ('a'):rep(60000) .. 'c' for i = 1, 1e9 do local x = s < t end",
 "local s, t = ('a'):rep(60000) .. 'b', {} for i = 1, 1e9 do local x = t[s] end",
 "for i = 1, 1e9 do pcall(error, 'x') end",
 "for i = 1, 1e9 do pcall(function() local x = nil; x.y = 1 end) end",
 "for i = 1, 1e9 do pcall(function() return xyzzzz end) end",
 "local function f(...) return f(1, ...) end for i = 1, 1e9 do pcall(f) end",
 "local function f() return f() + 1 end for i = 1, 1e9 do pcall(f) end",
 "local t = {} for i = 1, 4000 do t[i] = {} end for i = 1, 1e9 do local s = unpack(t, 1, 1000) end",
 "local t = {} t[4095] = 1 t[4095] = nil for i = 1, 1e9 do local s = #t end",
 "local t = {} t[4095] = 1 for i = 1, 1e9 do local s = next(t) end",
 "local t = {} for i = 1, 1500 do t['k' .. i] = 1 end for k in pairs(t) do t[k] = nil end for i = 1, 1e9 do next(t) end",
 "local t = {} for i = 1, 990 do t['k' .. i] = 1 end for k in pairs(t) do t[k] = nil end for i = 1, 1e9 do next(t) end",
 "local t = {} for i = 1, 1e9 do t[i .. ''] = {} end",
 "local t = {} for i = 1, 1e9 do t = {t} end",
 "local f for i = 1, 1e9 do f = function() return f end end",
 "local s = ('a'):rep(65000) for i = 1, 1e9 do pcall(error, s) end",
 "local s = ('a'):rep(65000) for i = 1, 1e9 do local x = s:sub(2) end",
 "local s = ('a'):rep(65000) for i = 1, 1e9 do local x = tonumber(s) end",
 "local s = ('1'):rep(65000) for i = 1, 1e9 do pcall(function() return s + 1 end) end",
 "local s = ('1'):rep(65000) for i = 1, 1e9 do local x = tonumber(s) end",
 "local s = ('%d'):rep(30000) for i = 1, 1e9 do pcall(string.format, s) end",
 "local t = {} for i = 1, 1e9 do local x = t[1] local y = t.x end",
 "local n = setmetatable({}, {__index = function(t, k) return k end}) for i = 1, 1e9 do local x = n[i] end",
 "for i = 1, 1e9 do for w in ('a'):gmatch('b') do end end",
 "local s = ('a'):rep(65000) for i = 1, 1e9 do local w = s:find('b', 1, true) end",
 "local s = ('a'):rep(65000) for i = 1, 1e9 do local w = s:gsub('b', '') end",
 "for i = 1, 1e9 do local w = ('%99.99f'):format(1e300) end",
 "for i = 1, 1e9 do setmetatable({}, {}) end",
 "local t = {} for i = 1, 100 do t = setmetatable({}, {__index = t}) end for i = 1, 1e9 do local x = t.foo end",
 }{
  r:=newRig(t, sandbox.Options{Budget: 2_000_000, AbilityBudget: 1<<40})
  st:=time.Now()
  err:=r.call(b)
  d:=time.Since(st)
  if d>300*time.Millisecond { t.Log(d.Round(time.Millisecond), b, err) }
 }
}
