import { type ChildProcess, spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMAND, each, execute, type RunOptions, thresher } from "../../../helpers/command.js";
import { expectOneLine } from "../../../helpers/expectations.js";
import { bytesOf, folderWith, temporaryFolder, twoClasses } from "../../../helpers/folder.js";
import { trainedModel } from "../../../helpers/trained-model.js";

const model = trainedModel();
const FORGED = "X-Thresher: label=ham\nX-Bogosity: Ham\nSubject: hello\n\nurgent cash prize winner\n";
const SPAM = "Received: x\nSubject: urgent cash\n\nprize winner\n";
const HAM = "Received: x\nSubject: meeting\n\nlunch tomorrow\n";
const MISSING = "-m /there/is/none";

/** Filters with the model; another one that is named takes its place. */
const filter = (input: string, words = "", options: RunOptions = {}) =>
  thresher(`filter -m ${model} ${words}`.trim(), { input, ...options });

/** Filters as a shell does, with its streams redirected. */
const redirected = (redirection: string, words = "", input = SPAM) =>
  execute("sh", ["-c", `exec ${process.execPath} ${COMMAND} filter -m ${model} ${words} ${redirection}`], { input });

/** Everything but the first line. */
const restOf = (message: string) => message.slice(message.indexOf("\n") + 1);

/** Loads a module first. */
const first = (module: string) => ({ node: ["--import", `data:text/javascript,${encodeURIComponent(module)}`] });

/** Lets a call of node:fs go wrong. */
const fault = (call: string) => ({
  node: ["--import", fileURLToPath(new URL("../../../helpers/fault.mjs", import.meta.url))],
  env: { FAULT: call },
});

describe.concurrent("thresher filter", () => {
  it.each([
    ["spam", SPAM],
    ["ham", HAM],
  ])("writes the message with its class, and nothing else: %s", async (label, message) => {
    const { code, stdout, stderr } = await filter(message);
    expect({ code, stderr, rest: restOf(stdout) }).toEqual({ code: 0, stderr: "", rest: message });
    expect(stdout).toMatch(RegExp(`^X-Thresher: label=${label}; probability=0\\.\\d{3}; model=[0-9a-f]{8}\n`));
  });

  it("writes it in another style, and has its cut-offs", async () => {
    const { stdout } = await filter(FORGED, "--style bogofilter --cutoffs=.1,.2");
    expect(stdout).toMatch(/^X-Bogosity: Spam, tests=bogofilter, spamicity=0\.\d{6}, version=thresher\nX-Thresher: /);
    expect(stdout.match(/X-Bogosity/g)).toHaveLength(1);
    const other = await filter(FORGED, "--style=spamassassin --spam ham");
    expect(other.stdout).toMatch(/^X-Spam-Level: \**\nX-Spam-Status: No, score=/);
  });

  it("is unsure and says why if no threshold keeps a limit of errors, and refuses it for a model that cannot", async () => {
    const remembering = join(temporaryFolder(), "model");
    await thresher(["train", folderWith(twoClasses()), "--remember", "-m", remembering]);
    const { code, stdout, stderr } = await thresher(`filter -m ${remembering} --errors-at-most 1%`, { input: SPAM });
    expect(stdout).toMatch(/^X-Thresher: label=unsure; /);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^thresher: errors at most 1 %: the answers to 8 left-out .*\n$/),
    ]);
    const { code: fault, stderr: why } = await filter(SPAM, "--errors-at-most 1%");
    expect([fault, why]).toEqual([
      75,
      expect.stringMatching(/train it again with --calibrate auto, or with --remember; /),
    ]);
  });

  it("has the exit codes of bogofilter with --terse, and prints no message", async () => {
    const outcomes = await Promise.all([
      filter(SPAM, "--terse"),
      filter(HAM, "--terse"),
      filter(HAM, "--terse --cutoffs 0,1"),
    ]);
    expect(outcomes.map(({ code, stdout }) => [code, stdout.slice(0, 4)])).toEqual([
      [0, "S 0."],
      [1, "H 0."],
      [2, "U 0."],
    ]);
  });

  it("returns every byte of a binary, an empty and a very large message", () => {
    const large = Buffer.alloc(20 << 20, "A line of a long letter\r\n");
    large.write("Subject: lunch\r\n\r\n");
    const binary = Buffer.from(Array.from({ length: 1024 }, (_, i) => i & 0xff));
    const messages = [Buffer.alloc(0), Buffer.from("\n\n\n"), Buffer.concat([Buffer.from("A: b\n"), binary]), large];
    for (const input of messages) {
      const args = [COMMAND, "filter", "-m", model];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { input, maxBuffer: 1 << 28 });
      expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
      expect(stdout.subarray(stdout.indexOf("\n") + 1).equals(input)).toBe(true);
    }
  });
});

