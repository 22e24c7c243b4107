import { expect, it } from "vitest";
import { optionName } from "../../src/base/option-names.js";

it("a setting is called as its option is", () => {
  expect(["alpha", "minCount", "maxDocumentShare"].map(optionName)).toEqual([
    "alpha",
    "min-count",
    "max-document-share",
  ]);
});
