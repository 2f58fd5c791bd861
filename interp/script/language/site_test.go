package language_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/script/language"
)

// described says what stands at a place, with the values of a call.
func described(a *language.Arg, values []language.Value) string {
	text := ""
	if a.Name != "" {
		text = a.Name + "="
	}
	var parts []string
	switch a.Form {
	case language.OneValue:
		return text + "$" + language.Text(values[a.Slot])
	case language.Constant:
		if t, ok := a.Value.(*language.Table); ok {
			return fmt.Sprint(text, t.Items(), t.Frozen())
		}
		return text + language.Text(a.Value)
	case language.List:
		for _, v := range values[a.Slot : a.Slot+a.N] {
			parts = append(parts, "$"+language.Text(v))
		}
		return text + "[" + strings.Join(parts, " ") + "]"
	}
	for i := range a.Args {
		parts = append(parts, described(&a.Args[i], values))
	}
	return text + "{" + strings.Join(parts, " ") + "}"
}

// TestSites: what a function of the host is told of the place that calls it, and what of
// each call; it is asked once for each place, and its results go where they are wanted.
func TestSites(t *testing.T) {
	r := newRig(t, language.Config{})
	places := 0
	r.SetGlobal("host", language.NewPlaced("host", 3, true, func(at *language.Site) language.Placed {
		places++
		return func(_ *language.Call, values []language.Value) language.Value {
			var parts []string
			for i := range at.Args {
				parts = append(parts, described(&at.Args[i], values))
			}
			switch {
			case at.Unused:
				parts = append(parts, "unused")
			case at.Handed:
				parts = append(parts, "handed")
			}
			r.out = append(r.out, strings.Join(parts, ", "))
			return language.String("result")
		}
	}))
	for source, want := range map[string]string{
		`host()`: "unused",
		`local n = 2 local v = host(n, "word", true)`:        "$2, word, true",
		`local n = 2 local v = host({a = 1, b = n})`:         "{a=1 b=$2}",
		`local n = 2 local v = host({n, 3}, {"x", "y"})`:     "[$2 $3], [x y] true",
		`local n = 2 local v = host({{a = n}, {b = 1}})`:     "{{a=$2} {b=1}}",
		`local v = host({a = {b = {1, nil}}, c = {}})`:       "{a={b=[$1 $nil]} c={}}",
		`local v = host({a = 1, a = 2}, {1, a = 2})`:         "$table, $table",
		`local k = "a" local v = host({[k] = 1}, nil)`:       "$table, $nil",
		`local v = host(1, 2, host(3))`:                      "3, handed; 1, 2, $result",
		`local v = host(1, (host(3)))`:                       "3, handed; 1, $result",
		`local v = host(1, host(3))`:                         "3; $1, $result",
		`local two = function() return 4, 5 end host(two())`: "$4, $5",
		`local f = host f(1, {a = 1})`:                       "$1, $table",
		`for i = 1, 2 do local v = host(i) end`:              "$1; $2",
		`local v = host(list, list.x)`:                       "$table, $9",
	} {
		places, r.out = 0, nil
		fn := r.function("local list = {x = 9}\nreturn function() " + source + " end")
		r.Begin()
		_, err := r.Call(fn)
		if got := strings.Join(r.out, "; "); err != nil || got != want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", source, err, got, want)
		}
		if strings.HasPrefix(source, "for") && places != 1 {
			t.Errorf("%s: %d places", source, places)
		}
	}
}

// TestSteps: a step uses the memory of the one before, and what was there when the names
// were frozen stays as it was.
func TestSteps(t *testing.T) {
	r := newRig(t, language.Config{})
	fn := r.function(`
local kept = {1, {a = {2}}, function() return 3 end}
return function(n)
  local made = {}
  for i = 1, 100 do made[i] = {n + i, name = {i}} end
  local f = function() return made[100].name[1] + kept[1] + kept[2].a[1] + kept[3]() end
  for i = 1, 100 do if made[i][1] ~= n + i or made[i].name[1] ~= i or made[i].other then return "torn" end end
  made[1].other = true
  return f()
end`)
	step := func(n int) {
		r.Begin()
		if v, err := r.Call(fn, language.Int(n)); err != nil || v != language.Int(106) {
			t.Fatal(n, v, err)
		}
	}
	for n := range 20 {
		step(n)
	}
	if n := testing.AllocsPerRun(50, func() { step(7) }); n > 2 {
		t.Errorf("a step took memory %v times", n)
	}
	r.load(`return {}`)
	step(8)
}
