import { DataError } from "../../base/errors.js";
import type { ServerAddress } from "../serving/address.js";
import { connectTo } from "../serving/ask-server.js";

/** In characters. An answer to a short message has some hundred. */
const MAX_ANSWER = 1 << 16;

/**
 * Sends a message to a server of spamd's protocol.
 *
 * @param milliseconds the time limit for connecting, sending and reading together
 * @returns the id of the model that answered
 * @throws Error if there is no verdict, or another program answers.
 */
export async function askSpamd(address: ServerAddress, message: Uint8Array, milliseconds: number): Promise<string> {
  const socket = connectTo(address);
  const timer = setTimeout(() => socket.destroy(new Error(`no answer after ${milliseconds / 1000} s`)), milliseconds);
  try {
    const head = Buffer.from(`HEADERS SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n`);
    socket.setEncoding("latin1").write(Buffer.concat([head, message]));
    let answer = "";
    for await (const piece of socket) {
      answer += piece;
      if (answer.length > MAX_ANSWER) break;
    }
    const [, why] = /^SPAMD\/[\d.]+ [1-9]\d* (.*)/.exec(answer) ?? [];
    if (why !== undefined) throw new DataError(why);
    const [, id] = /^X-Spam-Checker-Version: Thresher .*?\(model ([0-9a-f]{8})\)/m.exec(answer) ?? [];
    if (id === undefined) throw new DataError("another program answers there, not thresher serve --spamd");
    return id;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
