package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/editor/cookbook"
	"github.com/ruledeck/ruledeck/interp/editor/scaffold"
	"github.com/ruledeck/ruledeck/interp/keyword"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/source"
	"github.com/ruledeck/ruledeck/testdata"
)

type newParams struct {
	kind, name string
	// in is the folder: of the pack that gets the files, or in which the
	// folder of a new pack or overlay is made.
	in string
	// base is what a new overlay extends.
	base string
	// Like is the genre of a new pack or the recipe of a new ability, "" for none.
	Like string `flag:"like"`
	// Bare leaves out what an overlay starts with beside its pack.yaml.
	Bare bool `flag:"bare"`
	look scaffold.Look
	Set  []string `flag:"set"`
	// On is the trigger that a new ability answers.
	On string `flag:"on"`
	// CI is github, with @ and a release of the program, or "" for no workflow.
	CI string `flag:"ci"`
	// mine is set for what a pack below has: it is begun as that, to be changed.
	mine bool
}

func newCommand(h Host) *cobra.Command {
	p := newParams{}
	return pages.Command("new", nil, func(_ *cobra.Command, args []string) error {
		if err := p.read(args); err != nil {
			return err
		}
		if err := p.settings(); err != nil {
			return err
		}
		return runNew(h, p)
	}, &p, flags{"type": &p.look.Type})
}

// read takes the words of the command line: KIND NAME [of GAME] [in DIR].
func (p *newParams) read(args []string) error {
	const form = "ruledeck new KIND NAME [of GAME] [in DIR], where KIND is one of "
	kinds := strings.Join(scaffold.Kinds, ", ")
	if len(args) < 2 {
		return usage("write %s%s", form, kinds)
	}
	p.kind, p.name = args[0], args[1]
	if !slices.Contains(scaffold.Kinds, p.kind) {
		return usage("there is no kind %q; %s", p.kind, diag.There(p.kind, scaffold.Kinds))
	}
	for rest := args[2:]; len(rest) > 0; rest = rest[2:] {
		switch {
		case strings.Contains(rest[0], "=") && len(p.Set) > 0:
			return usage("each value has a --set of its own: --set %s", rest[0])
		case len(rest) == 1 || rest[0] != "in" && rest[0] != "of":
			return usage("%q is not understood; write %s%s", rest[0], form, kinds)
		case rest[0] == "in":
			p.in = rest[1]
		case p.kind != "overlay":
			return usage("of says what an overlay extends; %s has none", keyword.Article(p.kind))
		default:
			p.base = rest[1]
		}
	}
	if p.in == "" {
		p.in = "."
	}
	return nil
}

// settings reads --set.
func (p *newParams) settings() error {
	p.look.Set = map[string]string{}
	for _, text := range p.Set {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" || value == "" {
			return usage("--set is given as name=value, not %q", text)
		}
		p.look.Set[name] = value
	}
	if len(p.Set) > 0 || p.look.Type != "" {
		if p.kind != "card" && p.kind != "ability" {
			return usage("--type and --set are about a new card; %s has none", keyword.Article(p.kind))
		}
	}
	if p.On != "" && p.kind != "ability" {
		return usage("--on is for an ability; write: ruledeck new ability NAME --on %s", p.On)
	}
	if p.Like != "" && !slices.Contains([]string{"pack", "ability", "card"}, p.kind) {
		return usage("--like is for a new pack, ability or card; write: ruledeck new pack NAME --like GENRE, " +
			"ruledeck new ability NAME --like RECIPE or ruledeck new card NAME --like CARD")
	}
	if host, _, _ := strings.Cut(p.CI, "@"); p.CI != "" &&
		(host != "github" || p.kind != "pack" && p.kind != "overlay") {
		return usage("--ci is for a new pack or overlay, and is github or github@VERSION")
	}
	if p.Bare && p.kind != "overlay" {
		return usage("--bare is for an overlay; %s is always as small", keyword.Article(p.kind))
	}
	return nil
}

// release is a version that has archives to install.
var release = regexp.MustCompile(`^v?\d+\.\d+\.\d+$`)

