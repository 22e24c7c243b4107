/** The reason for leaving an unsure message. */
export const UNSURE = "unsure";
/** The reason for leaving a message whose class was not chosen. */
export const NOT_CHOSEN = "not chosen";
/** The reason for leaving a message that an earlier session had moved into the same folder. */
export const MOVED_BACK = "you have moved it back";

/** The options that decide which messages are filed, and where. */
export interface PolicyOptions {
  /** The folder of each label. */
  readonly folders: ReadonlyMap<string, string>;
  /** The labels whose messages are filed. Default: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** A message is unsure if its class is less probable than this. */
  readonly unsureBelow: number;
  /** The folder for unsure messages. Default: they are left. */
  readonly unsure?: string | undefined;
}

/** A folder, and its label. Undefined for the folder of unsure messages. */
interface FolderOfLabel {
  readonly folder: string;
  readonly label: string | undefined;
}

/** Where a message goes: into a folder, or nowhere (`folder` is undefined), and why. `more`: further folders. */
export type Destination =
  | (FolderOfLabel & { readonly isUnsure: boolean; readonly more?: readonly FolderOfLabel[] })
  | { readonly folder: undefined; readonly why: typeof UNSURE | typeof NOT_CHOSEN; readonly isUnsure: boolean };

/**
 * Chooses the folders of a document by its class, or by the labels that it gets.
 *
 * @param given the class or the labels, the most probable first
 * @param isGuess whether the model cannot tell, for example because it knows no word of the document
 */
export function destinationOf(
  given: readonly { readonly label: string; readonly probability: number }[],
  isGuess: boolean,
  { folders, only, unsureBelow, unsure }: PolicyOptions,
): Destination {
  const chosen = given.filter(({ label }) => only?.has(label) !== false);
  if (given.length > 0 && chosen.length === 0) return { folder: undefined, why: NOT_CHOSEN, isUnsure: false };
  const sure = isGuess ? [] : chosen.filter(({ probability }) => probability >= unsureBelow);
  const [first, ...more] = sure.map(({ label }) => ({ folder: folders.get(label) ?? label, label }));
  if (first !== undefined) return { ...first, more, isUnsure: false };
  return unsure === undefined
    ? { folder: unsure, why: UNSURE, isUnsure: true }
    : { folder: unsure, label: undefined, isUnsure: true };
}
