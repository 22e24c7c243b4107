import { connect } from "node:net";
import { hostAddressOf } from "../../src/delivery/serving/address.js";

/**
 * Returns everything that a server sends until it hangs up, as Latin-1.
 *
 * @param address a path, a port or HOST:PORT
 * @param isEnd whether the client ends its side after the pieces
 */
export function talk(address: string, pieces: readonly (string | Uint8Array)[], isEnd = false): Promise<string> {
  return new Promise((resolve) => {
    let got = "";
    const client = connect(hostAddressOf(address));
    client.setEncoding("latin1").on("data", (piece: string) => {
      got += piece;
    });
    // The server may hang up before everything is sent.
    client.on("error", () => undefined);
    client.on("close", () => resolve(got));
    for (const piece of pieces) client.write(piece);
    if (isEnd) client.end();
  });
}

/** A request to spamd about a message. @param fields lines that end with CRLF */
export function spamdRequest(command: string, message: string, fields = "User: ann\r\n"): string {
  return `${command} SPAMC/1.5\r\n${fields}Content-length: ${message.length}\r\n\r\n${message}`;
}
