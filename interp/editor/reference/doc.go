// Package reference writes the reference of the language and of games: the
// files and their keys, the functions and values of scripts, the examples, and
// for each game its options, triggers, cards and rulings. All of it comes from
// the registry in package keyword and from the games; the examples and other
// recipes from package cookbook, whose search the page uses.
//
// What it says of them in words stands in the folder pages: templates of Markdown.
//
//	document.go  headings, paragraphs, tables and code, without a format
//	pages.go     from the pages to the document
//	language.go  what the language has
//	games.go     what a game has
//	markdown.go  the document as Markdown
//	html.go      the document as one page of HTML
//	site.go      the document as many, with tutorials
package reference
