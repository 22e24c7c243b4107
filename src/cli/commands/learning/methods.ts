import { listMethods } from "../../../jobs/list-methods.js";
import { commandFrom } from "../../command.js";
import { OUTPUT } from "../../options/options.js";

/** `thresher methods`. */
export const newCommand = commandFrom({
  name: "methods",
  does: "List the methods and the presets, with the options and defaults of each.",
  options: { Output: OUTPUT },
  help: `Examples:
  thresher methods          list them
  thresher methods --json   for another program`,
  run: listMethods,
});
