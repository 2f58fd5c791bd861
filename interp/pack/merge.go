package pack

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/source"
)

// claim notes that an overlay sets something. Two overlays of one priority may
// not set the same thing otherwise, nor one a thing and the other a part of it: which of
// them held would be an accident.
type claim struct {
	what []string
	to   string
	by   *layer
	pos  diag.Pos
}

type claims []claim

// set notes a claim, of something to a value in its short form, and reports whether that is
// to be laid: it is not where it contradicts another overlay, nor where one has laid the same.
func (c *claims) set(l *loader, at *layer, pos diag.Pos, to string, what ...string) bool {
	if !at.overlay {
		return true
	}
	for _, other := range *c {
		n := min(len(other.what), len(what)) // one path is the other or leads to it
		if other.by != at && other.by.priority == at.priority && slices.Equal(other.what[:n], what[:n]) {
			if other.to == to && len(other.what) == len(what) {
				return false
			}
			l.report.Errorf("overlay-conflict", pos,
				"two overlays set %s: %s and %s; the one with the larger priority holds: "+
					"write priority: %d in %s or in %s", strings.Join(what, " / "), other.pos, pos, at.priority+1,
				path.Join(other.by.source.Shown, "pack.yaml"), path.Join(at.source.Shown, "pack.yaml"))
			return false
		}
	}
	*c = append(*c, claim{what, to, at, pos})
	return true
}

// taken reports whether an overlay of this priority has set just this, whole.
func (c *claims) taken(at *layer, what []string) bool {
	return slices.ContainsFunc(*c, func(other claim) bool {
		return other.by != at && other.by.priority == at.priority && slices.Equal(other.what, what)
	})
}

// merge lays the layers' YAML files over each other.
func (l *loader) merge() ast.Files {
	base := l.layers[0].source
	m := &merger{loader: l, gone: map[string]diag.Pos{}, beside: map[diag.Pos]beside{}}
	manifest, game := m.manifest(), m.game()
	files := ast.Files{
		ManifestName: path.Join(base.Shown, "pack.yaml"),
		GameName:     path.Join(base.Shown, "game.yaml"),
		Manifest:     manifest,
		Game:         game,
		Cards:        m.cards(game),
		Memo:         m.memo,
	}
	for _, at := range m.layers {
		for i := range at.source.Files {
			f := &at.source.Files[i]
			switch {
			case !strings.HasPrefix(f.Path, "decks/"):
			case at.source.alone && path.Ext(f.Path) == ".txt":
				m.out.texts[f.Shown] = f.Data
				files.Decks = append(files.Decks, deckText(f))
			case path.Ext(f.Path) == ".yaml":
				if n := m.shared(f); n != nil { // else it is empty, or no YAML
					files.Decks = append(files.Decks, m.own(n))
				}
			}
		}
	}
	if m.language == "" {
		files.Rulings = m.rulings()
	}
	files.Locale = m.locale()
	// A picture of a later layer takes the place of the one at its path.
	files.Pictures = map[string]ast.Picture{}
	for _, at := range m.layers {
		for _, f := range at.source.Files {
			if isPicture(f.Path) && m.claims.set(m.loader, at, f.whole(), string(f.Data), f.Path) {
				files.Pictures[f.Path] = ast.Picture{Shown: f.Shown, Data: f.Data}
			}
		}
	}
	return files
}

// isPicture reports whether a path is one of a file that is shown as it is.
func isPicture(at string) bool {
	return strings.HasPrefix(at, "art/") || strings.HasPrefix(at, "icons/")
}

type merger struct {
	*loader
	claims claims
	// laid is the layer that is being laid over those below.
	laid *layer
	// shares are what types of cards share, by layer.
	shares []*source.Node
	// gone is what layers took out of the game file, by path.
	gone map[string]diag.Pos
	// beside are the steps and phases that overlays put before or behind another, by their
	// places.
	beside map[diag.Pos]beside
}

// manifest merges the manifests: the packs below give the game its name; an overlay may
// only widen the number of seats.
func (m *merger) manifest() *source.Node {
	var out *source.Node
	for _, at := range m.layers {
		switch {
		case at.manifest == nil || at.manifest.Kind != source.Map:
			if !at.overlay && out == nil {
				out = at.manifest
			}
		case out == nil:
			out = at.manifest
			if len(m.layers) > 1 {
				out = m.own(out)
			}
		default:
			for _, p := range at.manifest.Pairs {
				if !at.overlay ||
					p.Key == "seats" && m.claims.set(m.loader, at, p.Pos, p.Value.Inline(), "pack.yaml", p.Key) {
					setPair(out, p)
				}
			}
		}
	}
	return out
}

