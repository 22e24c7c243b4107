import { type Random, seededRandom } from "../../src/base/random.js";

/**
 * Makes a page of tags in any order from a seed. Every word is there once.
 *
 * @param number of the page; the same seed and number make the same page
 */
export function randomPage(seed: number, number: number): string {
  const random = seededRandom(seed, number);
  let words = 0;
  const word = () => `w${words++}q`;
  return nestedPage(random, word);
}

function oneOf<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)];
}

const TAGS =
  `a abbr address applet article b big blockquote body br button caption center code col colgroup dd dialog dir div dl dt
  em fieldset font form frameset h1 h2 h6 head hr html i img input label legend li listing main marquee math mi mtext nobr
  noscript object ol optgroup option p pre ruby rb rp rt s section select select|multiple small span strike strong summary
  svg desc foreignObject table tbody td textarea tfoot th thead tr tt u ul x-y`.split(/\s+/);

/** Start and end tags in any order, a fifth of them hidden. */
function nestedPage(random: Random, word: () => string): string {
  const parts: string[] = random(3) === 0 ? ["<!doctype html>"] : [];
  const opened: string[] = [];
  for (let left = 4 + random(24); left > 0; left--) {
    const choice = random(10);
    if (choice < 4) parts.push(` ${word()} `);
    else if (choice < 8) {
      const [name, flag = ""] = oneOf(TAGS, random).split("|");
      opened.push(name);
      parts.push(`<${name} ${flag}${random(5) === 0 ? ' style="display:none"' : ""}${random(12) === 0 ? "/" : ""}>`);
    } else
      parts.push(
        `</${random(3) > 0 && opened.length > 0 ? oneOf(opened, random) : oneOf(TAGS, random).split("|")[0]}>`,
      );
  }
  return `${parts.join("")} ${word()} `;
}
