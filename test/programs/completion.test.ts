import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { execute, thresher } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { succeeded } from "./programs.js";

const MAN = fileURLToPath(new URL("../../dist/man/thresher.1", import.meta.url));
const SHELLS = ["bash", "zsh", "fish"] as const;

/** Lines that a person types, and the words that a shell offers for them. */
const TYPED: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ["thresher evalu", ["evaluate"]],
  ["thresher evaluate --prese", ["--preset"]],
  ["thresher evaluate --preset b", ["best"]],
  ["thresher tune --by l", ["log-loss"]],
  ["thresher completion z", ["zsh"]],
  ["text-thresher meth", ["methods"]],
  ["thresher mailbox ch", ["check"]],
  ["thresher mailbox add --secu", ["--security"]],
  ["thresher mailbox add --security st", ["starttls"]],
];

const LINES = `${TYPED.map(([line]) => line).join("\n")}\n`;

/** The script for a shell, in a file. */
async function scriptFor(shell: (typeof SHELLS)[number]): Promise<string> {
  const stdout = await succeeded(thresher(["completion", shell]));
  const path = join(temporaryFolder(), shell === "zsh" ? "_thresher" : `thresher.${shell}`);
  writeFileSync(path, stdout);
  return path;
}

describe("thresher completion", () => {
  it("offers commands, options and values in bash", async () => {
    const script = await scriptFor("bash");
    const program = `source "$1"
      while IFS= read -r line; do
        read -ra COMP_WORDS <<< "$line"
        COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
        _thresher
        echo "\${COMPREPLY[@]}"
      done`;
    const stdout = await succeeded(execute("bash", ["-c", program, "bash", script], { input: LINES }));
    expect(stdout).toBe(TYPED.map(([, words]) => `${words.join(" ")}\n`).join(""));
    const known = await execute("bash", ["-c", 'source "$1"; complete -p thresher text-thresher', "bash", script]);
    expect(known.stdout.match(/-F _thresher/g)).toHaveLength(2);
  });

  it("offers them in fish, with descriptions", async () => {
    const script = await scriptFor("fish");
    const lines = TYPED.map(([line]) => `complete -C "${line}" | string replace -r "\\t.*" ""; echo .`);
    const fish = (code: string) => succeeded(execute("fish", ["--no-config", "-c", `source ${script}\n${code}`]));
    expect(await fish(lines.join("\n"))).toBe(TYPED.map(([, words]) => `${words.join("\n")}\n.\n`).join(""));
    expect(await fish('complete -C "thresher evaluate --quie"')).toMatch(/^--quiet\tprint no messages/);
  });

  it("completes them in zsh, as typed with the Tab key", async () => {
    const script = await scriptFor("zsh");
    // Tab completes the word, prints the line and empties it.
    const home = temporaryFolder();
    const setup = `PS1= RPS1=
      autoload -U compinit
      compinit -u -D
      source ${script}
      complete-and-print() { zle complete-word; print -r -- "LINE<$BUFFER>"; BUFFER= }
      zle -N complete-and-print
      bindkey '^I' complete-and-print
      print READY`;
    writeFileSync(join(home, ".zshrc"), setup);
    const program = `zmodload zsh/zpty
      zpty shell zsh -i -o no_global_rcs
      zpty -r -m shell said '*READY*'
      while IFS= read -r line; do
        zpty -w -n shell $line$'\\t'
        zpty -r -m shell said '*LINE<*>*'
        print -r -- "$said"
      done`;
    const options = { input: LINES, env: { ZDOTDIR: home } };
    const { stdout } = await execute("zsh", ["-f", "-c", program, "zsh", script], options);
    for (const [line, [word]] of TYPED) expect(stdout).toContain(`LINE<${line.replace(/\S+$/, word)} >`);
  });
});

describe("the man page", () => {
  it("is formatted without a warning, and has every command", async () => {
    const env = { MANWIDTH: "80", LC_ALL: "C.UTF-8" };
    const { stdout, stderr } = await execute("man", ["--warnings", "-l", MAN], { env });
    expect(stderr).toBe("");
    const help = await succeeded(thresher(["--help"]));
    const commands = Array.from(help.matchAll(/^ {2}(\w+) \[options\]/gm), ([, name]) => name);
    expect(commands.length).toBeGreaterThan(15);
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^ +thresher ${name} \\[options\\]`, "m"));
    for (const heading of ["CONFIGURATION", "ENVIRONMENT", "EXIT STATUS"]) expect(stdout).toContain(`\n${heading}\n`);
    expect(await execute("groff", ["-man", "-Tutf8", "-ww", MAN])).toMatchObject({ code: 0, stderr: "" });
  });
});