// game merges the game files.
func (m *merger) game() *source.Node {
	var out *source.Node
	for _, at := range m.layers {
		n := m.shared(at.source.File("game.yaml"))
		if len(m.layers) > 1 || n.Get("types").Get(keyword.Together) != nil {
			n = m.own(n)
			m.together(out.Get("types"), n.Get("types"))
		}
		cards := func(f File) bool { return strings.HasPrefix(f.Path, "cards/") }
		if out != nil && slices.ContainsFunc(at.source.Files, cards) {
			// The numbers of cards that the layers below state are theirs.
			out.Pairs = slices.DeleteFunc(out.Pairs, func(p source.Pair) bool { return p.Key == "sizes" })
		}
		switch {
		case n == nil:
		case out == nil:
			out = n
		case n.Kind != source.Map || out.Kind != source.Map:
			m.report.Errorf("wrong-type", n, "game.yaml must be a map, not %s", n.Describe())
		default:
			m.laid = at
			m.removeParts(out, n.Get(keyword.RemoveKey), []string{"game.yaml"})
			m.mergeMaps(out, n, []string{"game.yaml"}, keyword.RecordType("game file"))
		}
	}
	return out
}

// together lays what types of cards share under what each says itself. What a layer says of all
// comes to the types below it too, and its own new types share what the layers below say.
func (m *merger) together(below, types *source.Node) {
	before := len(m.shares)
	if all := types.Get(keyword.Together); all != nil && all.Kind == source.Map {
		m.shares = append(m.shares, all)
		types.Pairs = slices.DeleteFunc(types.Pairs, func(p source.Pair) bool { return p.Value == all })
		for _, p := range below.Keys() {
			if types.Get(p.Key) == nil {
				types.Put(p.Key, &source.Node{Kind: source.Map, Pos: all.Pos})
			}
		}
	}
	for i, p := range types.Keys() {
		shares := m.shares
		if below.Get(p.Key) != nil {
			shares = shares[before:]
		}
		for _, shared := range slices.Backward(shares) {
			p.Value = over(p.Value, shared)
		}
		types.Pairs[i].Value = p.Value
	}
}

// over is a type of cards with what it shares with others; what it says itself holds.
func over(own, shared *source.Node) *source.Node {
	if own.Kind != source.Map {
		return own
	}
	out := shared.Clone()
	out.Pos = own.Pos
	for _, p := range own.Pairs {
		if was := out.Get(p.Key); p.Key == "attributes" && was != nil && was.Kind == p.Value.Kind {
			p.Value = over(p.Value, was)
		}
		setPair(out, p)
	}
	return out
}

// mergeMaps lays the map from over the map into, which is of a type: maps merge key by key,
// lists may be changed in part, and other values replace the old ones.
func (m *merger) mergeMaps(into, from *source.Node, where []string, t keyword.Type) {
	for _, p := range from.Pairs {
		here := append(where[:len(where):len(where)], p.Key)
		was := into.Get(p.Key)
		inside := within(t, p.Key)
		switch {
		case len(where) == 1 && p.Key == keyword.RemoveKey:
		case len(where) == 1 && p.Key == "flow" && p.Value.Kind == source.Map:
			m.patchFlow(was, p.Value)
		case isListChange(p.Value, inside) && (was == nil || was.Kind != source.Map):
			if list := m.changeList(was, p.Value, here); list != nil {
				m.put(into, source.Pair{Key: p.Key, Pos: p.Pos, Value: list}, here)
			}
		case was == nil && t.Kind == keyword.RecordOf && p.Value.Kind == source.Map &&
			(inside.Kind == keyword.MapOf || inside.Kind == keyword.RecordOf):
			// What several overlays add to what the base lacks stands side by side.
			now := &source.Node{Kind: source.Map, Pos: p.Value.Pos}
			setPair(into, source.Pair{Key: p.Key, Pos: p.Pos, Value: now})
			m.mergeMaps(now, p.Value, here, inside)
		case was != nil && was.Kind == source.Map && p.Value.Kind == source.Map && !isChange(p.Value) &&
			!m.claims.taken(m.laid, here):
			m.mergeMaps(was, p.Value, here, inside)
		case was == nil && m.changesNothing(into, p, here, t):
		default:
			m.set(into, was, p, here)
		}
	}
}

// set lays a pair over a map, which holds was under its key.
func (m *merger) set(into, was *source.Node, p source.Pair, where []string) {
	to := p.Value
	if isChange(to) {
		to = to.Get("now")
	}
	if m.claims.set(m.loader, m.laid, p.Pos, to.Inline(), where...) {
		if p, ok := m.now(was, p); ok {
			m.put(into, p, where)
		}
	}
}

