import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Argument, Command } from "commander";
import { orDataError } from "../../base/errors.js";
import { withHelp } from "../options/help.js";
import { writeOut } from "../output/output.js";

/** For each shell, the script that the build makes. */
export const COMPLETIONS = { bash: "thresher.bash", zsh: "_thresher", fish: "thresher.fish" } as const;

/** Makes the command `thresher completion`. */
export function newCommand(): Command {
  const command = new Command("completion")
    .description("Print a script that lets a shell complete commands, options and their values.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(COMPLETIONS)))
    .action(run);
  return withHelp(
    command,
    `Examples:
  source <(thresher completion bash)  in ~/.bashrc
  source <(thresher completion zsh)   in ~/.zshrc, after compinit
  thresher completion fish | source   in ~/.config/fish/config.fish`,
  );
}

/** Prints the script. */
async function run(shell: keyof typeof COMPLETIONS): Promise<void> {
  // The command is in dist/bin, the scripts are in dist/completion.
  const path = join(import.meta.dirname, "..", "completion", COMPLETIONS[shell]);
  const read = () => readFileSync(path, "utf8");
  await writeOut(orDataError(read, () => `${path} is missing: install Thresher again`));
}
