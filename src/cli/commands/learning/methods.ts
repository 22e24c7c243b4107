import { listMethods } from "../../../jobs/list-methods.js";
import { commandFrom } from "../../command.js";

/** `thresher methods`. */
export const newCommand = commandFrom({
  does: "List the methods and the presets, with the options and defaults of each.",
  options: {},
  help: `Examples:
  thresher methods          list them
  thresher methods --json   for another program`,
  run: listMethods,
});
