import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { describe, expect, it } from "vitest";
import { readLessons } from "../../src/delivery/users/lesson-file.js";
import { trashNames } from "../../src/documents/files/special-folders.js";
import { execute, thresher } from "../helpers/command.js";
import { TestDovecot, USER } from "../helpers/dovecot.js";
import { namesIn, temporaryFolder } from "../helpers/folder.js";
import { freePort } from "../helpers/ports.js";
import { until } from "../helpers/running.js";
import { startServer } from "../helpers/server.js";
import { countsOf, giveHome, installed, isRoot, newHome, searchPath, succeeded, trainedModel } from "./programs.js";

const MESSAGE =
  "From: b@example.com\r\nSubject: urgent\r\nMessage-ID: <1@example.com>\r\n\r\nlunch with the winner\r\n";
/** The folder of the user's home where lessons wait. */
const QUEUE = ".thresher-lessons";
const [trained, bin] = [trainedModel({ preset: "mail", remember: true }), installed()];

/** The model of the user, the socket of a server that learns, and the port of one that is taught as spamd. */
interface Teachers {
  readonly model?: string;
  readonly socket?: string;
  readonly spamdPort?: number;
  /** The prefix of the names of folders. */
  readonly prefix?: string;
  /** Folders to make. Default: Junk. */
  readonly folders?: readonly string[];
}

/** A Dovecot as Debian installs it, with the files of `thresher setup dovecot`. Their paths are those of a home. */
async function withSetup({ model, socket = "none", spamdPort = 1, prefix = "", folders = ["Junk"] }: Teachers) {
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
  giveHome(home);
  const more = `namespace inbox {\n  mailbox Bin {\n    special_use = \\Trash\n  }\n}\n!include ${etc}/conf.d/95-thresher.conf\n`;
  const dovecot = await TestDovecot.start({ home, mail: "Maildir", prefix, separator: ".", more });
  const client = await dovecot.client();
  for (const folder of folders) await client.mailboxCreate(prefix + folder);
  return { home, dovecot, client };
}

/** Moves all messages of a folder into another. */
async function move(client: ImapFlow, from: string, to: string): Promise<void> {
  await client.mailboxOpen(from);
  expect(await client.messageMove("1:*", to)).toBeTruthy();
}

/** The lessons of a user that wait. */
const waiting = (home: string) => readdirSync(join(home, QUEUE)).filter((name) => /^\d/.test(name));
const allLearned = (home: string) => expect.poll(() => waiting(home)).toEqual([]);

/** The counts of a model as they are after one more lesson, if there is one. */
async function countsAfter(label?: "spam" | "ham") {
  const copy = join(temporaryFolder(), "mail.model");
  copyFileSync(trained, copy);
  if (label !== undefined) await succeeded(thresher(["learn", label, "-", "-m", copy], { input: MESSAGE }));
  return countsOf(copy);
}

/** A server that is taught as spamd, with lessons of each user above the trained model. */
function spamd(models: string, spamdPort: number) {
  const place = ["--spamd", `127.0.0.1:${spamdPort}`, "--models", `${models}/%u.model`];
  return startServer(["-m", trained, ...place, "--allow-tell", "--quiet"]);
}

it("knows all names of the trash, in all languages", () => {
  const script = readFileSync("src/delivery/setup/dovecot/etc/dovecot/sieve/thresher-ham.sieve", "utf8");
  const names = [...script.matchAll(/^ {4}"\(\^\|\[\.\/\]\)\((.*)\)\(\[\.\/\]\|\$\)"/gm)]
    // The other case of a letter that Sieve does not know.
    .flatMap(([, alternatives]) => alternatives.replace(/\((.)\|.\)/gu, "$1").split("|"))
    .map((name) => name.replaceAll("[ _-]", " "));
  expect(names.toSorted()).toEqual([...new Set(trashNames())].toSorted());
});