// changesNothing reports whether an entry is too little for a new one where the
// base has none of its name, with a finding if so: it was meant to change what
// the base no longer has, or never had.
func (m *merger) changesNothing(into *source.Node, p source.Pair, here []string, t keyword.Type) bool {
	inside := within(t, p.Key)
	if t.Kind != keyword.MapOf || inside.Kind != keyword.RecordOf || p.Value.Kind != source.Map {
		return false
	}
	record := keyword.Lookup(string(inside.Ref))
	missing := ""
	for _, f := range record.Fields {
		if f.Required && p.Value.Get(f.Name) == nil {
			missing = f.Name
		}
	}
	if missing == "" && len(record.Marks) > 0 &&
		!slices.ContainsFunc(record.Marks, func(key string) bool { return p.Value.Get(key) != nil }) {
		missing = strings.Join(record.Marks, " or ")
	}
	if missing == "" {
		return false
	}
	if at, gone := m.gone[strings.Join(here, " / ")]; gone {
		if m.claims.set(m.loader, m.laid, p.Pos, p.Value.Inline(), here...) {
			m.report.Errorf("patch-of-nothing", p, "there is no %s %q to change; it is removed at %s",
				record.Name, p.Key, at)
		}
		return true
	}
	m.report.Unknown("patch-of-nothing", p, p.Key, keysOf(into),
		"the base has no %s %q to change, and a new one needs %s", record.Name, p.Key, missing)
	return true
}

// within returns the type of the value under a key of a value of a type, as far as the type
// says.
func within(t keyword.Type, key string) keyword.Type {
	switch t.Kind {
	case keyword.MapOf:
		return *t.Item
	case keyword.RecordOf:
		if f, ok := keyword.Lookup(string(t.Ref)).Field(key); ok {
			return f.Type
		}
	}
	return keyword.Type{}
}

func keysOf(n *source.Node) []string {
	if n == nil {
		return nil
	}
	return lists.Map(n.Pairs, func(p source.Pair) string { return p.Key })
}

// put sets a pair and notes the old value.
func (m *merger) put(into *source.Node, p source.Pair, where []string) {
	if m.laid != m.layers[0] {
		m.earlier(into, p.Key, p.Value, where)
	}
	setPair(into, p)
}

// earlier notes the value that a change takes the place of.
func (m *merger) earlier(in *source.Node, key string, now *source.Node, where []string) {
	for _, p := range in.Pairs {
		if p.Key == key && p.Value.Inline() != now.Inline() {
			m.out.Earlier = append(m.out.Earlier, Earlier{strings.Join(where, " / "), p.Value.Inline(), p.Pos})
		}
	}
}

// setPair puts a pair in place of the one with its key, or at the end.
func setPair(n *source.Node, p source.Pair) {
	for i := range n.Pairs {
		if n.Pairs[i].Key == p.Key {
			n.Pairs[i] = p
			return
		}
	}
	n.Pairs = append(n.Pairs, p)
}

// locale merges the sentences of each language; later layers win.
func (m *merger) locale() []ast.LocaleFile {
	var out []ast.LocaleFile
	for _, at := range m.layers {
		own := map[string]map[string]*source.Pair{} // by language
		lay := func(lang string, read func() *source.Node) {
			if !slices.Contains(m.out.Languages, lang) {
				m.out.Languages = append(m.out.Languages, lang)
			}
			if m.language != "" && lang != m.language && lang != "en" {
				return
			}
			n := read()
			switch {
			case n == nil:
			case n.Kind != source.Map:
				m.report.Errorf("wrong-type", n, "a locale file must be a map of sentences, not %s", n.Describe())
			default:
				if own[lang] == nil {
					own[lang] = make(map[string]*source.Pair, len(n.Pairs))
				}
				m.sentences(at, localeOf(&out, lang), n, own[lang])
			}
		}
		for i := range at.source.Files {
			f := &at.source.Files[i]
			if lang, ok := language(f.Path); ok {
				lay(lang, func() *source.Node { return m.shared(f) })
			}
		}
		for _, said := range m.said {
			if said.by == at {
				lay(said.lang, func() *source.Node { return said.texts })
			}
		}
	}
	if m.language != "" && len(localeOf(&out, "en").Node.Pairs) == 0 {
		m.language = "" // any language brings the words of the game then
		return m.locale()
	}
	return out
}

func (m *merger) sentences(at *layer, into *ast.LocaleFile, from *source.Node,
	own map[string]*source.Pair) {
	places := make(map[string]int, len(into.Node.Pairs))
	for i, p := range into.Node.Pairs {
		places[p.Key] = i
	}
	into.Node.Pairs = slices.Grow(into.Node.Pairs, len(from.Pairs))
	for i, p := range from.Pairs {
		if first := own[p.Key]; first != nil {
			m.report.Errorf("duplicate-text", p,
				"the sentence %q stands twice in this language; the other is at %s", p.Key, first.Pos)
			continue
		}
		own[p.Key] = &from.Pairs[i]
		if at.overlay && !m.claims.set(m.loader, at, p.Pos, p.Value.Inline(), "locale", into.Lang, p.Key) {
			continue
		}
		if i, there := places[p.Key]; there {
			into.Node.Pairs[i] = p
		} else {
			into.Node.Pairs = append(into.Node.Pairs, p)
		}
	}
}

