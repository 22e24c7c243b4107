import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { thresher } from "../../../helpers/command.js";
import { expectFault, jsonOf, outputOf } from "../../../helpers/expectations.js";
import { bytesOf, temporaryFolder, write } from "../../../helpers/folder.js";
import { trainedModel } from "../../../helpers/trained-model.js";

it("thresher users import takes over a word list, and says what is lost", async () => {
  const folder = temporaryFolder();
  const models = ["--models", join(folder, "%u.model")];
  const list = join(folder, "anna.words");
  writeFileSync(list, ".MSG_COUNT 7 8 20260101\n.WORDLIST_VERSION 20040500 0 20260101\nroses 5 0\n");
  const { code, stdout } = await thresher(["users", "import", "anna", list, ...models]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^anna: 1 of 1 tokens of bogofilter, from 8 ham and 7 spam messages\. Lost: .*\n$/);
  expect((await jsonOf(["users", "list", ...models])).users).toMatchObject([{ classes: {}, words: "bogofilter" }]);
  expect(await outputOf(["users", "list", ...models])).toMatch(/^anna .* a word list of bogofilter$/m);
  expect(await outputOf(["users", "show", "anna", ...models])).toMatch(
    /^anna: lessons and a word list of bogofilter, /,
  );
  const before = bytesOf(join(folder, "anna.model"));
  await thresher(["users", "import", "anna", list, ...models]);
  expect(bytesOf(join(folder, "anna.model")).equals(before)).toBe(true);
  write(folder, { "letter.eml": "Subject: roses\n\nroses\n" });
  const words = ["explain", join(folder, "letter.eml"), "-m", trainedModel({ preset: "mail" }), "--user", "anna"];
  const explained = await thresher([...words, ...models]);
  expect(explained.stdout).toMatch(
    /like none of them\.\nWith the imported word list, the answer is \w+ [01]\.\d{3}\.\n/,
  );
  const forgotten = await outputOf(["users", "forget", "anna", ...models]);
  expect(forgotten).toBe("Removed 0 lessons and the word list of bogofilter of anna.\n");
  expectFault(await thresher(["users", "import", "..", list, ...models]), 1, /user name ".." is refused/);
  expectFault(await thresher(["users", "import", "anna", folder, ...models]), 1, /it is a folder/);
  writeFileSync(join(folder, "ben.model"), bytesOf(trainedModel({ preset: "mail" })));
  expectFault(await thresher(["users", "import", "ben", list, ...models]), 1, /is a whole model, not lessons/);
});
