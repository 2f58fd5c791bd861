package compile

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/sanitize"
)

// Header is what a script says about one ability: the table given to
// ability{...}, without its functions.
type Header struct {
	// ID is the named ability, Part the number of this one in its file.
	ID   string
	Part int
	// File and Line say where it stands.
	File string
	Line int
	// Fields are the fields of the table that are no functions.
	Fields *ast.Tree
	// Form is the form under which its function stands, "" for run; Several says that the
	// table has other forms beside it. Deed says that a card puts the ability under Form and
	// its function stands under run, Retargeted that the card gives a target of its own.
	Form                      string
	Several, Deed, Retargeted bool
	// HasWhen, HasRun, HasAmount and HasFrom, in its target, say which functions it has.
	HasWhen, HasRun, HasAmount, HasFrom bool
	// Script is its number among the headers of the scripts.
	Script int
}

// Where is the condition on a parameter of the trigger, or on self; nil for none.
func (h *Header) Where(param string) *ast.Tree { return h.Fields.Get("where").Get(param) }

// Place is the place of the header's table, as exact as it is known.
func (h *Header) Place() diag.Pos {
	if h.Fields != nil && h.Fields.Pos.Column > 0 {
		return h.Fields.Pos
	}
	return diag.Pos{File: h.File, Line: h.Line}
}

// Finish compiles the abilities and what refers to them. AddSteps and
// AddSymbols come before it.
func (c *Compiler) Finish(headers []Header) *Compiled {
	c.forms()
	headers = slices.Clone(headers)
	for i := range headers {
		headers[i].Script = i
	}
	slices.SortStableFunc(headers, func(a, b Header) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Part, b.Part))
	})
	for i := range headers {
		c.addAbility(headers[i])
	}
	said := map[ast.Word]bool{}
	for _, w := range c.namedAbilities {
		if _, ok := c.out.Abilities[w.Text]; !ok && !said[w] && !c.unread["ability "+w.Text] {
			c.unknown("unknown-ability", w, "there is no ability", sortedKeys(c.out.Abilities))
		}
		said[w] = true
	}
	c.grants()
	c.cards()
	c.decks()
	c.sizes()
	c.whole()
	return c.out
}

// addAbility compiles a header; what its form says comes into the header that is kept.
func (c *Compiler) addAbility(head Header) engine.AbilityID {
	id := engine.AbilityID(len(c.pack.Abilities))
	h := &headerReader{Compiler: c, header: &head, id: id}
	ability := h.ability()
	c.pack.Abilities = append(c.pack.Abilities, ability)
	c.out.Headers = append(c.out.Headers, head)
	c.out.Abilities[ability.Name] = append(c.out.Abilities[ability.Name], id)
	return id
}

// filters reads filters that may name the parameters of a trigger; nil for none. The
// abilities that they name are looked for once all are known.
func (c *Compiler) filters(trigger *engine.Trigger) *filter.Reader {
	return &filter.Reader{
		Keys: c.out.Filters, Report: c.report, Trigger: trigger, Symbol: c.Symbol,
		Ability: func(w ast.Word) engine.Symbol {
			c.namedAbilities = append(c.namedAbilities, w)
			return c.Symbol(w.Text)
		},
	}
}

func wordOf(t *ast.Tree) ast.Word { return ast.Word{Text: t.Text, Pos: t.Pos} }

// headerReader reads the fields of one header.
type headerReader struct {
	*Compiler
	header *Header
	id     engine.AbilityID
	fields map[string]*ast.Tree
}

func (h *headerReader) ability() engine.Ability {
	head := h.header
	out := engine.Ability{
		ID: h.id, Name: head.ID, NameSymbol: h.Symbol(head.ID), Part: head.Part,
		File: head.File, Line: head.Line, Form: engine.Marker,
		Of: -1, AmountParam: -1, Trigger: -1, Limit: engine.Limit{Per: -1},
		HasWhen: head.HasWhen, HasRun: head.HasRun, HasAmount: head.HasAmount,
	}
	if !fieldPattern.MatchString(head.ID) {
		h.errorf("bad-name", head,
			"the name of an ability's file has letters, digits and _ alone: %q", head.ID)
	}
	if !h.readFields() || !h.formed() {
		return out
	}
	h.label()
	h.readParams(&out)
	h.form(&out)
	h.pays(&out)
	if t := h.fields["active"]; t != nil {
		out.Active = h.filters(nil).Cards(t)
	}
	switch out.Form {
	case engine.Hook:
		h.hook(&out)
	case engine.Action:
		h.action(&out)
	case engine.Modifier:
		h.modifier(&out)
	case engine.Grant:
		h.grant(&out)
	}
	h.limit(&out)
	h.target(&out)
	h.ends(&out)
	return out
}

