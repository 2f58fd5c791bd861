package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/cardexport"
	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/lists"
	"github.com/ruledeck/ruledeck/interp/scene"
	"github.com/ruledeck/ruledeck/interp/source"
)

// exportParams say what the cards are made into.
type exportParams struct {
	Format     string `flag:"export"`
	Out        string `flag:"out"`
	Last       string `flag:"since"`
	Prefix     string `flag:"url-prefix"`
	BackOffset string `flag:"back-offset"`
	Only       string `flag:"only"`
	Strict     bool   `flag:"strict"`
	cardexport.Options
}

// checked refuses what does not go together, before any work.
func (p *exportParams) checked(c *cobra.Command) error {
	flags := c.Flags()
	if p.Format == "" {
		for _, name := range []string{"out", "paper", "cut", "only", "back-offset", "bleed", "backs", "copies", "since",
			"url-prefix", "strict"} {
			if flags.Changed(name) {
				return usage("--%s is for --export; say --export %s", name, strings.Join(cardexport.Formats, ", or "))
			}
		}
		return nil
	}
	if !slices.Contains(cardexport.Formats, p.Format) {
		return usage("--export cannot be %q; %s", p.Format, diag.There(p.Format, cardexport.Formats))
	}
	if p.Out == "" {
		return usage("--export needs -o, the file or folder to write")
	}
	for name, formats := range map[string]string{"paper": "pdf", "cut": "pdf", "only": "pdf", "back-offset": "pdf",
		"bleed": "pdf png zip", "url-prefix": "tts"} {
		if flags.Changed(name) && !slices.Contains(strings.Fields(formats), p.Format) {
			return usage("--%s is not for --export %s", name, p.Format)
		}
	}
	if !flags.Changed("bleed") {
		p.Bleed = cardexport.Bleed(p.Format)
	}
	if !flags.Changed("copies") {
		p.Copies = p.Format == "pdf" || p.Format == "tts"
	}
	if err := p.sides(); err != nil {
		return err
	}
	if err := p.Check(); err != nil {
		return usage("%s", err)
	}
	return p.ready()
}

// sides reads which sides are printed, and where the backs lie.
func (p *exportParams) sides() error {
	switch p.Only {
	case "", "fronts", "backs":
	default:
		return usage("--only cannot be %q; %s", p.Only, diag.There(p.Only, []string{"fronts", "backs"}))
	}
	p.Alone = p.Only == "backs"
	p.Backs = p.Backs && p.Only == ""
	if p.BackOffset == "" || p.BackOffset == "measure" {
		return nil
	}
	x, y, _ := strings.Cut(p.BackOffset, ",")
	for i, text := range []string{x, y} {
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return usage("--back-offset is X,Y in millimetres, such as 0.5,-1, or measure, not %q", p.BackOffset)
		}
		p.Offset[i] = v
	}
	return nil
}

// folder reports whether the format is written into a folder.
func (p *exportParams) folder() bool { return p.Format == "png" || p.Format == "tts" }

// ready refuses a place that could not be written, or where something else would be lost.
func (p *exportParams) ready() error {
	if !p.folder() {
		none := cardexport.Printed{Cards: cardexport.Prints{"": ""}}
		if err := disk.OS.Made(recordOf(p.Out, false), none.Text()); err != nil {
			return usage("%s", err)
		}
		return command.Ready(p.Out, map[string]command.Output{"pdf": command.PDF, "zip": command.Archive,
			"csv": command.Table}[p.Format])
	}
	return ours(p.Out, printed, "an export")
}

// printed is the record of an export that is a folder.
const printed = "printed.json"

// recordOf is where an export, a file or a folder, records what it has printed.
func recordOf(export string, folder bool) string {
	extension := filepath.Ext(export)
	switch {
	case folder:
		return filepath.Join(export, printed)
	case extension == ".json":
		return export
	default:
		return strings.TrimSuffix(export, extension) + ".printed.json"
	}
}

