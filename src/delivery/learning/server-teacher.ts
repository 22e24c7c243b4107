import type { MessageAnswer } from "../filter/decide.js";
import type { ServerAddress } from "../serving/address.js";
import { ask } from "../serving/ask-server.js";
import { answerOf } from "../serving/protocols/wire-protocol.js";
import { requestOf, taughtOf } from "./lessons.js";
import type { Lesson, Taught, Teacher } from "./teacher.js";

/**
 * Teaches and asks a running server over its socket for learning.
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

  /** Has the server classify a message. */
  answer(message: Uint8Array): Promise<MessageAnswer> {
    return ask(this.#address, requestOf({ kind: "answer" }, message), this.#milliseconds, answerOf);
  }

  /** Sends a lesson to the server, with its document if it has one. */
  teach(lesson: Lesson, document?: Uint8Array): Promise<Taught> {
    return ask(this.#address, requestOf(lesson, document), this.#milliseconds, taughtOf);
  }
}
