import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../helpers/folder.js";
import { countsOf } from "./programs.js";
import {
  classes,
  countsAfter,
  current,
  expectPlaces,
  idsIn,
  KILLS,
  type Label,
  MANY,
  original,
  random,
  SETUPS,
  SURE,
  setup,
  textOf,
  until,
} from "./watched-mailbox.js";

describe.each(SETUPS)("thresher mailbox watch, with Dovecot, $format, prefix '$prefix'", (options) => {
  it("files what arrives, and learns a move exactly once", async () => {
    const { connected, model, start, stop, isWatching, move, junk, work, trash } = await setup(options);
    await connected.append("INBOX", textOf("old", "Junk"));
    const { said } = await start();
    await isWatching();
    const times: number[] = [];
    for (let i = 0; i < 6; i++) {
      const begin = performance.now();
      await connected.append("INBOX", textOf(`new-${i}`, i % 2 === 0 ? "Junk" : "Work"));
      const target = i % 2 === 0 ? junk : work;
      await until(async () => (await idsIn(connected, target)).includes(`new-${i}`));
      times.push(performance.now() - begin);
    }
    console.log(`filed after at most ${Math.max(...times).toFixed(0)} ms, ${options.format}`);
    expect(await idsIn(connected, "INBOX")).toContain("old");
    expect(await classes(model)).toEqual({ Junk: 8, Work: 8 });
    await move("new-0", junk, work);
    await until(() => said().includes("was moved there: learned"));
    await move("new-2", junk, trash);
    await move("new-1", work, "INBOX");
    await until(() => said().includes("nothing changes"));
    await move("new-4", junk, work);
    await until(() => said().match(/: learned/g)?.length === 2);
    await move("new-4", work, junk);
    await until(() => said().includes(": relabelled"));
    await stop();
    expect(await classes(model)).toEqual({ Junk: 9, Work: 9 });
    expect(said()).not.toMatch(/trying again|cannot/);
    expect(await idsIn(connected, "INBOX")).toContain("new-1");
    // While it does not run.
    await move("new-1", "INBOX", work);
    await move("new-4", junk, work);
    const again = await start();
    await until(() => again.said().match(/was moved there/g)?.length === 2);
    await stop();
    expect(await classes(model)).toEqual({ Junk: 8, Work: 11 });
  });
});

describe("thresher mailbox watch, with Dovecot", () => {
  it("keeps its model if the file is damaged, says so in one line, and follows the file when it is sound again", async () => {
    const { connected, model, start, stop, isWatching, junk, work } = await setup({ format: "maildir" });
    const sound = readFileSync(model);
    const { said } = await start();
    await isWatching();
    writeFileSync(model, "garbage");
    for (const id of ["a", "b"]) await connected.append("INBOX", textOf(id, "Junk"));
    await until(async () => (await idsIn(connected, junk)).length === 2);
    expect(said().match(/^.*stays in use$/gm)).toHaveLength(1);
    writeFileSync(model, sound);
    await connected.append("INBOX", textOf("c", "Work"));
    await until(async () => (await idsIn(connected, work)).length === 1);
    expect(said()).toMatch(/read again/);
    await stop();
    expect(await classes(model)).toEqual({ Junk: 8, Work: 8 });
  });

  it("loses nothing and learns nothing twice if it is killed at random moments", async () => {
    const { connected, model, start, stop, isWatching, move, junk, work } = await setup({ format: "maildir" }, MANY);
    const untaught = join(temporaryFolder(), "before.model");
    copyFileSync(model, untaught);
    const folders = { Junk: junk, Work: work };
    await start(...SURE);
    await isWatching();
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
      const { child } = current();
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      expect(await ended).toEqual([null, "SIGKILL"]);
      await start(...SURE);
    }
    await until(async () => {
      const inbox = await idsIn(connected, "INBOX");
      return inbox.every((id) => !expected.has(id));
    });
    await stop();
    await start(...SURE);
    await stop();
    await expectPlaces(connected, [junk, work], expected);
    expect(lessons.size).toBe(KILLS);
    expect(await countsOf(model)).toEqual(await countsAfter(untaught, lessons));
  });
});
