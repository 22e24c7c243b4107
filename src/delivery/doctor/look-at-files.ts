import {
  accessSync,
  constants,
  lstatSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type DataError, orElse } from "../../base/errors.js";
import { smallest } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { isOnlyOurs } from "../../base/only-ours.js";
import { shellWord } from "../../base/shell-words.js";
import { isLocked } from "../../documents/files/file-lock.js";
import { exists } from "../../documents/files/open-file.js";
import { A_DAY } from "../../documents/files/write-file.js";
import { mayBeRunning } from "../filing/journal-file.js";
import { unfinishedJournals } from "../filing/read-journal.js";
import { durationText, fault, HOUR, notice, ok, type Remark, type Remarks } from "./finding.js";

/**
 * Looks for sessions of `sort` that were stopped.
 *
 * @param folder with their journals
 * @param command that puts in order what they left half done
 * @param store the name of the store, if it is not the folder
 */
export function lookAtJournals(folder: string, command: string, store?: string): Remarks {
  if (!exists(folder)) return [];
  const refused: Remark[] = [];
  const onRefused = ({ message }: DataError) => refused.push(notice(message));
  const stopped = unfinishedJournals(realpathSync(folder), onRefused, store).filter((each) => !mayBeRunning(each));
  const advice = `run ${command} again, which puts it in order`;
  const remarks = stopped.map(({ path, steps }) => {
    const half = steps.filter(({ state }) => state === "open").length;
    const was = `a run was stopped with ${plural(half, "message")} half moved`;
    return (half === 0 ? notice : fault)(`${was}: ${advice} (${path})`);
  });
  return [...refused, ...remarks];
}

/**
 * Looks at the state of `mailbox watch`. The time of the file is when it last looked through the account.
 *
 * @param path of the state; nothing is said if there is none
 * @param command that watches, for messages
 */
export function lookAtWatch(path: string, command: string, now: number): Remarks {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return [];
  const age = now - status.mtimeMs;
  const last = `it last looked through the account ${durationText(age)} ago`;
  const running = (age > HOUR ? notice : ok)(`${command} is running; ${last}`);
  const ended = `${command} is not running; ${last}: start it, and it learns what you have moved since`;
  return [
    (status.mode & 0o022) !== 0 && fault(`other users may have written to the state of ${command}: remove ${path}`),
    isLocked(`${path}.lock`) ? running : (age > A_DAY ? fault : notice)(ended),
  ];
}

/** The sticky bit: in such a folder, users cannot replace the files of others. */
const STICKY = 0o1000;

/** Looks at who else than its owner, root and this user can write to a model, or read it. */
export function lookAtPermissions(path: string): Remarks {
  const real = realpathSync(path);
  const [status, folder] = [statSync(real), statSync(dirname(real))];
  const isShared = !isOnlyOurs(folder, status.uid) && (folder.mode & STICKY) === 0;
  const change = (what: string, at: string) => fault(`other users can change ${what}: run chmod go-w ${shellWord(at)}`);
  const read = notice(
    `other users can read it, and it holds words of your documents: run chmod o-rx ${shellWord(path)}`,
  );
  return [
    !isOnlyOurs(status, status.uid) && change("it", path),
    isShared && change(dirname(real), dirname(real)),
    canOthersReach(real, 0o004) && read,
  ];
}

/**
 * Whether users who are neither the owner nor in the group have a right to a file, and can enter its folders.
 *
 * @param right a permission bit of others: 0o004 to read, 0o002 to write, 0o001 to enter a folder
 */
export function canOthersReach(path: string, right: number, status: Stats = statSync(path)): boolean {
  if ((status.mode & right) === 0) return false;
  const folder = dirname(path);
  return folder === path || canOthersReach(folder, 0o001);
}

/** A file of `thresher setup dovecot`. */
const SCRIPT = "/etc/dovecot/sieve-pipe/thresher-learn";
/** The folder in a home where lessons wait, as in that script. */
const QUEUE = ".thresher-lessons";

/** A script for Dovecot; or what it teaches: a model, a server that spamc teaches, or a socket for learning. */
type DovecotPlace = readonly [kind: "dovecot" | "model" | "tell" | "learnSocket", place: string];

/** Returns the script for Dovecot, if it is there, and the model or the server that learns what a user moves. */
export function placesOfDovecot(home: string, script = SCRIPT): DovecotPlace[] {
  if (!exists(script)) return [];
  const text = orElse(() => readFileSync(script, "utf8"), "");
  const variable = (name: string) => new RegExp(`^${name}="?([^"\n]*)`, "m").exec(text)?.[1] ?? "";
  const [model, server] = [variable("model").replace("$HOME", home), variable("server")];
  const [, host, port] = /^-d (\S+) -p (\d+)/.exec(variable("spamd")) ?? [];
  const places: DovecotPlace[] = [["dovecot", script]];
  // The script chooses in the same order.
  if (exists(model)) places.push(["model", model]);
  else if (port !== undefined && !exists(server)) places.push(["tell", `${host}:${port}`]);
  else if (server !== "") places.push(["learnSocket", server]);
  return places;
}

/**
 * Looks at the files of `thresher setup dovecot`, and at the lessons of this user that wait or were refused.
 *
 * @param script the path of `thresher-learn`; the configuration is in a folder next to its own
 * @param home of this user
 * @param now in milliseconds since 1970
 */
export function lookAtDovecot(script: string, home: string, now: number): Remarks {
  const configuration = join(dirname(dirname(script)), "conf.d/95-thresher.conf");
  const isRunnable = orElse(() => accessSync(script, constants.X_OK) === undefined, false);
  const faults: Remarks = [
    !isRunnable && fault(`Dovecot cannot run it: run chmod 755 ${shellWord(script)}`),
    !exists(configuration) &&
      fault(`${configuration} is not there, so Dovecot calls no script: run thresher setup dovecot again`),
  ];
  return [...faults, !faults.some(Boolean) && ok("Dovecot's files are in place"), ...lessonsIn(join(home, QUEUE), now)];
}

function lessonsIn(queue: string, now: number): Remarks {
  const rejected = join(queue, "refused");
  const [waiting, refused] = [queue, rejected].map((folder) =>
    orElse(() => readdirSync(folder).filter((name) => /^\d/.test(name)), []),
  );
  const times = waiting.map((name) => lstatSync(join(queue, name), { throwIfNoEntry: false })?.mtimeMs ?? now);
  const age = now - smallest(times, now);
  const wait = `${plural(waiting.length, "lesson waits", "lessons wait")} in ${queue} for ${durationText(age)}`;
  return [
    waiting.length > 0 &&
      (age > HOUR ? fault(`${wait}: nothing learns them; start the server, and run thresher-learn`) : ok(wait)),
    refused.length > 0 &&
      notice(
        `${plural(refused.length, "lesson")} in ${rejected}: the server refused them; move them to ${queue} to try again`,
      ),
  ];
}
