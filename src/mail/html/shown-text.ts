/** Characters that no text has (Unicode, section 23.7). They mark the beginning and end of a box on a line. */
const BOX_START = "\ufdd0";
const BOX_END = "\ufdd1";
const BOX_EDGES = /\ufdd0\s*\ufdd1?|(?<!\s)\s*\ufdd1/g;

/** Joins pieces of text. Puts a single blank or line end where a word or line ends. */
export class ShownText {
  #text = "";
  /** Comes before the next text; empty inside a word. */
  #pending: "" | " " | "\n" = "";
  /** The last UTF-16 unit of the text. */
  #last = 0;

  /** The last UTF-16 unit of the text; 0 if a new word begins here. */
  get last(): number {
    return this.#pending === "" ? this.#last : 0;
  }

  /** Adds text. Joins it to the text before it, unless a word or line has ended. */
  add(text: string): void {
    if (text === "") return;
    if (this.#pending !== "") {
      if (this.#text !== "") this.#text += this.#pending;
      this.#pending = "";
    }
    this.#text += text;
    this.#last = text.charCodeAt(text.length - 1);
  }

  /** Puts a blank before the next text, unless a line ends here. */
  endWord(): void {
    if (this.#pending === "") this.#pending = " ";
  }

  /** Puts a line end before the next text. */
  endLine(): void {
    this.#pending = "\n";
  }

  /** Begins a box on a line. Blanks at its beginning and end are not shown. */
  beginBox(): void {
    this.#text += (this.#text === "" ? "" : this.#pending) + BOX_START;
    this.#pending = "";
  }

  endBox(): void {
    this.#text += BOX_END;
  }

  /** Returns the text in UTF-8. */
  bytes(): Uint8Array {
    return Buffer.from(this.#text.includes(BOX_START) ? this.#text.replace(BOX_EDGES, "") : this.#text);
  }
}