func localeOf(files *[]ast.LocaleFile, lang string) *ast.LocaleFile {
	for i := range *files {
		if (*files)[i].Lang == lang {
			return &(*files)[i]
		}
	}
	*files = append(*files, ast.LocaleFile{Lang: lang, Node: &source.Node{Kind: source.Map}})
	return &(*files)[len(*files)-1]
}

var localeName = regexp.MustCompile(`^locale/([a-z]{2,3}(?:-[A-Za-z0-9]+)?)[./].*yaml$`)

// language returns the language of a locale file: locale/fr.yaml,
// locale/fr.cards.yaml and locale/fr/cards.yaml are French.
func language(at string) (string, bool) {
	found := localeName.FindStringSubmatch(at)
	if found == nil || path.Ext(at) != ".yaml" {
		return "", false
	}
	return found[1], true
}

// rulings joins the rulings; one of a later layer takes the place of the one
// with its id.
func (m *merger) rulings() *source.Node {
	var out *source.Node
	for _, at := range m.layers {
		n := m.shared(at.source.File("rulings.yaml"))
		switch {
		case n == nil:
		case out == nil || n.Kind != source.List:
			own := *n
			own.Items = slices.Clone(n.Items)
			out = &own
		default:
			for _, ruling := range n.Items {
				if id := ruling.Get("id"); id == nil ||
					m.claims.set(m.loader, at, id.Pos, ruling.Inline(), "ruling", id.Text) {
					replaceByID(out, ruling)
				}
			}
		}
	}
	return out
}

func replaceByID(list, item *source.Node) {
	for i, old := range list.Items {
		if id := item.Get("id"); id != nil && old.Get("id") != nil && old.Get("id").Text == id.Text {
			list.Items[i] = item
			return
		}
	}
	list.Items = append(list.Items, item)
}

// layered is a Lua file with the layer that brings it.
type layered struct {
	*File
	at *layer
}

// scripts collects the Lua files. An ability of a later layer takes the place of
// the one at its path; a file of rules extends it.
func (l *loader) scripts() []Script {
	var held claims
	var found []layered
	for _, at := range l.layers {
		for i := range at.source.Files {
			f := &at.source.Files[i]
			if inOverlay(f.Path) || !strings.HasPrefix(f.Path, "scripts/") || path.Ext(f.Path) != ".lua" {
				continue
			}
			if !isRules(f.Path) {
				if !held.set(l, at, f.whole(), string(f.Data), f.Path) {
					continue
				}
				found = slices.DeleteFunc(found, func(old layered) bool { return old.Path == f.Path })
			}
			found = append(found, layered{f, at})
		}
	}
	return l.named(found)
}

var moduleName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func isRules(at string) bool { return path.Dir(at) == "scripts/rules" }

// named gives the scripts their names, the rules first.
func (l *loader) named(files []layered) []Script {
	var rules, abilities []Script
	first := map[string]string{}
	modules := map[string]bool{}
	for _, f := range files {
		at := f.Path
		s := Script{Name: strings.TrimSuffix(path.Base(at), ".lua"), File: f.Shown, Text: string(f.Data)}
		s.Rules = isRules(at)
		s.Priority = f.at.priority
		if f.at.overlay {
			s.Overlay = path.Join(f.at.source.Shown, "pack.yaml")
		}
		l.out.texts[f.Shown] = f.Data
		switch {
		case len(f.Data) > MaxScript:
			l.report.Errorf("file-too-large", f.whole(),
				"the script is larger than the %d bytes that are read", MaxScript)
		case !s.Rules && !strings.HasPrefix(at, "scripts/abilities/"):
			l.report.Warnf("unread-file", f.whole(),
				"this script is not read; rules stand in scripts/rules, abilities below scripts/abilities")
		case s.Rules && !moduleName.MatchString(s.Name):
			l.report.Errorf("bad-word", f.whole(),
				"a file of rules is named with letters, digits and _, as scripts write rules.<name>")
		case s.Rules:
			s.Extends, modules[s.Name] = modules[s.Name], true
			rules = append(rules, s)
		case first[s.Name] != "":
			l.report.Errorf("duplicate-name", f.whole(),
				"there are two files for the ability %q; the other is %s", s.Name, first[s.Name])
		default:
			first[s.Name] = f.Shown
			abilities = append(abilities, s)
		}
	}
	return append(byName(rules), byName(abilities)...)
}
