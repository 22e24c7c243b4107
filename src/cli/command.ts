import { Argument, Command } from "commander";
import type { Inputs } from "../jobs/inputs/inputs.js";
import { problemLines } from "../jobs/notices/corpus-lines.js";
import { reportFaultsInOneLine } from "./options/faults.js";
import { type OptionRows, OUTPUT } from "./options/option-rows.js";
import { addHelp, type CommonOptions, withOptions } from "./options/options.js";
import { following } from "./output/following.js";
import { type Outcome, print, printEach, say } from "./output/output.js";

/** A command as data: its options, and one job. */
interface CommandParts {
  readonly does: string;
  /** Its arguments, such as `<path...>`: what each is, then a parser or the words that it can be. */
  readonly takes?: Readonly<Record<string, string | readonly [does: string, how: Parser | readonly string[]]>>;
  /** Its options, by the headings of the help. */
  readonly options: Readonly<Record<string, OptionRows>>;
  /** Whether it returns an outcome, and so takes `--json` and `--quiet`. Default true. */
  readonly hasOutcome?: boolean;
  /** The explanation and the examples. */
  readonly help: string;
  /** The long names of the options that `--help` shows, separated by spaces. Default: all. */
  readonly shown?: string;
  /**
   * Does the job. The last arguments are the options, with callbacks that show notices and progress, and a function that
   * loads all commands, for commands that are about them.
   */
  readonly run: (...args: never[]) => Outcome | undefined | Promise<Outcome | undefined> | Promise<void>;
}

type Parser = (text: string) => unknown;

/** Makes a command of this name. @param all loads all commands */
export type NewCommand = (name: string, all: () => Promise<Command[]>) => Command;

/** Returns a function that makes a command. */
export function commandFrom({ takes = {}, hasOutcome = true, shown, run, ...parts }: CommandParts): NewCommand {
  return (name, all) => {
    const command = new Command(name).description(parts.does);
    for (const [flags, text] of Object.entries(takes)) {
      const [about, how] = typeof text === "string" ? [text] : text;
      const argument = new Argument(flags, about);
      if (typeof how === "function") argument.argParser(how);
      else if (how !== undefined) argument.choices(how);
      command.addArgument(argument);
    }
    for (const [heading, rows] of Object.entries(parts.options)) withOptions(command, heading, rows);
    if (hasOutcome) withOptions(command, "Output", OUTPUT);
    addHelp(command, parts.help, shown?.split(" "));
    reportFaultsInOneLine(command);
    return command.action(async (...args: unknown[]) => {
      // Commander adds the options and itself.
      const [given] = args.splice(-2) as [CommonOptions, Command];
      // At most two arguments, the options, and the function.
      const [first, second, third, fourth] = [...args, { ...given, ...following(given) }, all] as never[];
      const outcome = await run(first, second, third, fourth);
      if (outcome) await show(outcome, given);
    });
  };
}

/** Returns a function that makes a command with subcommands, which are given by their names. */
export function groupFrom(
  does: string,
  subcommands: Readonly<Record<string, { readonly newCommand: NewCommand }>>,
  help: string,
): NewCommand {
  return (name, all) => {
    const command = new Command(name).description(does).helpOption("-h, --help", "show help").helpCommand(false);
    for (const [each, { newCommand }] of Object.entries(subcommands)) command.addCommand(newCommand(each, all));
    reportFaultsInOneLine(command);
    return command.addHelpText("after", `\n${help}`);
  };
}

/** Writes the files of an outcome and prints it, even if a file cannot be written. Then tells what could not be read. */
async function show(outcome: Outcome, options: CommonOptions): Promise<void> {
  if ("answers" in outcome) {
    await printEach(options, outcome);
  } else {
    try {
      await outcome.write?.();
    } finally {
      const isSilent = outcome.isDone && options.quiet;
      await print(options, isSilent ? { ...outcome, text: () => "" } : outcome);
    }
    outcome.tellAfter?.();
  }
  if (outcome.inputs !== undefined && outcome.inputs.problems.length > 0) tellFailures(outcome.inputs, options);
}

/**
 * Prints the problems with documents; with --quiet, only the failures: a wanted document is missing. A failure sets the exit
 * code to 1.
 */
export function tellFailures(inputs: Pick<Inputs, "problems" | "failures">, { quiet }: CommonOptions): void {
  for (const line of problemLines(quiet ? inputs.failures : inputs.problems)) say(line);
  if (inputs.failures.length > 0) process.exitCode ??= 1;
}