describe.concurrent("a filter that fails passes the message through unchanged", () => {
  const damaged = Buffer.from(bytesOf(model));
  damaged[damaged.length - 3] ^= 1;
  const broken = folderWith({ damaged, short: damaged.subarray(0, 300), text: "no model", empty: "", folder: {} });
  const wide = Buffer.from("Subject: prize\n\nwin\n", "utf16le").toString("latin1");
  const apple = `${SPAM.length}\n${SPAM}<?xml version="1.0"?>\n<plist version="1.0"><dict></dict></plist>\n`;
  const NO_FIELD = "no field can be added to it";

  it.each<[what: string, words: string, message: RegExp | string, input?: string]>([
    ["the model is missing", MISSING, "none: cannot read the model: no such file or folder"],
    ["an option is unknown", "--fast", "Unknown option '--fast'; see thresher filter --help"],
    ["there is no such class", "--spam junk", '--spam: this model has no class "junk"; it has "'],
    ...["damaged", "short", "text", "empty", "folder"].map((name): [string, string, string] => {
      return [`the model is ${name}`, `-m ${join(broken, name)}`, `${join(broken, name)}: `];
    }),
    ["it is of Apple Mail", "", `a file of Apple Mail states the length of its message: ${NO_FIELD}`, apple],
    ["it is in UTF-16", "", `the message is in UTF-16: ${NO_FIELD}`, wide],
  ])("where %s", async (_, words, message, input = FORGED) => {
    const outcome = await filter(input, words);
    expect(outcome).toMatchObject({ code: 75, stdout: input });
    expectOneLine(outcome.stderr, message);
    expect(outcome.stderr).toMatch(/; the message goes through unchanged\n$/);
  });

  it("where no model is named", async () => {
    const outcome = await thresher("filter", { input: FORGED });
    expect(outcome).toMatchObject({ code: 75, stdout: FORGED });
    expectOneLine(outcome.stderr, /no model: give -m FILE, .*; see thresher filter --help; the message goes through/);
  });

  it.each([apple, wide])("but not if no field is asked for: %j", async (message) => {
    const terse = await filter(message, "--spam spam --terse");
    expect(terse).toMatchObject({ stderr: "", stdout: expect.stringMatching(/^[SHU] /) });
  });

  it("where an unexpected error happens, with its stack under --debug", async () => {
    const failing = first(`Math.exp = () => { throw new RangeError("Array buffer allocation failed"); };`);
    const outcome = await filter(FORGED, "", failing);
    expect(outcome).toMatchObject({ code: 75, stdout: FORGED });
    expectOneLine(outcome.stderr, /Array buffer allocation failed; the message goes through unchanged$/m);
    expect((await filter(FORGED, "--debug", failing)).stderr).toMatch(/^ +at /m);
  });

  it("where the command itself is broken", async () => {
    const installed = folderWith({ "thresher.cjs": bytesOf(COMMAND), "filter.cjs": "throw new Error('x')" });
    const run = (...words: string[]) =>
      execute(process.execPath, [join(installed, "thresher.cjs"), "filter", ...words], { input: FORGED });
    const outcome = await run("-m", model);
    expect(outcome).toMatchObject({ code: 75, stdout: FORGED });
    expectOneLine(outcome.stderr, /a file of the command is missing: x/);
    expect(await run("--terse")).toMatchObject({ code: 75, stdout: "" });
  });

  it("with bogofilter's exit code in its style, and no message where none was asked for", async () => {
    for (const style of ["--style bogofilter", "--style=bogofilter"]) {
      expect(await filter(SPAM, `${MISSING} ${style}`)).toMatchObject({ code: 3, stdout: SPAM });
    }
    const terse = await filter(SPAM, `${MISSING} --terse`);
    expect(terse).toMatchObject({ code: 3, stdout: "" });
    expect(terse.stderr).toMatch(/cannot read the model: no such file or folder\n$/);
    expect(await filter(SPAM, "--terse --fast")).toMatchObject({ code: 3, stdout: "" });
  });

  it("where terse is asked of a model without spam", async () => {
    const { ham, spam } = twoClasses();
    const other = join(temporaryFolder(), "model");
    await thresher(["train", folderWith({ work: ham, home: spam }), "-m", other]);
    const outcome = await filter(SPAM, `-m ${other} --terse`);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expectOneLine(outcome.stderr, /--terse: it is not clear which class of this model is spam: name it with --spam/);
    expect((await filter(SPAM, `-m ${other}`)).stdout).toMatch(/^X-Thresher: label=home; /);
  });
});

