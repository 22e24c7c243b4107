import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { classifyPaths } from "../../src/jobs/classify-paths.js";
import { save } from "../../src/model/file/save-model.js";
import { train } from "../../src/model/training.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";

const model = join(temporaryFolder(), "model");
save(
  train([
    { label: "ham", text: "lunch on Friday" },
    { label: "spam", text: "cash prize" },
  ]),
  model,
);

describe("classifyPaths", () => {
  it("classifies the files of a folder one by one, says which answers are guesses, and prints nothing", () => {
    const folder = folderWith({ a: "a prize", b: "lunch", c: "unheard of" });
    const progress: number[] = [];
    const { documents, inputs } = classifyPaths([folder], { model, onProgress: ({ done }) => progress.push(done) });
    const answers = [...documents].map(({ path, classification, isGuess }) => {
      return `${path.slice(folder.length)} ${"label" in classification && classification.label} ${isGuess}`;
    });
    expect(answers).toEqual(["/a spam false", "/b ham false", "/c ham true"]);
    expect(progress).toEqual([0, 1, 2, 3]);
    expect(inputs.failures).toEqual([]);
  });

  it("keeps what it could not read among the problems, and hands on notices", () => {
    const notices: string[] = [];
    const folder = folderWith({ a: "lunch" });
    const { documents, inputs } = classifyPaths([folder, join(folder, "none")], { model });
    expect([...documents]).toHaveLength(1);
    expect(inputs.failures).toMatchObject([{ kind: "unreadable", where: join(folder, "none") }]);
    classifyPaths([temporaryFolder()], { model, onNotice: (line) => notices.push(line) });
    expect(notices).toEqual([expect.stringMatching(/^no documents in /)]);
  });
});