func runNew(h Host, p newParams) error {
	plan, dir, err := p.plan()
	if err != nil {
		return err
	}
	if p.CI != "" {
		version := built().Main.Version
		if _, named, ok := strings.Cut(p.CI, "@"); ok {
			version = named
		}
		if !release.MatchString(version) {
			return usage("%q is no release of ruledeck; name one that the workflow installs: --ci github@v1.0.0",
				version)
		}
		workflow, err := scaffold.Workflow(strings.TrimPrefix(version, "v"))
		if err != nil {
			return err
		}
		plan.Files = append(plan.Files, workflow.Files...)
	}
	places, err := writePlan(plan, dir)
	if err != nil {
		return err
	}
	for _, place := range places {
		fmt.Fprintln(h.Out, filepath.ToSlash(place))
	}
	for i, line := range plan.Chosen {
		if i == 0 {
			fmt.Fprintln(h.Err, "Chosen, and yours to change:")
		}
		fmt.Fprintln(h.Err, "  "+line)
	}
	fmt.Fprintln(h.Err, "Next:")
	names := strings.NewReplacer("{dir}", filepath.ToSlash(dir), "{base}", p.base)
	w := tabwriter.NewWriter(h.Err, 0, 4, 3, ' ', 0)
	for _, step := range plan.Next {
		fmt.Fprintf(w, "  %s\t# %s\n", names.Replace(step.Command), step.Does)
	}
	return w.Flush()
}

// plan makes the files, and says in which folder they belong.
func (p *newParams) plan() (*scaffold.Plan, string, error) {
	own := filepath.Join(p.in, p.name)
	switch p.kind {
	case "pack":
		if pack.IsShipped(p.name) {
			return nil, "", usage("%s is the id of a game that the program has; a pack of yours needs another, or "+
				"begin with: ruledeck new overlay NAME of %s", p.name, p.name)
		}
		plan, err := scaffold.Pack(p.name, p.Like)
		return plan, own, err
	case "overlay":
		plan, err := p.overlay(own)
		return plan, own, err
	}
	if _, err := os.Stat(filepath.Join(p.in, "pack.yaml")); err != nil && filepath.Ext(p.in) == source.Archive {
		return nil, "", usage("%s is an archive, which is only read; begin an overlay: ruledeck new overlay NAME of %s",
			p.in, p.in)
	} else if err != nil {
		return nil, "", usage("%s is not the folder of a pack, it has no pack.yaml; write: ruledeck new %s %s in DIR",
			p.in, p.kind, p.name)
	}
	into, unwritten, standIns, err := loadInto(p.in)
	if err != nil {
		return nil, "", err
	}
	if p.mine {
		plan, err := scaffold.Mine(p.kind, p.name, into)
		return plan, p.in, err
	}
	var plan *scaffold.Plan
	switch p.kind {
	case "card":
		p.look.Like = p.Like
		plan, err = scaffold.Card(p.name, p.look, into)
	case "ability":
		plan, err = p.ability(into, unwritten, standIns)
	case "rules":
		plan, err = scaffold.Rules(p.name, into, unwritten)
	case "trigger":
		plan, err = scaffold.Trigger(p.name, into)
	case "option":
		plan, err = scaffold.Option(p.name, into)
	case "scenario":
		plan, err = scaffold.Scenario(p.name, into)
	}
	return plan, p.in, err
}

// ability starts an ability, like a recipe where one is named. One that does not fit into the
// pack is not written: it may name triggers, words or functions that the pack does not have.
func (p *newParams) ability(into *interp.Pack, u *scaffold.Unwritten, standIns []scaffold.File) (*scaffold.Plan,
	error) {
	var like *scaffold.Model
	recipe := &cookbook.Recipe{}
	if p.Like != "" {
		book, err := cookbook.New(testdata.Lessons)
		if err == nil {
			recipe, err = book.Named(p.Like)
		}
		if err == nil {
			like, err = recipe.Model(p.name, p.On, into.Compiled.Texts["en"])
		}
		if err != nil {
			return nil, err
		}
	}
	plan, err := scaffold.Ability(p.name, p.On, like, p.look, into, u,
		func(files []scaffold.File) bool { return passes(p.in, standIns, files) })
	if err != nil || like == nil {
		return plan, err
	}
	_, err = with(p.in, append(standIns, plan.Files...))
	var broken *interp.BrokenError
	if errors.As(err, &broken) {
		return nil, usage("%s does not fit here, and nothing was written: %s\n"+
			"It stands whole under: ruledeck cookbook %s", recipe.ID, broken.Findings[0].Text(), recipe.ID)
	}
	return plan, err
}

