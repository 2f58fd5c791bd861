package cli

import (
	"encoding/xml"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ruledeck/ruledeck/engine"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/filter"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// docs writes the reference to a file and returns its text.
func docs(t *testing.T, line, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	code, out, errs := runCLI(append(strings.Fields(line), "--out", path)...)
	data, err := os.ReadFile(path)
	talk := "" // a game that is named is not told
	if line == "docs" {
		talk = "no pack is here; taken instead: bbtm, football-champions, seven-missions\n"
	}
	if code != ExitFine || out != "" || errs != talk || err != nil {
		t.Fatalf("%s: exit %d, %v\n%s%s", line, code, err, out, errs)
	}
	return string(data)
}

// TestDocsHaveEverything: the reference of all games names everything that the
// registry and the games have, with what is said of it.
func TestDocsHaveEverything(t *testing.T) {
	page := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(docs(t, "docs", "reference.html"), ""))
	has := func(what string, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if !strings.Contains(page, strings.ReplaceAll(text, "`", "")) {
				t.Errorf("%s: no %q", what, text)
			}
		}
	}
	for _, group := range [][]*keyword.Record{keyword.Files(), keyword.Contents(), keyword.Overlays(),
		filter.Standard.Tables(), keyword.Scenarios(), keyword.Entities()} {
		for _, r := range group {
			has(r.Name, r.Doc)
			for _, f := range r.Fields {
				has(r.Name, f.Name, f.Doc)
			}
			for _, m := range r.Methods {
				has(r.Name, ":"+m.Name+"(", m.Doc)
			}
		}
	}
	for _, f := range keyword.Functions().Methods {
		has(f.Name, f.Name, f.Doc)
		for _, p := range f.Params {
			has(f.Name, p.Name, p.Doc)
		}
	}
	for _, k := range diag.Kinds() {
		has(k.Code, k.Code, k.Doc, k.Do)
	}
	for _, game := range pack.Shipped() {
		p, err := interp.Load(game, interp.With{})
		if err != nil {
			t.Fatal(err)
		}
		c, speaker := p.Compiled, p.Messages.Speaker("en")
		for i, o := range c.Tree.GameOptions {
			has(game, o.Name.Text, o.Doc)
			has(game+" "+o.Name.Text, c.Pack.GameOptions[i].Values...)
		}
		for _, trigger := range c.Tree.Triggers {
			has(game, trigger.Name.Text, trigger.Doc)
			for _, param := range trigger.Params {
				has(game+" "+trigger.Name.Text, param.Name.Text, param.Doc)
			}
		}
		for name := range c.Abilities {
			has(game, name)
			text, _ := speaker.AbilityText(name, nil)
			has(game+" "+name, text)
		}
		for d := range c.Pack.Defs {
			label, _ := c.Cards[d].Label.In("en")
			has(game, c.Pack.Defs[d].ID, label)
			for _, use := range c.Cards[d].Abilities {
				has(game+" "+c.Pack.Defs[d].ID, use.Name.Text)
			}
			has(game+" "+c.Pack.Defs[d].ID, speaker.CardText(engine.DefID(d))...)
		}
	}
	// A text that only names abilities gives way to their sentences.
	has("a card",
		"Response: After an opposing player here has used pass, another downed player of yours here stands up.",
		"Dump-Off: When the ball is about to come to him")
}

