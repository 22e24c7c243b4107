import { UsageError } from "../../base/errors.js";
import { firstFew } from "../../base/numbers.js";
import type { Corpus, CorpusOptions } from "./corpus.js";
import { JoinedCorpus } from "./joined-corpus.js";

/**
 * Returns the corpus with the class names that `renameClass` gives.
 *
 * @throws UsageError if it names a class that the corpus does not have, or documents may have several classes
 */
export function withRenamedClasses(corpus: Corpus, { renameClass, multiLabel }: CorpusOptions): Corpus {
  if (renameClass === undefined) return corpus;
  const refused = (why: string) => new UsageError(`renameClass: ${why}`, { options: ["renameClass"] });
  if (multiLabel) throw refused("it works with one class for each document");
  const names = renameClass.map((pair) => {
    const [, old, name] = /^(.+?)=(.+)$/.exec(pair) ?? [];
    if (old === undefined)
      throw refused(`give a class and its new name, such as Bulk=Junk, not ${JSON.stringify(pair)}`);
    if (corpus.labels?.includes(old) === false) {
      throw refused(`there is no class ${JSON.stringify(old)}; there are ${firstFew(corpus.labels, NAMED)}`);
    }
    return [old, name] as const;
  });
  return new JoinedCorpus(corpus.root, corpus.strict, [corpus], corpus.form, new Map(names));
}

/** Number of classes that an error names. */
const NAMED = 10;
