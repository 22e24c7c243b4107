/** Writes the completion scripts of the shells and the man page, made from the commands as commander knows them. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMPLETIONS } from "../../src/cli/commands/completion.js";
import { newProgram } from "../../src/cli/main.js";
import { bashCompletion, fishCompletion, zshCompletion } from "./completion.js";
import { manPage } from "./man-page.js";

/** Writes `completion/` and `man/` below a folder. */
export async function writeShellFiles(folder: string): Promise<void> {
  const program = await newProgram();
  const files = {
    [`completion/${COMPLETIONS.bash}`]: bashCompletion(program),
    [`completion/${COMPLETIONS.zsh}`]: zshCompletion(program),
    [`completion/${COMPLETIONS.fish}`]: fishCompletion(program),
    "man/thresher.1": manPage(program),
  };
  for (const sub of ["completion", "man"]) mkdirSync(join(folder, sub), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
