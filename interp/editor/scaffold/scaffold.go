// Package scaffold makes the first files of new packs, overlays, cards,
// abilities, rules, triggers, options and scenarios: a start that reads without a finding, plays, and
// has a scenario that passes.
//
// The files are templates, in the folder templates, with <<.Field>> where a
// name goes; this package fills them for the pack they are for. Writing them
// is the host's business.
package scaffold

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/lists"
)

//go:embed all:templates
var templates embed.FS

// Kinds are the kinds of things that can be started.
var Kinds = []string{"pack", "card", "ability", "rules", "trigger", "option", "scenario", "overlay"}

// File is one file to write.
type File struct {
	// Path is the place in the pack's folder, with slashes.
	Path string
	Text string
}

// Plan is what a start consists of.
type Plan struct {
	Files []File
	// Insertions are entries that go into files which may be there.
	Insertions []Insertion
	// Chosen says what was chosen where nothing was said.
	Chosen []string
	// Next says what to do next.
	Next []Step
}

// Step is a command to run next and what it does. {dir} stands for the folder
// of the pack, {base} for what an overlay extends.
type Step struct{ Command, Does string }

// NameError says why a name cannot be taken.
type NameError struct{ Message string }

// Error returns the message.
func (e *NameError) Error() string { return e.Message }

// checkName refuses what would be no name in YAML, in Lua or on a command line.
func checkName(name string) error {
	if !diag.Begun.MatchString(name) {
		return &NameError{
			fmt.Sprintf("a name begins with a small letter and has small letters, digits and _ alone, as %q; not %q",
				suggestion(name), name)}
	}
	return nil
}

// suggestion makes a name of something like one.
func suggestion(name string) string {
	clean := strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(name), "_"), "_0123456789")
	if clean == "" {
		return "my_game"
	}
	return clean
}

// Title makes of swamp_thing a name for people, Swamp Thing.
func Title(name string) string {
	words := strings.Split(name, "_")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

// values are what the templates may name.
type values struct {
	ID, Title string
	API       int
	// Extends is the base of an overlay, FirstStep the first step of its flow.
	Extends, FirstStep string
	// FirstPlace is where the flow begins, as scenarios name it.
	FirstPlace string
	// Type, StartZone, Attributes and CardName are about a card: Attributes
	// are its lines, CardName what scenarios call it, Expected what it shows.
	Type, StartZone string
	Attributes      []string
	Chosen          []string
	CardName        string
	Expected        string
	// Trigger is the moment of an ability: TriggerPhase begins, and then
	// TriggerStep runs. OtherTriggers are some more of the pack.
	Trigger, TriggerPhase, TriggerStep, OtherTriggers string
	// Params are what the trigger gives, a line each; Seed is that of a random game in
	// which the ability acts, 0 for none.
	Params []string
	Seed   uint64
	// Carried is set for an ability that cards have already, Takes declares what they
	// give it, and Described is set where its sentence, or that of a card, is written.
	Carried, Described bool
	// Undealt is set where the card is in no deck of a game that it was not asked for.
	Undealt bool
	// Like is the ability after which another is made, nil for none.
	Like  *Model
	Takes string
	// Foreign are the languages beside English that the base of an overlay has.
	Foreign string
	// Given is a line of a position, Version that of a release of the program.
	Given, Version string
}

func newValues(name string) (values, error) {
	if err := checkName(name); err != nil {
		return values{}, err
	}
	return values{ID: name, Title: Title(name), API: keyword.API, CardName: Title(name)}, nil
}

const cardTemplate = `<<define "card">>cards:
  - id: <<.ID>>
    name: {en: <<.Title>>}
    type: <<.Type>><<range .Attributes>>
    <<.>><<end>><<end>>`

// fill makes what a folder of templates starts: its files, and of the one called next the
// commands to run then, with what each does behind a "#".
func fill(folder string, v values) (*Plan, error) {
	plan := &Plan{Chosen: v.Chosen}
	root := "templates/" + folder
	err := fs.WalkDir(templates, root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := templates.ReadFile(path)
		if err != nil {
			return err
		}
		t, err := template.New(path).Delims("<<", ">>").Parse(cardTemplate)
		if err == nil {
			t, err = t.Parse(string(text))
		}
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := t.Execute(&out, v); err != nil {
			return err
		}
		at := strings.ReplaceAll(strings.TrimPrefix(path, root+"/"), "NAME", v.ID)
		if at != "next" && out.Len() > 0 {
			plan.Files = append(plan.Files, File{at, out.String()})
			return nil
		}
		for line := range strings.Lines(out.String()) {
			command, does, _ := strings.Cut(strings.TrimSpace(line), " # ")
			plan.Next = append(plan.Next, Step{command, does})
		}
		return nil
	})
	slices.SortFunc(plan.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return plan, err
}

// Workflow is what a repository of GitHub runs for the pack in it, with a release of the
// program: checks, tests, and the balance of a pull request against its base.
func Workflow(version string) (*Plan, error) { return fill("ci", values{Version: version}) }

// Genres are the kinds of games that a pack can be like, each with a starter.
func Genres() []string {
	entries, err := templates.ReadDir("templates/genres")
	if err != nil {
		return nil
	}
	return lists.Map(entries, fs.DirEntry.Name)
}

// Empty is what a pack is like that has no card and no rule yet.
const Empty = "empty"

// Pack starts a game like one of Genres; with "", the smallest: two seats, three cards, one
// ability and its scenario.
func Pack(name, like string) (*Plan, error) {
	v, err := newValues(name)
	switch {
	case err != nil:
		return nil, err
	case like == "":
		return fill("pack", v)
	case like == Empty:
		return fill(Empty, v)
	case !slices.Contains(Genres(), like):
		return nil, &NameError{fmt.Sprintf("there is no starter like %q; %s", like,
			diag.There(like, append(Genres(), Empty)))}
	}
	return fill("genres/"+like, v)
}
