// What guests write and read as JSON, written by go test ./cmd/internal/host -run TestTypes -types.

import "./types";

declare module "./types" {
  /** Calls that guests make, by their paths. */
  export interface Calls {
    mark: {brings: MarkCall; answers: None};
    name: {brings: NameCall; answers: None};
    say: {brings: SayCall; answers: None};
    seat: {brings: SeatCall; answers: Link};
  }

  /** Beginning has what the page shows beside the game. */
  export interface Beginning {
    company?: Company;
  }

  export interface ChatLine {
    seat: number;
    text: string;
  }

  export interface Company {
    you: number;
    seats: Present[];
    watches: number;
    browsers: number;
    said?: ChatLine[];
    talk: boolean;
    bots: string[];
    words: string[];
  }

  export interface Link {
    seat: number;
    kind: string;
    link: string;
  }

  export interface MarkCall {
    word: string;
    event: number;
  }

  export interface NameCall {
    name: string;
  }

  export interface None {
  }

  export interface Present {
    seat: number;
    name: string;
    kind: string;
    here: boolean;
  }

  export interface SayCall {
    text: string;
  }

  export interface SeatCall {
    seat?: number;
    kind?: string;
    link?: boolean;
  }
}
