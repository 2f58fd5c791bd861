// Package web has the files of the studio's page: what a browser is served, and what is
// laid into a document of cards that stands alone. It has no code.
package web

import "embed"

// Files are the page, by their paths from its beginning.
//
//go:embed *.css *.js index.html fonts vendor
var Files embed.FS

// Policy is the Content-Security-Policy of the page: it loads from its host, and nothing from
// elsewhere.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
