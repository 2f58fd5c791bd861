// The host's page: make a table, copy its links.
const at = id => document.getElementById(id);

/** element makes an element with attributes, listeners (functions) and what is inside. */
function element(name, attributes = {}, ...inside) {
  const out = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") out.addEventListener(key, value);
    else out.setAttribute(key, value);
  }
  out.append(...inside);
  return out;
}

async function ask(path, body) {
  const answer = await fetch(path, body ? {method: "POST", body: JSON.stringify(body)} : {});
  const out = await answer.json();
  if (!answer.ok) throw new Error(out.error);
  return out;
}

const say = text => { at("said").textContent = text; };
const row = (name, field) => element("label", {}, element("span", {}, name), field);
const select = (options, chosen, change = () => {}) => {
  const out = element("select", {class: "field", change},
    ...options.map(([value, text]) => element("option", {value}, text)));
  out.value = chosen;
  return out;
};

const {games, bots, local, beyond} = await ask("games"), ownList = "or a list of your own: 3 Bear";

/** form asks for a table of a game with some seats. */
function form(game, count = game.usual) {
  const range = Array.from({length: game.most - game.least + 1}, (_, i) => [game.least + i, game.least + i]);
  const chosen = e => form(games.find(g => g.game === e.target.value));
  const names = select(games.map(g => [g.game, g.title]), game.game, chosen);
  const kinds = Array.from({length: count}, () => select(["human", ...bots].map(k => [k, k]), "human"));
  // A field of each option, or one of each seat; nothing chosen is what is usual.
  const usual = (o, i) => o.default[i] ?? o.default[0] ?? {id: "", name: ""};
  const field = (o, i) => {
    const values = o.seat ? kinds.map((_, n) => ({id: String(n + 1), name: `seat ${n + 1}`})) : o.values;
    const first = usual(o, i), rest = values.filter(v => v.id !== first.id);
    return rest.length || o.deck ? select([["", first.name], ...rest.map(v => [v.id, v.name])], "")
      : element("input", {class: "field", placeholder: first.name, title: `${o.min}-${o.max}`});
  };
  // A deck has a field for a list of one's own, which shows the mistake in it.
  const fields = game.options.flatMap(o => Array.from({length: o.per_seat ? count : 1}, (_, i) => {
    const name = o.per_seat ? `${o.name}, seat ${i + 1}` : o.name, set = field(o, i), flaw = element("output");
    const own = element("textarea", {class: "field", placeholder: ownList, "aria-label": `${name}, ${ownList}`});
    const all = [row(name, set), ...o.deck ? [own, flaw] : []], place = RegExp(`(?<=^| )${o.id} list ${i + 1}:[^]*`);
    const value = () => own.value.trim().replaceAll(",", "\\,") || set.value; // commas stand between seats
    return {id: o.id, place, own, flaw, all, value, usual: usual(o, i).id};
  }));
  const make = e => {
    e.preventDefault();
    const given = Object.entries(Object.groupBy(fields, f => f.id)).filter(([, all]) => all.some(f => f.value()));
    const options = Object.fromEntries(given.map(([id, all]) => [id, all.map(f => f.value() || f.usual).join(",")]));
    [at("said"), ...fields.map(f => f.flaw)].forEach(told => told.replaceChildren());
    ask("tables", {game: game.game, seats: kinds.map(k => k.value), options}).then(async made => {
      say("The table is made. Copy a link for each seat.");
      await list();
      at(made.table).scrollIntoView();
    }).catch(x => {
      const wrong = fields.find(f => f.place.test(x.message));
      wrong?.own.focus();
      (wrong?.flaw ?? at("said")).append(x.message.match(wrong?.place ?? /[^]*/)[0]);
    });
  };
  const seats = select(range, count, e => form(game, Number(e.target.value)));
  at("new").replaceChildren(row("Game", names), row("Seats", seats), ...kinds.map((k, i) => row(`Seat ${i + 1}`, k)),
    element("details", {}, element("summary", {}, "Rules"), ...fields.flatMap(f => f.all)),
    element("p", {}, element("button", {class: "btn go", click: make}, "Make a table")));
}

/** list shows the tables with their links. */
async function list() {
  const copy = async link => navigator.clipboard.writeText(link); // a page without TLS may not
  const copied = link => copy(link).then(() => say("Copied."), () => say("Copy it from the field."));
  const line = (name, link) => element("li", {}, element("span", {}, name),
    element("input", {class: "field", readonly: "", value: link, "aria-label": name, focus: e => e.target.select()}),
    element("button", {class: "btn", click: () => copied(link)}, "Copy"));
  const shown = t => t.error ? element("p", {}, t.error) : element("section", {id: t.table},
    element("h2", {}, `${games.find(g => g.game === t.game)?.title ?? t.game}, ${new Date(t.made).toLocaleString()}`),
    element("ul", {}, ...t.links.map(l => line(`Seat ${l.seat} · ${l.kind}`, l.link)), line("Watch", t.watch)));
  at("tables").replaceChildren(...(await ask("tables")).map(shown));
}

if (local) {
  const others = (beyond.length ? beyond : ["192.0.2.7:4500"]).map(a => element("code", {}, `--listen ${a}`));
  at("local").append("These links work on this machine only. For friends in your network, stop ruledeck and ",
    "start it with ", ...others.flatMap((a, i) => [i ? " or " : "", a]),
    beyond.length ? "." : ", where 192.0.2.7 is the address of this machine there.",
    " For the internet: ruledeck help hosting.");
}
form(games[0]);
await list();
