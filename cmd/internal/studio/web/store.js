// The one store: what the host has told and what one has chosen on the page. All that changes
// here is in it; who changes something says so by change, and the page is drawn from it anew.

/** Who looks on without a seat: the referee sees all, a spectator what lies open. */
export const referee = 255, spectator = 0;

/**
 * @import {
 *   Beginning, BringCall, Cause, Compared, Difference, Face, Frame, Gallery, KeptGame, Known, Line, LocaleText, Mark,
 *   Measured, NewGame, Past, Plan,
 *   Question, Recipe, Scene, Seat, Setup, Sheets, State, Tests, Thing, TimeSeries, Would,
 * } from "./types"
 * @import {Detail, Pen} from "./writing"
 * @import {Choice} from "./ask.js"
 * @import {Keeping} from "./keep.js"
 */

/**
 * What has happened, as the viewer was told, with the scale of its time (see time.js).
 * @typedef {{lines: Line[], marks: Mark[], last: number, difference?: Difference,
 *   time: {share: (x: number) => number, event: (x: number) => number}}} Story
 */

/** none is a value that comes later: what is drawn before it is there does not read it. @returns {any} */
export const none = () => null;

export const store = {
  /**
   * What one looks at; it is the address too, so that a reload and a link keep it. A seat
   * of null is the host's to choose; one that stays is not changed for who is asked.
   * @type {{page: string, table: number, seat: number?, stay: boolean, lang: string, at: number}}
   */
  look: {page: "table", table: 0, seat: null, stay: false, lang: "", at: -1},

  /** The last frame, without its lines; there is none until the first one has come. */
  frame: /** @type {Frame & {table: number}} */ (none()),
  /** What the host says of itself; what one does not say, as a published page, is not there. */
  host: /** @type {State & Beginning} */ ({...none(), games: [], languages: [], untold: []}),
  /** @type {Story} */
  story: {lines: [], marks: [], last: 0, time: {share: () => 0, event: () => 0}},
  /** The names and signs of the seats, the same object while they are the same. @type {Seat[]} */
  seats: [],
  /**
   * A moment of the past where one stands there; moving is set while one is on the way.
   * @type {(Partial<Past> & {at: number, scene: Scene})?}
   */
  past: null,
  moving: false,
  /**
   * A move of another seat while it is shown; see motion.js.
   * @type {{at: number, scene: Scene, text: string, number: number, count: number, skip(): void}?}
   */
  walk: null,
  /** Ends the stream of frames; gone is set while the host does not answer. @type {() => void} */
  stop: () => {},
  gone: false,
  /** Messages are taken one after the other. @type {Promise<any>} */
  turn: Promise.resolve(),

  /** What has been chosen of the open question, and the answer under way. */
  choice: /** @type {Choice} */ (none()),
  /** @type {{id: string, number: number, taken: boolean}?} */
  busy: null,
  /**
   * What the options of a question would do, which key names; held are the positions of
   * those that are asked about.
   * @type {(Partial<Question> & {key: string, options: Would[]})?}
   */
  would: null,
  /** @type {number[]} */
  held: [],
  holding: 0,
  /** The figures of an answer's sign that were typed, while more may come. */
  typed: "",
  typing: 0,
  /** The seat for whom a curtain hangs, 0 without one. */
  curtain: 0,

  /** The words of the language that is spoken, and what has been said in it last. @type {Record<string, LocaleText>} */
  words: {},
  spoken: "",
  plural: new Intl.PluralRules("en"),
  announced: "",
  revealed: "",
  /** The game that was drawn, and whether it was its past; and the scene from which cards slide. */
  drawn: "",
  /** Whether a person has scrolled away from the end of the log. */
  away: false,
  /** @type {Scene?} */
  slid: null,
  /**
   * What the page says itself, a text or the language that is not told, and the reload that has been read.
   * @type {{text?: string, untold?: string, bad?: boolean, good?: boolean, open?: string}?}
   */
  notice: null,
  /** @type {number?} */
  seen: null,

  /** The window over the page, the causes of a line, attributes over time, the test being kept. @type {string?} */
  dialog: null,
  /** @type {Cause[]?} */
  chain: null,
  /** @type {TimeSeries[]?} */
  graph: null,
  /** What seats know of hidden cards, while that is shown. @type {Known[]?} */
  known: null,
  /** The attributes whose table is open. @type {Set<string>} */
  tables: new Set(),
  /** The sheet that is brought, with what its columns were taken for, and the name of the one that was kept last. */
  brought: /** @type {BringCall & {plan: Plan}} */ (none()),
  broughtLast: "",
  keeping: /** @type {Keeping} */ (none()),
  /** The part of the table, or the log, that a narrow screen shows; see table.js. */
  tab: "",
  /**
   * How dense the table is: for what, in which phase and window, and the step; what cards say that has no room, with
   * their names; and the window in which hands lie flat.
   * @type {{step: number, now?: string, place?: string, left?: string[][], flat?: string}}
   */
  dense: {step: 0},
  /** Going on line by line, while that is not 0. */
  playing: 0,

  /** What a new game asks, over some packs. */
  setup: /** @type {Setup & {packs: string[], refused: string, flaw?: string}} */ (none()),

  /** The page that what follows is for; the table needs nothing more. */
  loaded: "table",
  /** @type {Gallery?} */
  cards: null,
  detail: /** @type {Detail} */ (none()),
  /** What the gallery looks for, and what is chosen to be printed. */
  find: {
    text: "", parts: "", type: "", only: "", chosen: new Set(), flaws: new Map(), typing: 0,
    paper: "A4", bleed: 1.5, copies: true, sides: "fronts", offset: "", cut: "marks", changed: false, prefix: "",
    /** @type {Recipe[]} */
    recipes: [],
    none: "",
  },
  /** How the chosen cards lie on sheets. @type {Sheets?} */
  laid: null,
  /** @type {Tests?} */
  tests: null,
  /** @type {KeptGame[]} */
  kept: [],
  /** The game beside which one's own is compared. */
  beside: 0,
  /** @type {Compared?} */
  compared: null,
  /** The run of games for their figures, what its form says, and when it is looked at again. */
  run: /** @type {Measured} */ ({}),
  /** @type {{number: number, game: NewGame?}} */
  fields: {number: 200, game: null},
  watching: 0,

  /**
   * The faces of the cards by id, the paths of the icons, and what they were asked for.
   * @type {{key: string, of: Map<string, Face>, icons: Record<string, string>, pictures?: Record<string, string>}}
   */
  faces: {key: "", of: new Map(), icons: {}},
  /**
   * The element whose card is open large, the one whose card was as the pointer went down, the one that is pointed
   * at, the clock until it opens, where a finger was laid on it, and a key of the drawing.
   * @type {{
   *   open: Element?, shut: Element?, aimed: Element?, waiting: number, from: {x: number, y: number}, finger: boolean,
   *   drawn: string,
   * }}
   */
  zoom: {open: null, shut: null, aimed: null, waiting: 0, from: {x: 0, y: 0}, finger: false, drawn: ""},

  /** The workshop, once it was opened (see workshop.js); then is done when the game is one's own. */
  pen: /** @type {Pen} */ (none()),
  /** @type {(() => void)?} */
  then: null,
  /** @type {Thing[]?} */
  structure: null,
  /** Opens a place in a file, where the host lets files be read. @type {((place: string) => void)?} */
  openFile: null,

  /** Loads the scripts of the workshop, once. @type {() => Promise<any>} */
  workshop: () => Promise.reject(),
  /** What draws the page, and the workshop beside it. */
  draw() {},
  drawWorkshop() {},
  /** @type {(e: KeyboardEvent, field: boolean) => boolean} */
  heeds: () => false,
};

/**
 * change says what is another thing now, and the page is drawn.
 * @param {Partial<typeof store>} now
 */
export function change(now = {}) {
  Object.assign(store, now);
  store.draw();
}
