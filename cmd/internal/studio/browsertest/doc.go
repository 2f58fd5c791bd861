// Package browsertest opens the studio's page in a real browser and uses it as a
// person does: by keys and by what stands on the screen.
//
// It has tests alone. They run where RULEDECK_BROWSER is set, as .ci/run does,
// and need Chromium; without it they are skipped with a word. The command runs
// in a process of its own, which is this test's program (see TestMain).
//
// RULEDECK_PICTURES=DIR writes pictures of every page, light and dark, wide and
// narrow, for people to look at: go test -run Pictures.
//
// It may import cmd/internal/cli, the packs, the engine, interp, and chromedp.
package browsertest
