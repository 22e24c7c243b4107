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
 * Chooses the folder of a message by its most probable class and the probability of that class.
 *
 * @param isGuess whether the model knows no word of the message, nor its sender
 */
export function destinationOf(
  { label, probability }: { readonly label: string; readonly probability: number },
  isGuess: boolean,
  { folders, only, unsureBelow, unsure }: PolicyOptions,
): Destination {
  if (only?.has(label) === false) return { folder: undefined, why: NOT_CHOSEN, isUnsure: false };
  const isUnsure = isGuess || probability < unsureBelow;
  const folder = isUnsure ? unsure : folders.get(label);
  if (folder === undefined) return { folder, why: UNSURE, isUnsure };
  return { folder, label: isUnsure ? undefined : label, isUnsure };
}

/**
 * Chooses the folders of a document by the labels that it gets.
 *
 * @param given the labels, the most probable first
 * @param isGuess as for `destinationOf`
 */
export function destinationOfLabels(
  given: readonly { readonly label: string; readonly probability: number }[],
  isGuess: boolean,
  policy: PolicyOptions,
): Destination {
  const sure = isGuess ? [] : given.filter(({ probability }) => probability >= policy.unsureBelow);
  const chosen = sure.filter(({ label }) => policy.only?.has(label) !== false).map(({ label }) => label);
  if (sure.length > 0 && chosen.length === 0) return { folder: undefined, why: NOT_CHOSEN, isUnsure: false };
  const [first, ...more] = chosen.map((label) => ({ folder: policy.folders.get(label) ?? label, label }));
  if (first !== undefined) return { ...first, more, isUnsure: false };
  const { unsure: folder } = policy;
  return folder === undefined ? { folder, why: UNSURE, isUnsure: true } : { folder, label: undefined, isUnsure: true };
}
