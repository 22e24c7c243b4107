import type { Random } from "../../src/base/random.js";

export const CLASSES = ["ham", "lists", "spam"] as const;

const WORDS: Readonly<Record<string, readonly string[]>> = {
  ham: ["lunch", "friday", "table", "meeting", "office", "holiday", "garden", "birthday", "train", "dinner"],
  lists: ["patch", "compiler", "kernel", "branch", "release", "thread", "commit", "review", "pointer", "archive"],
  spam: ["prize", "winner", "money", "offer", "cheap", "pills", "casino", "credit", "million", "urgent"],
};
const PLAIN = ["the", "and", "with", "letter", "about", "there", "today", "please"];

/** A message of the month. */
export interface Message {
  readonly number: number;
  /** The class that the user wants it in. */
  readonly truth: string;
  /** The class whose words it has. Undefined: words of all classes, so that it may stay unsure. */
  readonly looks: string | undefined;
  readonly text: string;
}

/** Writes messages with consecutive numbers. A few look like another class, and a few like none. */
export class Mailer {
  readonly #random: Random;
  #number = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The next message: usually as clear as can be. */
  next(): Message {
    const random = this.#random;
    const truth = this.#oneOf(CLASSES);
    const kind = random(10);
    const looks = kind === 0 ? undefined : kind < 4 ? this.#oneOf(CLASSES) : truth;
    return this.write(truth, looks);
  }

  /** A message of a class that has its words. */
  clear(truth: string): Message {
    return this.write(truth, truth);
  }

  write(truth: string, looks: string | undefined): Message {
    const number = ++this.#number;
    const words = looks === undefined ? CLASSES.flatMap((label) => WORDS[label] ?? []) : (WORDS[looks] ?? []);
    const some = (count: number) =>
      Array.from({ length: count }, () => this.#oneOf(this.#random(3) === 0 ? PLAIN : words)).join(" ");
    const date = new Date(Date.UTC(2026, 0, 1) + number * 3_600_000).toUTCString().replace("GMT", "+0000");
    const text = [
      `Message-ID: <${number}@month.example>`,
      `Date: ${date}`,
      `From: writer <${this.#oneOf(words)}@month.example>`,
      "To: me@home.example",
      `Subject: ${some(3)}`,
      "",
      some(12 + this.#random(12)),
      `number${number}`,
      "",
    ].join("\r\n");
    return { number, truth, looks, text };
  }

  #oneOf<T>(values: readonly T[]): T {
    return values[this.#random(values.length)] as T;
  }
}
