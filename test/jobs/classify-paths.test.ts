import { join } from "node:path";
import { expect, it } from "vitest";
import type { Progress } from "../../src/base/following.js";
import { classifyPaths } from "../../src/jobs/classify-paths.js";
import { save } from "../../src/model/file/save-model.js";
import { train } from "../../src/model/training.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";

it("classifyPaths classifies documents one by one, tells guesses and problems, and prints nothing", () => {
  const folder = folderWith({ a: "a prize", b: "lunch", c: "unheard of" });
  const model = join(temporaryFolder(), "model");
  const letters = { ham: "lunch on Friday", spam: "cash prize" };
  save(train(Object.entries(letters).map(([label, text]) => ({ label, text }))), model);
  const progress: number[] = [];
  const options = { model, onProgress: ({ done }: Progress) => progress.push(done) };
  const { documents, inputs } = classifyPaths([folder, join(folder, "none")], options);
  const answers = [...documents].map(({ path, classification, isGuess }) => {
    return `${path.slice(folder.length)} ${"label" in classification && classification.label} ${isGuess}`;
  });
  expect(answers).toEqual(["/a spam false", "/b ham false", "/c ham true"]);
  expect(progress).toEqual([0, 1, 2, 3]);
  expect(inputs.failures).toMatchObject([{ kind: "unreadable", where: join(folder, "none") }]);
  const notices: string[] = [];
  classifyPaths([temporaryFolder()], { model, onNotice: (line) => notices.push(line) });
  expect(notices).toEqual([expect.stringMatching(/^no documents in /)]);
});
