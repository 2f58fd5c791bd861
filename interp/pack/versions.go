package pack

import (
	"fmt"
	"strconv"

	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Versions reports layers written for another version of the language; it is called when
// everything else has been read. A pack without mistakes runs whatever version it states.
// An older one is reported once, since each finding says what to write now; for a newer
// one, the unknown parts are the faults.
func (l *Loaded) Versions(report *diag.List) {
	broken := report.HasErrors()
	for _, at := range l.Layers {
		switch {
		case !at.HasAPI || at.API == keyword.API:
		case at.API > keyword.API && broken:
			report.Errorf("newer-api", at.APIPos,
				"the pack is written for version %d of the language, and this program reads version %d: a newer "+
					"ruledeck reads it; "+
					"or mend what is reported besides and write api: %d", at.API, keyword.API, keyword.API)
		case at.API > keyword.API:
			report.Warnf("newer-api", at.APIPos,
				"the pack is written for version %d of the language, and this program reads version %d; it uses "+
					"nothing that is unknown here", at.API, keyword.API)
		case at.API < 0:
			report.Errorf("bad-range", at.APIPos,
				"api is the number of a version of the language, such as %d", keyword.API)
		case broken:
			report.Notef("older-api", at.APIPos,
				"the pack is written for version %d of the language, and this program reads version %d: mend what is "+
					"reported besides and write api: %d; "+
					"what has changed since: ruledeck explain older-api", at.API, keyword.API, keyword.API)
		default:
			d := diag.Finding{Code: "older-api", Severity: diag.Note, Pos: at.APIPos,
				Suggestion: strconv.Itoa(keyword.API)}
			d.Message = fmt.Sprintf("the pack is written for version %d of the language and runs in version %d; write "+
				"api: %d; what has changed since: ruledeck explain older-api", at.API, keyword.API, keyword.API)
			report.Add(d)
		}
	}
}
