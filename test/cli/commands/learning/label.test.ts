import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Change, LabellingState } from "../../../../src/labelling/state.js";
import { admittedHeaders } from "../../../helpers/admitted.js";
import { COMMAND, thresher } from "../../../helpers/command.js";
import { temporaryFolder } from "../../../helpers/folder.js";
import { threeSubjects } from "../../../helpers/labelling-here.js";

/** Starts the command, and returns what asks its page, and what ends it. */
async function started(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, "label", ...args, "--no-open"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  }
  const closed = once(child, "close");
  await expect.poll(() => said).toMatch(/open http:\S+/);
  const address = new URL(/http:\S+/.exec(said)?.[0] ?? "");
  const headers = await admittedHeaders(address);
  const asked = async (path: string, init: RequestInit) => {
    const answer = await fetch(new URL(path, address), { headers, ...init });
    return (await answer.json()) as LabellingState;
  };
  const state = () => asked("/state?seen=0", {});
  await expect.poll(async () => (await state()).phase).not.toBe("reading");
  return {
    state,
    change: async (change: Change) => {
      const { version: seen } = await state();
      return asked("/change", { method: "POST", body: JSON.stringify({ change, seen }) });
    },
    end: async () => {
      child.kill("SIGTERM");
      await closed;
      return said;
    },
    closed: async () => {
      await closed;
      return said;
    },
  };
}

describe("thresher label", () => {
  it("refuses a pile that is not there in one line, and makes no folder", async () => {
    const into = join(temporaryFolder(), "sorted");
    expect(await thresher(["label", "nope", "--into", into])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "thresher: there is nothing to label in nope: no such file or folder\n",
    });
    expect(existsSync(into)).toBe(false);
  });

  it("points to --input-format lines if the pile is one text", async () => {
    const folder = temporaryFolder();
    const pile = join(folder, "pile.txt");
    writeFileSync(pile, "one line\nanother\n");
    const { code, stderr } = await thresher(["label", pile, "--into", join(folder, "sorted")]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/pile\.txt is only one document: .*; --input-format lines reads each line as one\n$/);
    expect(existsSync(join(folder, "sorted"))).toBe(false);
  });

  it("prints the commands that go on and that sort the rest with all options that say what is read", async () => {
    const folder = temporaryFolder();
    const [pile, into] = [join(folder, "pile.txt"), join(folder, "sorted")];
    writeFileSync(pile, Object.values(threeSubjects(60)).join("\n"));
    const args = [pile, "--into", into, "--input-format", "lines", "--include", "*.txt"];
    const first = await started(...args);
    let state = await first.change({ do: "start-questions" });
    for (let n = 0; n < 120 && state.question !== undefined; n++) {
      const { item, text } = state.question;
      state = await first.change({ do: "answer", item, label: text.split(" ")[0] });
    }
    expect(await first.end()).toContain(
      `120 documents labelled. To go on, run the same command: thresher label ${args.slice(0, 5).join(" ")} --include '*.txt' --no-open`,
    );
    const second = await started(...args);
    await expect.poll(async () => (await second.state()).progress.sure).toBeGreaterThan(0);
    await second.change({ do: "finish", how: "copy", sureToo: false });
    expect(await second.closed()).toMatch(
      /Sort the rest with it: thresher sort \S+pile\.txt -m \S+ --into \S+ --include '\*\.txt' --input-format lines/,
    );
  });
});
