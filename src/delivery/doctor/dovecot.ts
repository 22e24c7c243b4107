import { exists } from "../../documents/files/file-status.js";
import type { Place } from "./checks.js";
import { learnerFor } from "./look-at-dovecot.js";

/** A file of `thresher setup dovecot`. */
const SCRIPT = "/etc/dovecot/sieve-pipe/thresher-learn";

/** Returns the script for Dovecot, if it is there, and the model or the server that learns what a user moves. */
export function placesOfDovecot(home: string, script = SCRIPT): Place[] {
  const learner = learnerFor(home, script);
  return [...(exists(script) ? [["dovecot", script] as const] : []), ...(learner === undefined ? [] : [learner])];
}
