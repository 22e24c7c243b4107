import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMAND, execute, type RunOptions, thresher } from "../../../helpers/command.js";
import { expectOneLine } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, temporaryFolder, twoClasses, write } from "../../../helpers/folder.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const folder = temporaryFolder();
const model = trainedModel();
const FORGED = "X-Thresher: label=ham\nX-Bogosity: Ham\nSubject: hello\n\nurgent cash prize winner\n";
const SPAM = "Received: x\nSubject: urgent cash\n\nprize winner\n";
const HAM = "Received: x\nSubject: meeting\n\nlunch tomorrow\n";
const FAULT = fileURLToPath(new URL("../../../helpers/fault.mjs", import.meta.url));

const filter = (input: string, args: readonly string[], options: RunOptions = {}) =>
  thresher(["filter", ...args], { input, ...options });

/** Byte for byte, which a test of text need not be. */
function filtered(input: Uint8Array, ...args: string[]): SpawnSyncReturns<Buffer> {
  return spawnSync(process.execPath, [COMMAND, "filter", "-m", model, ...args], { input, maxBuffer: 1 << 28 });
}

describe.concurrent("thresher filter", () => {
  it("writes the message with its class, and nothing else", async () => {
    const [spam, ham] = await Promise.all([SPAM, HAM].map((message) => filter(message, ["-m", model])));
    expect(spam).toMatchObject({ code: 0, stderr: "" });
    expect(spam.stdout).toMatch(/^X-Thresher: label=spam; probability=0\.\d{3}; model=[0-9a-f]{8}\n/);
    expect(spam.stdout.slice(spam.stdout.indexOf("\n") + 1)).toBe(SPAM);
    expect(ham.stdout).toMatch(/^X-Thresher: label=ham; /);
    expect(ham.stdout.slice(ham.stdout.indexOf("\n") + 1)).toBe(HAM);
  });

  it("writes it in another style, and has its cut-offs", async () => {
    const { stdout } = await filter(FORGED, ["--model", model, "--style", "bogofilter", "--cutoffs=.1,.2"]);
    expect(stdout).toMatch(/^X-Bogosity: Spam, tests=bogofilter, spamicity=0\.\d{6}, version=thresher\nX-Thresher: /);
    expect(stdout.match(/X-Bogosity/g)).toHaveLength(1);
    const other = await filter(FORGED, ["-m", model, "--style=spamassassin", "--spam", "ham"]);
    expect(other.stdout).toMatch(/^X-Spam-Level: \**\nX-Spam-Status: No, score=/);
  });

  it("has the exit codes of bogofilter with --terse, and prints no message", async () => {
    const terse = (message: string, ...args: string[]) => filter(message, ["-m", model, "--terse", ...args]);
    const [spam, ham, unsure] = await Promise.all([terse(SPAM), terse(HAM), terse(HAM, "--cutoffs", "0,1")]);
    expect([spam.code, ham.code, unsure.code]).toEqual([0, 1, 2]);
    expect([spam, ham, unsure].map(({ stdout }) => stdout.slice(0, 4))).toEqual(["S 0.", "H 0.", "U 0."]);
  });

  it("returns every byte of a binary, an empty and a very large message", () => {
    const large = Buffer.alloc(20 << 20, "A line of a long letter\r\n");
    large.write("Subject: lunch\r\n\r\n");
    const binary = Buffer.from(Array.from({ length: 1024 }, (_, i) => i & 0xff));
    const messages = [Buffer.alloc(0), Buffer.from("\n\n\n"), Buffer.concat([Buffer.from("A: b\n"), binary]), large];
    for (const message of messages) {
      const { status, stdout, stderr } = filtered(message);
      expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
      expect(stdout.subarray(stdout.indexOf("\n") + 1).equals(message)).toBe(true);
    }
  });
});

