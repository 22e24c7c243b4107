import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { DataError } from "../../src/base/errors.js";

/** The answer of a server about a message. */
export interface Verdict {
  readonly isSpam: boolean;
  /** Higher for spam. */
  readonly score: number;
}

/** A client that asks about one message after the other. */
export interface Client {
  /** Sends a request of its protocol. Returns the whole answer. */
  ask(request: Buffer): Promise<Buffer>;
  end?(): void;
}

/** A protocol by which mail servers ask. */
export interface Protocol {
  requestOf(message: Buffer): Buffer;
  newClient(port: number): Client;
  /** @throws DataError if it is not an answer */
  verdictIn(answer: string): Verdict;
}

/** SpamAssassin's protocol with PROCESS, as `spamc` asks: a connection for each message. */
export const SPAMD: Protocol = {
  requestOf: (message) =>
    Buffer.concat([Buffer.from(`PROCESS SPAMC/1.5\r\nContent-length: ${message.length}\r\n\r\n`), message]),
  newClient: (port) => ({ ask: (request) => exchange(port, request, true) }),
  verdictIn(answer) {
    const [, isSpam, points] = found(answer, /^Spam: (True|False) ; (-?[\d.]+)/m);
    // Debian's spamd, as it is set up here, also tells the probability.
    return { isSpam: isSpam === "True", score: Number(/^X-Spam-Bayes: ([\d.]+)/m.exec(answer)?.[1] ?? points) };
  },
};

/** rspamd's protocol with /checkv2, as `rspamc` and Haraka ask: a connection for each message. */
export const RSPAMD: Protocol = {
  requestOf: (message) => httpRequest("/checkv2", message),
  newClient: (port) => ({ ask: (request) => exchange(port, request, false) }),
  verdictIn(answer) {
    const { score, action } = JSON.parse(found(answer, /\r\n\r\n(\{.*\})/s)[1]) as { score: number; action: string };
    return { isSpam: action !== "no action", score };
  },
};

/** Returns a request by HTTP after which the server closes the connection. */
export function httpRequest(path: string, body: Buffer, fields = ""): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${fields}Content-Length: ${body.length}`;
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]);
}

/**
 * The protocol of milters, with what Postfix sends to a filter that only wants the message.
 *
 * @param isKept whether all messages come in one connection; otherwise each has its own
 */
export const milter = (isKept: boolean): Protocol => ({
  requestOf: milterPackets,
  newClient: (port) => new MilterClient(port, isKept),
  verdictIn(answer) {
    const [, score] = found(answer, /X-Spam-Score\0 ?(-?[\d.]+)\0/);
    return { isSpam: /X-Spam-Flag\0 ?YES\0/.test(answer), score: Number(score) };
  },
});

class MilterClient implements Client {
  readonly #port: number;
  readonly #isKept: boolean;
  #socket: Socket | undefined;

  constructor(port: number, isKept: boolean) {
    this.#port = port;
    this.#isKept = isKept;
  }

  async ask(request: Buffer): Promise<Buffer> {
    const socket = this.#socket ?? (await this.#connect());
    const answer = answerWith("acdrty", socket);
    socket.write(request);
    const bytes = await answer;
    if (!this.#isKept) this.end();
    return bytes;
  }

  async #connect(): Promise<Socket> {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    this.#socket = socket;
    const answer = answerWith("O", socket);
    // Version 6, with all changes and steps that there are.
    socket.write(packet("O", "\0\0\0\x06\0\0\x01\xff\0\x1f\xff\xff"));
    await answer;
    return socket;
  }

  end(): void {
    this.#socket?.end(packet("Q"));
    this.#socket = undefined;
  }
}

/** Returns the bytes up to the end of the first packet that has one of these commands. */
function answerWith(commands: string, socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = Buffer.alloc(0);
    const end = () => reject(new DataError("the server hung up"));
    const take = (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece]);
      for (let at = 0; at + 5 <= bytes.length; at += 4 + bytes.readUInt32BE(at)) {
        if (!commands.includes(String.fromCharCode(bytes[at + 4]))) continue;
        socket.off("data", take).off("error", reject).off("close", end);
        return resolve(bytes);
      }
    };
    socket.on("data", take).on("error", reject).on("close", end);
  });
}

/** Returns a message as packets: macros, the fields of the header, and pieces of the body. */
function milterPackets(message: Buffer): Buffer {
  const text = message.toString("latin1").replace(/\r?\n/g, "\r\n");
  const end = /\r\n(?=\r\n)|$/.exec(text)?.index ?? text.length;
  const fields = text
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .filter(Boolean);
  const body = text.slice(end + 4);
  const packets = [
    packet("D", "Cj\0mx.example.org\0_\0localhost [127.0.0.1]\0"),
    packet("D", "M{mail_addr}\0a@example.com\0"),
  ];
  for (const field of fields) {
    const colon = field.indexOf(":");
    packets.push(
      packet("D", "Li\x006C60423C330\0"),
      packet("L", `${field.slice(0, colon)}\0${field.slice(colon + 1)}\0`),
    );
  }
  for (let at = 0; at < body.length; at += PIECE) packets.push(packet("B", body.slice(at, at + PIECE)));
  return Buffer.concat([...packets, packet("E")]);
}

/** The largest piece of a body. */
const PIECE = 65_535;

/** @param content in Latin-1 */
function packet(command: string, content = ""): Buffer {
  const bytes = Buffer.from(`\0\0\0\0${command}${content}`, "latin1");
  bytes.writeUInt32BE(bytes.length - 4);
  return bytes;
}

/** Sends a request on a connection of its own. @param isEnd whether the client ends its side then, as `spamc` does */
export async function exchange(port: number, request: Buffer, isEnd: boolean): Promise<Buffer> {
  const socket = connect({ port, host: "127.0.0.1" });
  const pieces: Buffer[] = [];
  socket.on("data", (piece) => pieces.push(piece));
  if (isEnd) socket.end(request);
  else socket.write(request);
  await once(socket, "close");
  return Buffer.concat(pieces);
}

function found(answer: string, pattern: RegExp): RegExpExecArray {
  const match = pattern.exec(answer);
  if (match === null) throw new DataError(`a server did not answer: ${JSON.stringify(answer.slice(0, 80))}`);
  return match;
}
