package cli

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/ruledeck/ruledeck/cmd/internal/command"
	"github.com/ruledeck/ruledeck/cmd/internal/host"
	"github.com/ruledeck/ruledeck/cmd/internal/savedir"
)

func reportCommand(h Host) *cobra.Command {
	form := ""
	return pages.Command("report", nil, func(_ *cobra.Command, args []string) error {
		return runReport(h, args, form)
	}, flags{"format": &form})
}

func runReport(h Host, places []string, form string) error {
	if len(places) == 0 {
		folder, err := savedir.Where("tables")
		if err != nil {
			return err
		}
		places = []string{folder}
	}
	var files []string
	for _, place := range places {
		info, err := os.Stat(place)
		switch {
		case err != nil:
			return usage("there is no table: %s", err)
		case info.IsDir():
			found := savedir.Games(place)
			if len(found) == 0 {
				return usage("%s holds no tables: files that end in %s", place, savedir.End)
			}
			files = append(files, found...)
		default:
			files = append(files, place)
		}
	}
	ctx := command.Stoppable()
	known := host.Expectations{}
	var reports []*host.Report
	for _, file := range files {
		r, err := host.ReportOf(ctx, file, known)
		if err == nil && form == "json" {
			err = h.JSON(r)
		} else if err == nil {
			r.Write(h.Out)
			reports = append(reports, r)
		}
		if err != nil {
			return err
		}
	}
	host.Gather(h.Out, reports)
	return nil
}
