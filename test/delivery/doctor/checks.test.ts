import { once } from "node:events";
import { chmodSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { VERSION } from "../../../src/base/version.js";
import { type Kind, LOOKS, type Surroundings } from "../../../src/delivery/doctor/checks.js";
import { remarked } from "../../../src/delivery/doctor/finding.js";
import type { Models } from "../../../src/delivery/filter/teacher.js";
import { FileTeacher } from "../../../src/delivery/learning/file-teacher.js";
import { MessageServer } from "../../../src/delivery/serving/message-server.js";
import { newDesk } from "../../../src/delivery/serving/protocols/desk.js";
import { framed } from "../../../src/delivery/serving/protocols/framed.js";
import type { Protocol } from "../../../src/delivery/serving/protocols/protocol.js";
import { spamdProtocol } from "../../../src/delivery/serving/protocols/spamd.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { fateOf, firstModel, letter } from "../learning/lessons.js";

let model = "";
let teacher: FileTeacher;
beforeEach(() => {
  model = firstModel();
  teacher = new FileTeacher(model, { tell: () => undefined });
  return () => teacher.stop();
});

/** Starts a server at a socket. */
async function at<Request>(protocol: Protocol<Request>): Promise<string> {
  const path = join(temporaryFolder(), "s");
  const server = new MessageServer(protocol, { connections: 10, patience: 60_000 });
  await server.listen({ path });
  onTestFinished(() => server.stop());
  return path;
}

/** Starts a server at a port, which sends a text to each client. Without one, it is silent. */
async function saying(text?: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (text !== undefined) socket.end(text);
    onTestFinished(() => void socket.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

/** The findings of a look at a server, as text, without what must run there. */
async function looked(kind: Kind, place: string, change: Partial<Surroundings> = {}) {
  const surroundings = { models: [model], home: "", now: 0, patience: 60_000, ...change };
  const remarks = await remarked(place, () => LOOKS[kind](place, surroundings));
  const lines = remarks.map(({ state, what }) => `${state} ${what}`);
  return lines.join("\n").replace(/ \(thresher serve --[\w -]+ must run there\)$/, "");
}

const answer = (message: Uint8Array) => teacher.answer(message);
const filtering = () => at(framed({ answer }));
const learning = () => at(framed(teacher));
const forSpamc = (models: Models = { answer }) => at(spamdProtocol(newDesk(models, { program: VERSION })));

describe("a look at a server", () => {
  it("finds a server with another model than the file", async () => {
    const other = firstModel();
    const more = new FileTeacher(other, { tell: () => undefined });
    await fateOf(more, letter(4));
    await more.stop();
    const fault = /^fault answers with model \w{8}, which is not \S+: restart the server, or name its model with -m$/;
    expect(await looked("socket", await filtering(), { models: [other] })).toMatch(fault);
    expect(await looked("spamd", await forSpamc(), { models: [other] })).toMatch(fault);
    // A server that knows more than its file has learned.
    await fateOf(teacher, letter(3));
    expect(await looked("socket", await filtering())).toMatch(/^ok answers with model/);
  });

  it.each([
    ["socket", "cannot ask the server: no such file or folder"],
    ["learnSocket", "cannot ask the server: no such file or folder"],
    ["spamd", "no such file or folder"],
  ] as const)("finds that nobody listens: %s", async (kind, why) => {
    const place = join(temporaryFolder(), "s");
    expect(await looked(kind, place)).toBe(`fault ${why}`);
    const look = () => LOOKS[kind](place, { models: [], home: "", now: 0, patience: 60_000 });
    await expect(look()).rejects.toThrow(/ \(thresher serve --[\w-]+ must run there\)$/);
  });

  it.each<readonly [text: string, why: string]>([
    ...["220 mail ESMTP\r\n", "", "x".repeat(1 << 20)].map((text) => {
      return [text, "another program answers there, not thresher serve --spamd"] as const;
    }),
    ["SPAMD/1.1 0 EX_OK\r\nX-Spam-Checker-Version: SA 4\r\n", "the program listening there is not a Thresher server"],
    ["SPAMD/1.0 69 Service Unavailable: no memory\r\n", "Service Unavailable: no memory"],
  ])("finds another program, or a server without a verdict, by its answer %#", async (text, why) => {
    expect(await looked("spamd", await saying(text))).toBe(`fault ${why}`);
    expect(await looked("socket", await saying(text))).toMatch(/^fault cannot ask the server: /);
  });

  it("notices a server of another version", async () => {
    const other = `SPAMD/1.1 0 EX_OK\r\n\r\nX-Spam-Checker-Version: Thresher 0.0.1 (model ${teacher.id})\r\n`;
    expect(await looked("spamd", await saying(other))).toBe(
      `ok answers with model ${teacher.id}\nnotice the server has version 0.0.1, and this is ${VERSION}: restart it`,
    );
  });

  it("gives up on a silent server", async () => {
    const port = await saying();
    const patience = { patience: 50 };
    expect(await looked("socket", port, patience)).toBe("fault cannot ask the server: no answer after 0.05 s");
    expect(await looked("spamd", port, patience)).toBe("fault no answer after 0.05 s");
  });
});

describe("a look at a server that learns", () => {
  it("says what the server knows or that it learns, and changes nothing", async () => {
    const before = teacher.id;
    expect(await looked("learnSocket", await learning())).toBe("ok learns; it knows 2 documents of 2 classes");
    expect(await looked("tell", await forSpamc(teacher))).toBe("ok learns what spamc tells it");
    expect(teacher.id).toBe(before);
  });

  it("finds that every user may teach, another server at its place, and one that does not learn", async () => {
    const socket = await learning();
    chmodSync(socket, 0o666);
    expect(await looked("learnSocket", socket)).toMatch(/fault every user can write to it, and so change the model/);
    expect(await looked("learnSocket", await filtering())).toMatch(/fault .*this is not a socket for learning/);
    const refused = /^fault Service Unavailable: this server does not learn: start it with --allow-tell/;
    expect(await looked("tell", await forSpamc())).toMatch(refused);
  });
});
