import { chownSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import type { MailboxOptions } from "../../../src/mailbox/training/download-mailbox.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { folderWith, temporaryFolder } from "../../helpers/folder.js";
import { storedFolder } from "../../helpers/imap-mail.js";
import { documentsOf, download, faultOf, messageOf, newMail, server, started } from "./downloads.js";

describe("downloadMailbox", () => {
  it("reads each folder as a class, and changes nothing on the server", async () => {
    const mail = newMail();
    const from = await started(mail);
    const { documents, downloaded, corpus } = await download(from, temporaryFolder());
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect([downloaded, corpus.size, corpus.problems]).toEqual([10, 10, []]);
    const commands = new Set(from.received.map((line) => /^(?:UID )?\S+/.exec(line)?.[0] ?? ""));
    const others = [...commands].filter((name) => !/^(?:CAPA|LOG|LIST|LSUB|NAMESP)/.test(name));
    expect(others.sort()).toEqual(["EXAMINE", "UID FETCH", "UID SEARCH"]);
    const fetches = from.received.filter((line) => line.startsWith("UID FETCH"));
    expect(fetches.every((line) => /BODY\.PEEK\[\]<0\.16777217>/.test(line) && !/BODY\[/.test(line))).toBe(true);
  });

  it("gives the model of a local copy of the folders, byte for byte", async () => {
    const mail = newMail(20);
    const from = await started(mail);
    const folder = temporaryFolder();
    const { corpus } = await download(from, folder);
    const textsOf = (name: string) => Array.from(mail.get(name)?.messages ?? [], ([n, text]) => [`${1000 + n}`, text]);
    const [Junk, Work] = ["Junk", "Work"].map((name) => Object.fromEntries(textsOf(name)));
    const local = folderWith({ Junk, Work });
    for (const options of [{ preset: "mail", remember: true }, { preset: "mail" }, { preset: "mail-best" }] as const) {
      const model = serialize(train(corpus, options));
      expect(serialize(train(openCorpus(local), options))).toEqual(model);
      expect(serialize(train(openCorpus(folder), options))).toEqual(model);
    }
  });

  it("chooses folders by name, and reads the inbox only if it is named", async () => {
    const mail = newMail();
    const one = storedFolder([1], (uid) => messageOf("Lists", uid));
    for (const name of ["Lists/node", "Sent"]) mail.set(name, one);
    const from = await started(mail);
    const labelsOf = async (options: MailboxOptions) =>
      (await download(from, temporaryFolder(), options)).corpus.labels;
    expect(await labelsOf({})).toEqual(["Junk", "Lists/node", "Work"]);
    expect(await labelsOf({ exclude: ["Lists/*"] })).toEqual(["Junk", "Work"]);
    expect(await labelsOf({ folders: ["INBOX", "Work"] })).toEqual(["INBOX", "Work"]);
    const { corpus } = await download(from, temporaryFolder(), { exclude: ["Lists/*", "Wrk"] });
    expect(corpus.problems).toEqual([{ kind: "unmatched", where: "Wrk", detail: "exclude" }]);
  });

  it("reads the newest messages of each folder, and those since a day", async () => {
    const mail = newMail();
    const from = await started(mail, {
      "UID SEARCH": ({ tag, args }) => `* SEARCH ${/SINCE/.test(args) ? "8 11" : "2 5 8 11 14"}\r\n${tag} OK\r\n`,
    });
    expect((await download(from, temporaryFolder(), { newest: 2 })).asked).toEqual([11, 14, 11, 14]);
    const since = new Date("2026-01-31");
    expect((await download(from, temporaryFolder(), { since })).asked).toEqual([8, 11, 8, 11]);
    expect(from.received).toContain("UID SEARCH UNDELETED SINCE 31-Jan-2026");
  });
});

describe("a copy that is kept", () => {
  it("is downloaded once, and follows the server", async () => {
    const mail = newMail();
    const from = await started(mail);
    const folder = temporaryFolder();
    expect((await download(from, folder)).asked).toHaveLength(10);
    // Messages that are not wanted this time are kept.
    expect(await download(from, folder, { newest: 1 })).toMatchObject({ asked: [], corpus: { size: 2 } });
    expect(await download(from, folder)).toMatchObject({ asked: [], downloaded: 0, corpus: { size: 10 } });
    // One message comes, one goes, one is moved.
    mail.get("Work")?.messages.set(20, messageOf("Work", 20)).delete(2);
    const moved = mail.get("Junk")?.messages.get(5) ?? "";
    mail.get("Junk")?.messages.delete(5);
    mail.get("Work")?.messages.set(21, moved);
    const { asked, documents } = await download(from, folder);
    expect(asked).toEqual([20, 21]);
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect(Array.from(openCorpus(folder), ({ label, bytes }) => [label, Buffer.from(bytes).toString()])).toEqual(
      documents,
    );
  });

  it("is downloaded again where UIDVALIDITY changed", async () => {
    const mail = newMail();
    const from = await started(mail);
    const folder = temporaryFolder();
    await download(from, folder);
    const Work = storedFolder([2, 5], (uid) => messageOf("Work", 100 + uid));
    mail.set("Work", { ...Work, validity: 7 });
    const { asked, documents } = await download(from, folder);
    expect(asked).toEqual([2, 5]);
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect(readdirSync(join(folder, "Work/cur"))).toHaveLength(2);
  });

  it.each<readonly [string, () => string, RegExp]>([
    ["another folder", () => folderWith({ "letter.txt": "hello" }), /has other files: name a new or an empty folder/],
    ["a file", () => join(folderWith({ file: "hello" }), "file"), /cannot be (?:made|listed): /],
    [
      "a copy of another account",
      () => folderWith({ ".thresher-mailbox": "you at b" }),
      /is a copy of you at b, not of me at 127\.0\.0\.1: name another folder$/,
    ],
    ["a folder", () => folderWith({ ".thresher-mailbox": {} }), /\.thresher-mailbox cannot be read: it is a folder/],
  ])("is refused if it is %s", async (_, folder, message) => {
    const path = folder();
    expect(await faultOf(await started(newMail()), path)).toMatch(message);
    expect(server?.received).toEqual([]);
  });

  it("downloads messages again that are cut or lost, knows those with flags, and is refused in a stranger's folder", async () => {
    const mail = newMail();
    const from = await started(mail);
    const folder = join(temporaryFolder(), "copy");
    await download(from, folder);
    const modes = ["", "Work/cur"].map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
    const [first, second] = readdirSync(join(folder, "Work/cur")).sort();
    writeFileSync(join(folder, "Work/cur", first), "cut");
    renameSync(join(folder, "Work/cur", second), join(folder, "Work/cur", `${second}:2,FS`));
    writeFileSync(join(folder, "Work/tmp/0000000001.0000000008.thresher,S=9.999999999"), "left");
    const { asked, documents } = await download(from, folder);
    expect(asked).toEqual([2]);
    expect(documents).toEqual(documentsOf(mail, "Junk", "Work"));
    expect(readdirSync(join(folder, "Work/tmp"))).toEqual([]);
    expect(statSync(join(folder, "Work/cur", first)).mode & 0o777).toBe(0o600);
    if (process.getuid?.() !== 0) return;
    chownSync(folder, 65_534, 65_534);
    expect(await faultOf(from, folder)).toMatch(/ is another user's, who could change the mail in it/);
  });
});