// before is what --since names: how the cards looked in an earlier export, or at a revision.
func (p *exportParams) before(game string, flags *command.Game, id string) (cardexport.Prints, error) {
	if p.Last == "" {
		return nil, nil
	}
	info, err := os.Stat(p.Last)
	if err != nil && slices.Contains([]string{".pdf", ".zip", ".json"}, filepath.Ext(p.Last)) {
		return nil, usage("--since: there is no earlier export %s", p.Last)
	}
	if err != nil {
		return printedAt(game, flags, p.Last)
	}
	record := recordOf(p.Last, info.IsDir())
	data, err := source.File(record, source.MaxSize)
	if err != nil {
		return nil, usage("--since: %s: %s", record, source.Why(err))
	}
	var was cardexport.Printed
	if err := json.Unmarshal(data, &was); err != nil || was.Cards == nil {
		return nil, usage("--since: %s is no record of an export", record)
	}
	if was.Printed != id {
		return nil, usage("--since: %s is of the game %s, not of %s", record, was.Printed, id)
	}
	return was.Cards, nil
}

// printedAt is how the cards looked at a revision.
func printedAt(game string, flags *command.Game, revision string) (cardexport.Prints, error) {
	git := &revisions{}
	defer git.clean()
	name := game + "@" + revision
	for _, o := range flags.Overlays {
		name += "+" + o
		if isFolder(o) {
			name += "@" + revision
		}
	}
	was, err := git.read(name)
	if err != nil {
		return nil, err
	}
	old, err := was.Pack()
	if err != nil {
		return nil, err
	}
	return cardexport.New(old, flags.Lang).Prints(), nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// run makes the files of the cards of a game.
func (p *exportParams) run(h Host, game string, flags *command.Game, loaded *interp.Pack) error {
	ctx := command.Stoppable()
	id := loaded.Compiled.Pack.ID
	deck := cardexport.New(loaded, flags.Lang)
	var err error
	p.Since, err = p.before(game, flags, id)
	if err != nil {
		return err
	}
	if gone := deck.Gone(p.Since); len(gone) > 0 {
		fmt.Fprintf(h.Out, "No longer in the game, so take them out: %s\n", strings.Join(gone, ", "))
	}
	cards := deck.Chosen(p.Options)
	if len(cards) == 0 {
		fmt.Fprintln(h.Out, "No card looks otherwise than then, or none has a face; nothing was written.")
		return nil
	}
	files, err := p.files(ctx, deck)
	if errors.Is(err, cardexport.ErrNoBrowser) {
		return p.without(deck)
	}
	if err != nil {
		return err
	}
	if p.BackOffset != "measure" {
		files[recordOf(p.Out, p.folder())] = deck.Printed(p.Options).Text()
	}
	if err := p.write(h, files, cards); err != nil {
		return err
	}
	return p.proved(h, deck, loaded)
}

// files are the exported files, by their paths.
func (p *exportParams) files(ctx context.Context, deck *cardexport.Deck) (map[string][]byte, error) {
	if p.Format == "pdf" && p.BackOffset == "measure" {
		data, err := deck.Print(ctx, cardexport.Measuring(p.Options))
		return map[string][]byte{p.Out: data}, err
	}
	if p.Format == "pdf" {
		if err := deck.Fits(p.Options); err != nil {
			return nil, usage("%s", err)
		}
		data, err := deck.PDF(ctx, p.Options)
		return map[string][]byte{p.Out: data}, err
	}
	var files map[string][]byte
	var err error
	if p.Format == "tts" {
		// Without a prefix of their names the pictures lie on this machine.
		if path, wrong := filepath.Abs(p.Out); p.Prefix == "" && wrong == nil {
			p.Prefix = "file:///" + strings.TrimPrefix(filepath.ToSlash(path), "/") + "/"
		}
		files, err = deck.Tabletop(ctx, p.Options, p.Prefix)
	} else {
		files, err = deck.Pictures(ctx, p.Options)
	}
	if err == nil && p.Format == "zip" {
		data, err := source.Zip(files)
		return map[string][]byte{p.Out: data}, err
	}
	out := map[string][]byte{}
	for name, data := range files {
		out[filepath.Join(p.Out, name)] = data
	}
	return out, err
}

// write writes the files and reports them.
func (p *exportParams) write(h Host, files map[string][]byte, cards []scene.Face) error {
	if p.folder() {
		if err := os.MkdirAll(p.Out, 0o755); err != nil {
			return err
		}
	}
	paths := lists.Sorted(files)
	for _, path := range paths {
		if err := replaced(path, files[path]); err != nil {
			return err
		}
	}
	size := 0
	for _, path := range paths {
		if err := disk.OS.Write(path, files[path]); err != nil {
			return err
		}
		size += len(files[path])
	}
	if p.BackOffset == "measure" {
		fmt.Fprintf(h.Out, "%s has two pages. Print them on both sides of one sheet, at 100 %%, turned over its long "+
			"edge. Look at the scale against the light:\nwhere the cross meets it, in millimetres to the right and "+
			"down, is the X,Y of --back-offset.\n", p.Out)
		return nil
	}
	different := map[string]bool{}
	for _, f := range cards {
		different[f.Def] = true
	}
	fmt.Fprintf(h.Out, "%s in %s (%.1f MB)\n", command.Counted(len(cards), "card"), p.Out, float64(size)/1e6)
	if len(different) < len(cards) {
		fmt.Fprintf(h.Out, "They are %d different cards, each as often as a game has it; --copies=false prints one of "+
			"each.\n", len(different))
	}
	return nil
}

// proved reports what of the cards is not on paper as it is written, each at its card.
func (p *exportParams) proved(h Host, deck *cardexport.Deck, loaded *interp.Pack) error {
	found := &diag.List{}
	flaws, looked := deck.Flaws()
	for _, f := range flaws {
		found.Add(diag.Finding{Code: f.Code, Severity: diag.Warning, Message: f.Def + ": " + f.String(),
			Pos: loaded.Compiled.Cards[loaded.Compiled.Defs[f.Def]].Pos})
	}
	if err := diag.WriteText(h.Out, found.Sorted(), loaded.Loaded.Line, nil); err != nil {
		return err
	}
	if !looked {
		fmt.Fprintln(h.Out, "The browser did not say whether all texts fit: look at the cards before you print them.")
	}
	if p.Strict && (len(flaws) > 0 || !looked) {
		return errWrong
	}
	return nil
}

// replaced refuses to put a file of an export in place of one of another kind.
func replaced(path string, data []byte) error {
	kind := http.DetectContentType(data)
	if strings.HasPrefix(kind, "text/") {
		return disk.OS.Made(path, data)
	}
	const beginning = 512
	was, err := source.File(disk.OS.Target(path), beginning)
	if err == nil && len(was) > 0 && http.DetectContentType(was) != kind {
		return &fs.PathError{Op: "write", Path: path, Err: disk.ErrOther}
	}
	return nil
}

// without writes the sheets as a page where no browser makes files of them.
func (p *exportParams) without(deck *cardexport.Deck) error {
	page := strings.TrimSuffix(p.Out, filepath.Ext(p.Out)) + ".html"
	if err := command.Ready(page, command.Page); err != nil {
		return err
	}
	if err := disk.OS.Write(page, deck.Document(deck.Sheets(p.Options))); err != nil {
		return err
	}
	return &ExitError{Code: ExitWrong, Message: fmt.Sprintf("%s, so %s was not made; the sheets are in %s: open it in "+
		"a browser and print it, at 100 %% and without margins, or install one of those",
		cardexport.ErrNoBrowser, p.Out, page)}
}