describe.concurrent("a filter that fails passes the message through unchanged", () => {
  const WRONG: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["no model", [], /no model: give -m FILE, .*; see thresher filter --help/],
    ["a model that is missing", ["-m", "/there/is/none"], /none: cannot read the model: no such file or folder/],
    ["an unknown option", ["-m", model, "--fast"], /Unknown option '--fast'; see thresher filter --help/],
    ["no such class", ["-m", model, "--spam", "junk"], /--spam: this model has no class "junk"; it has "/],
  ];

  it("where the command line is wrong", async () => {
    for (const [what, args, message] of WRONG) {
      const outcome = await filter(FORGED, args);
      expect(outcome, what).toMatchObject({ code: 75, stdout: FORGED });
      expectOneLine(outcome.stderr, message, what);
      expect(outcome.stderr, what).toMatch(/; the message goes through unchanged\n$/);
    }
  });

  it("where the model is damaged, cut short or something else", async () => {
    const bytes = bytesOf(model);
    const altered = Buffer.from(bytes);
    altered[bytes.length - 3] ^= 1;
    const broken = folderWith({ altered, short: bytes.subarray(0, 300), text: "no model", empty: "", folder: {} });
    for (const name of ["altered", "short", "text", "empty", "folder"]) {
      const outcome = await filter(SPAM, ["-m", join(broken, name)]);
      expect(outcome, name).toMatchObject({ code: 75, stdout: SPAM });
      expectOneLine(outcome.stderr, `${join(broken, name)}: `, name);
    }
  });

  it("where no field can be added to it", async () => {
    const list = '<?xml version="1.0"?>\n<plist version="1.0"><dict></dict></plist>\n';
    const apple = `${SPAM.length}\n${SPAM}${list}`;
    const wide = Buffer.from("Subject: prize\n\nwin\n", "utf16le").toString("latin1");
    for (const [message, why] of [
      [apple, "a file of Apple Mail states the length of its message: no field can be added to it"],
      [wide, "the message is in UTF-16: no field can be added to it"],
    ]) {
      const outcome = await filter(message, ["-m", model, "--spam", "spam"]);
      expect(outcome).toMatchObject({ code: 75, stdout: message });
      expectOneLine(outcome.stderr, `${why}; the message goes through unchanged`);
      const terse = await filter(message, ["-m", model, "--spam", "spam", "--terse"]);
      expect(terse).toMatchObject({ stderr: "", stdout: expect.stringMatching(/^[SHU] /) });
    }
  });

  it("where an unexpected error happens, with its stack under --debug", async () => {
    const code = `Math.exp = () => { throw new RangeError("Array buffer allocation failed"); };`;
    const node = ["--import", `data:text/javascript,${encodeURIComponent(code)}`];
    const outcome = await filter(FORGED, ["-m", model], { node });
    expect(outcome).toMatchObject({ code: 75, stdout: FORGED });
    expectOneLine(outcome.stderr, /Array buffer allocation failed; the message goes through unchanged$/m);
    const { stderr } = await filter(FORGED, ["-m", model, "--debug"], { node });
    expect(stderr).toMatch(/^ +at /m);
  });

  it("where the command itself is broken", async () => {
    const installed = folderWith({ "thresher.cjs": bytesOf(COMMAND), "filter.cjs": "throw new Error('x')" });
    const outcomes = [
      await execute(process.execPath, [join(installed, "thresher.cjs"), "filter", "-m", model], { input: FORGED }),
      await execute(process.execPath, [join(installed, "thresher.cjs"), "filter", "--terse"], { input: FORGED }),
    ];
    expect(outcomes[0]).toMatchObject({ code: 75, stdout: FORGED });
    expectOneLine(outcomes[0].stderr, /a file of the command is missing: x/);
    expect(outcomes[1]).toMatchObject({ code: 75, stdout: "" });
  });

  it("with bogofilter's exit code in its style, and no message where none was asked for", async () => {
    const missing = ["-m", "/there/is/none"];
    for (const style of [["--style", "bogofilter"], ["--style=bogofilter"]]) {
      expect(await filter(SPAM, [...missing, ...style])).toMatchObject({ code: 3, stdout: SPAM });
    }
    const terse = await filter(SPAM, [...missing, "--terse"]);
    expect(terse).toMatchObject({ code: 3, stdout: "" });
    expect(terse.stderr).toMatch(/cannot read the model: no such file or folder\n$/);
    expect(await filter(SPAM, ["--terse", "--fast"])).toMatchObject({ code: 3, stdout: "" });
  });

  it("where terse is asked of a model without spam", async () => {
    const { ham, spam } = twoClasses();
    const other = join(temporaryFolder(), "model");
    await thresher(["train", folderWith({ work: ham, home: spam }), "-m", other]);
    const outcome = await filter(SPAM, ["-m", other, "--terse"]);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expectOneLine(outcome.stderr, /--terse: it is not clear which class of this model is spam: name it with --spam/);
    expect((await filter(SPAM, ["-m", other])).stdout).toMatch(/^X-Thresher: label=home; /);
  });
});

