import fc from "fast-check";
import * as vega from "vega";
import { describe, expect, it } from "vitest";
import { curveSpec } from "../../../src/reports/plots/curve-spec.js";
import { confusionSpec } from "../../../src/reports/plots/evaluation-spec.js";
import { plotStyle } from "../../../src/reports/plots/palette.js";
import { layer, plotSpec } from "../../../src/reports/plots/plot-spec.js";
import { svgOf, textWidth } from "../../../src/reports/plots/svg.js";
import { EXAMPLES, slowRuns } from "../../helpers/arbitraries.js";
import { textsOf } from "./drawing.js";
import { sampleCurve } from "./sample.js";

const CURVE = curveSpec([sampleCurve()]);

/** A plot of one text. */
function written(text: string) {
  const view = layer([{ text }], { type: "text" }, { text: { field: "text" } });
  return plotSpec(view, { title: "A text", subtitle: text }, text, 300);
}

describe("an SVG", () => {
  it("is the same every time, alone or among others", async () => {
    const bar = layer([{ x: 1 }], { type: "bar", clip: true }, { x: { field: "x", type: "quantitative" } });
    const clipped = plotSpec(bar, { title: "clipped" }, "clipped", 300);
    const confusion = [1, 3].map((n) => [n, n + 1]);
    const specs = [CURVE, clipped, confusionSpec({ labels: ["a", "b"], confusion })];
    const alone: string[] = [];
    for (const spec of specs) alone.push(await svgOf(spec));
    expect(await Promise.all(specs.map((spec) => svgOf(spec)))).toEqual(alone);
    expect(alone[1]).toContain('clip-path="url(#plot-clip1)"');
    expect(alone[1]).toContain('<clipPath id="plot-clip1"');
    expect(await svgOf(clipped, { id: "second" })).toContain('clip-path="url(#second-clip1)"');
  });

  it("describes itself to a screen reader, by ids of its own", async () => {
    const svg = await svgOf(CURVE, { id: "curve" });
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-labelledby="curve-title curve-desc"/);
    expect(svg).toContain('<title id="curve-title">Learning curve of multinomial</title>');
    expect(svg).toContain(`<desc id="curve-desc">${CURVE.description}</desc>`);
    const ids = [...svg.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.every((id) => id.startsWith("curve-"))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(svg).toMatch(/<\/style><g aria-hidden="true"><rect[\s\S]*<\/g><\/svg>\n$/);
  });

  it("asks for nothing from elsewhere", async () => {
    const svg = (await svgOf(CURVE)).replaceAll(/xmlns(?::xlink)?="http:\/\/www\.w3\.org\/[^"]*"/g, "");
    expect(svg).not.toMatch(/https?:|href|@import|@font-face|<script|<image|<foreignObject/);
    const fonts = new Set(Array.from(svg.matchAll(/font-family="([^"]*)"/g), ([, font]) => font));
    expect(fonts).toEqual(new Set(["system-ui, sans-serif"]));
  });

  it("has every colour in the style sheet that turns it dark, and can leave the sheet to the page", async () => {
    const svg = await svgOf(CURVE);
    const body = svg.slice(svg.indexOf("</style>"));
    const colours = new Set([...body.matchAll(/ (?:fill|stroke)="(#[^"]*)"/g)].map(([, colour]) => colour));
    expect(colours.size).toBeGreaterThan(3);
    for (const colour of colours) expect(plotStyle()).toContain(`[fill="${colour}"] { fill: var(--plot-`);
    const bare = await svgOf(CURVE, { style: false });
    expect(bare).not.toContain("<style>");
    expect(svg).toContain(`<style>\n${plotStyle()}\n</style>`);
  });

  it("shows any text as text", async () => {
    const words = fc.constantFrom("<script>", "</text>", "&amp;", '"', "'", "]]>", "<!--", "url(#clip1)", "a", " ");
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 4 }), async (list) => {
        const text = list.join("");
        const svg = await svgOf(written(text));
        const tags = [...svg.matchAll(/<\/?([a-zA-Z]+)/g)].map(([, tag]) => tag);
        const known = ["svg", "title", "desc", "style", "g", "rect", "path", "text", "tspan"];
        expect(tags.filter((tag) => !known.includes(tag))).toEqual([]);
        expect(textsOf(svg)).toContain(text.trim());
      }),
      { ...EXAMPLES, numRuns: slowRuns(20) },
    );
  });

  it("leaves the measure of Vega as it was, also after a fault, and draws the next", async () => {
    const { textMetrics } = vega as unknown as { textMetrics: { width: unknown } };
    const before = textMetrics.width;
    const impossible = { ...written("x"), mark: "no such mark" };
    await expect(svgOf(impossible)).rejects.toThrow();
    expect(textMetrics.width).toBe(before);
    const several = await Promise.all([svgOf(CURVE), svgOf(written("x")), svgOf(CURVE)]);
    expect(several[2]).toBe(several[0]);
    expect(textMetrics.width).toBe(before);
  });
});

it("about how wide a text is grows with the size, with bold type, and by the kind of character", () => {
  expect(textWidth("", 12)).toBe(0);
  expect(textWidth("abc", 24)).toBeCloseTo(2 * textWidth("abc", 12));
  expect(textWidth("abc", 12, true)).toBeGreaterThan(textWidth("abc", 12));
  const widths = ["i", "a", "A", "m"].map((character) => textWidth(character, 10));
  expect([...widths].sort((a, b) => a - b)).toEqual(widths);
  expect(new Set(widths).size).toBe(4);
  expect(textWidth("漢", 10)).toBe(10);
  expect(textWidth("𠀀", 10)).toBe(10);
});
