import { join } from "node:path";
import { orDataError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { filedCopies } from "./filed-copies.js";
import type { Journal, JournalStep } from "./journal.js";

/** A message that somebody has moved to the folder of another label. */
export type MoveSince = ReturnType<typeof movesSince>[number];

/**
 * Finds messages that have been moved since they were filed. A message is recognized by its content, so its file may
 * have another name. It was moved if one folder has fewer copies than the journal has put there, and another folder has
 * more. A message is left out if
 *
 * - there are more copies in the folders of several labels;
 * - it is in the folder for unsure messages or, in a Maildir++, in a folder such as Trash.
 *
 * @returns in the order of the journal, each content once: the path now and when it was filed, the label under which
 *   it was filed (undefined if it was unsure), the label of its folder now, which may be a new one, and the step
 * @throws DataError if the folder is gone, or something in it cannot be read.
 */
export function movesSince(journal: Journal) {
  const last = journal.sessions.at(-1);
  if (last === undefined) return [];
  const { into } = last;
  const copies = filedCopies(last, readOrStop);
  const isFiled = ({ state, mode }: JournalStep) => state === "done" && mode !== "double";
  return [...groupedBy(journal.steps.filter(isFiled), ({ digest }) => digest).values()].flatMap((steps) => {
    const copiesIn = groupedBy(copies.filesWith(steps[0]), ({ folder }) => folder);
    // Its last known place comes first: a message that was moved, learned and moved back was moved, too.
    for (const placeOf of [({ id }: JournalStep) => id, ({ target }: JournalStep) => target]) {
      const folderOf = (step: JournalStep) => copies.folderOfTarget(placeOf(step));
      const stepsInto = groupedBy(steps, folderOf);
      const surplus = (folder: string) => (copiesIn.get(folder)?.length ?? 0) - (stepsInto.get(folder)?.length ?? 0);
      const step = steps.findLast((one) => surplus(folderOf(one)) < 0);
      const gaining = [...copiesIn].filter(([name]) => surplus(name) > 0 && copies.labelOf(name) !== undefined);
      if (step === undefined || gaining.length !== 1) continue;
      const [[folder, files]] = gaining;
      const known = new Set(steps.map((one) => join(into, placeOf(one))));
      const { path } = files.find((file) => !known.has(file.path)) ?? files[0];
      const to = copies.labelOf(folder) ?? folder;
      return [{ path, filed: join(into, step.target), from: step.label, to, step }];
    }
    return [];
  });
}

/** Calls a function that reads a path. The first failure ends the search, because the file may be a moved message. */
function readOrStop<T>(path: string, read: () => T): T {
  return orDataError(read, (why) => `cannot search for moved messages, because ${path} cannot be read: ${why}`);
}