// functions are the fields that are functions: these do not come with the tree,
// and what comes under their names is none.
var functions = []string{"when", "run", "amount"}

// readFields checks the names of the fields and reports whether the header is a
// table of them.
func (h *headerReader) readFields() bool {
	h.fields = map[string]*ast.Tree{}
	record := keyword.Lookup("ability")
	t := h.header.Fields
	if t != nil && t.Kind == ast.TreeList && len(t.Items) == 0 {
		return true // an empty table: a marker
	}
	if t == nil || t.Kind != ast.TreeMap {
		h.errorf("wrong-type", h.header, "ability{...} takes a table with named fields")
		return false
	}
	for _, field := range t.Fields {
		if _, known := record.Field(field.Name); !known {
			h.unknownField(field)
			continue
		}
		if slices.Contains(functions, field.Name) {
			h.errorf("wrong-type", field, "%s must be a function, not %s", field.Name,
				field.Value.Describe())
			continue
		}
		h.fields[field.Name] = field.Value
	}
	return true
}

// meant takes a misspelt field for the one that was meant, so that nothing is said of
// what it would have said; "" is none.
func (h *headerReader) meant(name string, value *ast.Tree) {
	has := map[string]*bool{"when": &h.header.HasWhen, "run": &h.header.HasRun, "amount": &h.header.HasAmount}[name]
	switch {
	case has != nil:
		*has = true
	case name != "" && h.header.Fields.Get(name) == nil:
		h.fields[name] = value
	}
}

// word takes a field that is a word; the zero word if it is not given.
func (h *headerReader) word(name string) ast.Word { return h.wordIn(h.fields[name], name) }

// wordIn takes a value that is a word; the zero word if there is none.
func (h *headerReader) wordIn(t *ast.Tree, name string) ast.Word {
	switch {
	case t == nil:
		return ast.Word{}
	case t.Kind != ast.TreeWord || t.Text == "":
		h.notA(t, name, "a word")
		return ast.Word{}
	}
	return wordOf(t)
}

func (h *headerReader) flag(name string) bool { return h.flagIn(h.fields[name], name) }

// flagIn takes a value that is a flag; false if there is none.
func (h *headerReader) flagIn(t *ast.Tree, name string) bool {
	if t != nil && t.Kind != ast.TreeFlag {
		h.notA(t, name, "true or false")
	}
	return t != nil && t.Flag
}

// choice takes a field that is one of several words, and gives its place among
// them, or that of the one that was meant; -1 if it is not given.
func (h *headerReader) choice(name string, words []string) int {
	w := h.word(name)
	if !w.Given() {
		return -1
	}
	i := slices.Index(words, w.Text)
	if i < 0 {
		h.unknown("unknown-value", w, name+" cannot be", words)
		i = slices.Index(words, diag.Nearest(w.Text, words))
	}
	return i
}

// label reads the texts for people: the name by language (the first part that
// has one names the ability) and the explanation for designers.
func (h *headerReader) label() {
	if t := h.fields["doc"]; t != nil && t.Kind != ast.TreeWord {
		h.notA(t, "doc", "a text")
	}
	t := h.fields["name"]
	if t == nil {
		return
	}
	var texts ast.Texts
	switch t.Kind {
	case ast.TreeWord:
		texts = ast.Texts{{Lang: "en", Text: sanitize.Name(t.Text), Pos: t.Pos}}
	case ast.TreeMap:
		for _, f := range t.Fields {
			if f.Value.Kind != ast.TreeWord {
				h.errorf("wrong-type", f, "the name in %q must be a text, not %s",
					f.Name, f.Value.Describe())
				continue
			}
			texts = append(texts, ast.Text{Lang: f.Name, Text: sanitize.Name(f.Value.Text), Pos: f.Pos})
		}
	default:
		h.notA(t, "name", "a text, or a table with a text for each language")
	}
	if h.out.Labels.Abilities[h.header.ID] == nil {
		h.out.Labels.Abilities[h.header.ID] = texts
	}
}

// forms are the fields that make an ability what it is, by form.
var forms = []struct {
	field string
	form  engine.AbilityForm
}{
	{"on", engine.Hook}, {"action", engine.Action},
	{"modifies", engine.Modifier}, {"of_seat", engine.Modifier}, {"of_game", engine.Modifier},
	{"grants", engine.Grant},
}

// onlyFor lists the fields that say something for some forms alone.
var onlyFor = map[string][]engine.AbilityForm{
	"window": {engine.Hook}, "may": {engine.Hook}, "heard": {engine.Hook}, "anywhere": {engine.Hook},
	"target": {engine.Hook, engine.Action, engine.Deed},
	"of":     {engine.Modifier, engine.Grant}, "set": {engine.Modifier}, "add": {engine.Modifier},
	"remove": {engine.Modifier}, "at_least": {engine.Modifier}, "at_most": {engine.Modifier},
	"limit": {engine.Hook, engine.Action}, "pays": {engine.Hook, engine.Action},
}

