/** Builds a text from pieces, with single blanks and line ends between them where words and lines end. */
export class ShownText {
  #text = "";
  #pending: "" | " " | "\n" = "";
  /** The last UTF-16 unit of the text. */
  #last = 0;

  /** The last UTF-16 unit, 0 if a new word begins here. */
  get last(): number {
    return this.#pending === "" ? this.#last : 0;
  }

  /** Adds text, joined to the text before it unless a word or line ended. */
  add(text: string): void {
    if (text === "") return;
    if (this.#pending !== "") {
      if (this.#text !== "") this.#text += this.#pending;
      this.#pending = "";
    }
    this.#text += text;
    this.#last = text.charCodeAt(text.length - 1);
  }

  endWord(): void {
    if (this.#pending === "") this.#pending = " ";
  }

  endLine(): void {
    this.#pending = "\n";
  }

  bytes(): Uint8Array {
    return Buffer.from(this.#text);
  }
}
