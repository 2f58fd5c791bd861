package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/check"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/locale"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/scenario"
	"github.com/ruledeck/ruledeck/interp/scenario/evidence"
	"github.com/ruledeck/ruledeck/interp/scenario/position"
	"github.com/ruledeck/ruledeck/interp/source"
)

type checkParams struct {
	Game   command.Game
	Strict bool   `flag:"strict"`
	Format string `flag:"format"`
	// Play is how many silent games are played of each game, as given; "" for none.
	Play  string `flag:"play"`
	games int
	// Fix writes the fixes, Dry shows them.
	Fix bool `flag:"fix"`
	Dry bool `flag:"dry-run"`
}

func checkCommand(h Host) *cobra.Command {
	p := checkParams{}
	c := pages.Command("check", nil, func(_ *cobra.Command, args []string) error { return runCheck(h, args, p) }, &p)
	c.Flags().Lookup("play").NoOptDefVal = strconv.Itoa(evidence.Games)
	return c
}

func runCheck(h Host, names []string, p checkParams) error {
	command.CollectRarely()
	if p.Dry && !p.Fix {
		return usage("--dry-run shows what --fix would write: write both")
	}
	options, err := p.Game.Values()
	if err != nil {
		return err
	}
	names, err = p.readPlay(names)
	if err != nil {
		return err
	}
	names = gamesOf(h, names)
	if len(names) == 0 {
		names = shippedHere(h)
	}
	run := &checkRun{h: h, params: p, options: options, shelf: scenario.NewCache(nil)}
	for _, name := range names {
		if p.Fix {
			if err := run.fix(name); err != nil {
				return err
			}
		}
		if p.Dry {
			continue
		}
		if err := run.check(name); err != nil {
			return err
		}
	}
	if p.Dry {
		return nil
	}
	return run.report(h)
}

// readPlay reads the number of silent games, which may follow --play as a separate word,
// and returns the names without it.
func (p *checkParams) readPlay(names []string) ([]string, error) {
	if p.Play == "" {
		return names, nil
	}
	number := func(name string) bool {
		_, err := strconv.Atoi(name)
		_, missing := os.Stat(name)
		return err == nil && missing != nil
	}
	if i := slices.IndexFunc(names, number); i >= 0 {
		p.Play = names[i]
		names = slices.Delete(slices.Clone(names), i, i+1)
	}
	games, err := strconv.Atoi(p.Play)
	if err != nil || games < 1 {
		return nil, usage("--play takes the number of games, at least 1, not %q", p.Play)
	}
	p.games = games
	return names, nil
}

// checkRun gathers the findings of all games.
type checkRun struct {
	h       Host
	params  checkParams
	options map[string]string
	found   []diag.Finding
	readers []func(file string, line int) string
	// shelf keeps the games that scenarios are laid out with.
	shelf *scenario.Cache
	// spent counts what reading a game takes, with each of its overlays and its scenarios.
	spent *diag.List
	// silent counts what its silent games take, with those of its overlays.
	silent *diag.List
}

// mostReadings is how many times what reading a game may take the game and its overlays may
// take together.
const mostReadings = 2

func (r *checkRun) check(name string) error {
	r.spent = &diag.List{Account: diag.Together("checking the game with its overlays and scenarios", mostReadings)}
	r.silent = evidence.Spending(mostReadings * r.params.games)
	defer func() { r.found = append(r.found, r.spent.Sorted()...) }()
	info, err := source.Stat(name)
	if err == nil && info.Mode().IsRegular() && !pack.IsShipped(name) {
		return r.file(name)
	}
	own, err := r.game(name, r.params.Game.Overlays)
	if err != nil {
		return err
	}
	if len(r.params.Game.Overlays) > 0 || len(r.options) > 0 {
		return nil
	}
	of := slices.DeleteFunc(slices.Clone(own.Base.OverlayNames()),
		func(overlay string) bool { return slices.Contains(own.Overlays, overlay) })
	own = nil // what was read may be large, and is read again
	for _, overlay := range of {
		if r.spent.Account.Over() {
			r.spent.Revise(func(d *diag.Finding) {
				d.Message += "; " + overlay + " and those behind it are not checked"
			})
			break
		}
		if _, err := r.game(name, []string{overlay}); err != nil {
			return err
		}
	}
	return nil
}

