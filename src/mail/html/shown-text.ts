/** Joins pieces of text. Puts a single blank or line end where a word or line ends. */
export class ShownText {
  readonly #pieces: string[] = [];
  /** Comes before the next text; empty inside a word. */
  #pending: "" | " " | "\n" = "";

  /** The last UTF-16 unit of the text; 0 if a new word begins here. */
  get last(): number {
    return this.#pending === "" ? (this.#pieces.at(-1)?.slice(-1).charCodeAt(0) ?? 0) : 0;
  }

  /** Whether there is no text but white space. */
  get isEmpty(): boolean {
    return this.#pieces.join("").trim() === "";
  }

  /** Adds text. Joins it to the text before it, unless a word or line has ended. */
  add(text: string): void {
    if (text === "") return;
    if (this.#pieces.length > 0 && this.#pending !== "") this.#pieces.push(this.#pending);
    this.#pending = "";
    this.#pieces.push(text);
  }

  /** Puts a blank before the next text, unless a line ends here. */
  endWord(): void {
    if (this.#pending === "") this.#pending = " ";
  }

  /** Puts a line end before the next text. */
  endLine(): void {
    this.#pending = "\n";
  }

  /** Begins a part without blanks at its edges. @returns its place, for `endPart` */
  beginPart(): number {
    return this.#pieces.length + (this.#pieces.length > 0 && this.#pending !== "" ? 1 : 0);
  }

  /** Ends a part. @param place as `beginPart` returned it */
  endPart(place: number): void {
    const part = this.#pieces.splice(place).join("").trim();
    if (part !== "") this.#pieces.push(part);
  }

  /** Returns the text in UTF-8. */
  bytes(): Uint8Array {
    return Buffer.from(this.#pieces.join(""));
  }
}
