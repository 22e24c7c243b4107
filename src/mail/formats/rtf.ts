import { byName } from "../../base/names.js";
import { decodeText } from "../charset/charset.js";
import { bufferOf } from "../lines.js";

/**
 * Returns the text of a document in the Rich Text Format 1.9, without codes, fonts, styles and pictures. Decodes bytes
 * in the code page that the document names. Ignores code pages of fonts, because programs that need several write `\u`.
 */
export function rtfText(rtf: Uint8Array): Uint8Array {
  const source = bufferOf(rtf).toString("latin1");
  const text = new CodePageText();
  const groups: RtfGroup[] = [];
  let group: RtfGroup = { isText: true, fallback: 1 };
  /** How many characters to skip. They follow `\u` for programs without Unicode. */
  let skipped = 0;
  /** Whether the last code was the brace that begins a group. */
  let begins = false;
  const add = (characters: string): void => {
    const rest = characters.slice(skipped);
    skipped = Math.max(0, skipped - characters.length);
    if (group.isText) text.add(rest);
  };
  const codes = new RegExp(CODE);
  for (let match = codes.exec(source); match !== null; match = codes.exec(source)) {
    const [, word, number, hex, symbol, brace, plain] = match;
    const isFirst = begins;
    begins = brace === "{";
    if (brace === "{") {
      groups.push(group);
      group = { ...group };
    } else if (brace === "}") {
      group = groups.pop() ?? group;
      skipped = 0;
    } else if (plain !== undefined) add(plain);
    else if (hex !== undefined) add(String.fromCharCode(Number.parseInt(hex, 16)));
    else if (symbol === "*" || (isFirst && word !== undefined && NO_TEXT.has(word))) group.isText = false;
    else if (symbol !== undefined) add(SYMBOLS[symbol] ?? symbol);
    else if (word === "bin") codes.lastIndex += Math.max(0, Number(number ?? 0));
    else if (word === "ansicpg") text.codePage = `cp${number}`;
    else if (word === "uc") group.fallback = Math.max(0, Number(number ?? 1));
    else if (word === "u") {
      if (group.isText) text.addUnit(Number(number ?? 0));
      skipped = group.fallback;
    } else if (group.isText) text.add(WORDS.get(word ?? "") ?? "");
  }
  return Buffer.from(text.toString());
}

/** The state of a group in braces. It begins with that of the group around it. */
interface RtfGroup {
  isText: boolean;
  /** How many characters after `\u` are for programs without Unicode (`\uc`). */
  fallback: number;
}

/** A word with a number and the blank that ends it, a byte, a symbol, a brace, or text. Line ends are not text. */
const CODE = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;

/** Words that mark a group as not text if they come first in it. */
const NO_TEXT: ReadonlySet<string> = new Set(
  "fonttbl colortbl stylesheet info pict object listtable listoverridetable revtbl filetbl nonshppict".split(" "),
);

/** The text of symbols after a backslash. Other symbols stand for themselves. */
const SYMBOLS: Readonly<Record<string, string>> = { "~": " ", "-": "", _: "-", "\r": "\n", ":": "", "|": "" };

/** The text of words. All other words have none. */
const WORDS = byName({
  "par line sect page row": "\n",
  "cell tab": "\t",
  "lquote rquote": "'",
  "ldblquote rdblquote": '"',
  "bullet emspace enspace qmspace": " ",
  emdash: " - ",
  endash: "-",
});

/** Builds a text from bytes in a code page and from characters in Unicode. */
class CodePageText {
  codePage = "windows-1252";
  readonly #texts: string[] = [];
  readonly #bytes: string[] = [];

  /** Adds characters that stand for bytes. */
  add(latin1: string): void {
    this.#bytes.push(latin1);
  }

  /** Adds a UTF-16 unit, written as a signed number. */
  addUnit(unit: number): void {
    this.#decode();
    this.#texts.push(String.fromCharCode(unit & 0xffff));
  }

  toString(): string {
    this.#decode();
    return this.#texts.join("");
  }

  /** Decodes the bytes up to here. */
  #decode(): void {
    if (this.#bytes.length === 0) return;
    this.#texts.push(Buffer.from(decodeText(Buffer.from(this.#bytes.join(""), "latin1"), this.codePage)).toString());
    this.#bytes.length = 0;
  }
}
