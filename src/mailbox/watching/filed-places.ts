import { folderJournals } from "../../delivery/filing/read-journal.js";
import { placeText } from "../filing/place.js";
import type { MessagePlace } from "./watch-state.js";

/** How long what was read from the journals is used, in milliseconds. */
const FRESH = 1_000;

/**
 * Returns a function that tells whether `mailbox sort` has put a message in its place, by the journals of the account.
 *
 * @param folder of the journals
 * @param name of the account
 */
export function filedPlaces(folder: string, name: string): (place: MessagePlace) => boolean {
  let [places, read] = [new Set<string>(), Number.NEGATIVE_INFINITY];
  return (place) => {
    const text = placeText(place);
    if (!places.has(text) && performance.now() - read > FRESH) {
      const journals = folderJournals(folder, () => undefined, name);
      places = new Set(
        journals.flatMap(({ steps }) => steps.filter(({ state }) => state === "done").map(({ id }) => id)),
      );
      read = performance.now();
    }
    return places.has(text);
  };
}
