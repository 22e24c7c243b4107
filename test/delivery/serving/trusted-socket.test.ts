import { chmodSync, chownSync, linkSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Permissions } from "../../../src/base/only-ours.js";
import { addressOf } from "../../../src/delivery/serving/address.js";
import { askServer } from "../../../src/delivery/serving/ask-server.js";
import { folderOfOthers } from "../../../src/delivery/serving/trusted-socket.js";
import { temporaryFolder } from "../../helpers/folder.js";

const isRoot = process.getuid?.() === 0;
/** A user who is not root and does not run the tests. */
const STRANGER = 54_321;

/** Something that listens, and keeps what it is sent. */
async function listener(folder = temporaryFolder()): Promise<{ path: string; received: Buffer[] }> {
  const path = join(folder, "socket");
  const received: Buffer[] = [];
  const server = createServer((client) => {
    client.on("error", () => undefined);
    client.on("data", (piece) => {
      received.push(piece);
      client.end();
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  return { path, received };
}

const ask = (path: string) => askServer(addressOf(path), Buffer.from("a secret letter"), 60_000);

/** A link in a folder of its own. */
function linkTo(target: string): string {
  const link = join(temporaryFolder(), "link");
  symlinkSync(target, link);
  return link;
}

describe("a client", () => {
  it("sends its message to a socket of its own user, also through a folder that is a link", async () => {
    const { path, received } = await listener();
    for (const name of [path, join(linkTo(dirname(path)), "socket")]) {
      await expect(ask(name)).rejects.toThrow(/hung up/);
      expect(Buffer.concat(received.splice(0)).toString()).toContain("a secret letter");
    }
  });

  it("does not follow a link in place of the socket, wherever it leads, and says that a file is no socket", async () => {
    const { path, received } = await listener();
    for (const link of [linkTo(path), linkTo(`${path}.none`)]) {
      await expect(ask(link)).rejects.toThrow(`${link}: cannot ask the server: it is a link; name the socket itself`);
    }
    writeFileSync(`${path}.file`, "");
    await expect(ask(`${path}.file`)).rejects.toThrow("file: cannot ask the server: it is not a socket");
    expect(received).toEqual([]);
  });

  it.runIf(isRoot)("sends nothing to the socket of a stranger in a folder that strangers can write to", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o1777);
    const { path, received } = await listener(folder);
    chownSync(path, STRANGER, STRANGER);
    await expect(ask(path)).rejects.toThrow(
      `${path}: cannot ask the server: the socket belongs to another user (uid ${STRANGER}), and others can write to `,
    );
    // Another name of it is the same socket.
    const other = join(temporaryFolder(), "other");
    linkSync(path, other);
    await expect(ask(other)).rejects.toThrow("belongs to another user");
    expect(received).toEqual([]);
  });

  it.runIf(isRoot)("sends nothing to the socket of a stranger by way of a link", async () => {
    const { path, received } = await listener();
    chownSync(path, STRANGER, STRANGER);
    await expect(ask(join(linkTo(dirname(path)), "socket"))).rejects.toThrow(
      `the socket belongs to another user (uid ${STRANGER}), and a part of the path is a link; name it ${path}`,
    );
    expect(received).toEqual([]);
  });
});

describe("folderOfOthers", () => {
  const SERVICE = 995;
  const RUN = { "/": { uid: 0, mode: 0o40755 }, "/run": { uid: 0, mode: 0o40755 } };
  const OWN = { "/run/thresher": { uid: SERVICE, mode: 0o40755 } };

  it.each<readonly [string | undefined, Readonly<Record<string, Permissions>>]>([
    // Only the service and root can write to the folders.
    [undefined, {}],
    [undefined, { "/run/thresher": { uid: SERVICE, mode: 0o42750 } }],
    ["/run/thresher", { "/run/thresher": { uid: STRANGER, mode: 0o40755 } }],
    ["/run/thresher", { "/run/thresher": { uid: SERVICE, mode: 0o40775 } }],
    ["/run/thresher", { "/run/thresher": { uid: SERVICE, mode: 0o40757 } }],
    ["/run", { "/run": { uid: 0, mode: 0o41777 } }],
    ["/", { "/": { uid: STRANGER, mode: 0o40755 } }],
  ])("finds a folder of another user, or that others can write to, at any depth: %s, %j", (found, change) => {
    const folders: Readonly<Record<string, Permissions>> = { ...RUN, ...OWN, ...change };
    expect(folderOfOthers("/run/thresher/socket", SERVICE, (path) => folders[path])).toBe(found);
  });
});
