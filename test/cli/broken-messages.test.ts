import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { FILTER_STYLES, type FilterStyle } from "../../src/delivery/filter/filter-styles.js";
import { filterMessage, messageClassifier } from "../../src/delivery/filter/mail-filter.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { identityOf } from "../../src/mail/rewrite/identity.js";
import { unmarkedMessage } from "../../src/mail/rewrite/marked-message.js";
import { load, loadToFilter } from "../../src/model/file/model-file.js";
import { serialize } from "../../src/model/file/save-model.js";
import { learn, unlearn } from "../../src/model/learning/learn.js";
import { PRESETS } from "../../src/model/presets.js";
import { train } from "../../src/model/training.js";
import { outputOf } from "../helpers/expectations.js";
import { bytesOf, isJournal, journalsIn, namesIn, temporaryFolder } from "../helpers/folder.js";
import { BROKEN_MESSAGES } from "../mail/broken-messages.js";

const CORPORA = fileURLToPath(new URL("../../corpora", import.meta.url));

/** Classes as no program wants them: they become folders, and stand in headers and on the screen. */
const HAM = "ham\u001b[2J\u202e";
const SPAM = "../spam\nX-Injected: yes";

/** Characters that must never reach a terminal. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const folder = temporaryFolder();
const inbox = join(folder, "inbox");
const model = join(folder, "mail.model");
/** The broken messages of the tests and of the corpus, by file name: numbered, with characters that could spoil a screen. */
const messages = new Map<string, Uint8Array>();

beforeAll(() => {
  for (const [i, { name, bytes }] of BROKEN_MESSAGES.entries()) {
    messages.set(`${String(i).padStart(3, "0")} ${name.replaceAll("/", "-")}\u001b[31m\u202e.eml`, bytes());
  }
  const corpus = join(CORPORA, "broken");
  for (const name of readdirSync(corpus)) messages.set(name, readFileSync(join(corpus, name)));
  mkdirSync(inbox);
  for (const [name, bytes] of small()) writeFileSync(join(inbox, name), bytes);
  const sound = Array.from(readFolders(join(CORPORA, "mail")), (document) => ({
    ...document,
    label: document.label === "ham" ? HAM : SPAM,
  }));
  writeFileSync(model, serialize(train(sound, { ...PRESETS.mail, remember: true })));
});

const LARGE = 1 << 20;

/** The messages that a command reads within milliseconds. */
const small = () => [...messages].filter(([, bytes]) => bytes.length <= LARGE);

/** The lines of standard output, each of which is safe. */
function safeLines(text: string): string[] {
  const lines = text.split("\n");
  expect(lines.filter((line) => UNSAFE.test(line))).toEqual([]);
  return lines.slice(0, -1);
}

describe("broken messages", () => {
  it("come out of the filter byte for byte in every style, with one header of ours", () => {
    const classify = messageClassifier(loadToFilter(model));
    const any = classify(Buffer.from("hello"));
    const styles = Object.entries(FILTER_STYLES);
    for (const [i, [name, bytes]] of [...messages].entries()) {
      // The test of the server classifies large messages; here only their bytes are compared, in one style each.
      const isLarge = bytes.length > LARGE;
      const answer = isLarge ? any : classify(bytes);
      for (const [style, { names }] of isLarge ? [styles[i % styles.length]] : styles) {
        const options = { style: style as FilterStyle, spam: SPAM };
        const { parts, verdict } = filterMessage(bytes, () => answer, options);
        const back = unmarkedMessage(Buffer.concat(parts), names);
        expect(Buffer.from(back.buffer, back.byteOffset, back.length).equals(bytes), `${name}, ${style}`).toBe(true);
        expect(verdict.probability > 0 && verdict.probability <= 1, name).toBe(true);
        const ours = Buffer.concat(parts.slice(0, 2))
          .toString("latin1")
          .split(/[\r\n]+/);
        const isMarked = ours.some((line) => names.some((field) => line.startsWith(`${field}: `)));
        const injected = ours.filter((line) => /^X-Injected/i.test(line) || UNSAFE.test(line));
        expect({ isMarked, injected }, name).toEqual({ isMarked: true, injected: [] });
      }
    }
  });

  it("are classified with a line each, safe to print with sender and subject", async () => {
    expect(safeLines(await outputOf(["classify", inbox, "-m", model]))).toHaveLength(small().length);
  });

  it("are filed whole, each once and under its own name, in folders of safe names, and taken back", async () => {
    const into = join(folder, "sorted");
    const filed = () => namesIn(into).filter((name) => !name.endsWith("/") && !isJournal(name));
    safeLines(await outputOf(["sort", inbox, "-m", model, "--into", into, "--unsure-below", "0"]));
    const places = filed().map((path) => ({ folder: dirname(path), name: basename(path), path: join(into, path) }));
    expect(places.map(({ name }) => name).sort()).toEqual(
      small()
        .map(([name]) => name)
        .sort(),
    );
    for (const { name, path } of places)
      expect(bytesOf(path).equals(messages.get(name) ?? Buffer.of()), name).toBe(true);
    expect(new Set(places.map(({ folder }) => folder)).size).toBeLessThanOrEqual(2);
    await outputOf(["sort", "--undo", join(into, journalsIn(into)[0])]);
    expect(filed()).toEqual([]);
  });

  it("are learned and unlearned again, and the model is the very one it was", () => {
    const known = new Map(small().map(([id, bytes]) => [digestOf(bytes), { id, bytes }]));
    const documents = [...known.values()].map((one, i) => ({ ...one, label: i % 2 === 0 ? HAM : "another class" }));
    const { model: after, documents: fates } = learn(load(model), documents);
    expect(fates.filter(({ fate }) => fate !== "learned")).toEqual([]);
    expect(Buffer.from(serialize(after)).equals(bytesOf(model))).toBe(false);
    const { model: again } = unlearn(after, documents);
    expect(Buffer.from(serialize(again)).equals(bytesOf(model))).toBe(true);
  });
});

/** Several of them are one message to those who go by sender, date and text. */
function digestOf(bytes: Uint8Array): string {
  return Buffer.from(identityOf(bytes).digest).toString("hex");
}
