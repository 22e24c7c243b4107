import { readFileSync } from "node:fs";
import { orElse } from "../../base/errors.js";
import { exists } from "../../documents/files/file-status.js";
import type { Place } from "./checks.js";

/** A file of `thresher setup dovecot`. */
const SCRIPT = "/etc/dovecot/sieve-pipe/thresher-learn";

/** Returns the model or the server that learns what a user moves, as the script for Dovecot chooses it. */
export function placesOfDovecot(home: string, script = SCRIPT): Place[] {
  const text = orElse(() => readFileSync(script, "utf8"), "");
  const variable = (name: string) => new RegExp(`^${name}="?([^"\n]*)`, "m").exec(text)?.[1] ?? "";
  const [model, server] = [variable("model").replace("$HOME", home), variable("server")];
  if (exists(model)) return [["model", model]];
  const [, host, port] = /^-d (\S+) -p (\d+)/.exec(variable("spamd")) ?? [];
  if (port !== undefined && !exists(server)) return [["tell", `${host}:${port}`]];
  return server === "" ? [] : [["learnSocket", server]];
}
