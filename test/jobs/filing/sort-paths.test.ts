import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type SortPathsOptions, sortPaths } from "../../../src/jobs/filing/sort-paths.js";
import { undoSorting } from "../../../src/jobs/filing/undo-sorting.js";
import { save } from "../../../src/model/file/save-model.js";
import { train } from "../../../src/model/training.js";
import { folderWith, namesIn } from "../../helpers/folder.js";

let folder = "";
const at = (name: string) => join(folder, name);
const filesIn = (name: string) => namesIn(at(name)).filter((path) => path.endsWith(".txt"));

beforeEach(() => {
  folder = folderWith({ inbox: { "1.txt": "meeting lunch", "2.txt": "winner cash", "3.txt": "meeting report" } });
  const documents = [
    { label: "ham", text: "meeting lunch report" },
    { label: "spam", text: "winner cash prize" },
  ];
  save(train(documents), at("m"));
});

const sorting = (options: Partial<SortPathsOptions> = {}) =>
  sortPaths([at("inbox")], { model: at("m"), into: at("sorted"), mode: "move", ...options });

describe("sortPaths", () => {
  it.each([-0.1, 1.5, Number.NaN])("refuses %d as a probability", async (unsureBelow) => {
    await expect(sorting({ unsureBelow })).rejects.toThrow(
      `unsureBelow ${unsureBelow}: give a probability from 0 to 1`,
    );
  });

  it("leaves documents that would exceed the limit of errors, or belong to no class", async () => {
    const texts = Array.from({ length: 60 }, (_, i) => ({ text: `lunch ${i % 7} report`, label: "ham" }));
    const more = texts.map(({ text }, i) => ({ text: `cash ${text.slice(6, 7)} prize ${i % 5}`, label: "spam" }));
    save(train([...texts, ...more], { calibrate: "auto" }), at("m"));
    const outcomes = async (options: Partial<SortPathsOptions>) => {
      const notices: string[] = [];
      const onNotice = (line: string) => notices.push(line);
      const { results } = await sorting({ ...options, dryRun: true, onNotice });
      return { notices, labels: results.map(({ outcome, label, note }) => (outcome === "left" ? note : label)) };
    };
    expect((await outcomes({ errorsAtMost: 0.1 })).labels.slice(1, 2)).toEqual(["spam"]);
    const strict = await outcomes({ errorsAtMost: 0.001 });
    expect(strict.labels).toEqual([undefined, undefined, undefined]);
    expect(strict.notices).toEqual([
      expect.stringMatching(/^errors at most 0.1 %: the answers to 120 left-out training documents/),
    ]);
    expect((await outcomes({ noneBelow: 0.5 })).labels).toContain("none of these");
    await expect(sorting({ errorsAtMost: 0.1, unsureBelow: 0.5 })).rejects.toThrow("cannot be combined");
    save(train(texts.concat(more)), at("m"));
    await expect(sorting({ errorsAtMost: 0.1 })).rejects.toThrow("train it again with calibrate auto");
  });

  it("files documents, tells of each, and undoSorting brings them back", async () => {
    const [told, progress]: [string[], number[]] = [[], []];
    const { results, journal, stopped } = await sorting({
      into: `${at("sorted")}/`,
      onSorted: ({ label }) => told.push(label),
      onProgress: ({ done }) => progress.push(done),
    });
    expect(told).toEqual(["ham", "spam", "ham"]);
    expect(progress).toEqual([1, 2, 3]);
    const targets = ["ham/1.txt", "spam/2.txt", "ham/3.txt"].map((path) => at(`sorted/${path}`));
    expect(results.map(({ target }) => target)).toEqual(targets);
    expect(stopped).toBeUndefined();
    expect(filesIn("inbox")).toEqual([]);
    const undone = await undoSorting(journal ?? "", {});
    expect(undone).toMatchObject({ total: 3, isStopped: false });
    expect(filesIn("inbox")).toEqual(["1.txt", "2.txt", "3.txt"]);
  });

  it("stops at a signal, and the next call continues", async () => {
    const stopping = new AbortController();
    const { stopped, results } = await sorting({ signal: stopping.signal, onSorted: () => stopping.abort() });
    expect([stopped, results.length]).toEqual([{ at: 2 }, 1]);
    expect((await sorting()).results).toHaveLength(2);
    expect(filesIn("sorted")).toEqual(["ham/1.txt", "ham/3.txt", "spam/2.txt"]);
  });
});
