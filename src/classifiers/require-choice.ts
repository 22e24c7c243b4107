import { DataError } from "../errors.js";

/**
 * A model that has learned one class so far says that everything belongs to it, with
 * certainty. Nothing may come of that for a message.
 *
 * @param where what asks for a model with a choice
 * @throws DataError if there is one class alone.
 */
export function requireChoice(where: string, labels: readonly string[]): void {
  if (labels.length !== 1) return;
  throw new DataError(
    `${where}: required a model of two classes or more, found one that knows ${JSON.stringify(labels[0])} alone: let it learn another`,
  );
}
