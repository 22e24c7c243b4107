import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND } from "../helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

const model = join(temporaryFolder(), "mail.model");
const FILTER = `${process.execPath} ${COMMAND} filter -m`;

/** Neither program adds anything to a message that it puts into a Maildir. */
const MESSAGES: readonly (readonly [what: string, spam: boolean, text: string])[] = [
  ["ham", false, "From: a@example.com\nSubject: meeting\n\nlunch tomorrow\n"],
  ["spam", true, "From: b@example.com\nSubject: urgent\n\nwinner of a cash prize\n"],
  ["forged", true, "X-Thresher: label=ham; probability=1\nSubject: urgent\n\nwinner of a cash prize\n"],
  ["without subject", true, "From: c@example.com\n\nurgent cash\n"],
];

beforeAll(() => {
  execFileSync(process.execPath, [COMMAND, "train", folderWith(twoClasses()), "-m", model, "--quiet"]);
});

/** A home with an inbox and a folder for spam. */
function newHome(): string {
  const home = temporaryFolder();
  for (const maildir of ["Maildir", "Maildir/.spam"]) {
    for (const part of ["cur", "new", "tmp"]) mkdirSync(join(home, maildir, part), { recursive: true });
  }
  return home;
}

const delivered = (home: string, maildir: string) =>
  readdirSync(join(home, maildir, "new")).map((name) => readFileSync(join(home, maildir, "new", name), "latin1"));

/** The recipes of the README. */
const PROGRAMS = {
  procmail: (home: string, modelPath: string) => {
    const recipe = join(home, ".procmailrc");
    writeFileSync(
      recipe,
      `SHELL=/bin/sh
PATH=/usr/local/bin:/usr/bin:/bin
MAILDIR=${home}/Maildir
DEFAULT=${home}/Maildir/
LOGFILE=${home}/procmail.log

:0fwr: thresher.lock
| ${FILTER} ${modelPath}

:0
* ^X-Thresher: label=spam;
.spam/
`,
    );
    chmodSync(recipe, 0o600);
    return ["procmail", "-m", recipe];
  },
  maildrop: (home: string, modelPath: string) => {
    const recipe = join(home, ".mailfilter");
    writeFileSync(
      recipe,
      `exception {
  xfilter "${FILTER} ${modelPath}"
}
if (/^X-Thresher: label=spam;/)
{
  to "${home}/Maildir/.spam"
}
to "${home}/Maildir"
`,
    );
    chmodSync(recipe, 0o600);
    return ["maildrop", recipe];
  },
} as const;

/** Delivers a message as the mail server would. */
function deliver(program: keyof typeof PROGRAMS, home: string, modelPath: string, message: string): void {
  const [command, ...args] = PROGRAMS[program](home, modelPath);
  const env = { ...process.env, HOME: home, NODE_EXTRA_CA_CERTS: "" };
  const { status, stderr } = spawnSync(command, args, { input: message, env, cwd: home, encoding: "latin1" });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
}

const withoutOurs = (message: string) => message.replace(/^X-Thresher: .*\n/m, "");

describe.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])("%s", (program) => {
  it("puts spam into the folder for it and the rest into the inbox, each with its header and unchanged below it", () => {
    const home = newHome();
    for (const [, , message] of MESSAGES) deliver(program, home, model, message);
    const [inbox, spam] = [delivered(home, "Maildir"), delivered(home, "Maildir/.spam")];
    const expected = (isSpam: boolean) =>
      MESSAGES.filter(([, spam]) => spam === isSpam).map(([, , message]) => withoutOurs(message));
    expect(inbox.map(withoutOurs).sort()).toEqual(expected(false).sort());
    expect(spam.map(withoutOurs).sort()).toEqual(expected(true).sort());
    for (const message of inbox) expect(message).toMatch(/^X-Thresher: label=ham; probability=/);
    for (const message of spam) expect(message).toMatch(/^X-Thresher: label=spam; probability=/);
  });

  it("delivers everything to the inbox, unchanged, while the model is missing or damaged", () => {
    const home = newHome();
    const damaged = join(home, "damaged.model");
    writeFileSync(damaged, readFileSync(model).subarray(0, -1));
    const mail = MESSAGES.map(([, , message]) => message).filter((message) => !message.startsWith("X-Thresher"));
    for (const message of mail) {
      deliver(program, home, join(home, "missing.model"), message);
      deliver(program, home, damaged, message);
    }
    expect(delivered(home, "Maildir").sort()).toEqual([...mail, ...mail].sort());
    expect(delivered(home, "Maildir/.spam")).toEqual([]);
  });
});

describe("procmail", () => {
  it("gives mail back to be tried again later, where the recipe says so", () => {
    const home = newHome();
    const [command, ...args] = PROGRAMS.procmail(home, "/there/is/none");
    const recipe = readFileSync(join(home, ".procmailrc"), "latin1");
    writeFileSync(join(home, ".procmailrc"), recipe.replace("\n:0\n", "\n:0e\n{\n  EXITCODE=75\n  HOST\n}\n\n:0\n"));
    const { status } = spawnSync(command, args, {
      input: MESSAGES[0][2],
      env: { ...process.env, HOME: home },
      cwd: home,
    });
    expect(status).toBe(75);
    expect([...delivered(home, "Maildir"), ...delivered(home, "Maildir/.spam")]).toEqual([]);
  });
});

describe("maildrop", () => {
  it("gives mail back to be tried again later, where nothing catches the fault", () => {
    const home = newHome();
    const [command, ...args] = PROGRAMS.maildrop(home, "/there/is/none");
    const recipe = readFileSync(join(home, ".mailfilter"), "latin1");
    writeFileSync(join(home, ".mailfilter"), recipe.replace(/exception \{\n(.*)\n\}/, "$1"));
    const { status } = spawnSync(command, args, {
      input: MESSAGES[0][2],
      env: { ...process.env, HOME: home },
      cwd: home,
    });
    expect(status).toBe(75);
    expect([...delivered(home, "Maildir"), ...delivered(home, "Maildir/.spam")]).toEqual([]);
  });
});
