package code

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/ruledeck/ruledeck/interp/script/sandbox"
)

// lib is a function of the language.
type lib struct {
	name        string
	args        []string
	least, most int
}

var (
	libraries = readLibrary()
	// libraryNames are the names of the functions in tables of the language,
	// libraryGlobals those of the global functions.
	libraryNames, libraryGlobals = splitLibrary()
)

// readLibrary reads what the sandbox offers.
func readLibrary() map[string]*lib {
	out := map[string]*lib{}
	for _, n := range sandbox.Library() {
		f := &lib{name: n.Name}
		for _, arg := range strings.Split(n.Args, ", ") {
			switch {
			case arg == "":
			case arg == "...":
				f.most = 1 << 20
			case strings.HasPrefix(arg, "["):
				f.most++
			default:
				f.least, f.most = f.least+1, f.most+1
			}
			f.args = append(f.args, strings.Trim(arg, "[]"))
		}
		out[n.Name] = f
	}
	delete(out, "math.pi")
	delete(out, "math.huge")
	// The position of table.insert stands before the value.
	return out
}

func splitLibrary() (members, globals []string) {
	for name := range libraries {
		if _, member, ok := strings.Cut(name, "."); ok {
			members = append(members, member)
		} else {
			globals = append(globals, name)
		}
	}
	return members, globals
}

func libraryFunction(name string) (*lib, bool) {
	f, ok := libraries[name]
	return f, ok
}

func libraryMembers(name string) []string {
	var out []string
	for full := range libraries {
		if table, member, ok := strings.Cut(full, "."); ok && table == name {
			out = append(out, member)
		}
	}
	return out
}

// argKinds say what the arguments of the language's functions must be, by
// their names in the sandbox's list.
var argKinds = map[string]kinds{
	"text": kWord | kNumber, "pattern": kWord | kNumber, "format": kWord, "list": kList | kTable, "table": kList | kTable | kGame | kSeat | kCard | kZone,
	"x": kNumber, "y": kNumber, "times": kNumber, "from": kNumber, "to": kNumber, "position": kNumber, "base": kNumber, "level": kNumber,
	"function": kFunction, "handler": kFunction, "less": kFunction, "separator": kWord | kNumber,
}

// openHosts give a number of values that is not known.
var openHosts = map[string]bool{
	"pcall": true, "xpcall": true, "unpack": true, "table.unpack": true, "select": true, "string.byte": true, "string.find": true,
	"string.match": true, "choose.one": true, "assert": true, "string.gsub": true, "next": true,
}

// callLibrary calls a function of the language.
func (e *evaluator) callLibrary(name string, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	f := libraries[name]
	if f == nil {
		return []typ{unknown}
	}
	if e.final && (len(exprs) > f.most || len(args) < f.least && !e.openArgs(exprs)) {
		pos := e.pos(x)
		if len(exprs) > f.most {
			pos = e.pos(exprs[f.most])
		}
		e.fault("wrong-count", pos, "%s takes (%s), not %s", name, strings.Join(f.args, ", "), plural(len(exprs)))
		return e.libraryResults(name, args)
	}
	for i, t := range args {
		if i >= len(f.args) || i >= len(exprs) {
			break
		}
		e.libraryArgument(name, f, i, exprs[i], t, len(args))
	}
	e.libraryEffects(name, x, args)
	return e.libraryResults(name, args)
}

func (e *evaluator) libraryArgument(name string, f *lib, i int, x ast.Expr, t typ, given int) {
	arg := f.args[min(i, len(f.args)-1)]
	if name == "table.insert" && i == 1 && given == 2 {
		return // the value
	}
	if strings.HasPrefix(name, "math.") && (arg == "..." || arg == "x") {
		arg = "x"
	}
	k, ok := argKinds[arg]
	if !ok {
		return
	}
	allowed := k
	if i >= f.least {
		allowed |= kNil
	}
	e.require(x, allowed, nil)
	if e.final && t.known() && t.kinds&(allowed|kNil) == 0 {
		e.fault("wrong-type", e.pos(x), "%s: argument %d must be %s, not %s", name, i+1, k, t)
	}
}

