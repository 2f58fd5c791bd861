package view_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/engine/view"
)

// TestReply: answers by the keys of options, and what is wrong with them.
func TestReply(t *testing.T) {
	option := func(key string) view.Option { return view.Option{Key: key} }
	q := &view.Question{Kind: engine.PickSome,
		Options: []view.Option{option("a"), option("b"), option("a"), option("x / y")}}
	split := &view.Question{Kind: engine.Split, Options: []view.Option{option("a"), option("x / y")}}
	number := &view.Question{Kind: engine.PickNumber, Min: 1, Max: 6}
	for _, test := range []struct {
		q    *view.Question
		keys string
		want string
	}{
		{q, "a|a|b", "[0 2 1]"},
		{q, "x / y", "[3]"},
		{q, "", "[]"},
		{q, "b|b", `"b" is not offered, or not so often; offered are a, b, a, x / y`},
		{split, "x / y / 3|a / 1", "[1 3]"},
		{split, "x", `an option with its amount is asked for, as in "a / 1", not "x"`},
		{number, "4", "[4]"},
		{number, "many", `a number from 1 to 6 is asked for, not "many"`},
		{number, "1|2", "one number is asked for, not 2 answers"},
	} {
		var keys []string
		if test.keys != "" {
			keys = strings.Split(test.keys, "|")
		}
		reply, err := test.q.Reply(keys...)
		have := fmt.Sprint(reply)
		if err != nil {
			have = err.Error()
		}
		if have != test.want {
			t.Errorf("%q: %s, not %s", test.keys, have, test.want)
		}
	}
}
