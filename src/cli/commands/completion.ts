import { readFileSync } from "node:fs";
import { join } from "node:path";
import { orDataError } from "../../base/errors.js";
import { commandFrom } from "../command.js";
import { writeOut } from "../output/output.js";

/** For each shell, the script that the build makes. */
export const COMPLETIONS = { bash: "thresher.bash", zsh: "_thresher", fish: "thresher.fish" } as const;

/** `thresher completion`: prints the script for a shell. */
export const newCommand = commandFrom({
  does: "Print a script that lets a shell complete commands, options and their values.",
  hasOutcome: false,
  takes: { "<shell>": ["the shell", Object.keys(COMPLETIONS)] },
  options: {},
  help: `Examples:
  source <(thresher completion bash)  in ~/.bashrc
  source <(thresher completion zsh)   in ~/.zshrc, after compinit
  thresher completion fish | source   in ~/.config/fish/config.fish`,
  run(shell: keyof typeof COMPLETIONS) {
    // The command is in dist/bin, the scripts are in dist/completion.
    const path = join(import.meta.dirname, "..", "completion", COMPLETIONS[shell]);
    const read = () => readFileSync(path, "utf8");
    return writeOut(orDataError(read, () => `${path} is missing: install Thresher again`));
  },
});
