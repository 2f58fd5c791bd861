// What the page uses of preact, for checks.
export interface VNode { key: any }
export function createElement(type: any, props: any, ...children: any[]): VNode;
export function render(what: any, into: Element | null): void;
export class Component {
  constructor(props?: any);
  props: any;
}
