// The page as a client of the language server, which is that of any editor: messages go out by
// calls, in their order, and come in by a stream. Texts are told whole: files of packs are small.
import {call, editor} from "./door.js";

/** uri is the address of a file, path the file of an address. */
export const uri = path => "file://" + path.replace(/\\/g, "/").replace(/^(?!\/)/, "/")
  .split("/").map(encodeURIComponent).join("/");
const path = address => decodeURIComponent(address.replace(/^file:\/\//, "")).replace(/^\/(?=[A-Za-z]:)/, "");

/** offset is the place in a text of the editor that a place of the protocol is. */
export function offset(doc, {line, character}) {
  if (line >= doc.lines) return doc.length;
  const at = doc.line(line + 1);
  return Math.min(at.from + character, at.to);
}

/** position is a place of the protocol. */
export function position(doc, at) {
  const line = doc.lineAt(at);
  return {line: line.number - 1, character: at - line.from};
}

export class Client {
  /**
   * @param {() => string[]} folders those of the packs
   * @param {() => any[]} documents the files that are open: {path, language, version, text}
   * @param {{found(path: string, version: number?, list: any[]): void, say(text: string): void,
   *   change(edit: any): void}} use found hears what is found in a file, change of what the server wants changed
   */
  constructor(folders, documents, use) {
    this.folders = folders;
    this.documents = documents;
    this.use = use;
    this.name = "";
    /** @type {string[]} */
    this.known = [];
    this.waiting = new Map();
    /** @type {any[]} */
    this.queue = [];
    this.last = 0;
    this.busy = false;
    this.end = editor(m => this.take(m));
  }

  take(m) {
    if (m.editor) return this.begin(m.editor);
    const waits = this.waiting.get(m.id);
    if (!m.method) {
      this.waiting.delete(m.id);
      return m.error ? waits?.fail(new Error(m.error.message)) : waits?.done(m.result);
    }
    switch (m.method) {
      case "textDocument/publishDiagnostics":
        this.use.found(path(m.params.uri), m.params.version ?? null, m.params.diagnostics); break;
      case "window/showMessage": this.use.say(m.params.message); break;
      case "workspace/applyEdit":
        this.use.change(m.params.edit);
        this.send({id: m.id, result: {applied: true}});
    }
  }

  /** begin begins with a server that knows nothing yet. */
  begin(name) {
    this.name = name;
    this.queue = [];
    for (const {fail} of this.waiting.values()) fail(new Error("the server has gone"));
    this.waiting.clear();
    this.known = this.folders();
    const workspaceFolders = this.known.map(f => ({uri: uri(f)}));
    const capabilities = {textDocument: {completion: {completionItem: {snippetSupport: true}}}};
    this.ask("initialize", {workspaceFolders, capabilities}).catch(() => {});
    this.tell("initialized", {});
    for (const d of this.documents()) this.open(d);
  }

  open({path, language, version, text}) {
    this.tell("textDocument/didOpen", {textDocument: {uri: uri(path), languageId: language, version, text}});
  }

  change({path, version, text}) {
    this.tell("textDocument/didChange", {textDocument: {uri: uri(path), version}, contentChanges: [{text}]});
  }

  close({path}) { this.tell("textDocument/didClose", {textDocument: {uri: uri(path)}}); }

  /** include tells of folders that were not there when the server began. */
  include(folders) {
    const added = folders.filter(f => !this.known.includes(f)).map(f => ({uri: uri(f)}));
    this.known = folders;
    if (added.length) this.tell("workspace/didChangeWorkspaceFolders", {event: {added, removed: []}});
  }

  /** changed says that files of folders are others on the disk. */
  changed(folders) {
    this.tell("workspace/didChangeWatchedFiles", {changes: folders.map(f => ({uri: uri(f), type: 2}))});
  }

  tell(method, params) { this.send({method, params}); }

  /** ask is what the server answers. */
  ask(method, params) {
    const id = ++this.last;
    return new Promise((done, fail) => {
      this.waiting.set(id, {done, fail});
      this.send({id, method, params});
    });
  }

  async send(message) {
    this.queue.push({jsonrpc: "2.0", ...message});
    if (this.busy || !this.name) return;
    this.busy = true;
    try {
      while (this.queue.length) {
        await Promise.resolve(); // what is told and asked at once goes at once
        await call("editor", {name: this.name, messages: this.queue.splice(0)});
      }
    } catch {
      this.name = ""; // the stream comes back with another
    } finally {
      this.busy = false;
    }
  }
}

/** edits are the changes of one text, as the editor makes them. */
export const edits = (doc, list) => list.map(({range, newText}) =>
  ({from: offset(doc, range.start), to: offset(doc, range.end), insert: newText}));

/** touched are the files that an edit of the server is about, in order: {path, edits}, {created} or {from, to}. */
export function touched(edit) {
  const plain = Object.entries(edit.changes ?? {}).map(([address, edits]) => ({path: path(address), edits}));
  return [...plain, ...(edit.documentChanges ?? []).map(c => {
    if (c.kind === "rename") return {from: path(c.oldUri), to: path(c.newUri)};
    return c.kind === "create" ? {created: path(c.uri)} : {path: path(c.textDocument.uri), edits: c.edits};
  })];
}

/** place is a location of the protocol: a file, and the beginning of a range in it. */
export const place = ({uri, range}) => ({path: path(uri), ...range.start});
