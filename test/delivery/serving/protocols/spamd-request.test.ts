import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageAnswer } from "../../../../src/delivery/filter/decide.js";
import { MessageServer } from "../../../../src/delivery/serving/message-server.js";
import { newDesk } from "../../../../src/delivery/serving/protocols/desk.js";
import { PieceReader, type Room, type ServerEvent } from "../../../../src/delivery/serving/protocols/protocol.js";
import { spamdProtocol } from "../../../../src/delivery/serving/protocols/spamd.js";
import { type SpamdRequest, spamdRequestIn } from "../../../../src/delivery/serving/protocols/spamd-request.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { spamdRequest, talk } from "../../../helpers/talk.js";

const LETTER = "Subject: lunch\n\nsee you\n";
const MOST = 16 * 2 ** 20;

/** Says spam of a message with the word `cash`. */
const answer = (message: Uint8Array): MessageAnswer => {
  const isSpam = Buffer.from(message).includes("cash");
  const ranking = ["spam", "ham"].map((label) => ({ label, probability: (label === "spam") === isSpam ? 0.99 : 0.01 }));
  return { model: "1a2b3c4d", logOdds: Math.log(99), ranking: isSpam ? ranking : ranking.reverse() };
};

const path = join(temporaryFolder(), "socket");
const events: ServerEvent[] = [];
const protocol = spamdProtocol(newDesk({ answer }, { program: "1.2.3" }));
const server = new MessageServer(protocol, { connections: 50, patience: 60_000 }, (event) => events.push(event));
beforeAll(async () => void (await server.listen({ path })));
afterAll(() => server.stop());
const asked = (pieces: readonly (string | Uint8Array)[], isEnd = false) => talk(path, pieces, isEnd);

/** The requests in some pieces, after which the client sends no more. */
function requestsOf(pieces: readonly (string | Uint8Array)[], room: Room = { left: 4 * MOST }): SpamdRequest[] {
  const reader = new PieceReader(spamdRequestIn, room);
  const requests: SpamdRequest[] = [];
  for (const [i, piece] of [...pieces, ""].entries()) {
    for (const one of reader.take(Buffer.from(piece), i === pieces.length)) {
      requests.push({ ...one, message: Buffer.from(one.message) });
    }
  }
  return requests;
}

/** The pieces of a request with a compressed message. */
function compressed(message: string | Uint8Array) {
  const packed = deflateSync(message);
  return [`CHECK SPAMC/1.5\r\nCompress: zlib\r\nContent-length: ${packed.length}\r\n\r\n`, packed];
}

describe("a request of spamd's protocol", () => {
  it("comes in pieces of any size, or without a length to the end of the sending, with lines that end with LF", () => {
    const text = spamdRequest("PROCESS", LETTER);
    const [whole] = requestsOf([text]);
    expect(whole).toMatchObject({ command: "PROCESS", version: 1.5, user: "ann", message: Buffer.from(LETTER) });
    for (const size of [1, 2, 7]) {
      const count = Math.ceil(text.length / size);
      const pieces = Array.from({ length: count }, (_, i) => text.slice(i * size, (i + 1) * size));
      expect(requestsOf(pieces)).toEqual([whole]);
    }
    const [found] = requestsOf([`HEADERS SPAMC/1.4\nUser: ann@example.org\nX-Other: 1\n\n${LETTER}`]);
    expect(found).toMatchObject({ command: "HEADERS", user: "ann@example.org", message: Buffer.from(LETTER) });
  });

  it("may be of version 1.0, whose messages have no fields, and of other versions", () => {
    for (const version of [0.9, 1]) {
      const [found] = requestsOf([`CHECK SPAMC/${version.toFixed(1)}\r\n`, LETTER]);
      expect(found).toMatchObject({ command: "CHECK", version, user: undefined, message: Buffer.from(LETTER) });
    }
    for (const version of [1.1, 1.2, 1.6, 2]) {
      const [found] = requestsOf([spamdRequest("CHECK", LETTER).replace("1.5", String(version))]);
      expect(found).toMatchObject({ version, user: "ann", message: Buffer.from(LETTER) });
    }
  });

  it("takes an empty message and a compressed one, and leaves out what comes after the stated length", () => {
    expect(requestsOf([spamdRequest("CHECK", "")])[0].message).toEqual(Buffer.alloc(0));
    expect(requestsOf([`${spamdRequest("CHECK", LETTER)}\r\nmore`])[0].message).toEqual(Buffer.from(LETTER));
    expect(requestsOf(compressed(LETTER))[0].message).toEqual(Buffer.from(LETTER));
  });

  it("reads what TELL is to do, and ignores networks of others", () => {
    const tell = (fields: string) => requestsOf([spamdRequest("TELL", LETTER, fields)])[0];
    expect(tell("Message-class: spam\r\nSet: local, remote\r\n")).toMatchObject({ messageClass: "spam", isSet: true });
    expect(tell("message-CLASS: ham\r\nSet: local\r\n")).toMatchObject({ messageClass: "ham", isRemoved: false });
    expect(tell("Remove: local\r\n")).toMatchObject({ isSet: false, isRemoved: true });
    expect(tell("Message-class: spam\r\nSet: remote\r\n")).toMatchObject({ isSet: false, isRemoved: false });
  });

  it("gives all room back, whatever becomes of a request", () => {
    const packed = compressed(Buffer.alloc(1 << 20));
    for (const pieces of [[spamdRequest("CHECK", LETTER)], packed, ["CHECK SPAMC/1.5\r\n\r\n", LETTER]]) {
      const room = { left: 4 * MOST };
      expect(requestsOf(pieces, room)).toHaveLength(1);
      expect(room.left).toBe(4 * MOST);
    }
  });
});

