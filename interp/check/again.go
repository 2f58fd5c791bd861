package check

import (
	"encoding/binary"
	"hash/maphash"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/check/inference"
	"github.com/ruledeck/ruledeck/interp/check/rules"
	"github.com/ruledeck/ruledeck/interp/compile"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/script"
	"github.com/ruledeck/ruledeck/interp/source"
)

// judged holds the findings of scripts, and the inputs that they depend on.
type judged struct {
	scripts []script.Script
	// pack, parts and rest are digests of what scripts are checked by: of what all may depend
	// on, of the parts that they may depend on, and of how the pack uses the scripts.
	pack, rest uint64
	parts      map[string]uint64
	// version is the number of the scripts, with which others are told from them.
	version uint64
	found   []diag.Finding
	used    *rules.Names
	known   *inference.Inference
	memo    *inference.Memo
}

var versions atomic.Uint64

// scripts checks the scripts, unless neither they nor anything that they are checked by is
// another than the last time: what people read, and where it stands, is nothing of that.
func (c *checker) scripts(read []script.Script) (*rules.Names, *inference.Inference) {
	now := c.by(read)
	use := "scripts of " + c.Name
	was, ok := source.Recall(c.Memo, use, now.same)
	if !ok {
		if c.Memo != nil {
			now.memo = &inference.Memo{}
		}
		last, ok := source.Recall(c.Memo, use, func(j *judged) bool {
			return j.pack == now.pack && j.parts[inference.Declared] == now.parts[inference.Declared]
		})
		if !ok {
			last, ok = source.Recall(c.Memo, use, func(j *judged) bool { return j.pack == now.pack })
		}
		if ok {
			now.memo = last.memo
		}
		now.version = versions.Add(1)
		if was, ok := source.Recall(c.Memo, use, now.unchanged); ok {
			now.version = was.version
		}
		was = now
		own := &diag.List{Account: c.report.Account}
		was.used, was.known, was.memo = rules.Run(c.Compiled, read, own, now.memo, now.parts)
		was.found = own.Sorted()
		c.Memo.Note(use, was)
	}
	c.judged = was
	c.report.Add(was.found...)
	return was.used, was.known
}

// kept reports the findings of a check. It runs the check again only if its inputs, of
// which by returns a digest, have changed since the last time.
func (c *checker) kept(use string, find func(), by func() uint64) {
	type kept struct {
		by    uint64
		found []diag.Finding
	}
	if c.Memo == nil {
		find()
		return
	}
	use += " of " + c.Name
	now := by()
	was, ok := source.Recall(c.Memo, use, func(k kept) bool { return k.by == now })
	if !ok {
		all := c.report
		c.report = &diag.List{Account: all.Account}
		find()
		was = kept{now, c.report.Sorted()}
		c.report = all
		c.Memo.Note(use, was)
	}
	c.report.Add(was.found...)
}

// files is a digest of the files of the pack and of its scenarios, without its scripts.
func (c *checker) files() uint64 {
	d := newDigester(nil)
	for _, s := range c.Loaded.Sources() {
		for _, f := range s.Files {
			if path.Ext(f.Path) != ".lua" || strings.Contains(f.Path, "overlays/") {
				_, _ = d.hash.WriteString(f.Shown)
				d.number(c.Memo.Digest(f.Shown, f.Data))
			}
		}
	}
	for _, text := range c.Scenarios {
		d.number(uint64(len(text)))
		_, _ = d.hash.Write(text)
	}
	return d.hash.Sum64()
}

// by gathers what scripts are checked by: the pack without its texts and the places of
// its cards.
func (c *checker) by(read []script.Script) *judged {
	all := *c.Compiled
	tree := *c.Compiled.Tree
	pack := *c.Compiled.Pack
	headers := c.Compiled.Headers
	steps := sorted(all.StepPlaces)
	j := &judged{scripts: read, parts: map[string]uint64{
		inference.Abilities: digest(pack.Symbols, pack.Abilities, all.Abilities,
			lists.Map(headers, func(h compile.Header) string { return h.ID + " " + h.Fields.Get("params").Inline() })),
	}}
	of := map[string]*digester{}
	part := func(name string) *digester {
		if of[name] == nil {
			of[name] = newDigester(pack.Symbols)
		}
		return of[name]
	}
	cards(pack, part)
	declarations(&all, pack, func(name string, values ...any) {
		for _, v := range values {
			part(name).add(reflect.ValueOf(v))
		}
	})
	for name, d := range of {
		j.parts[name] = d.hash.Sum64()
	}
	for i := range read {
		steps = append(steps, read[i].File, read[i].Name)
	}
	j.parts[inference.Steps] = digest(nil, steps)
	tree.Cards = nil
	tree.Messages = nil
	tree.Rulings = nil
	tree.Hash = [32]byte{}
	tree.Layout = nil
	tree.Faces = nil
	tree.Pictures = nil
	declared := newDigester(nil)
	declared.unsaid = true
	declared.add(reflect.ValueOf(tree))
	texts := uint64(0)
	for key := range all.Texts["en"] {
		texts += maphash.String(seed, key)
	}
	j.rest = digest(nil, headers, declared.hash.Sum64(), texts)
	j.pack = digest(nil, len(pack.Types), len(pack.Zones))
	return j
}

