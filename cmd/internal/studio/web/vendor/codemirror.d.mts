// What the page uses of CodeMirror, for checks.
export const EditorState: any, StateEffect: any, StateField: any, Decoration: any, WidgetType: any, EditorView: any,
  drawSelection: any, highlightActiveLine: any, hoverTooltip: any,
  keymap: any, lineNumbers: any, defaultKeymap: any, history: any, historyKeymap: any, indentWithTab: any,
  HighlightStyle: any, StreamLanguage: any, bracketMatching: any, indentOnInput: any, indentUnit: any,
  syntaxHighlighting: any, acceptCompletion: any, autocompletion: any, closeBrackets: any, closeBracketsKeymap: any,
  completionKeymap: any, snippet: any, startCompletion: any, lintGutter: any, nextDiagnostic: any, setDiagnostics: any,
  highlightSelectionMatches: any, search: any, searchKeymap: any, unifiedMergeView: any, yaml: any, lua: any, tags: any;
