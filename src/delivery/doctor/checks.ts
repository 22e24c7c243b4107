import { DataError, reason } from "../../base/errors.js";
import type { Remarks } from "./finding.js";
import { lookAtDovecot } from "./look-at-dovecot.js";
import { lookAtJournals } from "./look-at-files.js";
import { lookAtModel } from "./look-at-model.js";
import { lookAtLearnSocket, lookAtSocket, lookAtSpamd, lookAtTeaching, type Surroundings } from "./look-at-servers.js";

/** Looks at a file or server. */
export type Look = (place: string, surroundings: Surroundings) => Promise<Remarks>;

/**
 * The checks of files and servers, by the options that name them; `tell` is a server that spamc teaches. Checks that wait
 * for an answer come last, so that no answer seems late.
 */
export const LOOKS = {
  model: (path, { now }) => lookAtModel(path, now),
  dovecot: async (script, { home, now }) => lookAtDovecot(script, home, now),
  into: async (folder) => lookAtJournals(folder, "thresher sort"),
  socket: served("--socket", lookAtSocket),
  learnSocket: served("--learn-socket", lookAtLearnSocket),
  spamd: served("--spamd", lookAtSpamd),
  tell: served("--spamd --allow-tell", lookAtTeaching),
} as const satisfies Record<string, Look>;

export type Kind = keyof typeof LOOKS;

/** A file, folder or server to look at, and its kind. */
export type Place = readonly [kind: Kind, place: string];

/** Adds to the errors of a look what must run there. */
function served(options: string, look: Look): Look {
  return (place, surroundings) =>
    look(place, surroundings).catch((error) => {
      throw new DataError(`${reason(error)} (thresher serve ${options} must run there)`);
    });
}
