// A document of cards that stands alone, to be printed or taken as a picture.
import {show} from "./dom.js";
import {fitFaces, loadFonts} from "./face.js";
import {proofOf} from "./proof.js";
import {sheets} from "./sheet.js";
import {store} from "./store.js";

const deck = /** @type {HTMLElement} */ (document.getElementById("deck"));
const {faces, icons, lang, pictures, sheets: all, title} = JSON.parse(deck.textContent ?? "");
store.spoken = lang;
store.faces = {key: "", icons, pictures, of: new Map(faces.map(f => [f.def, f]))};
await loadFonts(faces, pictures);
show(sheets(all, title));
await Promise.all([...document.images].map(i => i.decode().catch(() => null)));
const proof = fitFaces().flatMap(face => proofOf(face).map(x => ({def: face.parentElement?.dataset.def, ...x})));
// The last element of the document, by which the program reads what it has printed.
document.body.append(Object.assign(document.createElement("script"), {
  id: "proof", type: "application/json", textContent: JSON.stringify(proof).replaceAll("<", "\\u003c"),
}));
