import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, it } from "vitest";
import { thresher, thresherProcess } from "../helpers/command.js";
import { freePort } from "../helpers/dovecot.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { startServer } from "../helpers/server.js";
import { delivered, dovecotConfiguration, installed, newHome, searchPath } from "./programs.js";

const MESSAGE =
  "From: b@example.com\r\nSubject: urgent\r\nMessage-ID: <1@example.com>\r\n\r\nlunch with the winner\r\n";
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
let [trained, bin] = ["", ""];

beforeAll(async () => {
  [trained, bin] = [join(temporaryFolder(), "mail.model"), installed()];
  const train = ["train", folderWith(twoClasses()), "-m", trained, "--preset", "mail", "--remember"];
  expect(await thresher(train)).toMatchObject({ code: 0, stderr: "" });
});

/** The model of the user, the socket of a server that learns, and the port of one that is taught as spamd. */
interface Teachers {
  readonly model?: string;
  readonly socket?: string;
  readonly spamdPort?: number;
  /** What the names of folders begin with. */
  readonly prefix?: string;
}

/** A home whose Dovecot has the files of `thresher setup dovecot`. Their paths are those of the home. */
async function homeWithSetup({ model, socket = "none", spamdPort = 1, prefix = "" }: Teachers): Promise<string> {
  const home = newHome(model);
  expect(await thresher(["setup", "dovecot", "--into", home])).toMatchObject({ code: 0, stderr: "" });
  const etc = join(home, "etc/dovecot");
  for (const name of namesIn(etc).filter((name) => !name.endsWith("/"))) {
    const text = readFileSync(join(etc, name), "utf8");
    const changed = text
      .replaceAll("/etc/dovecot/", `${etc}/`)
      .replaceAll("= Junk", `= ${prefix}Junk`)
      .replace("/run/thresher/learn", socket)
      .replace("-p 783", `-p ${spamdPort}`)
      .replace(/^PATH=.*/m, `PATH=${searchPath(bin)}`);
    writeFileSync(join(etc, name), changed);
  }
  const mailbox = (name: string, use = "") => `  mailbox ${name} {\n    auto = create\n    ${use}\n  }\n`;
  const folders = [mailbox("Junk", "special_use = \\Junk"), mailbox("Bin", "special_use = \\Trash")];
  const others = ["Work", "Trash"].map((name) => mailbox(name));
  const more = `namespace inbox {\nprefix = ${prefix}\nseparator = .\n${[...folders, ...others].join("")}}\n!include ${etc}/conf.d/95-thresher.conf\n`;
  dovecotConfiguration(home, "", more);
  return home;
}

