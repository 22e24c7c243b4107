import { Argument, Command } from "commander";
import type { Inputs } from "../jobs/inputs/inputs.js";
import { problemLines } from "../jobs/notices/corpus-lines.js";
import { withHelp } from "./options/help.js";
import type { OptionRows } from "./options/option-rows.js";
import { type CommonOptions, withOptions } from "./options/options.js";
import { following } from "./output/following.js";
import { type Outcome, print, printEach, say } from "./output/output.js";

/** A command as data: its options, and one job. */
interface CommandParts {
  readonly name: string;
  readonly does: string;
  /** Its arguments, such as `<path...>`: what each is, then a parser or the words that it can be. */
  readonly takes?: Readonly<
    Record<string, string | readonly [does: string, how: readonly string[] | ((text: string) => unknown)]>
  >;
  /** Its options, by the headings of the help. */
  readonly options: Readonly<Record<string, OptionRows>>;
  /** The explanation and the examples. */
  readonly help: string;
  /** The long names of the options that `--help` shows, separated by spaces. Default: all. */
  readonly shown?: string;
  /** Does the job. The last argument is the options, with callbacks that show notices and progress. */
  readonly run: (...args: never[]) => Outcome | undefined | Promise<Outcome | undefined> | Promise<void>;
}

/** Returns a function that makes a command. */
export function commandFrom({ name, does, takes = {}, options, help, shown, run }: CommandParts): () => Command {
  return () => {
    const command = new Command(name).description(does);
    for (const [flags, text] of Object.entries(takes)) {
      const [about, how] = typeof text === "string" ? [text] : text;
      const argument = new Argument(flags, about);
      if (typeof how === "function") argument.argParser(how);
      else if (how !== undefined) argument.choices(how);
      command.addArgument(argument);
    }
    for (const [heading, rows] of Object.entries(options)) withOptions(command, heading, rows);
    withHelp(command, help, shown?.split(" "));
    return command.action(async (...args: unknown[]) => {
      // Commander adds the options and itself.
      const [given] = args.splice(-2) as [CommonOptions, Command];
      // At most two arguments, and the options.
      const [first, second, third] = [...args, { ...given, ...following(given) }] as never[];
      const outcome = await run(first, second, third);
      if (outcome) await show(outcome, given);
    });
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
  if (outcome.inputs !== undefined) tellFailures(outcome.inputs, options);
}

/** Prints the problems with documents. Sets the exit code to 1 if one could not be read. */
export function tellFailures({ problems, failures }: Inputs, { quiet }: CommonOptions): void {
  for (const line of problemLines(quiet ? failures : problems)) say(line);
  if (failures.length > 0) process.exitCode ??= 1;
}
