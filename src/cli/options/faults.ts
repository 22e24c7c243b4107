import type { Command } from "commander";
import { either } from "../../base/lists.js";
import { safeText, withoutPasswords } from "../../base/safe-text.js";
import { shellWord } from "../../base/shell-words.js";
import { GONE_METHODS } from "../../jobs/settings.js";
import { fullName } from "./options.js";
import { insteadOf, SIMILAR_COMMANDS, similarOption } from "./other-names.js";
import { isRepeatable } from "./parsers.js";

/**
 * Makes a command report what is wrong with its command line in one line, in our words. An option with a value that is
 * given twice is refused, unless it collects its values.
 */
export function reportFaultsInOneLine(command: Command): void {
  command.exitOverride();
  command.showSuggestionAfterError();
  command.configureOutput({
    outputError: (text, write) => {
      const fault = text.trim().replace(/^error: |\.$/g, "");
      const hint = command.parent === null ? "thresher --help" : `thresher ${fullName(command)} --help`;
      const message = safeText(withoutPasswords(inOurWords(fault, command)));
      write(`thresher: ${message}${message.endsWith("?") ? " See" : "; see"} ${hint}\n`);
    },
  });
  for (const option of command.options) {
    if (!(option.required || option.optional) || isRepeatable(option)) continue;
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(`${option.long} can be given only once`);
      isGiven = true;
    });
  }
}

/** Returns a message of commander in our words. If we have no words for it, only joins its lines. */
function inOurWords(fault: string, command: Command): string {
  for (const [pattern, messageFor] of MESSAGES) {
    const match = pattern.exec(fault);
    if (match !== null) return messageFor(match, command);
  }
  return fault.replace(/\n/g, " ");
}

/** Writes our message. `match` is that of a pattern on the message of commander. */
type MessageFor = (match: RegExpExecArray, command: Command) => string;

/** The messages of commander, and ours instead. */
const MESSAGES: readonly (readonly [RegExp, MessageFor])[] = [
  [/^unknown command '(.*?)'(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/s, unknownCommand],
  [/^unknown option '(.*?)'(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/s, unknownOption],
  [/^missing required argument '(.*?)'$/, missingArgument],
  [/^too many arguments/, tooManyArguments],
  [/^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s, invalidValue],
  [/^command-argument value '.*' is invalid for argument '.*'\. (.*)$/s, ([, problem]) => problem],
  [/^option '(.*?)' argument missing$/, ([, flags]) => `${longOf(flags)} needs a value: ${flags.split(", ").at(-1)}`],
  [
    /^option '(.*?)' cannot be used with option '(.*?)'$/,
    ([, a, b]) => `${longOf(a)} and ${longOf(b)} cannot be combined: choose one`,
  ],
];

function missingArgument([, name]: RegExpExecArray, command: Command): string {
  const [first, second] = command.registeredArguments;
  // Somebody who gives only a document has left out the class.
  const missing = first.name() === name ? [first] : [first, second];
  const texts = missing.map(({ description, argChoices }) => {
    return description.split(";", 1)[0] + (argChoices === undefined ? "" : `: ${either(argChoices)}`);
  });
  return `${fullName(command)} needs ${texts.join(", then ")}`;
}

function unknownCommand([, name, near]: RegExpExecArray): string {
  return `there is no command "${name}"${suggestion(SIMILAR_COMMANDS.get(name) ?? near)}`;
}

function unknownOption([, flag, near]: RegExpExecArray, command: Command): string {
  const name = flag.split("=", 1)[0].toLowerCase().replaceAll("_", "-");
  const option = `${fullName(command)} has no option ${flag}`;
  if ((name === "--scoring" || name === "--metric") && fullName(command) !== "tune") {
    return `${option}: evaluate prints every measure, and tune --by chooses one`;
  }
  const instead = insteadOf(fullName(command), name);
  if (instead !== "") return option + instead;
  return option + suggestion(similarOption(name, command) ?? near);
}

/** Returns the end of a message. @param other one name, or several separated by `, `; undefined for no suggestion */
function suggestion(other: string | undefined): string {
  return other === undefined ? "" : `: did you mean ${other.replace(/, (?=[^,]*$)/, " or ")}?`;
}

function tooManyArguments(_: RegExpExecArray, command: Command): string {
  const { registeredArguments } = command;
  const [first] = registeredArguments;
  const extra = command.args[registeredArguments.length];
  if (first?.name() === "corpus") {
    return `${fullName(command)} takes one corpus, not ${JSON.stringify(extra)} too: a corpus is one path, such as a folder with a folder or a mailbox for each class`;
  }
  const count = ["no argument", "one argument", "two arguments"][registeredArguments.length];
  // The command takes no argument but has -m, so the word was probably meant as a model.
  const isModel = count === "no argument" && command.options.some(({ long }) => long === "--model");
  const advice = isModel ? `, or name a model with -m ${shellWord(extra)}` : "";
  return `${fullName(command)} takes ${count}: leave out ${JSON.stringify(extra)}${advice}`;
}

function invalidValue([, flags, value, problem]: RegExpExecArray, command: Command): string {
  const name = longOf(flags);
  const instead = GONE_METHODS.get(value);
  if (instead !== undefined) return `${name}: there is no ${value} any more: ${instead}`;
  // An option whose value may be left out takes the next word as its value.
  const mayBeArgument = /\[\w+\]$/.test(flags) && command.registeredArguments.length > 0;
  const hint = mayBeArgument ? `; if ${JSON.stringify(value)} is not its value, write it before ${name}` : "";
  const wrong = problem.startsWith("choose ")
    ? `: ${JSON.stringify(value)} is not a choice;`
    : ` ${JSON.stringify(value)}:`;
  return `${name}${wrong} ${problem}${hint}`;
}

/** Returns the long name in flags: `--model` for `-m, --model <file>`. */
function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}
