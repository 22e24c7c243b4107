import type { Token, TreeAdapter, TreeAdapterTypeMap } from "parse5";
import { type Attributes, COMMENT, childrenOf, HtmlNode, MAX_ATTRIBUTES, TEXT } from "./node.js";

/**
 * The maximum number of elements, texts and comments together. Even a short text can reach it, because browsers open
 * some elements again in each block.
 */
export const MAX_NODES = 1 << 18;

/** Thrown when a tree would have more than MAX_NODES nodes. The part that was built can be used. */
export const TOO_MANY_NODES = new Error("too many nodes");

const NONE: Attributes = new Map();

/** The types of nodes for parse5. All nodes are of the same class. */
export type Types = { [kind in keyof TreeAdapterTypeMap]: HtmlNode };

/** The attributes of a tag, also as a map. An element that is opened again has the same list and so shares the map. */
type AttributeList = Token.Attribute[] & { asMap?: Attributes };

/** The mode of a document, such as quirks mode. */
type Mode = ReturnType<TreeAdapter<Types>["getDocumentMode"]>;

/**
 * Builds a tree for parse5. Siblings are linked to each other. With arrays of children, finding the place of each node
 * would take quadratic time in total. The methods are missing that parse5 needs to write a document, or to find the
 * places of its nodes in the source.
 */
export class Tree implements Partial<TreeAdapter<Types>> {
  readonly root = new HtmlNode("", "", NONE, "");
  mode = "no-quirks" as Mode;
  #nodes = 0;

  #node(name: string, namespace: string, attributes: Attributes, text: string): HtmlNode {
    if (this.#nodes++ > MAX_NODES) throw TOO_MANY_NODES;
    return new HtmlNode(name, namespace, attributes, text);
  }

  /** Returns the attributes of a tag as a map. The map is made once for each list. */
  #attributeMap(list: AttributeList): Attributes {
    if (list.length === 0) return NONE;
    if (list.asMap === undefined) {
      const map = new Map<string, string>();
      for (const { name, value } of list) map.set(name, value);
      list.asMap = map;
    }
    return list.asMap;
  }

  createDocument = () => this.root;
  createDocumentFragment = () => new HtmlNode("", "", NONE, "");
  createElement = (name: string, namespace: string, list: Token.Attribute[]) =>
    this.#node(name, namespace, this.#attributeMap(list), "");
  createCommentNode = (text: string) => this.#node(COMMENT, "", NONE, text);
  createTextNode = (text: string) => this.#node(TEXT, "", NONE, text);

  appendChild = (parent: HtmlNode, child: HtmlNode) => parent.insert(child);
  insertBefore = (parent: HtmlNode, child: HtmlNode, next: HtmlNode) => parent.insert(child, next);
  detachNode = (node: HtmlNode) => node.remove();

  insertText(parent: HtmlNode, text: string, next: HtmlNode | null = null): void {
    const previous = next === null ? parent.last : next.previous;
    if (previous?.name === TEXT) previous.text += text;
    else parent.insert(this.createTextNode(text), next);
  }
  insertTextBefore = this.insertText;

  /** Adds the attributes of a second `<html>` or `<body>` tag, unless there are too many. The first tag counts. */
  adoptAttributes(element: HtmlNode, list: Token.Attribute[]): void {
    const attributes = [...this.#attributeMap(list), ...element.attributes];
    if (attributes.length <= 2 * MAX_ATTRIBUTES) element.attributes = new Map(attributes);
  }

  // The content of a template is never shown, so it can stay in the template.
  setTemplateContent() {}
  getTemplateContent = (template: HtmlNode) => template;
  setDocumentType() {}
  setDocumentMode(_: HtmlNode, mode: Mode): void {
    this.mode = mode;
  }
  getDocumentMode = (): Mode => this.mode;

  getFirstChild = (node: HtmlNode) => node.first;
  getParentNode = (node: HtmlNode) => node.parent;
  getTagName = (node: HtmlNode) => node.name;
  getNamespaceURI = (node: HtmlNode) => node.namespace as ReturnType<TreeAdapter<Types>["getNamespaceURI"]>;
  getAttrList = (node: HtmlNode) => Array.from(node.attributes, ([name, value]) => ({ name, value }));
  getChildNodes = childrenOf;
}
