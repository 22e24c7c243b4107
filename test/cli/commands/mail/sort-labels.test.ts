import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { expectRefused, jsonOf, outputOf } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";
import { labelledFiles, labelledTexts } from "../../../helpers/labelled-texts.js";
import { journalOf, names } from "./sorting-desk.js";

const model = join(temporaryFolder(), "topics.model");
beforeAll(async () => {
  await outputOf(`train ${labelledFiles(labelledTexts(90)).table} -m ${model} --multi-label --quiet`);
});

const INBOX = { both: "match goal team bank market loan", one: "song album concert guitar", none: "the of and" };
const desk = () => folderWith({ inbox: INBOX });
const sort = (cwd: string, words = "") =>
  jsonOf(`sort inbox -m ${model} --into sorted --quiet ${words}`.trim(), { cwd });
const FILED = ["sorted/money/both", "sorted/music/one", "sorted/sport/both"];
/** The files in the folders of labels. */
const filedIn = (cwd: string) => names(cwd).filter((name) => /^sorted\/\w/.test(name));

describe("sort with a model of several labels", () => {
  it.each(["", "--link", "--move"])("files a document under each label, once, and takes all back: %s", async (mode) => {
    const cwd = desk();
    const { messages, classes } = await sort(cwd, mode);
    const [both, none, one] = messages;
    expect(both.labels.toSorted()).toEqual(["money", "sport"]);
    expect([both.target, ...both.more].toSorted()).toEqual(["sorted/money/both", "sorted/sport/both"]);
    expect(none).toMatchObject({ label: "", labels: [], unsure: true, outcome: "left", note: "no label" });
    expect(one).toMatchObject({ label: "music", outcome: "filed", target: "sorted/music/one" });
    expect(filedIn(cwd)).toEqual(FILED);
    expect(names(join(cwd, "inbox"))).toEqual(mode === "--move" ? ["none"] : ["both", "none", "one"]);
    const counted = { filed: 1, there: 0, left: 0 };
    const labels = ["money", "music", "sport"].map((label) => ({ label, ...counted }));
    expect(classes).toEqual([...labels, { label: null, filed: 0, there: 0, left: 1 }]);
    const again = await sort(cwd, mode);
    expect(again.journal).toBeNull();
    expect(filedIn(cwd)).toEqual(FILED);
    await outputOf(`sort --undo ${journalOf(cwd)} --quiet`, { cwd });
    expect(filedIn(cwd)).toEqual([]);
    expect(names(join(cwd, "inbox"))).toEqual(["both", "none", "one"]);
  });

  it("leaves a document where somebody has filed it under another label, or moved it back", async () => {
    const cwd = desk();
    await sort(cwd);
    renameSync(join(cwd, "sorted/sport/both"), join(cwd, "sorted/music/both"));
    await sort(cwd);
    expect(filedIn(cwd)).toEqual(["sorted/money/both", "sorted/music/both", "sorted/music/one"]);
    const moved = desk();
    const { target } = (await sort(moved, "--move")).messages[0];
    renameSync(join(moved, target), join(moved, "inbox/both"));
    for (const name of ["money", "sport"]) rmSync(join(moved, "sorted", name, "both"), { force: true });
    expect((await sort(moved, "--move")).messages[0]).toMatchObject({ why: "you have moved it back" });
    expect(existsSync(join(moved, "inbox/both"))).toBe(true);
  });

  it("does what is left of a document that a kill has left in some of its folders", async () => {
    const cwd = desk();
    await sort(cwd);
    rmSync(join(cwd, "sorted/sport/both"));
    expect((await sort(cwd)).messages[0]).toMatchObject({ outcome: "filed" });
    expect(filedIn(cwd)).toEqual(FILED);
  });

  it("files only chosen labels, documents without one where the user says, and messages of an archive", async () => {
    const cwd = desk();
    const { messages } = await sort(cwd, "--only sport --unsure-to rest");
    expect(messages[0]).toMatchObject({ labels: ["sport"], target: "sorted/sport/both" });
    expect(messages[2]).toMatchObject({ outcome: "left", why: "not chosen" });
    expect(filedIn(cwd)).toEqual(["sorted/rest/none", "sorted/sport/both"]);
    writeFileSync(join(cwd, "a.mbox"), `From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n\n${INBOX.both}\n`);
    const text = await outputOf(`sort a.mbox -m ${model} --into other`, { cwd });
    expect(text).toMatch(
      /^a\.mbox\S* +(money;sport|sport;money) +[\d.]+ {2}→ other\/\w+\/a\.mbox\S*, other\/\w+\/a\.mbox/,
    );
  });

  it("refuses what needs one class", async () => {
    const cwd = desk();
    await expectRefused(
      [
        ["inbox --into s --history h", "history needs one class: leave it out", 1],
        ["inbox --into s --errors-at-most 1%", "a limit needs one class for each document: leave it out", 1],
      ],
      `sort -m ${model}`,
      { cwd },
    );
  });
});
