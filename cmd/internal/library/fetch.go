package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/interp/pack"
	"github.com/ruledeck/ruledeck/interp/source"
)

// patience is how long fetching takes at most. How much is fetched is what an archive may
// take.
const patience = 5 * time.Minute

// noSource says that something cannot be a source of packs, and what can.
func noSource(format string, args ...any) error {
	return command.Usage(format+"; a pack comes from an archive (a file, or an https address) or a git repository (an "+
		"https or ssh address, or a folder)", args...)
}

// Fetch brings a pack from its source as an archive into a folder, and returns the way to
// it, and the source as it is to be kept: a file by its whole path, a revision by its
// commit. Nothing of it has been read.
func Fetch(ctx context.Context, o pack.Origin, folder string) (string, pack.Origin, error) {
	ctx, stop := context.WithTimeoutCause(ctx, patience, fmt.Errorf("%s takes longer than %s", o.Source, patience))
	defer stop()
	info, err := os.Stat(o.Source)
	if err == nil {
		o.Source, err = filepath.Abs(o.Source)
		if err != nil {
			return "", o, err
		}
	}
	address, wrong := url.Parse(o.Source)
	web := info == nil && wrong == nil && address.Scheme == "https"
	archive := info != nil && info.Mode().IsRegular() || web && strings.HasSuffix(address.Path, source.Archive)
	place := filepath.Join(folder, "fetched"+source.Archive)
	switch {
	case web && address.User != nil:
		return "", o, noSource("%s has a name or a password, which would be written into locks", address.Redacted())
	case archive && (o.At != "" || o.Path != ""):
		return "", o, noSource("%s is an archive; --at and --path are for repositories", o.Source)
	case archive && web:
		err = download(ctx, o.Source, place)
	case archive && filepath.Ext(o.Source) != source.Archive:
		return "", o, noSource("the name of an archive ends in %s, and that of %s does not", source.Archive, o.Source)
	case archive:
		return o.Source, o, nil
	default:
		o.Commit, err = repository(ctx, o, place, info != nil || web)
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return place, o, err
}

// download writes the content of an address into a file.
func download(ctx context.Context, address, place string) error {
	client := &http.Client{CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if r.URL.Scheme != "https" || len(via) > 5 {
			return errors.New("it redirects too often, or to an address without https")
		}
		return nil
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", address, answer.Status)
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, source.MaxArchive+1))
	if err == nil && len(data) > source.MaxArchive {
		err = tooLarge(address)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(place, data, 0o600)
}

func tooLarge(from string) error {
	return fmt.Errorf("%s holds more than the %d MB that are fetched", from, source.MaxArchive>>20)
}
