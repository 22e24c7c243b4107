import { lstatSync, renameSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { messageClassifier } from "../../src/delivery/filter/mail-filter.js";
import { addressOf } from "../../src/delivery/serving/address.js";
import { askServer } from "../../src/delivery/serving/ask-server.js";
import { answerFrame } from "../../src/delivery/serving/protocols/framed.js";
import { frameOf } from "../../src/delivery/serving/protocols/frames.js";
import { loadToFilter } from "../../src/model/file/model-file.js";
import { thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { startServer } from "../helpers/server.js";

const folder = temporaryFolder();
const model = join(folder, "mail.model");
const other = join(folder, "other.model");
const LETTER = Buffer.from("Received: x\nSubject: urgent cash\n\nprize winner\n");
const ENDED = { code: 0, signal: null };

beforeAll(async () => {
  const { ham, spam } = twoClasses();
  await thresher(["train", folderWith({ ham, spam }), "-m", model]);
  await thresher(["train", folderWith({ work: ham, home: spam }), "-m", other]);
});

const request = (message: Uint8Array) => frameOf({ kind: "answer" }, message);
const ask = (path: string) => askServer(addressOf(path), LETTER, 60_000);
const expected = (message: Uint8Array, path = model) => answerFrame(messageClassifier(loadToFilter(path))(message));

/** Resolves when the system has all bytes, whether the server reads them or not. */
async function sent(socket: Socket, bytes: Uint8Array): Promise<void> {
  await new Promise((resolve) => socket.write(bytes, resolve));
}

function received(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  socket.on("data", (piece) => pieces.push(piece));
  return new Promise((resolve) => {
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(pieces)));
  });
}

describe("thresher serve at a signal to end", () => {
  it.each(["a socket", "a port"])("answers all requests that had been sent to %s", async (kind) => {
    const path = join(temporaryFolder(), "socket");
    const where = kind === "a port" ? ["--socket", "0"] : ["--socket", path];
    const server = await startServer(["-m", model, ...where]);
    // It does not come to accepting anybody before the signal is there.
    server.child.kill("SIGSTOP");
    const clients = Array.from({ length: 20 }, () => connect(addressOf(server.address)));
    const answers = clients.map(received);
    await Promise.all(clients.map((client) => sent(client, request(LETTER))));
    server.child.kill("SIGTERM");
    const ended = server.end("SIGCONT");
    const answer = expected(LETTER);
    expect(await Promise.all(answers)).toEqual(clients.map(() => answer));
    expect(await ended).toEqual(ENDED);
  });

  it("answers all requests that one client had sent, however many reads they take", async () => {
    const path = join(temporaryFolder(), "socket");
    const server = await startServer(["-m", model, "--socket", path]);
    const client = connect(path);
    const all = received(client);
    await sent(client, request(LETTER));
    await new Promise((resolve) => client.once("data", resolve));
    server.child.kill("SIGSTOP");
    const message = Buffer.concat([LETTER, Buffer.alloc(6000, "prize ")]);
    await sent(client, Buffer.concat(Array.from({ length: 30 }, () => request(message))));
    server.child.kill("SIGTERM");
    const ended = server.end("SIGCONT");
    const answer = expected(message);
    expect(await all).toEqual(Buffer.concat([expected(LETTER), ...Array.from({ length: 30 }, () => answer)]));
    expect(await ended).toEqual(ENDED);
  });

  it("ends in time beside a client that never stops asking", async () => {
    const path = join(temporaryFolder(), "socket");
    const server = await startServer(["-m", model, "--socket", path, "--timeout", "0.5"]);
    const client = connect(path);
    client.on("error", () => undefined);
    client.on("data", () => client.write(request(LETTER)));
    client.write(request(LETTER));
    await new Promise((resolve) => client.once("data", resolve));
    expect(await server.end()).toEqual(ENDED);
    client.destroy();
  });
});

describe("thresher serve that gets SIGHUP", () => {
  it("reads the model again, keeps the one before where it cannot, and goes on", async () => {
    const changing = temporaryFolder();
    const [path, socket] = [join(changing, "model"), join(changing, "socket")];
    writeFileSync(path, bytesOf(model));
    const server = await startServer(["-m", path, "--socket", socket]);
    const before = await ask(socket);

    server.child.kill("SIGHUP");
    await expect.poll(server.said).toContain(`now model ${before.model}\n`);

    writeFileSync(path, "no model");
    server.child.kill("SIGHUP");
    await expect.poll(server.said).toContain(`; model ${before.model} stays in use\n`);
    expect(await ask(socket)).toEqual(before);

    writeFileSync(join(changing, "new"), bytesOf(other));
    renameSync(join(changing, "new"), path);
    server.child.kill("SIGHUP");
    // Nobody has asked: it says so all the same.
    const { id } = loadToFilter(other);
    await expect.poll(server.said).toContain(`now model ${id}\n`);
    expect((await ask(socket)).ranking[0].label).toBe("home");
    expect(await server.end()).toEqual(ENDED);
    expect(namesIn(changing)).toEqual(["model"]);
  });
});

describe("--socket-mode and --socket-group", () => {
  it("say who may write to the socket", async () => {
    const path = join(temporaryFolder(), "socket");
    const group = String(process.getgid?.());
    const server = await startServer(["-m", model, "--socket", path, "--socket-mode", "666", "--socket-group", group]);
    expect(lstatSync(path).mode & 0o777).toBe(0o666);
    expect(await server.end()).toEqual(ENDED);
  });

  it.runIf(process.getuid?.() === 0)("take a group by its name", async () => {
    const path = join(temporaryFolder(), "socket");
    const server = await startServer(["-m", model, "--socket", path, "--socket-group", "daemon"]);
    expect(lstatSync(path)).toMatchObject({ uid: 0, gid: 1 });
    expect(lstatSync(path).mode & 0o777).toBe(0o660);
    expect(await server.end()).toEqual(ENDED);
  });

  it("are refused where they say nothing, or nothing of a socket", async () => {
    const path = join(temporaryFolder(), "socket");
    const wrong: [string[], RegExp][] = [
      [["--socket", path, "--socket-mode", "888"], /--socket-mode "888": give three octal digits, such as 660/],
      [["--socket", path, "--socket-mode", "4755"], /--socket-mode "4755": give three octal digits, such as 660/],
      [
        ["--socket", path, "--socket-group", "no such group"],
        /there is no group "no such group" in .etc.group; give its number instead/,
      ],
      [["--socket", "0", "--socket-mode", "660"], /--socket-mode and --socket-group are for sockets, not for ports/],
    ];
    for (const [args, message] of wrong) expectFault(await thresher(["serve", "-m", model, ...args]), 2, message);
  });
});
