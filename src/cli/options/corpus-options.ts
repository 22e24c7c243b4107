import type { Command } from "commander";
import { readerOptions } from "../../jobs/choices.js";
import { formatOptions } from "../../jobs/inputs/input-formats.js";
import { EXCLUDE, INCLUDE, INPUT_FORMAT, rowsOfDocuments } from "./file-options.js";
import type { OptionRows } from "./option-rows.js";
import { withOptions } from "./options.js";
import { collect } from "./parsers.js";

/** Adds the options that choose the labelled documents of a corpus, and others that the command takes. */
export function withCorpusOptions(command: Command, more: OptionRows = {}): Command {
  return withOptions(command, "Corpus", {
    "--include <pattern>": [
      `${INCLUDE}; in a Maildir, a name such as inbox or Sent adds a folder that is otherwise left out`,
      collect,
    ],
    ...EXCLUDE,
    "--strict": "stop at a file or folder that cannot be read (default: leave it out)",
    ...rowsOfDocuments(formatOptions()),
    ...INPUT_FORMAT,
    ...rowsOfDocuments(readerOptions()),
    "--rename-class <old=new>": [
      "call a class by another name; several with the same new name are one class (repeatable)",
      collect,
    ],
    ...more,
    "--no-multi-label": "take a;b as one class, whatever the other documents have",
  });
}
