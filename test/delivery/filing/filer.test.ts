import { basename, dirname } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Filer } from "../../../src/delivery/filing/filer.js";
import { unfinishedJournals } from "../../../src/delivery/filing/read-journal.js";
import { trackingFiles } from "../../helpers/faults-here.js";
import { namesIn, type Tree } from "../../helpers/folder.js";
import { CROSSING, desk, filing, REAL, setUp, treeOf } from "./desk.js";
import { inTurn } from "./journal-entries.js";

setUp();

describe("filing", () => {
  it("puts the messages of any tree where a simple list of names puts them, and undoes it", async () => {
    const names = ["1", "1-2", "a.txt", "a-2.txt", "x".repeat(255), "new\nline", ".hidden", "é", "-n", "%"];
    const content = fc.constantFrom("", "one", "two", "three");
    const tree = fc.dictionary(fc.constantFrom(...names), content, { maxKeys: 4 });
    const labels = fc.array(fc.constantFrom("ham", "spam"), { minLength: 12, maxLength: 12 });
    const modes = fc.constantFrom("copy" as const, "move" as const, "link" as const);
    const trees = fc.record({ a: tree, b: tree, c: tree });
    const there = fc.record({ ham: tree, spam: tree });
    const property = fc.asyncProperty(trees, there, labels, modes, async (inboxes, into, to, mode) => {
      const { root, at, filer, file, undone } = desk({ ...inboxes, into }, { mode });
      const before = treeOf(root);
      const names = ([folder, files]: [string, object]) => Object.keys(files).map((name) => `${folder}/${name}`);
      const sources = Object.entries(inboxes).flatMap(names);
      const expected = expectedOf(into, sources.map(at), to, mode);
      const results = await inTurn(sources, (source, i) => file(source, to[i]));
      filer.finish();
      expect(treeOf(at("into"))).toEqual(expected.tree);
      expect(results.map(({ outcome }) => outcome)).toEqual(expected.outcomes);
      expect(sources.filter((source) => REAL.existsSync(at(source)))).toEqual(mode === "move" ? [] : sources);
      if (!REAL.existsSync(filer.journal)) return;
      expect((await undone()).filter((outcome) => !/^(?:back|removed)$/.test(outcome))).toEqual([]);
      expect(treeOf(root)).toEqual(before);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it.each(["copy", "move", "link"] as const)("leaves a Maildir's inbox, and files others there: %s", async (mode) => {
    const maildir = { new: { 1: "one" }, cur: { "2:2,S": "two" }, tmp: {} };
    const { at, filer, file, textAt, takenBack } = desk({ into: maildir, in: { 3: "three" } }, { mode });
    for (const path of ["into/new/1", "into/cur/2:2,S"]) {
      expect(await file(path, "")).toEqual({ outcome: "there", target: at(path) });
    }
    expect(filer.hasJournal).toBe(false);
    expect(dirname((await file("in/3", "")).target ?? "")).toBe(at("into/new"));
    expect(Object.values(treeOf(at("into"))).sort()).toEqual(["", "", "", "one", "three", "two"]);
    expect(await takenBack()).toEqual([mode === "move" ? "back" : "removed"]);
    expect(textAt("in/3")).toBe("three");
  });

  // A Maildir's names are made of the content: there only names of a Maildir clash.
  it.each([false, true])("says the same in a dry run, and finds all again: Maildir %s", async (maildir) => {
    const tree = { a: { 1: "one", 2: "two" }, b: { 1: "three", 2: "two", 3: "" }, into: { ham: { 1: "x" } } };
    const { root, at } = desk(tree);
    const before = treeOf(root);
    const sources = ["a/1", "a/2", "b/1", "b/2", "b/3"];
    const run = async (dryRun: boolean, order = sources) => {
      const filer = new Filer(at("into"), { mode: "copy", maildir, dryRun });
      const results = await inTurn(order, (source) => filer.file(filing(at(source), "ham")));
      filer.finish();
      return results;
    };
    const said = await run(true);
    expect(treeOf(root)).toEqual(before);
    expect(await run(false)).toEqual(said);
    const again = await run(false, sources.toReversed());
    expect(again.map(({ outcome }) => outcome)).toEqual(Array(5).fill("there"));
  });

  it("finds a hundred messages of one name a number each without looking at all names again", async () => {
    const folders = Array.from({ length: 100 }, (_, i) => `f${i}`);
    let looks = 0;
    const countingLooks = (...args: Parameters<typeof REAL.lstatSync>) => {
      looks++;
      return REAL.lstatSync(...args);
    };
    const tree = Object.fromEntries(folders.map((folder) => [folder, { m: folder }]));
    const { at, file } = desk(tree, {}, { lstatSync: countingLooks });
    for (const folder of folders) expect((await file(`${folder}/m`)).outcome).toBe("filed");
    expect(new Set(Object.values(treeOf(at("into/ham")))).size).toBe(100);
    expect(looks).toBeLessThan(4000);
  });

  it("closes every file that it opens", async () => {
    const { open, calls: files } = trackingFiles();
    const { at, filer, takenBack } = desk({ in: { 2: "two" } }, { mode: "copy", maildir: true }, files);
    const archived = { archive: at("in/2"), content: Buffer.from("three") };
    await filer.file({ ...filing(at("in/2#1"), "ham"), archived });
    await takenBack();
    const moving = desk({ in: { 1: "one" } }, {}, { ...files, ...CROSSING });
    await moving.file("in/1");
    await moving.takenBack();
    for (const into of [at("into"), moving.at("into")]) expect(unfinishedJournals(into)).toEqual([]);
    expect(open).toEqual(new Set());
  });

  it("copies a message of an archive to its own file, and refuses to move it", async () => {
    const { at, filer, takenBack } = desk({ "inbox.mbox": "From x\n" }, { mode: "copy" });
    const archive = at("inbox.mbox");
    const message = (place: string, text = `text ${place}`) => {
      return { ...filing(`${archive}#${place}`, "ham"), archived: { archive, content: Buffer.from(text) } };
    };
    const mail = message("17", "Subject: x\n");
    const why = "it is one of several messages in a file, so it can only be copied";
    expect(await new Filer(at("into"), { mode: "move" }).file(mail)).toEqual({ outcome: "left", why });
    for (const outcome of ["filed", "there"]) expect(await filer.file(mail)).toMatchObject({ outcome });
    for (const place of ["18", "box/a#b.eml", "x/..", "x/.hidden", "x/"]) await filer.file(message(place));
    expect(treeOf(at("into"))).toEqual({
      "ham/": "",
      "ham/inbox.mbox-17.eml": "Subject: x\n",
      "ham/inbox.mbox-18.txt": "text 18",
      "ham/a#b.eml": "text box/a#b.eml",
      "ham/%2e.": "text x/..",
      "ham/%2ehidden": "text x/.hidden",
      "ham/x": "text x/",
    });
    expect(await takenBack()).toEqual(Array(6).fill("removed"));
  });

  it("leaves a message that is in its folder, by whatever path it is given", async () => {
    const { at, filer, file } = desk({ in: {}, into: { ham: { 1: "one", 2: "two" } } });
    REAL.symlinkSync("into/ham", at("alias"));
    REAL.linkSync(at("into/ham/2"), at("in/2"));
    for (const path of ["into/ham/1", "into/ham/2", "alias/1", "alias/2"])
      expect((await file(path)).outcome).toBe("there");
    expect(filer.hasJournal).toBe(false);
    expect(treeOf(at("into/ham"))).toEqual({ 1: "one", 2: "two" });
    // A hard link is a second name, and moving it takes that away.
    expect((await file("in/2")).outcome).toBe("there");
    expect(namesIn(at("in"))).toEqual([]);
  });
});

/** The oracle: the result of a plain list of names. */
function expectedOf(there: Tree, sources: readonly string[], to: readonly string[], mode: string) {
  const tree: Record<string, string> = {};
  for (const [folder, files] of Object.entries(there)) {
    tree[`${folder}/`] = "";
    for (const [name, content] of Object.entries(files)) tree[`${folder}/${name}`] = String(content);
  }
  const outcomes = sources.map((source, i) => {
    const content = REAL.readFileSync(source, "utf8");
    for (let n = 1; ; n++) {
      const path = `${to[i]}/${numbered(basename(source), n)}`;
      if (tree[path] === undefined) {
        tree[path] = content;
        return "filed";
      }
      if (tree[path] === content && !(mode === "move" && content === "")) return "there";
    }
  });
  return { tree, outcomes };
}

function numbered(name: string, n: number): string {
  if (n === 1) return name;
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  return `${stem.slice(0, 255 - extension.length - 1 - String(n).length)}-${n}${extension}`;
}
