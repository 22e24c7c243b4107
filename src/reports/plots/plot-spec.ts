import { wrapped } from "../table.js";
import { colour } from "./palette.js";

/** A Vega-Lite specification with its data in it: what a `.vl.json` file holds. */
export interface PlotSpec {
  readonly $schema: string;
  /** The picture in words, for those who do not see it. */
  readonly description: string;
  readonly [property: string]: unknown;
}

/** What is written over a plot. */
export interface PlotTitle {
  /** Empty: the plot has neither title nor subtitle. */
  readonly title: string;
  /** Of one or more lines, each of which is broken where it is too long. Default: none. */
  readonly subtitle?: string | undefined;
}

/** A part of a specification: a layer, or several plots side by side. */
export type PlotView = Readonly<Record<string, unknown>>;

const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";
const FONT = "system-ui, sans-serif";

/** About as broad as a character of a subtitle, in pixels. */
const SUBTITLE_CHARACTER = 7;

/**
 * Makes a whole specification of a view: its title, its description and the look that all plots share.
 *
 * @param width about how broad the view is, in pixels: a longer subtitle has more lines
 */
export function plotSpec(view: PlotView, { title, subtitle }: PlotTitle, description: string, width: number): PlotSpec {
  const lines = (subtitle ?? "")
    .split("\n")
    .flatMap((line) => wrapped(line.split(" "), Math.floor(width / SUBTITLE_CHARACTER)));
  return {
    $schema: SCHEMA,
    description,
    ...(title !== "" && { title: { text: title, subtitle: lines } }),
    background: colour("paper"),
    padding: 16,
    ...view,
    config: {
      font: FONT,
      // A picture has one description; a reader of hundreds of marks is helped by none of them.
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
