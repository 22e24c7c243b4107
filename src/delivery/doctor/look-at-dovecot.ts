import { accessSync, constants, lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { orElse } from "../../base/errors.js";
import { smallest } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { shellWord } from "../../base/shell-words.js";
import { exists } from "../../documents/files/file-status.js";
import { durationText, fault, HOUR, notice, ok, type Remark, type Remarks } from "./finding.js";

/** The folder in a home where lessons wait, as in that script. */
const QUEUE = ".thresher-lessons";
/** In megabytes of address space. Node.js starts with this much, and Dovecot gives 256. */
const NEEDED = 768;

/** The learner of a user: a model, a server that spamc teaches, or a socket for learning. */
type Learner = readonly [kind: "model" | "tell" | "learnSocket", place: string];

/** Returns what learns what a user moves, as the script for Dovecot chooses it. Undefined if there is no script. */
export function learnerFor(home: string, script: string): Learner | undefined {
  const text = orElse(() => readFileSync(script, "utf8"), "");
  const variable = (name: string) => new RegExp(`^${name}="?([^"\n]*)`, "m").exec(text)?.[1] ?? "";
  const [model, server] = [variable("model").replace("$HOME", home), variable("server")];
  if (exists(model)) return ["model", model];
  const [, host, port] = /^-d (\S+) -p (\d+)/.exec(variable("spamd")) ?? [];
  if (port !== undefined && !exists(server)) return ["tell", `${host}:${port}`];
  return server === "" ? undefined : ["learnSocket", server];
}

/**
 * Looks at the files of `thresher setup dovecot`, and at the lessons of this user that wait.
 *
 * @param script the path of `thresher-learn`; the other files are in folders next to its own
 * @param home of this user
 * @param now in milliseconds since 1970
 */
export function lookAtDovecot(script: string, home: string, now: number): Remarks {
  const etc = dirname(dirname(script));
  const isRunnable = orElse(() => accessSync(script, constants.X_OK) === undefined, false);
  const text = orElse(() => readFileSync(script, "utf8"), "");
  const configuration = join(etc, "conf.d/95-thresher.conf");
  const limits = orElse(() => readFileSync(configuration, "utf8"), "");
  const [, size = "0", unit] = /^\s*vsz_limit\s*=\s*(\d+)\s*([GM])/m.exec(limits) ?? [];
  const needsNode = learnerFor(home, script)?.[0] !== "tell";
  const isShort = needsNode && Number(size) * (unit === "G" ? 1024 : 1) < NEEDED;
  const sieves = ["spam", "ham"].map((name) => join(etc, `sieve/thresher-${name}.sieve`));
  const remarks: readonly (Remark | false)[] = [
    !isRunnable && fault(`Dovecot cannot run it: run chmod 755 ${shellWord(script)}`),
    !text.includes(QUEUE) &&
      fault("it is of an earlier version and teaches nothing: move it away, and run thresher setup dovecot again"),
    limits === "" &&
      fault(`${configuration} is not there, so Dovecot calls no script: run thresher setup dovecot again`),
    isShort &&
      fault(`Dovecot gives Node.js too little address space: set vsz_limit = 2 G for service imap in ${configuration}`),
    !needsNode && !exists("/usr/bin/spamc") && fault("it calls spamc, which is not there: run apt install spamc"),
    ...sieves.map((path) => sieveRemark(path)),
    ...lookAtLessons(join(home, QUEUE), now),
  ];
  return remarks.some((remark) => remark !== false && remark.state === "fault")
    ? remarks
    : [...remarks, ok("Dovecot's files are in place")];
}

/** Whether a Sieve script is there and compiled. Dovecot cannot write below /etc, so it would compile it for each message. */
function sieveRemark(path: string): Remark | false {
  const [source, compiled] = [path, path.replace(/\.sieve$/, ".svbin")].map((each) =>
    lstatSync(each, { throwIfNoEntry: false }),
  );
  if (source === undefined) return fault(`${path} is not there: run thresher setup dovecot again`);
  return (compiled?.mtimeMs ?? 0) < source.mtimeMs && notice(`${path} is not compiled: run sievec ${shellWord(path)}`);
}

/** Looks at the lessons of a user that wait or were refused. */
function lookAtLessons(queue: string, now: number): Remarks {
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
