import { createRequire } from "node:module";
import type * as Calculations from "@csstools/css-calc";
import type * as Colours from "@csstools/css-color-parser";
import type * as Components from "@csstools/css-parser-algorithms";
import type * as CssTokens from "@csstools/css-tokenizer";
import type * as CssTree from "css-tree";
import type * as Parse5 from "parse5";
import { lazily } from "../../../base/lazily.js";

/**
 * The parsers of HTML (parse5) and CSS (css-tree). Loading them takes as long as loading the rest of this library. The
 * bundle of the filter includes them (`scripts/bundle.ts`).
 */
export const parsers = lazily(
  () =>
    createRequire(import.meta.url)("#html") as Pick<typeof Parse5, "Parser" | "Tokenizer" | "html"> & {
      readonly parseCss: typeof CssTree.parse;
    },
);

/** The libraries for calculations and modern colours in styles (css-calc, css-color-parser). Few messages need them. */
export const cssValues = lazily(
  () =>
    createRequire(import.meta.url)("#css-values") as Pick<typeof Calculations, "calc"> &
      Pick<typeof Colours, "color" | "serializeRGB"> &
      Pick<typeof Components, "parseComponentValue"> &
      Pick<typeof CssTokens, "tokenize">,
);
