import { folderJournals } from "../../delivery/filing/read-journal.js";
import { type MessagePlace, placeText } from "../filing/place.js";

/**
 * Returns a function that tells whether `mailbox sort` has put a message in its place, by the journals of the account.
 * They are read once: while `watch` has the lock of the account, `sort` does not run.
 *
 * @param folder of the journals
 * @param name of the account
 */
export function filedPlaces(folder: string, name: string): (place: MessagePlace) => boolean {
  let places: ReadonlySet<string> | undefined;
  return (place) => {
    const steps = () => folderJournals(folder, () => undefined, name).flatMap((journal) => journal.steps);
    places ??= new Set(steps().flatMap(({ state, id }) => (state === "done" ? [id] : [])));
    return places.has(placeText(place));
  };
}
