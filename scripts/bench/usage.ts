import { largest } from "../../src/base/lists.js";

/** The file descriptor on which measured processes report their usage. */
export const USAGE_FD = 3;

/** Resources used by a process and its children. */
export interface Usage {
  readonly userSeconds: number;
  readonly systemSeconds: number;
  /** Peak resident memory; undefined if not reported. */
  readonly peakBytes: number | undefined;
}

/**
 * Parses the output of `report-usage` (lines of JSON; the largest counts) and of the shell's `times`
 * (two lines; the second is that of the children).
 *
 * @throws Error if the second line is missing
 */
export function usageFrom(text: string): Usage {
  const times = [...text.matchAll(/^(\d+)m([\d.,]+)s (\d+)m([\d.,]+)s$/gm)].at(1);
  if (times === undefined) throw new Error(`the shell's times did not print two lines: ${JSON.stringify(text)}`);
  const [, userMinutes, userSeconds, systemMinutes, systemSeconds] = times;
  const peaks = [...text.matchAll(/^\{.*\}$/gm)].map(([json]) => peakBytesFrom(json));
  return {
    userSeconds: seconds(userMinutes, userSeconds),
    systemSeconds: seconds(systemMinutes, systemSeconds),
    peakBytes: peaks.length === 0 ? undefined : largest(peaks),
  };
}

/** The field `peakKilobytes` (KiB) of a JSON object, in bytes. */
export function peakBytesFrom(json: string): number {
  return (JSON.parse(json) as { peakKilobytes: number }).peakKilobytes * 1024;
}

/** Some locales write a decimal comma. */
function seconds(minutes: string, rest: string): number {
  return Number(minutes) * 60 + Number(rest.replace(",", "."));
}
