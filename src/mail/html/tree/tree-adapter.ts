import type { Token, TreeAdapter, TreeAdapterTypeMap } from "parse5";
import { type Attributes, COMMENT, childrenOf, HtmlNode, MAX_ATTRIBUTES, TEXT } from "./node.js";

/** Elements, texts and comments. A few tags can make browsers open the same elements again and again. */
export const MAX_NODES = 1 << 18;

export const TOO_MANY_NODES = new Error("too many nodes");

const NONE: Attributes = new Map();

/** All kinds of nodes are of one class. */
export type Types = { [kind in keyof TreeAdapterTypeMap]: HtmlNode };

/** Elements that are opened again have the same list, and share their attributes. */
type AttributeList = Token.Attribute[] & { made?: Attributes };

type Mode = ReturnType<TreeAdapter<Types>["getDocumentMode"]>;

/** Makes the nodes for parse5. Nodes are linked, because a search among siblings takes quadratic time in all. */
export class Tree implements TreeAdapter<Types> {
  readonly root = new HtmlNode("", "", NONE, "");
  mode = "no-quirks" as Mode;
  #nodes = 0;

  #node(name: string, namespace: string, attributes: Attributes, text: string): HtmlNode {
    if (this.#nodes++ > MAX_NODES) throw TOO_MANY_NODES;
    return new HtmlNode(name, namespace, attributes, text);
  }

  #attributesOf(list: AttributeList): Attributes {
    if (list.length === 0) return NONE;
    if (list.made === undefined) {
      const made = new Map<string, string>();
      for (const { name, value } of list) made.set(name, value);
      list.made = made;
    }
    return list.made;
  }

  createDocument = () => this.root;
  createDocumentFragment = () => new HtmlNode("", "", NONE, "");
  createElement = (name: string, namespace: string, list: Token.Attribute[]) =>
    this.#node(name, namespace, this.#attributesOf(list), "");
  createCommentNode = (text: string) => this.#node(COMMENT, "", NONE, text);
  createTextNode = (text: string) => this.#node(TEXT, "", NONE, text);

  appendChild = (parent: HtmlNode, child: HtmlNode) => parent.append(child);
  insertBefore = (parent: HtmlNode, child: HtmlNode, next: HtmlNode) => parent.insert(child, next);
  detachNode = (node: HtmlNode) => node.remove();

  insertText(parent: HtmlNode, text: string): void {
    if (parent.last?.name === TEXT) parent.last.text += text;
    else parent.append(this.createTextNode(text));
  }

  insertTextBefore(parent: HtmlNode, text: string, next: HtmlNode): void {
    if (next.previous?.name === TEXT) next.previous.text += text;
    else parent.insert(this.createTextNode(text), next);
  }

  adoptAttributes(element: HtmlNode, list: Token.Attribute[]): void {
    const attributes = [...this.#attributesOf(list), ...element.attributes];
    if (attributes.length <= 2 * MAX_ATTRIBUTES) element.attributes = new Map(attributes);
  }

  // The content of a template is never shown, so it can stay inside of it.
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
  getTextNodeContent = (node: HtmlNode) => node.text;
  getCommentNodeContent = (node: HtmlNode) => node.text;
  getChildNodes = childrenOf;

  isTextNode = (node: HtmlNode): node is HtmlNode => node.name === TEXT;
  isCommentNode = (node: HtmlNode): node is HtmlNode => node.name === COMMENT;
  isElementNode = (node: HtmlNode): node is HtmlNode => node.isElement;
  isDocumentTypeNode = (_: HtmlNode): _ is HtmlNode => false;

  getDocumentTypeNodeName = () => "";
  getDocumentTypeNodePublicId = () => "";
  getDocumentTypeNodeSystemId = () => "";
  setNodeSourceCodeLocation() {}
  updateNodeSourceCodeLocation() {}
  getNodeSourceCodeLocation = () => null;
}