// TestDocsPage: the page is whole, needs nothing from outside, and its links
// lead somewhere.
func TestDocsPage(t *testing.T) {
	page := docs(t, "docs bbtm", "reference.html")
	for _, outside := range []string{"http:", "https:", " src=", "<link", "@import", "url("} {
		if i := strings.Index(page, outside); i >= 0 {
			t.Errorf("the page reaches outside: %s", page[max(0, i-40):i+40])
		}
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if ids[m[1]] || m[1] == "" {
			t.Errorf("two sections are called %q", m[1])
		}
		ids[m[1]] = true
	}
	links := regexp.MustCompile(` href="#([^"]*)"`).FindAllStringSubmatch(page, -1)
	for _, m := range links {
		if !ids[m[1]] {
			t.Errorf("a link leads to %q, which is nowhere", m[1])
		}
	}
	if len(ids) < 150 || len(links) < 200 || !ids["choose-one"] || !ids["tackle-landed"] || !ids["card-filter"] {
		t.Errorf("%d sections, %d links", len(ids), len(links))
	}
	// Elements are closed, in the order in which they were opened.
	d := xml.NewDecoder(
		strings.NewReader(regexp.MustCompile(`(?s)<(style|script)>.*?</`).ReplaceAllString(page, "<$1></")))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []string
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if name := e.Name.Local; name != "meta" && name != "input" && name != "br" {
				open = append(open, name)
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != e.Name.Local {
				t.Fatalf("</%s> closes %v", e.Name.Local, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("%v stay open", open)
	}
}

// TestDocsSite: the pages of a site lead to each other and nowhere else, hold the tutorials and
// the cookbook, and are replaced when it is made anew; what others wrote is not.
func TestDocsSite(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "site")
	if code, out, errs := runCLI("docs", "football-champions", "--out", folder); code != ExitFine ||
		!strings.Contains(out, "/site/index.html\n") {
		t.Fatal(code, out, errs)
	}
	pages, ids := map[string]string{}, map[string]bool{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		ids[e.Name()] = true
		pages[e.Name()] = string(data)
		if filepath.Ext(e.Name()) != ".html" {
			continue
		}
		for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllSubmatch(data, -1) {
			ids[e.Name()+"#"+string(m[1])] = true
		}
	}
	for name, page := range pages {
		if filepath.Ext(name) != ".html" {
			continue
		}
		for _, m := range regexp.MustCompile(` (?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if !ids[m[1]] {
				t.Errorf("%s leads to %q, which is nowhere", name, m[1])
			}
		}
	}
	for name, want := range map[string]string{
		"index.html":                       `<p>Tutorials to begin with: <a href="a-game-from-an-empty-folder.html#`,
		"index.js":                         `"Cookbook","The number of dice: one between equals, else two."]`,
		"overlays.html":                    `<li><a href="cookbook.html#cookbook">Cookbook</a>`,
		"a-game-from-an-empty-folder.html": `<a href="mods--six-worked-examples.html#mods--six-worked-examples">Mods`,
		"mods--six-worked-examples.html":   "<code>lanterns</code>",
		"cookbook.html":                    "bbtm/piling_on",
		"football-champions.html":          `<li><a href="football-champions.html#zones-of-football-champions">`,
	} {
		if !strings.Contains(pages[name], want) {
			t.Errorf("%s: no %q", name, want)
		}
	}
	if code, _, errs := runCLI("docs", "football-champions", "--out", folder); code != ExitFine {
		t.Error(code, errs)
	}
	if err := os.WriteFile(filepath.Join(folder, "index.html"), []byte("<!DOCTYPE html>\n<p>Mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := runCLI("docs", "football-champions", "--out", folder); code != ExitUsage ||
		!strings.Contains(errs, "index.html: something else") {
		t.Error(code, errs)
	}
}

// TestDocsMarkdown: every row of a table has the columns of its head.
func TestDocsMarkdown(t *testing.T) {
	code, text, errs := runCLI("docs", "football-champions")
	if code != ExitFine || errs != "" ||
		!strings.HasPrefix(text, "# ruledeck: the reference, with Football Champions\n") {
		t.Fatal(code, errs, text[:100])
	}
	columns, inCode, tables := 0, false, 0
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
		}
		if inCode || !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		n := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
		if columns == 0 {
			columns = n
			tables++
		}
		if n != columns {
			t.Errorf("line %d has %d columns, its table %d: %s", i+1, n-1, columns-1, line)
		}
	}
	if inCode || tables < 50 {
		t.Errorf("%d tables; a listing is open: %v", tables, inCode)
	}
}

// TestDocsOverlaysAndLanguages: the texts are those of the language, and what an
// overlay adds is there.
func TestDocsOverlaysAndLanguages(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	page := docs(t, "docs "+root+"/testdata/mods/lanterns --lang fr", "page.html")
	for _, want := range []string{"Blood Bowl : Team Manager + Les Lanternes du Marais", "Mère Moucheron",
		"Les adversaires debout au même match ont 1 de Puissance en moins."} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	for line, want := range map[string]string{
		"docs btbm":                           "did you mean bbtm?",
		"docs bbtm --format pdf":              "--format cannot be \"pdf\"; there are markdown, html",
		"docs bbtm seven-missions":            "one GAME",
		"docs bbtm --lang xx":                 "has no language",
		"docs bbtm --formta html":             "did you mean --format?",
		"docs bbtm --option a=b --option a=c": "option a is given twice",
	} {
		if code, _, errs := runCLI(strings.Fields(line)...); code != ExitUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d: %s", line, code, errs)
		}
	}
}
