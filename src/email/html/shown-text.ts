/**
 * Text as it is put together from pieces: lines and words that something between them keeps
 * apart, and nothing at its beginning.
 */
export class ShownText {
  #text = "";
  #pending: "" | " " | "\n" = "";
  /** The last UTF-16 unit, 0 where a new word begins anyway. */
  #last = 0;

  get last(): number {
    return this.#pending === "" ? this.#last : 0;
  }

  /** Adds text that joins what is before it. */
  add(text: string): void {
    if (text === "") return;
    if (this.#pending !== "") {
      if (this.#text !== "") this.#text += this.#pending;
      this.#pending = "";
    }
    this.#text += text;
    this.#last = text.charCodeAt(text.length - 1);
  }

  /** What follows is another word. */
  endWord(): void {
    if (this.#pending === "") this.#pending = " ";
  }

  /** What follows is another line. */
  endLine(): void {
    this.#pending = "\n";
  }

  bytes(): Uint8Array {
    return ENCODER.encode(this.#text);
  }
}

const ENCODER = new TextEncoder();
