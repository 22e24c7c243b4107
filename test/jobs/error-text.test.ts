import { expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { errorText } from "../../src/jobs/error-text.js";

const fault = (message: string, ...options: string[]) => new DataError(message, { options });
const usage = (message: string, ...options: string[]) => new UsageError(message, { options });

it.each([
  [fault("train it with keepDocuments", "keepDocuments"), "train it with --keep-documents"],
  [usage("include and exclude choose files", "include", "exclude"), "--include and --exclude choose files"],
  [fault("it does not remember: train it with remember", "remember"), "it does not remember: train it with --remember"],
  [usage('spam: there is no class "spam"', "spam"), '--spam: there is no class "spam"'],
  [
    fault("a;b: set multiLabel to true to split it, or set multiLabel to false", "multiLabel"),
    "a;b: use --multi-label to split it, or use --no-multi-label",
  ],
  [fault('a|b: set labelSeparator to "|"', "labelSeparator"), 'a|b: use --label-separator "|"'],
  [new DataError("give a seed"), "give a seed"],
  ["no error", "no error"],
])("writes the options that an error names as they are typed: %s", (error, text) => {
  expect(errorText(error)).toBe(text);
});