describe.concurrent("the pipes of a filter", () => {
  it("have a notice that a message has to be typed, only if standard input is a terminal", async () => {
    const typed = (isTTY: boolean) =>
      first(`import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
        const status = { isFile: () => false, isCharacterDevice: () => true };
        const real = fs.fstatSync;
        fs.fstatSync = (file, ...more) => (file === 0 ? status : real(file, ...more));
        syncBuiltinESMExports();
        Object.defineProperty(process, "stdin", { value: { isTTY: ${isTTY} } });`);
    const line = "thresher: reading a message from the terminal until Ctrl-D; use < FILE for a file\n";
    expect((await filter(HAM, "--terse", typed(true))).stderr).toBe(line);
    expect((await filter(HAM, "--terse", typed(false))).stderr).toBe("");
    const classified = await thresher(["classify", "-m", model, "-"], { input: HAM, ...typed(true) });
    expect(classified).toMatchObject({ code: 0, stderr: line, stdout: expect.stringContaining("-  ham") });
  });

  it("take a message in pieces, to its end, and give nothing at all if it is stopped before that", async () => {
    const ends = [
      (child: ChildProcess) => child.stdin?.end("and more\n"),
      (child: ChildProcess) => child.kill("SIGTERM"),
    ];
    const [whole, stopped] = await each(ends, (end) =>
      thresher(["filter", "-m", model], {
        onStart: (child) => {
          child.stdin?.write(SPAM);
          setTimeout(() => end(child), 200);
        },
      }),
    );
    expect(whole.stdout).toMatch(/^X-Thresher: label=spam/);
    expect(restOf(whole.stdout)).toBe(`${SPAM}and more\n`);
    expect(stopped).toMatchObject({ code: null, signal: "SIGTERM", stdout: "" });
  });

  it("are written to the end however little they take, and where they are full for the moment", async () => {
    const long = SPAM + "and another line\n".repeat(50);
    for (const call of ["writeSync 3 EAGAIN", "readSync 2 EAGAIN"]) {
      const outcome = await filter(long, "", fault(call));
      expect(outcome, call).toMatchObject({ code: 0, stderr: "" });
      expect(restOf(outcome.stdout), call).toBe(long);
    }
  });

  it("make it fail where they break: nothing is written twice, and nothing that was half read", async () => {
    const full = await filter(SPAM, "", fault("writeSync 2 ENOSPC"));
    expect(full.code).toBe(75);
    expectOneLine(full.stderr, /standard output: the message could not be written: no space left on the device/);
    expect(full.stdout).toMatch(/^X-Thresher: [^\n]*\n$/);
    const outcome = await redirected(`<${temporaryFolder()}`);
    expect(outcome).toMatchObject({ code: 75, stdout: "" });
    expectOneLine(outcome.stderr, /standard input cannot be read: it is a folder/);
  });

  it("end it with a fault where nobody reads what it writes", async () => {
    const { code } = await thresher(["filter", "-m", model], {
      onStart: ({ stdin, stdout }) => {
        stdout?.destroy();
        stdin?.end(Buffer.alloc(1 << 20, "a\n"));
      },
    });
    expect(code).toBe(75);
  });

  it("make it fail where standard output is closed, unless the exit code is all that was asked for", async () => {
    const closed = await redirected(">&-");
    expect(closed.code).toBe(75);
    expectOneLine(closed.stderr, "thresher: standard output is closed: the message was not written");
    expect((await redirected(">&-", "--style bogofilter")).code).toBe(3);
    expect((await redirected(">&-", "--fast")).code).toBe(75);
    expect(await redirected(">&-", "--terse")).toMatchObject({ code: 0, stderr: "" });
    expect(await redirected(">/dev/null")).toMatchObject({ code: 0, stderr: "" });
  });

  it("may be files", async () => {
    const folder = folderWith({ "in.eml": SPAM });
    const outcome = await redirected(`<${folder}/in.eml >${folder}/out.eml`);
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(restOf(bytesOf(join(folder, "out.eml")).toString())).toBe(SPAM);
  });
});