describe("a message that is moved by an IMAP client", () => {
  it.each(["", "INBOX."])(
    "is learned as spam in Junk, as ham when it leaves it, and not at all on its way to the trash: prefix %j",
    async (prefix) => {
      const trash = "Bin|Trash|Papierkorb|Gelöschte Elemente|Корзина|Éléments supprimés|Cestino.2026".split("|");
      const folders = ["Junk", "Work", ...trash];
      const { home, client } = await withSetup({ model: trained, prefix, folders });
      const model = join(home, "mail.model");
      const named = (folder: string) => (folder === "INBOX" ? folder : prefix + folder);
      const [before, spam, ham] = [await countsAfter(), await countsAfter("spam"), await countsAfter("ham")];
      expect(spam).not.toEqual(before);
      expect(ham).not.toEqual(spam);
      await client.append("INBOX", MESSAGE);
      for (const [from, to, counts] of [
        ["INBOX", "Work", before],
        ["Work", "Junk", spam],
        ...trash.flatMap((folder) => [["Junk", folder, spam] as const, [folder, "Junk", spam] as const]),
        ["Junk", "Work", ham],
        ["Work", "INBOX", ham],
        ["INBOX", "Junk", spam],
        ["Junk", "INBOX", ham],
      ] as const) {
        await move(client, named(from), named(to));
        if (counts !== before) await allLearned(home);
        expect({ from, to, ...(await countsOf(model)) }).toEqual({ from, to, ...counts });
      }
    },
  );

  it("teaches nothing from Junk to the trash, if it has not come to Junk by a move", async () => {
    const { home, client } = await withSetup({ model: trained, folders: ["Junk", "Bin", "Trash"] });
    await client.append("Junk", MESSAGE);
    await move(client, "Junk", "Bin");
    await move(client, "Bin", "Trash");
    expect(namesIn(home)).not.toContain(`${QUEUE}/`);
    expect(readFileSync(join(home, "mail.model"))).toEqual(readFileSync(trained));
  });

  it("teaches a server at its socket for lessons if its user has no model", async () => {
    const [folder, copy] = [temporaryFolder(), join(temporaryFolder(), "mail.model")];
    copyFileSync(trained, copy);
    const socket = join(folder, "learn");
    const server = await startServer(["-m", copy, "--socket", join(folder, "s"), "--learn-socket", socket, "--quiet"]);
    if (isRoot) chmodSync(socket, 0o666);
    const { home, client } = await withSetup({ socket });
    await client.append("INBOX", MESSAGE);
    await move(client, "INBOX", "Junk");
    await allLearned(home);
    expect(await server.end()).toEqual({ code: 0, signal: null });
    expect(await countsOf(copy)).toEqual(await countsAfter("spam"));
  });

  it("waits on disk until a server is there, and is learned once although the server is killed meanwhile", async () => {
    const [models, spamdPort] = [temporaryFolder(), await freePort()];
    const { home, dovecot, client } = await withSetup({ spamdPort });
    const messages = Array.from({ length: 60 }, (_, i) =>
      MESSAGE.replace("1@", `${i}@`).replace("winner", `winner of prize ${i}`),
    );
    for (const message of messages) await client.append("INBOX", message);
    await move(client, "INBOX", "Junk");
    // All are on disk when the client gets its answer.
    expect(waiting(home)).toHaveLength(60);
    await expect.poll(() => dovecot.log()).toContain(`thresher-learn: ${USER}: lessons wait in ${home}/${QUEUE}`);
    const first = await spamd(models, spamdPort);
    const learned = join(models, `${USER}.model`);
    await until(() => existsSync(learned));
    expect(await first.end("SIGKILL")).toMatchObject({ signal: "SIGKILL" });
    const second = await spamd(models, spamdPort);
    await allLearned(home);
    // The last one leaves Junk: of two lessons about a message, the later one counts.
    await client.mailboxOpen("Junk");
    await client.messageMove("*", "INBOX");
    await allLearned(home);
    expect(await second.end()).toEqual({ code: 0, signal: null });
    const labels = readLessons(learned, USER).lessons.map(({ label }) => label);
    expect(labels.sort().join(" ")).toBe(`ham ${Array(59).fill("spam").join(" ")}`);
  });

  it("does not stop others if the server refuses it, and is kept aside then", async () => {
    const [models, spamdPort] = [temporaryFolder(), await freePort()];
    const { home, client } = await withSetup({ spamdPort });
    const queue = join(home, QUEUE);
    mkdirSync(queue, { mode: 0o700 });
    writeFileSync(join(queue, "00000001.spam"), Buffer.alloc(17 * 2 ** 20, "Subject: a\n\nlarge\n"));
    giveHome(home);
    await spamd(models, spamdPort);
    await client.append("INBOX", MESSAGE);
    await move(client, "INBOX", "Junk");
    await allLearned(home);
    expect(readdirSync(join(queue, "refused"))).toEqual(["00000001.spam"]);
  });

  it("is moved although it cannot be learned, and Dovecot logs why", async () => {
    const { home, dovecot, client } = await withSetup({ model: trained, folders: ["Junk", "Work"] });
    writeFileSync(join(home, "mail.model"), "no model");
    await client.append("INBOX", MESSAGE);
    await move(client, "INBOX", "Junk");
    await move(client, "Junk", "Work");
    expect(await client.status("Work", { messages: true })).toMatchObject({ messages: 1 });
    await expect
      .poll(() => dovecot.log())
      .toMatch(/thresher-learn: me: lessons wait in .*mail\.model: not a Thresher model/);
    copyFileSync(trained, join(home, "mail.model"));
    await allLearned(home);
    expect(await countsOf(join(home, "mail.model"))).toEqual(await countsAfter("ham"));
  });

  it("is lost to a disk that is full, and Dovecot logs that", async () => {
    const { home } = await withSetup({ model: trained });
    const script = join(home, "etc/dovecot/sieve-pipe/thresher-learn");
    const limited = ["-c", `ulimit -f 1; exec ${script} spam`];
    const { code, stderr } = await execute("sh", limited, { input: MESSAGE.repeat(100), env: { HOME: home, USER } });
    expect({ code, stderr }).toEqual({
      code: 75,
      stderr: expect.stringContaining(`thresher-learn: ${USER}: a lesson is lost`),
    });
    expect(waiting(home)).toEqual([]);
  });
});