// cards adds the parts of the pack that describe its cards: their ids, their printed values
// by attribute, and the rest.
func cards(pack engine.Pack, part func(string) *digester) {
	printed := make([]*digester, len(pack.Cards))
	ids, rest := part(inference.Ids), part(inference.Printed)
	var d engine.CardDef
	def := reflect.ValueOf(&d).Elem()
	for i := range pack.Defs {
		d = pack.Defs[i]
		ids.add(def.FieldByName("ID"))
		ids.number(uint64(d.Type))
		for _, p := range d.Printed {
			a := p.Attribute
			values := p.Values
			if printed[a] == nil {
				printed[a] = part(inference.PrintedAs(pack.Cards[a].Name))
			}
			to := printed[a]
			to.number(uint64(i))
			to.values(values)
			for _, v := range values {
				if v.Kind == engine.List {
					to.add(reflect.ValueOf(pack.List(v)))
				}
			}
		}
		d.Printed = nil
		rest.add(def)
	}
}

// declarations adds the parts of the pack that are what it declares, by name: where the
// numbers that these have are new, so are the parts.
func declarations(all *compile.Compiled, pack engine.Pack, add func(part string, values ...any)) {
	for of, list := range [][]engine.Attribute{pack.Game, pack.Seats, pack.Cards} {
		for i := range list {
			add(inference.PartOf(keyword.RefAttribute, list[i].Name), of, i, &list[i])
		}
	}
	for i := range pack.Triggers {
		add(inference.PartOf(keyword.RefTrigger, pack.Triggers[i].Name), i, &pack.Triggers[i])
	}
	for i := range pack.Zones {
		z := &pack.Zones[i]
		add(inference.PartOf(keyword.RefZones, z.Name), i, z)
		for k := range pack.Types {
			if int(pack.Types[k].Start) == i {
				add(inference.PartOf(keyword.RefZones, z.Name), k)
			}
		}
	}
	for name, zones := range all.Groups {
		add(inference.PartOf(keyword.RefZones, name), uint64(zones))
	}
	for i := range pack.Types {
		add(inference.PartOf(keyword.RefType, pack.Types[i].Name), i)
	}
	for i := range pack.Dice {
		add(inference.PartOf(keyword.RefDie, pack.Dice[i].Name), i, &pack.Dice[i])
	}
	add(inference.Zones, pack.Zones, all.Groups, pack.Types)
	pack.Symbols = nil
	pack.Defs = nil
	pack.Lists = nil
	pack.Hash = [32]byte{}
	pack.Abilities = nil
	pack.Steps = nil
	add(inference.Declared, pack, all.GameAttributes, all.SeatAttributes, all.CardAttributes, all.Types, all.Zones,
		all.Groups, all.Dice, all.Triggers, all.Phases, all.GameOptions, all.Enumerations, all.Does, all.Broken)
}

// same reports whether the scripts are the same, and checked by the same.
func (j *judged) same(other *judged) bool {
	return j.unchanged(other) && j.pack == other.pack && maps.Equal(j.parts, other.parts) && j.rest == other.rest
}

// unchanged reports whether the scripts are the same.
func (j *judged) unchanged(other *judged) bool {
	return slices.EqualFunc(j.scripts, other.scripts,
		func(a, b script.Script) bool {
			a.Text = b.Text // of which the tree is made
			return a == b
		})
}

var seed = maphash.MakeSeed()

// digest is a number that tells values apart, by all that they hold. Words of a pack, which
// have other numbers when scripts have other words, are told by what they are.
func digest(symbols []string, values ...any) uint64 {
	d := newDigester(symbols)
	for _, v := range values {
		d.add(reflect.ValueOf(v))
	}
	return d.hash.Sum64()
}

type digester struct {
	hash    maphash.Hash
	symbols []string
	// unsaid leaves out what people read of declarations, and where these stand.
	unsaid bool
}

func newDigester(symbols []string) *digester {
	d := &digester{symbols: symbols}
	d.hash.SetSeed(seed)
	return d
}

// values adds values of a pack, as add does.
func (d *digester) values(values []engine.Value) {
	d.number(uint64(len(values)))
	for _, v := range values {
		d.number(uint64(v.Kind))
		if v.Kind == engine.Word {
			_, _ = d.hash.WriteString(d.symbols[v.N])
		} else {
			d.number(uint64(v.N))
		}
	}
}

func (d *digester) number(n uint64) {
	var bytes [8]byte
	binary.LittleEndian.PutUint64(bytes[:], n)
	_, _ = d.hash.Write(bytes[:])
}

var symbolType, valueType = reflect.TypeFor[engine.Symbol](), reflect.TypeFor[engine.Value]()
var textsType, posType = reflect.TypeFor[ast.Texts](), reflect.TypeFor[diag.Pos]()

func (d *digester) add(v reflect.Value) {
	if !v.IsValid() {
		return
	}
	switch {
	case d.unsaid && (v.Type() == textsType || v.Type() == posType):
		return
	case d.symbols == nil:
	case v.Type() == symbolType:
		_, _ = d.hash.WriteString(d.symbols[v.Int()])
		return
	case v.Type() == valueType && engine.Kind(v.FieldByName("Kind").Uint()) == engine.Word:
		_, _ = d.hash.WriteString(d.symbols[v.FieldByName("N").Int()])
		return
	}
	switch v.Kind() {
	case reflect.String:
		d.number(uint64(v.Len()))
		_, _ = d.hash.WriteString(v.String())
	case reflect.Bool:
		if v.Bool() {
			d.number(1)
		} else {
			d.number(0)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !d.unsaid || v.Type().Field(i).Name != "Doc" {
				d.add(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		d.number(uint64(v.Len()))
		for i := range v.Len() {
			d.add(v.Index(i))
		}
	case reflect.Map:
		sum, one := uint64(0), newDigester(d.symbols)
		one.unsaid = d.unsaid
		for i := v.MapRange(); i.Next(); {
			one.hash.Reset()
			one.add(i.Key())
			one.add(i.Value())
			sum += one.hash.Sum64()
		}
		d.number(sum)
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			d.number(1)
			d.add(v.Elem())
		} else {
			d.number(0)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		d.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		d.number(v.Uint())
	}
}
