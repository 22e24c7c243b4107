import { EventEmitter, once } from "node:events";
import { connect, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { MessageAnswer } from "../../../src/delivery/filter/decide.js";
import { askServer } from "../../../src/delivery/serving/ask-server.js";
import { MessageServer } from "../../../src/delivery/serving/message-server.js";
import { framed } from "../../../src/delivery/serving/protocols/framed.js";
import { frameOf, MAX_REQUEST_BYTES } from "../../../src/delivery/serving/protocols/frames.js";
import type { Protocol, ServerEvent } from "../../../src/delivery/serving/protocols/protocol.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { talk } from "../../helpers/talk.js";

const ranking = [{ label: "ham", probability: 1 }];
const ANSWER: MessageAnswer = { model: "00000000", labels: ["spam"], logOdds: 1, ranking, knowsWords: true };
const LIMITS = { connections: 10, patience: 60_000 };

/** Words that end with a space, or with the client's sending. */
const words = (answer: (word: string) => string | Promise<string>, isSingle = false): Protocol<string> => ({
  isSingle,
  requestIn(bytes, isEnd) {
    const text = Buffer.from(bytes).toString();
    if (text.includes("!")) throw new Error("no shouting");
    const [word] = text.split(" ", 1);
    if (word === text && !isEnd) return 100;
    return { request: word, length: Math.min(word.length + 1, text.length) };
  },
  async answer(word) {
    const facts = { command: "word", message: Buffer.alloc(0) };
    return { bytes: Buffer.from(`${await answer(word)}.`), facts };
  },
  fault: (reason, isClients) => Buffer.from(`${isClients ? "you" : "I"}: ${reason}.`),
});

/** Starts a server at a socket for the present test. @returns the path of the socket */
async function at<Request>(protocol: Protocol<Request>): Promise<string> {
  const path = join(temporaryFolder(), "socket");
  const server = new MessageServer(protocol, LIMITS);
  await server.listen({ path });
  onTestFinished(() => server.stop());
  return path;
}

describe("a server of messages", () => {
  it("frees the memory of clients that hang up within a large message", async () => {
    const path = await at(framed({ answer: () => ANSWER }));
    // A little more than half of it: there is room for all then.
    const half = frameOf({}, Buffer.alloc(MAX_REQUEST_BYTES)).subarray(0, (MAX_REQUEST_BYTES >> 1) + 1);
    for (let n = 0; n < 4; n++) {
      await new Promise((resolve) => {
        connect({ path }).on("close", resolve).resume().end(half);
      });
    }
    expect(await askServer({ path }, Buffer.from("letter"), 60_000)).toEqual(ANSWER);
  });

  it("frees the memory of a client that does not read the last answer", async () => {
    const [room, path] = [{ left: 100 }, join(temporaryFolder(), "socket")];
    const events: ServerEvent[] = [];
    const long = words(() => "x".repeat(2 ** 24), true);
    const server = new MessageServer(long, { ...LIMITS, patience: 100, room }, (event) => void events.push(event));
    await server.listen({ path });
    onTestFinished(() => server.stop());
    const client = connect({ path }).on("error", () => undefined);
    client.write("word ");
    await expect.poll(() => events.map(({ kind }) => kind)).toEqual(["connected", "answered", "closed"]);
    await expect.poll(() => room.left).toBe(100);
    client.destroy();
  });

  it("speaks a protocol whose requests end with the sending, which hangs up, and has two kinds of faults", async () => {
    const echo = (word: string) => {
      if (word === "crash") throw new Error("no memory");
      return word.toUpperCase();
    };
    const path = await at(words(echo));
    expect(await talk(path, ["one two"], true)).toBe("ONE.TWO.");
    expect(await talk(path, ["crash one"], true)).toBe("I: no memory.ONE.");
    expect(await talk(path, ["!"], false)).toBe("you: no shouting.");
    expect(await talk(await at(words(echo, true)), ["one two "], false)).toBe("ONE.");
  });

  it("still answers the last request of a client when it stops", async () => {
    const address = { path: join(temporaryFolder(), "socket") };
    const events = new EventEmitter();
    const slow = async (word: string) => {
      setImmediate(() => events.emit("asked"));
      await once(events, "stopping");
      return word.toUpperCase();
    };
    const server = new MessageServer(words(slow, true), LIMITS);
    await server.listen(address);
    const answer = talk(address.path, ["bye "]);
    await once(events, "asked");
    const stopped = server.stop();
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
    events.emit("stopping");
    expect(await answer).toBe("BYE.");
    await stopped;
  });

  /** Letters that a client collects until a dot; without a letter it may rest. Only a dot is an event. */
  const letters = (rest: number): Protocol<string> => ({
    ...words(String),
    begin: () => {
      let kept = "";
      return {
        ...words(String),
        rest,
        requestIn: ([byte]) => {
          const letter = String.fromCharCode(byte);
          kept = letter === "." ? kept : kept + letter;
          const all = { request: letter === "." ? kept : "", length: 1, kept: letter === "." ? 0 : kept.length };
          if (letter === ".") kept = "";
          return all;
        },
        async answer(word) {
          if (word === "boom") throw new Error("no memory");
          const facts = { command: word, message: Buffer.alloc(0) };
          return word === "" ? { bytes: Buffer.alloc(0) } : { bytes: Buffer.from(`${word}!`), facts };
        },
        fault: () => undefined,
      };
    },
  });

  it("speaks a protocol with a state for each client, of which only whole requests are events", async () => {
    const events: ServerEvent[] = [];
    const room = { left: 100 };
    const path = join(temporaryFolder(), "socket");
    const server = new MessageServer(letters(50), { ...LIMITS, room }, (event) => void events.push(event));
    await server.listen({ path });
    onTestFinished(() => server.stop());
    const clients = [["a", "b.c."], ["boom.", "more"], ["x".repeat(101)]].map((pieces) => talk(path, pieces));
    // The first is silent then; the others are hung up on without a word.
    expect(await Promise.all(clients)).toEqual(["ab!c!", "", ""]);
    expect(room.left).toBe(100);
    await expect.poll(() => events.filter(({ kind }) => kind === "closed")).toHaveLength(3);
    const told = events.flatMap((event) =>
      event.kind === "answered" ? event.facts.command : event.kind === "fault" ? event.reason : [],
    );
    expect(told.sort()).toEqual(["ab", "c", "no memory", "too many large messages at a time: try again"]);
  });

  it("waits for a client that rests between its requests, and not for one within a request", async () => {
    const path = join(temporaryFolder(), "socket");
    const server = new MessageServer(letters(Number.POSITIVE_INFINITY), { connections: 10, patience: 100 });
    await server.listen({ path });
    const rests = connect({ path });
    rests.write("a.");
    expect(await talk(path, ["b"])).toBe("");
    expect(String(rests.read())).toBe("a!");
    rests.write("c.");
    await once(rests, "readable");
    expect(String(rests.read())).toBe("c!");
    await server.stop();
  });

  const own = Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .find(({ internal, family }) => !internal && family === "IPv4")?.address;
  it.skipIf(own === undefined)("gives another machine half of the connections, and tells who was refused", async () => {
    const events: ServerEvent[] = [];
    const observe = (event: ServerEvent) => void events.push(event);
    const server = new MessageServer(words(String), { ...LIMITS, connections: 4 }, observe);
    const { port } = (await server.listen({ host: "0.0.0.0", port: 0 })) as { readonly port: number };
    const clients: Socket[] = [];
    const connected = async (host = "", times = 0) => {
      for (let n = 0; n < times; n++) {
        const client = connect({ host, port });
        clients.push(client);
        await once(client, "connect");
      }
    };
    const told = () => events.map(({ kind, from }) => `${kind} ${from}`);
    await connected(own, 3);
    await expect.poll(told).toEqual([`connected ${own}`, `connected ${own}`, `refused ${own}`]);
    await connected("127.0.0.1", 2);
    await expect.poll(told).toHaveLength(5);
    expect(told().slice(3)).toEqual(Array(2).fill("connected 127.0.0.1"));
    for (const client of clients) client.destroy();
    await server.stop();
  });
});
