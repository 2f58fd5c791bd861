package sandbox

import (
	"strconv"

	"github.com/yuin/gopher-lua/ast"
)

// table rewrites a constructor. The virtual machine stores what it says without
// asking: it makes room for {[4000] = nil} and for a thousand nils in {f()}, and
// goes through that room whenever the length is taken.
func (r *rewriter) table(ex *ast.TableExpr) ast.Expr {
	for _, field := range ex.Fields {
		field.Value = r.expr(field.Value)
		if field.Key != nil {
			field.Key = r.expr(field.Key)
			single(field.Value, true)
		}
	}
	fields := ex.Fields
	var last ast.Expr // its values are counted when it runs
	if n := len(fields); n > 0 && fields[n-1].Key == nil && isOpen(fields[n-1].Value) {
		last, fields = fields[n-1].Value, fields[:n-1]
	}
	items, plain := 0, 0
	for plain < len(fields) && isPlainKey(fields[plain].Key) {
		if fields[plain].Key == nil {
			items++
		}
		plain++
	}
	ex.Fields = fields[:plain]
	whole, items := r.pairs(ex, fields[plain:], items)
	if items > maxList {
		r.fault(ex.Line(), "a list has at most %d items, this one has %d", maxList, items)
	}
	switch {
	case last != nil:
		return call(ex, fillName, whole, count(items, ex), last)
	case items > plainItems:
		return call(ex, fillName, whole, count(items, ex))
	}
	return whole
}

// pairs adds the fields from the first computed key on, some at a time.
func (r *rewriter) pairs(whole ast.Expr, fields []*ast.Field, items int) (ast.Expr, int) {
	for len(fields) > 0 {
		n := min(len(fields), pairGroup)
		args := []ast.Expr{whole}
		for _, field := range fields[:n] {
			key := field.Key
			if key == nil {
				items++
				key = count(items, field.Value)
			}
			single(key, true)
			single(field.Value, true)
			args = append(args, key, field.Value)
		}
		whole, fields = call(whole, withName, args...), fields[n:]
	}
	return whole, items
}

// isPlainKey reports whether the machine may store a field by itself: an item,
// a name, or a small number.
func isPlainKey(key ast.Expr) bool {
	switch key := key.(type) {
	case nil, *ast.StringExpr, *ast.TrueExpr, *ast.FalseExpr:
		return true
	case *ast.NumberExpr:
		n, err := strconv.ParseFloat(key.Value, 64)
		return err == nil && n <= plainItems
	}
	return false
}

// isOpen reports whether an expression may give any number of values.
func isOpen(expr ast.Expr) bool {
	switch ex := expr.(type) {
	case *ast.FuncCallExpr:
		name, ok := ex.Func.(*ast.IdentExpr)
		return !ex.AdjustRet && !(ok && isInternal(name.Value))
	case *ast.Comma3Expr:
		return !ex.AdjustRet
	}
	return false
}

func count(n int, pos ast.PositionHolder) ast.Expr {
	ex := &ast.NumberExpr{Value: strconv.Itoa(n)}
	place(ex, pos)
	return ex
}
