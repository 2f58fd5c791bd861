// Package rights says what one kind of client may do at a server of NATS: workers, those who
// submit, and servers of tables each name theirs, and the server holds them to it.
//
// It may import the standard library.
package rights

import "fmt"

// Rights are what one kind of client may do at a server that knows kinds of clients.
type Rights struct {
	// Role is its name. Nothing that is published or kept in one account is seen in another, and
	// Streams are what the account keeps.
	Role, Account string
	Streams       []string
	// Publish and Subscribe are the subjects that it may use so.
	Publish, Subscribe []string
}

// Reading are the rights of a role to make streams where there are none, and to read them. Its
// inbox is its own, as answers to others would be read by all who share one.
func Reading(role, account string, streams []string) Rights {
	r := Rights{Role: role, Account: account, Streams: streams, Publish: []string{"$JS.API.INFO", "$JS.FC.>"},
		Subscribe: []string{"_INBOX." + role + ".>"}}
	for _, form := range []string{"STREAM.CREATE.%s", "STREAM.INFO.%s", "STREAM.MSG.GET.%s", "DIRECT.GET.%s",
		"DIRECT.GET.%s.>", "CONSUMER.CREATE.%s", "CONSUMER.CREATE.%s.>", "CONSUMER.INFO.%s.*",
		"CONSUMER.MSG.NEXT.%s.>"} {
		r.May("$JS.API."+form, streams...)
	}
	return r
}

// May adds a form of subject for some names.
func (r *Rights) May(form string, names ...string) {
	for _, name := range names {
		r.Publish = append(r.Publish, fmt.Sprintf(form, name))
	}
}
