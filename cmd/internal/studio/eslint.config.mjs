// What .ci/run asks of the page's scripts, beside their types (tsconfig.json).
const browser = ("document window location history navigator addEventListener setTimeout clearTimeout setInterval " +
  "clearInterval print crypto URLSearchParams FileReader FormData DOMParser CSSStyleSheet matchMedia innerWidth " +
  "innerHeight").split(" ");
const host = "fetch EventSource WebSocket Worker XMLHttpRequest localStorage".split(" ");
const state = "What changes is in the store.";

export default [{
  files: ["web/*.js"],
  languageOptions: {ecmaVersion: 2024, globals: Object.fromEntries([...browser, ...host].map(name => [name, false]))},
  rules: {
    "no-undef": "error", "no-unused-vars": ["error", {ignoreRestSiblings: true}], "no-var": "error",
    "prefer-const": "error", eqeqeq: "error", "no-duplicate-imports": "error", "no-unreachable": "error",
    "no-restricted-globals": ["error", ...host.map(name => ({name, message: "Only the door talks to the host."}))],
    "no-restricted-properties": ["error", ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map(property =>
      ({property, message: "A text of a pack is never markup."}))],
    "no-restricted-syntax": ["error",
      {selector: ":matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind=let]", message: state},
      {selector: "Program > VariableDeclaration > VariableDeclarator > NewExpression", message: state}],
  },
}, {files: ["web/door.js"], rules: {"no-restricted-globals": "off"}}];
