// A document of cards that stands alone, to be printed or taken as a picture.
import {show} from "./dom.js";
import {fitFaces, loadFonts} from "./face.js";
import {sheets} from "./sheet.js";
import {store} from "./store.js";

const deck = /** @type {HTMLElement} */ (document.getElementById("deck"));
const {faces, icons, lang, pictures, sheets: all, title} = JSON.parse(deck.textContent ?? "");
store.spoken = lang;
store.faces = {key: "", icons, pictures, of: new Map(faces.map(f => [f.def, f]))};
await loadFonts();
show(sheets(all, title));
fitFaces();
