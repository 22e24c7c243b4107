import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ImapFlow } from "imapflow";
import { describe, expect, it } from "vitest";
import { readLessons } from "../../src/delivery/users/lesson-file.js";
import { startThresher, thresher } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { until } from "../helpers/running.js";
import { TestMailbox } from "./mailboxes.js";
import { trainedModel } from "./programs.js";
import { idsIn, isWatching, stop } from "./watched-mailbox.js";

/** A message of a mailing list, which the model for all takes for ham. */
const news = (n: number) =>
  `Message-ID: <news-${n}@test>\r\nDate: Fri, ${n} Nov 2024 10:00:00 +0000\r\nFrom: news${n}@roses.example\r\nTo: roses@lists.example\r\nSubject: [roses] meeting ${n}\r\n\r\nlunch tomorrow and a report for members of roses, number ${n}\r\n`;
const site = trainedModel({ preset: "mail" });

/** An account whose folders the model for all does not know, and a folder for lessons. */
async function setup() {
  const { home, server } = await TestMailbox.start({});
  const client = await server.client();
  for (const folder of ["Junk", "Work", "Sent", "Trash"]) await client.mailboxCreate(folder);
  const folder = temporaryFolder();
  const lessons = ["-m", site, "--models", join(folder, "%u.model")];
  const file = join(folder, "anna.model");
  const taught = () => (existsSync(file) ? readLessons(file, "anna").lessons.map(({ label }) => label) : []);
  const run = (...args: string[]) => thresher([...args, ...lessons], { env: home });
  const watch = () =>
    startThresher(["mailbox", "watch", "home", ...lessons, "--user", "anna", "--every", "1"], { env: home });
  return { client, taught, run, watch };
}

async function move(client: ImapFlow, id: string, from: string, to: string) {
  await client.mailboxOpen(from);
  const [uid] = (await client.search({ header: { "message-id": `<${id}@test>` } }, { uid: true })) || [];
  expect(await client.messageMove(String(uid), to, { uid: true })).toBeTruthy();
}

describe("the lessons of a user, in a mail account", () => {
  it("come from the user's moves, answer in sort and watch, and never change the model for all", async () => {
    const { client, taught, run, watch } = await setup();
    const before = readFileSync(site);
    for (const n of [1, 2, 3]) await client.append("INBOX", news(n));
    let watching = watch();
    await isWatching(watching);
    for (const n of [1, 2, 3]) await move(client, `news-${n}`, "INBOX", "Junk");
    await until(() => taught().length === 3);
    // Killed between a lesson and its note, it learns nothing twice.
    await watching.end("SIGKILL");
    await client.append("INBOX", news(4));
    expect((await thresher(["classify", "-m", site, "-"], { input: news(4) })).stdout).toMatch(/ham/);
    const sorted = await run("mailbox", "sort", "home", "--user", "anna", "--dry-run");
    expect(sorted.stdout).toMatch(/news4@roses.example .* spam .*→ Junk/);
    watching = watch();
    await isWatching(watching);
    await until(async () => (await idsIn(client, "Junk")).includes("news-4"));
    expect(taught()).toEqual(["spam", "spam", "spam"]);
    // Ham is in the inbox, and in folders that are no classes.
    await move(client, "news-4", "Junk", "INBOX");
    await until(() => taught().includes("ham"));
    await move(client, "news-1", "Junk", "Work");
    await until(() => taught().filter((label) => label === "ham").length === 2);
    await stop(watching);
    expect(watching.stderr).not.toMatch(/trying again|cannot/);
    expect(readFileSync(site).equals(before)).toBe(true);
  });

  it("are seeded from its folders, which are only read, by their use and by their names", async () => {
    const { client, taught, run } = await setup();
    for (const [n, folder] of ["Junk", "Junk", "Work", "Sent", "Trash", "INBOX"].entries()) {
      await client.append(folder, news(n + 1));
    }
    const first = await run("users", "seed", "anna", "imap:home");
    expect(first).toMatchObject({ code: 0, stdout: "anna: learned 2 lessons of spam and 1 lesson of ham.\n" });
    expect(taught().sort()).toEqual(["ham", "spam", "spam"]);
    const again = await run("users", "seed", "anna", "imap:home");
    expect(again).toMatchObject({ code: 0, stdout: "anna: nothing new, 3 messages were known.\n" });
    await client.mailboxOpen("Junk");
    for await (const { flags } of client.fetch("1:*", { flags: true }))
      expect([...(flags ?? [])]).not.toContain("\\Seen");
    expect(await run("users", "seed", "ben", "imap:home", "--include", "Sent")).toMatchObject({
      stdout: "ben: learned 1 lesson of ham.\n",
    });
  });
});
