import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/base/errors.js";
import { groupsBy } from "../../../src/evaluation/protocols/grouped.js";
import { readMessageFacts } from "../../../src/mail/message-facts.js";

const MESSAGES = [
  "From: ann@a\nSubject: one\nMessage-ID: <1@a>\n\n",
  "From: bob@b\nSubject: Re: one\n\n",
  "From: ANN@a\nSubject: two\nReferences: <1@a>\n\n",
  "Subject:\n\n",
  "Dear Bob",
];
const facts = (texts: readonly string[]) => {
  const documents = texts.map((text, i) => ({ id: `${i}`, label: "a", bytes: Buffer.from(text) }));
  return readMessageFacts(documents, [...texts.keys()].map(String), { as: "auto", encoding: "auto" });
};

describe("groupsBy", () => {
  it.each([
    ["from", [0, 1, 0, 2, 3], 4],
    ["subject", [0, 0, 1, 2, 3], 4],
    ["thread", [0, 0, 0, 1, 2], 3],
  ] as const)("%s puts together what belongs together, and what says nothing alone", (grouping, groups, count) => {
    const result = groupsBy(facts(MESSAGES), grouping);
    expect({ ...result, groups: Array.from(result.groups) }).toEqual({ groups, count, alone: 2 });
  });

  it.each([
    ["from", "From"],
    ["subject", "Subject"],
    ["thread", "Message-ID, References, In-Reply-To or Subject"],
  ] as const)("%s refuses documents of which none says anything", (grouping, fields) => {
    expect(() => groupsBy(facts(["Dear Bob", "Dear Ann"]), grouping)).toThrow(
      new DataError(
        `group-by ${grouping}: none of the 2 documents has ${fields} in its header; measure without groups`,
      ),
    );
  });
});
