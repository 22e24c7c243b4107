/** Runs `thresher tune` on small corpora. */
import { join } from "node:path";
import { expect } from "vitest";
import { thresher } from "./command.js";
import { temporaryFolder } from "./folder.js";

/** Classes that share words, so that settings differ. */
export function mixed(perClass: number) {
  const words = ["cash", "prize", "letter", "meeting", "home", "offer", "lunch", "report"];
  const documents = (shift: number) =>
    Object.fromEntries(
      Array.from({ length: perClass }, (_, i) => [
        `${i}.txt`,
        [1, 5, 7].map((step) => words[(i * step + shift * (i % 3)) % words.length]).join(" "),
      ]),
    );
  return { ham: documents(0), spam: documents(3) };
}

/** Runs the commands that tune printed: one trains, one gives the same figure again. Returns the words of the latter. */
export async function expectRepeatable(stdout: string): Promise<string[]> {
  const mean = Number(/^([\d.]+) %/m.exec(stdout)?.[1]);
  const commands = stdout.match(/^ {2}thresher .*$/gm) ?? [];
  expect(commands).toHaveLength(2);
  const [train, evaluate] = commands.map((command) => command.trim().split(" ").slice(1));
  const again = JSON.parse((await thresher([...evaluate, "--json"])).stdout);
  expect(again.accuracy * 100).toBeCloseTo(mean, 1);
  const model = join(temporaryFolder(), "model");
  const outcome = await thresher(train.map((word) => (word === "MODEL" ? model : word)));
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  return evaluate;
}
