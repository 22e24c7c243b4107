import type { TrainOptions } from "../src/model/options.js";

/** Training options of thresher where it is compared with other spam filters. */
export const MAIL_TRAINING = { preset: "mail" } as const satisfies TrainOptions;

/** The same as command-line options. */
export const MAIL_OPTIONS: readonly string[] = Object.entries(MAIL_TRAINING).flatMap(([name, value]) => [
  `--${name}`,
  String(value),
]);
