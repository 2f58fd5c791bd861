// What Go writes and reads as JSON, written by go test ./cmd/internal/studio -run TestTypes -types.

/** Calls that a page makes, by their paths. */
export interface Calls {
  amend: {brings: AmendCall; answers: AmendSaved};
  amended: {brings: AmendCall; answers: Amended};
  answer: {brings: AnswerCall; answers: Taken};
  asked: {brings: None; answers: SourcePlace[]};
  balance: {brings: None; answers: Measured};
  begin: {brings: BeginCall; answers: BeginAnswer};
  bring: {brings: BringCall; answers: Plan};
  card: {brings: CardCall; answers: CardExplained};
  cards: {brings: None; answers: Gallery};
  close: {brings: None; answers: None};
  compare: {brings: CompareCall; answers: Compared};
  consent: {brings: ConsentCall; answers: None};
  cookbook: {brings: NameCall; answers: Found};
  editor: {brings: EditorCall; answers: None};
  enter: {brings: NameCall; answers: Opened};
  faces: {brings: None; answers: Faces};
  file: {brings: FileCall; answers: File};
  files: {brings: None; answers: Folder[]};
  fork: {brings: ForkCall; answers: Opened};
  forms: {brings: None; answers: Forms};
  graph: {brings: None; answers: TimeSeries[]};
  halt: {brings: None; answers: None};
  keep: {brings: KeepCall; answers: KeptTest};
  keepable: {brings: DecisionCall; answers: Keepable};
  kept: {brings: None; answers: KeptGame[]};
  knows: {brings: KnowsCall; answers: Known[]};
  measure: {brings: MeasureCall; answers: None};
  mine: {brings: NameCall; answers: Begun};
  name: {brings: NameCall; answers: None};
  new: {brings: NewCall; answers: Opened};
  open: {brings: OpenCall; answers: Opened};
  past: {brings: PastCall; answers: Past};
  resume: {brings: ResumeCall; answers: Opened};
  revision: {brings: RevisionCall; answers: Text};
  revisions: {brings: FileCall; answers: Revision[]};
  save: {brings: SaveCall; answers: Saved};
  setup: {brings: NewCall; answers: Setup};
  sheets: {brings: PrintCall; answers: Sheets};
  structure: {brings: None; answers: Thing[]};
  tests: {brings: None; answers: Tests};
  undo: {brings: None; answers: Undone};
  why: {brings: EventCall; answers: Cause[]};
  whynot: {brings: WhyNotCall; answers: Answer};
  words: {brings: None; answers: Record<string, LocaleText>};
  would: {brings: WouldCall; answers: Question};
}

export interface About {
  role: string;
  name: string;
  key?: string;
  seat?: number;
  facts?: Fact[];
  says?: string[];
  open?: boolean;
}

export interface AmendCall {
  name: string;
  field: string;
  was: string;
  text: string;
  digest?: string;
}

export interface AmendSaved {
  digest: string;
  unkept?: string;
  file: string;
  was: string;
}

export interface Amended {
  face: Face;
  file: string;
  was: string;
  digest: string;
}

export interface Answer {
  text: string;
  say: string;
  known: boolean;
  offered?: boolean;
}

export interface AnswerCall {
  number: number;
  again: number;
  reply: number[];
  nonce: string;
  seat?: number;
}

export interface Area {
  key: string;
  kind: string;
  name: string;
  title: string;
  form: string;
  seat?: number;
  count: number;
  hidden?: number;
  held?: boolean;
  rows?: number;
  columns?: number;
  cards?: Card[];
  areas?: Area[];
  facts?: Fact[];
  options?: number[];
  changed?: boolean;
  texts?: boolean;
  about?: boolean;
}

export interface Art {
  picture?: string;
  drawn?: string;
  icon?: string;
}

export interface Ask {
  number: number;
  again?: number;
  kind: string;
  prompt: string;
  text: string;
  seat: number;
  because?: Because[];
  about?: About[];
  options?: Option[];
  optional?: boolean;
  none?: string;
  min?: number;
  max?: number;
  total?: number;
}

export interface Attribute {
  name: string;
  number: boolean;
  words: string[];
}

export interface Back {
  colour: string;
  title: string;
  icon?: string;
  picture?: string;
  reverse?: Face;
}

export interface Because {
  trigger: string;
  text: string;
}

export interface Begin {
  kind: string;
  name: string;
  in?: string;
  of?: string;
  like?: string;
  type?: string;
  on?: string;
  set?: Record<string, string>;
  mine?: boolean;
}

export interface BeginAnswer {
  folder?: string;
  places?: string[];
  chosen?: string[];
  branch?: number;
}

export interface BeginCall {
  begin: Begin;
}

