/** The purpose of a colour. A page can set each colour with a CSS variable: `--plot-` and this name. */
export type ColourRole = "paper" | "ink" | "dim" | "grid" | "right" | "wrong" | (typeof SERIES)[number];

/** The colours of series, in cyclic order. */
export const SERIES = ["series-1", "series-2", "series-3", "series-4", "series-5", "series-6"] as const;

/**
 * The colours of all plots, on light paper (in the SVG itself) and on dark paper. The series differ in lightness and
 * hue, so that readers can tell them apart in grey and with colour blindness; their points also differ in shape. Each
 * light colour occurs only once, because the style sheet uses it to select the elements to change in dark mode.
 */
export const COLOURS: Readonly<Record<ColourRole, { readonly light: string; readonly dark: string }>> = {
  paper: { light: "#ffffff", dark: "#15181d" },
  ink: { light: "#1d2430", dark: "#e8eaee" },
  dim: { light: "#5b6472", dark: "#a3abb8" },
  grid: { light: "#e3e6eb", dark: "#2b3039" },
  right: { light: "#14639e", dark: "#6cb8f0" },
  wrong: { light: "#c2410d", dark: "#ff9a5c" },
  "series-1": { light: "#0b5394", dark: "#7cc0ff" },
  "series-2": { light: "#b85300", dark: "#e08a2e" },
  "series-3": { light: "#5f2a7a", dark: "#c9a2e8" },
  "series-4": { light: "#12806a", dark: "#5ed6b8" },
  "series-5": { light: "#a3154f", dark: "#ff8fb8" },
  "series-6": { light: "#8a7400", dark: "#e6d25a" },
};

/** Returns the light colour of a role. */
export function colour(role: ColourRole): string {
  return COLOURS[role].light;
}

/** The shapes of series, in cyclic order. There is one more shape than colours, so that pairs rarely repeat. */
export const SERIES_SHAPES = "circle square diamond triangle-up cross triangle-down triangle-right".split(" ");

/** The CSS class of the `svg` element of every plot. */
export const PLOT_CLASS = "thresher-plot";

/**
 * Returns the style sheet of plots. It follows light and dark mode, and the variables `--plot-paper`, `--plot-ink` and so
 * on of the page. A viewer that ignores it shows the light colours.
 */
export function plotStyle(): string {
  const dark = `@media (prefers-color-scheme: dark) {\n${shadesRules("dark", "  ")}\n}`;
  const print = `@media print {\n${shadesRules("light", "  ")}\n}`;
  return [shadesRules("light", ""), dark, print].join("\n");
}

/** Returns a rule for each colour, by which an element with its light colour gets the one of a theme. */
function shadesRules(theme: "light" | "dark", indent: string): string {
  const rules = Object.entries(COLOURS).flatMap(([role, shades]) =>
    ["fill", "stroke"].map((property) => {
      return `${indent}.${PLOT_CLASS} [${property}="${shades.light}"] { ${property}: var(--plot-${role}, ${shades[theme]}); }`;
    }),
  );
  return rules.join("\n");
}
