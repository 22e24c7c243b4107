/** Tells whether the known terms of a message say enough about it to choose a class: see `isEvidence`. */

/**
 * Fields whose terms tell neither what a message says nor who wrote it. Programs write them, or they name the reader,
 * as `to` does in every message.
 */
const NO_EVIDENCE = new Set("received date agent header fact attachment message-id to cc delivered-to".split(" "));

/** Fields of addresses. Many people share single words and parts of a domain, but a whole address is one sender. */
const ADDRESSES = new Set("from reply-to sender return-path errors-to".split(" "));

/** Words that occur in all kinds of messages and languages: prefixes of replies, and pieces of web addresses. */
const IN_ANY_LANGUAGE = new Set(
  "re fw fwd aw wg sv vs tr rv res enc odp antw http https www com org net html htm utm mailto".split(" "),
);

/**
 * Whether a known term of mail is evidence of a class: a word of the texts, of the subject or of a link, or the address
 * of a sender. An answer without evidence is only a guess from the sizes of the classes and traits of mail programs.
 *
 * @param term a term of a vocabulary, such as `lunch` or `from:anna@mail.example`
 */
export function isEvidence(term: string): boolean {
  const colon = term.indexOf(":");
  const field = term.slice(0, Math.max(0, colon));
  if (NO_EVIDENCE.has(field)) return false;
  if (ADDRESSES.has(field)) return term.includes("@");
  return term
    .slice(colon + 1)
    .split(" ")
    .some((word) => WORD.test(word) && !IN_ANY_LANGUAGE.has(word));
}

/** Two letters, or one in a script without upper and lower case. */
const WORD = /\p{L}{2}|\p{Lo}/u;
