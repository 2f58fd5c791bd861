// The language server of ruledeck in VS Code: a client of the protocol in plain JavaScript.
'use strict';
const vscode = require('vscode');
const {spawn} = require('child_process');

const selector = [{scheme: 'file', language: 'yaml'}, {scheme: 'file', language: 'lua'}];
const handles = document => document.uri.scheme === 'file' && /\.(ya?ml|lua)$/.test(document.fileName);

// Connection is the server's process, and the messages to and from it.
class Connection {
  constructor(program, heard) {
    this.next = 1;
    this.open = new Map();
    this.input = Buffer.alloc(0);
    this.heard = heard;
    this.process = spawn(program, ['lsp'], {stdio: ['pipe', 'pipe', 'ignore']});
    this.process.stdout.on('data', data => this.take(data));
    this.process.stdin.on('error', () => {});
    const gone = why => {
      for (const waiting of this.open.values()) waiting.reject(new Error(why));
      this.open.clear();
    };
    this.process.on('error', e => {
      gone(e.message);
      vscode.window.showErrorMessage(`ruledeck cannot be started: ${e.message}. Set ruledeck.program to where it is.`);
    });
    this.process.on('exit', () => gone('the language server has ended'));
  }

  take(data) {
    this.input = Buffer.concat([this.input, data]);
    for (;;) {
      const end = this.input.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.input.toString('ascii', 0, end));
      const from = end + 4, to = from + (length ? Number(length[1]) : 0);
      if (this.input.length < to) return;
      const message = JSON.parse(this.input.toString('utf8', from, to));
      this.input = this.input.subarray(to);
      if (message.method) {
        this.heard(message);
        continue;
      }
      const waiting = this.open.get(message.id);
      this.open.delete(message.id);
      if (waiting) message.error ? waiting.reject(new Error(message.error.message)) : waiting.resolve(message.result);
    }
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({jsonrpc: '2.0', ...message}));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) { this.send({method, params}); }

  request(method, params, token) {
    const id = this.next++;
    if (token) token.onCancellationRequested(() => this.open.has(id) && this.notify('$/cancelRequest', {id}));
    return new Promise((resolve, reject) => {
      this.open.set(id, {resolve, reject});
      this.send({id, method, params});
    });
  }
}

// From the protocol's values to those of the editor.
const position = p => new vscode.Position(p.line, p.character);
const range = r => new vscode.Range(position(r.start), position(r.end));
const location = l => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const markdown = m => m ? new vscode.MarkdownString(m.value) : undefined;
const place = (document, at) => ({textDocument: {uri: document.uri.toString()},
    position: {line: at.line, character: at.character}});

function diagnostic(d) {
  const out = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
  out.code = d.code;
  out.source = d.source;
  out.tags = d.tags;
  out.relatedInformation = (d.relatedInformation ||
      []).map(r => new vscode.DiagnosticRelatedInformation(location(r.location), r.message));
  return out;
}

function edit(change) {
  const out = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries(change.changes || {})) {
    for (const e of edits) out.replace(vscode.Uri.parse(uri), range(e.range), e.newText);
  }
  for (const c of change.documentChanges || []) {
    if (c.kind === 'create') out.createFile(vscode.Uri.parse(c.uri), {ignoreIfExists: true});
    else if (c.kind === 'rename') out.renameFile(vscode.Uri.parse(c.oldUri), vscode.Uri.parse(c.newUri));
    else for (const e of c.edits) out.replace(vscode.Uri.parse(c.textDocument.uri), range(e.range), e.newText);
  }
  return out;
}

function item(i) {
  const out = new vscode.CompletionItem(i.label, (i.kind || 1) - 1);
  out.detail = i.detail;
  out.documentation = markdown(i.documentation);
  out.sortText = i.sortText;
  out.filterText = i.filterText;
  if (i.textEdit) {
    out.range = range(i.textEdit.range);
    out.insertText = i.insertTextFormat === 2 ? new vscode.SnippetString(i.textEdit.newText) : i.textEdit.newText;
  }
  return out;
}

function symbol(s) {
  const out = new vscode.DocumentSymbol(s.name, s.detail || '', s.kind - 1, range(s.range), range(s.selectionRange));
  out.children = (s.children || []).map(symbol);
  return out;
}

let connection, found;

// heard takes what the server says by itself.
function heard(message) {
  const p = message.params;
  switch (message.method) {
  case 'textDocument/publishDiagnostics':
    found.set(vscode.Uri.parse(p.uri), p.diagnostics.map(diagnostic));
    break;
  case 'window/showMessage':
    (p.type === 1 ? vscode.window.showErrorMessage : vscode.window.showInformationMessage)(p.message);
    break;
  case 'workspace/applyEdit':
    vscode.workspace.applyEdit(edit(p.edit)).then(applied => connection.send({id: message.id, result: {applied}}));
    return;
  }
  if (message.id !== undefined) connection.send({id: message.id, result: null});
}

async function start() {
  const program = vscode.workspace.getConfiguration('ruledeck').get('program');
  const mine = connection = new Connection(program, heard);
  const folders = (vscode.workspace.workspaceFolders || []).map(f => ({uri: f.uri.toString(), name: f.name}));
  await mine.request('initialize', {
    processId: process.pid, rootUri: folders.length ? folders[0].uri : null, workspaceFolders: folders,
    capabilities: {textDocument: {completion: {completionItem: {snippetSupport: true}}}, workspace: {applyEdit: true}},
  });
  mine.notify('initialized', {});
  vscode.workspace.textDocuments.filter(handles).forEach(opened);
}

