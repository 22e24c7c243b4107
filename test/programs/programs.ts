import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { COMMAND, execute as executeProgram, type Outcome, thresher } from "../helpers/command.js";
import { namesIn, temporaryFolder } from "../helpers/folder.js";

export { trainedModel } from "../helpers/trained-model.js";

/** The user `nobody`, as whom root runs what refuses to deliver to root. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/**
 * The command as it is installed, `thresher`, and scripts of a test, in the one folder of a path
 * that is ours. It is a copy: wherever the checkout lies, another user can run it.
 */
export function installed(scripts: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  cpSync(dirname(COMMAND), join(folder, "files"), { recursive: true });
  symlinkSync("files/thresher.cjs", join(folder, "thresher"));
  chmodSync(join(folder, "thresher"), 0o755);
  symlinkSync(process.execPath, join(folder, "node"));
  for (const [name, lines] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  }
  return folder;
}

/** A home with a model, an inbox and a folder for spam. */
export function newHome(model?: string): string {
  const home = temporaryFolder();
  for (const maildir of ["Maildir", "Maildir/.spam"]) {
    for (const part of ["cur", "new", "tmp"]) mkdirSync(join(home, maildir, part), { recursive: true });
  }
  if (model !== undefined) cpSync(model, join(home, "mail.model"));
  return home;
}

/** Returns the messages delivered to a folder, in any order. */
export function delivered(home: string, maildir: string): string[] {
  const folder = join(home, maildir, "new");
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
}

/** A message without the field that is new. */
export const withoutOurs = (message: string) => message.replace(/^X-Thresher: .*\n/m, "");

/** The program's arguments, after its recipe has been written into a home. */
type Recipe = (home: string, path: string, command: string) => readonly [string, ...string[]];

/** Recipes of src/delivery/README.md, that for procmail without its block ":0e". The programs add nothing to a message in a Maildir. */
export const PROGRAMS = {
  procmail: (home, path, command) => {
    const recipe = `SHELL=/bin/sh
PATH=${path}
MAILDIR=${home}/Maildir
DEFAULT=${home}/Maildir/
LOGFILE=${home}/procmail.log

:0fwr: thresher.lock
| ${command}

:0
* ^X-Thresher: label=spam;
.spam/
`;
    write(home, ".procmailrc", recipe);
    return ["procmail", "-m", join(home, ".procmailrc")];
  },
  maildrop: (home, path, command) => {
    const recipe = `PATH="${path}"
exception {
  xfilter "${command}"
}
if (/^X-Thresher: label=spam;/)
{
  to "${home}/Maildir/.spam"
}
to "${home}/Maildir"
`;
    write(home, ".mailfilter", recipe);
    return ["maildrop", join(home, ".mailfilter")];
  },
  "dovecot-lda": (home, path, command) => {
    mkdirSync(join(home, "bin"), { recursive: true });
    write(home, "bin/thresher", `#!/bin/sh\nPATH=${path}; export PATH\nexec ${command}\n`, 0o755);
    const sieve = `require ["vnd.dovecot.filter", "fileinto"];
filter "thresher";
if header :contains "X-Thresher" "label=spam;" {
  fileinto "spam";
}
`;
    write(home, ".dovecot.sieve", sieve);
    const plugins = `protocol lda {
  mail_plugins = sieve
}
plugin {
  sieve = ${home}/.dovecot.sieve
  sieve_plugins = sieve_extprograms
  sieve_extensions = +vnd.dovecot.filter
  sieve_filter_bin_dir = ${home}/bin
}
`;
    return ["/usr/lib/dovecot/dovecot-lda", "-c", dovecotConfiguration(home, "", plugins)];
  },
} as const satisfies Readonly<Record<string, Recipe>>;

export type Program = keyof typeof PROGRAMS;

/** Writes the configuration of Dovecot for a home, and returns its path. */
export function dovecotConfiguration(home: string, layout: string, more = ""): string {
  const configuration = `base_dir = ${home}/run
log_path = ${home}/dovecot.log
mail_home = ${home}
mail_location = maildir:${home}/Maildir${layout}
ssl = no
namespace inbox {
  inbox = yes
}
${more}`;
  write(home, "dovecot.conf", configuration);
  giveHome(home);
  return join(home, "dovecot.conf");
}

/** The PATH of programs. */
export const searchPath = (bin: string) => `${bin}:/usr/local/bin:/usr/bin:/bin`;

/** Gives a home with all in it to whom `execute` runs programs as. */
export function giveHome(home: string): void {
  if (isRoot) for (const name of ["", ...namesIn(home)]) chownSync(join(home, name), NOBODY, NOBODY);
}

/** Writes a file that its owner alone may read, as these programs want it. */
export function write(home: string, name: string, text: string, mode = 0o600): void {
  writeFileSync(join(home, name), text);
  chmodSync(join(home, name), mode);
}

/** How a message is delivered. */
export interface Delivering {
  /** The command that marks a message. Default: the filter with the model in the home folder. */
  readonly command?: string;
  /** The folder of the command. Default: where it is installed. */
  readonly bin: string;
  /** Changes the recipe that has been written. */
  readonly edit?: (home: string) => void;
}

/** Delivers a message as the mail server would. */
export async function deliver(
  program: Program,
  home: string,
  message: string,
  { command = `thresher filter -m ${home}/mail.model`, bin, edit }: Delivering,
): Promise<Outcome> {
  const [executable, ...args] = PROGRAMS[program](home, searchPath(bin), command);
  edit?.(home);
  const input = Buffer.from(message, "latin1");
  if (program === "dovecot-lda") return execute(executable, args, home, input);
  return executeProgram(executable, args, { input, cwd: home, env: { HOME: home } });
}

/** Runs a program that refuses to work for root, as another user if need be. */
export function execute(
  program: string,
  args: readonly string[],
  home: string,
  input: Uint8Array = Buffer.alloc(0),
): Promise<Outcome> {
  const asNobody = isRoot ? { user: NOBODY } : {};
  const env = { HOME: home, ...(isRoot ? { USER: "nobody", LOGNAME: "nobody" } : {}) };
  return executeProgram(program, args, { input, cwd: home, env, ...asNobody });
}

/** As `deliver`, where it has to succeed. */
export async function deliverSafely(...delivery: Parameters<typeof deliver>): Promise<void> {
  const { code, stderr } = await deliver(...delivery);
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
}

/** The documents of each class, and the counts of all terms in it. */
export async function countsOf(model: string) {
  const { code, stdout } = await thresher(["inspect", "-m", model, "--terms", "1000", "--json"]);
  expect(code).toBe(0);
  const { documents, classes } = JSON.parse(stdout);
  return { documents, classes };
}
