package pack

import (
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// Versions tells of layers that are written for another version of the
// language; it is asked when everything else has been read. A pack in which
// nothing is wrong runs whatever it states. An older one is told of once, since each
// finding says itself what to write now; for a version that this program does not
// know yet, what it does not know is what is wrong.
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
			report.Notef("older-api", at.APIPos,
				"the pack is written for version %d of the language and runs in version %d as it is; write api: %d",
				at.API, keyword.API, keyword.API)
		}
	}
}
