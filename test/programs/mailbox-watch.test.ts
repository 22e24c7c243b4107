import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import { temporaryFolder } from "../helpers/folder.js";
import { until } from "../helpers/running.js";
import { countsOf } from "./programs.js";
import {
  countsAfter,
  documentsOf,
  idsIn,
  isWatching,
  KILLS,
  type Label,
  MANY,
  original,
  SETUPS,
  SURE,
  setup,
  stop,
  textOf,
} from "./watched-mailbox.js";

describe.each(SETUPS)("thresher mailbox watch, with Dovecot, $format, prefix '$prefix'", (options) => {
  it("files what arrives, and learns a move exactly once", async () => {
    const { connected, model, start, move, junk, work, trash } = await setup(options);
    await connected.append("INBOX", textOf("old", "Junk"));
    const watching = start();
    await isWatching(watching);
    for (let i = 0; i < 6; i++) {
      await connected.append("INBOX", textOf(`new-${i}`, i % 2 === 0 ? "Junk" : "Work"));
      const target = i % 2 === 0 ? junk : work;
      await until(async () => (await idsIn(connected, target)).includes(`new-${i}`));
    }
    expect(await idsIn(connected, "INBOX")).toContain("old");
    expect(await documentsOf(model)).toEqual([8, 8]);
    await move("new-0", junk, work);
    await until(() => watching.stderr.includes("was moved there: learned"));
    await move("new-2", junk, trash);
    await move("new-1", work, "INBOX");
    await until(() => watching.stderr.includes("nothing changes"));
    await move("new-4", junk, work);
    await until(() => watching.stderr.match(/: learned/g)?.length === 2);
    await move("new-4", work, junk);
    await until(() => watching.stderr.includes(": relabelled"));
    await stop(watching);
    expect(await documentsOf(model)).toEqual([9, 9]);
    expect(watching.stderr).not.toMatch(/trying again|cannot/);
    expect(await idsIn(connected, "INBOX")).toContain("new-1");
    // While it does not run.
    await move("new-1", "INBOX", work);
    await move("new-4", junk, work);
    const again = start();
    await until(() => again.stderr.match(/was moved there/g)?.length === 2);
    await stop(again);
    expect(await documentsOf(model)).toEqual([8, 11]);
  });
});

describe("thresher mailbox watch, with Dovecot", () => {
  it("keeps its model if the file is damaged, says so in one line, and follows the file when it is sound again", async () => {
    const { connected, model, start, junk, work } = await setup({ format: "maildir" });
    const sound = readFileSync(model);
    const watching = start();
    await isWatching(watching);
    writeFileSync(model, "garbage");
    for (const id of ["a", "b"]) await connected.append("INBOX", textOf(id, "Junk"));
    await until(async () => (await idsIn(connected, junk)).length === 2);
    expect(watching.stderr.match(/^.*stays in use$/gm)).toHaveLength(1);
    writeFileSync(model, sound);
    await connected.append("INBOX", textOf("c", "Work"));
    await until(async () => (await idsIn(connected, work)).length === 1);
    expect(watching.stderr).toMatch(/read again/);
    await stop(watching);
    expect(await documentsOf(model)).toEqual([8, 8]);
  });

  it("loses nothing and learns nothing twice if it is killed at random moments", async () => {
    const { connected, model, start, move, junk, work } = await setup({ format: "maildir" }, MANY);
    const random = seededRandom(1);
    const untaught = join(temporaryFolder(), "before.model");
    copyFileSync(model, untaught);
    const folders = { Junk: junk, Work: work };
    let watching = start(...SURE);
    await isWatching(watching);
    const expected = new Map<string, string>();
    const lessons = new Map<string, Label>();
    const filed: string[] = [];
    for (let n = 0; n < KILLS; n++) {
      for (const part of ["a", "b"]) {
        const id = `${n}-${part}`;
        await connected.append("INBOX", textOf(id, original(id)));
        expected.set(id, folders[original(id)]);
        filed.push(id);
      }
      const id = filed.shift() ?? "";
      const label = original(id) === "Junk" ? "Work" : "Junk";
      await until(() => move(id, folders[original(id)], folders[label]));
      expected.set(id, folders[label]);
      lessons.set(id, label);
      await new Promise((resolve) => setTimeout(resolve, random(2_000)));
      expect(await watching.end("SIGKILL")).toMatchObject({ signal: "SIGKILL" });
      watching = start(...SURE);
    }
    await until(async () => {
      const inbox = await idsIn(connected, "INBOX");
      return inbox.every((id) => !expected.has(id));
    });
    await stop(watching);
    await stop(start(...SURE));
    // Each message is where it belongs, and only there.
    const places: [id: string, path: string][] = [];
    for (const path of [junk, work]) for (const id of await idsIn(connected, path)) places.push([id, path]);
    expect(places.sort()).toEqual([...expected].sort());
    expect(lessons.size).toBe(KILLS);
    expect(await countsOf(model)).toEqual(await countsAfter(untaught, lessons));
  });
});
