package cluster

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/ruledeck/ruledeck/cmd/internal/columns"
	"github.com/ruledeck/ruledeck/cmd/internal/lab"
)

// Status is what goes on at a server.
type Status struct {
	Workers []WorkerStatus `json:"workers"`
	Runs    []RunStatus    `json:"runs"`
}

// WorkerStatus is a worker that is there.
type WorkerStatus struct {
	Name string `json:"name"`
	// Program is the version of its program, Jobs how many shards it plays at once, Games how
	// many games it has played since it came.
	Program string    `json:"program"`
	Jobs    int       `json:"jobs"`
	Games   int64     `json:"games"`
	Since   time.Time `json:"since"`
}

// RunStatus is a run whose results are awaited.
type RunStatus struct {
	Run      string    `json:"run"`
	Game     string    `json:"game"`
	Program  string    `json:"program"`
	By       string    `json:"by"`
	Since    time.Time `json:"since"`
	Priority int       `json:"priority"`
	// Played are the games that the submitter has, Games all games of the run.
	Played int `json:"played"`
	Games  int `json:"games"`
	// Playing are the shards in play, Refused the workers that refuse the run, with their
	// reasons.
	Playing []ShardStatus `json:"playing"`
	Refused []string      `json:"refused"`
}

// ShardStatus is a shard that is being played: by whom, how many of how many games are done,
// and for how long nothing was heard.
type ShardStatus struct {
	Worker string  `json:"worker"`
	Games  int     `json:"games"`
	Of     int     `json:"of"`
	Silent float64 `json:"silent_seconds"`
}

// Status asks a server what goes on.
func (c *Cluster) Status(ctx context.Context) (*Status, error) {
	s := &Status{Workers: []WorkerStatus{}, Runs: []RunStatus{}}
	err := c.entries(ctx, c.workers, ">", func(entry jetstream.KeyValueEntry) error {
		var at presence
		if json.Unmarshal(entry.Value(), &at) == nil {
			s.Workers = append(s.Workers,
				WorkerStatus{line(entry.Key()), line(at.Program), at.Jobs, at.Games, at.Since})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = c.entries(ctx, c.runs, ">", func(entry jetstream.KeyValueEntry) error {
		var o ordered
		if json.Unmarshal(entry.Value(), &o) != nil {
			return nil
		}
		r := RunStatus{Run: line(entry.Key()), Game: line(o.Job.Game), Program: line(o.Job.Program), By: line(o.By),
			Since: o.Since, Priority: o.Priority, Games: o.Job.Games, Playing: []ShardStatus{}, Refused: []string{}}
		s.Runs = append(s.Runs, r)
		return c.reportsOn(ctx, entry.Key(), &s.Runs[len(s.Runs)-1])
	})
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(s.Runs, func(a, b RunStatus) int {
		return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.Run, b.Run))
	})
	return s, err
}

// reportsOn reads the reports on a run.
func (c *Cluster) reportsOn(ctx context.Context, run string, r *RunStatus) error {
	for _, what := range []string{kindProgress, kindPlaying, kindRefused} {
		err := c.entries(ctx, c.results, run+"."+what+".>", func(entry jetstream.KeyValueEntry) error {
			if what == kindRefused {
				r.Refused = append(r.Refused, line(string(entry.Value())))
				return nil
			}
			var at progress
			_, who := cutKey(entry.Key())
			silent := time.Since(entry.Created())
			switch {
			case json.Unmarshal(entry.Value(), &at) != nil:
			case what == kindProgress:
				r.Played = at.Games
			case silent < 2*alive:
				r.Playing = append(r.Playing, ShardStatus{line(who), at.Games, at.Of, silent.Seconds()})
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	slices.SortFunc(r.Playing, func(a, b ShardStatus) int { return strings.Compare(a.Worker, b.Worker) })
	slices.Sort(r.Refused)
	return nil
}

//go:embed status.txt
var statusPage string

var statusText = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"pad": columns.Pad}).Parse(statusPage))
})

// Text writes it as a page of text.
func (s *Status) Text(w io.Writer, now time.Time) {
	jobs := 0
	for i := range s.Workers {
		jobs += s.Workers[i].Jobs
	}
	_ = statusText().Execute(w, struct { // what cannot be written here cannot be told anywhere
		*Status
		Jobs    int
		Now     time.Time
		Second  time.Duration
		Program string
	}{s, jobs, now, time.Second, lab.Program()})
}

// NoRunError says that there is no run of a name, or more than one that begins so.
type NoRunError struct {
	Name string
	// Runs are those that there are.
	Runs []string
}

// Error implements the error interface.
func (e *NoRunError) Error() string {
	if len(e.Runs) == 0 {
		return fmt.Sprintf("there is no run %s; none is waited for", e.Name)
	}
	return fmt.Sprintf("there is not one run %s; there are %s", e.Name, strings.Join(e.Runs, ", "))
}

// Cancel takes a run from the workers, by how its name begins, and returns the name. An
// error may be a NoRunError.
func (c *Cluster) Cancel(ctx context.Context, begins string) (run string, err error) {
	var order ordered
	var all, found []string
	err = c.entries(ctx, c.runs, ">", func(entry jetstream.KeyValueEntry) error {
		var o ordered
		if json.Unmarshal(entry.Value(), &o) != nil {
			return nil
		}
		all = append(all, entry.Key())
		if strings.HasPrefix(entry.Key(), begins) {
			found = append(found, entry.Key())
			order = o
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		slices.Sort(all)
		return "", &NoRunError{begins, all}
	}
	run = found[0]
	if _, err := c.results.PutString(ctx, keyOf(run, kindCancelled, self()), self()); err != nil {
		return "", err
	}
	return run, c.over(ctx, run, &order.Order)
}
