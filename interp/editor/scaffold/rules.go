package scaffold

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/pack"
)

// Insertion is an entry that goes into a file of the pack, which may be there already:
// nothing that stands in it is changed.
type Insertion struct {
	// Path is the file, Section the key at its top below which the entry goes.
	Path, Section string
	// Lines are those of the entry, indented from its own key on.
	Lines []string
}

// Into returns the text of the file with the entry in it; "" stands for a file that is
// not there. It returns a *NameError for a text in which the section is written in a way
// that lines cannot be added to.
func (i Insertion) Into(text string) (string, error) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	ending := "" // behind which the line break stands
	if strings.Contains(text, "\r\n") {
		ending = "\r"
		lines[len(lines)-1] = strings.TrimSuffix(lines[len(lines)-1], ending) + ending
	}
	open := regexp.MustCompile(`^` + regexp.QuoteMeta(i.Section) + `:\s*(#.*)?\r?$`)
	at := slices.IndexFunc(lines, open.MatchString)
	if at < 0 {
		if slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, i.Section+":") }) {
			return "", &NameError{
				fmt.Sprintf("%s has %s in one line; write it in lines of its own, or add there:\n  %s", i.Path,
					i.Section, strings.Join(i.Lines, "\n  "))}
		}
		if len(lines) > 0 {
			lines = append(lines, ending)
		}
		lines = append(lines, i.Section+":"+ending)
		at = len(lines) - 1
	}
	// Behind the last line of the section, with the indentation of its first entry.
	indent := "  "
	end := at + 1
	for n := at + 1; n < len(lines); n++ {
		line := lines[n]
		clean := strings.TrimLeft(line, " ")
		if clean == "" || clean[0] == '\r' {
			continue
		}
		if len(clean) == len(line) {
			break
		}
		if end == at+1 && clean[0] != '#' {
			indent = line[:len(line)-len(clean)]
		}
		end = n + 1
	}
	added := lists.Map(i.Lines, func(line string) string { return indent + line + ending })
	return strings.Join(slices.Insert(lines, end, added...), "\n") + "\n", nil
}

// Rules starts a file of rules with a step, or with those that the pack names and nobody
// wrote.
func Rules(name string, p *interp.Pack, u *Unwritten) (*Plan, error) {
	v, err := newValues(name)
	if text := u.module(name); err == nil && text != "" {
		return &Plan{Files: []File{{"scripts/rules/" + name + ".lua", text}}, Next: []Step{
			{"ruledeck check {dir}", "what is still missing"},
			{"ruledeck docs {dir} --out reference.html", "every function that rules can call"},
		}}, nil
	}
	if err == nil {
		err = freeModule(v.ID, p)
	}
	if err != nil {
		return nil, err
	}
	return fill("rules", v)
}

var triggerPattern = regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$`)

// Trigger starts a trigger: its declaration, and a function that raises it.
func Trigger(name string, p *interp.Pack) (*Plan, error) {
	if !triggerPattern.MatchString(name) {
		return nil, &NameError{
			fmt.Sprintf("a trigger has a name of small letters, digits and _, in parts with dots between, as "+
				"card.drawn; not %q", name)}
	}
	v, err := newValues(strings.ReplaceAll(name, ".", "_"))
	if err == nil {
		err = freeModule(v.ID, p)
	}
	if err != nil {
		return nil, err
	}
	if _, ok := p.Compiled.Triggers[name]; ok {
		return nil, taken("trigger", name)
	}
	v.Trigger = name
	plan, err := fill("trigger", v)
	plan.Insertions = []Insertion{{"game.yaml", "triggers", []string{
		name + ":",
		"  doc: " + v.Title + ". Write here when it happens.",
		"  params:",
		"    seat: {type: seat}         # more, as card: {type: card} or amount: {type: number, write: true}",
	}}}
	return plan, err
}

// Option starts an option: its declaration, and a function that asks for it.
func Option(name string, p *interp.Pack) (*Plan, error) {
	v, err := newValues(name)
	if err == nil {
		err = freeModule(v.ID, p)
	}
	if err != nil {
		return nil, err
	}
	if _, known := p.Compiled.GameOptions[name]; known {
		return nil, taken("option", name)
	}
	plan, err := fill("option", v)
	plan.Insertions = []Insertion{{"game.yaml", "options", []string{
		name + ":",
		"  values:",
		"    usual: {en: As usual}",
		"    house: {en: " + v.Title + "}",
		"  default: usual",
		"  doc: " + v.Title + ". Write here what it changes.",
	}}}
	return plan, err
}

// freeModule refuses the name of a file of rules that the pack has.
func freeModule(name string, p *interp.Pack) error {
	if slices.ContainsFunc(p.Loaded.Scripts, func(s pack.Script) bool { return s.Rules && s.Name == name }) {
		return taken("file of rules", name)
	}
	return nil
}
