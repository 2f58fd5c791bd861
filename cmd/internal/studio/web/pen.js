// A text under the pen: CodeMirror, with what the language server knows. It stands in a shadow of the page,
// where its styles are sheets and no style elements, which the page's policy refuses.
import * as cm from "./vendor/codemirror.mjs";
import {h, into} from "./dom.js";
import {edits, offset, position, uri} from "./lsp.js";
import {store} from "./store.js";
import {called, w} from "./words.js";

const {tags} = cm;

/** Ink, weight and slant tell words apart, and green what is a text. */
const ink = cm.HighlightStyle.define([
  {tag: [tags.keyword, tags.definition(tags.propertyName), tags.propertyName], fontWeight: "650"},
  {tag: [tags.string, tags.special(tags.string)], color: "var(--good)"},
  {tag: [tags.comment, tags.lineComment, tags.meta], color: "var(--ink-2)", fontStyle: "italic"},
  {tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--seat1)"},
  {tag: [tags.standard(tags.variableName), tags.standard(tags.name)], color: "var(--seat4)"},
]);

const look = cm.EditorView.theme({
  "&": {height: "100%", color: "var(--ink)", backgroundColor: "var(--panel)", fontSize: ".8125rem"},
  "&.cm-focused": {outline: "2px solid var(--ink)", outlineOffset: "-2px"},
  ".cm-scroller": {fontFamily: "var(--mono)", lineHeight: "1.6"},
  ".cm-content": {caretColor: "var(--ink)", paddingBlock: "8px"},
  ".cm-cursor": {borderLeftColor: "var(--ink)", borderLeftWidth: "2px"},
  ".cm-gutters": {backgroundColor: "var(--sunk)", color: "var(--ink-2)", border: "0"},
  ".cm-activeLine": {backgroundColor: "color-mix(in srgb, var(--amber-wash) 60%, transparent)"},
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    {backgroundColor: "color-mix(in srgb, var(--amber) 40%, var(--panel))"},
  ".cm-selectionMatch": {backgroundColor: "var(--sunk)"},
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {backgroundColor: "var(--amber-wash)", fontWeight: "700"},
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line-2)", fontFamily: "var(--sans)",
  },
  ".cm-tooltip": {maxWidth: "min(560px, 92vw)"}, ".cm-tooltip .cm-completionInfo-right-narrow": {left: "20px"},
  ".cm-panels.cm-panels-top": {border: "0", borderBottom: "1px solid var(--line-2)"},
  ".cm-panel.cm-search": {paddingRight: "48px", "& input, & button, & label": {font: "inherit", fontSize: ".8125rem"},
    "& [name=close]": {minWidth: "44px", minHeight: "44px"}, "& .cm-textfield": {width: "130px"}},
  "@media (max-width: 1100px)": {
    ".cm-panel.cm-search": {"& .cm-textfield, & .cm-button": {minHeight: "44px", boxSizing: "border-box"}},
  },
  ".cm-collapsedLines": {"&:before, &:after": {content: '"…"'}},
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]":
    {backgroundColor: "var(--ink)", color: "var(--panel)"},
  ".cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail": {color: "var(--panel)"},
  ".cm-completionDetail": {color: "var(--ink-2)", fontStyle: "normal"},
  ".cm-completionMatchedText": {textDecoration: "none", fontWeight: "700"},
  ".cm-tooltip.cm-completionInfo": {padding: "6px 10px"},
  ".cm-diagnostic": {borderLeftWidth: "4px", padding: "4px 10px"},
  ".cm-diagnosticAction":
    {backgroundColor: "var(--ink)", color: "var(--panel)", padding: "3px 8px", fontSize: "inherit"},
  ".cm-textfield": {backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line-2)"},
  ".cm-button": {backgroundImage: "none", backgroundColor: "var(--sunk)", color: "var(--ink)"},
  ".cm-changedLine": {backgroundColor: "var(--good-wash)"}, ".cm-deletedChunk": {backgroundColor: "var(--bad-wash)"},
  ".cm-deletedChunk .cm-deletedText, .cm-deletedLine del": {background: "none", textDecoration: "line-through"},
  ".cm-changedText": {background: "none", textDecoration: "underline"},
  ".lens": {font: "600 .75rem/2 var(--sans)", color: "var(--ink)", background: "var(--sunk)", cursor: "pointer",
    border: "1px solid var(--line-2)", borderRadius: "4px", padding: "0 10px", marginInlineStart: "6px"},
  ".prose": {padding: "6px 10px", lineHeight: "1.5", overflowWrap: "anywhere"},
  ".prose pre": {whiteSpace: "pre-wrap", font: "500 .75rem/1.5 var(--mono)", margin: "4px 0"},
  ".prose p": {margin: "0 0 4px", whiteSpace: "pre-wrap"},
});