describe("a server of spamd's protocol", () => {
  it("answers PING of old and new clients, and hangs up after SKIP", async () => {
    expect(await asked(["PING SPAMC/1.5\r\n\r\n"])).toBe("SPAMD/1.5 0 PONG\r\n");
    expect(await asked(["PING SPAMC/1.2\r\n"])).toBe("SPAMD/1.5 0 PONG\r\n");
    expect(await asked(["SKIP SPAMC/1.5\r\n\r\n"])).toBe("");
  });

  it("tells about each client, user and verdict, and nothing of the message", async () => {
    events.length = 0;
    await asked([spamdRequest("CHECK", "Subject: cash\n\nwin\n")]);
    // An earlier client may be closed only now.
    const ofLast = () => events.filter(({ client }) => client === Math.max(...events.map((event) => event.client)));
    await expect.poll(() => ofLast().map(({ kind }) => kind)).toEqual(["connected", "answered", "closed"]);
    const facts = { command: "CHECK", user: "ann", decision: "spam", label: "spam", answer: { model: "1a2b3c4d" } };
    expect(ofLast()[1]).toMatchObject({ facts });
  });

  it("answers clients that send more than the stated length, however much", async () => {
    for (const more of ["\r\n", "more", "more ".repeat(500_000)]) {
      const answer = await asked([spamdRequest("CHECK", LETTER), more]);
      expect(answer).toBe(await asked([spamdRequest("CHECK", LETTER)]));
      expect(answer).toMatch(/^SPAMD\/1\.1 0 EX_OK\r\nSpam: False ; /);
    }
    expect(await asked(["CHECK SPAMC/1.0\r\n", LETTER], true)).toContain("Spam: False ; ");
  });

  const withHead = (lines: string) => `CHECK SPAMC/1.5\r\n${lines}\r\n\r\n`;
  const endless = ["CHECK SPAMC/1.5\r\n\r\n", Buffer.alloc(MOST + 1)];
  const short = spamdRequest("CHECK", LETTER).slice(0, -3);
  it.each<readonly [string, (string | Uint8Array)[], RegExp]>([
    ["a length that is too long", [short], /length mismatch: 24 bytes.*, got 21/],
    ["10 GB that are announced", [withHead("Content-length: 10000000000")], /is too large/],
    ["a length that is no number", [withHead("Content-length: -1")], /is not a number: -1/],
    ["an unknown command", ["EXPN SPAMC/1.5\r\n"], /no request of spamc/],
    ["another protocol", ["GET / HTTP/1.1\r\n"], /no request of spamc.*GET/],
    ["a version that is no number", [`PROCESS SPAMC/x\r\n${LETTER}`], /no request of spamc/],
    ["a line that is no field", [withHead("nothing")], /not of the form/],
    ["half a line and the end", ["CHECK SPA"], /ended before the message/],
    ["fields without an end", ["CHECK SPAMC/1.5\r\n", "X-A: b\r\n".repeat(3000)], /more than 16384 bytes/],
    ["a line without an end", ["C".repeat(20_000)], /more than 16384 bytes/],
    ["a user with control characters", [withHead("User: a\0b")], /User has control characters/],
    ["a compression without a length", [withHead("Compress: zlib")], /Compress must be zlib/],
    ["uncompressed bytes", [spamdRequest("CHECK", LETTER, "Compress: zlib\r\n")], /cannot decompress/],
    ["a message without an end", endless, /too large|^$/],
    ["a lesson without a class", [spamdRequest("TELL", LETTER, "Set: local\r\n")], /Set needs the Message-class/],
  ])("refuses %s in one line, and hangs up", async (_, pieces, line) => {
    // The client ends its side where the request is not whole.
    const isEnd = /mismatch|ended/.test(String(line));
    const got = await asked(pieces, isEnd);
    expect(got).toMatch(/^(?:SPAMD\/1\.0 76 Bad header line: [^\r\n]+\r\n)?$/);
    expect(got).toMatch(line);
    expect(await asked([spamdRequest("CHECK", LETTER)])).toContain("Spam: False ; ");
  });

  it("refuses a small request that holds a large message", async () => {
    const bomb = compressed(Buffer.alloc(MOST + 1));
    expect(bomb[1].length).toBeLessThan(20_000);
    expect(await asked(bomb)).toMatch(/^SPAMD\/1\.0 76 Bad header line: cannot decompress the message: /);
  });
});
