package command

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ruledeck/ruledeck/interp/diag"
)

// Pages are the pages of help of a program, a file below help for each command: its usage, a line
// and a text that describe it, then its flags and examples, as
//
//	Flags:
//	  -o, --out: the file to write
//	  --games=100: how many games; what stands
//	    further in goes on
//
// where = gives the default of a flag, and each | a further word that it can be: --format=text|json.
// The page named flags holds the flags that several commands share.
type Pages struct{ embed.FS }

// Flags are flags of a command by name, with what holds their values.
type Flags map[string]any

// Command is a command as its page describes it, with the flags of each of params (Add).
func (p Pages) Command(name string, args cobra.PositionalArgs, run func(*cobra.Command, []string) error,
	params ...any) *cobra.Command {
	c := &cobra.Command{Args: args, RunE: run}
	p.Describe(c, name)
	for _, of := range params {
		p.Add(c, of)
	}
	return c
}

// Describe gives a command the usage and texts of its page. A missing page is a bug in the program.
func (p Pages) Describe(c *cobra.Command, name string) {
	text, err := p.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err)
	}
	use, rest, _ := strings.Cut(string(text), "\n")
	short, rest, _ := strings.Cut(rest, "\n")
	rest, examples, _ := strings.Cut(rest, "\nExamples:\n")
	long, _, _ := strings.Cut(rest, "\nFlags:\n")
	c.Use = use
	c.Short = short
	c.Long = strings.TrimSpace(long)
	c.Example = cmp.Or(strings.TrimRight(examples, "\n"), c.Example)
}

// Add gives a command flags that its page or the page of all flags describes. They are Flags, or those
// of a pointer to a struct, as its fields and those of the structs in it name them: `flag:"games"`. One
// that no page describes is a bug in the program.
func (p Pages) Add(c *cobra.Command, params any) {
	flags, named := params.(Flags)
	if !named {
		flags = Flags{}
		flags.of(reflect.ValueOf(params).Elem())
	}
	for _, page := range []string{c.Name(), "flags"} {
		if len(flags) == 0 {
			return
		}
		// A command may have a page, or be told of in that of all flags.
		said, _ := p.ReadFile("help/" + page + ".txt")
		_, text, _ := bytes.Cut(said, []byte("\nFlags:\n"))
		text, _, _ = bytes.Cut(text, []byte("\n\n"))
		for line := range strings.Lines(strings.ReplaceAll(string(text), "\n    ", " ")) {
			head, usage, _ := strings.Cut(strings.TrimSpace(line), ": ")
			short, name, _ := strings.Cut(head, "--")
			name, words, _ := strings.Cut(name, "=")
			usual, _, several := strings.Cut(words, "|")
			if value := flags[name]; value != nil {
				delete(flags, name)
				if several {
					value = &choice{value.(*string), name, strings.Split(words, "|")}
				}
				add(c.Flags(), value, name, strings.Trim(short, "-, "), usage)
				if f := c.Flags().Lookup(name); usual != "" {
					f.DefValue = usual
					if err := f.Value.Set(usual); err != nil {
						panic(err)
					}
				}
			}
		}
	}
	for name := range flags {
		panic(fmt.Sprintf("no page says what --%s of %s is", name, c.Name()))
	}
}

// of takes in the fields of a struct that have a flag.
func (f Flags) of(s reflect.Value) {
	for field, value := range s.Fields() {
		if name := field.Tag.Get("flag"); name != "" {
			f[name] = value.Addr().Interface()
		} else if value.Kind() == reflect.Struct {
			f.of(value)
		}
	}
}

// choice is the value of a flag that is one of several words.
type choice struct {
	to      *string
	name    string
	allowed []string
}

// String is the word.
func (c *choice) String() string { return *c.to }

// Type is what help calls the value.
func (c *choice) Type() string { return "string" }

// Set refuses words that are not allowed.
func (c *choice) Set(word string) error {
	if !slices.Contains(c.allowed, word) {
		return Usage("--%s cannot be %q; %s", c.name, word, diag.There(word, c.allowed))
	}
	*c.to = word
	return nil
}

func add(to *pflag.FlagSet, value any, name, short, usage string) {
	switch value := value.(type) {
	case *bool:
		to.BoolVarP(value, name, short, *value, usage)
	case *int:
		to.IntVarP(value, name, short, *value, usage)
	case *uint64:
		to.Uint64VarP(value, name, short, *value, usage)
	case *float64:
		to.Float64VarP(value, name, short, *value, usage)
	case *string:
		to.StringVarP(value, name, short, *value, usage)
	case *[]string:
		to.StringArrayVarP(value, name, short, *value, usage)
	case *time.Duration:
		to.DurationVarP(value, name, short, *value, usage)
	case pflag.Value:
		to.VarP(value, name, short, usage)
	}
}
