import { createHash } from "node:crypto";

export type ProgramName = "spamassassin" | "bogofilter";

/** A line of a word list. */
export interface ListLine {
  /** The version of the list. */
  readonly version?: string;
  /** A token, in lower case; undefined if the numbers are of messages. */
  readonly token?: string;
  /** How many messages had the token, or all messages. */
  readonly ham?: number;
  readonly spam?: number;
}

/** How another program writes its word list, and what it calls the terms of a message. */
interface WordProgram {
  readonly version: string;
  /** Reads a line; undefined if it is damaged. */
  read(line: string): ListLine | undefined;
  /** Returns the number of a token of the list. */
  keyOf(token: string): number;
  /** Returns the tokens that a term may be. @param field the field of the term; empty for a word of a text */
  tokensOf(field: string, word: string): readonly string[];
}

/** Longer words are cut by SpamAssassin. */
const MAX_WORD = 15;
/** What is before the words of fields, for SpamAssassin only those of addresses. */
const MARKS: Readonly<Record<ProgramName, Readonly<Record<string, string>>>> = {
  spamassassin: { from: "H*F:", to: "HTo:", "reply-to": "H*R:" },
  bogofilter: { "": "", link: "", subject: "subj:", from: "from:", to: "to:", received: "rcvd:", agent: "head:" },
};

/** The programs whose word lists can be read, by name. The forms of tokens are those of versions 4.0 and 1.2.5. */
export const WORD_PROGRAMS: Readonly<Record<ProgramName, WordProgram>> = {
  spamassassin: {
    version: "3",
    read(line) {
      const [, spam, ham, token] = /^t\t(\d{1,9})\t(\d{1,9})\t\d+\t([0-9a-f]{10})$/.exec(line) ?? [];
      if (token !== undefined) return { token, ham: Number(ham), spam: Number(spam) };
      const [, value, name] = /^v\t(\d{1,9})\t(\w+)/.exec(line) ?? [];
      if (name === "db_version") return { version: value };
      if (name !== undefined) return { [name === "num_spam" ? "spam" : "ham"]: Number(value) };
      // A message that it had learned.
      return /^s\t[hs]\t/.test(line) ? {} : undefined;
    },
    keyOf: (token) => Number.parseInt(token, 16),
    tokensOf(field, word) {
      const short = word.length > MAX_WORD ? `sk:${word.slice(0, 7)}` : word;
      if (field === "" || field === "subject") return hashed([short]);
      if (field === "link") return hashed([`UD:${word}`]);
      if (field === "received") return hashed([`H*r:${short}`, `H*r:ip*${word}`]);
      if (field === "agent") return hashed([`H*UA:${capital(short)}`]);
      const prefix = MARKS.spamassassin[field];
      if (prefix === undefined) return [];
      const [user, domain] = word.split("@");
      return hashed(
        (domain === undefined ? [`N*${capital(word)}`] : [`U*${user}`, `D*${domain}`]).map((t) => prefix + t),
      );
    },
  },
  bogofilter: {
    version: "20040500",
    read(line) {
      const [, token = "", spam, ham] = /^([^ ]+) (\d{1,9}) (\d{1,9})(?: \d+)?$/.exec(line) ?? [];
      if (spam === undefined) return undefined;
      if (token === ".WORDLIST_VERSION") return { version: spam };
      const counts = { ham: Number(ham), spam: Number(spam) };
      if (token === ".MSG_COUNT") return counts;
      return /^\.[A-Z]/.test(token) ? {} : { token: token.toLowerCase(), ...counts };
    },
    keyOf: (token) => Number.parseInt(sha1(token), 16),
    tokensOf(field, word) {
      const prefix = MARKS.bogofilter[field];
      return prefix === undefined ? [] : [prefix + word];
    },
  },
};

/** Returns the last 40 bits of the SHA-1 of a token, in hexadecimal. SpamAssassin keeps only this. */
function sha1(token: string): string {
  return createHash("sha1").update(token).digest("hex").slice(-10);
}

const hashed = (tokens: readonly string[]) => tokens.map(sha1);

/** Thresher ignores case, but SpamAssassin does not in headers. Most names there have one capital letter. */
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