// overlay starts an overlay in the folder own; a base in a folder is named from there.
func (p *newParams) overlay(own string) (*scaffold.Plan, error) {
	if p.base == "" {
		return nil, usage("say what the overlay extends: ruledeck new overlay %s of GAME, where GAME is one of %s, "+
			"or a pack's folder", p.name, strings.Join(pack.Shipped(), ", "))
	}
	base, err := interp.Load(p.base, interp.With{})
	if err != nil {
		return nil, err
	}
	if pack.IsShipped(p.name) {
		return nil, usage("%s is the id of a game that the program has; an overlay needs another", p.name)
	}
	return scaffold.Overlay(p.name, pack.Relative(own, p.base), base, p.Bare)
}

// loadInto loads the pack to which something is added, with stand-ins for names it does not
// declare yet: adding the thing may be how to fix that.
func loadInto(dir string) (*interp.Pack, *scaffold.Unwritten, []scaffold.File, error) {
	r, err := interp.Read(dir, interp.With{})
	if err != nil {
		return nil, nil, nil, err
	}
	unwritten := scaffold.FindUnwritten(r)
	if unwritten == nil {
		into, err := r.Pack()
		return into, nil, nil, err
	}
	standIns := unwritten.StandIns()
	into, err := with(dir, standIns)
	if err != nil {
		_, err = r.Pack() // what is wrong with it as it stands
	}
	return into, unwritten, standIns, err
}

// with loads a pack as it would be with the files of a plan.
func with(dir string, files []scaffold.File) (*interp.Pack, error) {
	unsaved := pack.Unsaved{}
	for _, f := range files {
		full, err := filepath.Abs(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			return nil, err
		}
		unsaved[full] = []byte(f.Text)
	}
	return interp.Load(dir, interp.With{Unsaved: unsaved})
}

// passes reports whether the scenario among the files of a plan passes, in the pack as
// it would be with them.
func passes(dir string, standIns, files []scaffold.File) bool {
	var text string
	for _, f := range files {
		if strings.HasPrefix(f.Path, "scenarios/") {
			text = f.Text
		}
	}
	laid, err := with(dir, append(standIns, files...))
	return err == nil && scenario.Passes(context.Background(), laid, []byte(text))
}

// writePlan writes the files, or none of them if one exists or an entry fits nowhere. It
// returns the places of all that was written.
func writePlan(plan *scaffold.Plan, dir string) ([]string, error) {
	var places []string
	for _, f := range plan.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return nil, &ExitError{Code: ExitWrong,
				Message: fmt.Sprintf("%s exists already; nothing was written", filepath.ToSlash(path))}
		}
	}
	changed, before := map[string][]byte{}, map[string][]byte{}
	for _, i := range plan.Insertions {
		path := filepath.Join(dir, filepath.FromSlash(i.Path))
		was, err := source.File(path, source.MaxSize)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		text, err := i.Into(string(was))
		if err != nil {
			return nil, err
		}
		changed[path] = []byte(text)
		before[path] = was
		places = append(places, path)
	}
	var made, exchanged []string // what is taken back, the last first, where the next cannot be written
	back := func(err error) ([]string, error) {
		// If restoring a file fails too, the error names the file.
		for _, path := range exchanged {
			if was := before[path]; was != nil {
				_ = disk.OS.Write(path, was)
			} else {
				_ = os.Remove(path)
			}
		}
		for _, path := range slices.Backward(made) {
			_ = os.Remove(path)
		}
		return nil, err
	}
	for _, f := range plan.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		folders := missingFolders(filepath.Dir(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return back(err)
		}
		made = append(made, folders...)
		if err := disk.OS.New(path, []byte(f.Text)); err != nil {
			return back(err)
		}
		made, places = append(made, path), append(places, path)
	}
	// Existing files are changed last, when everything they may refer to is written.
	for path, text := range changed {
		if err := disk.OS.Write(path, text); err != nil {
			return back(err)
		}
		exchanged = append(exchanged, path)
	}
	return places, nil
}

// missingFolders are the folders on the way to one that are not there, the outermost first.
func missingFolders(folder string) []string {
	if _, err := os.Lstat(folder); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return append(missingFolders(filepath.Dir(folder)), folder)
}
