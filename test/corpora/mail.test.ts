import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { evaluate } from "../../src/evaluation/evaluate.js";
import { documentDates } from "../../src/evaluation/protocols/document-dates.js";
import { groupsBy } from "../../src/evaluation/protocols/grouped.js";
import { readCorpus } from "../../src/features/corpus/read-corpus.js";
import { similarPairs } from "../../src/features/duplicates/near-duplicates.js";
import { plainWords, shingles } from "../../src/features/duplicates/shingles.js";
import { decodeEncodedWords } from "../../src/mail/header/header-text.js";
import { readMessageFacts } from "../../src/mail/message-facts.js";
import { classify } from "../../src/model/classify.js";
import { splitFolds } from "../../src/model/fitting/fold.js";
import { classSizes, folds } from "../../src/model/fitting/splits.js";
import { DEFAULT_SETTINGS } from "../../src/model/settings.js";
import { train } from "../../src/model/training.js";

const CORPORA = fileURLToPath(new URL("../../corpora", import.meta.url));

/** The ham among `corpora/inbox`; the rest is spam. */
const INBOX_HAM = ["01", "07", "09", "10", "11", "12", "13", "16", "17", "18", "19", "22"];

/** The corpus that comes with the package, and what its README promises of it. */
const corpus = readFolders(join(CORPORA, "mail"));
const documents = [...corpus];
const settings = { as: "auto", encoding: "auto" } as const;
const ids = documents.map(({ id }) => id);
const facts = readMessageFacts(documents, ids, settings);
const model = train(corpus);

function filesOf(folder: string): { id: string; bytes: Buffer }[] {
  const names = readdirSync(join(CORPORA, folder)).sort();
  return names.map((name) => ({ id: `${folder}/${name}`, bytes: readFileSync(join(CORPORA, folder, name)) }));
}
const inbox = filesOf("inbox");
const broken = filesOf("broken");
const sound = [...documents, ...inbox].map(({ id, bytes }) => ({ id, ...parts(bytes) }));

/** The readable text of header and body: quoted-printable, encoded words and base64 are decoded. */
function parts(bytes: Uint8Array): { header: string; body: string } {
  const text = Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");
  const end = text.indexOf("\n\n");
  return { header: text.slice(0, end), body: text.slice(end + 2) };
}

function readable({ header, body }: { header: string; body: string }): string {
  const quoted = body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  const encoded = body.match(/(?:^[A-Za-z0-9+/]{4,76}={0,2}(?:\n|$))+/gm) ?? [];
  const decoded = encoded
    .map((lines) => Buffer.from(lines, "base64").toString("latin1").replaceAll("\0", ""))
    // Pictures and signatures are no text.
    .filter((part) => ![...part].some((character) => character < "	"));
  return [header, decodeEncodedWords(header.replace(/\n\s/g, " ")), quoted, ...decoded].join("\n");
}

const RESERVED_HOST = /(?:^|\.)(?:example|test|invalid|localhost|example\.(?:com|net|org))$/i;
const RESERVED_ADDRESS = /^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^\[?2001:db8:/i;

/** Host names in a text: of addresses, of links however they spell it, of numbers, and names with an ending in use. */
function hosts(text: string): string[] {
  const found = (pattern: RegExp) => Array.from(text.matchAll(pattern), (match) => match[1]);
  return [
    ...found(/[\w.+%-]@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)/g),
    ...found(/\bhttps?:\/\/(\[[^\]\s]*\]|[\w.-]+)/gi).map((host) => new URL(`http://${host}`).hostname),
    ...found(/(?<![\w.])(\d{1,3}(?:\.\d{1,3}){3})(?![\w.])/g),
    ...found(/\bIPv6:([0-9a-f:]+)/gi),
    ...found(/(?<![\w.-])((?:[\w-]+\.)+(?:com|net|org|info|biz|io|co|uk|de|fr|es|ru|jp|cn|se|pl|cz))(?![\w-])/gi),
  ];
}

const strays = (text: string) =>
  hosts(text).filter((host) => !RESERVED_HOST.test(host) && !RESERVED_ADDRESS.test(host));

