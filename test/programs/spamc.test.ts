import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { unmarkedMessage } from "../../src/mail/rewrite/marked-message.js";
import { thresher } from "../helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { type RunningServer, startServer } from "../helpers/server.js";
import { BROKEN_MESSAGES } from "../mail/broken-messages.js";
import { SPAM } from "./programs.js";

/** Its lines end with CRLF. */
const HAM = "From: b@example.com\r\nSubject: lunch\r\n\r\nmeeting, report\r\n";
const folder = temporaryFolder();
const [model, place] = [join(folder, "mail.model"), join(folder, "s")];
let server: RunningServer;

beforeAll(async () => {
  await thresher(["train", folderWith(twoClasses()), "-m", model, "--remember"]);
  server = await startServer(["-m", model, "--spamd", place, "--spamd", "127.0.0.1:0", "--allow-tell"]);
  return () => server.end();
});

/** Runs spamc, with the socket of the server unless another is given. */
function spamc(message: string | Uint8Array, args: readonly string[] = [], at: readonly string[] = ["-U", place]) {
  const { status, stdout } = spawnSync("spamc", [...at, ...args], { input: Buffer.from(message), maxBuffer: 2 ** 26 });
  return { status, stdout };
}

const said = (...given: Parameters<typeof spamc>) => spamc(...given).stdout.toString("latin1");
const unmarked = (message: Uint8Array) => Buffer.from(unmarkedMessage(message, ["X-Thresher"], /^x-spam-/));

describe("spamc", () => {
  it("gets the verdict at a port and at a socket, in each of its ways", () => {
    const port = ["-d", "127.0.0.1", "-p", server.address.split("\n")[1]];
    expect(said("", ["-K"], port)).toBe("SPAMD/1.5 0\n");
    for (const at of [port, ["-U", place]]) {
      expect(spamc(SPAM, ["-c"], at)).toMatchObject({ status: 1 });
      expect(spamc(HAM, ["-c"], at)).toMatchObject({ status: 0 });
      expect(said(SPAM, ["-c"], at)).toMatch(/^\d+\.\d\/5\.0\n$/);
      expect(said(HAM, ["-y"], at)).toMatch(/^BAYES_\d\d,THRESHER_HAM$/);
      expect(said(SPAM, ["-R"], at)).toMatch(/^\d+\.\d\/5\.0\nThresher, model .*\bTHRESHER_SPAM\b/s);
      // Without the score: spamd says Yes here in place of True, and spamc knows only True.
      expect(said(SPAM, ["-r"], at)).toBe(said(SPAM, ["-R"], at).replace(/^.*\n/, ""));
      expect(said(HAM, ["-r"], at)).toBe("");
      expect(spamc(SPAM, ["-E"], at)).toMatchObject({ status: 1 });
    }
  });

  it("changes the header alone, with LF and CRLF, and the same with --headers", () => {
    for (const [message, verdict, end] of [
      [SPAM, "Yes", "\n"],
      [HAM, "No", "\r\n"],
    ]) {
      const marked = said(message);
      expect(marked).toContain(`X-Spam-Status: ${verdict}, score=`);
      expect(marked.replace(/^(?:X-Spam-|X-Thresher|\t).*\r?\n/gm, "")).toBe(message);
      expect(new Set(marked.match(/\r?\n/g))).toEqual(new Set([end]));
      expect(said(message, ["--headers"])).toBe(marked);
    }
    expect(said(SPAM)).toContain("X-Spam-Flag: YES\n");
    expect(said(`X-Spam-Flag: NO\n${SPAM}`)).toBe(said(SPAM));
  });

  it.each(BROKEN_MESSAGES)("changes no byte of the rest: $name", ({ bytes }) => {
    const message = bytes().subarray(0, 400_000);
    const marked = spamc(message).stdout;
    expect(unmarked(marked).equals(unmarked(message))).toBe(true);
  });

  it("teaches, and takes back what it taught", async () => {
    const letter = "Subject: zebra\n\nzebra crossing\n";
    const before = said(letter, ["-c"]);
    expect(said(letter, ["-L", "spam"])).toBe("Message successfully un/learned\n");
    expect(said(letter, ["-L", "spam"])).toBe("Message was already un/learned\n");
    expect(Number.parseFloat(said(letter, ["-c"]))).toBeGreaterThan(Number.parseFloat(before));
    expect(said(letter, ["-L", "forget"])).toBe("Message successfully un/learned\n");
    expect(said(letter, ["-c"])).toBe(before);
  });
});

describe("spamc, when something is wrong with the server,", () => {
  const passedOn = { status: 0, stdout: Buffer.from(SPAM) };
  /** So that spamc does not wait long. */
  const ONCE = ["--connect-retries=1"];

  it("passes the message on as it was, and fails with -x: no server", () => {
    expect(spamc(SPAM, ONCE, ["-U", join(folder, "none")])).toEqual(passedOn);
    expect(spamc(SPAM, [...ONCE, "-x"], ["-U", join(folder, "none")]).status).toBeGreaterThan(1);
  });

  it("passes the message on: the server hangs", async () => {
    const hanging = await startServer(["-m", model, "--spamd", "127.0.0.1:0", "--quiet"]);
    hanging.child.kill("SIGSTOP");
    expect(spamc(SPAM, [...ONCE, "-t", "1"], ["-d", "127.0.0.1", "-p", hanging.address])).toEqual(passedOn);
  });

  it("passes the message on: the server has too little time, or too many clients", async () => {
    const place = join(temporaryFolder(), "s");
    await startServer(["-m", model, "--spamd", place, "--timeout", "0.001", "--quiet"]);
    for (let n = 0; n < 20; n++) {
      const { stdout } = spamc(SPAM, ONCE, ["-U", place]);
      expect(unmarked(stdout)).toEqual(Buffer.from(SPAM));
    }
  });

  it("passes the message on: it is too large, or in UTF-16", () => {
    const large = Buffer.alloc(17 * 2 ** 20, "Subject: a\n\nlong line\n");
    expect(spamc(large, ["-s", String(2 ** 25)]).stdout.equals(large)).toBe(true);
    const wide = Buffer.from(`\ufeff${SPAM}`, "utf16le");
    expect(spamc(wide).stdout.equals(wide)).toBe(true);
    expect(spamc(wide, ["-x"]).status).toBeGreaterThan(1);
  });

  it("passes the message on: the model was damaged when the server started again", async () => {
    const damaged = join(temporaryFolder(), "mail.model");
    writeFileSync(damaged, readFileSync(model).subarray(0, 500));
    await expect(startServer(["-m", damaged, "--spamd", "127.0.0.1:0"])).rejects.toThrow("the server ended with 1");
  });
});
