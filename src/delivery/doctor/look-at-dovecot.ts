import { accessSync, constants, lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { orElse } from "../../base/errors.js";
import { smallest } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { shellWord } from "../../base/shell-words.js";
import { exists } from "../../documents/files/file-status.js";
import { durationText, fault, HOUR, notice, ok, type Remarks } from "./finding.js";

/** A file of `thresher setup dovecot`. */
const SCRIPT = "/etc/dovecot/sieve-pipe/thresher-learn";
/** The folder in a home where lessons wait, as in that script. */
const QUEUE = ".thresher-lessons";

/** A script for Dovecot; or what it teaches: a model, a server that spamc teaches, or a socket for learning. */
type Place = readonly [kind: "dovecot" | "model" | "tell" | "learnSocket", place: string];

/** Returns the script for Dovecot, if it is there, and the model or the server that learns what a user moves. */
export function placesOfDovecot(home: string, script = SCRIPT): Place[] {
  if (!exists(script)) return [];
  const text = orElse(() => readFileSync(script, "utf8"), "");
  const variable = (name: string) => new RegExp(`^${name}="?([^"\n]*)`, "m").exec(text)?.[1] ?? "";
  const [model, server] = [variable("model").replace("$HOME", home), variable("server")];
  const [, host, port] = /^-d (\S+) -p (\d+)/.exec(variable("spamd")) ?? [];
  const places: Place[] = [["dovecot", script]];
  // As the script chooses.
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
  const remarks = [
    !isRunnable && fault(`Dovecot cannot run it: run chmod 755 ${shellWord(script)}`),
    !exists(configuration) &&
      fault(`${configuration} is not there, so Dovecot calls no script: run thresher setup dovecot again`),
  ].filter((remark) => remark !== false);
  return [
    ...(remarks.length > 0 ? remarks : [ok("Dovecot's files are in place")]),
    ...lessonsIn(join(home, QUEUE), now),
  ];
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
