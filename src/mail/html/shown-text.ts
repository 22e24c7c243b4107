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

  get isEmpty(): boolean {
    return this.#text.trim() === "";
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

  /** Returns the text in UTF-8. */
  bytes(): Uint8Array {
    return Buffer.from(this.#text);
  }
}
