package compile

import (
	"slices"

	"github.com/ruledeck/ruledeck/interp/ast"
	"github.com/ruledeck/ruledeck/interp/diag"
	"github.com/ruledeck/ruledeck/interp/keyword"
)

// forms checks the forms as headers, so that a mistake in one is reported once, at its place,
// and not again for each ability of that form.
func (c *Compiler) forms() {
	c.brokenForms = map[string]bool{}
	fields := keyword.Lookup("ability")
	for _, f := range c.tree.Forms {
		if !c.declare("form", f.Name) || !c.fieldName(f.Name, "form", fields.Names()) {
			c.brokenForms[f.Name.Text] = true
			continue
		}
		c.out.Labels.Forms[f.Name.Text] = f.Label
		before := c.report.Len()
		named := len(c.namedAbilities)
		if !f.Fields.Has("on") && !f.Fields.Has("action") {
			c.errorf("missing-key", f.Name,
				"the form %q does not say when its abilities act: it needs on or action", f.Name)
		}
		head := Header{ID: f.Name.Text, File: f.Name.Pos.File, Line: f.Name.Pos.Line, HasRun: true,
			Fields: &ast.Tree{Kind: ast.TreeMap, Pos: f.Name.Pos}}
		for _, field := range f.Fields.Fields {
			if _, shared := fields.Field(field.Name); shared && field.Name != "name" && field.Name != "target" {
				head.Fields.Fields = append(head.Fields.Fields, field)
			}
		}
		h := &headerReader{Compiler: c, header: &head, id: -1}
		h.ability()
		c.namedAbilities = c.namedAbilities[:named]
		c.brokenForms[f.Name.Text] = c.report.Len() > before
	}
}

// formNamed returns a form of the pack by its name; nil for none.
func (c *Compiler) formNamed(name string) *ast.AbilityForm {
	if i := slices.IndexFunc(c.tree.Forms, func(f *ast.AbilityForm) bool { return f.Name.Text == name }); i >= 0 {
		return c.tree.Forms[i]
	}
	return nil
}

// formed lays what an ability says itself over what its form says: its own field holds, but
// conditions are joined, and of the target the form fills in what the ability leaves out.
// It reports whether the header can be read on.
func (h *headerReader) formed() bool {
	if h.header.Form == "" {
		return true
	}
	if h.header.HasRun && !h.header.Deed {
		h.errorf("bad-ability", h.header,
			"this ability has run beside the form %s; the function of the form is what it does", h.header.Form)
	}
	h.header.HasRun = true
	for _, own := range []string{"on", "action"} {
		if t := h.fields[own]; t != nil && h.header.Several {
			h.errorf("bad-ability", t, "an ability of several forms says nothing of its own with %s", own)
			return false
		}
	}
	if h.brokenForms[h.header.Form] {
		return false
	}
	merged := *h.header.Fields
	merged.Kind = ast.TreeMap
	merged.Fields = slices.Clone(merged.Fields)
	for _, f := range h.formNamed(h.header.Form).Fields.Fields {
		value := f.Value
		own := h.fields[f.Name]
		switch {
		case f.Name == "doc" || f.Name == "name" || own != nil && f.Name != "where" && f.Name != "target":
			continue
		case f.Name == "target" && own == nil:
			continue
		case f.Name == "target":
			value = filled(own, f.Value)
		case own != nil:
			both := *own
			both.Fields = slices.Concat(f.Value.Fields, own.Fields)
			value = &both
		}
		h.fields[f.Name] = value
		merged.Fields = slices.DeleteFunc(merged.Fields, func(o ast.TreeField) bool { return o.Name == f.Name })
		merged.Fields = append(merged.Fields, ast.TreeField{Name: f.Name, Pos: f.Pos, Value: value})
	}
	h.header.Fields = &merged
	return true
}

// filled is a target with what a form says of it where the target itself does not.
func filled(own, form *ast.Tree) *ast.Tree {
	out := &ast.Tree{Kind: ast.TreeMap, Pos: own.Pos, Fields: slices.Clone(own.Fields)}
	if !own.Has("from") {
		out.Fields = []ast.TreeField{{Name: "from", Pos: own.Pos, Value: own}}
	}
	for _, f := range form.Fields {
		if !out.Has(f.Name) {
			out.Fields = append(out.Fields, f)
		}
	}
	return out
}

// unknownField reports a field that abilities do not have, and takes a misspelt one for the
// nearest field or form.
func (h *headerReader) unknownField(field ast.TreeField) {
	record := keyword.Lookup("ability")
	if instead := record.Gone[field.Name]; instead != "" {
		h.report.Add(diag.Gone(field, field.Name, instead))
		h.header.HasFrom = true
		h.fields["target"] = field.Value
		return
	}
	names := append(record.Names(), h.tree.FormNames()...)
	d := diag.Unknown("unknown-key", field, field.Name, names, "unknown field %q in an ability", field.Name)
	h.report.Add(d)
	if h.formNamed(d.Suggestion) != nil && h.header.Form == "" {
		h.header.Form = d.Suggestion
		return
	}
	h.meant(d.Suggestion, field.Value)
}
