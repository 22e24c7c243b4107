import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import { isThorough } from "../helpers/arbitraries.js";
import { startThresher, thresher } from "../helpers/command.js";
import { CuttingProxy } from "../helpers/cutting-proxy.js";
import type { DovecotOptions } from "../helpers/dovecot.js";
import { bytesOf, temporaryFolder, write } from "../helpers/folder.js";
import type { Running } from "../helpers/running.js";
import { CLASSES, TestMailbox } from "./mailboxes.js";
import { succeeded } from "./programs.js";

const SETUPS = [
  { format: "maildir", prefix: "", separator: "/" },
  { format: "maildir", prefix: "INBOX.", separator: "." },
  { format: "mdbox", prefix: "INBOX/", separator: "/" },
  { format: "mdbox", prefix: "INBOX.", separator: "." },
] as const satisfies readonly DovecotOptions[];

/** A mailbox with messages in its folders, and a local copy that somebody else has made. */
async function started(options: DovecotOptions, perFolder: number): Promise<{ mailbox: TestMailbox; local: string }> {
  const mailbox = await TestMailbox.start(options);
  const { prefix = "", separator = "/" } = options;
  const client = await mailbox.server.client();
  const local = temporaryFolder();
  for (const { folder: levels, words } of CLASSES) {
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
    const outcome = await thresher(["mailbox", "train", "home", "-m", "a.model", "--keep", "copy"], run);
    expect(outcome).toMatchObject({ code: 0, stderr: "thresher: home: 90 messages in 3 folders\n" });
    expect(await mailbox.messages()).toEqual(before);
    for (const [name, corpus] of Object.entries({ b: local, c: "copy" })) {
      const args = ["train", corpus, "-m", `${name}.model`, "--preset", "mail", "--remember", "--quiet"];
      await succeeded(thresher(args, run));
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
    const folder = temporaryFolder();
    const run = { env: mailbox.home, cwd: folder };
    const train = ["mailbox", "train", "home", "--quiet", "-m"];
    await succeeded(thresher([...train, "whole.model"], run));
    let running: Running | undefined;
    const proxy = await CuttingProxy.start(mailbox.server.port, {
      nextCut: () => 1000 + random(20_000),
      onCut: () => running?.child.kill("SIGKILL"),
    });
    onTestFinished(() => proxy.close());
    for (let n = 0; n < (isThorough ? 40 : 5); n++) {
      const copy = `copy${n}`;
      await mailbox.connect(proxy.port);
      running = startThresher([...train, "killed.model", "--keep", copy], run);
      expect((await running.outcome).signal).toBe("SIGKILL");
      await mailbox.connect(mailbox.server.port);
      await succeeded(thresher([...train, `${n}.model`, "--keep", copy], run));
      expect(bytesOf(join(folder, `${n}.model`)).equals(bytesOf(join(folder, "whole.model")))).toBe(true);
      for (const name of readdirSync(join(folder, copy, "Junk/cur"))) {
        expect(statSync(join(folder, copy, "Junk/cur", name)).size).toBe(Number(name.split("=")[1]));
      }
      expect(readdirSync(join(folder, copy, "Junk/tmp"))).toEqual([]);
    }
    expect(readdirSync(folder)).not.toContain("killed.model");
  });
});
