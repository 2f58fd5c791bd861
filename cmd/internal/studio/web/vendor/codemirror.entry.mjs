// What the workshop uses of CodeMirror. codemirror.mjs is made of this once, by
//   esbuild codemirror.entry.mjs --bundle --minify --format=esm --charset=utf8 --legal-comments=none
export {EditorState, StateEffect, StateField} from "@codemirror/state";
export {Decoration, EditorView, WidgetType, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers} from "@codemirror/view";
export {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands";
export {
  HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
export {
  acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippet, startCompletion,
} from "@codemirror/autocomplete";
export {lintGutter, nextDiagnostic, setDiagnostics} from "@codemirror/lint";
export {highlightSelectionMatches, search, searchKeymap} from "@codemirror/search";
export {unifiedMergeView} from "@codemirror/merge";
export {yaml} from "@codemirror/lang-yaml";
export {lua} from "@codemirror/legacy-modes/mode/lua";
export {tags} from "@lezer/highlight";
