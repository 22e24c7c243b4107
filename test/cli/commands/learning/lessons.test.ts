import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { expectRefused, jsonOf, outputOf } from "../../../helpers/expectations.js";
import { temporaryFolder, write } from "../../../helpers/folder.js";

/** Commands run here, with the model for all `site`, and the lessons of users in `users`. */
const cwd = temporaryFolder();
const ANNA = "-m site --models users/%u.lessons --user anna";

const club = (name: string) => (n: number) =>
  `Message-ID: <${n}@${name}.example>
From: m${n}@people.example
To: ${name}@${name}.example
Subject: [${name}] news${n}
Received: from ${name}.example

friends of ${name} meet${n}
`;
const bait = (n: number) => `From: win${n}@casino.example\nSubject: cash ${n}\n\nwin cash in the casino${n}\n`;
const of = (text: (n: number) => string, name: string, from = 1) =>
  Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`${name}${i}.eml`, text(from + i)]));
const clubs = ["roses", "chess", "boats", "choir"].map((name) => of(club(name), name));

beforeAll(async () => {
  write(cwd, {
    mail: { ham: Object.assign({}, ...clubs), spam: of(bait, "bait") },
    lessons: of(club("roses"), "roses", 11),
    "roses.eml": club("roses")(20),
    "bait.eml": bait(20),
  });
  mkdirSync(join(cwd, "users"), { mode: 0o700 });
  await outputOf("train mail -m site --preset mail --quiet", { cwd });
});

it("learns, relabels and unlearns messages as lessons of a user, and explains what comes from them", async () => {
  const site = readFileSync(join(cwd, "site"));
  expect(await outputOf(`learn spam lessons ${ANNA}`, { cwd })).toBe(
    "4 learned. The user has taught 4 documents (ham 0, spam 4).\n",
  );
  const lessons = readFileSync(join(cwd, "users/anna.lessons"));
  expect(await outputOf(`learn ham roses.eml ${ANNA}`, { cwd })).toMatch(/^1 learned\. .*\(ham 1, spam 4\)/);
  expect(await outputOf(`relabel spam roses.eml ${ANNA}`, { cwd })).toMatch(/^1 relabelled\. .*\(ham 0, spam 5\)/);
  expect(await outputOf(`unlearn roses.eml ${ANNA}`, { cwd })).toMatch(/^1 unlearned\. /);
  expect(readFileSync(join(cwd, "users/anna.lessons"))).toEqual(lessons);
  expect(readFileSync(join(cwd, "site"))).toEqual(site);
  const text = await outputOf(`explain roses.eml ${ANNA}`, { cwd });
  expect(text).toMatch(/: ham, probability .*\n4 lessons of anna \(spam 4\): the nearest is similar by 0\.\d\d, and/s);
  expect(text).toMatch(/and they say spam 1\.000\.\nWith a weight of 0\.9\d, the answer is spam 0\.9\d\d\.\n/);
  expect(await outputOf(`explain bait.eml ${ANNA}`, { cwd })).toMatch(/this message is like none of them\n$/);
  const json = await jsonOf(`explain roses.eml ${ANNA}`, { cwd });
  expect(JSON.stringify(json)).toContain('"user":"anna","lessons":[{"label":"spam","lessons":4}]');
  expect(await outputOf(`explain roses.eml ${ANNA.replace("anna", "ben")}`, { cwd })).not.toContain("lessons of");
});

it("refuses options that do not go together, and names that are no names of files", async () => {
  const cases = [
    ["learn spam lessons -m site --user anna", /--user needs --models/],
    ["explain roses.eml -m site --models users/%u.lessons", /--models needs --user/],
    [`learn spam lessons ${ANNA} --dry-run`, /--models.*--dry-run|--dry-run.*--models/],
    [`learn spam lessons ${ANNA} --preset mail`, /keep their settings and learn every document/],
    [`unlearn lessons ${ANNA.replace("anna", ".x")}`, /the user name ".x" is refused/, 1],
  ] as const;
  await expectRefused(cases, [], { cwd });
});