/** An IMAP client of Dovecot, logged in as the user of a home. */
function imapClient(home: string) {
  const child = spawn("/usr/lib/dovecot/imap", ["-c", join(home, "dovecot.conf")], {
    cwd: home,
    env: { HOME: home, USER: "nobody" },
    stdio: ["pipe", "pipe", "pipe"],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const command = async (line: string) => {
    child.stdin.write(`t ${line}\r\n`);
    for (let next = await lines.next(); !next.done; next = await lines.next()) {
      if (!next.value.startsWith("t ")) continue;
      expect({ line, answer: next.value }).toEqual({ line, answer: expect.stringMatching(/^t OK /) });
      return;
    }
    throw new Error(`Dovecot ended: ${said}`);
  };
  return {
    deliver: (folder = "INBOX") => command(`APPEND ${folder} {${MESSAGE.length}+}\r\n${MESSAGE}`),
    /** Moves the only message of a folder. */
    move: async (from: string, to: string) => {
      await command(`SELECT ${from}`);
      await command(`MOVE 1 ${to}`);
    },
    /** Ends, and returns what Dovecot has logged of faults. */
    end: async () => {
      child.stdin.end("t LOGOUT\r\n");
      await once(child, "close");
      return said
        .split("\n")
        .filter((line) => / (?:Error|Warning|Fatal): /.test(line))
        .join("\n");
    },
  };
}

/** The counts of a model as they are after one more lesson, if there is one. */
async function countsAfter(label?: "spam" | "ham") {
  const copy = join(temporaryFolder(), "mail.model");
  copyFileSync(trained, copy);
  if (label !== undefined) {
    const { code } = await thresherProcess(["learn", label, "-", "-m", copy], { input: MESSAGE });
    expect(code).toBe(0);
  }
  return countsOf(copy);
}

/** The documents of each class, and the counts of all terms in it. */
async function countsOf(model: string) {
  const { code, stdout } = await thresher(["inspect", "-m", model, "--terms", "1000", "--json"]);
  expect(code).toBe(0);
  const { documents, classes } = JSON.parse(stdout);
  return { documents, classes };
}

describe("a message that is moved by an IMAP client", () => {
  it.each(["", "INBOX."])(
    "is learned as spam in Junk, as ham when it leaves it, and not at all on its way to the trash: prefix %j",
    async (prefix) => {
      const home = await homeWithSetup({ model: trained, prefix });
      const named = (folder: string) => (folder === "INBOX" ? folder : prefix + folder);
      const model = join(home, "mail.model");
      const [before, spam, ham] = [await countsAfter(), await countsAfter("spam"), await countsAfter("ham")];
      expect(spam).not.toEqual(before);
      expect(ham).not.toEqual(spam);
      const client = imapClient(home);
      await client.deliver();
      for (const [from, to, counts] of [
        ["INBOX", "Work", before],
        ["Work", "Junk", spam],
        ["Junk", "Bin", spam],
        ["Bin", "Junk", spam],
        ["Junk", "Trash", spam],
        ["Trash", "Junk", spam],
        ["Junk", "Work", ham],
        ["Work", "INBOX", ham],
        ["INBOX", "Junk", spam],
        ["Junk", "INBOX", ham],
      ] as const) {
        await client.move(named(from), named(to));
        expect({ from, to, ...(await countsOf(model)) }).toEqual({ from, to, ...counts });
      }
      expect(await client.end()).toBe("");
    },
  );

  it("teaches nothing from Junk to the trash, if it has not come to Junk by a move", async () => {
    const home = await homeWithSetup({ model: trained });
    const before = readFileSync(join(home, "mail.model"));
    const client = imapClient(home);
    await client.deliver("Junk");
    await client.move("Junk", "Bin");
    await client.move("Bin", "Trash");
    expect(readFileSync(join(home, "mail.model"))).toEqual(before);
    expect(await client.end()).toBe("");
  });

  it("teaches a server if its user has no model", async () => {
    const [folder, copy] = [temporaryFolder(), join(temporaryFolder(), "mail.model")];
    copyFileSync(trained, copy);
    const socket = join(folder, "learn");
    const server = await startServer(["-m", copy, "--socket", join(folder, "s"), "--learn-socket", socket, "--quiet"]);
    if (isRoot) chmodSync(socket, 0o666);
    const client = imapClient(await homeWithSetup({ socket }));
    await client.deliver();
    await client.move("INBOX", "Junk");
    expect(await client.end()).toBe("");
    expect(await server.end()).toEqual({ code: 0, signal: null });
    expect(await countsOf(copy)).toEqual(await countsAfter("spam"));
  });

  it("teaches the user's model of a server that has one for each", async () => {
    const models = temporaryFolder();
    const spamdPort = await freePort();
    const args = ["-m", trained, "--spamd", `127.0.0.1:${spamdPort}`, "--models", `${models}/%u.model`, "--allow-tell"];
    const server = await startServer([...args, "--quiet"]);
    const client = imapClient(await homeWithSetup({ spamdPort }));
    await client.deliver();
    await client.move("INBOX", "Junk");
    expect(await client.end()).toBe("");
    expect(await server.end()).toEqual({ code: 0, signal: null });
    expect(await countsOf(join(models, "nobody.model"))).toEqual(await countsAfter("spam"));
  });

  it.each(["a model that is none", "no server"])(
    "is moved although it cannot be learned, and Dovecot logs why: %s",
    async (what) => {
      const home = await homeWithSetup(what === "no server" ? {} : { model: trained });
      if (what !== "no server") writeFileSync(join(home, "mail.model"), "no model");
      const client = imapClient(home);
      await client.deliver();
      await client.move("INBOX", "Junk");
      await client.move("Junk", "Work");
      expect(await client.end()).toMatch(/thresher-learn/);
      expect(delivered(home, "Maildir/.Work")).toEqual([MESSAGE.replaceAll("\r", "")]);
    },
  );
});
