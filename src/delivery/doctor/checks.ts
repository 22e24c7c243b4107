import { DataError, reason } from "../../base/errors.js";
import { dovecotFiles, lookAtDovecot } from "./dovecot.js";
import type { Check } from "./finding.js";
import { lookAtCopy, lookAtJournals } from "./look-at-files.js";
import { lookAtModel, lookAtUserModels } from "./look-at-model.js";
import { lookAtLearnSocket, lookAtMetrics, lookAtSocket, lookAtSpamd, lookAtTeaching } from "./look-at-servers.js";
import type { Surroundings } from "./places.js";
import { lookAtUnits, unitFolders } from "./units.js";

/** The checks of files and servers. Those that take long without waiting come first, so that no answer seems late. */
export const CHECKS: readonly Check<Surroundings>[] = [
  { name: "model", of: ({ places }) => places.model, look: (path, { now }) => lookAtModel(path, now) },
  { name: "models", of: ({ places }) => places.models, look: (pattern, { now }) => lookAtUserModels(pattern, now) },
  { name: "sort", of: ({ places }) => places.into, look: (folder) => lookAtJournals(folder, "thresher sort") },
  { name: "keep", of: ({ places }) => places.keep, look: lookAtCopy },
  { name: "systemd", of: unitFolders, look: lookAtUnits },
  { name: "dovecot", of: dovecotFiles, look: lookAtDovecot },
  { name: "socket", of: ({ places }) => places.socket, look: served("--socket", lookAtSocket) },
  { name: "learn-socket", of: ({ places }) => places.learnSocket, look: served("--learn-socket", lookAtLearnSocket) },
  { name: "spamd", of: ({ places }) => places.spamd, look: served("--spamd", lookAtSpamd) },
  { name: "tell", of: ({ places }) => places.tell, look: served("--spamd --allow-tell", lookAtTeaching) },
  { name: "metrics", of: ({ places }) => places.metrics, look: served("--metrics", lookAtMetrics) },
];

/** Adds to the errors of a look what must run there. */
function served(options: string, look: Check<Surroundings>["look"]): Check<Surroundings>["look"] {
  return async (place, surroundings) => {
    try {
      return await look(place, surroundings);
    } catch (error) {
      throw new DataError(`${reason(error)} (thresher serve ${options} must run there)`);
    }
  };
}
