import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFolders } from "../../../src/documents/corpora/folders.js";
import {
  type DateSource,
  type DocumentDates,
  documentDates,
  requireReadableDates,
} from "../../../src/evaluation/protocols/document-dates.js";
import { readMessageFacts } from "../../../src/mail/message-facts.js";
import { folderWith } from "../../helpers/folder.js";

const NAMES = ["letter", "message", "undated", "unparsed"];
const SENT = Date.UTC(1993, 3, 6, 0, 34, 12);
const WRITTEN = Date.UTC(2001, 1, 3);

function corpus() {
  const root = folderWith({
    a: {
      letter: "Dear Bob",
      message: "From: ann\nDate: 6 Apr 93 00:34:12 GMT\n\n",
      undated: "From: ann\n\n",
      unparsed: "From: ann\nDate: today\n\n",
    },
  });
  for (const name of NAMES) utimesSync(join(root, "a", name), WRITTEN / 1000, WRITTEN / 1000);
  return readFolders(root);
}

describe("documentDates", () => {
  it.each<[DateSource, Partial<DocumentDates>]>([
    ["auto", { times: [WRITTEN, SENT, undefined, undefined], byFile: ["a/letter"], undated: ["a/undated"] }],
    ["header", { times: [undefined, SENT, undefined, undefined], undated: ["a/letter", "a/undated"] }],
    ["file", { times: [WRITTEN, WRITTEN, WRITTEN, WRITTEN], byFile: NAMES.map((name) => `a/${name}`), unparsed: [] }],
  ])("takes the Date header of messages and the file time of the rest, or one of them alone: %s", (source, dates) => {
    const documents = corpus();
    const facts = readMessageFacts(documents, documents.ids, { as: "auto", encoding: "auto" });
    const found = documentDates(documents, documents.ids, source, facts);
    expect(found).toEqual({ byFile: [], undated: [], unparsed: ["a/unparsed"], ...dates });
  });
});

it("requireReadableDates refuses dates that cannot be read, and the rows of a table that are dated by its file", () => {
  const dates = { times: [undefined, undefined], byFile: [], undated: [], unparsed: ["1", "2"] };
  expect(() => requireReadableDates(dates)).toThrow(
    "by-date: none of the 2 dates can be read: write them as 2026-01-31, 2026-01-31 09:30 or 31.01.2026",
  );
  const rows = { times: [7, 7], byFile: ["1", "2"], undated: [], unparsed: [] };
  expect(() => requireReadableDates(rows)).toThrow(/^by-date: all 2 documents are dated .* with dateColumn$/);
  const changes = [{ times: [7, 8] }, { byFile: [] }];
  for (const good of [...changes.map((change) => ({ ...rows, ...change })), { ...dates, unparsed: ["1"] }]) {
    expect(() => requireReadableDates(good)).not.toThrow();
  }
});
