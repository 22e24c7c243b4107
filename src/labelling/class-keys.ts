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