describe("the corpus of mail", () => {
  it("has 80 messages and more of ham and of spam, and nothing that is left out", () => {
    expect(corpus.labels).toEqual(["ham", "spam"]);
    for (const label of corpus.labels) {
      expect(documents.filter((document) => document.label === label).length, label).toBeGreaterThanOrEqual(80);
    }
    expect(corpus.problems).toEqual([]);
    expect(facts.filter(({ isMessage }) => !isMessage)).toEqual([]);
  });

  it("names hosts and addresses only where nobody can live", () => {
    // The search finds each of these in every disguise.
    const disguised = "a@firm.com http://3232235777/ http://[2001:db9::1]/ [10.0.0.1] see www.firm.de.";
    const found = ["firm.com", "192.168.1.1", "[2001:db9::1]", "10.0.0.1", "www.firm.de"];
    expect(new Set(strays(disguised))).toEqual(new Set(found));
    const named = sound.map((message) => ({ id: message.id, text: readable(message) }));
    expect(named.flatMap(({ text }) => hosts(text)).length).toBeGreaterThan(5 * sound.length);
    for (const { id, text } of named) expect(strays(text), id).toEqual([]);
    for (const { id, bytes } of broken) expect(strays(bytes.toString("latin1")), id).toEqual([]);
  });

  it("has telephone numbers only where nobody answers", () => {
    const numbers = sound.flatMap(
      ({ body }) => body.match(/(?<![\d-])(?:0\d{4} \d{6}|\d-\d{3}-\d{4})(?![\d-])/g) ?? [],
    );
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers.filter((number) => !/^01632 960\d{3}$|^1-555-01\d\d$/.test(number))).toEqual([]);
  });

  it("has no two messages that are nearly the same", () => {
    const sets = sound.map((message) => shingles(plainWords(Buffer.from(readable({ ...message, header: "" })))));
    expect(similarPairs(sets).map(({ a, b }) => `${sound[a].id} and ${sound[b].id}`)).toEqual([]);
  });

  it("does not tell the class by the fields of a header: each is in both classes, or in less than ten messages", () => {
    const messages = new Map<string, Map<string, number>>();
    for (const { label, bytes } of documents) {
      const names = parts(bytes).header.match(/^[\w-]+(?=:)/gm) ?? [];
      for (const name of new Set(names.map((name) => name.toLowerCase()))) {
        const counts = messages.get(name) ?? new Map<string, number>();
        messages.set(name, counts.set(label, (counts.get(label) ?? 0) + 1));
      }
    }
    expect(messages.size).toBeGreaterThan(25);
    const telling = [...messages].filter(([, counts]) => counts.size === 1 && Math.max(...counts.values()) >= 10);
    expect(telling.map(([name]) => name)).toEqual([]);
  });

  it("has ends of lines of both kinds", () => {
    for (const label of corpus.labels) {
      const of = documents.filter((document) => document.label === label);
      const carriageReturns = of.filter(({ bytes }) => Buffer.from(bytes).includes("\r\n")).length;
      expect(carriageReturns, label).toBeGreaterThanOrEqual(3);
      expect(of.length - carriageReturns, label).toBeGreaterThan(of.length / 2);
    }
  });

  it("has threads, and dates over two years in both classes", () => {
    const { groups, count } = groupsBy(facts, "thread");
    expect(classSizes(groups).filter((size) => size > 1).length).toBeGreaterThanOrEqual(5);
    expect(count).toBeLessThan(documents.length);

    const { times, unparsed } = documentDates(corpus, ids, "header", readMessageFacts(corpus, ids, settings));
    expect(unparsed).toEqual([]);
    for (const label of corpus.labels) {
      const known = times.filter((time, i) => time !== undefined && documents[i].label === label).map(Number);
      expect(Math.max(...known) - Math.min(...known), label).toBeGreaterThan(600 * 86_400_000);
    }
  });

  it("has a name that begins with the day for every message", () => {
    expect(ids.filter((id) => !/^(?:ham|spam)\/202[45]-\d\d-\d\d-[a-z0-9-]+\.eml$/.test(id))).toEqual([]);
    const other = documents.filter(({ id, bytes }) => {
      const date = /^Date: \w+, (\d\d) (\w{3}) (\d{4})/m.exec(parts(bytes).header);
      if (date === null) return false;
      const day = new Date(`${date[1]} ${date[2]} ${date[3]} UTC`).toISOString().slice(0, 10);
      return !id.includes(`/${day}-`);
    });
    expect(other.map(({ id }) => id)).toEqual([]);
  });

  it("is not too hard and not too easy for naive Bayes", () => {
    const data = readCorpus(corpus, DEFAULT_SETTINGS);
    const { accuracy } = evaluate(splitFolds(data, folds(data.y, 10, 1)), multinomial(), data.labels);
    expect(accuracy).toBeGreaterThan(0.85);
    expect(accuracy).toBeLessThan(1);
  });
});

describe("the inbox", () => {
  it("has twelve messages of each class, which a model of the mail sorts with at most four mistakes", () => {
    const numbers = Array.from({ length: 24 }, (_, i) => `inbox/${String(i + 1).padStart(2, "0")}.eml`);
    expect(inbox.map(({ id }) => id)).toEqual(numbers);
    expect(INBOX_HAM).toHaveLength(12);
    const right = inbox.filter(({ id, bytes }) => {
      const expected = INBOX_HAM.includes(id.slice(6, 8)) ? "ham" : "spam";
      return classify(model, { id, bytes }).label === expected;
    });
    expect(right.length).toBeGreaterThanOrEqual(20);
  });
});

describe("the broken messages", () => {
  const bytesOf = (name: string) => readFileSync(join(CORPORA, "broken", `${name}.eml`));

  it("are many, small, and none like another", () => {
    expect(broken.length).toBeGreaterThanOrEqual(43);
    expect(broken.filter(({ bytes }) => bytes.length >= 4096)).toEqual([]);
    expect(new Set(broken.map(({ bytes }) => bytes.toString("base64"))).size).toBe(broken.length);
  });

  it("have the bytes that they were written with, whatever Git does with ends of lines", () => {
    expect(bytesOf("empty")).toHaveLength(0);
    expect(bytesOf("newlines-only")).toEqual(Buffer.from("\n\r\n\n\n"));
    expect(bytesOf("bare-carriage-returns").includes("\n")).toBe(false);
    const ends = String(bytesOf("mixed-line-ends")).match(/\r\n|\r|\n/g);
    expect(new Set(ends)).toEqual(new Set(["\r\n", "\r", "\n"]));
    expect(bytesOf("nul-in-header").includes(0)).toBe(true);
    expect(bytesOf("truncated-quoted-printable").toString().endsWith("=E")).toBe(true);
  });

  it("are sorted one way or the other, the same every time, by a model that knows only sound ones", () => {
    const sorted = () => broken.map(({ id, bytes }) => classify(model, { id, bytes }));
    const first = sorted();
    expect(first.filter(({ probability }) => !(probability >= 0.5 && probability <= 1))).toEqual([]);
    expect(sorted()).toEqual(first);
  });
});
