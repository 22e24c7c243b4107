import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { getuid } from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { holdLock } from "../../../../src/documents/files/file-lock.js";
import { thresher, thresherProcess } from "../../../helpers/command.js";
import { expectFault, jsonOf, outputOf } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, temporaryFolder, write } from "../../../helpers/folder.js";
import { startServer } from "../../../helpers/server.js";
import { spamdRequest, talk } from "../../../helpers/talk.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const model = trainedModel({ preset: "mail" });
const letter = (words: string, n: number) =>
  `Message-ID: <${words.length}.${n}@example.com>\nDate: Mon, ${(n % 28) + 1} Jan 2024 00:00:00 +0000\nSubject: ${words}\n\n${words} ${n}\n`;
const letters = (words: string, n: number) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}:2,S`, letter(words, i)]));
const maildir = (messages: Record<string, string>) => ({ cur: messages, new: {}, tmp: {} });

let folder = "";
let models: string[] = [];
const users = (words: string, ...more: string[]) => thresher(["users", ...words.split(" "), ...models, ...more]);
const seed = (user: string, ...more: string[]) => users(`seed ${user} -m ${model}`, ...more);

beforeEach(() => {
  folder = temporaryFolder();
  models = ["--models", join(folder, "%u.model")];
});

/** A Maildir with folders of all kinds. */
function mail(): string {
  return folderWith({
    ...maildir(letters("inbox letter", 3)),
    ".Junk": maildir(letters("roses garden offer", 6)),
    ".Sent": maildir(letters("sent by me", 3)),
    ".Work": maildir({ ...letters("meeting lunch", 4), ...letters("meeting lunch", 5) }),
    ".Copies": maildir(letters("meeting lunch", 5)),
  });
}

describe("thresher users seed", () => {
  it("learns Junk as spam and other folders as ham, each message once, and nothing the second time", async () => {
    const path = mail();
    expect(await seed("anna", path)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^anna: learned .*\n$/) });
    expect((await jsonOf(["users", "list", ...models])).users).toMatchObject([
      { user: "anna", classes: { ham: 5, spam: 6 }, isWhole: false },
    ]);
    const before = bytesOf(join(folder, "anna.model"));
    const again = await seed("anna", path);
    expect(again.stdout).toBe("anna: nothing new, 11 messages were known.\n");
    expect(bytesOf(join(folder, "anna.model")).equals(before)).toBe(true);
    expect(existsSync(join(path, ".Junk/cur/0:2,S"))).toBe(true);
  });

  it("takes the newest messages only, the inbox if it is included, and folders and mailboxes by their names", async () => {
    expect((await seed("anna", "--newest", "2", mail())).stdout).toMatch(/2 lessons of (?:spam|ham) and 2 lessons/);
    expect((await seed("ben", "--include", "inbox", mail())).stdout).toMatch(/8 lessons of ham/);
    const path = mail();
    const sent = await seed("carl", join(path, ".Junk"), join(path, ".Sent"));
    expect(sent.stdout).toBe("carl: learned 6 lessons of spam.\n");
    expect(sent.stderr).toMatch(/\.Sent is left out/);
    const mailbox = (words: string) => `From a Mon Jan  1 00:00:00 2024\n${letter(words, 1)}\n`;
    const box = folderWith({
      Junk: mailbox("roses"),
      Work: mailbox("lunch"),
      "sent-mail": mailbox("by me"),
      Empty: "",
    });
    expect((await seed("dora", join(box, "Junk"))).stdout).toBe("dora: learned 1 lesson of spam.\n");
    expect((await seed("emil", box)).stdout).toBe("emil: learned 1 lesson of spam and 1 lesson of ham.\n");
    writeFileSync(join(box, "notes.txt"), "Buy milk\n");
    expectFault(
      await seed("finn", "--quiet", box),
      1,
      /has mailboxes and notes.txt, which is none: name the mailboxes/,
    );
  });

  it("says in one line what is wrong with names, paths, models and locks", async () => {
    expectFault(await seed("..", mail(), "--quiet"), 1, /user name ".." is refused/);
    expectFault(await seed("a/b", mail(), "--quiet"), 1, /is refused: it has a slash/);
    expectFault(await seed("anna", join(folder, "nowhere")), 1, /nowhere: no such file or folder/);
    expectFault(await thresher(["users", "list", "--models", folder]), 2, /must have one %u/);
    expectFault(await thresher(["users", "list", "--models", join(folder, "no", "%u.model")]), 1, /cannot be used/);
    const release = holdLock(join(folder, "anna.model.lock"));
    const locked = await thresherProcess(["users", "seed", "anna", "-m", model, ...models, "--quiet", mail()]);
    release();
    expectFault(locked, 1, /anna\.model\.lock/);
  });
});

describe("thresher users seed beside others", () => {
  it("waits for another process, and loses and doubles no lesson", async () => {
    const boxes = ["roses garden", "garden roses offer", "offer"].map((words) =>
      folderWith({ ".Work": maildir(letters(words, 9)), ...maildir({}) }),
    );
    const release = holdLock(join(folder, "anna.model.lock"));
    setTimeout(release, 900);
    const seeded = boxes.map((box) =>
      thresherProcess(["users", "seed", "anna", "-m", model, ...models, "--quiet", box]),
    );
    for (const one of await Promise.all(seeded)) expect(one).toMatchObject({ code: 0, stderr: "" });
    expect((await jsonOf(["users", "show", "anna", ...models])).classes).toEqual({ ham: 27 });
  });
});

describe("thresher users list and show", () => {
  it("show lessons, weights and whole models of before", async () => {
    expect(await outputOf(["users", "list", ...models])).toBe("No user has lessons yet.\n");
    await seed("anna", mail());
    write(folder, { "old.model": readFileSync(model) });
    const day = new Date().toISOString().slice(0, 10);
    const list = await outputOf(["users", "list", ...models]);
    expect(list).toMatch(/^user +size +ham +spam +last lesson\nanna +\d+\.\d kB +5 +6 +.+\nold +.* a whole model\n$/);
    const shown = await outputOf(["users", "show", "anna", ...models]);
    expect(shown).toMatch(
      new RegExp(`^anna: lessons, .*${day}.*\n +ham +5\n +spam +6\nWhere .* weigh \\d+\\.\\d %.\n$`),
    );
    expect(await outputOf(["users", "show", "old", ...models])).toMatch(/^old: a whole model of before version 0\.3/);
    expectFault(await users("forget old"), 1, /old\.model is a whole model, not lessons: stop the server/);
    expectFault(await users("show Anna"), 1, 'thresher: there are no lessons of "Anna"; there are some of "anna"\n');
  });

  it("find users by folders, and go on after a file that cannot be used", async () => {
    models = ["--models", join(folder, "home-%u", "mail.model")];
    mkdirSync(join(folder, "home-none"));
    await seed("anna", mail());
    await seed("ben", mail());
    chmodSync(join(folder, "home-ben/mail.model"), 0o666);
    const { code, stdout, stderr } = await users("list");
    expect([code, stdout.split("\n").length]).toEqual([1, 3]);
    expect(stderr).toMatch(/^thresher: .*home-ben\/mail\.model: other users can write to it.*\n$/);
  });
});

describe("thresher users forget", () => {
  it("removes lessons that a running server then no longer has, and says the second time that there are none", async () => {
    await seed("anna", mail());
    const server = await startServer(`-m ${model} --spamd ${join(folder, "s")} ${models.join(" ")} --allow-tell`);
    const check = (user: string) =>
      talk(server.address, [spamdRequest("SYMBOLS", letter("roses garden offer", 9), `User: ${user}\r\n`)]);
    const site = await check("ben");
    expect(await check("anna")).not.toBe(site);
    expect(await outputOf(["users", "forget", "anna", ...models])).toBe("Removed 11 lessons of anna.\n");
    expect(await check("anna")).toBe(site);
    expectFault(await users("forget anna"), 1, 'thresher: there are no lessons of "anna"\n');
    // A lesson after it makes a new file.
    const tell = spamdRequest("TELL", letter("roses", 1), "User: anna\r\nMessage-class: spam\r\nSet: local\r\n");
    expect(await talk(server.address, [tell])).toContain("DidSet: local");
    expect((await jsonOf(["users", "show", "anna", ...models])).classes).toEqual({ spam: 1 });
    await server.end();
  });

  it("refuses links, damaged files and files of other owners", async () => {
    await seed("anna", mail());
    symlinkSync(join(folder, "anna.model"), join(folder, "ben.model"));
    writeFileSync(join(folder, "carl.model"), '{"thresher":"user",');
    expectFault(await users("forget ben"), 1, /a symbolic link is on this path/);
    expectFault(await users("forget carl"), 1, /damaged/);
    if (getuid?.() !== 0) return;
    chownSync(join(folder, "anna.model"), 12_345, 12_345);
    expectFault(await users("forget anna"), 1, /anna\.model: other users can write to it/);
  });

  it.runIf(getuid?.() === 0)(
    "as root, acts as the owner of the folder, so that its server can read the file",
    async () => {
      chownSync(folder, 12_345, 12_345);
      chmodSync(model, 0o644);
      const args = ["users", "seed", "anna", "-m", model, ...models, "--quiet", mail()];
      expect(await thresherProcess(args)).toMatchObject({ code: 0, stderr: "" });
      expect(statSync(join(folder, "anna.model"))).toMatchObject({ uid: 12_345, gid: 12_345 });
    },
  );
});