export interface Beginning {
  start?: Start;
  bench?: string;
  can?: string[];
}

export interface Begun {
  folder: string;
  places: string[];
  chosen: string[];
}

export interface Best {
  answer: string;
  say: string[];
}

export interface Both {
  name: string;
  was: string;
  is: string;
}

export interface BringCall {
  name: string;
  data?: string;
  columns?: Record<string, string>;
  keep?: boolean;
  undo?: boolean;
}

export interface Card {
  key: string;
  def?: string;
  name: string;
  type?: string;
  type_name?: string;
  sign?: string;
  copies: number;
  hidden?: boolean;
  seat?: number;
  facts?: Fact[];
  text?: string[];
  turned?: boolean;
  roles?: string[];
  options?: number[];
  areas?: Area[];
  changed?: boolean;
  from?: string;
  signs?: Sign[];
}

export interface CardCall {
  card: string;
}

export interface CardExplained {
  name: string;
  place: Explained;
  fields: Explained[];
  hooks: Explained[];
  tests: Explained[];
  leaves: Leaf[];
}

export interface CardType {
  name: string;
  attributes: Attribute[];
}

export interface Cause {
  event: number;
  kind: string;
  text: string;
  name?: string;
  place?: string;
  open?: string;
}

export interface Cell {
  x: number;
  y: number;
  w: number;
  h: number;
  turn: number;
  def: string;
}

export interface Change {
  name: string;
  of?: string;
  key: string;
  holder?: string;
  before: string;
  after: string;
  sure: boolean;
}

export interface Column {
  name: string;
  keys: string[];
  ways: SceneMark[][];
}

export interface CompareCall {
  with: number;
}

export interface Compared {
  line: number;
  event: number;
  was: string[];
  is: string[];
  seats: Sides[];
}

export interface Consent {
  seat: number;
  decision: number;
}

export interface ConsentCall {
  decision: number;
  yes: boolean;
}

export interface Curve {
  by: string;
  key: string;
  what: string;
  name: string;
  points: Point[];
}

export interface DecisionCall {
  decision: number;
}

export interface Difference {
  was: string;
  is: string;
  line: number;
  event: number;
}

export interface EditorCall {
  name: string;
  messages: unknown[];
}

export interface Effect {
  name: string;
  seat?: number;
}

export interface EventCall {
  event: number;
}

export interface Explained {
  name: string;
  value: string;
  place?: string;
  open?: string;
  was?: Explained[];
}

export interface Face {
  def: string;
  name: string;
  type: string;
  width: number;
  height: number;
  round?: boolean;
  frame: string;
  colour: string;
  title: string;
  corner?: SceneMark;
  badge?: SceneMark;
  centre?: SceneMark;
  line?: SceneMark[];
  stats?: SceneMark[];
  columns?: Column[];
  rows?: Column[];
  compass?: SceneMark[];
  text?: SceneMark[][];
  art: Art;
  foot?: SceneMark[];
  background?: string;
  font?: string;
  unnumbered?: boolean;
  back: Back;
  number: number;
  copies: number;
}

export interface Faces {
  faces: Face[];
  icons: Record<string, string>;
}

export interface Fact {
  key: string;
  name: string;
  text: string;
  brief: string;
  number?: number;
  printed?: string;
  by?: string[];
  other?: string;
  slot?: string;
  quiet?: boolean;
  seat?: number;
  track?: number;
  most?: number;
}

export interface File {
  path: string;
  name: string;
  text: string;
  digest: string;
  own: boolean;
  open?: string;
}

export interface FileCall {
  file: string;
}

export interface Finding {
  severity: string;
  text: string;
  place: string;
  open?: string;
}

export interface Folder {
  path: string;
  name: string;
  own: boolean;
  files: Held[];
}

export interface ForkCall {
  decision: number;
  name?: string;
}

export interface Forms {
  kinds: string[];
  genres: string[];
  types: CardType[];
  triggers: string[];
}

export interface Found {
  recipes: Recipe[];
  none?: string;
}

export interface Frame {
  v: number;
  viewer: number;
  id: string;
  from: number;
  lines: Line[];
  from_mark: number;
  marks: Mark[];
  event: number;
  last: number;
  scene: Scene;
  can: string[];
  undo?: number;
  no_undo?: string;
  agree?: number[];
  consent?: Consent;
  failure?: string;
  difference?: Difference;
}

export interface Gallery {
  cards: Printed[];
  base: boolean;
  covered: boolean;
}

export interface Held {
  path: string;
  name: string;
}

export interface KeepCall {
  name: string;
  decision?: number;
  expect?: string[];
}

export interface Keepable {
  folder: string;
  decision: number;
  outcomes: Outcome[];
}

