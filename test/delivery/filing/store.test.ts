import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { digestOfBytes } from "../../../src/delivery/filing/file-system.js";
import { Filer, type FilerOptions } from "../../../src/delivery/filing/filer.js";
import type { FilingMode, JournalStep } from "../../../src/delivery/filing/journal.js";
import { readJournal } from "../../../src/delivery/filing/read-journal.js";
import type { Filing, JournalledStore, Store } from "../../../src/delivery/filing/store.js";
import { repair } from "../../../src/delivery/filing/undo.js";
import { bytesOf, temporaryFolder } from "../../helpers/folder.js";
import { allUndone, inTurn } from "./in-turn.js";

/** A mailbox that gives each message that it gets a new id, as a server does. */
class Mailbox implements Store, JournalledStore {
  readonly kind = "mailbox";
  readonly name = "home";
  /** Each message by folder and number. */
  readonly messages = new Map<string, string>();
  #last = 0;
  isFull = false;

  add(folder: string, text: string): string {
    const id = `${folder}/${++this.#last}`;
    this.messages.set(id, text);
    return id;
  }

  open(filing: Filing) {
    const text = this.messages.get(filing.source);
    if (text === undefined) throw new Error("it is not there any more");
    return { ...filing, ...digestOfBytes(Buffer.from(text)) };
  }

  find({ folder, digest }: Filing & { digest: string }) {
    const same = [...this.messages].find(([id, text]) => {
      return id.startsWith(`${folder}/`) && digestOfBytes(Buffer.from(text)).digest === digest;
    });
    return { id: same?.[0] ?? folder, path: folder, isSame: same !== undefined };
  }

  file({ source }: { source: string }, { id: folder }: { id: string }, mode: FilingMode) {
    if (this.isFull) throw Object.assign(new Error("over quota"), { code: "EDQUOT" });
    const id = mode === "double" ? undefined : this.add(folder, this.messages.get(source) ?? "");
    if (mode !== "copy") this.messages.delete(source);
    return { id };
  }

  undo({ id, source, mode }: JournalStep, dryRun: boolean) {
    if (!this.messages.has(id)) return { outcome: "kept", why: "it is not there any more", isMissing: true } as const;
    const target = { id: source.split("/")[0] };
    if (!dryRun) this.file({ source: id }, target, mode === "double" ? "copy" : "move");
    return { outcome: "back" } as const;
  }

  look({ source }: { source: string }) {
    return { state: this.messages.has(source) ? "failed" : "done", left: [], isTwice: false } as const;
  }

  discard() {}
}

const filing = (source: string, folder = "Junk") => ({ source, folder, label: "spam", probability: 0.9 });
const options = (store: Mailbox, journal: string): FilerOptions => ({ mode: "move", journal, store: () => store });

describe("a store that is not a folder", () => {
  it("gets each message once, and gives all back by a journal that names it and its ids", async () => {
    const box = new Mailbox();
    const ids = ["one", "two", "two"].map((text) => box.add("INBOX", text));
    const journal = join(temporaryFolder(), "j.jsonl");
    const filer = new Filer("", options(box, journal));
    const outcomes = await inTurn([...ids, "INBOX/9"], async (id) => (await filer.file(filing(id))).outcome);
    filer.finish();
    expect(outcomes).toEqual(["filed", "filed", "there", "left"]);
    expect(Object.fromEntries(box.messages)).toEqual({ "Junk/4": "one", "Junk/5": "two" });
    const lines = String(bytesOf(journal));
    expect(lines).toMatch(/"store":"mailbox","into":"home"/);
    expect(lines).toMatch(/"source":"INBOX\/1","target":"Junk".*\n.*"step":"done".*"id":"Junk\/4"/);

    expect(() => readJournal(journal)).toThrow(/is about home, but does not lie in it/);
    await expect(allUndone(readJournal(journal, "home"))).rejects.toThrow(
      "is about mailbox home, which is not a folder",
    );
    const undone = await allUndone(readJournal(journal, "home"), { store: box });
    expect(undone.map(({ outcome }) => outcome)).toEqual(["back", "back", "back"]);
    expect([...box.messages.values()].sort()).toEqual(["one", "two", "two"]);
    expect([...box.messages.keys()].every((id) => id.startsWith("INBOX/"))).toBe(true);
    expect(readJournal(journal, "home").steps.map(({ state }) => state)).toEqual(["undone", "undone", "undone"]);
  });

  it("says once if it is full, and is asked for the fate of the step of a killed process", async () => {
    const box = new Mailbox();
    const id = box.add("INBOX", "one");
    box.isFull = true;
    const journal = join(temporaryFolder(), "j.jsonl");
    const filer = new Filer("", options(box, journal));
    await expect(filer.file(filing(id))).rejects.toThrow(/^home: the quota is used up/);
    const [begin, intent] = String(bytesOf(journal)).split("\n");
    writeFileSync(journal, `${begin}\n${intent}\n`);
    const { steps, documents } = await repair(readJournal(journal, "home"), { store: box });
    expect([documents, steps[0].state]).toEqual([1, "failed"]);
    expect(readJournal(journal, "home").steps[0].state).toBe("failed");
  });
});
