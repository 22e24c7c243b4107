/** CSS Values 4, section 6.2: what a unit is in pixels; those of a font as of one of 16 pixels, a window as 1,000 wide. */
const PIXELS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["px", 1],
  ["pt", 4 / 3],
  ["pc", 16],
  ["mm", 96 / 25.4],
  ["cm", 96 / 2.54],
  ["in", 96],
  ["em", 16],
  ["rem", 16],
  ["ex", 8],
  ["ch", 8],
  ["%", 10],
  ["vw", 10],
  ["vh", 10],
]);

/** A length in pixels, roughly where that depends on what is around it; undefined if it is none, or in another unit. */
export function pixelsOf(length: string): number | undefined {
  const parts = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))(%|[a-z]*)$/.exec(length);
  const pixels = PIXELS.get(parts?.[2] ?? "none");
  return parts === null || pixels === undefined ? undefined : Number(parts[1]) * pixels;
}
