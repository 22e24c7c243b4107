/** Parses style sheets and styles with css-tree, after removing brackets that are nested too deep. */
import type { CssNode, CssNodePlain, List, ParseOptions } from "css-tree";
import { byName } from "../../../base/names.js";
import { parsers } from "../tree/standards.js";

/** A declaration such as `color: red !important`. */
export interface Declaration {
  /** In lower case, except custom properties. */
  readonly property: string;
  /** As written, without comments. */
  readonly value: string;
  readonly isImportant: boolean;
}

/** A node of css-tree with arrays instead of lists. */
export type Css = CssNodePlain;

/** Values stay texts: other files parse those that they need. */
const OPTIONS: ParseOptions = { parseValue: false, parseCustomProperty: false };

/** Parses a text with css-tree. @param context the part of a style sheet that it is, as css-tree names it */
function parsed(css: string, context: string): Css {
  return withArrays(parsers().parseCss(withoutDepth(css), { ...OPTIONS, context })) as unknown as Css;
}

/** Turns the lists of css-tree into arrays. Its own option for this fails to parse selectors that contain blanks. */
function withArrays<T>(node: T): T {
  for (const [name, value] of Object.entries(node as Record<string, unknown>)) {
    if (value instanceof Object) {
      const list = (value as Partial<List<CssNode>>).toArray?.();
      (node as Record<string, unknown>)[name] = list?.map(withArrays) ?? withArrays(value);
    }
  }
  return node;
}

/** Parses a style sheet (CSS Syntax 3) with css-tree. */
export function parseSheet(css: string): readonly Css[] {
  const sheet = parsed(css, "stylesheet");
  return sheet.type === "StyleSheet" ? sheet.children : [];
}

/** Parses a `style` attribute. */
export function parseStyle(css: string): readonly Declaration[] {
  const list = parsed(css, "declarationList");
  return declarationsOf(list.type === "DeclarationList" ? list.children : []);
}

/** Parses a `media` attribute. */
export function parseMedia(media: string): Css {
  return parsed(media, "mediaQueryList");
}

/** Returns the declarations in a block. */
export function declarationsOf(nodes: readonly Css[]): Declaration[] {
  const declarations: Declaration[] = [];
  for (const node of nodes) {
    if (node.type !== "Declaration" || node.value.type !== "Raw") continue;
    const name = unescaped(node.property);
    declarations.push({
      property: name.startsWith("--") ? name : name.toLowerCase(),
      value: unescaped(withoutComments(node.value.value)).trim(),
      isImportant: /^(?:true|important)$/i.test(`${node.important}`),
    });
  }
  return declarations;
}

/** Brackets that are nested deeper are removed. css-tree calls itself for each level. */
export const MAX_CSS_DEPTH = 32;

/** Comments, strings and brackets. */
const NESTING = /\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*|'(?:[^'\\\n]|\\[\s\S])*|\\[\s\S]|[([{]|[)\]}]/g;

/** The closing bracket of each opening one. */
const CLOSERS = byName({ "(": ")", "[": "]", "{": "}" });

/** Removes what is nested deeper than MAX_CSS_DEPTH. */
function withoutDepth(css: string): string {
  /** The closing brackets of the open ones. Any other closing bracket has no effect. */
  const closers: string[] = [];
  // `text` is what is kept of the part before `from`.
  let from = 0;
  let text = "";
  for (const { 0: found, index } of css.matchAll(NESTING)) {
    const closer = CLOSERS.get(found);
    if (closer !== undefined) {
      if (closers.length === MAX_CSS_DEPTH) text += css.slice(from, index);
      closers.push(closer);
    } else if (found === closers.at(-1)) {
      closers.pop();
      if (closers.length === MAX_CSS_DEPTH) from = index + 1;
    }
  }
  if (from === 0 && text === "") return css;
  return closers.length > MAX_CSS_DEPTH ? text : text + css.slice(from);
}

/** Replaces comments by blanks. An unclosed comment goes to the end. */
function withoutComments(css: string): string {
  return css.includes("/*") ? css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, " ") : css;
}

/** Resolves escapes such as `n\6fne` (CSS Syntax 3, section 4.3.7). */
export function unescaped(css: string): string {
  return css.includes("\\")
    ? css.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, digits?: string, letter = "") =>
        digits === undefined ? letter : codePoint(Number.parseInt(digits, 16)),
      )
    : css;
}

/** Returns the character with a code; U+FFFD if there is none. */
function codePoint(code: number): string {
  return code > 0x10ffff || code === 0 ? "\ufffd" : String.fromCodePoint(code);
}
