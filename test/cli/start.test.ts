import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { save } from "../../src/model/file/save-model.js";
import { TextModel } from "../../src/model/text-model.js";
import { train } from "../../src/model/training.js";
import { thresher } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";

describe("the command", () => {
  it("warns once, in one line, of a model whose words other dictionaries found, and goes on", async () => {
    const path = join(temporaryFolder(), "old.model");
    const documents = [
      { label: "bad", text: "不好吃" },
      { label: "good", text: "很好吃" },
    ];
    const { settings, training } = train(documents, { segment: true });
    save(new TextModel({ ...settings, icu: "60.1" }, training), path);
    for (const command of [["classify"], ["explain"], ["filter"]]) {
      const document = command[0] === "filter" ? [] : ["-"];
      const { code, stdout, stderr } = await thresher([...command, "-m", path, ...document], { input: "\n很好吃\n" });
      expect(code).toBe(0);
      expect(stdout).toContain("good");
      expect(stderr).toMatch(/^thresher: this model was trained with the dictionaries of ICU 60\.1, and .*\n$/);
    }
  });
});