describe.concurrent("the pipes of a filter", () => {
  it("have a notice that a message has to be typed, only if standard input is a terminal", async () => {
    const module = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      const status = { isFile: () => false, isCharacterDevice: () => true };
      const real = fs.fstatSync;
      fs.fstatSync = (file, ...more) => (file === 0 ? status : real(file, ...more));
      syncBuiltinESMExports();`;
    const typed = (isTTY: boolean) => {
      const terminal = `Object.defineProperty(process, "stdin", { value: { isTTY: ${isTTY} } });`;
      return { node: ["--import", `data:text/javascript,${encodeURIComponent(module + terminal)}`] };
    };
    const line = "thresher: reading a message from the terminal until Ctrl-D; use < FILE for a file\n";
    expect((await filter(HAM, ["-m", model, "--terse"], typed(true))).stderr).toBe(line);
    expect((await filter(HAM, ["-m", model, "--terse"], typed(false))).stderr).toBe("");
    const classified = await thresher(["classify", "-m", model, "-"], { input: HAM, ...typed(true) });
    expect(classified).toMatchObject({ code: 0, stderr: line, stdout: expect.stringContaining("-  ham") });
  });

  it("take a message in pieces, to its end", async () => {
    const { stdout } = await thresher(["filter", "-m", model], {
      onStart: ({ stdin }) => {
        stdin?.write(SPAM.slice(0, 20));
        setTimeout(() => stdin?.end(SPAM.slice(20)), 200);
      },
    });
    expect(stdout).toMatch(/^X-Thresher: label=spam/);
    expect(stdout.endsWith(SPAM)).toBe(true);
  });

  it("are written to the end however little they take, and where they are full for the moment", async () => {
    const long = SPAM + "and another line\n".repeat(50);
    for (const call of ["writeSync 3 EAGAIN", "readSync 2 EAGAIN"]) {
      const outcome = await filter(long, ["-m", model], { node: ["--import", FAULT], env: { FAULT: call } });
      expect(outcome, call).toMatchObject({ code: 0, stderr: "" });
      expect(outcome.stdout.slice(outcome.stdout.indexOf("\n") + 1), call).toBe(long);
    }
  });

  it("make it fail where they break: nothing is written twice, and nothing that was half read", async () => {
    const fault = (call: string) => ({ node: ["--import", FAULT], env: { FAULT: call } });
    const full = await filter(SPAM, ["-m", model], fault("writeSync 2 ENOSPC"));
    expect(full.code).toBe(75);
    expectOneLine(full.stderr, /standard output: the message could not be written: no space left on the device/);
    expect(full.stdout).toMatch(/^X-Thresher: [^\n]*\n$/);
    const folderAsInput = openSync(temporaryFolder(), "r");
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, "filter", "-m", model], {
      stdio: [folderAsInput, "pipe", "pipe"],
      encoding: "utf8",
    });
    closeSync(folderAsInput);
    expect({ status, stdout }).toEqual({ status: 75, stdout: "" });
    expectOneLine(stderr, /standard input cannot be read: it is a folder/);
  });

  it("end it with a fault where nobody reads what it writes", async () => {
    const child = spawn(process.execPath, [COMMAND, "filter", "-m", model], { stdio: ["pipe", "pipe", "pipe"] });
    child.stdout.destroy();
    child.stdin.end(Buffer.alloc(1 << 20, "a\n"));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(75);
  });

  it("make it fail where standard output is closed, unless the exit code is all that was asked for", async () => {
    const run = (redirection: string, ...args: string[]) => {
      const command = [process.execPath, COMMAND, "filter", "-m", model, ...args];
      return execute("sh", ["-c", `exec "$@" ${redirection}`, "sh", ...command], { input: SPAM });
    };
    const closed = await run(">&-");
    expect(closed.code).toBe(75);
    expectOneLine(closed.stderr, "thresher: standard output is closed: the message was not written");
    expect((await run(">&-", "--style", "bogofilter")).code).toBe(3);
    expect((await run(">&-", "--fast")).code).toBe(75);
    expect(await run(">&-", "--terse")).toMatchObject({ code: 0, stderr: "" });
    expect(await run(">/dev/null")).toMatchObject({ code: 0, stderr: "" });
  });

  it("give nothing at all where it is stopped before the message has come to its end", async () => {
    const outcome = await thresher(["filter", "-m", model], {
      onStart: (child) => {
        child.stdin?.write(SPAM);
        setTimeout(() => child.kill("SIGTERM"), 200);
      },
    });
    expect(outcome).toMatchObject({ code: null, signal: "SIGTERM", stdout: "" });
  });

  it("may be files", () => {
    write(folder, { "in.eml": SPAM });
    const files = [openSync(join(folder, "in.eml"), "r"), openSync(join(folder, "out.eml"), "w")];
    const args = [COMMAND, "filter", "-m", model];
    const { status } = spawnSync(process.execPath, args, { stdio: [files[0], files[1], "inherit"] });
    for (const file of files) closeSync(file);
    expect(status).toBe(0);
    expect(bytesOf(join(folder, "out.eml")).toString().endsWith(SPAM)).toBe(true);
  });
});
