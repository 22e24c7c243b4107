/** Where a measured process, and the shell that runs it, write what they have used. */
export const USAGE_FD = 3;

/** What a process and its children have used. */
export interface Usage {
  readonly userSeconds: number;
  readonly systemSeconds: number;
  /** The most memory that was resident at once; undefined if the process did not say. */
  readonly peakBytes: number | undefined;
}

/**
 * Reads what `report-usage` and the shell's `times` have written: perhaps lines of JSON, one
 * a process, the largest of which counts, then two lines of user and system time, the second of which is that of the children.
 *
 * @throws Error if there is no such second line
 */
export function usageFrom(text: string): Usage {
  const times = [...text.matchAll(/^(\d+)m([\d.,]+)s (\d+)m([\d.,]+)s$/gm)].at(1);
  if (times === undefined) throw new Error(`times of the shell: required two lines, got ${JSON.stringify(text)}`);
  const [, userMinutes, userSeconds, systemMinutes, systemSeconds] = times;
  const peaks = [...text.matchAll(/^\{.*\}$/gm)].map(([json]) => peakBytesFrom(json));
  return {
    userSeconds: seconds(userMinutes, userSeconds),
    systemSeconds: seconds(systemMinutes, systemSeconds),
    peakBytes: peaks.length === 0 ? undefined : Math.max(...peaks),
  };
}

/** The field `peakKilobytes` (of 1024 bytes) of a JSON object, in bytes. */
export function peakBytesFrom(json: string): number {
  return (JSON.parse(json) as { peakKilobytes: number }).peakKilobytes * 1024;
}

/** A shell may write the decimal comma of its language. */
function seconds(minutes: string, rest: string): number {
  return Number(minutes) * 60 + Number(rest.replace(",", "."));
}
