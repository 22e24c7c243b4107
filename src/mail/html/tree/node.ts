/** The attributes of an element by name in lower case. The first attribute of each name counts. */
export type Attributes = ReadonlyMap<string, string>;

/** In characters, for all attributes of one tag. The rest is cut. Real addresses and styles are shorter. */
export const MAX_ATTRIBUTE = 1 << 14;

/** How many attributes of a tag are read. Real tags have fewer. */
export const MAX_ATTRIBUTES = 100;

/** A node of a document: an element, or a text or comment with the name TEXT or COMMENT. */
export class HtmlNode {
  // The first and the last child, and the siblings before and after. Null if there is none.
  parent: HtmlNode | null = null;
  first: HtmlNode | null = null;
  last: HtmlNode | null = null;
  previous: HtmlNode | null = null;
  next: HtmlNode | null = null;

  /** In lower case, except some elements of SVG. */
  readonly name: string;
  /** `""` for nodes that are not elements. */
  readonly namespace: string;
  attributes: Attributes;
  /** The content of a text or comment; empty for an element. */
  text: string;

  constructor(name: string, namespace: string, attributes: Attributes, text: string) {
    this.name = name;
    this.namespace = namespace;
    this.attributes = attributes;
    this.text = text;
  }

  get isElement(): boolean {
    return this.namespace !== "";
  }

  /** Adds a child before `next`, or as the last one. */
  insert(child: HtmlNode, next: HtmlNode | null = null): void {
    const previous = next === null ? this.last : next.previous;
    child.parent = this;
    child.previous = previous;
    child.next = next;
    if (previous === null) this.first = child;
    else previous.next = child;
    if (next === null) this.last = child;
    else next.previous = child;
  }

  /** Takes the node, with its children, out of the tree. */
  remove(): void {
    const { parent, previous, next } = this;
    if (parent === null) return;
    if (previous === null) parent.first = next;
    else previous.next = next;
    if (next === null) parent.last = previous;
    else next.previous = previous;
    this.parent = this.previous = this.next = null;
  }
}

/** Returns the children of a node. */
export function childrenOf({ first }: HtmlNode): HtmlNode[] {
  const children: HtmlNode[] = [];
  for (let child = first; child !== null; child = child.next) children.push(child);
  return children;
}

/** Returns all nodes inside a node in document order, except the content of elements with the name `without`. */
export function* nodesIn(root: HtmlNode, without?: string): Generator<HtmlNode> {
  for (let node = root.first; node !== null; ) {
    yield node;
    if (node.first !== null && node.name !== without) {
      node = node.first;
      continue;
    }
    while (node.next === null && node.parent !== null && node.parent !== root) node = node.parent;
    node = node.next;
  }
}

/** The names of texts and comments, and the namespaces of elements. */
export const TEXT = "#text";
export const COMMENT = "#comment";
export const HTML = "http://www.w3.org/1999/xhtml";
export const SVG = "http://www.w3.org/2000/svg";
