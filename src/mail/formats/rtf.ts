import { byName } from "../../base/names.js";
import { decodeText } from "../charset/charset.js";
import { bufferOf } from "../lines.js";

/**
 * Returns the text of a document in the Rich Text Format 1.9, without codes, fonts, styles and pictures. Decodes bytes
 * in the code page that the document names. Ignores code pages of fonts, because programs that need several write `\u`.
 */
export function rtfText(rtf: Uint8Array): Uint8Array {
  const source = bufferOf(rtf).toString("latin1");
  const reader = new RtfReader();
  const codes = new RegExp(CODE);
  for (let match = codes.exec(source); match !== null; match = codes.exec(source)) {
    codes.lastIndex += reader.take(match);
  }
  return Buffer.from(reader.text.toString());
}

/** Reads a document code by code, and collects its text. */
class RtfReader {
  readonly text = new CodePageText();
  /** The groups around the current one. */
  readonly #groups: RtfGroup[] = [];
  #group: RtfGroup = { isText: true, fallback: 1 };
  /** How many characters to skip. They follow `\u` for programs without Unicode. */
  #skipped = 0;
  /** Whether the last code was the brace that begins a group. */
  #begins = false;

  /** Reads a match of CODE. @returns how many characters of binary data follow it */
  take([, word, number, hex, symbol, brace, plain]: RegExpExecArray): number {
    const isFirst = this.#begins;
    this.#begins = brace === "{";
    if (brace === "{") {
      this.#groups.push(this.#group);
      this.#group = { ...this.#group };
    } else if (brace === "}") {
      this.#group = this.#groups.pop() ?? this.#group;
      this.#skipped = 0;
    } else if (plain !== undefined) this.#add(plain);
    else if (hex !== undefined) this.#add(String.fromCharCode(Number.parseInt(hex, 16)));
    // A program skips a group that begins with `\*` if it does not know the word after it.
    else if (symbol === "*" || (isFirst && word !== undefined && NO_TEXT.has(word))) this.#group.isText = false;
    else if (symbol !== undefined) this.#add(SYMBOLS[symbol] ?? symbol);
    else if (word === "bin") return Math.max(0, Number(number ?? 0));
    else this.#takeWord(word, number);
    return 0;
  }

  /** Reads a control word. @param number the number after it, if there is one */
  #takeWord(word: string | undefined, number: string | undefined): void {
    const group = this.#group;
    if (word === "ansicpg") this.text.codePage = `cp${number}`;
    else if (word === "uc") group.fallback = Math.max(0, Number(number ?? 1));
    else if (word === "u") {
      if (group.isText) this.text.addUnit(Number(number ?? 0));
      this.#skipped = group.fallback;
    } else if (group.isText) this.text.add(WORDS.get(word ?? "") ?? "");
  }

  /** Adds characters, except those to skip. */
  #add(characters: string): void {
    const rest = characters.slice(this.#skipped);
    this.#skipped = Math.max(0, this.#skipped - characters.length);
    if (this.#group.isText) this.text.add(rest);
  }
}

/** The state of a group in braces. It begins with that of the group around it. */
interface RtfGroup {
  /** Whether its content belongs to the text. */
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
  /** The charset of the bytes. */
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
