import { createRequire } from "node:module";
import type picomatch from "picomatch";
import { isText, shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import type { Problem } from "../problem.js";

/** The options that select the files of a folder which are documents. */
export interface FileOptions {
  /**
   * Patterns in the syntax of picomatch. A file must match one of them. A pattern without wildcards may also name a
   * folder; it then means everything in the folder. Default: all files.
   */
  readonly include?: readonly string[];
  /** Patterns for files and folders to leave out. */
  readonly exclude?: readonly string[];
}

/** A pattern, and whether anything has matched it. */
interface Pattern {
  readonly kind: "include" | "exclude";
  readonly text: string;
  readonly isMatch: (path: string) => boolean;
  /**
   * Whether it is the name of this file or folder, and so means everything in it. The name may look like a pattern:
   * `[Gmail]`.
   */
  readonly isName: (path: string) => boolean;
  /** Whether the pattern has no wildcards. */
  readonly isPlain: boolean;
  hasMatched: boolean;
}

/** The include and exclude patterns of a command. Records which have matched, so that the others can be reported. */
export class PathPatterns {
  readonly #includes: readonly Pattern[];
  readonly #excludes: readonly Pattern[];

  /** Whether hidden files and folders may match: because they are wanted, or a pattern names one with its dot. */
  readonly mayMatchHidden: boolean;

  /**
   * @param hasHidden whether hidden files are wanted even if no pattern names them
   * @throws UsageError for a pattern that is empty or leads out of the folder
   */
  constructor({ include = [], exclude = [] }: FileOptions, hasHidden = false) {
    for (const [name, texts] of Object.entries({ include, exclude })) {
      if (Array.isArray(texts) && texts.every(isText)) continue;
      throw new UsageError(`${name} must be a list of patterns, not ${shown(texts)}`);
    }
    // An include pattern that begins with `!` excludes, unless it is a group such as `!(a|b)`.
    const patterns = [
      ...include.map((text) =>
        /^!(?!\()/.test(text) ? patternOf("exclude", text.slice(1), true) : patternOf("include", text, hasHidden),
      ),
      ...exclude.map((text) => patternOf("exclude", text, true)),
    ];
    this.mayMatchHidden = hasHidden || include.some((text) => /(?:^|[/{,(|])\.[^/]/.test(text));
    this.#includes = patterns.filter(({ kind }) => kind === "include");
    this.#excludes = patterns.filter(({ kind }) => kind === "exclude");
  }

  /** Whether there are no patterns, so that everything matches. */
  get isEmpty(): boolean {
    return this.#includes.length + this.#excludes.length === 0;
  }

  /** Whether a pattern excludes a file or folder. It then counts as matched. @param names its path, and other names that people use for it */
  excludes(names: readonly string[]): boolean {
    return matching(this.#excludes, ({ isMatch }) => names.some(isMatch)).length > 0;
  }

  /** Whether the patterns include a file. Patterns that do then count as matched. @param names all names of the file */
  includes(names: readonly string[]): boolean {
    if (this.#includes.length === 0) return true;
    const matches = ({ isMatch, isName }: Pattern) =>
      names.some((name) => isMatch(name) || foldersOf(name).some(isName));
    return matching(this.#includes, matches).length > 0;
  }

  /**
   * Returns the include patterns that name a folder, or have wildcards and begin with its name, and whether each is
   * exactly its name.
   *
   * @param names all names of the folder
   */
  naming(names: readonly string[]): { readonly text: string; readonly isName: boolean }[] {
    const begins = ({ text, isName, isPlain }: Pattern) =>
      names.some((name) => isName(name) || (!isPlain && text.startsWith(`${name}/`)));
    return matching(this.#includes, begins).map(({ text, isName }) => ({ text, isName: names.some(isName) }));
  }

  /** The patterns that have matched nothing up to now. */
  get unmatched(): Problem[] {
    return [...this.#includes, ...this.#excludes].flatMap(({ kind, text, hasMatched }) =>
      hasMatched ? [] : [{ kind: "unmatched", where: text, detail: kind }],
    );
  }
}

/** Returns the patterns that match, and records that they have matched. */
function matching(patterns: readonly Pattern[], matches: (pattern: Pattern) => boolean): Pattern[] {
  const found = patterns.filter(matches);
  for (const pattern of found) pattern.hasMatched = true;
  return found;
}

/** Returns the folders of a path: `a/b` and `a` for `a/b/c`. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) folders.push(path.slice(0, end));
  return folders;
}

/** Parses a pattern. @param dot whether its wildcards match hidden files */
function patternOf(kind: Pattern["kind"], text: string, dot: boolean): Pattern {
  requireBelow(kind, text);
  // Loaded late, because most commands have no patterns.
  const match = createRequire(import.meta.url)("picomatch") as typeof picomatch;
  const pattern = text.replace(/(?<=[^/])\/+$/, "");
  // The flag `s`, because a name may contain line ends.
  const matches = match(pattern, { dot, flags: "s" });
  const isMatch = (path: string) => path === pattern || matches(path);
  const isPlain = !match.scan(pattern).isGlob;
  return { kind, text, isMatch, isPlain, isName: isPlain ? isMatch : (path) => path === pattern, hasMatched: false };
}

/** @throws UsageError if a pattern is empty, absolute or has `..` */
function requireBelow(kind: Pattern["kind"], pattern: string): void {
  const leadsOut = /^!?\/|(?:^|[/{,(|!])\.\.(?:$|[/},)|])/.test(pattern);
  if (pattern !== "" && !leadsOut) return;
  throw new UsageError(
    `${kind}: ${JSON.stringify(pattern)} is not a path below the folder: use one, or a pattern such as **/*.txt`,
  );
}
