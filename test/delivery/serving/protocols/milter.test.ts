import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { MessageAnswer } from "../../../../src/delivery/filter/decide.js";
import { MessageServer } from "../../../../src/delivery/serving/message-server.js";
import { ACTIONS, type ActionFrom, newDesk } from "../../../../src/delivery/serving/protocols/desk.js";
import { milterProtocol } from "../../../../src/delivery/serving/protocols/milter.js";
import { PieceReader, type ServerEvent } from "../../../../src/delivery/serving/protocols/protocol.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { talk } from "../../../helpers/talk.js";

function packet(command: string, content = ""): Buffer {
  const rest = Buffer.from(command + content, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(rest.length);
  return Buffer.concat([length, rest]);
}

/** Returns the packets of a message. @param fields each as `name: value` */
function messagePackets(fields: readonly string[], body: readonly string[] = []): Buffer[] {
  const header = fields.map((field) => packet("L", `${field.replace(":", "\0")}\0`));
  return [...header, ...body.map((piece) => packet("B", piece)), packet("E")];
}

/** How many numbers are first in a packet. */
const NUMBERS: Readonly<Record<string, number>> = { O: 3, i: 1, m: 1 };

/** Returns the packets in some bytes, such as `m#1 x-spam=`: the command, its numbers in hexadecimal, and strings. */
function packetsIn(bytes: Buffer): string[] {
  if (bytes.length === 0) return [];
  const [command, end] = [String.fromCharCode(bytes[4]), 4 + bytes.readUInt32BE()];
  const count = NUMBERS[command] ?? 0;
  const numbers = Array.from({ length: count }, (_, i) => `#${bytes.readUInt32BE(5 + 4 * i).toString(16)} `);
  const strings = bytes
    .toString("latin1", 5 + 4 * count, end)
    .split("\0")
    .join("=");
  return [command + numbers.join("") + strings.replace(/=$/, ""), ...packetsIn(bytes.subarray(end))];
}

/** The offer of Postfix and Sendmail: version 6, all actions, all of SMFIP; and the part of it that is wanted. */
const HELLO = packet("O", "\0\0\0\x06\0\0\x01\xff\0\x1f\xff\xff");
const NEGOTIATED = "O#6 #11 #1ff3cf ";

/** Says spam of a message with the word `cash`; fails at one with `crash`. */
function answer(message: Uint8Array, user = "site"): MessageAnswer {
  const text = Buffer.from(message);
  if (text.includes("crash") || user === "refused") throw new Error("no memory");
  const isSpam = text.includes("cash");
  const ranking = ["spam", "ham"].map((label) => ({ label, probability: (label === "spam") === isSpam ? 0.99 : 0.01 }));
  return { model: user, logOdds: Math.log(99), ranking: isSpam ? ranking : ranking.reverse() };
}

const ROOM = 2 ** 25;

/** Sends bytes in pieces. Returns the packets of the answers after the negotiation, and the messages that were asked about. */
async function converse(pieces: readonly Uint8Array[], hasUsers = false, actions: readonly ActionFrom[] = []) {
  const [answers, messages, taken]: [Uint8Array[], string[], unknown[]] = [[], [], []];
  const noted = (message: Uint8Array, user?: string) => {
    messages.push(Buffer.from(message).toString("latin1"));
    return answer(message, user);
  };
  const protocol = milterProtocol(newDesk({ answer: noted }, { program: "1.2.3", hasUsers, actions }));
  const room = { left: ROOM };
  const reader = new PieceReader(protocol.requestIn, room);
  for (const piece of pieces) {
    for (const request of reader.take(piece)) {
      const { bytes, facts } = await protocol.answer(request);
      answers.push(bytes);
      if (facts !== undefined) taken.push(facts.action);
    }
  }
  const { isWithin } = reader;
  return { answers: packetsIn(Buffer.concat(answers)), messages, taken, isWithin, kept: ROOM - room.left };
}

/** Starts a server for the present test, with a model for each user. Returns its socket, and its events. */
async function serve(patience: number) {
  const path = join(temporaryFolder(), "socket");
  const events: ServerEvent[] = [];
  const protocol = milterProtocol(newDesk({ answer }, { program: "1.2.3", hasUsers: true }));
  const server = new MessageServer(protocol, { connections: 50, patience }, (event) => events.push(event));
  await server.listen({ path });
  onTestFinished(() => server.stop());
  const ask = async (...packets: readonly Uint8Array[]) =>
    packetsIn(Buffer.from(await talk(path, [HELLO, Buffer.concat(packets)], true), "latin1")).slice(1);
  return { path, events, ask };
}

const HAM = messagePackets(["Subject: hi"]);
const SPAM = messagePackets(["Subject: cash"], ["now\r\n"]);
const SPAM_FIELDS = [
  "i#0 X-Thresher= label=spam; probability=0.990; model=site",
  "i#0 X-Spam-Status= Yes, score=14.6 required=5.0 tests=BAYES_99,THRESHER_SPAM\n\tautolearn=no label=spam version=thresher",
  "i#0 X-Spam-Score= 14.6",
  "i#0 X-Spam-Level= **************",
  "i#0 X-Spam-Flag= YES",
  "i#0 X-Spam-Checker-Version= Thresher 1.2.3 (model site)",
];
const recipient = (address: string, mailer = "", resolved = address) => [
  packet("D", `R{rcpt_mailer}\0${mailer}\0{rcpt_addr}\0${resolved}\0`),
  packet("R", `<${address}>\0SIZE=1\0`),
];

describe("a milter", () => {
  it("asks for no command, answer and action that is not needed", async () => {
    // Version 6; to add and change fields; no connection, HELO, sender, recipients, DATA, unknown commands and end of the
    // header; no answers; values with their first space.
    expect((await converse([HELLO])).answers).toEqual([NEGOTIATED]);
    // The same with recipients and quarantine.
    const { answers } = await converse([HELLO], true, [{ action: "quarantine", score: 9 }]);
    expect(answers).toEqual(["O#6 #31 #1ff3c7 "]);
  });

  it("answers each command of a mail server that offers nothing else, and adds the space that it cuts off", async () => {
    const commands = ["Cmx\0U", "Hmx\0", "M<a@b>\0", "R<b@c>\0"].map((text) => packet(text[0], text.slice(1)));
    const packets = [packet("O", "\0\0\0\x02\0\0\0\x1f\0\0\0\0"), ...commands, ...messagePackets(["To:a"], ["b\r\n"])];
    const { answers, messages } = await converse(packets);
    expect(answers.slice(0, 7).join("")).toBe("O#2 #11 #0 cccccc");
    expect(answers[7]).toMatch(/^i#0 X-Thresher=label=ham/);
    expect(messages).toEqual(["To: a\r\n\r\nb\r\n"]);
  });

  it("puts messages together as the mail server stores them, one after the other on a connection", async () => {
    const fields = ["From:a@example.com", "Subject:  hi", "X-Folded: 1\n\t2\r\n  3", "X-Empty:"];
    const packets = [
      ...messagePackets(fields, ["one\r\n", "\r\ntwo"]),
      ...[packet("A"), packet("L", "Subject\0 lost\0"), packet("A")],
      ...[packet("L", "Subject\0 of a sender who left\0"), packet("K"), HELLO, packet("E")],
      // Some mail servers send the last piece of a body with its end.
      ...[packet("L", "To\0 b\0"), packet("N"), packet("E", "three"), packet("Q")],
    ];
    const { messages, isWithin, kept } = await converse([HELLO, ...packets]);
    const first = "From:a@example.com\r\nSubject:  hi\r\nX-Folded: 1\r\n\t2\r\n  3\r\nX-Empty:\r\n\r\none\r\n\r\ntwo";
    expect(messages).toEqual([first, "\r\n", "To: b\r\n\r\nthree"]);
    expect({ isWithin, kept }).toEqual({ isWithin: false, kept: 0 });
    expect(await converse([HELLO, packet("L", "To\0 b\0")])).toMatchObject({ isWithin: true, kept: 7 });
  });

  it("reads the same from any pieces of the stream", async () => {
    const fields = fc.array(fc.stringMatching(/^(?:Subject|X-Spam-Flag|To):[^\0]{0,20}$/), { maxLength: 4 });
    const some = fc.array(fc.tuple(fields, fc.array(fc.string(), { maxLength: 3 })));
    await fc.assert(
      fc.asyncProperty(some, fc.array(fc.nat(500)), async (mails, places) => {
        const packets = mails.flatMap(([header, body]) => messagePackets(header, body));
        const stream = Buffer.concat([HELLO, ...packets]);
        const cuts = [0, ...places.toSorted((a, b) => a - b), stream.length];
        const found = await converse(cuts.slice(1).map((end, i) => stream.subarray(cuts[i], end)));
        expect(found).toEqual(await converse([HELLO, ...packets]));
        expect(found.messages).toHaveLength(mails.length);
      }),
    );
  });

  it("removes fields that only it may write, the last one first, and adds its own before all others", async () => {
    const fields = ["X-Spam-Flag: NO", "Subject: cash", "X-Spam-Prev-To: a", "X-Thresher: a", "x-spam-flag: NO"];
    const { answers, messages } = await converse([HELLO, ...messagePackets(fields)]);
    const removals = ["m#2 x-spam-flag=", "m#1 x-spam-flag=", "m#1 x-thresher="];
    expect(answers).toEqual([NEGOTIATED, ...removals, ...SPAM_FIELDS, "c"]);
    expect(messages).toEqual(["Subject: cash\r\nX-Spam-Prev-To: a\r\n\r\n"]);
    const hostile = messagePackets(Array.from({ length: 3000 }, (_, n) => `X-Spam-${n}: NO`));
    const rejected = { answers: [NEGOTIATED, "y550 5.7.1 Rejected as spam"], taken: ["reject"] };
    expect(await converse([HELLO, ...hostile])).toMatchObject(rejected);
  });

  it("rejects, discards or puts into quarantine what has so many points", async () => {
    const expected = [["y550 5.7.1 Rejected as spam"], ["d"], [...SPAM_FIELDS, "qspam", "c"]];
    for (const [i, action] of ACTIONS.entries()) {
      const { answers, taken } = await converse([HELLO, ...SPAM, ...HAM], false, [{ action, score: 10 }]);
      expect(taken).toEqual([action, undefined]);
      expect(answers.slice(1, -6)).toEqual(expected[i]);
      expect(answers.slice(-6)).toContain("i#0 X-Spam-Level= ");
    }
  });

  it("logs no quarantine of a mail server that has none", async () => {
    const without = packet("O", "\0\0\0\x06\0\0\x01\xdf\0\x1f\xff\xff");
    const { answers, taken } = await converse([without, ...SPAM], false, [{ action: "quarantine", score: 10 }]);
    expect([answers.at(-1), taken]).toEqual(["c", [undefined]]);
  });

  it("asks the model of the only user, by the name on this machine or the address", async () => {
    const modelOf = async (...packets: Buffer[][]) => {
      const { answers } = await converse([HELLO, ...packets.flat(), ...HAM], true);
      return answers.flatMap((one) => /model="?([^"]+)"?$/.exec(one)?.[1] ?? []);
    };
    expect(await modelOf(recipient("Ann+lists@Example.org", "local"))).toEqual(["ann"]);
    const { answers } = await converse([HELLO, ...recipient("\u00c3\u0089VA@b", "local"), ...HAM], true);
    expect(answers.at(-2)).toContain("(model \u00c9va)");
    expect(await modelOf(recipient("root@example.org", "local", "ann"))).toEqual(["ann"]);
    expect(await modelOf(recipient("Ann+lists@B", "lmtp"), [packet("R", "<ann+lists@b>\0")])).toEqual(["ann+lists@b"]);
    expect(await modelOf(recipient("refused", "local"))).toEqual(["site"]);
    const all = Array.from({ length: 10_000 }, (_, n) => recipient(`${n}@example.org`));
    expect(await modelOf(recipient("A@b"), recipient("a@b"), ...all)).toEqual(["site"]);
    expect(await modelOf(recipient("ann", "local"), [packet("R", "<bob>\0")])).toEqual(["site"]);
    // The message before, and one that was given up, leave nothing.
    const later = [...recipient("ann", "local"), ...HAM, ...recipient("bob", "local"), packet("A")];
    expect(await modelOf(later, recipient("cy", "local"))).toEqual(["ann", "cy"]);
  });

  it("takes no more of a message than is classified, and a field of 1 MB", async () => {
    const body = Array.from({ length: 300 }, () => "x".repeat(65_535));
    const packets = [HELLO, ...messagePackets([], body), ...messagePackets([`X-Long: ${"a".repeat(2 ** 20)}`])];
    expect((await converse(packets)).messages.map(({ length }) => length)).toEqual([2 ** 24 + 1, 2 ** 20 + 12]);
  });

  it.each([
    ["its length is 0, not 1 to 2097152", [HELLO, Buffer.alloc(4)]],
    ["its length is 4294967295,", [HELLO, Buffer.alloc(4, 0xff)]],
    ["its length is 1195725856,", [Buffer.from("GET / HTTP/1.1\r\n")]],
    ['a mail server must begin with "O", not "E"', [packet("E")]],
    ['the packet "O" is too short', [packet("O", "\0\0\0\x06")]],
    ["does not let filters change the header", [packet("O", "\0\0\0\x01\0\0\0\x01\0\0\0\0")]],
    ['no mail server sends "\\u0000"', [HELLO, packet("\0")]],
    ['"L" comes too late in a message', [HELLO, packet("B", "text"), packet("L", "Subject\0hi\0")]],
    ['"R" comes too late in a message', [HELLO, packet("L", "Subject\0hi\0"), packet("R", "<a>\0")]],
    ["a field of the header has no value", [HELLO, packet("L", "Subject\0")]],
    ['a string in the packet "L" has no end', [HELLO, packet("L", "Subject")]],
  ])("refuses what is no packet of a mail server: %s", async (reason, pieces) => {
    await expect(converse(pieces)).rejects.toThrow(reason);
  });

  it("hangs up without an answer after a fault of its own or of the mail server", async () => {
    const { ask, events } = await serve(60_000);
    expect(await ask(...SPAM, ...messagePackets(["Subject: crash"]), ...SPAM)).toEqual([...SPAM_FIELDS, "c"]);
    expect(await ask(...SPAM, packet("Z"), ...SPAM)).toEqual([...SPAM_FIELDS, "c"]);
    const faults = events.flatMap((event) => (event.kind === "fault" ? [event.reason, event.isClients] : []));
    expect(faults).toEqual(["no memory", false, 'no mail server sends "Z"', true]);
    // Half a packet, and half a message: the mail server has gone.
    expect(await ask(Buffer.from([0, 0, 1]))).toEqual([]);
    expect(await ask(packet("L", "Subject\0hi\0"), packet("B", "x"))).toEqual([]);
  });

  it("waits for hours between messages, but hangs up on one that does not end, however slowly it comes", async () => {
    const { path } = await serve(300);
    const client = connect({ path }).on("error", () => undefined);
    const pieces: Buffer[] = [];
    client.on("data", (piece) => pieces.push(piece));
    client.write(Buffer.concat([HELLO, packet("R", "<ann@a>\0")]));
    await new Promise((resolve) => setTimeout(resolve, 700));
    client.write(Buffer.concat([packet("R", "<bob@a>\0"), ...SPAM]));
    while (packetsIn(Buffer.concat(pieces)).at(-1) !== "c") await once(client, "data");
    const timer = setInterval(() => client.write(packet("L", "Subject\0hi\0")), 50);
    // `once` would reject: writing fails when the server has hung up.
    await new Promise((resolve) => client.on("close", resolve));
    clearInterval(timer);
  });
});
