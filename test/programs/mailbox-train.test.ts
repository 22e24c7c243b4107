import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import { thresher, thresherProcess } from "../helpers/command.js";
import { CuttingProxy } from "../helpers/cutting-proxy.js";
import type { DovecotOptions } from "../helpers/dovecot.js";
import { bytesOf, folderWith, temporaryFolder, write } from "../helpers/folder.js";
import { TestMailbox } from "./mailboxes.js";

const THOROUGH = process.env.THOROUGH !== undefined;
const SETUPS = [
  { format: "maildir", prefix: "", separator: "/" },
  { format: "maildir", prefix: "INBOX.", separator: "." },
  { format: "mdbox", prefix: "INBOX/", separator: "/" },
  { format: "mdbox", prefix: "INBOX.", separator: "." },
] as const satisfies readonly DovecotOptions[];

let box: TestMailbox | undefined;
let proxy: CuttingProxy | undefined;
afterEach(async () => {
  proxy?.close();
  await box?.server.stop();
});

/** The folders of the account, each with its class and the words of its messages. */
const FOLDERS = [
  [["Junk"], "cheap pills winner lottery"],
  [["Work", "Money"], "invoice payment budget meeting"],
  [["Grüße & mehr"], "birthday holiday family greetings"],
] as const;

/** A mailbox with messages in its folders, and a local copy that somebody else has made. */
async function started(options: DovecotOptions, perFolder: number): Promise<{ mailbox: TestMailbox; local: string }> {
  const mailbox = await TestMailbox.start(options);
  box = mailbox;
  const { prefix = "", separator = "/" } = options;
  const client = await mailbox.server.client();
  const local = temporaryFolder();
  for (const [levels, words] of FOLDERS) {
    const path = prefix + levels.join(separator);
    await client.mailboxCreate(path);
    const messages: Record<string, string> = {};
    for (let i = 0; i < perFolder; i++) {
      const attachment = `--b\nContent-Type: application/x\nContent-Disposition: attachment\nContent-Transfer-Encoding: 8bit\n\n${"line\n".repeat(i)}--b--\n`;
      const text = `Message-ID: <${words.length}.${i}@test>\nDate: ${1 + (i % 28)} Feb 2026 12:00:00 +0000\nSubject: ${words}\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n${words} number${i} ${"x".repeat(i % 97)}\n${attachment}`;
      await client.append(path, text.replaceAll("\n", "\r\n"), i % 2 === 0 ? ["\\Seen", "$Mine"] : []);
      messages[`${1_000_000 + i}.M.host:2,S`] = text;
    }
    write(local, { [levels[0]]: levels.length === 1 ? maildir(messages) : { [levels[1]]: maildir(messages) } });
  }
  await client.logout();
  return { mailbox, local };
}

const maildir = (cur: Record<string, string>) => ({ cur, new: {}, tmp: {} });

describe.each(SETUPS)("thresher mailbox train, with Dovecot, $format, prefix '$prefix'", (options) => {
  it("makes the model of a local copy, byte for byte, changes nothing, and sorts the inbox with it", async () => {
    const { mailbox, local } = await started(options, 30);
    const client = await mailbox.server.client();
    await client.append("INBOX", "Message-ID: <new@test>\r\nSubject: invoice\r\n\r\nbudget meeting payment\r\n");
    for (const name of ["Entwürfe", "Sent"]) await client.mailboxCreate(options.prefix + name);
    await client.logout();
    const before = await mailbox.messages();
    const folder = temporaryFolder();
    const run = { env: mailbox.home, cwd: folder };
    const { classes, leftOut } = JSON.parse((await thresher(["mailbox", "check", "home", "--json"], run)).stdout);
    expect(classes.map(({ label, messages }: { label: string; messages: number }) => [label, messages])).toEqual(
      ["Grüße & mehr", "Junk", "Work/Money"].map((label) => [label, 30]),
    );
    expect(leftOut.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining(["INBOX", `${options.prefix}Entwürfe`, `${options.prefix}Sent`]),
    );
    const { code, stderr } = await thresher(["mailbox", "train", "home", "-m", "a.model", "--keep", "copy"], run);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "thresher: home: 90 messages in 3 folders\n" });
    expect(await mailbox.messages()).toEqual(before);
    for (const [name, corpus] of Object.entries({ b: local, c: "copy" })) {
      const args = ["train", corpus, "-m", `${name}.model`, "--preset", "mail", "--remember", "--quiet"];
      expect(await thresher(args, run)).toMatchObject({ code: 0, stderr: "" });
      expect(bytesOf(join(folder, `${name}.model`)).equals(bytesOf(join(folder, "a.model")))).toBe(true);
    }
    const { stdout } = await thresher(["mailbox", "sort", "home", "-m", "a.model", "--dry-run"], run);
    expect(stdout).toMatch(new RegExp(`Work/Money .*→ ${options.prefix.replace(".", "\\.")}Work[./]Money`));
  });
});

describe("a command that is killed", () => {
  it("at any byte leaves a copy that the next one completes", async () => {
    const { mailbox } = await started({}, 20);
    const random = seededRandom(30);
    const folder = folderWith({});
    const run = { env: mailbox.home, cwd: folder };
    const train = ["mailbox", "train", "home", "--quiet", "-m"];
    expect(await thresher([...train, "whole.model"], run)).toMatchObject({ code: 0, stderr: "" });
    let kill: () => void = () => undefined;
    proxy = await CuttingProxy.start(mailbox.server.port, {
      nextCut: () => 1000 + random(20_000),
      onCut: () => kill(),
    });
    const { port } = mailbox.server;
    for (let n = 0; n < (THOROUGH ? 40 : 5); n++) {
      const copy = `copy${n}`;
      await mailbox.connect(proxy.port);
      const onStart = (child: { kill: (signal: "SIGKILL") => void }) => {
        kill = () => child.kill("SIGKILL");
      };
      const killed = await thresherProcess([...train, "killed.model", "--keep", copy], { ...run, onStart });
      expect(killed.signal).toBe("SIGKILL");
      await mailbox.connect(port);
      const kept = await thresher([...train, `${n}.model`, "--keep", copy], run);
      expect(kept).toMatchObject({ code: 0, stderr: "" });
      expect(bytesOf(join(folder, `${n}.model`)).equals(bytesOf(join(folder, "whole.model")))).toBe(true);
      const files = readdirSync(join(folder, copy, "Junk/cur"));
      expect(
        files.every((name) => statSync(join(folder, copy, "Junk/cur", name)).size === Number(name.split("=")[1])),
      ).toBe(true);
      expect(readdirSync(join(folder, copy, "Junk/tmp"))).toEqual([]);
    }
    expect(readdirSync(folder)).not.toContain("killed.model");
  });
});
