import { folderJournals } from "../../delivery/filing/read-journal.js";

/**
 * Returns the places, as text, where `mailbox sort` has put messages, by the journals of the account. While `watch` has
 * the lock of the account, `sort` does not run.
 *
 * @param folder of the journals
 * @param name of the account
 */
export function filedPlaces(folder: string, name: string): ReadonlySet<string> {
  const steps = folderJournals(folder, () => undefined, name).flatMap((journal) => journal.steps);
  return new Set(steps.flatMap(({ state, id }) => (state === "done" ? [id] : [])));
}
