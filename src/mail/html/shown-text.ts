/** Joins pieces of text. Puts a single blank or line end where a word or line ends. */
export class ShownText {
  #text = "";
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
