import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFolders } from "../../../src/documents/corpora/folders.js";
import {
  type DateSource,
  documentDates,
  requireReadableDates,
} from "../../../src/evaluation/protocols/document-dates.js";
import { readMessageFacts } from "../../../src/mail/message-facts.js";
import { folderWith } from "../../helpers/folder.js";

const settings = { as: "auto", encoding: "auto" } as const;
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
  for (const name of ["letter", "message", "undated", "unparsed"]) {
    utimesSync(join(root, "a", name), WRITTEN / 1000, WRITTEN / 1000);
  }
  return readFolders(root);
}

const readDates = (documents: ReturnType<typeof corpus>, source: DateSource) =>
  documentDates(documents, documents.ids, source, readMessageFacts(documents, documents.ids, settings));

describe("documentDates", () => {
  it("takes the Date header of messages and the file time of the rest", () => {
    const documents = corpus();
    expect(readDates(documents, "auto")).toEqual({
      times: [WRITTEN, SENT, undefined, undefined],
      byFile: ["a/letter"],
      undated: ["a/undated"],
      unparsed: ["a/unparsed"],
    });
  });

  it("takes one of them alone when told to", () => {
    const documents = corpus();
    expect(readDates(documents, "header")).toEqual({
      times: [undefined, SENT, undefined, undefined],
      byFile: [],
      undated: ["a/letter", "a/undated"],
      unparsed: ["a/unparsed"],
    });
    const byFile = readDates(documents, "file");
    expect(byFile).toEqual({
      times: [WRITTEN, WRITTEN, WRITTEN, WRITTEN],
      byFile: documents.ids,
      undated: [],
      unparsed: [],
    });
  });
});

it("requireReadableDates refuses dates that cannot be read, and the rows of a table that are dated by its file", () => {
  const dates = { times: [undefined, undefined], byFile: [], undated: [], unparsed: ["1", "2"] };
  expect(() => requireReadableDates(dates)).toThrow(
    "by-date: none of the 2 dates can be read: write them as 2026-01-31, 2026-01-31 09:30 or 31.01.2026",
  );
  const rows = { times: [7, 7], byFile: ["1", "2"], undated: [], unparsed: [] };
  expect(() => requireReadableDates(rows)).toThrow(/^by-date: all 2 documents are dated .* with dateColumn$/);
  for (const good of [
    { ...rows, times: [7, 8] },
    { ...rows, byFile: [] },
    { ...dates, unparsed: ["1"] },
  ]) {
    expect(() => requireReadableDates(good)).not.toThrow();
  }
});
