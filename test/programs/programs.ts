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
import { isRoot, NOBODY } from "../helpers/imap-daemon.js";

export { trainedModel } from "../helpers/trained-model.js";
export { isRoot, NOBODY };

/** Messages of the two classes of `trainedModel`. */
export const HAM = "From: a@example.com\nSubject: meeting\n\nlunch tomorrow, and a report\n";
export const SPAM = "From: b@example.com\nSubject: urgent\n\nwinner of a cash prize\n";

/** Seconds that a program waits for an answer that comes. However slow a machine is, it comes before. */
export const PATIENCE = 600;

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
  for (const [name, lines] of Object.entries(scripts)) write(folder, name, `#!/bin/sh\n${lines}\n`, 0o755);
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

/** Settings of Dovecot with which a script of Sieve calls the filters in a folder `bin`. */
export const sieveFilter = (home: string, protocol: "lda" | "lmtp") => `protocol ${protocol} {
  mail_plugins = sieve
}
plugin {
  sieve = ${home}/.dovecot.sieve
  sieve_plugins = sieve_extprograms
  sieve_extensions = +vnd.dovecot.filter
  sieve_filter_bin_dir = ${home}/bin
  sieve_filter_exec_timeout = ${PATIENCE}s
}
`;

/** Writes the recipe of src/delivery/README.md for Sieve, and the filter that it calls. */
export function writeSieve(home: string, filter: string): void {
  mkdirSync(join(home, "bin"), { recursive: true });
  write(home, "bin/thresher", `#!/bin/sh\n${filter}\n`, 0o755);
  const sieve = `require ["vnd.dovecot.filter", "fileinto"];
filter "thresher";
if header :contains "X-Thresher" "label=spam;" {
  fileinto "spam";
}
`;
  write(home, ".dovecot.sieve", sieve);
}

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
    writeSieve(home, `PATH=${path}; export PATH\nexec ${command}`);
    return ["/usr/lib/dovecot/dovecot-lda", "-c", dovecotConfiguration(home, "", sieveFilter(home, "lda"))];
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
  const env = { HOME: home, ...(isRoot && { USER: "nobody", LOGNAME: "nobody" }) };
  return executeProgram(program, args, { input, cwd: home, env, ...(isRoot && { user: NOBODY }) });
}

/** Returns the output of a program that has to succeed. */
export async function succeeded(outcome: Promise<Outcome>): Promise<string> {
  const { code, stdout, stderr } = await outcome;
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** The documents of each class, and the counts of all terms in it. */
export async function countsOf(model: string) {
  const json = await succeeded(thresher(["inspect", "-m", model, "--terms", "1000", "--json"]));
  const { documents, classes }: { documents: number; classes: { documents: number }[] } = JSON.parse(json);
  return { documents, classes };
}
