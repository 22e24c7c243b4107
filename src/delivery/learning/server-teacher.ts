import type { MessageAnswer } from "../filter/mail-filter.js";
import type { ServerAddress } from "../serving/address.js";
import { ask } from "../serving/ask-server.js";
import { answerOf } from "../serving/protocols/wire-protocol.js";
import { type Lesson, requestOf, type Taught, taughtOf } from "./lessons.js";
import type { ClassSize, TaughtFate, Teacher } from "./teacher.js";

/**
 * A running server, taught over its socket for learning.
 *
 * @throws DataError in each call if it does not answer in time.
 */
export class ServerTeacher implements Teacher {
  readonly #address: ServerAddress;
  readonly #milliseconds: number;

  /** @param milliseconds the longest wait for an answer */
  constructor(address: ServerAddress, milliseconds: number) {
    this.#address = address;
    this.#milliseconds = milliseconds;
  }

  answer(message: Uint8Array): Promise<MessageAnswer> {
    return ask(this.#address, requestOf({ kind: "answer" }, message), this.#milliseconds, answerOf);
  }

  learn(label: string, document: Uint8Array, time?: number): Promise<TaughtFate> {
    return this.#fateOf({ kind: "learn", label, time }, document);
  }

  relabel(label: string, document: Uint8Array): Promise<TaughtFate> {
    return this.#fateOf({ kind: "relabel", label }, document);
  }

  unlearn(document: Uint8Array): Promise<TaughtFate> {
    return this.#fateOf({ kind: "unlearn" }, document);
  }

  async forget(before: number): Promise<readonly TaughtFate[]> {
    return (await this.#taught({ kind: "forget", before })).fates;
  }

  async classes(): Promise<readonly ClassSize[]> {
    return (await this.#taught({ kind: "ask" })).classes;
  }

  async #fateOf(lesson: Lesson, document: Uint8Array): Promise<TaughtFate> {
    const { fates } = await this.#taught(lesson, document);
    return fates[0];
  }

  #taught(lesson: Lesson, document: Uint8Array = new Uint8Array(0)): Promise<Taught> {
    return ask(this.#address, requestOf(lesson, document), this.#milliseconds, taughtOf);
  }
}
