package studio

import "github.com/ruledeck/ruledeck/interp/scene"

// graph is how the attributes of the seats went over the events, for those who
// may see them.
func (s *server) graph(q *query, at reading) (any, error) {
	table, watcher := q.branch.session.Table(), q.branch.tell(at).watcher
	return scene.NewComposer(table.Compiled, table.Speaker(at.lang)).Courses(watcher.Courses(), watcher.View()), nil
}