// game checks a game with some overlays.
func (r *checkRun) game(name string, overlays []string) (*interp.Reading, error) {
	reading, err := interp.Read(name, interp.With{Overlays: overlays, GameOptions: r.options})
	if err != nil {
		return nil, err
	}
	folder := scenarioFolder(name)
	own := reading.Base.Folder != ""
	if own {
		folder = reading.Base.ScenarioFolder()
	}
	r.spent.SpendAll(reading.Report.Account)
	settings := check.Settings{HasScenarios: own || folder != ""}
	files, err := scenarioFiles(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	settings.Scenarios = lists.Map(files, func(f pack.File) []byte { return f.Data })
	found := check.Pack(reading, settings)
	r.found = append(r.found, found...)
	wrong := slices.ContainsFunc(found, func(d diag.Finding) bool { return d.Severity == diag.Error })
	if r.params.games > 0 && !wrong {
		if err := r.play(name, reading, found, files); err != nil {
			return nil, err
		}
	}
	r.readers = append(r.readers, reading.Loaded.Line)
	if own && !reading.Report.HasErrors() {
		before := len(r.found)
		for _, f := range files { // those with a game of their own too
			r.scenario(f.Shown, f.Data)
		}
		r.found = append(r.found[:before], once(r.found[before:], wrong)...)
	}
	return reading, nil
}

// play plays silent games of a game in which check has found no errors.
func (r *checkRun) play(name string, reading *interp.Reading, found []diag.Finding, files []pack.File) error {
	called := strings.Join(append([]string{name}, reading.Overlays...), " + ")
	if r.silent.Account.Over() {
		fmt.Fprintf(r.h.Err, "%s: no silent games\n", called)
		return nil
	}
	p, err := reading.Pack()
	if err != nil {
		return err
	}
	progress, done := r.h.Progress(r.params.games)
	player := evidence.Player{Pack: p, Name: name, Games: r.params.games, Static: found, Progress: progress,
		Worlds: min(r.params.games, evidence.Worlds), Spent: r.silent}
	player.Scenarios = lists.Map(files, func(f pack.File) string { return f.Path })
	ctx, stop := command.StoppableUntil() // Ctrl-C ends reading at once
	evidence, err := player.Play(ctx)
	stop()
	done()
	if err != nil {
		return err
	}
	r.found = append(r.found, evidence.Findings...)
	fmt.Fprintf(r.h.Err, "%s: %s\n", called, evidence)
	fmt.Fprintf(r.h.Err, "  %s\n", evidence.Peaks)
	if len(evidence.Windows) > 0 {
		fmt.Fprintf(r.h.Err, "  time may tell who holds what at %s: served tables pause there (pause: in game.yaml)\n",
			strings.Join(evidence.Windows, ", "))
	}
	return nil
}

// once leaves of a setup that fails, which no scenario is to blame for, what the first
// scenario tells; and nothing where something is known to be wrong with the game.
func once(found []diag.Finding, wrong bool) []diag.Finding {
	reported := map[string]bool{}
	return slices.DeleteFunc(found, func(d diag.Finding) bool {
		again := wrong || reported[d.Message]
		reported[d.Message] = true
		return d.Code == position.CodeSetup && again
	})
}

// scenario checks one scenario file: its shape and its positions. ruledeck test finds out
// whether the game behaves as it says.
func (r *checkRun) scenario(shown string, data []byte) {
	r.found = append(r.found, r.shelf.CheckFile(context.Background(), shown, data, r.spent)...)
	r.readers = append(r.readers, linesOf(shown, data))
}

// file checks a file that is given by its path: a card file that stands by
// itself, together with the game that it names, or a scenario.
func (r *checkRun) file(path string) error {
	data, err := source.File(path, source.MaxSize)
	if err != nil {
		return err
	}
	shown := filepath.ToSlash(path)
	if n := source.Read(shown, data, &diag.List{}); n != nil && n.Get("cards") != nil {
		cards, game, err := pack.CardFile(path, &diag.List{})
		if err != nil {
			return usage("%s", err)
		}
		r.readers = append(r.readers, linesOf(shown, data))
		return r.cards(cards, game)
	}
	r.scenario(shown, data)
	return nil
}

// linesOf gives the lines of one file.
func linesOf(shown string, data []byte) func(file string, line int) string {
	lines := strings.SplitAfter(string(data), "\n")
	return func(file string, line int) string {
		if file != shown || line < 1 || line > len(lines) {
			return ""
		}
		return strings.TrimRight(lines[line-1], "\r\n")
	}
}

// cards checks a card file that stands by itself.
func (r *checkRun) cards(file *pack.Source, game string) error {
	base, err := pack.Open(game)
	if err != nil {
		return err
	}
	reading := interp.ReadSource(base, file)
	r.found = append(r.found, check.Pack(reading, check.Settings{})...)
	r.readers = append(r.readers, reading.Loaded.Line)
	return nil
}

// shows reports whether a finding is shown. Some notes always are: of replacements, which are
// no mistakes, of what silent games showed, which the user asked to see, and of an older
// language.
func (p *checkParams) shows(d diag.Finding) bool {
	return d.Severity != diag.Note || p.Strict || d.Code == "replaced" || d.Code == "older-api" ||
		strings.HasPrefix(d.Code, "play-")
}

// report prints the findings, each once, and the closing count.
func (r *checkRun) report(h Host) error {
	all := &diag.List{}
	hidden := &diag.List{}
	wrong := false
	for _, d := range r.found {
		if r.params.shows(d) {
			all.Add(d)
			wrong = wrong || d.Severity != diag.Note || r.params.Strict && d.Code != "replaced"
		} else {
			hidden.Add(d)
		}
	}
	found := all.Sorted()
	var err error
	switch r.params.Format {
	case "json":
		err = diag.WriteJSON(h.Out, found)
	case "github":
		err = diag.WriteGitHub(h.Out, found)
	default:
		err = diag.WriteText(h.Out, found, r.line, locale.Findings(r.params.Game.Lang))
		if err == nil {
			_, err = fmt.Fprintln(h.Out, r.summary(all, hidden))
		}
		if err == nil && command.TerminalOut(h.Err) != nil {
			fmt.Fprint(h.Err, explanations(found))
		}
	}
	if err != nil {
		return err
	}
	if wrong {
		return errWrong
	}
	return nil
}

// leaving warns of what is still to be written in a game that others get to see.
func leaving(h Host, p *interp.Pack) {
	found := check.Unwritten(p.Reading())
	for i := range found {
		found[i].Severity = diag.Warning
	}
	_ = diag.WriteText(h.Err, found, p.Loaded.Line, nil) // what cannot be written here cannot be reported anywhere
}

// mostExplained is how many kinds of findings a report offers to explain.
const mostExplained = 3

// explanations are the commands that explain the first kinds of findings, for users at a
// terminal: other formats carry the codes.
func explanations(found []diag.Finding) string {
	var codes []string
	text := ""
	for _, d := range found {
		if !slices.Contains(codes, d.Code) && len(codes) < mostExplained {
			codes = append(codes, d.Code)
			text += fmt.Sprintf("%s ruledeck explain %s\n", []string{"More:", "     "}[min(len(codes)-1, 1)], d.Code)
		}
	}
	return text
}

func (r *checkRun) line(file string, line int) string {
	for _, read := range r.readers {
		if text := read(file, line); text != "" {
			return text
		}
	}
	return ""
}

func (r *checkRun) summary(all, hidden *diag.List) string {
	text := command.Counted(all.Count(diag.Error), "error") + ", " + command.Counted(all.Count(diag.Warning), "warning")
	if r.params.Strict || r.params.games > 0 {
		text += ", " + command.Counted(all.Count(diag.Note), "note")
	}
	if n := hidden.Count(diag.Note); n > 0 {
		text += "; --strict shows " + command.Counted(n, "note")
	}
	return text
}
