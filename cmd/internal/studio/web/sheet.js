// Sheets of cards, as the program has laid them, for paper and for pictures.
import {h} from "./dom.js";
import {none} from "./store.js";
import {back, face, faceOf, legend, size} from "./face.js";

/** sheet draws a page of cards, or of their backs, with marks to cut along; titled, it says what it is. */
function sheet({back: behind, cells, height, marks, paper, scale, unit, width}, title, place) {
  const cell = ({def, h: high, turn, w: wide, x, y}) => {
    const f = faceOf(def) ?? none(), colour = behind ? f.back.colour : f.colour;
    const turned = turn ? {rotate: `${turn}deg`} : {};
    return h("div.cell", {style: {"--c": colour, "--mm": `${scale}${unit}`, left: `${x}${unit}`, top: `${y}${unit}`,
      width: `${wide}${unit}`, height: `${high}${unit}`}},
    h("div.card", {"data-def": def, style: {...size(f, colour), ...turned}}, (behind ? back : face)(f)));
  };
  const faces = cells.map(c => faceOf(c.def)), whole = {width: `${width}${unit}`, height: `${height}${unit}`};
  return h("section.a4", {class: paper.toLowerCase(), style: whole},
    cells.map(cell),
    marks.length ? h("svg.marks", {style: whole, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true"},
      ["under", "over"].map(kind => h("path", {class: kind, d: marks.map(m => `M${m.join(" ")}`).join("")}))) : null,
    place ? h("footer", h("span", title), behind ? null : legend(faces), h("span", place)) : null);
}

/** sheets draws pages, numbered where they are of paper. */
export function sheets(all, title) {
  const fronts = all.some(s => !s.back) ? all.filter(s => !s.back) : all;
  const number = s => fronts.indexOf(fronts.includes(s) ? s : all[all.indexOf(s) - 1]) + 1;
  return all.map(s => sheet(s, title, s.unit === "mm" ? `${number(s)} / ${fronts.length}` : ""));
}
