import { expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { errorText } from "../../src/jobs/error-text.js";

it.each([
  [new DataError("train it with keepDocuments", { options: ["keepDocuments"] }), "train it with --keep-documents"],
  [
    new UsageError("include and exclude choose files of one folder", { options: ["include", "exclude"] }),
    "--include and --exclude choose files of one folder",
  ],
  [
    new DataError("the model does not remember: train it again with remember", { options: ["remember"] }),
    "the model does not remember: train it again with --remember",
  ],
  [new UsageError('spam: there is no class "spam"', { options: ["spam"] }), '--spam: there is no class "spam"'],
  [
    new DataError("a;b: set multiLabel to true to split it, or set multiLabel to false", { options: ["multiLabel"] }),
    "a;b: use --multi-label to split it, or use --no-multi-label",
  ],
  [new DataError('a|b: set labelSeparator to "|"', { options: ["labelSeparator"] }), 'a|b: use --label-separator "|"'],
  [new DataError("give a seed"), "give a seed"],
  ["no error", "no error"],
])("writes the options that an error names as they are typed: %s", (error, text) => {
  expect(errorText(error)).toBe(text);
});