export interface KeptGame {
  name: string;
  when: string;
  seats: number;
  answers: number;
  over: boolean;
  open?: number;
  damaged?: number;
}

export interface KeptTest {
  path: string;
  text: string;
  open: string;
  passed: boolean;
  report: string;
}

export interface Known {
  seat: number;
  name: string;
  cards: Whereabouts[];
}

export interface KnowsCall {
  at?: number;
}

export interface Leaf {
  field: string;
  key: string;
  text: string;
  place?: string;
  open?: string;
}

export interface Line {
  event: number;
  heading?: number;
  indent?: number;
  text: string;
}

export interface Linked {
  text: string;
  open?: string;
}

export interface LocaleText {
  one?: string;
  other: string;
}

export interface Mark {
  event: number;
  kind: string;
  text?: string;
  depth?: number;
  seat?: number;
  decision?: number;
  forced?: boolean;
}

export interface MeasureCall {
  game?: NewGame;
  number?: number;
  cards?: boolean;
  text?: string;
}

export interface Measured {
  run: number;
  done: number;
  games: number;
  seats: string[];
  seconds: number;
  over: boolean;
  page: boolean;
  failure?: string;
  failed?: number;
  old?: boolean;
  knob?: string;
  curves?: Curve[];
}

export interface Message {
  table: number;
  v?: number;
  viewer?: number;
  id?: string;
  from?: number;
  lines?: Line[];
  from_mark?: number;
  marks?: Mark[];
  event?: number;
  last?: number;
  scene?: Scene;
  can?: string[];
  undo?: number;
  no_undo?: string;
  agree?: number[];
  consent?: Consent;
  failure?: string;
  difference?: Difference;
  host?: unknown;
}

export interface NameCall {
  name: string;
}

export interface NearPack {
  name: string;
  title: string;
}

export interface NewCall {
  game: NewGame;
}

export interface NewGame {
  seats?: string[];
  seed?: string;
  options?: Record<string, string>;
  packs?: string[];
}

export interface Next {
  seat?: number;
  text?: string;
  over?: boolean;
  chance: number;
}

export interface None {
}

export interface Note {
  key: string;
  args: Record<string, string>;
}

export interface OpenCall {
  name?: string;
  event?: number;
  number?: number;
  acts?: string[];
}

export interface Opened {
  branch: number;
}

export interface Option {
  number: number;
  text: string;
  parts?: Part[];
  facts?: Fact[];
  says?: string[];
  lights?: string[];
  positions: number[];
}

export interface Options {
  paper: string;
  bleed: number;
  offset?: number[];
  cut?: string;
  alone?: boolean;
  backs: boolean;
  copies: boolean;
  cards: string[];
}

export interface Outcome {
  id: string;
  text: string;
  thing?: string;
  event: number;
  usual?: boolean;
}

export interface Part {
  key: string;
  text: string;
  seat?: number;
  mark?: string;
  facts?: Fact[];
  copies?: number;
  says?: string[];
}

export interface Past {
  at: number;
  scene: Scene;
  reply?: number[];
}

export interface PastCall {
  at: number;
  decision?: number;
}

export interface Plan {
  cards: number;
  reading: string;
  columns: SheetColumn[];
  notes: Note[];
  findings: ({file: string, line: number, Message: string})[];
}

export interface Point {
  value: string;
  now?: boolean;
  games: number;
  share: number;
  difference: number;
  low?: number;
  high?: number;
  moved?: boolean;
}

export interface PreviewLine {
  text: string;
  chance: number;
  low?: number;
  high?: number;
  cards: string[];
}

export interface PrintCall {
  print: Options;
  changed?: boolean;
  name?: string;
  prefix?: string;
}

export interface Printed {
  key: string;
  def?: string;
  name: string;
  type?: string;
  type_name?: string;
  sign?: string;
  copies: number;
  hidden?: boolean;
  seat?: number;
  facts?: Fact[];
  text?: string[];
  turned?: boolean;
  roles?: string[];
  options?: number[];
  areas?: Area[];
  changed?: boolean;
  from?: string;
  signs?: Sign[];
  in_game: number;
  abilities?: string[];
  uncovered?: string[];
  was?: Face;
  new?: boolean;
}

export interface Question {
  shared: PreviewLine[];
  values: Change[];
  then: Next[];
  say?: string;
  options: Would[];
}

export interface Reached {
  kind: string;
  reached: number;
  all: number;
  missing: Explained[];
}

export interface Recipe {
  id: string;
  title: string;
  says: string;
  file: string;
  code: string;
  on?: string[];
  ability?: boolean;
}

export interface Reloaded {
  version: number;
  applied: boolean;
  text?: string;
  branch: number;
  answers: number;
  of: number;
  took_ms: number;
}

