import { DataError } from "../../base/errors.js";
import type { ServerAddress } from "../serving/address.js";
import { connectTo } from "../serving/ask-server.js";

/** In characters. An answer to a short message has some hundred. */
const MAX_ANSWER = 1 << 16;

/**
 * Sends a message to a server of spamd's protocol.
 *
 * @param milliseconds the time limit for connecting, sending and reading together
 * @returns the answer
 * @throws Error if there is none, or it says that something went wrong.
 */
export async function askSpamd(
  address: ServerAddress,
  command: "HEADERS" | "TELL",
  message: Uint8Array,
  milliseconds: number,
): Promise<string> {
  const socket = connectTo(address);
  const timer = setTimeout(() => socket.destroy(new Error(`no answer after ${milliseconds / 1000} s`)), milliseconds);
  try {
    const head = Buffer.from(`${command} SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n`);
    socket.setEncoding("latin1").write(Buffer.concat([head, message]));
    let answer = "";
    for await (const piece of socket) {
      answer += piece;
      if (answer.length > MAX_ANSWER) break;
    }
    const [, code, why] = /^SPAMD\/[\d.]+ (\d+) (.*)/.exec(answer) ?? [];
    if (code === undefined) throw new DataError("another program answers there, not thresher serve --spamd");
    if (code !== "0") throw new DataError(why);
    return answer;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}
