import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readFolders } from "../../src/documents/corpora/folders.js";

/** The corpus that comes with the package, and what its README promises of it. */
const corpus = readFolders(fileURLToPath(new URL("../../corpora/newsgroups", import.meta.url)));
const posts = Array.from(corpus, ({ id, label, bytes }) => {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const end = text.indexOf("\n\n");
  const header = text.slice(0, end);
  const [body] = (end < 0 ? "" : text.slice(end + 2)).split(/^-- ?\n/m);
  return { id, label, text, header, body };
});

/** The posts of which something holds that should hold of none. */
function violations(holds: (post: (typeof posts)[number]) => boolean): string[] {
  return posts.filter(holds).map(({ id }) => id);
}

describe("the corpus of newsgroups", () => {
  it("has the 20 groups of 20 Newsgroups, at least 15 posts in each, and nothing that is left out", () => {
    const groups = `alt.atheism comp.graphics comp.os.ms-windows.misc comp.sys.ibm.pc.hardware comp.sys.mac.hardware
      comp.windows.x misc.forsale rec.autos rec.motorcycles rec.sport.baseball rec.sport.hockey sci.crypt
      sci.electronics sci.med sci.space soc.religion.christian talk.politics.guns talk.politics.mideast
      talk.politics.misc talk.religion.misc`;
    expect(corpus.labels).toEqual(groups.split(/\s+/));
    for (const group of corpus.labels) {
      expect(posts.filter(({ label }) => label === group).length, group).toBeGreaterThanOrEqual(15);
    }
    expect(corpus.problems).toEqual([]);
  });

  it("has a header with author, subject and organization, a blank line and a body in every post", () => {
    for (const field of ["From", "Subject", "Organization"]) {
      const without = violations(({ header }) => !new RegExp(`^${field}: \\S`, "m").test(header));
      expect(without, field).toEqual([]);
    }
    const isField = (line: string) => /^[A-Z][A-Za-z-]*: \S|^\s+\S/.test(line);
    expect(violations(({ header }) => !header.split("\n").every(isField))).toEqual([]);
    expect(violations(({ body }) => body.trim().length < 80)).toEqual([]);
  });

  it("does not name its group in a header", () => {
    const giveaway = /^(?:Newsgroups|Path|Xref|Message-ID|Date|Followup-To):/im;
    expect(violations(({ header }) => giveaway.test(header))).toEqual([]);
    expect(violations(({ label, header }) => header.includes(label))).toEqual([]);
  });

  it("has addresses only where nobody can live: below .example", () => {
    const ADDRESS = /[\w.+%-]+@([A-Za-z0-9.-]*[A-Za-z0-9])/g;
    const isElsewhere = ([, domain]: RegExpMatchArray) => !/\.example$/i.test(domain);
    expect(violations(({ text }) => [...text.matchAll(ADDRESS)].some(isElsewhere))).toEqual([]);
    expect(violations(({ header }) => !/^From: .*\S@\S+\.example\b/m.test(header))).toEqual([]);
  });

  it("has telephone numbers only where nobody answers: 555-01xx", () => {
    const NUMBER = /(?<![\d-])(?:\(?\d{3}\)?[ -])?(\d{3}-\d{4})(?![\d-])/g;
    const isReal = ([, number]: RegExpMatchArray) => !/^555-01\d\d$/.test(number);
    expect(violations(({ text }) => [...text.matchAll(NUMBER)].some(isReal))).toEqual([]);
  });
});
