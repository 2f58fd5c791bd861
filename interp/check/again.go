package check

import (
	"reflect"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/rules"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/script"
)

// judged is what was found in scripts, and what it was found by.
type judged struct {
	scripts []script.Script
	headers []compile.Header
	by      *compile.Compiled
	tree    *ast.Pack
	pack    *engine.Pack
	keys    []string

	found []diag.Finding
	used  *rules.Names
	known *inference.Inference
}

// scripts checks the scripts, unless neither they nor anything that they are checked by is
// another than the last time: what people read, and where it stands, is nothing of that.
func (c *checker) scripts(read []script.Script, ask bool) (*rules.Names, *inference.Inference) {
	now := c.by(read)
	use := "scripts of " + c.Name
	was, _ := c.Memo.Last(use).(*judged)
	if was == nil || ask && was.known == nil || !was.same(now) {
		was = now
		own := &diag.List{Account: c.report.Account}
		was.used, was.known = rules.Run(c.Compiled, read, now.headers, own, ask)
		was.found = own.Sorted()
		c.Memo.Set(use, was)
	}
	for _, d := range was.found {
		c.report.Add(d)
	}
	return was.used, was.known
}

// by gathers what scripts are checked by: the pack without its texts and the places of
// its cards.
func (c *checker) by(read []script.Script) *judged {
	all, tree, pack := *c.Compiled, *c.Compiled.Tree, *c.Compiled.Pack
	tree.Cards, tree.Messages, tree.Rulings, tree.Hash, pack.Hash = nil, nil, nil, [32]byte{}, [32]byte{}
	j := &judged{scripts: read, headers: c.Scripts.Headers(), by: &all, tree: &tree, pack: &pack,
		keys: sorted(all.Texts["en"])}
	all.Tree, all.Pack, all.Cards, all.Texts, all.Filters = nil, nil, nil, nil, nil
	all.Labels = compile.Labels{}
	return j
}

// same reports whether the scripts are the same, and checked by the same.
func (j *judged) same(other *judged) bool {
	return slices.EqualFunc(j.scripts, other.scripts,
		func(a, b script.Script) bool { return a.Tree == b.Tree && a.Script == b.Script }) &&
		slices.Equal(j.keys, other.keys) && reflect.DeepEqual(j.headers, other.headers) &&
		reflect.DeepEqual(j.pack, other.pack) && reflect.DeepEqual(j.tree, other.tree) &&
		reflect.DeepEqual(j.by, other.by)
}
