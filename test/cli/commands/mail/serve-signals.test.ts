import { lstatSync, renameSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addressOf } from "../../../../src/delivery/serving/address.js";
import { answerFrame } from "../../../../src/delivery/serving/protocols/framed.js";
import { loadToFilter } from "../../../../src/model/file/model-file.js";
import { outputOf } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { startServer } from "../../../helpers/server.js";
import { alone, ask, ENDED, LETTER, model, newSocket, request, setUp } from "./running-server.js";

setUp();

const expected = (message: string) => answerFrame(alone()(Buffer.from(message)));
const serving = (words: string) => startServer(`-m ${model} --socket ${words}`);

/** Resolves when the system has all bytes, whether the server reads them or not. */
const sent = (socket: Socket, bytes: Uint8Array) => new Promise((resolve) => socket.write(bytes, resolve));
const answered = (socket: Socket) => new Promise((resolve) => socket.once("data", resolve));

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
    const server = await serving(kind === "a port" ? "0" : newSocket());
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
    const path = newSocket();
    const server = await serving(path);
    const client = connect(path);
    const all = received(client);
    await sent(client, request(LETTER));
    await answered(client);
    server.child.kill("SIGSTOP");
    const message = LETTER + "prize ".repeat(1000);
    await sent(client, Buffer.concat(Array.from({ length: 30 }, () => request(message))));
    server.child.kill("SIGTERM");
    const ended = server.end("SIGCONT");
    expect(await all).toEqual(Buffer.concat([expected(LETTER), ...Array<Uint8Array>(30).fill(expected(message))]));
    expect(await ended).toEqual(ENDED);
  });

  it("answers requests that have begun to arrive", async () => {
    const path = newSocket();
    const server = await serving(path);
    const client = connect(path);
    const bytes = request(LETTER);
    client.write(bytes.subarray(0, 20));
    await ask(LETTER, path);
    const answer = answered(client);
    const ended = server.end();
    await expect.poll(() => ask(LETTER, path).catch(() => undefined)).toBeUndefined();
    client.write(bytes.subarray(20));
    expect(await answer).toEqual(expected(LETTER));
    expect(await ended).toEqual(ENDED);
  });

  it("ends in time beside a client that never stops asking", async () => {
    const path = newSocket();
    const server = await serving(`${path} --timeout 0.5`);
    const client = connect(path);
    client.on("error", () => undefined);
    client.on("data", () => client.write(request(LETTER)));
    client.write(request(LETTER));
    await answered(client);
    expect(await server.end()).toEqual(ENDED);
    client.destroy();
  });
});

describe("thresher serve that gets SIGHUP", () => {
  it("reads the model again, keeps the one before where it cannot, and goes on", async () => {
    const { ham, spam } = twoClasses();
    const other = join(temporaryFolder(), "other.model");
    await outputOf(["train", folderWith({ work: ham, home: spam }), "-m", other]);
    const changing = folderWith({ model: bytesOf(model), new: bytesOf(other) });
    const [path, socket] = [join(changing, "model"), join(changing, "socket")];
    const server = await startServer(`-m ${path} --socket ${socket}`);
    const before = await ask(LETTER, socket);

    server.child.kill("SIGHUP");
    await expect.poll(server.said).toContain(`now model ${before.model}\n`);

    writeFileSync(path, "no model");
    server.child.kill("SIGHUP");
    await expect.poll(server.said).toContain(`; model ${before.model} stays in use\n`);
    expect(await ask(LETTER, socket)).toEqual(before);

    renameSync(join(changing, "new"), path);
    server.child.kill("SIGHUP");
    // Nobody has asked: it says so all the same.
    await expect.poll(server.said).toContain(`now model ${loadToFilter(other).id}\n`);
    expect((await ask(LETTER, socket)).ranking[0].label).toBe("home");
    expect(await server.end()).toEqual(ENDED);
    expect(namesIn(changing)).toEqual(["model"]);
  });
});

describe("--socket-mode", () => {
  it("says who may write to the socket", async () => {
    const path = newSocket();
    const server = await serving(`${path} --socket-mode 666:${process.getgid?.()}`);
    expect(lstatSync(path).mode & 0o777).toBe(0o666);
    expect(await server.end()).toEqual(ENDED);
  });

  it.runIf(process.getuid?.() === 0)("takes a group by its name", async () => {
    const path = newSocket();
    const server = await serving(`${path} --socket-mode 660:daemon`);
    expect(lstatSync(path)).toMatchObject({ uid: 0, gid: 1 });
    expect(lstatSync(path).mode & 0o777).toBe(0o660);
    expect(await server.end()).toEqual(ENDED);
  });
});
