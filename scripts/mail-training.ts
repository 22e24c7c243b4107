import type { TrainOptions } from "../src/settings.js";

/** How the scripts that compare spam filters have thresher learn mail: counts, so that it can learn one message at a time. */
export const MAIL_TRAINING = { preset: "mail" } as const satisfies TrainOptions;

/** The same as options of the command. */
export const MAIL_OPTIONS: readonly string[] = Object.entries(MAIL_TRAINING).flatMap(([name, value]) => [
  `--${name}`,
  String(value),
]);
