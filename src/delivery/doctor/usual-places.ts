import { accessSync, constants, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { orElse } from "../../base/errors.js";
import { exists } from "../../documents/files/file-status.js";
import type { Kind, Place } from "./checks.js";
import { learnerFor } from "./look-at-dovecot.js";

/** A file of `thresher setup dovecot`. */
const SCRIPT = "/etc/dovecot/sieve-pipe/thresher-learn";

/** Returns the script for Dovecot, if it is there, and the model or the server that learns what a user moves. */
export function placesOfDovecot(home: string, script = SCRIPT): Place[] {
  const learner = learnerFor(home, script);
  return [...(exists(script) ? [["dovecot", script] as const] : []), ...(learner === undefined ? [] : [learner])];
}

/** Where `thresher setup systemd` puts its units. */
const UNITS = "/etc/systemd/system";

/** The kind of each socket, by its `FileDescriptorName`. */
const KINDS: Readonly<Record<string, Kind>> = { spamd: "spamd", filter: "socket", learn: "learnSocket" };

/** Returns the model of the service of systemd, if this user can read it, and its sockets that are enabled. */
export function placesOfSystemd(units = UNITS): Place[] {
  const value = (name: string, pattern: RegExp) =>
    pattern.exec(orElse(() => readFileSync(join(units, name), "utf8"), ""))?.[1] ?? "";
  const model = value("thresher.service", /^ExecStart=.* -m (\S+)/m);
  const canRead = orElse(() => accessSync(dirname(model), constants.R_OK | constants.X_OK) === undefined, false);
  const names = orElse(() => readdirSync(units), []).filter((name) => /^thresher-.*\.socket$/.test(name));
  const enabled = names.filter((name) => exists(join(units, "sockets.target.wants", name)));
  const sockets = enabled.map((name): Place => {
    return [KINDS[value(name, /^FileDescriptorName=(\w+)/m)], value(name, /^ListenStream=(\S+)/m)];
  });
  return [
    ...(model !== "" && canRead ? [["model", model] as const] : []),
    ...sockets.filter(([kind]) => kind !== undefined),
  ];
}
