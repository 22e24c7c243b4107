import { describe, expect, it } from "vitest";
import { CLASSIFIER_NAMES } from "../../../src/classifiers/table.js";
import { COLOURS, type ColourRole, plotStyle, SERIES, SERIES_SHAPES } from "../../../src/reports/plots/palette.js";

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const roles = Object.keys(COLOURS) as ColourRole[];

describe("the colours of plots", () => {
  it("stand out from the paper: text by 4.5, lines by 3, in light and dark", () => {
    for (const theme of ["light", "dark"] as const) {
      const against = (role: ColourRole) => contrast(COLOURS[role][theme], COLOURS.paper[theme]);
      // A line is named in its colour: that is text.
      for (const role of roles.filter((role) => role !== "paper" && role !== "grid")) {
        expect(against(role), `${role} ${theme}`).toBeGreaterThan(4.5);
      }
    }
  });

  it("are no two series' together with the same shape, of as many as there are methods", () => {
    const look = (s: number) => SERIES[s % SERIES.length] + SERIES_SHAPES[s % SERIES_SHAPES.length];
    expect(new Set(CLASSIFIER_NAMES.map((_, s) => look(s))).size).toBe(CLASSIFIER_NAMES.length);
  });

  it("occur once each, so that the style sheet finds them", () => {
    const lights = roles.map((role) => COLOURS[role].light);
    expect(new Set(lights).size).toBe(lights.length);
    for (const role of roles) {
      expect(plotStyle()).toContain(`var(--plot-${role}, ${COLOURS[role].light})`);
      expect(plotStyle()).toContain(`var(--plot-${role}, ${COLOURS[role].dark})`);
    }
  });
});