function opened(d) {
  connection.notify('textDocument/didOpen',
      {textDocument: {uri: d.uri.toString(), languageId: d.languageId, version: d.version, text: d.getText()}});
}

async function stop() {
  const old = connection;
  connection = undefined;
  if (!old) return;
  found.clear();
  try {
    await old.request('shutdown', null);
    old.notify('exit', null);
  } catch (e) {
    old.process.kill();
  }
}

// ask sends a request and turns its result, if there is one, into the editor's values.
async function ask(method, params, token, turn) {
  const result = await connection.request(method, params, token);
  return result ? turn(result) : undefined;
}

exports.activate = async context => {
  found = vscode.languages.createDiagnosticCollection('ruledeck');
  const w = vscode.workspace, l = vscode.languages, c = vscode.commands;
  const watcher = w.createFileSystemWatcher('**/*.{yaml,lua}');
  const changed = uri => connection &&
      connection.notify('workspace/didChangeWatchedFiles', {changes: [{uri: uri.toString(), type: 2}]});
  const about = d => ({textDocument: {uri: d.uri.toString()}});
  context.subscriptions.push(found, watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed),
      watcher.onDidDelete(changed),
    w.onDidOpenTextDocument(d => connection && handles(d) && opened(d)),
    w.onDidCloseTextDocument(d => connection && handles(d) && connection.notify('textDocument/didClose', about(d))),
    w.onDidChangeTextDocument(e => {
      if (!connection || !handles(e.document) || !e.contentChanges.length) return;
      const contentChanges = e.contentChanges.map(x => ({range: x.range, text: x.text}));
      connection.notify('textDocument/didChange',
          {textDocument: {uri: e.document.uri.toString(), version: e.document.version}, contentChanges});
    }),
    w.onDidChangeWorkspaceFolders(e => {
      const list = x => x.map(f => ({uri: f.uri.toString(), name: f.name}));
      if (connection) connection.notify('workspace/didChangeWorkspaceFolders',
          {event: {added: list(e.added), removed: list(e.removed)}});
    }),
    l.registerCompletionItemProvider(selector, {
      provideCompletionItems: (d, at, token) => ask('textDocument/completion', place(d, at), token,
          r => new vscode.CompletionList(r.items.map(item), r.isIncomplete)),
    }, '.', ':', '{', '[', '"', ' ', ','),
    l.registerHoverProvider(selector, {
      provideHover: (d, at, token) => ask('textDocument/hover', place(d, at), token,
          r => new vscode.Hover(markdown(r.contents), r.range && range(r.range))),
    }),
    l.registerDefinitionProvider(selector,
        {provideDefinition: (d, at, token) => ask('textDocument/definition', place(d, at), token,
        r => r.map(location))}),
    l.registerReferenceProvider(selector, {
      provideReferences: (d, at, context, token) => ask('textDocument/references', {...place(d, at), context}, token,
          r => r.map(location)),
    }),
    l.registerRenameProvider(selector, {
      prepareRename: (d, at, token) => ask('textDocument/prepareRename', place(d, at), token,
          r => ({range: range(r.range), placeholder: r.placeholder})),
      provideRenameEdits: (d, at, newName, token) => ask('textDocument/rename',
          {...place(d, at), newName}, token, edit),
    }),
    l.registerCodeActionsProvider(selector, {
      provideCodeActions: (d, r, x, token) => ask('textDocument/codeAction',
          {...about(d), range: r, context: {diagnostics: []}}, token, list => list.map(a => {
        const out = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
        out.edit = edit(a.edit);
        out.isPreferred = a.isPreferred;
        out.diagnostics = (a.diagnostics || []).map(diagnostic);
        return out;
      })),
    }),
    l.registerDocumentSymbolProvider(selector,
        {provideDocumentSymbols: (d, token) => ask('textDocument/documentSymbol', about(d), token,
        r => r.map(symbol))}),
    l.registerSignatureHelpProvider(selector, {
      provideSignatureHelp: (d, at, token) => ask('textDocument/signatureHelp', place(d, at), token, r => {
        const out = new vscode.SignatureHelp();
        out.signatures = r.signatures.map(s => {
          const one = new vscode.SignatureInformation(s.label, markdown(s.documentation));
          one.parameters = s.parameters.map(p => new vscode.ParameterInformation(p.label, markdown(p.documentation)));
          return one;
        });
        [out.activeSignature, out.activeParameter] = [r.activeSignature, r.activeParameter];
        return out;
      }),
    }, '(', '{', ','),
    l.registerCodeLensProvider(selector, {
      provideCodeLenses: (d, token) => ask('textDocument/codeLens', about(d), token,
          r => r.map(x => new vscode.CodeLens(range(x.range), x.command))),
    }),
    ...['run', 'update', 'studio', 'try'].map(name => c.registerCommand(`ruledeck.${name}`, (...args) =>
      connection.request('workspace/executeCommand', {command: `ruledeck.${name}`, arguments: args})
          .catch(e => vscode.window.showErrorMessage(e.message)))),
    c.registerCommand('ruledeck.restart', async () => {
      await stop();
      await start();
    }),
  );
  await start().catch(() => {});
};

exports.deactivate = stop;