export interface Result {
  winners: number[];
  draw: number[];
  reason?: string;
}

export interface ResumeCall {
  name: string;
  salvage?: boolean;
}

export interface Revision {
  name: string;
  when: string;
}

export interface RevisionCall {
  file: string;
  revision: string;
}

export interface SaveCall {
  name: string;
  text?: string;
  digest: string;
  remove?: boolean;
}

export interface Saved {
  digest: string;
  unkept?: string;
}

export interface Scene {
  title: string;
  lang: string;
  seat: number;
  turn?: number;
  where: string[];
  then?: string;
  decisions: number;
  facts?: Fact[];
  table: Area[];
  seats: Seat[];
  ask?: Ask;
  signs?: Sign[];
  over?: Result;
  ends?: string;
  waiting?: number[];
  awaited?: string;
  announced?: Because[];
  ended?: string;
  effects?: Effect[];
  failure?: string;
}

export interface SceneMark {
  key?: string;
  name?: string;
  icon?: string;
  text?: string;
  other?: string;
  count?: number;
  best?: boolean;
  break?: string;
  bold?: boolean;
  italic?: boolean;
}

export interface Seat {
  seat: number;
  name: string;
  mark: string;
  you?: boolean;
  turn?: boolean;
  asked?: boolean;
  passed?: boolean;
  facts?: Fact[];
  areas: Area[];
  options?: number[];
}

export interface SeatSeries {
  seat: number;
  hidden?: boolean;
  steps: Step[];
}

export interface Setup {
  least: number;
  most: number;
  options: TableOption[];
  mods: string[];
}

export interface Sheet {
  paper: string;
  unit: string;
  scale: number;
  width: number;
  height: number;
  back: boolean;
  cells: Cell[];
  marks: number[][];
}

export interface SheetColumn {
  heading: {Key: string};
  to: string;
  Split: string;
  kind: string;
  Words: string[];
  filled: number;
  why: Note;
  id: boolean;
  unsure: boolean;
}

export interface Sheets {
  sheets: Sheet[];
  exported: boolean;
  browser: boolean;
}

export interface Sides {
  seat: number;
  name: string;
  values: Both[];
}

export interface Sign {
  sign: string;
  name: string;
}

export interface SourcePlace {
  place?: string;
  open?: string;
}

export interface Start {
  genres: string[];
  packs: NearPack[];
  games: NearPack[];
}

export interface State {
  least: number;
  most: number;
  options: TableOption[];
  games: Summary[];
  languages: string[];
  untold: string[];
  bots: string[];
  files: boolean;
  mine: boolean;
  failing: number;
  tests: number;
  findings: Finding[];
  reloaded?: Reloaded;
  saved: number;
}

export interface Step {
  event: number;
  text: string;
  brief?: string;
  number?: number;
  none?: boolean;
}

export interface Summary {
  id: number;
  name: string;
  from?: number;
  decision?: number;
  seats: string[];
  packs: string[];
  answers: number;
  over: boolean;
  notice?: string;
  unsaved?: string;
  saved?: string;
  again?: number;
  people: number[];
  asked: number[];
  failure?: Linked[];
  open?: boolean;
  marks?: unknown;
}

export interface TableOption {
  id: string;
  name: string;
  values: Value[];
  default: Value[];
  number?: boolean;
  min: number;
  max: number;
  seat?: boolean;
  per_seat?: boolean;
  deck?: boolean;
}

export interface Taken {
  again?: boolean;
}

export interface Tested {
  file: string;
  name: string;
  line: number;
  last: number;
  passed: boolean;
  report?: string;
  place?: string;
  open?: string;
}

export interface Tests {
  folder: string;
  tests: Tested[];
  reached: Reached[];
}

export interface Text {
  text: string;
}

export interface Thing {
  name: string;
  value: string;
  place?: string;
  open?: string;
  was?: Explained[];
  kind: string;
  label?: string;
  facts: Explained[];
  hooks: Explained[];
  cards?: number;
}

export interface TimeSeries {
  key: string;
  name: string;
  form: string;
  seats: SeatSeries[];
}

export interface Undone {
  asked?: number[];
}

export interface Value {
  id: string;
  name: string;
}

export interface Whereabouts {
  cards: string[];
  places: string[];
}

export interface WhyNotCall {
  key: string;
  seat?: number;
}

export interface Would {
  worlds: number;
  sure: PreviewLine[];
  likely: PreviewLine[];
  values: Change[];
  then: Next[];
  best?: Best;
  parts?: string[];
  refused?: boolean;
  say: string[];
}

export interface WouldCall {
  number: number;
  seat?: number;
}
