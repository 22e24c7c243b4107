import { largest } from "../../src/base/lists.js";
import type { ArchiveFormat } from "./archive.js";
import type { Layout } from "./layout.js";

/** A file to download. */
export interface Archive {
  /** Name in the download folder. */
  readonly file: string;
  /** Original address. */
  readonly address: string;
  readonly format: ArchiveFormat;
  /** Published SHA-256 in lower-case hexadecimal. */
  readonly sha256: string;
}

export interface Corpus {
  readonly name: string;
  /** A short description. */
  readonly title: string;
  readonly documents: number;
  /** Download size in millions of bytes, for people. */
  readonly megabytes: number;
  /** Home page. */
  readonly home: string;
  readonly archives: readonly Archive[];
  readonly layout: Layout;
  /** Arguments of a useful `thresher` command; {} stands for the folder. */
  readonly use: string;
}

// The sites publish no digests. These were published by others, named below by GitHub repository and path; several
// sources of a file agree.

/**
 * Digests: huggingface/datasets `datasets/newsgroup/dataset_infos.json` for both files; for 20news-bydate also
 * scikit-learn/scikit-learn `sklearn/datasets/_twenty_newsgroups.py`. For 20news-19997 no second source was found.
 */
const NEWSGROUPS = "http://qwone.com/~jason/20Newsgroups/";

/**
 * Five of the nine parts make the usual corpus. The three of 20021010 are the mails of 20030228 before clean-up, and
 * 20030228_spam_2 is 20050311_spam_2 plus one ham: with them nearly every mail would be in twice.
 *
 * Digests: Adonis7575/SpamReport `spamfilter/corpora.py`, grahamsz/rolltop
 * `plugins/experimental_spam_filter/training/corpus.go`.
 */
const SPAMASSASSIN = "https://spamassassin.apache.org/old/publiccorpus/";

/** Digest: huggingface/datasets `datasets/sms_spam/dataset_infos.json`, JuliaML/MLDatasets.jl
 *  `src/datasets/text/smsspamcollection.jl`. */
const SMS = "https://archive.ics.uci.edu/static/public/228/sms+spam+collection.zip";

export const CORPORA: readonly Corpus[] = [
  {
    name: "20news-bydate",
    title: "20 Newsgroups split by date, tell-tale headers removed",
    documents: 18_846,
    megabytes: 14.5,
    home: NEWSGROUPS,
    archives: [
      {
        file: "20news-bydate.tar.gz",
        address: `${NEWSGROUPS}20news-bydate.tar.gz`,
        format: "tar.gz",
        sha256: "8f1b2514ca22a5ade8fbb9cfa5727df95fa587f4c87b786e15c759fa66d95610",
      },
    ],
    layout: {
      kind: "folders",
      folders: new Map([
        ["20news-bydate-train", "train"],
        ["20news-bydate-test", "test"],
      ]),
    },
    use: "evaluate {}/train --test {}/test --encoding latin1",
  },
  {
    name: "20news-19997",
    title: "20 Newsgroups as collected: all headers, cross-posts",
    documents: 19_997,
    megabytes: 17.3,
    home: NEWSGROUPS,
    archives: [
      {
        file: "20news-19997.tar.gz",
        address: `${NEWSGROUPS}20news-19997.tar.gz`,
        format: "tar.gz",
        sha256: "ab7bbf82b7831f7dbb1a09d9312f66fa78565c8de25526999b0d66f69d37e414",
      },
    ],
    layout: { kind: "folders", folders: new Map([["20_newsgroups", ""]]) },
    // The textbook experiment with 89 %.
    use: "evaluate {} --encoding latin1 --holdout 1/3 --repeats 10 --min-count 3 --drop-top 100",
  },
  {
    name: "spamassassin",
    title: "SpamAssassin's public corpus: raw mail, 2002 to 2005",
    documents: 6_046,
    megabytes: 7,
    home: `${SPAMASSASSIN}readme.html`,
    archives: [
      part("20030228_easy_ham", "2b7b65904bcfcc31d2b5f51946f2d261370b257402cbbd62930b46ab83367438"),
      part("20030228_easy_ham_2", "b4bd3dc5ae5b40f38e99a0e41ad7d16b428b56e818e3a6ffa07330d62004dd38"),
      part("20030228_hard_ham", "ce2ce67880643dbde65ea7f85bffbfe4417349c4bd80b6b0de56262ae6b0a9c9"),
      part("20030228_spam", "c08debc32413804949a866be45ef78195cec2cbafd1da744ed76cdb860589743"),
      part("20050311_spam_2", "44280a0e28bf7645b2279e8e42659271ad82c6f40bf8d364dbda7f1df344a765"),
    ],
    layout: {
      kind: "folders",
      folders: new Map([
        ["easy_ham", "ham/easy_ham"],
        ["easy_ham_2", "ham/easy_ham_2"],
        ["hard_ham", "ham/hard_ham"],
        ["spam", "spam/spam"],
        ["spam_2", "spam/spam_2"],
      ]),
      // The collector's shell commands, not mail.
      leaveOut: ["cmds"],
    },
    use: "evaluate {} --folds 10 --preset mail",
  },
  {
    name: "sms",
    title: "SMS Spam Collection: English text messages",
    documents: 5_574,
    megabytes: 0.2,
    home: "https://archive.ics.uci.edu/dataset/228/sms+spam+collection",
    archives: [
      {
        file: "sms-spam-collection.zip",
        address: SMS,
        format: "zip",
        sha256: "1587ea43e58e82b14ff1f5425c88e17f8496bfcdb67a583dbff9eefaf9963ce3",
      },
    ],
    layout: { kind: "messages", file: "SMSSpamCollection", labels: ["ham", "spam"] },
    use: "evaluate {} --folds 10",
  },
];

function part(name: string, sha256: string): Archive {
  return { file: `${name}.tar.bz2`, address: `${SPAMASSASSIN}${name}.tar.bz2`, format: "tar.bz2", sha256 };
}

/** The corpora as a text table. `here` names those already downloaded. */
export function listing(corpora: readonly Corpus[], here: ReadonlySet<string>): string {
  const head = ["name", "what it is", "documents", "download", "here", "home page"];
  const rows = corpora.map((corpus) => [
    corpus.name,
    corpus.title,
    corpus.documents.toLocaleString("en-US"),
    `${corpus.megabytes} MB`,
    here.has(corpus.name) ? "yes" : "no",
    corpus.home,
  ]);
  const widths = head.map((_, column) => largest([head, ...rows].map((row) => row[column].length)));
  const numeric = new Set([2, 3]);
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (numeric.has(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join("  ");
  return [head, ...rows].map((row) => `${line(row).trimEnd()}\n`).join("");
}

/** The shell command to use a corpus. */
export function commandFor(corpus: Corpus, folder: string): string {
  const words = corpus.use.split(" ").map((word) => shellWord(word.replace("{}", () => folder)));
  return `npx thresher ${words.join(" ")}`;
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