var formNames = map[engine.AbilityForm]string{
	engine.Hook: "an ability that answers a trigger", engine.Action: "an action", engine.Modifier: "a modifier",
	engine.Grant:  "an ability that gives another",
	engine.Marker: "an ability that answers nothing", engine.Deed: "a deed",
}

// form finds out what the ability is. One without any of the fields and without
// functions is a marker, which others ask for by name.
func (h *headerReader) form(out *engine.Ability) {
	var given []string
	for _, f := range forms {
		if h.fields[f.field] != nil {
			given = append(given, f.field)
			out.Form = f.form
		}
	}
	if len(given) > 1 {
		h.errorf("bad-ability", h.header,
			"an ability has one of on, action, modifies, of_seat, of_game and grants; this one has %s and %s", given[0],
			given[1])
	}
	if len(given) == 0 && len(h.tree.Forms) > 0 && h.header.HasRun {
		out.Form = engine.Deed
		h.freeName(ast.Word{Text: h.header.ID, Pos: h.header.Place()}, keyword.RefAbility)
	} else if len(given) == 0 && (h.header.HasRun || h.header.HasWhen || h.header.HasAmount) {
		h.errorf("bad-ability", h.header,
			"this ability does not say when it acts: it needs on, action, modifies, of_seat or of_game")
	}
	for _, name := range sortedKeys(onlyFor) {
		t := h.fields[name]
		if t != nil && !slices.Contains(onlyFor[name], out.Form) {
			h.errorf("meaningless-key", t, "%s says nothing in %s", name, formNames[out.Form])
		}
	}
	if out.Form == engine.Modifier {
		if h.header.HasRun {
			h.errorf("meaningless-key", h.header,
				"run says nothing in a modifier; amount gives its number")
		}
	} else if h.header.HasAmount {
		h.errorf("meaningless-key", h.header, "amount is for modifiers")
	}
}

// hook reads an ability that answers a trigger.
func (h *headerReader) hook(out *engine.Ability) {
	on := h.word("on")
	if !h.header.HasRun {
		h.errorf("missing-key", h.header, "this ability answers %q and needs a function run", on)
	}
	out.May, out.Anywhere = h.flag("may"), h.flag("anywhere")
	out.Window = engine.After
	if i := h.choice("window", keyword.WindowNames); i >= 0 {
		out.Window = engine.Window(i)
		out.May = out.May || out.Window == engine.Respond
	}
	if heard := h.word("heard"); heard.Given() {
		out.LastKnown = h.choice("heard", []string{"before", "after"}) == 0
		if out.LastKnown && out.Window != engine.After {
			h.errorf("meaningless-key", heard,
				"heard = \"before\" is for the window after; the others come before the change anyway")
		}
	}
	id, ok := h.triggerNamed(on)
	if !ok {
		return
	}
	out.Trigger = id
	trigger := &h.pack.Triggers[id]
	if !trigger.Windows[out.Window] {
		h.window(trigger, out.Window)
	}
	if anywhere := h.fields["anywhere"]; out.Anywhere && trigger.Scope < 0 {
		h.report.Warnf("meaningless-key", anywhere,
			"anywhere says nothing: the trigger %s has no scope", trigger.Name)
	}
	out.Where = h.where(trigger)
}

func (h *headerReader) window(t *engine.Trigger, w engine.Window) {
	var allowed []string
	for i, ok := range t.Windows {
		if ok {
			allowed = append(allowed, keyword.WindowNames[i])
		}
	}
	pos := h.header.Place()
	if field := h.fields["window"]; field != nil {
		pos = field.Pos
	}
	h.report.Add(diag.Finding{
		Code: "wrong-window", Pos: pos, Allowed: allowed,
		Message: fmt.Sprintf("the trigger %s has no window %q", t.Name, w),
	})
}

func (h *headerReader) where(trigger *engine.Trigger) []engine.Condition {
	t := h.fields["where"]
	if t == nil {
		return nil
	}
	return h.filters(trigger).Where(t)
}

// action reads an ability that is offered under a word.
func (h *headerReader) action(out *engine.Ability) {
	w := h.word("action")
	out.ActionKind = h.Symbol(w.Text)
	if !h.header.HasRun {
		h.errorf("missing-key", h.header, "the action %q needs a function run", w)
	}
	out.Where = h.where(nil)
}

