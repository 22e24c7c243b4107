import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { partsPlace } from "../../../../src/cli/commands/parts/parts-place.js";
import { namesIn, temporaryFolder } from "../../../helpers/folder.js";

/** A server that keeps what is put, by its path and query, and asks for a password. */
const kept = new Map<string, Buffer>();
let lengths: (string | undefined)[] = [];
const server: Server = createServer((request, answer) => {
  const { method, url = "", headers } = request;
  if (headers.authorization !== `Basic ${Buffer.from("anna:secret").toString("base64")}`) {
    answer.writeHead(403).end();
    return;
  }
  if (method === "GET") {
    const found = kept.get(url);
    answer.writeHead(found === undefined ? 404 : 200).end(found);
    return;
  }
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    lengths.push(headers["content-length"]);
    kept.set(url, Buffer.concat(pieces));
    answer.writeHead(201).end();
  });
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe("the place of parts", () => {
  it("is a folder, made if it is missing, from which nothing is copied", async () => {
    const folder = join(temporaryFolder(), "parts");
    const place = partsPlace(folder, true);
    expect(place.shown).toBe(folder);
    expect(await place.fetch("a.part", temporaryFolder())).toBe(undefined);
    await place.put("a.part", [Buffer.from("on"), Buffer.from("e")], temporaryFolder());
    expect(await place.fetch("a.part", temporaryFolder())).toBe(join(folder, "a.part"));
    expect(namesIn(folder)).toEqual(["a.part"]);
    expect(() => partsPlace(join(folder, "b/c"), true)).toThrow(
      "the folder for the counts cannot be made: no such file or folder",
    );
  });

  it("is a server that takes PUT with a length and GET, below its path and with its query", async () => {
    lengths = [];
    const place = partsPlace(`http://anna:secret@${address}/mail/parts/?signature=1`);
    expect(place.shown).toBe(`http://${address}/mail/parts/`);
    const scratch = temporaryFolder();
    expect(await place.fetch("a.part", scratch)).toBe(undefined);
    await place.put("a.part", [Buffer.from("on"), Buffer.from("e")], scratch);
    expect([...kept.keys()]).toEqual(["/mail/parts/a.part?signature=1"]);
    expect(lengths).toEqual(["3"]);
    const copy = await place.fetch("a.part", temporaryFolder());
    expect(readFileSync(String(copy), "utf8")).toBe("one");
  });

  it("says what a server says no to, without the password, and leaves no half of a file", async () => {
    const place = partsPlace(`http://anna:wrong@${address}/parts`);
    const scratch = temporaryFolder();
    await expect(place.fetch("a.part", scratch)).rejects.toThrow(
      `http://${address}/parts: cannot get a.part: the server says 403 Forbidden`,
    );
    await expect(place.put("a.part", [], scratch)).rejects.toThrow("cannot put a.part: the server says 403 Forbidden");
    expect(namesIn(scratch)).toEqual(["a.part"]);
    await expect(partsPlace("http://127.0.0.1:1/").fetch("a.part", scratch)).rejects.toThrow("no server is listening");
    expect(() => partsPlace("ftp://example.org/")).toThrow(
      "the place of counts is a folder, or a URL that begins with http://",
    );
  });
});
