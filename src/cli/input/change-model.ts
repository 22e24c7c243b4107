import type { Command } from "commander";
import { UsageError } from "../../base/errors.js";
import { exists } from "../../documents/files/file-status.js";
import { load } from "../../model/file/model-file.js";
import { updateModel } from "../../model/file/model-update.js";
import type { TextModel } from "../../model/text-model.js";
import { NO_MODEL } from "../options/config.js";
import { withModel } from "../options/defaults.js";
import { withOptions } from "../options/options.js";
import type { ModelChange } from "../output/learning-outcome.js";
import { namesOf, tell } from "../output/notices.js";
import type { LabelOptions } from "./label-argument.js";

/** The options of every command that changes a model. */
export type ChangeOptions = ModelChange &
  LabelOptions & {
    /** Whether to remove the earlier model, which still has what is unlearned. */
    readonly forget?: boolean;
    /** The socket of a server that is taught in place of the model. */
    readonly server?: string;
  };

/** Seconds to wait for another command that changes the model, or for a server to learn. */
export const WAIT = 60;

/** Options that cannot be used with a model on a server. */
const NOT_THERE = ["model", "dryRun"];

/** Adds the options of every command that changes a model. */
export function withChangeOptions(command: Command): Command {
  return withOptions(withModel(command, "the model", false), "Options", {
    "--server <socket>": ["teach a running server instead: its socket for learning", { conflicts: NOT_THERE }],
    "--dry-run": "show what would be done, and leave the model as it is",
  });
}

/**
 * Changes the model of the options in its file, and tells which classes are new. With --dry-run, the file stays as it is.
 *
 * @param change makes the changed model; called with undefined if the file does not exist
 * @returns what `change` returns
 * @throws UsageError if no model is named, and what `change` throws
 */
export function changeModel<T extends { readonly model: TextModel }>(
  options: ChangeOptions,
  change: (model: TextModel | undefined) => T,
): T {
  const { model: path, dryRun, forget } = options;
  if (path === undefined) throw new UsageError(NO_MODEL);
  let before: readonly string[] = [];
  const noting = (model: TextModel | undefined) => {
    before = model?.labels ?? [];
    return change(model);
  };
  const result = dryRun
    ? noting(exists(path) ? load(path) : undefined)
    : updateModel(path, noting, { wait: WAIT, forget });
  // With fewer than two classes before, a new class is expected.
  if (!options.newClass && before.length > 1) {
    for (const label of result.model.labels.filter((label) => !before.includes(label))) {
      tell(options, `${label} is a new class; the model had ${namesOf(before)}`);
    }
  }
  return result;
}

/** Does the same as `changeModel` for commands that need a model. @throws DataError if there is none. */
export function changeExisting<T extends { readonly model: TextModel }>(
  options: ChangeOptions,
  change: (model: TextModel) => T,
): T {
  // If the file does not exist, `load` throws.
  return changeModel(options, (model) => change(model ?? load(options.model)));
}
