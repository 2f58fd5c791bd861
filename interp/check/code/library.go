package code

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	offered "github.com/ruledeck/ruledeck/interp/script/library"
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

// readLibrary reads what the library offers.
func readLibrary() map[string]*lib {
	out := map[string]*lib{}
	for _, n := range offered.Names() {
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
// their names in the library's list.
var argKinds = map[string]kinds{
	"text": kWord | kNumber, "part": kWord | kNumber, "list": kList | kTable, "table": kList | kTable | kGame | kSeat | kCard | kZone,
	"x": kNumber, "y": kNumber, "from": kNumber, "to": kNumber, "position": kNumber, "base": kNumber, "level": kNumber,
	"less": kFunction, "key": kFunction | kWord, "separator": kWord | kNumber,
}

// openHosts give a number of values that is not known.
var openHosts = map[string]bool{
	"unpack": true, "table.unpack": true, "string.find": true, "choose.one": true, "next": true, "table.best": true,
}

// callLibrary calls a function of the language.
func (e *evaluator) callLibrary(name string, x *ast.FuncCallExpr, args []typ, exprs []ast.Expr) []typ {
	f := libraries[name]
	if f == nil {
		return []typ{top}
	}
	if e.final && (len(exprs) > f.most || len(args) < f.least && !e.openArgs(exprs)) {
		pos := e.pos(x)
		if len(exprs) > f.most {
			pos = e.pos(exprs[f.most])
		}
		e.errorf("wrong-count", pos, "%s takes (%s), not %s", name, strings.Join(f.args, ", "), plural(len(exprs)))
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
		e.errorf("wrong-type", e.pos(x), "%s: argument %d must be %s, not %s", name, i+1, k, t)
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
					e.join(&s.items, args[len(args)-1])
				}
			}
			if args[0].any() {
				widen(args[len(args)-1], e.widen)
			}
		}
		if name == "table.sort" && len(args) > 1 {
			item := e.itemOf(args[0])
			e.callValue(args[1], x, []typ{item, item}, nil)
		}
	case "table.best", "table.sorted":
		if len(args) > 1 && args[1].kinds&kFunction != 0 {
			e.callValue(args[1], x, []typ{e.itemOf(args[0])}, nil)
		}
	case "unpack", "table.unpack", "next":
		for _, t := range args {
			widen(t, e.widen)
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
		e.errorf("frozen", e.pos(x.Args[0]), "this list belongs to the game and cannot be changed; make a list of your own")
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
	case "assert":
		return []typ{arg(0).without(kNil | kFalse)}
	case "tonumber":
		return []typ{of(kNumber | kNil)}
	case "type", "tostring", "table.concat":
		return []typ{of(kWord)}
	case "table.contains":
		return []typ{of(flag)}
	case "table.remove":
		return []typ{e.itemOf(arg(0)).or(kNil)}
	case "table.best":
		return []typ{e.itemOf(arg(0)).or(kNil), of(kNumber | kWord | kNil)}
	case "table.sorted":
		return []typ{listOf(e.itemOf(arg(0)))}
	case "string.len":
		return []typ{of(kNumber)}
	case "string.find":
		return []typ{of(kNumber | kNil), of(kNumber | kNil)}
	case "string.lower", "string.upper", "string.sub":
		return []typ{of(kWord)}
	case "error", "print", "table.insert", "table.sort":
		return nil
	}
	if strings.HasPrefix(name, "math.") {
		return []typ{of(kNumber), of(kNumber)}
	}
	return []typ{top}
}
