import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { leftMessages } from "../../../src/mailbox/filing/left-messages.js";
import { folderWith } from "../../helpers/folder.js";

it("decisions about messages that stay are remembered, except in lines that are damaged", () => {
  const path = join(folderWith({}), "left");
  const opened = () => leftMessages<{ readonly why: string }>(path, LISTING, { model: "1a2b3c4d" }, false);
  const first = opened();
  first.add(1, { why: "unsure" });
  first.close();
  appendFileSync(path, 'null\n7\n{"uid":2}\n[2]\nx\n');
  const second = opened();
  expect([second.get(1), second.get(2)]).toEqual([{ why: "unsure" }, undefined]);
  second.close();
});

const LISTING = { folder: "INBOX", validity: "1", uids: [1, 2] };
