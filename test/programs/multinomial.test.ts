import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { classify } from "../../src/model/classify.js";
import { save } from "../../src/model/file/save-model.js";
import type { TextModel } from "../../src/model/text-model.js";
import { train } from "../../src/model/training.js";
import { execute } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { succeeded } from "./programs.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The first on the path may be somebody's own and lack what the system's has. */
const PYTHONS = ["python3", "/usr/bin/python3"];

/** The program in the README of the model file. */
const [, PROGRAM = ""] =
  /^```python\n(import json, re\n[\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, "src/model/file/README.md"), "utf8")) ??
  [];

const TEXTS = [
  "The shuttle reaches orbit in eight minutes, and NASA pays for the launch.",
  "For sale: a 486 with a big DISK, best offer plus shipping!",
  "Naïve café_owners ask why the engine of a 1993 car won't start — twice, twice.",
  "He says that no word of this is known: qqqq zzzz.",
  "",
];

/** Returns the answer of the README's program for each text. */
async function predicted(folder: string, python: string): Promise<[string, number][]> {
  const program = `${PROGRAM}
import sys
for text in json.load(sys.stdin): print(json.dumps([float(value) if i else value for i, value in enumerate(predict(text))]))
`;
  const stdout = await succeeded(execute(python, ["-c", program], { cwd: folder, input: JSON.stringify(TEXTS) }));
  const [example, ...lines] = stdout.trim().split("\n");
  expect(example).toMatch(/^sci\.space 0\.\d+$|^sci\.space 1\.0$/);
  return lines.map((line) => JSON.parse(line));
}

describe("a model file in Python, with NumPy", () => {
  const folder = temporaryFolder();
  let python = "";

  beforeAll(async () => {
    for (const program of PYTHONS) {
      if (python === "" && (await execute(program, ["-c", "import numpy"])).code === 0) python = program;
    }
    expect(python, "a python3 with numpy; on Debian: apt install python3-numpy").not.toBe("");
  });

  it.each([{}, { alpha: 0.1 }, { alpha: 0.01, maxDocumentShare: 1 }])(
    "predicts as the command does, by the program of the README: %j",
    async (options) => {
      const model: TextModel = train(readFolders(join(ROOT, "corpora/newsgroups")), options);
      save(model, join(folder, "news.model"));
      const answers = await predicted(folder, python);
      expect(answers).toHaveLength(TEXTS.length);
      for (const [i, [label, probability]] of answers.entries()) {
        const own = classify(model, TEXTS[i]);
        expect(label, TEXTS[i]).toBe(own.label);
        expect(probability).toBeCloseTo(own.probability, 9);
      }
    },
  );
});
