import { PLOT_CLASS, PLOT_STYLE } from "./palette.js";
import type { PlotSpec } from "./plot-spec.js";
import { textWidth } from "./text-width.js";

/** How an SVG is to stand where it will. */
export interface SvgOptions {
  /** Prefix of every id in it, for pages with several. Letters, digits and hyphens. Default "plot". */
  readonly id?: string;
  /** Whether it has its style sheet in it. Default true; a page that has `PLOT_STYLE` itself needs none. */
  readonly style?: boolean;
  /** What a screen reader calls it. Default its title, and without one its description. */
  readonly name?: string | undefined;
}

/** A text that Vega measures. */
interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: number | string;
}

/** What is used of Vega that its type declarations leave out. */
interface Undeclared {
  readonly textMetrics: { width: (item: TextItem, text: unknown) => number };
  readonly resetSVGDefIds: () => void;
}

/** Drawings take turns: Vega measures text and numbers its ids for all of them together. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Draws a specification. The same one gives the same bytes on every machine: text is
 * measured without fonts. The SVG needs no network; its title and description are what a
 * screen reader says of it, and its colours follow light and dark and the CSS variables
 * `--plot-paper`, `--plot-ink` … of the page it stands in.
 *
 * @throws Error if Vega cannot draw the specification.
 */
export async function svgOf(spec: PlotSpec, { id = "plot", style = true, name }: SvgOptions = {}): Promise<string> {
  const turn = last.then(() => drawn(spec));
  last = turn.catch(() => undefined);
  return framed(await turn, spec, { id, style, name: name ?? nameOf(spec) });
}

async function drawn(spec: PlotSpec): Promise<string> {
  // Together they take longer to load than a small corpus to read.
  const [vega, lite] = await Promise.all([import("vega"), import("vega-lite")]);
  const { textMetrics, resetSVGDefIds } = vega as unknown as Undeclared;
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

/** Of text marks in Vega. */
const DEFAULT_FONT_SIZE = 11;

/** Gives the `svg` element its name, its role and its style sheet; ids get the prefix of the page. */
function framed(svg: string, { description }: PlotSpec, { id, style, name }: NamedSvg): string {
  const opening = /^<svg [^>]*>/.exec(svg);
  if (opening === null) throw new Error("svg: required an svg element of Vega, found another text");
  const [width, height] = ["width", "height"].map((name) =>
    Number(new RegExp(` ${name}="([\\d.]+)"`).exec(opening[0])?.[1]),
  );
  const head = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="${PLOT_CLASS}" role="img" aria-labelledby="${id}-title ${id}-desc" `,
    `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title id="${id}-title">${escapedMarkup(name)}</title><desc id="${id}-desc">${escapedMarkup(description)}</desc>`,
    ...(style ? [`<style>\n${PLOT_STYLE}\n</style>`] : []),
  ].join("");
  const body = svg
    .slice(opening[0].length, -"</svg>".length)
    .replace(/ clip-path="url\(#clip/g, ` clip-path="url(#${id}-clip`)
    .replace(/<clipPath id="clip/g, `<clipPath id="${id}-clip`);
  // What Vega says of each group, line and title would only repeat the description.
  return `${head}<g aria-hidden="true">${body}</g></svg>\n`;
}

type NamedSvg = Required<SvgOptions> & { readonly name: string };

function nameOf({ title, description }: PlotSpec): string {
  return (title as { readonly text?: string } | undefined)?.text ?? description;
}

function escapedMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
