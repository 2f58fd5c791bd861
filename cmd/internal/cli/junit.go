package cli

import (
	"encoding/xml"
	"strings"

	"github.com/ruledeck/ruledeck/cmd/internal/disk"
	"github.com/ruledeck/ruledeck/interp/golden"
)

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// writeJUnit writes the results for build servers.
func writeJUnit(path string, results []*golden.Result) error {
	suite := junitSuite{Name: "ruledeck", Tests: len(results)}
	for _, r := range results {
		c := junitCase{Name: r.Name, Class: r.File}
		if !r.Passed() {
			suite.Failures++
			c.Failure = &junitFailure{Message: strings.SplitN(r.Findings[0].Message, "\n", 2)[0]}
			c.Failure.Text = r.Report()
		}
		suite.Cases = append(suite.Cases, c)
	}
	data, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	return disk.OS.Write(path, append([]byte(xml.Header), append(data, '\n')...))
}
