import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { decoderFor } from "../../src/base/decode.js";
import { groupedBy } from "../../src/base/lists.js";
import { seededRandom } from "../../src/base/random.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { shuffled } from "../checks/shuffled.js";

/** Texts in files: a line each. */
export interface Texts {
  readonly name: string;
  /** Lines of fastText to learn from, and texts to classify. */
  readonly train: string;
  readonly test: string;
  /** The same in lower case with punctuation apart, as the examples of fastText have them. */
  readonly plainTrain: string;
  readonly plainTest: string;
  /** The class of each text of `test`. */
  readonly labels: readonly string[];
  /** The size of `test`. */
  readonly bytes: number;
}

/** A text and its class. */
interface Labelled {
  readonly text: string;
  readonly label: string;
}

/** What is measured: each is made of the posts of 20 Newsgroups. `share` is the share of all texts, for a quick look. */
export const MAKERS: Readonly<Record<string, (sources: Sources, share: number) => Sides>> = {
  // Two classes: computers, science and trade, and all others.
  reviews: ({ posts }, share) => {
    const two = ({ text, label }: Labelled) => ({
      text,
      label: /^(?:comp|sci|misc)/.test(label) ? "things" : "people",
    });
    return cutSides(readPosts(posts, true).map(two), 1300, 25_000 * share);
  },
  bydate: ({ bydate }, share) => {
    const [train, test] = ["train", "test"].map((side) => readPosts(join(bydate, side), false));
    return {
      train: shuffled(train, seededRandom(1)),
      test: shuffled(test, seededRandom(2)).slice(0, test.length * share),
    };
  },
  lines: ({ posts }, share) => cutSides(readPosts(posts, true), 100, 1_000_000 * share),
};

/** Folders of posts: all of them, and those with `train` and `test`. */
export interface Sources {
  readonly posts: string;
  readonly bydate: string;
}

interface Sides {
  readonly train: readonly Labelled[];
  readonly test: readonly Labelled[];
}

/** Reads posts, each as one line. @param isCut whether to leave out the headers */
function readPosts(path: string, isCut: boolean): Labelled[] {
  const decode = decoderFor("latin1");
  return Array.from(openCorpus(path), ({ bytes, label }) => {
    const text = Buffer.from(decode(bytes)).toString();
    return { label, text: oneLine(isCut ? text.slice(text.indexOf("\n\n") + 1) : text) };
  });
}

const oneLine = (text: string) => text.replace(/[\s\0]+/g, " ").trim();

/** Cuts posts into pieces. A quarter of the posts is learned; the pieces of the others are repeated up to a number. */
function cutSides(posts: readonly Labelled[], length: number, tested: number): Sides {
  const all = shuffled(posts, seededRandom(1));
  const learned = Math.ceil(all.length / 4);
  const [train, test] = [all.slice(0, learned), all.slice(learned)].map((some) =>
    shuffled(pieces(some, length), seededRandom(2)),
  );
  return { train, test: Array.from({ length: tested }, (_, n) => test[n % test.length]) };
}

/** Cuts the texts of each class, one after the other, into pieces of this number of characters. */
function pieces(posts: readonly Labelled[], length: number): Labelled[] {
  const byLabel = groupedBy(posts, ({ label }) => label);
  return [...byLabel].flatMap(([label, some]) => {
    const text = some.map((post) => post.text).join(" ");
    return Array.from({ length: Math.floor(text.length / length) }, (_, n) => ({
      label,
      // A piece that is blank would be no document.
      text: `${text.slice(n * length, (n + 1) * length).trim()}.`,
    }));
  });
}

/** Writes texts into files. */
export function writeTexts(name: string, sources: Sources, share: number, folder: string): Texts {
  const { train, test } = MAKERS[name](sources, share);
  const plain = (text: string) => oneLine(text.toLowerCase().replace(/[^\p{L}\p{N}_\s]/gu, " $& "));
  const path = (side: string) => join(folder, `${name}-${side}`);
  const learned = ({ text, label }: Labelled) => `__label__${label} ${text}`;
  const files = {
    train: path("train.ft"),
    test: path("test.txt"),
    plainTrain: path("plain-train.ft"),
    plainTest: path("plain-test.txt"),
  };
  write(files.train, train, learned);
  write(files.plainTrain, train, ({ text, label }) => learned({ text: plain(text), label }));
  write(files.plainTest, test, ({ text }) => plain(text));
  const bytes = write(files.test, test, ({ text }) => text);
  return { name, ...files, labels: test.map(({ label }) => label), bytes };
}

/** Writes a line for each text. Returns the size of the file. */
function write(path: string, texts: readonly Labelled[], lineOf: (text: Labelled) => string): number {
  const file = openSync(path, "w", 0o600);
  let size = 0;
  for (let from = 0; from < texts.length; from += 1000) {
    const lines = texts.slice(from, from + 1000).map((text) => `${lineOf(text)}\n`);
    size += writeSync(file, lines.join(""));
  }
  closeSync(file);
  return size;
}
