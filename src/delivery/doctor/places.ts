/**
 * The kinds of places to look at, named for options of other commands: models; patterns of the models of users; servers
 * for `filter`, for `learn`, for clients of spamd, for those that teach it, and for monitors; folders that `sort` files into; copies of mail.
 */
export const KINDS = ["model", "models", "socket", "learnSocket", "spamd", "tell", "metrics", "into", "keep"] as const;
type Kind = (typeof KINDS)[number];

/** A place, and its kind. */
export type Place = readonly [kind: Kind, place: string];

/** What to look at, by kind. */
export type Places = Readonly<Record<Kind, readonly string[]>>;

/** Collects places by kind, each once. */
export function placesOf(places: readonly Place[]): Places {
  const of = (kind: Kind) => new Set(places.flatMap(([each, place]) => (each === kind ? [place] : [])));
  return Object.fromEntries(KINDS.map((kind) => [kind, [...of(kind)]])) as Record<Kind, string[]>;
}

/** The kinds by the options of `thresher serve`. */
export const SERVED: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...(["model", "models", "socket", "spamd", "metrics"] as const).map((kind) => [kind, kind] as const),
  ["m", "model"],
  ["port", "socket"],
  ["learn-socket", "learnSocket"],
]);

/** What the checks of files and servers need. */
export interface Surroundings {
  readonly places: Places;
  /** Where the root of the file system is: `/`, unless the files of another system are looked at. */
  readonly root: string;
  /** The home folder of the user. */
  readonly home: string;
  /** The version of this program. */
  readonly version: string;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds to wait for each answer. */
  readonly patience: number;
}
