import type { Command } from "commander";
import { VERSION } from "../../src/base/version.js";
import { fullName, helpText, withoutGroups } from "../../src/cli/options/options.js";

const DESCRIPTION = `Thresher learns from labelled folders of mail or documents and then says which folder a new document
belongs to, how sure it is, and why. It uses naive Bayes and other methods.

Each command has its own help: thresher COMMAND --help shows the usual options, --help-all shows all of them.`;

const CONFIGURATION = `A model and options need not be typed if a configuration file sets them. Thresher reads thresher.json in
the current folder, and config.json in the folder thresher below $XDG_CONFIG_HOME (default: ~/.config). The key "model" names
the model; the key "defaults" has options for each command, under their long names.

The command line comes first, then the environment, then thresher.json, then the file in ~/.config. Paths are relative to the
file. A file that another user may write to is not used. thresher config shows the values that hold.`;

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ["THRESHER_MODEL", "the model of commands without --model"],
  ["THRESHER_PASSWORD", "the password of mail accounts; THRESHER_PASSWORD_HOME that of the account home alone"],
  ["XDG_CONFIG_HOME", "the folder of configuration files"],
  ["NO_COLOR, FORCE_COLOR", "turn colours off or on"],
];

const EXIT_STATUS: readonly (readonly [string, string])[] = [
  ["0", "done"],
  ["1", "the data or a file is wrong"],
  ["2", "the command line is wrong"],
  ["130, 143", "stopped by Ctrl-C or kill"],
];

/** The manual page of the command, in the macros of man(7). */
export function manPage(program: Command): string {
  const help = program.createHelp();
  const commands = withoutGroups(program.commands).flatMap((command) => [
    `.SS ${macroText(`thresher ${fullName(command)} ${command.usage()}`)}`,
    ...paragraphs(command.description()),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== "--help" && long !== "--help-all")
      .flatMap((option) => tagged(option.flags, command.createHelp().optionDescription(option))),
    ...helpText(command)
      .split("\n\n")
      .flatMap((part) => (part.includes("\n") ? preformatted(part) : paragraphs(part))),
  ]);
  return `${[
    `.TH THRESHER 1 "" "thresher ${VERSION}" "User Commands"`,
    ".SH NAME",
    "thresher \\- sort mail and documents into folders",
    ".SH SYNOPSIS",
    ".B thresher",
    ".I command",
    "[options] [arguments]",
    ".SH DESCRIPTION",
    ...paragraphs(DESCRIPTION),
    ".SH COMMANDS",
    ...commands,
    ".SH CONFIGURATION",
    ...paragraphs(CONFIGURATION),
    ".SH ENVIRONMENT",
    ...ENVIRONMENT.flatMap(([name, text]) => tagged(name, text)),
    ".SH EXIT STATUS",
    ...EXIT_STATUS.flatMap(([code, text]) => tagged(code, text)),
    "The mail filter has exit codes of its own: see",
    '.BR "thresher filter" .',
  ].join("\n")}\n`;
}

function tagged(tag: string, text: string): string[] {
  return [".TP", `.B ${macroText(tag)}`, roff(text)];
}

function paragraphs(text: string): string[] {
  return text.split("\n\n").flatMap((paragraph) => [".PP", roff(paragraph.replaceAll("\n", " "))]);
}

function preformatted(text: string): string[] {
  return [".PP", ".nf", ...text.split("\n").map(roff), ".fi"];
}

/** The argument of a macro. */
function macroText(text: string): string {
  return `"${roff(text).replaceAll('"', "\\(dq")}"`;
}

/** Text as roff source: hyphens stay hyphens, a dot at the start of a line is no macro, other alphabets are escapes. */
function roff(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga")
    .replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti")
    .replace(/[^\0-\x7f]/gu, (c) => `\\[u${c.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`)
    .replace(/^\./, "\\&.");
}
