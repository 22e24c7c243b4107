import { expect, it } from "vitest";
import { optionName } from "../../src/base/option-names.js";

it("a setting is called as its option is", () => {
  const names = ["alpha", "minCount", "maxDocumentShare"].map(optionName);
  expect(names).toEqual(["alpha", "min-count", "max-document-share"]);
});