// pays adds the cost of an ability to its conditions, on its card and on its seat, behind the others:
// with less of a number, or with a flag that is turned already, it does not act.
func (h *headerReader) pays(out *engine.Ability) {
	t := h.fields["pays"]
	if t == nil {
		return
	}
	if t.Kind != ast.TreeMap {
		h.notA(t, "pays", "a table of attributes")
		return
	}
	where := ast.Tree{Kind: ast.TreeMap, Pos: t.Pos}
	if own := h.fields["where"]; own != nil {
		where.Fields = slices.Clone(own.Fields)
	}
	cost := func(of string, t *ast.Tree, attributes []engine.Attribute) {
		if prices := h.prices(t, attributes); len(prices) > 0 {
			where.Fields = append(where.Fields, ast.TreeField{Name: of, Pos: t.Pos,
				Value: &ast.Tree{Kind: ast.TreeMap, Pos: t.Pos, Fields: prices}})
			out.Pays++
		}
	}
	card := *t
	card.Fields = slices.DeleteFunc(slices.Clone(t.Fields), func(f ast.TreeField) bool { return f.Name == "seat" })
	cost("self", &card, h.pack.Cards)
	if seat := t.Get("seat"); seat != nil {
		cost("friendly", seat, h.pack.Seats)
	}
	h.fields["where"] = &where
}

// prices returns the conditions under which state attributes can pay: a number holds the price at
// least, and a flag is not turned yet.
func (h *headerReader) prices(t *ast.Tree, attributes []engine.Attribute) []ast.TreeField {
	var names []string
	for i := range attributes {
		if attributes[i].State {
			names = append(names, attributes[i].Name)
		}
	}
	out := slices.Clone(t.Fields)
	for i, f := range out {
		v := *f.Value
		v.Flag = !v.Flag
		switch {
		case !slices.Contains(names, f.Name):
			h.unknown("unknown-attribute", ast.Word{Text: f.Name, Pos: f.Pos}, "pays names no state attribute", names)
			return nil
		case f.Value.Kind == ast.TreeNumber && f.Value.Number > 0:
			v = ast.Tree{Kind: ast.TreeMap, Pos: f.Pos, Fields: []ast.TreeField{{Name: "min", Value: f.Value}}}
		case f.Value.Kind != ast.TreeFlag:
			h.notA(f.Value, "what is paid of "+f.Name, "true, false or a number from 1")
			return nil
		}
		out[i].Value = &v
	}
	return out
}

// ends reads what ends an ability where it lasts: a trigger, or {on, where}.
func (h *headerReader) ends(out *engine.Ability) {
	t := h.fields["until_"]
	if t == nil {
		return
	}
	on := t
	if t.Kind == ast.TreeMap {
		h.known(t, "ending")
		on = t.Get("on")
	}
	if on == nil || on.Kind != ast.TreeWord {
		h.errorf("wrong-type", t, "until_ is a trigger or a table {on = trigger, where = conditions}")
		return
	}
	id, ok := h.triggerNamed(wordOf(on))
	if !ok {
		return
	}
	out.Ends = &engine.Ending{Trigger: id}
	if where := t.Get("where"); where != nil {
		out.Ends.Where = h.filters(&h.pack.Triggers[id]).Where(where)
	}
}

// known reports the fields of a table that its record does not have.
func (h *headerReader) known(t *ast.Tree, record string) {
	names := keyword.Lookup(record).Names()
	for _, f := range t.Fields {
		if !slices.Contains(names, f.Name) {
			h.report.Unknown("unknown-key", f, f.Name, names, "unknown field %q in %s", f.Name, record)
		}
	}
}

func (h *headerReader) limit(out *engine.Ability) {
	t := h.fields["limit"]
	if t == nil {
		return
	}
	if t.Kind != ast.TreeMap {
		h.notA(t, "limit", "a table {times = n, per = trigger}")
		return
	}
	h.known(t, "limit")
	times, per := t.Get("times"), t.Get("per")
	switch {
	case times == nil || per == nil:
		h.errorf("missing-key", t, "limit needs times, and per: a trigger or game")
		return
	case times.Kind != ast.TreeNumber || times.Number < 1:
		h.notA(times, "times", "a number from 1")
		return
	case per.Kind != ast.TreeWord:
		h.notA(per, "per", "a trigger or game")
		return
	}
	out.Limit.Times = times.Number
	if by := t.Get("by"); by != nil {
		if by.Text != "seat" && by.Text != "card" {
			h.notA(by, "by", "seat or card")
		}
		out.Limit.ByCard = by.Text == "card"
	}
	if per.Text == "game" {
		return
	}
	id, ok := h.out.Triggers[per.Text]
	if !ok {
		h.unknown("unknown-trigger", wordOf(per), "per is a trigger or game; there is no trigger",
			append(sortedKeys(h.out.Triggers), "game"))
		return
	}
	out.Limit.Per = id
}
