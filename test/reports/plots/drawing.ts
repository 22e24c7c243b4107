import { compile, type TopLevelSpec } from "vega-lite";
import type { PlotSpec } from "../../../src/reports/plots/plot-spec.js";

/** Returns the warnings and errors of Vega-Lite about a specification. */
export function complaints(spec: PlotSpec): string[] {
  const said: string[] = [];
  const note = (...messages: readonly unknown[]) => {
    said.push(messages.join(" "));
    return logger;
  };
  const logger = { level: () => logger, error: note, warn: note, info: () => logger, debug: () => logger };
  // The types of Vega-Lite are stricter than its compiler.
  compile(spec as unknown as TopLevelSpec, { logger: logger as never });
  return said;
}

/** The texts in an SVG, as they are read. */
export function textsOf(svg: string): string[] {
  const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) =>
    text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity]),
  );
}

/** Every object and value in a specification. */
export function* everything(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Readonly<Record<string, unknown>>;
  for (const inner of Object.values(value)) yield* everything(inner);
}

/** The data of the layers of a view, a list each. */
export function dataOf(spec: PlotSpec): Readonly<Record<string, unknown>>[][] {
  return [...everything(spec)].flatMap(({ values }) =>
    Array.isArray(values) && values.every((value) => typeof value === "object")
      ? [values as Readonly<Record<string, unknown>>[]]
      : [],
  );
}
