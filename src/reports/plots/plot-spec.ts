import { wrapped } from "../terminal/terminal.js";
import { colour } from "./palette.js";

/** A Vega-Lite specification with its data: the content of a `.vl.json` file. */
export interface PlotSpec {
  readonly $schema: string;
  /** A description of the plot for screen readers. */
  readonly description: string;
  readonly [property: string]: unknown;
}

/** A part of a specification: a layer, or several plots next to each other. */
export type PlotView = Readonly<Record<string, unknown>>;

/** Makes a layer of marks with its own data. */
export function layer(values: readonly object[], mark: object, encoding: object): PlotView {
  return { data: { values }, mark, encoding };
}

/** The version of Vega-Lite for which specifications are written. */
const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";
const FONT = "system-ui, sans-serif";

/** The approximate width of a character of the subtitle, in pixels. */
const SUBTITLE_CHARACTER = 7;

/**
 * Completes a view with its title, its description and the common style of all plots.
 *
 * @param heading if the title is empty, there is no subtitle either
 * @param width approximate width of the view in pixels, for wrapping the subtitle
 */
export function plotSpec(
  view: PlotView,
  { title, subtitle = "" }: { readonly title: string; readonly subtitle?: string },
  description: string,
  width: number,
): PlotSpec {
  const lines = subtitle.split("\n").flatMap((line) => wrapped(line, Math.floor(width / SUBTITLE_CHARACTER)));
  return {
    $schema: SCHEMA,
    description,
    ...(title !== "" && { title: { text: title, subtitle: lines } }),
    background: colour("paper"),
    padding: 16,
    ...view,
    config: {
      font: FONT,
      // One description of the plot is more helpful than one for each of hundreds of marks.
      aria: false,
      view: { stroke: null },
      title: {
        anchor: "start",
        frame: "group",
        color: colour("ink"),
        fontSize: 16,
        fontWeight: 600,
        subtitleColor: colour("dim"),
        subtitleFontSize: 12,
        subtitlePadding: 5,
        offset: 14,
      },
      axis: {
        labelColor: colour("dim"),
        labelFontSize: 11,
        titleColor: colour("ink"),
        titleFontSize: 12,
        titleFontWeight: 400,
        gridColor: colour("grid"),
        domainColor: colour("dim"),
        tickColor: colour("dim"),
        titlePadding: 10,
      },
      text: { color: colour("ink"), fontSize: 12 },
    },
  };
}
