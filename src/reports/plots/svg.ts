import { createRequire } from "node:module";
import type * as Vega from "vega";
import type * as VegaLite from "vega-lite";
import { PLOT_CLASS, plotStyle } from "./palette.js";
import type { PlotSpec } from "./plot-spec.js";

/** The options of `svgOf`. */
export interface SvgOptions {
  /** Prefix of all ids, for pages with several plots. Letters, digits and hyphens. Default "plot". */
  readonly id?: string;
  /** Whether to include the style sheet. Default true. A page with `plotStyle` does not need it. */
  readonly style?: boolean;
  /** The name for screen readers. Default: the title, or the description if there is no title. */
  readonly name?: string;
}

/** The parts of Vega and Vega-Lite that the build puts into one file: see `scripts/bundle-library.ts`. */
interface Bundled {
  readonly vega: Pick<typeof Vega, "parse" | "View"> & {
    // The type declarations of Vega lack these two.
    readonly textMetrics: {
      width: (item: { fontSize?: number; fontWeight?: number | string }, text: unknown) => number;
    };
    readonly resetSVGDefIds: () => void;
  };
  readonly lite: Pick<typeof VegaLite, "compile">;
}

/** The latest drawing. Only one drawing runs at a time, because Vega measures texts and counts ids globally. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a specification as SVG. The same specification gives the same bytes on every machine, because text is
 * measured without fonts. The SVG loads nothing. Screen readers read its title and description. Its colours follow
 * light and dark mode, and the CSS variables `--plot-paper`, `--plot-ink` and so on of the page.
 *
 * @throws Error if Vega cannot draw the specification.
 */
export async function svgOf(spec: PlotSpec, options: SvgOptions = {}): Promise<string> {
  const turn = last.then(() => drawn(spec));
  last = turn.catch(() => undefined);
  const { text = spec.description } = (spec.title ?? {}) as { readonly text?: string };
  return framed(await turn, spec, { id: "plot", style: true, name: text, ...options });
}

/** Draws a specification with Vega, which measures texts by `textWidth` meanwhile. */
async function drawn(spec: PlotSpec): Promise<string> {
  // Loaded only when needed, because loading takes longer than reading a small corpus.
  const { vega, lite } = createRequire(import.meta.url)("#vega") as Bundled;
  const { textMetrics, resetSVGDefIds } = vega;
  const { width } = textMetrics;
  textMetrics.width = ({ fontSize = DEFAULT_FONT_SIZE, fontWeight }, text) =>
    textWidth(String(text ?? ""), fontSize, Number(fontWeight) >= 600 || fontWeight === "bold");
  try {
    resetSVGDefIds();
    const compiled = lite.compile(spec as unknown as Parameters<typeof lite.compile>[0]).spec;
    const view = new vega.View(vega.parse(compiled), { renderer: "none" });
    const svg = await view.toSVG();
    view.finalize();
    return svg;
  } finally {
    textMetrics.width = width;
  }
}

/** The default font size of text marks in Vega, in pixels. */
const DEFAULT_FONT_SIZE = 11;

/** Adds the name, the role and the style sheet to the `svg` element, and the prefix to ids. */
function framed(svg: string, { description }: PlotSpec, { id, style, name }: Required<SvgOptions>): string {
  const [opening, width, height] = /^<svg [^>]* width="([\d.]+)" height="([\d.]+)"[^>]*>/.exec(svg) ?? [];
  if (opening === undefined) throw new Error("svg: Vega returned something other than an svg element");
  const head = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="${PLOT_CLASS}" role="img" aria-labelledby="${id}-title ${id}-desc" `,
    `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title id="${id}-title">${escapedMarkup(name)}</title><desc id="${id}-desc">${escapedMarkup(description)}</desc>`,
    ...(style ? [`<style>\n${plotStyle()}\n</style>`] : []),
  ].join("");
  const body = svg
    .slice(opening.length, -"</svg>".length)
    .replace(/ clip-path="url\(#clip/g, ` clip-path="url(#${id}-clip`)
    .replace(/<clipPath id="clip/g, `<clipPath id="${id}-clip`);
  // Hides Vega's descriptions of groups, lines and the title, because they repeat the description of the plot.
  return `${head}<g aria-hidden="true">${body}</g></svg>\n`;
}

/** Escapes a text for use in an element. */
function escapedMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Character widths as a share of the font size, like in the widest common sans-serif fonts. The first match counts. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlIft.,:;'|!()[\]{}`/\\ -]/, 0.36],
  [/[mwMW@%…—]/, 0.95],
  [/[A-Z_+=<>~&#$€]/, 0.7],
  [
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u,
    1,
  ],
];
/** The width of all other characters. */
const USUAL_WIDTH = 0.61;

/** Bold type is wider by this factor. */
const BOLD = 1.12;

/** Estimates the width of a text in pixels without a font, because the viewer's fonts are unknown. */
export function textWidth(text: string, fontSize: number, bold = false): number {
  let ems = 0;
  for (const character of text) ems += WIDTHS.find(([some]) => some.test(character))?.[1] ?? USUAL_WIDTH;
  return ems * fontSize * (bold ? BOLD : 1);
}
