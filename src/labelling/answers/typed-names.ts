import { UsageError } from "../../base/errors.js";
import { quoted, safeText } from "../../base/safe-text.js";
import { alikeClass } from "../../documents/alike-classes.js";
import type { Decisions } from "./decisions.js";
import { isClassName } from "./step.js";

/** Reads the names of classes that the user types. A new name that is like that of another class has to be given twice. */
export class TypedNames {
  /** The last new name. If it was refused because it is like another one, the second time it is taken. */
  #lastName: string | undefined;

  /**
   * Returns the class of a name; the name itself if there is none.
   *
   * @param renamed the class that gets the name, if it is not for a document
   * @throws UsageError if it cannot be the name of a folder, or is new and like another one, the first time.
   */
  read(typed: string, decisions: Decisions, renamed?: string): string {
    const label = typed.trim().normalize("NFC");
    const known = decisions.classOf(label);
    if (known !== undefined && known !== renamed) return known;
    if (label === "") throw new UsageError("a folder needs a name");
    if (!isClassName(label)) {
      throw new UsageError(
        `${quoted([safeText(label)])} cannot be the name of a folder: give a short name without slashes and control characters that does not begin with a dot`,
      );
    }
    const others = decisions.classes.filter((name) => name !== renamed);
    const alike = this.#lastName === label ? undefined : alikeClass(label, others);
    this.#lastName = label;
    if (alike === undefined) return label;
    const [fresh, old] = [label, safeText(alike)].map((name) => quoted([name]));
    throw new UsageError(`${fresh} is like the folder ${old}: give the same name again to make a new folder`);
  }

  /** Returns the class that gets another name. @throws UsageError if there is none, or it has a folder */
  classToRename(name: string, decisions: Decisions): string {
    const known = decisions.classOf(name);
    const shown = quoted([safeText(name)]);
    if (known === undefined) throw new UsageError(`there is no class ${shown}`);
    if (![...decisions.given.values()].includes(known)) return known;
    throw new UsageError(`${shown} is a folder already: rename the folder itself, then run the same command again`);
  }
}

/**
 * Returns a key for each class: the first letter of its name that is free, or any free letter; empty if there is none.
 *
 * @param taken letters that are other keys
 */
export function classKeys(classes: readonly string[], taken: string): string[] {
  const used = new Set(taken);
  return classes.map((name) => {
    const letters = [...name.toLowerCase(), ..."abcdefghijklmnopqrstuvwxyz"];
    const key = letters.find((letter) => /\p{L}/u.test(letter) && !used.has(letter)) ?? "";
    used.add(key);
    return key;
  });
}
