// What the page holds of what one writes: on the face of a card, and in the workshop.
import {AmendSaved, CardExplained, Face, File, Folder, Forms, Leaf, Revision} from "./types";
import {Client} from "./lsp.js";

/** Edit is a value of a card while it is changed. */
export interface Edit {
  leaf: Leaf;
  was: string;
  text: string;
  error: string;
  digest: string;
  face: Face | null;
  shown?: string;
  looking?: boolean;
}

/** Detail is a card that is shown large, with the change that can be taken back. */
export interface Detail extends CardExplained {
  card: string;
  edit: Edit;
  undo: AmendSaved & {leaf: Leaf; fresh: boolean} | null;
}

/** Written is an open file; what is the editor's own, or the protocol's, has no types. */
export interface Written extends File {
  version: number;
  findings: any[];
  other: File | null;
  state: any;
  was?: boolean;
  listed?: boolean;
}

/** Pen is the workshop. */
export interface Pen {
  files: Map<string, Written>;
  folders: Folder[];
  at: string;
  shown: string;
  view: any;
  client: Client;
  found: Map<string, any[]>;
  lenses: any[];
  list: boolean;
  past: {all: Revision[]; at: string; text: string};
  say: string;
  fixes: any[] | null;
  naming: string | null;
  seek: {text: string; found: any[]} | null;
  sure: string | null;
  asking: any;
  begin: {
    kind: string; like: string; forms: Forms; type: string; set: Record<string, string>; on: string; busy?: boolean;
  };
  shut: boolean;
}
