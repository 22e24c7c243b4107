/** Words as regular expressions define them, in whole texts and with no regard to speed: the oracle of the tokenizers. */

/** A decoded text with one spelling for characters that have several. */
export function inOneSpelling(text: string): string {
  return text
    .replace(/\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, "")
    .replace(/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc]+/g, (letters) => letters.normalize("NFKC"))
    .replaceAll("i\u0307", "i")
    .normalize("NFC");
}

/** A zero-width space stands between words of these scripts. */
const IGNORABLE =
  /(?!\u200b(?=[\p{L}\p{M}])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\p{Default_Ignorable_Code_Point}/gu;

export function textOf(bytes: Uint8Array): string {
  const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replace(IGNORABLE, "");
  return inOneSpelling(decoded.toLowerCase());
}

const LETTER = /^[\p{L}\p{Nl}]/u;
const PAIRED = /^(?:\p{scx=Han}|\p{scx=Hira}|\p{scx=Kana}|\p{scx=Hang}|\p{scx=Bopo})/u;
const CLUSTERED = /^(?:\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar})/u;

/** How a character is written: with spaces between words, in characters, or in syllables. */
function kindOf(character: string): "spaced" | "paired" | "clustered" {
  // Tone letters are used with many scripts.
  if (!LETTER.test(character) || character < "\u0300") return "spaced";
  if (PAIRED.test(character)) return "paired";
  return CLUSTERED.test(character) ? "clustered" : "spaced";
}

/** Letters and digits with their marks, cut where scripts with spaces and scripts without meet. */
export function runsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_][\p{L}\p{N}\p{Mn}\p{Mc}_]*/gu) ?? []).flatMap((word) => {
    const runs: string[] = [];
    let kind = "";
    for (const [character] of word.matchAll(/[\p{L}\p{N}_]\p{M}*/gu)) {
      if (kindOf(character) === kind) runs[runs.length - 1] += character;
      else runs.push(character);
      kind = kindOf(character);
    }
    return runs;
  });
}

const LEADING = "[เ-ไເ-ໄ]";
const FOLLOWING = "[ฯะาำๅๆຯະາຳຽໆៗៜ]";
const CLOSING = "[က-အ](?=့?်|္)";
const CLUSTER = new RegExp(`${LEADING}*\\P{M}(?:[္្]${LEADING}*\\p{L}|\\p{M}|${FOLLOWING}|${CLOSING})*`, "gu");

export function isUnspaced(run: string): boolean {
  return kindOf(run) !== "spaced";
}

/** Returns the pairs of characters of a run, its clusters and pairs of clusters, or the run itself. */
export function cut(run: string): string[] {
  const kind = kindOf(run);
  if (kind === "spaced") return [run];
  const units = run.match(kind === "paired" ? /\P{M}\p{M}*/gu : CLUSTER) ?? [];
  const pairs = units.slice(1).map((unit, i) => units[i] + unit);
  if (kind === "paired") return units.length === 1 ? [run] : pairs;
  return [...units, ...pairs];
}

/** The words of a text, or the pairs that runs of other scripts become. */
export function wordsOf(bytes: Uint8Array, min = 2, max = 256): string[] {
  return runsOf(textOf(bytes))
    .filter((run) => isUnspaced(run) || ([...run].length >= min && [...run].length <= max))
    .flatMap(cut);
}
