// The worker of a published page, behind Go's wasm_exec.js: it fetches the program and the game,
// or is handed both packed in texts, and hands them the messages of the page.
const hold = [];
globalThis.ready = () => postMessage(JSON.stringify({ready: true}));
globalThis.failed = error => postMessage(JSON.stringify({failed: error}));

/** unpacked is a stream of what a text holds. */
const unpacked = async text =>
  (await fetch("data:application/octet-stream;base64," + text)).body.pipeThrough(new DecompressionStream("gzip"));

/** program compiles while it arrives, and is kept compiled by browsers; some servers know no name for what it is. */
async function program(text, imports) {
  if (text) {
    const answer = new Response(await unpacked(text), {headers: {"Content-Type": "application/wasm"}});
    return WebAssembly.instantiateStreaming(answer, imports);
  }
  const answer = await fetch("ruledeck.wasm");
  if (!answer.ok) throw new Error(`ruledeck.wasm: ${answer.status} ${answer.statusText}`);
  const known = /^application\/wasm\b/.test(answer.headers.get("Content-Type"));
  return known ? WebAssembly.instantiateStreaming(answer, imports)
    : WebAssembly.instantiate(await answer.arrayBuffer(), imports);
}

/** bytes are those of the game. */
async function bytes(text) {
  if (text) return new Uint8Array(await new Response(await unpacked(text)).arrayBuffer());
  const answer = await fetch("game.bin");
  if (!answer.ok) throw new Error(`game.bin: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const go = new Go();
const both = (wasm, game) => Promise.all([program(wasm, go.importObject), bytes(game)]);
const early = location.protocol === "blob:" ? null : both(); // what it is handed is on the page, else it lies beside
early?.catch(() => {}); // it is told below

onmessage = async e => {
  onmessage = later => hold.push(later);
  const {wasm, game, kept} = e.data;
  try {
    const [made, packed] = await (early ?? both(wasm, game));
    globalThis.given = {game: packed, kept};
    await go.run(made.instance);
  } catch (error) {
    failed(String(error.message ?? error));
  }
};