// libraryEffects follows what a function of the language does with tables and
// functions.
func (e *evaluator) libraryEffects(name string, x *ast.FuncCallExpr, args []typ) {
	switch name {
	case "table.insert", "table.remove", "table.sort":
		if len(args) > 0 {
			e.changeList(x, args[0])
		}
		if name == "table.insert" && len(args) > 1 {
			for _, r := range args[0].refs {
				if s, ok := r.(*site); ok {
					e.learn(&s.items, args[len(args)-1])
				}
			}
			if args[0].any() {
				lose(args[len(args)-1], e.lose)
			}
		}
		if name == "table.sort" && len(args) > 1 {
			item := e.itemOf(args[0])
			e.callValue(args[1], x, []typ{item, item}, nil)
		}
	case "pcall", "xpcall":
		if len(args) > 0 {
			e.callValue(args[0], x, args[1:], x.Args[1:])
		}
		for _, t := range args[min(1, len(args)):] {
			if name == "xpcall" {
				lose(t, e.lose)
			}
		}
	case "setmetatable", "unpack", "table.unpack", "select", "next", "string.gsub":
		for _, t := range args {
			lose(t, e.lose)
		}
	}
}

// changeList reports a change of a list that cannot be changed.
func (e *evaluator) changeList(x *ast.FuncCallExpr, t typ) {
	for _, r := range t.refs {
		if s, ok := r.(*site); ok {
			e.ownTable(s, x.Args[0], e.pos(x.Args[0]))
		}
	}
	if e.final && t.known() && t.kinds&^kNil == kList && t.frozen {
		e.fault("frozen", e.pos(x.Args[0]), "this list belongs to the game and cannot be changed; make a list of your own")
	}
}

// libraryResults is what a function of the language returns.
func (e *evaluator) libraryResults(name string, args []typ) []typ {
	arg := func(i int) typ {
		if i < len(args) {
			return args[i]
		}
		return of(kNil)
	}
	switch name {
	case "pcall", "xpcall":
		return append([]typ{of(flag)}, e.protectedResults(arg(0))...)
	case "assert":
		return args
	case "tonumber":
		return []typ{of(kNumber | kNil)}
	case "type", "tostring", "table.concat":
		return []typ{of(kWord)}
	case "rawequal":
		return []typ{of(flag)}
	case "table.remove":
		return []typ{e.itemOf(arg(0)).or(kNil)}
	case "table.maxn", "string.len", "string.byte":
		return []typ{of(kNumber)}
	case "string.find":
		return []typ{of(kNumber | kNil), of(kNumber | kNil)}
	case "string.format", "string.lower", "string.upper", "string.rep", "string.reverse", "string.sub", "string.char":
		return []typ{of(kWord)}
	case "string.gsub":
		return []typ{of(kWord), of(kNumber)}
	case "string.match":
		return []typ{of(kWord | kNil)}
	case "error", "print", "table.insert", "table.sort":
		return nil
	}
	if strings.HasPrefix(name, "math.") {
		return []typ{of(kNumber), of(kNumber)}
	}
	return []typ{unknown}
}

// protectedResults is what a function gives that pcall calls, or the message.
func (e *evaluator) protectedResults(callee typ) []typ {
	if !callee.known() {
		return []typ{unknown}
	}
	out := []typ{of(kWord)}
	for _, r := range callee.refs {
		switch r := r.(type) {
		case *function:
			out = e.joinAll(out, r.results)
		case *host:
			return []typ{e.protectedHost(r.name)}
		}
	}
	return out
}

func (e *evaluator) protectedHost(name string) typ {
	if name == "first" {
		return cardOf(e.allTypes).or(kWord | kNil)
	}
	return unknown
}
