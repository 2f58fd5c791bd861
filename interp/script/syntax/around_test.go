package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// TestScopes: every kind of block, in a text that is whole and in one that breaks off.
func TestScopes(t *testing.T) {
	for text, want := range map[string]string{
		"local a\nif a then b() elseif c then d() else e() end": "1:1-2:45 2:6-2:15 2:24-2:33 2:33-2:45",
		"for i = 1, 2 do a() end\nwhile b do do c() end end":    "1:1-2:26 1:1-1:24 2:1-2:26 2:12-2:22",
		"local function f(x) return x end":                      "1:1-1:33 1:7-1:33",
		"repeat local x = 1 until x":                            "1:1-1:27 1:1-1:25",
		"ability{run = function(self, ev)\n  if ev.":            "1:1-2:9 1:15-2:9",
		"-- if x then\nlocal s = 'do end'":                      "1:1-2:19",
	} {
		var got []string
		for _, b := range Scopes(text) {
			got = append(got, fmt.Sprintf("%d:%d-%d:%d", b.From.Line, b.From.Column, b.To.Line, b.To.Column))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q\ngot  %s\nwant %s", text, strings.Join(got, " "), want)
		}
	}
}

// TestAround: the brackets around the place that | marks.
func TestAround(t *testing.T) {
	for marked, want := range map[string]string{
		"move(card, |": "( 1:1 1 ",
		"ability{on = 'x', where = {card = {|}}}":           "{ 1:1 1 where; { 0:0 0 card; { 0:0 0 ",
		"f(g(1, 2), {a = 1, b = h{|":                        "( 1:1 1 ; { 0:0 1 b; { 1:24 0 ",
		"local t = {'(', \"{\"} -- (\nraise('x', {seat = |": "( 2:1 1 ; { 0:0 0 seat",
		"a[b](|":  "( 0:0 0 ",
		"x = 1 |": "",
		"ability{run = function(self)\n local a, b = |": "{ 1:1 0 run",
	} {
		at := strings.Index(marked, "|")
		before := marked[:at]
		line := strings.Count(before, "\n") + 1
		column := at - strings.LastIndex(before, "\n")
		var got []string
		for _, b := range Around(strings.Replace(marked, "|", "", 1), line, column) {
			got = append(got, fmt.Sprintf("%c %d:%d %d %s", b.Open, b.Name.Line, b.Name.Column, b.Items, b.Key))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s\ngot  %q\nwant %q", marked, strings.Join(got, "; "), want)
		}
	}
}

func TestLength(t *testing.T) {
	text := "local 歌 = \"オーク\" .. name"
	for column, want := range map[int]int{11: 5, 20: 4, 1: 0, 2: 0} {
		if got := Length(text, diag.Pos{Line: 1, Column: column}); got != want {
			t.Errorf("column %d: %d, want %d", column, got, want)
		}
	}
}
