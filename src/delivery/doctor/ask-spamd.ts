import { DataError } from "../../base/errors.js";
import { hostAddressOf } from "../serving/address.js";
import { connectTo } from "../serving/ask-server.js";

/** A message that teaches nothing and says nothing about anybody. */
export const TEST_MESSAGE: Buffer = Buffer.from("Subject: test\r\n\r\nIs there an answer?\r\n");

/** In characters. The answer to the test has some hundred. */
const MAX_ANSWER = 1 << 16;

/**
 * Sends the test to a server of spamd's protocol.
 *
 * @param place its address: see `hostAddressOf`
 * @param milliseconds the time limit for connecting, sending and reading together
 * @returns the answer
 * @throws Error if there is none, or it says that something went wrong.
 */
export async function askSpamd(place: string, command: "HEADERS" | "TELL", milliseconds: number): Promise<string> {
  const socket = connectTo(hostAddressOf(place));
  const timer = setTimeout(() => socket.destroy(new Error(`no answer after ${milliseconds / 1000} s`)), milliseconds);
  try {
    const head = `${command} SPAMC/1.5\r\nContent-length: ${TEST_MESSAGE.length}\r\n\r\n`;
    socket.setEncoding("latin1").write(`${head}${TEST_MESSAGE}`);
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