/** prose is a text of the server: paragraphs, code and what is strong; none of it is markup of the page. */
export function prose(text) {
  const inline = part => part.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(x =>
    x[0] === "`" ? h("code", x.slice(1, -1)) : x.startsWith("**") ? h("b", x.slice(2, -2)) : x);
  return h("div.prose", text.split(/^```\w*\n?/m).map((part, i) =>
    i % 2 ? h("pre", part.trimEnd()) : part.split(/\n{2,}/).filter(p => p.trim()).map(p => h("p", inline(p.trim())))));
}

const element = what => {
  const box = document.createElement("div");
  into(what, box);
  return box;
};

/** ask puts a question about a place in the text to the server. */
export const ask = (method, at = store.pen.view.state.selection.main.head, more = {}) => {
  const {client, view, at: path} = store.pen;
  return client.ask("textDocument/" + method,
    {textDocument: {uri: uri(path)}, position: position(view.state.doc, at), ...more});
};

/** What asks for completion besides letters: the server's own signs. */
const signs = /[.:{["\s,]$/;

async function complete(context) {
  const before = context.matchBefore(/[\w.]*/);
  const sign = context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos);
  if (!context.explicit && before.from === before.to && !signs.test(sign)) return null;
  const {items} = await ask("completion", context.pos);
  if (!items.length || context.aborted) return null;
  const {doc} = context.state, from = offset(doc, items[0].textEdit.range.start);
  const to = offset(doc, items[0].textEdit.range.end);
  // A place of the protocol's is ${1:name}, $1 or ${1|a,b|}.
  const apply = ({insertTextFormat, textEdit: {newText}}) => insertTextFormat !== 2 ? newText : cm.snippet(newText
    .replace(/\$\{(\d+)\|([^,|]*)[^}]*\|\}/g, "${$1:$2}").replace(/\$(\d+)/g, "${$1}").replace(/\\\$/g, "$"));
  const option = (item, i) => ({
    label: item.label, detail: item.detail, apply: apply(item), boost: 99 - Math.min(198, i),
    info: item.documentation ? () => element(prose(item.documentation.value)) : undefined,
  });
  const sorted = items.toSorted((a, b) => a.sortText < b.sortText ? -1 : 1);
  return {from, to, options: sorted.map(option), validFor: /^[\w.]*$/};
}

const hover = cm.hoverTooltip(async (view, pos) => {
  const found = await ask("hover", pos);
  return found && {pos, create: () => ({dom: element(prose(found.contents.value))})};
});

/** mark shows what is found in a text, with what would mend it. */
export function mark(view, list, actions, mend) {
  const {doc} = view.state, severity = {1: "error", 2: "warning", 3: "info"};
  const same = (a, b) => a.message === b.message && a.range.start.line === b.range.start.line;
  view.dispatch(cm.setDiagnostics(view.state, list.map(d => {
    const from = offset(doc, d.range.start), fixes = actions.filter(a => a.diagnostics?.some(x => same(x, d)));
    return {
      from, to: Math.max(from, offset(doc, d.range.end)), severity: severity[d.severity], message: d.message,
      actions: fixes.map(a => ({name: a.title, apply: () => mend(a.edit)})),
    };
  })));
}

/** Lens is a button above a line. */
class Lens extends cm.WidgetType {
  constructor(name, run) {
    super();
    Object.assign(this, {name, run});
  }
  eq(other) { return this.name === other.name; }
  toDOM() { return element(h("button.lens", {click: () => this.run(this.name)}, w("tryIt"))); }
}

const lensed = cm.StateEffect.define(), lenses = cm.StateField.define({
  create: () => cm.Decoration.none,
  update: (was, tr) => tr.effects.find(e => e.is(lensed))?.value ?? was.map(tr.changes),
  provide: field => cm.EditorView.decorations.from(field),
});

/** lens puts buttons above the places of the protocol, each for a name. */
export function lens(view, list, run) {
  const above = l => cm.Decoration.widget({widget: new Lens(l.command.arguments[1], run), block: true, side: -1})
    .range(view.state.doc.lineAt(offset(view.state.doc, l.range.start)).from);
  view.dispatch({effects: lensed.of(cm.Decoration.set(list.map(above)))});
}

/** view is the editor, in the shadow of an element. */
export function view(host) {
  const root = host.attachShadow({mode: "open"});
  return new cm.EditorView({root, parent: root});
}

/** phrases are the editor's own words in the language of the page, whichever that is when they are said. */
const phrases = () => Object.defineProperties({}, Object.fromEntries(Object.keys(store.words)
  .filter(key => key.startsWith("edit.")).map(key => key.slice(5))
  .map(phrase => [phrase, {enumerable: true, get: () => called("edit", phrase)}])));

/**
 * stateOf is a text to be written on. use: changed(), keys ([key, do], which reports whether it did), typed(sign).
 * @param {{text: string, name: string, own: boolean}} file
 */
export function stateOf({text, name, own}, use) {
  const keys = use.keys.map(([key, run]) => ({key, run: () => run() !== false}));
  const lua = () => cm.StreamLanguage.define(cm.lua);
  return cm.EditorState.create({doc: text, extensions: [
    cm.keymap.of([{key: "Tab", run: cm.acceptCompletion}, ...keys, ...cm.closeBracketsKeymap, ...cm.completionKeymap,
      ...cm.historyKeymap, ...cm.searchKeymap, ...cm.defaultKeymap, cm.indentWithTab]),
    cm.lineNumbers(), cm.history(), cm.drawSelection(), cm.indentOnInput(), cm.bracketMatching(), cm.closeBrackets(),
    cm.highlightActiveLine(), cm.highlightSelectionMatches(), cm.search({top: true}), cm.lintGutter(), lenses,
    cm.EditorView.lineWrapping, cm.indentUnit.of("  "), cm.syntaxHighlighting(ink), look, hover,
    cm.autocompletion({override: [complete], icons: false}), name.endsWith(".lua") ? lua() : cm.yaml(),
    cm.EditorState.readOnly.of(!own), cm.EditorState.phrases.of(phrases()),
    cm.EditorView.contentAttributes.of({"aria-label": name, tabindex: "0"}),
    cm.EditorView.updateListener.of(u => {
      if (!u.docChanged) return;
      use.changed();
      if (u.transactions.some(t => t.isUserEvent("input.type"))) {
        const {head} = u.state.selection.main;
        use.typed(u.state.sliceDoc(Math.max(0, head - 1), head));
      }
    }),
  ]});
}

/** beside is a text with what is another in it than in an earlier one. */
export const beside = (text, was, name) => cm.EditorState.create({doc: text, extensions: [
  cm.lineNumbers(), cm.EditorView.lineWrapping, cm.syntaxHighlighting(ink), look, cm.EditorState.readOnly.of(true),
  name.endsWith(".lua") ? cm.StreamLanguage.define(cm.lua) : cm.yaml(), cm.keymap.of(cm.defaultKeymap),
  cm.EditorView.contentAttributes.of({"aria-label": w("difference", {file: name}), tabindex: "0"}),
  cm.unifiedMergeView({original: was, mergeControls: false, collapseUnchanged: {margin: 3, minSize: 6}}),
]});

/** put writes a text in place of what stands in a state, as one change that can be taken back. */
export const put = (state, text) => state.update({changes: {from: 0, to: state.doc.length, insert: text}});

/** amend makes the changes of the server in a state. */
export const amend = (state, list) => state.update({changes: edits(state.doc, list)});

/** line is the place of a line and column, from 1. */
export function spot(doc, line, column = 1) {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(at.from + column - 1, at.to);
}

/** goTo puts the cursor at a place and shows it in the middle. */
export function goTo(view, at) {
  view.dispatch({selection: {anchor: at}, effects: cm.EditorView.scrollIntoView(at, {y: "center"})});
}

/** The commands that a button does too. */
export const {startCompletion: suggest, nextDiagnostic: next} = cm;
